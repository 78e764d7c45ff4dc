// Where the camera is in each picture of a series, and when it is taken.
#pragma once
#include "render/render.h"

typedef struct tr_camera_place {
    double latitude_deg, longitude_deg; // as of a tr_view: the camera does not turn with the planet
    double distance_radii;
    double up_deg, heading_deg; // where it looks, as of a tr_view
} tr_camera_place;

typedef struct tr_flight {
    int frames;     // 1: a single picture, at the beginning
    bool turntable; // once round the target at the first time, so that it turns eastward; else from … to
    bool spins;     // of a turntable: the target turns, and the camera and all else stay
    bool sun_moves; // of a flight: from the view's sun to this one
    double sun_to[3];
    tr_camera_place from, to;
    double from_h, to_h;
    tr_view view; // what all pictures share: size, target, sun …
} tr_flight;

// Puts the scene at the time of picture `frame` and fills its view. The first picture of a flight is taken at
// the beginning and the last one at the end; the camera starts and comes to rest gently, and time runs evenly.
// Height above the ground changes by equal ratios, as an eye expects.
void tr_flight_frame(const tr_flight *flight, int frame, tr_scene *scene, tr_view *view);

// Over which longitude the sun stands behind the viewer's left shoulder, as the scene is placed now.
double tr_day_longitude(const tr_scene *scene, int planet);

// Keeps the sun where it is in the first picture, as a turntable's lamp.
void tr_flight_hold_sun(tr_flight *flight, tr_scene *scene);

// How wide the maps of each planet must be: in all pictures together a texel is about a pixel, or smaller. 0:
// it is in none of them, or only its shadow, for which it needs no maps. near: tr_renderer_bake_near() is
// called for each picture, so that maps need not be as fine as near ground.
void tr_flight_map_widths(const tr_flight *flight, bool near, tr_scene *scene, int widths[TR_MAX_PLANETS]);
