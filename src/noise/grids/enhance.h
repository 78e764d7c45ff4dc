// Believable detail for a height map: midpoint displacement that starts from a map ("Diamond square algorithm",
// 2018, whose author promises just this) instead of random numbers. Maps need more than that method has:
//
// - A new point is predicted from four points in a row instead of two (Dyn, Levin, Gregory 1987, "A 4-point
//   interpolatory subdivision scheme"), along rows and then down columns. Means of two leave a crease on every
//   given point, in which one sees the old lattice; these curves go through the points without a bend.
// - How strong the detail is differs from place to place. Round each given point it is measured how far the map
//   itself is from such predictions; the detail is as much weaker as the map's finest detail is weaker than the
//   next coarser one. So mountains get rocky, plains stay plain, and what is flat stays flat to the bit (unless
//   it is one cell wide: then it may be a crest or a valley).
// - A map of few bits has steps, which look like roughness. What steps of that size can do to a slope is taken
//   off what is measured. The steps themselves stay, as the given points do.
// - A sea gets a coast of its own: see lower_sea_bed in enhance.c.
// - Texels are cells, and heights those of their middles, as in all maps of ours. Middles of finer cells lie
//   between those of coarser ones, never on them: so points are doubled as in a mesh, the given ones among
//   them, and the texels of the result are the middles of the finest mesh's cells.
// More: docs/internals/enhance.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TR_ENHANCE_MAX_TIMES = 8,
    TR_ENHANCE_MAX_SIZE = 262144, // samples along an axis of the result
    TR_ENHANCE_TILE_COLUMNS = 512,
    TR_ENHANCE_TILE_ROWS = 64,
};

typedef struct tr_enhance_numbers {
    int width, height;       // of the map, at least 2 each
    const uint16_t *heights; // row by row; borrowed for as long as the enhancement lives
    int times;               // 1 to TR_ENHANCE_MAX_TIMES: each doubles the resolution
    bool wrap_x, wrap_y;     // the right edge meets the left one, the lower the upper
    bool estimate;           // the roughness from the map itself
    double roughness; // else: 0 (smooth) to 1 (as rough at any scale); its fractal dimension is about 2 more
    uint64_t seed;
} tr_enhance_numbers;

typedef struct tr_enhancement tr_enhancement;

// Measures the map. W texels of an axis become W * 2^times, those of texel x the texels x * 2^times …
// (x + 1) * 2^times - 1. Without wrapping the half texel beyond the middles of the outermost ones goes on with
// the slope that it has there. Errors: TR_BAD_INPUT (numbers out of range, a result that is too large),
// TR_NO_MEMORY. The pool is used during the call, and says for how many workers there is scratch memory.
tr_status tr_enhance_create(const tr_enhance_numbers *numbers, tr_isa isa, tr_pool *pool,
                            tr_enhancement **enhancement, tr_error *error);
void tr_enhance_destroy(tr_enhancement *enhancement); // NULL is allowed

int tr_enhance_width(const tr_enhancement *enhancement);
int tr_enhance_height(const tr_enhancement *enhancement);
// The roughness that was set or found, 0 to 1.
double tr_enhance_roughness(const tr_enhancement *enhancement);

// Computes the samples from column left and row top on, at most TR_ENHANCE_TILE_COLUMNS by
// TR_ENHANCE_TILE_ROWS, and writes them to rows that are `stride` samples apart. What a
// sample gets depends on nothing else: neither on the tile, nor the worker, nor the instruction set. From any
// thread, with a worker 0 … threads of the pool - 1 that nobody else uses at the time.
void tr_enhance_tile(const tr_enhancement *enhancement, int worker, int left, int top, int columns, int rows,
                     size_t stride, uint16_t *out);

// ---- kernels -----------------------------------------------------------------------------------

// Loops over rows of samples; arrays of one call do not overlap unless it is said.
// Twice as many points along a row: out[2 i] = in[i], out[2 i + 1] = the point predicted between in[i] and
// in[i + 1] from in[i - 1] … in[i + 2]; i = 0 … count - 1. Between points at or below the sea none rises.
TR_DECLARE_KERNEL(tr_enhance_across, (int count, float sea, const float *in, float *out))
// The point predicted between rows b and c from rows a, b, c, d that follow each other.
TR_DECLARE_KERNEL(tr_enhance_between, (int count, float sea, const float *a, const float *b, const float *c,
                                       const float *d, float *out))
// Only the points between: out[i] = the point predicted between in[i] and in[i + 1].
TR_DECLARE_KERNEL(tr_enhance_middles, (int count, float sea, const float *in, float *out))
// The same with means of two, for what must not swing.
TR_DECLARE_KERNEL(tr_enhance_across_linear, (int count, const float *in, float *out))
TR_DECLARE_KERNEL(tr_enhance_middles_linear, (int count, const float *in, float *out))
TR_DECLARE_KERNEL(tr_enhance_between_linear, (int count, const float *b, const float *c, float *out))
// out = base + scale * amplitude * tr_point_random(keys ^ row), with one scale for even and one for odd
// elements; count is even.
TR_DECLARE_KERNEL(tr_enhance_displace, (int count, const float *base, const float *amplitude,
                                        const uint32_t *keys, uint32_t row, const float scale[2], float *out))
// To whole numbers lowest … 65535; what is beyond them is cut off.
TR_DECLARE_KERNEL(tr_enhance_to_heights, (int count, float lowest, const float *in, uint16_t *out))

// Squared distance of points from their prediction by the points at distance 1 and 3 on either side, mean
// of both axes, less floor but not below 0. rows are the rows at -3, -1, 0, 1, 3; reads three elements
// beyond the ends.
TR_DECLARE_KERNEL(tr_enhance_residuals, (int count, const float *const rows[5], float floor, float *out))
// Squared difference of neighbours, mean of the four, times share, less floor. rows: at -1, 0, 1.
TR_DECLARE_KERNEL(tr_enhance_relief,
                  (int count, const float *const rows[3], float fraction, float floor, float *out))
// Binomial blur (1 4 6 4 1)/16 along a row; reads two elements beyond the ends.
TR_DECLARE_KERNEL(tr_enhance_blur, (int count, const float *in, float *out))
// The square root of the same blur across five rows, but at most the smallest range of heights of the four
// cells round the point. heights: the rows at -1, 0, 1; reads one element of them beyond the ends.
TR_DECLARE_KERNEL(tr_enhance_amplitudes,
                  (int count, const float *const energies[5], const float *const heights[3], float *out))
