// Voronoi fields: distances to the nearest of many sites (Worley 1996, "A cellular texture basis function"), on
// the sphere or on the wrapped plane.
#pragma once
#include "base/status.h"
#include "noise/choices.h"
#include "noise/kernels.h"
#include "noise/sites/site_tree.h"
#include "noise/sphere.h"
#include <stdbool.h>

enum {
    TR_VORONOI_SEARCH_OPERATIONS = 1000, // (base/meter.h) to search for the sites that can affect a tile
    TR_VORONOI_NEAR = 700                // approximate limit for these sites; with more, the tile is halved
};

// A prepared field: the sites in a tree of balls, for one value and one metric. Immutable: any number of
// threads may evaluate it.
typedef struct tr_voronoi_plan {
    tr_voronoi_value value;
    tr_metric metric;
    bool plane;    // sites and samples are (u, v, 0) on the unit square, which repeats
    uint32_t seed; // for the numbers of cells
    float scale;   // 1 / mean spacing of the sites
    tr_site_tree tree;
} tr_voronoi_plan;

// The number of nearest sites that a value depends on, which is the minimum number of sites: 1, 2 or 3.
static inline int tr_voronoi_least_sites(tr_voronoi_value value) {
    static const unsigned char least[TR_VORONOI_COUNT] = {2, 1, 2, 2, 1, 3, 3, 3, 3, 2};
    return least[value];
}

// Prepares a field from its sites, at least tr_voronoi_least_sites(value). They are read only during the call.
// Edges always use the Euclidean metric. On the plane the sites lie in the unit square (z = 0), and all their
// repetitions count. watch may be NULL. Errors: TR_NO_MEMORY, TR_STOPPED. Free with tr_voronoi_clear.
tr_status tr_voronoi_prepare(tr_voronoi_value value, tr_metric metric, bool plane, uint64_t seed,
                             const tr_sites *sites, const tr_watch *watch, tr_voronoi_plan *plan,
                             tr_error *error);
// Frees what tr_voronoi_prepare made. A zeroed plan is allowed.
void tr_voronoi_clear(tr_voronoi_plan *plan);

// At directions round the unit sphere, or on the plane x = u, y = v within [-1/16, 17/16], z = 0. Equal to a
// search of all sites, bit for bit, so the result depends on the sample alone. It is fast where neighbours in a
// row and from row to row lie near each other.
TR_DECLARE_FIELD_KERNEL(tr_voronoi_evaluate)

// The same at the crossings of lines. Row j of the result begins at out + j * stride. past_caches: the result
// is larger than the caches.
TR_DECLARE_KERNEL(tr_voronoi_lines, (const tr_voronoi_plan *plan, const tr_lines *lines, bool past_caches,
                                     int stride, float *out, tr_meter *meter))

// The same, bit for bit, over a rectangle of the map of any size, row by row in out. For a whole map on several
// threads, give each thread its own rows. On the plane rows and columns may lie outside the map by a sixteenth
// of it.
void tr_voronoi_evaluate_map(const tr_voronoi_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                             tr_meter *meter);
