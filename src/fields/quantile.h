// Land as a fraction of the planet's area.
#pragma once
#include "recipe/recipe.h"

// The fraction of land that a recipe requests: the coverage of the last quantile layer that adds to the height
// everywhere. Negative if there is none.
double tr_recipe_asked_land(const tr_recipe *recipe);
