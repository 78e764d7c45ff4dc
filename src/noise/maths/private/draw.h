// Helpers for kernels that place features at random: a sequence of random numbers, and a function for smooth
// transitions.
#pragma once
#include "base/hash.h"
#include "base/maths.h"

// 0 below 0, 1 above 1, with a smooth transition.
static inline float ease(float t) {
    t = tr_clampf(t, 0, 1);
    return t * t * (3 - 2 * t);
}

// The next random number 0 … 1 of the sequence with state *h, which starts with a hash.
static inline float draw(uint32_t *h) {
    *h = (*h ^ (*h >> 16)) * TR_HASH_SECOND + 0x6d2b79f5u;
    uint32_t r = (*h ^ (*h >> 15)) * TR_HASH_FIRST;
    r ^= r >> 14;
    return (float)(r >> 8) * 0x1p-24f;
}
