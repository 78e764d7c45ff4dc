// The camera and the time of each picture in a series.
#pragma once
#include "render/render.h"

// A place of the camera, and its direction of view.
typedef struct tr_camera_place {
    double latitude_deg, longitude_deg; // as in tr_view: the camera does not rotate with the planet
    double distance_radii;
    double up_deg, heading_deg; // view direction, as in tr_view
} tr_camera_place;

// The parameters of a series of pictures.
typedef struct tr_flight {
    int frames;     // 1: a single picture, at the start
    bool turntable; // one orbit round the target, eastward in appearance, at the first time; otherwise from …
                    // to
    bool spins;     // for a turntable: the target rotates, and the camera and everything else stand still
    bool sun_moves; // for a flight: from the view's sun to this one
    double sun_to[3];
    tr_camera_place from, to;
    double from_h, to_h;
    tr_view view; // shared by all pictures: size, target, sun …
} tr_flight;

// Sets the scene's time for picture `frame` and fills in its view. The first picture of a flight is at its
// start and the last one at its end. The camera accelerates and slows down smoothly; time advances evenly. The
// height above the ground changes by equal ratios.
void tr_flight_frame(const tr_flight *flight, int frame, tr_scene *scene, tr_view *view);

// The longitude from which the sun is behind the viewer's left shoulder, at the scene's present time.
double tr_day_longitude(const tr_scene *scene, int planet);

// The sine of the sun's height over the horizon, at the place below the camera in the first picture.
double tr_flight_sun(const tr_flight *flight, tr_scene *scene);

// Fixes the sun at its place in the first picture, for a turntable.
void tr_flight_hold_sun(tr_flight *flight, tr_scene *scene);

// The map width for each planet, so that in all pictures a texel is about a pixel or smaller. 0: no picture
// shows the planet, or only its shadow, which needs no maps. near: tr_renderer_bake_near() is called for each
// picture, so maps need not have the detail of near ground.
void tr_flight_map_widths(const tr_flight *flight, bool near, tr_scene *scene, int widths[TR_MAX_PLANETS]);
