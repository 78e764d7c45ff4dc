// Shapes of one number that solvers of planet-wide fields share: additions, products and divisions alone, so
// that every machine has the same bits.
#pragma once
#include "base/maths.h"

// exp(-x) for x from 0 on, within 5 % of itself up to 4 and with a fatter tail: 1 / (exp(x / 16))^16, the inner
// one by three terms of its series.
static inline float shape_fade(float x) {
    const float t = x / 16, first = 1 + t + 0.5f * t * t, second = first * first, fourth = second * second;
    const float eighth = fourth * fourth;
    return 1 / (eighth * eighth);
}

// A bell of that half-width: about exp(-(x / width)²).
static inline float shape_bell(float x, float width) { return shape_fade(x * x / (width * width)); }
