// Adds plausible detail to a height map: midpoint displacement that starts from a map instead of random numbers
// (as proposed in "Diamond square algorithm", 2018). Maps need some additions to that method:
//
// - A new point is predicted from four points in a row instead of two (Dyn, Levin, Gregory 1987, "A 4-point
//   interpolatory subdivision scheme"), along rows and then down columns. Means of two points leave a crease at
//   every given point, which makes the old lattice visible; these curves pass through the points smoothly.
// - The strength of the detail varies from place to place. The deviation of the map from such predictions is
//   measured round each given point. The detail is as much weaker as the map's finest detail is weaker than the
//   next coarser one. So mountains get rocky, plains stay plain, and flat areas stay flat to the bit (unless
//   they are one cell wide: then they may be a crest or a valley).
// - A map of few bits has steps, which look like roughness. The largest effect that steps of that size have on
//   a slope is subtracted from the measurement. The steps themselves stay, because the given points do.
// - A sea gets a coast at a finer resolution: see lower_sea_bed in enhance.c.
// - Texels are cells, and heights are those of their centres, as in all our maps. Centres of finer cells lie
//   between those of coarser cells, never on them. So points are doubled as in a mesh that contains the given
//   points, and the texels of the result are the centres of the finest mesh's cells.
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
    TR_ENHANCE_MAX_SIZE = 262144, // limit for samples along an axis of the result
    TR_ENHANCE_TILE_COLUMNS = 512,
    TR_ENHANCE_TILE_ROWS = 64,
};

typedef struct tr_enhance_numbers {
    int width, height;       // of the map, at least 2 each
    const uint16_t *heights; // row by row; borrowed for the lifetime of the enhancement
    int times;               // 1 to TR_ENHANCE_MAX_TIMES: each doubles the resolution
    bool wrap_x, wrap_y;     // the right edge adjoins the left one, the lower the upper
    bool estimate;           // estimate the roughness from the map
    double roughness; // else: 0 (smooth) to 1 (equally rough at any scale); fractal dimension minus about 2
    uint64_t seed;
} tr_enhance_numbers;

typedef struct tr_enhancement tr_enhancement;

// Measures the map. W texels of an axis become W * 2^times; texel x becomes the texels x * 2^times … (x + 1) *
// 2^times - 1. Without wrapping, the half texel beyond the outermost centres continues their slope. Errors:
// TR_BAD_INPUT (numbers out of range, a result that is too large), TR_NO_MEMORY. The pool is used during the
// call; its number of threads determines the scratch memory.
tr_status tr_enhance_create(const tr_enhance_numbers *numbers, tr_isa isa, tr_pool *pool,
                            tr_enhancement **enhancement, tr_error *error);
void tr_enhance_destroy(tr_enhancement *enhancement); // NULL is allowed

int tr_enhance_width(const tr_enhancement *enhancement);
int tr_enhance_height(const tr_enhancement *enhancement);
// The roughness that was set or estimated, 0 to 1.
double tr_enhance_roughness(const tr_enhancement *enhancement);

// Computes the samples from column left and row top on, at most TR_ENHANCE_TILE_COLUMNS by
// TR_ENHANCE_TILE_ROWS, into rows that are `stride` samples apart. The value of a sample does not depend on the
// tile, the worker or the instruction set. Any thread. worker is 0 … threads of the pool - 1, and only one
// thread may use it at a time.
void tr_enhance_tile(const tr_enhancement *enhancement, int worker, int left, int top, int columns, int rows,
                     size_t stride, uint16_t *out);

// ---- kernels -----------------------------------------------------------------------------------

// Loops over rows of samples. Arrays of one call do not overlap unless stated otherwise.
//
// Doubles the points along a row: out[2 i] = in[i], out[2 i + 1] = the point predicted between in[i] and in[i +
// 1] from in[i - 1] … in[i + 2]; i = 0 … count - 1. Between two points at or below the sea the prediction is
// not higher than both.
TR_DECLARE_KERNEL(tr_enhance_across, (int count, float sea, const float *in, float *out))
// Predicts points halfway between rows b and c of the consecutive rows a, b, c, d. For points between columns
// pass one row four times, each one point further on.
TR_DECLARE_KERNEL(tr_enhance_between, (int count, float sea, const float *a, const float *b, const float *c,
                                       const float *d, float *out))
// The same by means of two points, for data that must not overshoot.
TR_DECLARE_KERNEL(tr_enhance_across_linear, (int count, const float *in, float *out))
TR_DECLARE_KERNEL(tr_enhance_between_linear, (int count, const float *b, const float *c, float *out))
// out = base + scale * amplitude * tr_point_random(keys ^ row), with one scale for even and another for odd
// elements. count is even.
TR_DECLARE_KERNEL(tr_enhance_displace, (int count, const float *base, const float *amplitude,
                                        const uint32_t *keys, uint32_t row, const float scale[2], float *out))
// Converts to whole numbers, clamped to lowest … 65535.
TR_DECLARE_KERNEL(tr_enhance_to_heights, (int count, float lowest, const float *in, uint16_t *out))

// Squared difference between points and their prediction from the points at distance 1 and 3 on either side,
// averaged over both axes, minus floor, at least 0. rows are the rows at -3, -1, 0, 1, 3. Reads three elements
// beyond the ends.
TR_DECLARE_KERNEL(tr_enhance_residuals, (int count, const float *const rows[5], float floor, float *out))
// Squared difference between neighbours, averaged over the four, times share, minus floor. rows: at -1, 0, 1.
TR_DECLARE_KERNEL(tr_enhance_relief,
                  (int count, const float *const rows[3], float fraction, float floor, float *out))
// Binomial blur (1 4 6 4 1)/16 along a row; reads two elements beyond the ends.
TR_DECLARE_KERNEL(tr_enhance_blur, (int count, const float *in, float *out))
// The square root of the same blur across five rows, limited to the smallest height range of the four cells
// round the point. heights: the rows at -1, 0, 1. Reads one element of them beyond the ends.
TR_DECLARE_KERNEL(tr_enhance_amplitudes,
                  (int count, const float *const energies[5], const float *const heights[3], float *out))
