// Where the user looks from and where the sun stands, and how a hand moves both. Pure arithmetic.
#pragma once
#include "render/placement.h"

typedef struct tr_camera {
    double latitude_deg, longitude_deg;   // of the point below, before the planet turned
    double distance_km;                   // from the planet's centre: a planet that grows looks larger
    double look_up_deg, look_heading_deg; // as of a tr_view
    bool looked;                          // a hand has moved the eyes: they stay where it left them
    bool own_sun;                         // the angles below; else where the scene has its star
    double sun_azimuth_deg;               // 0 behind the viewer, positive to the right, ±180 behind the planet
    double sun_elevation_deg;             // in the picture: 90 straight up
} tr_camera;

// A planet as it looks at first, with all of its rings.
void tr_camera_reset(tr_camera *camera, const tr_recipe *planet, bool own_sun);

// Goes round to where the scene's star lights a planet from the left. Does nothing when the camera has its own
// sun.
void tr_camera_face_day(tr_camera *camera, const tr_scene *scene, int target);

// In what follows ground_km is how far the planet reaches from its centre.
//
// Keeps the camera out of the planet and not too far from it, and its eyes on the planet: the higher it is, the
// less it can look up.
void tr_camera_clamp(tr_camera *camera, double ground_km);

// The hand drags the ground below it by so many pixels (y down). pixel_rad: the angle of a pixel.
void tr_camera_orbit(tr_camera *camera, const tr_recipe *planet, double dx, double dy, double pixel_rad);

// Clicks of a wheel: the height above the ground shrinks by a constant factor with each of them. Near the
// ground the eyes go up towards the horizon, and down again away from it, where no hand has moved them.
void tr_camera_zoom(tr_camera *camera, double ground_km, double clicks);

// -1: it is as near the ground as it can be; 1: as far away; else 0.
int tr_camera_limit(const tr_camera *camera, double ground_km);

// As tr_camera_zoom, towards a place of the ground, which stays where it is in the picture; its longitude is
// that before the planet turned. Away from it, the camera goes straight up.
void tr_camera_zoom_to(tr_camera *camera, double ground_km, double clicks, double latitude_deg,
                       double longitude_deg);

// Turns round the planet such that a place comes to where another one was found; latitudes, and longitudes
// before the planet turned.
void tr_camera_hold(tr_camera *camera, const double found_deg[2], const double held_deg[2]);

// Over a place of the ground, which comes to the middle of the picture, at a third of the height; its longitude
// is that before the planet turned.
void tr_camera_go_over(tr_camera *camera, double ground_km, double latitude_deg, double longitude_deg);

// The hand drags what is in sight: eyes go the other way.
void tr_camera_look_around(tr_camera *camera, double ground_km, double dx, double dy, double pixel_rad);

// The hand drags the sun along the sky.
void tr_camera_drag_sun(tr_camera *camera, double dx, double dy);

// Where the sun of a frame stood, as angles; does nothing when the camera has its own.
void tr_camera_follow_sun(tr_camera *camera, const tr_placement *placement, int target);

void tr_camera_fill_view(const tr_camera *camera, tr_view *view);
