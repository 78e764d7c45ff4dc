// What the solvers of planet-wide fields share. Functions of one number use only additions, products and
// divisions, so every machine gives the same bits.
#pragma once
#include "base/hash.h"
#include "base/maths.h"
#include "noise/maths/trig.h"

// exp(-x) for x ≥ 0, within 5 % up to x = 4 and with a fatter tail: 1 / (exp(x / 16))^16, where exp is three
// terms of its series.
static inline float shape_fade(float x) {
    const float t = x / 16, first = 1 + t + 0.5f * t * t, second = first * first, fourth = second * second;
    const float eighth = fourth * fourth;
    return 1 / (eighth * eighth);
}

// A bell curve with that half-width: about exp(-(x / width)²).
static inline float shape_bell(float x, float width) { return shape_fade(x * x / (width * width)); }

// A uniformly random direction (Archimedes: heights on a sphere are uniform).
static inline void shape_random_direction(uint64_t seed, double out[3]) {
    double sine, cosine;
    const double up = 2 * tr_hash_unit(tr_hash_pair(seed, 0)) - 1, around = sqrt(1 - up * up);
    tr_sincos(2 * TR_PI * tr_hash_unit(tr_hash_pair(seed, 1)), &sine, &cosine);
    out[0] = around * cosine, out[1] = up, out[2] = around * sine;
}
