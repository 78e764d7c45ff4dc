#include "fields/field.h"
#include "fields/private/rows.h"

#include <string.h>

static void evaluate(const tr_field_plan *plan, const tr_block *block, float *restrict out) {
    (void)plan;
    memcpy(out, block->y, (size_t)block->count * sizeof *out);
}

const tr_field_type tr_field_sin_latitude = {
    .kind = {.name = "sin_latitude", .what = "sine of the latitude: -1 at the south pole, 1 at the north pole"},
    .example = {.name = "sin_latitude", .json = EXAMPLE("sin_latitude", "")},
    .range = {-1, 1},
    .evaluate = evaluate};

static void evaluate_absolute(const tr_field_plan *plan, const tr_block *block, float *restrict out) {
    (void)plan;
    for (int i = 0; i < block->count; i++)
        out[i] = block->y[i] < 0 ? -block->y[i] : block->y[i];
}

const tr_field_type tr_field_abs_sin_latitude = {
    .kind = {.name = "abs_sin_latitude", .what = "|sine of the latitude|: 0 at the equator, 1 at the poles"},
    .example = {.name = "abs_sin_latitude", .json = EXAMPLE("abs_sin_latitude", "")},
    .range = {0, 1},
    .evaluate = evaluate_absolute};
