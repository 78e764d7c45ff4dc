#include "fields/field.h"
#include "fields/private/rows.h"

#include <string.h>

static void evaluate(const tr_field_plan *plan, const tr_field_block *block, float *restrict out) {
    (void)plan;
    memcpy(out, block->y, (size_t)block->count * sizeof *out);
}

const tr_field_type tr_field_sin_latitude = {
    .kind = {.name = "sin_latitude", .what = "sine of the latitude: -1 at the south pole, 1 at the north pole"},
    .example = {.name = "sin_latitude", .json = EXAMPLE("sin_latitude", "")},
    .range = {-1, 1},
    .evaluate = evaluate};
