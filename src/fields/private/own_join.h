// Heights of ours that join a map of a part of the globe.
#pragma once
#include "base/maths.h"
#include "fields/private/own_map.h"
#include <math.h>

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

// The metres of the map of heights itself. NULL if it shows the whole globe. plan: has the images of the map.
tr_status own_ground_obtain(const tr_prepare_context *m, tr_field_plan *plan, tr_solution **solution);

// The ground that layers get: the metres of the map, and round it the joined ones. weight: of the map.
static inline float own_ground_at(float joined, float weight, float metres) {
    return joined + weight * (metres - joined);
}

// Of the lattice: the shorter side of the map, in radians, has about 80 points, within limits.
static inline int own_join_cells(double side) {
    const double across = 80, least = 64, most = 320;
    return (int)tr_clamp(across * TR_PI / 2 / side, least, most);
}

// Adds the cost of both for a map of a part of the globe; nothing for 0, 0, 0, 0.
static inline void own_join_cost(const double region_deg[4], tr_cost *cost) {
    const double width = region_deg[2] - region_deg[0], height = region_deg[3] - region_deg[1];
    const double side = fmin(width, height) * TR_PI / 180, cells = side > 0 ? own_join_cells(side) : 0;
    const double points = 6 * cells * cells;
    cost->kept += 2 * 4 * points, cost->making += 100 * points, cost->operations += 2 * 1000 * points;
}
