// Kernels of fields over samples that a test has.
#pragma once
#include "noise/kernels.h"

// `texel`: the angle that one of the map's spans, or 0; `list`: NULL, but of kernels over sites.
static inline void evaluate_kernel(tr_field_kernel *kernel, const void *plan, float texel, int count,
                                   int columns, const float *x, const float *y, const float *z, int32_t *list,
                                   float *out) {
    const tr_block block = {
        .texel = texel, .count = count, .columns = columns, .x = x, .y = y, .z = z, .list = list};
    kernel(plan, &block, out);
}
