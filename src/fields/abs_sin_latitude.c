#include "fields/field.h"
#include "fields/private/rows.h"

static void evaluate(const tr_field_plan *plan, const tr_field_block *block, float *restrict out) {
    (void)plan;
    for (int i = 0; i < block->count; i++)
        out[i] = block->y[i] < 0 ? -block->y[i] : block->y[i];
}

const tr_field_type tr_field_abs_sin_latitude = {
    .kind = {.name = "abs_sin_latitude", .what = "|sine of the latitude|: 0 at the equator, 1 at the poles"},
    .example = {.name = "abs_sin_latitude", .json = EXAMPLE("abs_sin_latitude", "")},
    .range = {0, 1},
    .evaluate = evaluate};
