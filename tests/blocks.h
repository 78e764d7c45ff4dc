// Runs field kernels over samples given by a test.
#pragma once
#include "noise/kernels.h"

// `texel`: the angle of one texel of the map, or 0. `list`: scratch for kernels over sites, otherwise NULL.
static inline void evaluate_kernel(tr_field_kernel *kernel, const void *plan, float texel, int count,
                                   int columns, const float *x, const float *y, const float *z, int32_t *list,
                                   float *out) {
    const tr_block block = {
        .texel = texel, .count = count, .columns = columns, .x = x, .y = y, .z = z, .list = list};
    kernel(plan, &block, out);
}
