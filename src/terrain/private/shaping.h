// Shapes of one number that solvers of planet-wide fields share: additions, products and divisions alone, so
// that every machine has the same bits.
#pragma once

static inline float shape_clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

// 0 up to `from`, 1 beyond `to` (which may be the smaller one), smooth between.
static inline float shape_step(float from, float to, float x) {
    const float t = shape_clamp((x - from) / (to - from), 0, 1);
    return t * t * (3 - 2 * t);
}

// exp(-x) for x from 0 on, within 5 % of itself up to 4 and with a fatter tail: 1 / (exp(x / 16))^16, the inner
// one by three terms of its series.
static inline float shape_fade(float x) {
    const float t = x / 16, first = 1 + t + 0.5f * t * t, second = first * first, fourth = second * second;
    const float eighth = fourth * fourth;
    return 1 / (eighth * eighth);
}

// A bell of that half-width: about exp(-(x / width)²).
static inline float shape_bell(float x, float width) { return shape_fade(x * x / (width * width)); }
