// Camera and sun of the window, and how the mouse moves them. Pure arithmetic.
#pragma once
#include "render/placement.h"

typedef struct tr_camera {
    double latitude_deg, longitude_deg;   // of the point below the camera, in axes that do not rotate with the
                                          // planet
    double distance_km;                   // from the planet's centre, so that a planet that grows looks larger
    double look_up_deg, look_heading_deg; // as of a tr_view
    bool looked;                          // the user has turned the camera: it no longer tilts automatically
    bool own_sun;                         // the sun has the angles below; otherwise it is the scene's star
    double sun_azimuth_deg;               // 0 behind the viewer, positive to the right, ±180 behind the planet
    double sun_elevation_deg;             // in the picture: 90 straight up
} tr_camera;

// The first view of a planet, with all of its rings.
void tr_camera_reset(tr_camera *camera, const tr_recipe *planet, bool own_sun);

// Turns the camera round the planet to where the scene's star lights it from the left. Does nothing if the
// camera has its own sun.
void tr_camera_face_day(tr_camera *camera, const tr_scene *scene, int target);

// In the following functions, ground_km is the largest distance of the ground from the planet's centre.
//
// Keeps the camera outside the planet, within a maximum distance, and with the planet in view: the higher the
// camera is, the less it can look up.
void tr_camera_clamp(tr_camera *camera, double ground_km);

// Drags the ground below the camera by that many pixels (y down). pixel_rad: the angle of a pixel.
void tr_camera_orbit(tr_camera *camera, const tr_recipe *planet, double dx, double dy, double pixel_rad);

// Clicks of the wheel: each one scales the height above the ground by a constant factor. Near the ground the
// camera tilts towards the horizon, and back when it rises, unless the user has turned it.
void tr_camera_zoom(tr_camera *camera, double ground_km, double clicks);

// -1: at the lowest height; 1: at the largest distance; else 0.
int tr_camera_limit(const tr_camera *camera, double ground_km);

// As tr_camera_zoom, but towards a place of the ground, which keeps its position in the picture. Its longitude
// is in axes that do not rotate with the planet. Zooming out, the camera rises vertically.
void tr_camera_zoom_to(tr_camera *camera, double ground_km, double clicks, double latitude_deg,
                       double longitude_deg);

// Turns the camera round the planet so that the place `held_deg` moves to where `found_deg` is in the picture.
// Latitudes, and longitudes in axes that do not rotate with the planet.
void tr_camera_hold(tr_camera *camera, const double found_deg[2], const double held_deg[2]);

// Moves over a place of the ground, which comes to the middle of the picture, at a third of the height. Its
// longitude is in axes that do not rotate with the planet.
void tr_camera_go_over(tr_camera *camera, double ground_km, double latitude_deg, double longitude_deg);

// Drags the picture: the camera turns the opposite way.
void tr_camera_look_around(tr_camera *camera, double ground_km, double dx, double dy, double pixel_rad);

// Drags the sun across the sky.
void tr_camera_drag_sun(tr_camera *camera, double dx, double dy);

// Sets the angles to those of the sun in a frame. Does nothing if the camera has its own sun.
void tr_camera_follow_sun(tr_camera *camera, const tr_placement *placement, int target);

void tr_camera_fill_view(const tr_camera *camera, tr_view *view);
