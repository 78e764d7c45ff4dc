// Sizes are multiplied with an overflow check before anything is allocated.
#pragma once
#include "base/memory.h"
#include <stdbool.h>

// *product = a * b; false when it does not fit.
static inline bool tr_size_multiply(size_t a, size_t b, size_t *product) {
    return !__builtin_mul_overflow(a, b, product);
}

// An array of count elements, or NULL when it does not fit or there is no memory. Free with tr_free().
void *tr_allocate(size_t count, size_t element_bytes);
