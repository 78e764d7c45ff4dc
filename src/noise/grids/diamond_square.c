#include "noise/grids/diamond_square.h"

#include <assert.h>

static tr_axis axis(int64_t period) { return (tr_axis){period ? TR_EDGES_WRAP : TR_EDGES_NONE, period}; }

tr_status tr_diamond_square(const tr_diamond_square_numbers *n, tr_isa isa, tr_pool *pool, int64_t x0,
                            int64_t y0, int width, int height, float *out, tr_error *error) {
    assert(n->iterations >= 0 && n->iterations <= TR_MAX_LEVELS && n->persistence >= 0 && n->persistence <= 2);
    // Level 0 has amplitude 1 and the first iteration `persistence`; a small margin covers rounding.
    const double most = 1 + n->persistence * tr_subdivision_range(n->iterations, n->persistence, n->six_point);
    const double scale = 1 / (most * 1.00001);
    tr_subdivision field = {.seed = n->seed,
                            .levels = n->iterations,
                            .six_point = n->six_point,
                            .x = axis(n->period_x),
                            .y = axis(n->period_y),
                            .base_amplitude = (float)scale,
                            .watch = n->watch};
    tr_subdivision_amplitudes(&field, n->persistence * scale, n->persistence);
    return tr_subdivide(&field, isa, pool, x0, y0, width, height, out, error);
}
