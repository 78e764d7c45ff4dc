// The common part of the lattice kernels: the hash of a lattice point, the fade curves, and one sample of
// noise.
//
// Gradients and the quintic fade are from Perlin, "Improving noise" (2002); value noise with a cosine fade is
// from Harding 2012.
#pragma once
#include "base/hash.h"
#include "base/maths.h"
#include "noise/choices.h"
#include "noise/kernels.h"
#include <float.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "floats must be floats: the same bits depend on it");

static inline float as_float(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t as_bits(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

// The floor of x, |x| < 2^31, as an integer and as a float. Some processors have an instruction for that.
static inline int32_t floor_of(float x, float *whole) {
#if defined(__SSE4_1__) || defined(__aarch64__)
    *whole = __builtin_floorf(x);
    return (int32_t)*whole;
#else
    int32_t i = (int32_t)x;
    i -= x < (float)i;
    *whole = (float)i;
    return i;
#endif
}

static inline int32_t floor_int(float x) {
    float whole;
    return floor_of(x, &whole);
}

// 0.5 + 0.5 sin(π (t - ½)) = (1 - cos πt) / 2, t in [0, 1], by the Taylor series of the sine; error below 3e-7.
static inline float cosine_fade(float t) {
    float s = (t - 0.5f) * 3.14159265f, q = s * s;
    float p = 2.7557319e-6f - q * 2.5052108e-8f;
    p = -1.9841270e-4f + q * p;
    p = 8.3333333e-3f + q * p;
    p = -0.16666667f + q * p;
    return 0.5f + 0.5f * (s + s * (q * p));
}

__attribute__((always_inline)) static inline float fade(int interpolation, float t) {
    switch (interpolation) {
    case TR_INTERPOLATION_NONE:
        return 0;
    case TR_INTERPOLATION_LINEAR:
        return t;
    case TR_INTERPOLATION_COSINE:
        return cosine_fade(t);
    case TR_INTERPOLATION_CUBIC:
        return t * t * (3 - 2 * t);
    default:
        return t * t * t * (t * (t * 6 - 15) + 10);
    }
}

// Expands to call(f, …) with the interpolation as a constant f, so that loops in it do not branch.
#define WITH_FADE(interpolation, call, ...)                                                                    \
    switch (interpolation) {                                                                                   \
    case TR_INTERPOLATION_NONE:                                                                                \
        call(TR_INTERPOLATION_NONE, __VA_ARGS__);                                                              \
        break;                                                                                                 \
    case TR_INTERPOLATION_LINEAR:                                                                              \
        call(TR_INTERPOLATION_LINEAR, __VA_ARGS__);                                                            \
        break;                                                                                                 \
    case TR_INTERPOLATION_COSINE:                                                                              \
        call(TR_INTERPOLATION_COSINE, __VA_ARGS__);                                                            \
        break;                                                                                                 \
    case TR_INTERPOLATION_CUBIC:                                                                               \
        call(TR_INTERPOLATION_CUBIC, __VA_ARGS__);                                                             \
        break;                                                                                                 \
    default:                                                                                                   \
        call(TR_INTERPOLATION_QUINTIC, __VA_ARGS__);                                                           \
    }

// The hash of a lattice point. Each coordinate is multiplied by its own odd constant, and a word of the seed is
// added. The xor of these products (Teschner et al. 2003) is multiplied once more. The upper bits of the result
// depend on all coordinates; gradients use only these. Value noise hashes once more, because it uses the lower
// bits too. Unlike the hash of Harding 2012, which gives (x + 100, y) and (x, y + 1) the same value, this one
// has no linear relation between points.
#define PRIME_X 0x8da6b343u
#define PRIME_Y 0xd8163841u
#define PRIME_Z 0xcb1ab31fu

static inline uint32_t hash(uint32_t products) { return products * TR_HASH_FIRST; }

static inline float hash_value(uint32_t h) {
    h = (h ^ (h >> 15)) * TR_HASH_SECOND;
    return (float)(int32_t)h * 0x1p-31f;
}

// The dot product with one of the eight vectors from a cube's centre to its corners, chosen by the three upper
// bits.
static inline float hash_gradient(uint32_t h, float x, float y, float z) {
    const uint32_t sign = 0x80000000u;
    return as_float(as_bits(x) ^ (h & sign)) + as_float(as_bits(y) ^ (h << 1 & sign)) +
           as_float(as_bits(z) ^ (h << 2 & sign));
}

// Scales gradient noise to a standard deviation of about a quarter. Values beyond ±1, which would occur once in
// a million cells, are clamped.
#define PERLIN_SCALE 0.788f

static inline float cut(float x) {
    float above = x > -1 ? x : -1;
    return above < 1 ? above : 1;
}

// Frequency of the lattice of simplices relative to the cubic lattice. With this factor simplex noise has
// details of the same size as Perlin noise: the mean square slope divided by the variance is equal.
#define SIMPLEX_FREQUENCY 0.583f

// ---- space -------------------------------------------------------------------------------------

// The cell of a sample: hashed products of its lower and upper corners, and the position in it.
typedef struct cell {
    uint32_t x0, x1, y0, y1, z0, z1;
    float x, y, z;
} cell;

__attribute__((always_inline)) static inline cell find_cell(const tr_octave *octave, float px, float py,
                                                            float pz) {
    float x = px * octave->frequency[0] + octave->offset[0];
    float y = py * octave->frequency[1] + octave->offset[1];
    float z = pz * octave->frequency[2] + octave->offset[2];
    float fx, fy, fz;
    const int32_t ix = floor_of(x, &fx), iy = floor_of(y, &fy), iz = floor_of(z, &fz);
    cell c;
    c.x = x - fx, c.y = y - fy, c.z = z - fz;
    c.x0 = (uint32_t)ix * PRIME_X + octave->seed[0], c.x1 = c.x0 + PRIME_X;
    c.y0 = (uint32_t)iy * PRIME_Y + octave->seed[1], c.y1 = c.y0 + PRIME_Y;
    c.z0 = (uint32_t)iz * PRIME_Z + octave->seed[2], c.z1 = c.z0 + PRIME_Z;
    return c;
}

__attribute__((always_inline)) static inline float perlin_sample(const tr_octave *o, int f, float px, float py,
                                                                 float pz) {
    cell c = find_cell(o, px, py, pz);
    float u = fade(f, c.x), v = fade(f, c.y), w = fade(f, c.z);
#define CORNER(X, Y, Z, i, j, k) hash_gradient(hash(c.X ^ c.Y ^ c.Z), c.x - i, c.y - j, c.z - k)
    float low = tr_mixf(tr_mixf(CORNER(x0, y0, z0, 0, 0, 0), CORNER(x1, y0, z0, 1, 0, 0), u),
                        tr_mixf(CORNER(x0, y1, z0, 0, 1, 0), CORNER(x1, y1, z0, 1, 1, 0), u), v);
    float high = tr_mixf(tr_mixf(CORNER(x0, y0, z1, 0, 0, 1), CORNER(x1, y0, z1, 1, 0, 1), u),
                         tr_mixf(CORNER(x0, y1, z1, 0, 1, 1), CORNER(x1, y1, z1, 1, 1, 1), u), v);
#undef CORNER
    return cut(tr_mixf(low, high, w) * PERLIN_SCALE);
}

__attribute__((always_inline)) static inline float value_sample(const tr_octave *o, int f, float px, float py,
                                                                float pz) {
    cell c = find_cell(o, px, py, pz);
    float u = fade(f, c.x), v = fade(f, c.y), w = fade(f, c.z);
#define CORNER(X, Y, Z) hash_value(hash(c.X ^ c.Y ^ c.Z))
    float low = tr_mixf(tr_mixf(CORNER(x0, y0, z0), CORNER(x1, y0, z0), u),
                        tr_mixf(CORNER(x0, y1, z0), CORNER(x1, y1, z0), u), v);
    float high = tr_mixf(tr_mixf(CORNER(x0, y0, z1), CORNER(x1, y0, z1), u),
                         tr_mixf(CORNER(x0, y1, z1), CORNER(x1, y1, z1), u), v);
#undef CORNER
    return tr_mixf(low, high, w);
}
