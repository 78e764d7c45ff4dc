// Land as a fraction of the planet's area.
#pragma once
#include "recipe/recipe.h"

// The fraction of land that a recipe asks for: of the last layer that is a fraction of the height and no more.
// Negative where there is none.
double tr_recipe_asked_land(const tr_recipe *recipe);
