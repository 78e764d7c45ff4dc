// Trigonometry in float for kernels: same bits on every machine, and loops that use it vectorise.
#pragma once
#include <stdint.h>

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

// Cosine and sine.
typedef struct tr_wave {
    float cosine, sine;
} tr_wave;

// The cosine and sine of an angle in turns, |turns| below 2^30, within 2e-5: Taylor series for half the angle.
// The factor (1 - 4 q) makes the cosine exactly 0 at the end of the range.
static inline tr_wave tr_wave_at(float turns) {
    const float near = turns + 0.5f;
    const int32_t whole = (int32_t)near - (near < (float)(int32_t)near);
    const float r = turns - (float)whole, q = r * r;
    const float s = r * (3.1415927f - q * (5.1677128f - q * (2.5501640f - q * (0.5992645f - q * 0.0821459f))));
    const float c = (1 - 4 * q) * (1 - q * (0.9348022f - q * (0.3195033f - q * 0.0572497f)));
    return (tr_wave){1 - 2 * (s * s), 2 * (s * c)};
}
