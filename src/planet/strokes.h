// Which strokes of a recipe change its planet, which own maps it can follow, and whether its sea and its land
// can be moved.
#pragma once
#include "recipe/recipe.h"

// Why strokes of a tool change nothing on a planet, such as "this planet has no sea"; NULL: they do change it.
// Such strokes are no error: they stay in the recipe for another type. The recipe is a valid one.
const char *tr_stroke_obstacle(const tr_recipe *recipe, tr_stroke_tool tool);
// Why sea_level_m and land_turn change nothing on a planet, likewise.
const char *tr_sea_level_obstacle(const tr_recipe *recipe);
const char *tr_land_turn_obstacle(const tr_recipe *recipe);
// Whether colours of a planet follow its sea level: of some types it changes heights alone.
bool tr_sea_level_colours(const tr_recipe *recipe);
// Why a planet cannot follow an own map of a kind, such as "this planet has no sea, …"; NULL: it can.
const char *tr_own_map_obstacle(const tr_recipe *recipe, tr_own_kind kind);
// Whether own maps of a kind turn with the land (land_turn). What the climate gives stays: rain, temperature,
// clouds.
bool tr_own_turns(tr_own_kind kind);
