// A transfer from where the camera is to another planet: one eased move. Pure arithmetic.
#pragma once
#include "app/private/camera.h"

// Zero-initialised: there is none.
typedef struct tr_transfer {
    bool going;
    double began_s;
    tr_camera from, to;   // both over the planet that it goes to
    double turned_rad[3]; // tr_view.turn_rad at its beginning
    bool on_ground;       // it goes to a place that turns with the planet
} tr_transfer;

// Begins where `seen`, the last picture's view, looks from, which looks as it did then: `planet` of the scene
// is the target from now on, and `to` is where the camera comes to rest.
void tr_transfer_begin(tr_transfer *transfer, const tr_scene *scene, const tr_view *seen, int planet,
                       const tr_camera *to, double now_s);

// The planet has turned by so much: a place on its ground has come along.
void tr_transfer_turn(tr_transfer *transfer, double degrees);

// Where the camera is at that time, and how it is turned. At the end, and from then on, the transfer is none,
// and the camera is `to`.
void tr_transfer_camera(tr_transfer *transfer, double now_s, tr_camera *camera, double turn_rad[3]);
