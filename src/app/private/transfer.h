// A transfer of the camera to another planet: one eased movement. Pure arithmetic.
#pragma once
#include "app/private/camera.h"

// Zero-initialised: none.
typedef struct tr_transfer {
    bool going;
    double began_s;
    tr_camera from, to;   // both relative to the destination planet
    double turned_rad[3]; // tr_view.turn_rad at the start
    bool on_ground;       // the destination is a place that rotates with the planet
} tr_transfer;

// Begins at the camera of `seen`, the last picture's view, so that the picture does not jump. `planet` of the
// scene is the target from now on, and `to` is the final camera.
void tr_transfer_begin(tr_transfer *transfer, const tr_scene *scene, const tr_view *seen, int planet,
                       const tr_camera *to, double now_s);

// The planet has rotated by that angle: a destination on its ground moves with it.
void tr_transfer_turn(tr_transfer *transfer, double degrees);

// The camera at that time, and its turn. At the end the transfer is over, and the camera is `to`.
void tr_transfer_camera(tr_transfer *transfer, double now_s, tr_camera *camera, double turn_rad[3]);
