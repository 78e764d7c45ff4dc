// The parameter tables of a scene other than recipes. Private to the module.
#pragma once
#include "scene/load.h"
#include "scene/scene.h"

extern const tr_parameter_table tr_scene_table, tr_star_table, tr_planet_table, tr_orbit_table;

// Writes the rows of a table for users into out, which has space for `most`. Tables of layers and warps include
// those of all their kinds, with one row for parameters that several kinds share. Returns their number.
int tr_parameter_rows(const tr_parameter_table *table, tr_listed_parameter *out, int most);
