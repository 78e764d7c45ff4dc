// Functions of one number that the solvers of planet-wide fields share. They use only additions, products and
// divisions, so every machine gives the same bits.
#pragma once
#include "base/maths.h"

// exp(-x) for x ≥ 0, within 5 % up to x = 4 and with a fatter tail: 1 / (exp(x / 16))^16, where exp is three
// terms of its series.
static inline float shape_fade(float x) {
    const float t = x / 16, first = 1 + t + 0.5f * t * t, second = first * first, fourth = second * second;
    const float eighth = fourth * fourth;
    return 1 / (eighth * eighth);
}

// A bell curve with that half-width: about exp(-(x / width)²).
static inline float shape_bell(float x, float width) { return shape_fade(x * x / (width * width)); }
