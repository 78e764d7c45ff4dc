// Prominences at a star's limb.
// More: docs/internals/sky.md.
#pragma once
#include "light/arches.h"
#include "render/placement.h"
#include "render/private/program.h"

enum { TR_PROMINENCES = 5 }; // number in shaders/planet.frag

// An arch as seen from the camera. Places are those of rays: where they pass the planet's centre, in radii, to
// the right and up.
typedef struct tr_prominence {
    double foot[2];    // the middle of its base on the ground
    double inverse[4]; // maps right and up from the foot to units of its half width and height
    double strength;   // 0: not at the limb
} tr_prominence;

// Finds the prominences that rise highest over the limb, from the recipe's seed; they rotate with the star.
// Unused elements have strength 0. The camera must be outside the planet.
void tr_corona_find(const tr_body *body, const tr_recipe *recipe, tr_prominence found[TR_PROMINENCES]);

// Sets the uniforms of the program in use.
void tr_corona_set(const tr_program *program, const tr_body *body, const tr_recipe *recipe);
