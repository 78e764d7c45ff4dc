// Diamond-square as an infinite field: "Field Diamond Squared Fractal Terrain Algorithm" (Tatarize
// 2013), with the weights of "Diamond Square Algorithm" (2018) as an option.
#pragma once
#include "noise/grids/subdivide.h"

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
// field, in [-1, 1]. Coordinates go from -2^62 to 2^62. Windows agree where they overlap, bit for bit.
//
// Offsets are centred on zero, and the field is divided by the largest value that random numbers at their end
// everywhere would give (tr_subdivision_range), not by one that is measured.
// Errors: TR_NO_MEMORY, TR_STOPPED. Same bits on any number of threads.
tr_status tr_diamond_square(const tr_diamond_square_numbers *numbers, tr_isa isa, tr_pool *pool, int64_t x0,
                            int64_t y0, int width, int height, float *out, tr_error *error);
