// The terrain of a layer: solved once and shared by all layers that show it or carve into it.
#pragma once
#include "fields/field.h"
#include "terrain/terrain.h"

// Sets plan->solution to the terrain of layer `index`, or of the layer that it names. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status tr_ground_obtain(const tr_prepare_context *m, int index, tr_field_plan *plan);

static inline const terrain_cubes *tr_ground_of(const tr_field_plan *plan) {
    return tr_solution_of(plan->solution);
}

// Checks that the layer named by `of`, if any, is an earlier layer with a terrain. Errors: TR_BAD_INPUT.
tr_status tr_ground_check_of(const tr_recipe *recipe, int index, tr_error *error);

// For examples: makes the lattice no finer than texels.
void tr_ground_fit(tr_layer *layer, int width, bool cells_set);
