// The loops that find the machine's limits (limits_kernel.c). Private to limits.c.
#pragma once
#include "noise/kernels.h"
#include <stddef.h>

typedef struct tr_limit_kernels {
    // Fills memory past the caches.
    void (*write)(size_t bytes, void *to);
    // The xor of all words: nothing is kept.
    unsigned (*read)(size_t bytes, const void *from);
    // At least `operations` multiplications and additions of floats, half of each, not fused. The result means
    // nothing.
    float (*arithmetic)(double operations);
} tr_limit_kernels;
