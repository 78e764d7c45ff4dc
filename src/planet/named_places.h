// The places that a recipe names.
#pragma once
#include "recipe/recipe.h"

// Latitude and longitude of a place on the planet in degrees: places turn with the land.
void tr_named_where(const tr_recipe *recipe, const tr_named_place *place, double *lat_deg, double *lon_deg);
// Its radius in km and its height, or depth of a crater, in metres, with what is usual for its kind in place of
// 0. Both are 0 for a name; the height is 0 for a city and an island.
void tr_named_size(const tr_recipe *recipe, const tr_named_place *place, double *radius_km, double *height_m);
