// Heights of ours that join a map of a part of the globe.
#pragma once
#include "fields/private/own_map.h"

// What a field of a map changes at samples, of which block->channel are our heights. Any thread.
typedef void own_change(const tr_field_plan *plan, const tr_block *block, float *change);

// A solution: values at the edge of an image, averaged over the points of a lattice, that become less and less
// outside of it. Inside they are those of the points.
typedef struct own_join {
    tr_cube value;
    tr_cube share; // 1 inside, falling to 0 outside; only of grounds
} own_join;

// What is added to the heights of earlier layers, so that they join the map: what it changes at its edge. NULL
// if the image shows the whole globe, or if the heights use the plane. plan: of layer `layer`, ready but for
// this. Release *solution with tr_solution_release. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status own_join_obtain(const tr_prepare_context *m, int layer, tr_field_plan *plan, own_change *change,
                          tr_solution **solution);

// The metres of the map of heights itself. NULL if it shows the whole globe. images: of own_map_obtain.
tr_status own_ground_obtain(const tr_prepare_context *m, const tr_solution *images, tr_solution **solution);

// Adds its cost.
void own_join_cost(const tr_own_map *map, tr_cost *cost);
