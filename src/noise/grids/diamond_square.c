#include "noise/grids/diamond_square.h"

static tr_status check_period(const char *name, int64_t period, int iterations, tr_error *error) {
    const int64_t most = (int64_t)1 << (62 - iterations);
    if (period < 0 || period > most)
        return tr_fail(error, TR_BAD_INPUT, "%s is %lld: 0 to %lld are possible", name, (long long)period,
                       (long long)most);
    return TR_OK;
}

static tr_status check(const tr_diamond_square_numbers *n, tr_error *error) {
    if (n->iterations < 0 || n->iterations > TR_MAX_LEVELS)
        return tr_fail(error, TR_BAD_INPUT, "iterations is %d: 0 to %d are possible", n->iterations,
                       TR_MAX_LEVELS);
    if (!(n->persistence >= 0 && n->persistence <= 2)) // not a number fails too
        return tr_fail(error, TR_BAD_INPUT, "persistence is %g: 0 to 2 are possible", n->persistence);
    tr_status status = check_period("period_x", n->period_x, n->iterations, error);
    return status == TR_OK ? check_period("period_y", n->period_y, n->iterations, error) : status;
}

static tr_axis axis(int64_t period) { return (tr_axis){period ? TR_EDGES_WRAP : TR_EDGES_NONE, period}; }

tr_status tr_diamond_square(const tr_diamond_square_numbers *n, tr_isa isa, tr_pool *pool, int64_t x0,
                            int64_t y0, int width, int height, float *out, tr_error *error) {
    tr_status status = check(n, error);
    if (status != TR_OK)
        return status;
    // Level 0 has amplitude 1 and the first iteration `persistence`; a little is kept back for roundings.
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
