// Midpoint displacement after "Midpoint Displacement Noise Generation" (Println 2014b): a map that wraps and
// starts from one point.
#pragma once
#include "noise/grids/subdivide.h"

// Zero stands for the usual choice of amplitude, base_width, base_height, base, given and given_count.
typedef struct tr_midpoint_numbers {
    int width, height; // samples, at least 1
    bool wrap;         // the right edge adjoins the left one, the lower the upper
    // Of the first value; of the first level it is amplitude * persistence: the map is 0.5 ± (amplitude and
    // what all levels add), as in Println 2014b. Without one as much as keeps noise in [0, 1].
    double amplitude;
    double persistence; // 0 to 2: amplitude ratio of successive levels
    bool six_point;     // older neighbours have double weight, which reduces dimples
    uint64_t seed;
    // A smaller map of any field to start from, so that features are spread over the map instead of one large
    // hill: base_width * base_height values, row by row. Without it the map starts from random values. Without
    // sizes too, it starts from one value (wrapped) or from four corners.
    int base_width, base_height;
    const float *base;
    // Points of the map with fixed values, for example to force a mountain or whole edges.
    tr_given *given; // is sorted
    int given_count;
    const tr_watch *watch; // or NULL; polled between tiles
} tr_midpoint_numbers;

// Fills out[width * height], row by row.
//
// Size. The lattice has base_width * 2^k columns and base_height * 2^k rows, with the smallest k that is
// enough; the map is its upper left part. Only a map of the full size wraps.
//
// Edges. Without wrap the lattice has one more point at the end of each axis, base_width - 1 cells of 2^k, and
// a point on an edge takes its missing neighbour to be the mirror image of the one inside. Edges that are
// given entirely fit the map between its neighbours: nothing else outside of it is ever asked for.
//
// Given points keep their value. Of several at one place the highest counts. Errors: TR_NO_MEMORY, TR_STOPPED.
// Same bits on any number of threads.
tr_status tr_midpoint(const tr_midpoint_numbers *numbers, tr_isa isa, tr_pool *pool, float *out,
                      tr_error *error);
