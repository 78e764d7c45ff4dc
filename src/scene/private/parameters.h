// The tables of what a scene has beside recipes. Private to the module.
#pragma once
#include "scene/load.h"
#include "scene/scene.h"

extern const tr_parameter_table tr_scene_table, tr_star_table, tr_planet_table, tr_orbit_table;

// The rows of a table for people into out (room for `most`), those of layers and warps with those of all their
// kinds: one for those that several kinds have alike. Returns how many there are.
int tr_parameter_rows(const tr_parameter_table *table, tr_listed_parameter *out, int most);
