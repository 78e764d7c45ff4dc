// Olsen noise ("3D Olsen Noise", Tatarize 2014): diamond-square without its bias.
//
// Level 0 is one random bit per cell, the highest bit. Level l is level l - 1 with each cell halved along each
// axis, blurred by a box of three cells along each axis, plus one more random bit, the next lower one:
//
//     L(l, x, y) = ⌊ Σ L(l - 1, ⌊(x + i)/2⌋, ⌊(y + j)/2⌋) / 9 ⌋ + bit(l, x, y),     i, j = 0, 1, 2
//
// Every cell gets a bit at every level, so there is no positional bias. All values are whole numbers, and the
// bits add up to the full range, so no normalisation is needed. The method works for any number of axes.
#pragma once
#include "base/pool.h"
#include "base/status.h"
#include "noise/grids/displacement.h"

enum { TR_OLSEN_MAX_LEVELS = 16 };

typedef struct tr_olsen_numbers {
    uint64_t seed;
    int levels; // 1 to 16: values are 0 … 2^levels - 1, and a cell of level 0 is 2^(levels - 1) samples
    bool tent;  // blur with the weights 1-2-1 instead of 1-1-1: smoother
    int64_t period[3];     // along x, y, z, in cells of level 0; 0: the field never repeats. At most 2^46
    const tr_watch *watch; // or NULL; polled between tiles
} tr_olsen_numbers;

// Fills out[width * height], row by row, with the samples x0 … x0 + width - 1, y0 … y0 + height - 1 of the
// plane field. Windows agree where they overlap. Coordinates go from -2^62 to 2^62. Errors: TR_NO_MEMORY,
// TR_STOPPED. Same values on any number of threads.
tr_status tr_olsen_2d(const tr_olsen_numbers *numbers, tr_isa isa, tr_pool *pool, int64_t x0, int64_t y0,
                      int width, int height, uint16_t *out, tr_error *error);

// A box of the space field: first[k] … first[k] + size[k] - 1 along axis k (x, y, z). In out, axis order[0]
// varies fastest and order[2] slowest: {0, 1, 2} gives slices of rows along x. The order does not affect
// values; a thin box is fastest with its thinnest axis last.
tr_status tr_olsen_3d(const tr_olsen_numbers *numbers, tr_isa isa, tr_pool *pool, const int64_t first[3],
                      const int size[3], const int order[3], uint16_t *out, tr_error *error);
