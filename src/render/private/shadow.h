// What is between a body and its star: other bodies (eclipses), and the body's own rings.
// More: docs/internals/sky.md.
#pragma once
#include "render/placement.h"
#include "render/private/program.h"
#include "render/private/textures.h"

enum { TR_MOST_OCCLUDERS = 5 };

// A sphere that may shade a body.
typedef struct tr_occluder {
    tr_vec centre; // relative to the body's centre, in view space, in radii of the body
    double radius; // in radii of the body
    double most;   // largest fraction of the star's disc that it covers
} tr_occluder;

// Zero-initialised: no shadows.
typedef struct tr_shadow {
    int count;
    tr_occluder occluders[TR_MOST_OCCLUDERS]; // those that cover most first
    GLuint rings;                             // profile of the body's rings, or 0
} tr_shadow;

// A planet in the picture, and the light on it.
typedef struct tr_lit_body {
    const tr_placement *placement;
    const tr_body *body;
    const tr_recipe *recipe;
    const tr_textures *textures;
    const double *sunlight; // 3
    const tr_shadow *shadow;
    tr_quality quality;
} tr_lit_body;

// Finds the bodies whose shadows may touch a sphere of `bounding_radius` radii round a body. If there are more
// than four, it takes those that cover most of the star; this leaves space for one more. rings is 0.
void tr_shadow_find(const tr_placement *placement, const tr_body *body, double bounding_radius,
                    tr_shadow *shadow);

// The fraction of the star's disc that is visible from the body's centre: sun_seen of shaders/shadow.frag.
double tr_shadow_left(const tr_shadow *shadow, const tr_body *body);

// The defines that a fragment shader needs for it; ringed: the body's own rings shade what is painted.
const char *tr_shadow_defines(const tr_shadow *shadow, bool ringed);

// Sets the sun and its shadows in the program in use, and binds the rings' profile. frame_from_view: from view
// space to the program's frame.
void tr_shadow_set(const tr_program *program, const tr_shadow *shadow, const tr_body *body,
                   const tr_recipe *recipe, const tr_mat *frame_from_view);

// From view space to the frame of a body's rings: x and -z of its maps, and north.
tr_mat tr_body_rings(const tr_body *body);
