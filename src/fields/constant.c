// A constant: the shortest field.
#include "fields/field.h"
#include "fields/private/rows.h"

static void evaluate(const tr_field_plan *plan, const tr_block *block, float *restrict out) {
    (void)plan;
    for (int i = 0; i < block->count; i++)
        out[i] = 1;
}

const tr_field_type tr_field_constant = {.kind = {.name = "constant", .what = "1 everywhere"},
                                         .placeless = true,
                                         .example = {.name = "constant", .json = EXAMPLE("constant", "")},
                                         .range = {0, 1},
                                         .evaluate = evaluate};
