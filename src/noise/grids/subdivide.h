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

// Sorts by row, then column. Of several points at one position the highest counts.
void tr_given_sort(tr_given *given, int count);

// Computes the samples x0 … x0 + width - 1, y0 … y0 + height - 1 of the finest level, row by row.
// out has width * height elements. Overlapping windows have equal bits, with any number of threads and any
// instruction set, because each tile is computed independently from a few points of level 0. Coordinates are
// within ±2^62, sizes 1 … 2^26. Errors: TR_NO_MEMORY, TR_STOPPED. Call from one thread at a time per pool.
tr_status tr_subdivide(const tr_subdivision *field, tr_isa isa, tr_pool *pool, int64_t x0, int64_t y0,
                       int width, int height, float *out, tr_error *error);

// The largest sum of offsets that a point can get if the first amplitude is 1. Fields are normalised by it. The
// maximum depends on the position of the point in its cell: see tr_subdivision_highest.
double tr_subdivision_range(int levels, double persistence, bool six_point);
// As tr_subdivision_range, if the first amplitude is `persistence`; 0 if the result is too small to divide by.
double tr_subdivision_reach(int levels, double persistence, bool six_point);

// The positional bias of the method: the highest value that each point of a cell can have after `levels` levels
// (at most 10), over a base of 0 and with the first amplitude 1. The author found the bias by using the largest
// random number everywhere. A method without it would give the same value everywhere. This one lifts midpoints
// of edges (1.5 after one level) more than centres (1) and corners (0). out has 4^levels elements, row by row.
void tr_subdivision_highest(int levels, double persistence, bool six_point, double *out);

// ---- midpoint displacement ---------------------------------------------------------------------

// After "Midpoint Displacement Noise Generation" (Println 2014b): a map that wraps and starts from one point.
//
// amplitude, base_width, base_height, base, given and given_count may be zero for their defaults.
typedef struct tr_midpoint_numbers {
    int width, height; // samples, at least 1
    bool wrap;         // the right edge adjoins the left one, the lower the upper
    // The amplitude of the first value. That of the first level is amplitude * persistence. The map is 0.5 ±
    // (amplitude + the sum of all levels), as in Println 2014b. 0: the largest one that keeps the noise in [0,
    // 1].
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
// Edges. Without wrap the lattice has one more point at the end of each axis: base_width - 1 cells of 2^k. A
// point on an edge uses the mirror image of its inner neighbour for the missing one. If all points of the edges
// are given, the map fits between its neighbours, because it uses no other data from outside.
//
// Given points keep their value. Of several points at one position the highest counts. Errors: TR_NO_MEMORY,
// TR_STOPPED. Same bits on any number of threads.
tr_status tr_midpoint(const tr_midpoint_numbers *numbers, tr_isa isa, tr_pool *pool, float *out,
                      tr_error *error);

// ---- diamond-square ----------------------------------------------------------------------------

// As an infinite field: "Field Diamond Squared Fractal Terrain Algorithm" (Tatarize 2013), with the weights of
// "Diamond Square Algorithm" (2018) as an option.
typedef struct tr_diamond_square_numbers {
    uint64_t seed;
    int iterations;             // 0 to TR_MAX_LEVELS: level 0 has a point every 2^iterations samples
    double persistence;         // 0 to 2: amplitude ratio of successive iterations
    bool six_point;             // older neighbours have double weight, which reduces dimples
    int64_t period_x, period_y; // in points of level 0: the field repeats after period * 2^iterations samples,
                                // at most 2^62; 0: it never repeats
    const tr_watch *watch;      // or NULL; polled between tiles
} tr_diamond_square_numbers;

// Fills out[width * height], row by row, with the samples x0 … x0 + width - 1, y0 … y0 + height - 1 of the
// field, in [-1, 1]. Coordinates go from -2^62 to 2^62. Overlapping windows have equal bits.
//
// Offsets are centred on zero. The field is divided by its theoretical maximum (tr_subdivision_range), not by a
// measured one, so that it does not depend on the window. Errors: TR_NO_MEMORY, TR_STOPPED. Same bits on any
// number of threads.
tr_status tr_diamond_square(const tr_diamond_square_numbers *numbers, tr_isa isa, tr_pool *pool, int64_t x0,
                            int64_t y0, int width, int height, float *out, tr_error *error);
