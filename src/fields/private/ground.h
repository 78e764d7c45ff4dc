// The terrain of a layer: solved once, and shared by all that show it or cut into it.
#pragma once
#include "fields/field.h"
#include "terrain/terrain.h"

// The terrain that layer `index` shows, or that of the layer that it names, into plan->solution. Errors:
// TR_NO_MEMORY, TR_STOPPED.
tr_status tr_ground_obtain(const tr_prepare_context *m, int index, tr_field_plan *plan);

static inline const terrain_cubes *tr_ground_of(const tr_field_plan *plan) {
    return tr_solution_of(plan->solution);
}

// That the layer named by `of`, where it names one, has a terrain and stands before. Errors: TR_BAD_INPUT.
tr_status tr_ground_check_of(const tr_recipe *recipe, int index, tr_error *error);

// For examples: no finer than texels.
void tr_ground_fit(tr_layer *layer, int width, bool cells_set);
