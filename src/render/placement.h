// The places of all bodies as seen from the camera. Pure arithmetic in double, no OpenGL.
//
// View space: x right, y up, z towards the viewer, the camera at the origin; lengths in kilometres.
#pragma once
#include "base/vec.h"
#include "render/render.h"

enum { TR_STAR_BODY = -1 };

// A planet or the star as seen from the camera.
typedef struct tr_body {
    int planet;         // its index, or TR_STAR_BODY
    tr_vec centre_km;   // in view space
    double distance_km; // of the centre from the camera
    double radius_km;
    tr_vec sun;            // unit vector to the star, in view space; planets only
    double sun_angle_rad;  // angular radius of the star seen from the planet
    tr_mat map_from_view;  // from view space to the frame of the planet's maps
    double cloud_turn_rad; // drift of the clouds eastward over the ground
    double radius_px;      // radius as if in the middle of the picture
} tr_body;

// The camera, and all bodies as it sees them.
typedef struct tr_placement {
    double tangent[2]; // of half the field of view, horizontally and vertically
    double pixel_rad;  // angle of a pixel in the middle of the picture
    // The part of the picture that is painted, or all of it. A place in the picture, -1 … 1 in both directions,
    // is at part_grow times that, plus part_shift, in the part.
    double part_grow[2], part_shift[2];
    int part_px[2]; // its size
    tr_mat view_from_scene;
    tr_mat look;    // to view space from that of a camera that looks at the target's centre
    int body_count; // planets and the star, from far to near
    tr_body bodies[TR_MAX_PLANETS + 1];
} tr_placement;

// scene and view are borrowed for the call.
void tr_placement_compute(const tr_scene *scene, const tr_view *view, tr_placement *placement);

// Angles at the camera from the middle of the picture: to the body's centre (`away`), and slightly more than to
// the picture's corner.
void tr_placement_angles(const tr_placement *placement, const tr_body *body, double *away, double *corner);

// Whether a sphere of that many radii round the body may overlap the picture.
bool tr_placement_in_view(const tr_placement *placement, const tr_body *body, double radii);

// The approximate arc of the body's ground in a pixel: between its values in the middle of the disc and at its
// edge, in radians.
double tr_body_footprint(const tr_placement *placement, const tr_body *body);

// The frame of a body's disc relative to view space: z from the centre to the camera, x and y arbitrary.
tr_mat tr_body_disc(const tr_body *body);

// The distance from the centre at which a ray meets the plane through it (shaders/body.vert), if the ray passes
// the centre at q radii and the camera is at `distance` radii.
double tr_plane_radius(double q, double distance);
