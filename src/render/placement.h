// Where everything stands as seen from the camera. Pure arithmetic in double, no OpenGL.
//
// View space: x right, y up, z towards the viewer, the camera at the origin; lengths in kilometres.
#pragma once
#include "base/vec.h"
#include "render/render.h"

enum { TR_STAR_BODY = -1 };

typedef struct tr_body {
    int planet;         // its index, or TR_STAR_BODY
    tr_vec centre_km;   // in view space
    double distance_km; // of the centre from the camera
    double radius_km;
    tr_vec sun;            // unit, towards the star, in view space; planets only
    double sun_angle_rad;  // angular radius of the star seen from the planet
    tr_mat map_from_view;  // turns view space into the frame of the planet's maps
    double cloud_turn_rad; // how far the clouds have drifted eastward over the ground
    double radius_px;      // how large it looks in the middle of the picture
} tr_body;

typedef struct tr_placement {
    double tangent[2]; // of half the field of view, across and up
    double pixel_rad;  // angle of a pixel in the middle of the picture
    // What of the picture is painted: all of it, or a part. A place in the picture, -1 … 1 across and up, is at
    // part_grow times that, and part_shift, in the part.
    double part_grow[2], part_shift[2];
    int part_px[2]; // its size
    tr_mat view_from_scene;
    tr_mat look;    // view space from what it would be if the camera looked at the target's centre
    int body_count; // planets and the star, the farthest first
    tr_body bodies[TR_MAX_PLANETS + 1];
} tr_placement;

// scene and view are borrowed for the call.
void tr_placement_compute(const tr_scene *scene, const tr_view *view, tr_placement *placement);

// Angles at the camera, from the middle of the picture: how far `away` the body's centre is, and a little more
// than the `corner` of the picture.
void tr_placement_angles(const tr_placement *placement, const tr_body *body, double *away, double *corner);

// Whether a ball of that many radii round the body may touch the picture.
bool tr_placement_in_view(const tr_placement *placement, const tr_body *body, double radii);

// About the arc of the body's ground that a pixel spans: between what it does in the middle of the disc and at
// its edge, in radians.
double tr_body_footprint(const tr_placement *placement, const tr_body *body);

// The frame of a body's disc as seen from view space: z from the centre to the camera, x and y any way.
tr_mat tr_body_disc(const tr_body *body);

// How far from the centre rays meet the plane through it (shaders/body.vert) when they pass it at q radii, seen
// from `distance` radii.
double tr_plane_radius(double q, double distance);
