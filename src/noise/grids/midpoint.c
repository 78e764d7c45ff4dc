#include "noise/grids/midpoint.h"

#include <assert.h>

// Random numbers at their end everywhere would lift a point so far; a little more for roundings.
static double usual_amplitude(const tr_midpoint_numbers *n, int levels) {
    const double rest = n->persistence * tr_subdivision_range(levels, n->persistence, n->six_point);
    const double most = n->base ? rest : 1 + rest;
    return most > 0 ? 0.5 / (most * 1.00001) : 0;
}

tr_status tr_midpoint(const tr_midpoint_numbers *n, tr_isa isa, tr_pool *pool, float *out, tr_error *error) {
    const tr_edges edges = n->wrap ? TR_EDGES_WRAP : TR_EDGES_MIRROR;
    const int end = n->wrap ? 0 : 1, least = 1 + end;
    tr_subdivision field = {.seed = n->seed,
                            .six_point = n->six_point,
                            .x = {edges, (n->base_width ? n->base_width : least) - end},
                            .y = {edges, (n->base_height ? n->base_height : least) - end},
                            .base = n->base,
                            .base_centre = 0.5f,
                            .given = n->given,
                            .given_count = n->given_count,
                            .watch = n->watch};
    assert(field.x.cells >= 1 && field.y.cells >= 1 && n->persistence >= 0 && n->persistence <= 2);
    while ((field.x.cells << field.levels) + end < n->width ||
           (field.y.cells << field.levels) + end < n->height)
        field.levels++;
    const double first = n->amplitude > 0 ? n->amplitude : usual_amplitude(n, field.levels);
    field.base_amplitude = (float)first;
    tr_subdivision_amplitudes(&field, first * n->persistence, n->persistence);
    tr_given_sort(n->given, n->given_count);
    return tr_subdivide(&field, isa, pool, 0, 0, n->width, n->height, out, error);
}
