// Where water runs on a planet: pits filled to their rims, rivers by the steepest way down, and what they do to
// the ground in the long run.
// More: docs/internals/rivers.md.
#pragma once
#include "noise/grids/globe.h"

// Everything for each point of a globe. Sea is what lies at 0 m or below; a planet without sea has one at its
// lowest point, so that every river ends somewhere.
typedef struct tr_drainage {
    int count;     // points of the globe
    float *place;  // 3 * count: directions of the points, moved a little off the lattice, along whose axes and
                   // diagonals all rivers would run otherwise; lengths are measured between these
    float *filled; // m: the ground, or the water's surface where the ground lies in a pit; of land a hair
                   // above what it drains to, of sea the sea's floor
    int32_t *receiver; // the neighbour that a point drains to, -1 for sea
    int32_t *order;    // all points: sea first, then land in an order in which each comes after its receiver
    int sea_count;     // so many of them are sea
    float *flow;       // what runs through: steradians of land upstream and here, times the rain there
    struct drainage_land *land; // working memory
    tr_meter *meter;            // counts, and stops what follows; or NULL
} tr_drainage;

// Memory for a globe, nothing solved yet. Errors: TR_NO_MEMORY.
tr_status tr_drainage_create(const tr_globe *globe, tr_meter *meter, tr_drainage *drainage, tr_error *error);
// Frees what tr_drainage_create made; a drainage of zeros is allowed.
void tr_drainage_clear(tr_drainage *drainage);

// Finds where the water runs over ground of these heights. rain is in any unit, at least 0 everywhere; NULL
// stands for 1. Same bits everywhere. (Priority flood: Barnes, Lehman, Mulla 2014.)
void tr_drainage_solve(tr_drainage *drainage, const tr_globe *globe, const float *height_m, const float *rain);

// Steps in time: in each, land rises by uplift_m, then rivers cut into it, the more the more water they carry
// (drainage.flow) and the steeper they are. They stay where they were found by the last tr_drainage_solve,
// which was for these heights; pits that it found fill by half. Sea stays as it is and is the base that land is
// worn down to. strength is without dimension: a river of flow A over an edge of length l, in radians, closes
// strength * √A / l of its drop against 1, so the result hardly depends on how fine the globe is; 0.035 and 24
// steps of 40 m in the middle of ranges make mountains of 6 km. Stable for any strength. (Stream power with
// m = ½, n = 1, implicit in time: Braun and Willett 2013.)
void tr_drainage_erode(const tr_drainage *drainage, int steps, float strength, float *height_m,
                       const float *uplift_m);
