// For kernels that make things at random: numbers one after the other, and what softens their ends.
#pragma once
#include "base/hash.h"
#include "base/maths.h"

// 0 before 0, 1 from 1 on, without a corner.
static inline float ease(float t) {
    t = tr_clampf(t, 0, 1);
    return t * t * (3 - 2 * t);
}

// The next random number 0 … 1 of what began with the hash *h.
static inline float draw(uint32_t *h) {
    *h = (*h ^ (*h >> 16)) * TR_HASH_SECOND + 0x6d2b79f5u;
    uint32_t r = (*h ^ (*h >> 15)) * TR_HASH_FIRST;
    r ^= r >> 14;
    return (float)(r >> 8) * 0x1p-24f;
}
