// What stands between a body and its star: other bodies (eclipses), and the rings of its own.
// More: docs/internals/sky.md.
#pragma once
#include "render/placement.h"
#include "render/private/program.h"
#include "render/private/textures.h"

enum { TR_MOST_OCCLUDERS = 5 };

// A ball that may shade a body.
typedef struct tr_occluder {
    tr_vec centre; // from the body's centre, in view space, in radii of the body
    double radius; // in the same
    double most;   // fraction of the star's disc that it may cover
} tr_occluder;

// Zero-initialised: nothing.
typedef struct tr_shadow {
    int count;
    tr_occluder occluders[TR_MOST_OCCLUDERS]; // those that cover most first
    GLuint rings;                             // the profile of the body's rings, or 0
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

// Finds the bodies whose shadows may touch a ball of `bounding_radius` radii round a body; of more than four
// those that cover most of the star, so that there is room for one. rings is 0.
void tr_shadow_find(const tr_placement *placement, const tr_body *body, double bounding_radius,
                    tr_shadow *shadow);

// The fraction of the star's disc that is left for the body's centre: shaders/shadow.frag's sun_seen.
double tr_shadow_left(const tr_shadow *shadow, const tr_body *body);

// What a fragment shader needs defined for it; ringed: rings of its own shade what it paints.
const char *tr_shadow_defines(const tr_shadow *shadow, bool ringed);

// Sets the sun and its shadows in the program in use, which works in the frame that the matrix turns view space
// into, and binds the profile of the rings.
void tr_shadow_set(const tr_program *program, const tr_shadow *shadow, const tr_body *body,
                   const tr_recipe *recipe, const tr_mat *frame_from_view);

// From view space to the frame of a body's rings: x and -z of its maps, and north.
tr_mat tr_body_rings(const tr_body *body);
