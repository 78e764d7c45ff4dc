// The algorithm behind midpoint displacement and diamond-square (Fournier, Fussell, Carpenter 1982; Println
// 2014b; Tatarize 2013): a lattice of squares is refined level by level.
//
//     o   o        o   o        o + o      o point of the coarser level
//            ->      x     ->   + x +      x centre: mean of the four corners + offset
//     o   o        o   o        o + o      + midpoint of an edge: mean of its two ends and of the centres
//                                            on either side + offset
//
// With six points, neighbours that are a level older have double weight in both steps.
#pragma once
#include "base/pool.h"
#include "base/status.h"
#include "noise/grids/displacement.h"

// A point of the finest level with a fixed value, which also affects its neighbours.
typedef struct tr_given {
    int64_t x, y;
    float value;
} tr_given;

// A subdivided field with its numbers resolved. Level 0 is `base`, or random numbers base_centre ±
// base_amplitude.
typedef struct tr_subdivision {
    uint64_t seed;
    int levels; // at most TR_MAX_LEVELS refinements of level 0
    bool six_point;
    tr_axis x, y;
    const float
        *base; // values of level 0, row by row, `cells` of them (mirrored: cells + 1) on each axis, or NULL
    float base_centre, base_amplitude;
    float amplitude[TR_MAX_LEVELS]; // amplitude[l]: of the offsets that turn level l into level l + 1
    const tr_given *given;          // sorted by tr_given_sort; within the lattice on mirrored and wrapped axes
    int given_count;
    const tr_watch *watch; // or NULL; polled between tiles
} tr_subdivision;

// Sets amplitude[l] = first * persistence^l for all levels of the field.
void tr_subdivision_amplitudes(tr_subdivision *field, double first, double persistence);

// Sorts by row, then column. Of several at one place the highest counts.
void tr_given_sort(tr_given *given, int count);

// The samples x0 … x0 + width - 1, y0 … y0 + height - 1 of the finest level, row by row in out[width * height].
// Two windows agree where they overlap, bit for bit, and neither the number of threads nor the instruction set
// changes a bit: tiles are computed independently, each from its own few points of level 0.
// Coordinates are within ±2^62, sizes 1 … 2^26. Errors: TR_NO_MEMORY, TR_STOPPED. Call from one thread at a
// time per pool.
tr_status tr_subdivide(const tr_subdivision *field, tr_isa isa, tr_pool *pool, int64_t x0, int64_t y0,
                       int width, int height, float *out, tr_error *error);

// The largest total by which offsets can lift a point if the first amplitude is 1; fields are normalised by it.
// The points of a cell differ in this: see tr_subdivision_highest.
double tr_subdivision_range(int levels, double persistence, bool six_point);

// The bias of the method, which its author found by feeding it the largest random number everywhere: the
// highest value that each point of a cell can have after `levels` levels (at most 10), over a base of 0 and
// with the first amplitude 1. A method without positional bias would give the same everywhere. This one lifts
// midpoints of edges (1.5 after one level) more than centres (1) and corners (0). out has 4^levels elements,
// row by row.
void tr_subdivision_highest(int levels, double persistence, bool six_point, double *out);
