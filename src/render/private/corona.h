// What stands at a star's limb: prominences.
// More: docs/internals/sky.md.
#pragma once
#include "light/arches.h"
#include "render/placement.h"
#include "render/private/program.h"

enum { TR_PROMINENCES = 5 }; // as many as shaders/planet.frag looks at

// An arch as the camera sees it. Places are those of lines of sight: how far from the planet's centre they
// pass, in radii, to the right and up.
typedef struct tr_prominence {
    double foot[2];    // its middle on the ground
    double inverse[4]; // takes right and up from the foot to parts of half its width and of its height
    double strength;   // 0: it is not at the limb
} tr_prominence;

// The prominences that rise highest over the limb, from the recipe's seed; they turn with the star. Those that
// there are no more of have the strength 0. The camera must be outside of the planet.
void tr_corona_find(const tr_body *body, const tr_recipe *recipe, tr_prominence found[TR_PROMINENCES]);

// Hands them to the program in use.
void tr_corona_set(const tr_program *program, const tr_body *body, const tr_recipe *recipe);
