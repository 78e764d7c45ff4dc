// What stands round a star: arches of gas, and where its corona lies.
#pragma once
#include "base/vec.h"
#include "recipe/recipe.h"

enum { TR_ARCHES = 12 }; // round the star

// An arch stands on the ground over a line across its foot. Frame: that of the planet's maps; lengths in radii.
typedef struct tr_arch {
    tr_vec foot, along; // unit
    double half_width, height;
} tr_arch;

// Whether the planet is a star: its limb is darker, and its air shines by itself.
bool tr_corona_exists(const tr_recipe *recipe);

// Arch i, 0 … TR_ARCHES - 1, from the recipe's seed. A pure function.
tr_arch tr_arch_draw(const tr_recipe *recipe, int i);

// Where in the noise of shaders/planet.frag its corona lies.
tr_vec tr_corona_place(const tr_recipe *recipe);
