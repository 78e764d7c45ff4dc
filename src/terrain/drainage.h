// Drainage of a planet: pits filled to their rims, rivers along the steepest descent, and their long-term
// erosion.
// More: docs/internals/rivers.md.
#pragma once
#include "noise/grids/globe.h"

// Arrays have an element for each point of a globe. Sea is everything at or below 0 m. On a planet without sea
// the lowest point is sea, so that every river ends somewhere.
typedef struct tr_drainage {
    int count;     // points of the globe
    float *place;  // 3 * count: directions of the points, slightly displaced; otherwise all rivers would run
                   // along the axes and diagonals of the lattice. Distances are measured between these.
    float *filled; // m: the ground, or the water surface where the ground lies in a pit. Land is slightly above
                   // the point that it drains to. For sea it is the sea floor.
    int32_t *receiver; // the neighbour to which a point drains; -1 for sea
    int32_t *order;    // all points: sea first, then land ordered so that each point comes after its receiver
    int sea_count;     // number of sea points
    float *flow;       // water through a point: steradians of land upstream and here, times the rain there
    struct drainage_land *land; // scratch memory
    tr_meter *meter;            // counts work and may stop it; or NULL
} tr_drainage;

// Allocates memory for a globe; solves nothing. Errors: TR_NO_MEMORY.
tr_status tr_drainage_create(const tr_globe *globe, tr_meter *meter, tr_drainage *drainage, tr_error *error);
// Frees what tr_drainage_create made. A zeroed drainage is allowed.
void tr_drainage_clear(tr_drainage *drainage);

// Computes the drainage for ground of these heights. rain is in any unit, at least 0 everywhere; NULL means 1.
// Same bits on every machine. (Priority flood: Barnes, Lehman, Mulla 2014.)
void tr_drainage_solve(tr_drainage *drainage, const tr_globe *globe, const float *height_m, const float *rain);

// Erodes the land in steps of time. In each step land rises by uplift_m, then rivers cut into it, more with
// more water (drainage.flow) and with steeper slopes. Rivers stay where the last tr_drainage_solve found them,
// which must have been for these heights; pits that it found fill by half. Sea is unchanged and is the base
// level of erosion. strength is dimensionless: with F = strength * √A / l, for a flow A over an edge of length
// l in radians, each step divides the drop along the edge by 1 + F, so the result hardly depends on the
// resolution of the globe. A strength of 0.035 and 24 steps with an uplift of 40 m in the middle of ranges make
// mountains of 6 km. Stable for any strength. (Stream power with m = ½, n = 1, implicit in time: Braun and
// Willett 2013.)
void tr_drainage_erode(const tr_drainage *drainage, int steps, float strength, float *height_m,
                       const float *uplift_m);
