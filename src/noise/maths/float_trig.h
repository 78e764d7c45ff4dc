// Arc tangents in float, for kernels: the same bits everywhere, and loops with them become vectors.
#pragma once

// The arc tangent of x in [0, 1]: Abramowitz and Stegun 4.4.47, error below 1e-5.
static inline float tr_small_atan(float x) {
    const float q = x * x;
    return x * (0.9998660f - q * (0.3302995f - q * (0.1801410f - q * (0.0851330f - q * 0.0208351f))));
}

// The angle of the vector (x, y) in turns, -½ … ½; 0 for the zero vector.
static inline float tr_turns(float y, float x) {
    const float ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
    const float low = ax < ay ? ax : ay, high = ax < ay ? ay : ax;
    float a = tr_small_atan(low / (high > 1e-30f ? high : 1e-30f)) * 0.15915494f;
    a = ax < ay ? 0.25f - a : a;
    a = x < 0 ? 0.5f - a : a;
    return y < 0 ? -a : a;
}
