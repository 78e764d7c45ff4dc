// Arches of gas on a star (prominences), and its corona.
#pragma once
#include "base/vec.h"
#include "recipe/recipe.h"

enum { TR_ARCHES = 12 }; // per star

// An arch stands upright on the ground. The middle of its base is `foot`; its ends are `half_width` from there
// along `along` and its opposite. The frame is that of the planet's maps; lengths are in radii.
typedef struct tr_arch {
    tr_vec foot, along; // unit
    double half_width, height;
} tr_arch;

// Whether the planet is a star: it has limb darkening, and its air emits light.
bool tr_corona_exists(const tr_recipe *recipe);

// Arch i, 0 … TR_ARCHES - 1, from the recipe's seed. A pure function.
tr_arch tr_arch_draw(const tr_recipe *recipe, int i);

// The offset of its corona in the noise of shaders/planet.frag, from the recipe's seed. A pure function.
tr_vec tr_corona_place(const tr_recipe *recipe);
