// Land as a share of the planet's area.
#pragma once
#include "recipe/recipe.h"

// The land share that a recipe asks for: of the last layer that is a share of the height and no more. Negative
// where there is none.
double tr_recipe_asked_land(const tr_recipe *recipe);
