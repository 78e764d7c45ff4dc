// The places that a recipe names, for other programs.
#pragma once
#include "base/text.h"
#include "recipe/recipe.h"

// Adds them as GeoJSON (RFC 7946): a point for each with its name, its kind and its size. Longitudes and
// latitudes are planetocentric degrees on the planet itself. A failed allocation marks the text.
void tr_places_describe(const tr_recipe *recipe, tr_text *text);
