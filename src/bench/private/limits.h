// The loops that measure the machine's limits (limits_kernel.c). Private to limits.c.
#pragma once
#include "base/isa.h"
#include <stddef.h>

// Fills memory with non-temporal stores.
TR_DECLARE_KERNEL(tr_limit_write, (size_t bytes, void *to))
// *kept depends on all words, so that none of them is skipped.
TR_DECLARE_KERNEL(tr_limit_read, (size_t bytes, const void *from, float *kept))
// At least `operations` multiplications and additions of floats, half of each, not fused. *kept has no meaning.
TR_DECLARE_KERNEL(tr_limit_arithmetic, (double operations, float *kept))
