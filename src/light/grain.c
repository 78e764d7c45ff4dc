#include "light/grain.h"

#include "base/hash.h"
#include "base/memory.h"

#include <math.h>
#include <stddef.h>

enum { BANDS = 3 }; // octaves

// The index of a texel `by` steps from texel i along an axis, wrapped.
static size_t beside(size_t texel, size_t step, int by) {
    const int i = (int)(texel / step % TR_GRAIN_SIDE), j = (i + by) & (TR_GRAIN_SIDE - 1);
    return (size_t)((ptrdiff_t)texel + (ptrdiff_t)(j - i) * (ptrdiff_t)step);
}

// A binomial blur along one axis, over every stride-th texel.
static void blur_axis(const float *from, float *to, size_t step, int stride) {
    for (size_t k = 0; k < TR_GRAIN_TEXELS; k++)
        to[k] = 0.375F * from[k] + 0.25F * (from[beside(k, step, stride)] + from[beside(k, step, -stride)]) +
                0.0625F * (from[beside(k, step, 2 * stride)] + from[beside(k, step, -2 * stride)]);
}

// Scales values to a standard deviation of 1. Their mean is 0.
static void normalise(float *values) {
    double squares = 0;
    for (size_t k = 0; k < TR_GRAIN_TEXELS; k++)
        squares += (double)values[k] * (double)values[k];
    const float scale = (float)(1 / sqrt(squares / TR_GRAIN_TEXELS));
    for (size_t k = 0; k < TR_GRAIN_TEXELS; k++)
        values[k] *= scale;
}

// White noise through the "à trous" wavelet transform: the difference that a blur makes at each stride is one
// octave. The first octave, as fine as the texels, is left out. Each other one has twice the amplitude of the
// finer one before it, so that slopes are equal at all scales.
static void make_noise(float *noise, float *level, float *spare[2]) {
    for (size_t k = 0; k < TR_GRAIN_TEXELS; k++) {
        level[k] = (float)(tr_hash_u64(k) >> 40) / (float)(1 << 24) - 0.5F;
        noise[k] = 0;
    }
    for (int band = 0; band <= BANDS; band++) {
        blur_axis(level, spare[0], 1, 1 << band);
        blur_axis(spare[0], spare[1], TR_GRAIN_SIDE, 1 << band);
        blur_axis(spare[1], spare[0], (size_t)TR_GRAIN_SIDE * TR_GRAIN_SIDE, 1 << band);
        for (size_t k = 0; k < TR_GRAIN_TEXELS; k++) {
            spare[1][k] = level[k] - spare[0][k];
            level[k] = spare[0][k];
        }
        normalise(spare[1]);
        for (size_t k = 0; k < TR_GRAIN_TEXELS && band > 0; k++)
            noise[k] += (float)(1 << band) * spare[1][k];
    }
    normalise(noise);
}

// Encodes a signed number in eight bits, with a range of four standard deviations.
static uint8_t encode(float value) { return (uint8_t)fmaxf(1, fminf(255, 128.5F + 127.0F / 4 * value)); }

static void pack(const float *noise, float *slope, uint8_t (*texels)[4]) {
    for (int axis = 0; axis < 3; axis++) {
        const size_t step = axis == 0 ? 1 : axis == 1 ? TR_GRAIN_SIDE : (size_t)TR_GRAIN_SIDE * TR_GRAIN_SIDE;
        for (size_t k = 0; k < TR_GRAIN_TEXELS; k++)
            slope[k] = noise[beside(k, step, 1)] - noise[beside(k, step, -1)];
        normalise(slope);
        for (size_t k = 0; k < TR_GRAIN_TEXELS; k++)
            texels[k][axis] = encode(slope[k]);
    }
    for (size_t k = 0; k < TR_GRAIN_TEXELS; k++)
        texels[k][3] = encode(noise[k]);
}

bool tr_grain_bake(uint8_t (*texels)[4]) {
    float *numbers = tr_calloc((size_t)4 * TR_GRAIN_TEXELS, sizeof *numbers);
    if (!numbers)
        return false;
    float *spare[2] = {numbers + (size_t)2 * TR_GRAIN_TEXELS, numbers + (size_t)3 * TR_GRAIN_TEXELS};
    make_noise(numbers, numbers + TR_GRAIN_TEXELS, spare);
    pack(numbers, spare[0], texels);
    tr_free(numbers);
    return true;
}
