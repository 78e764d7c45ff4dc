// A flight from where the camera is to another planet: one eased move. Pure arithmetic.
#pragma once
#include "app/private/camera.h"

// Zero-initialised: there is none.
typedef struct tr_flight {
    bool going;
    double began_s;
    tr_camera from, to;   // both over the planet that it goes to
    double turned_rad[3]; // tr_view.turn_rad at its beginning
} tr_flight;

// Begins where `seen`, the last picture's view, looks from, which looks as it did then: `planet` of the scene
// is the target from now on, and `to` is where the camera comes to rest.
void tr_flight_begin(tr_flight *flight, const tr_scene *scene, const tr_view *seen, int planet,
                     const tr_camera *to, double now_s);

// Where the camera is at that time, and how it is turned. At the end, and from then on, the flight is none, and
// the camera is `to`.
void tr_flight_look(tr_flight *flight, double now_s, tr_camera *camera, double turn_rad[3]);
