// The common part of the block encoders: a line through the colours of a block with few steps on it, and whole
// numbers for its ends. Each element of a vector (noise/maths/vectors.h) is a separate block, so the number of
// elements does not affect results. Sums of codes are whole numbers below 2^24, where floats are exact.
#pragma once
#include "noise/maths/vectors.h"

// Texels of as many blocks as a vector has elements.
typedef struct fit_texels {
    floats channel[4][16];
} fit_texels;

// Call this at the end of a kernel: SSE code is slow while the upper halves of registers are in use. Compilers
// insert the instruction, but gcc 12 omits it in functions that end with calls of small ones.
static inline void fit_leave(void) {
#ifdef __AVX__
    __builtin_ia32_vzeroupper();
#endif
}

// Loads blocks; the last one is repeated up to a whole vector.
static inline void fit_load(int count, const uint8_t (*texels)[16][4], fit_texels *t) {
    for (int k = 0; k < 16; k++) {
        words all;
        for (int lane = 0; lane < lanes; lane++) {
            uint32_t texel;
            memcpy(&texel, texels[lane < count ? lane : count - 1][k], sizeof texel);
            all[lane] = texel;
        }
        for (int c = 0; c < 4; c++)
            t->channel[c][k] = __builtin_convertvector((integers)(all >> (8 * c) & 255), floats);
    }
}

// The nearest whole number; |v| below 2^22.
static inline floats fit_round(floats v) { return v + 12582912.0f - 12582912.0f; }
// The floor of v ≥ 0.
static inline floats fit_floor(floats v) {
    return __builtin_convertvector(__builtin_convertvector(v, integers), floats);
}
static inline floats fit_clamp(floats v, float low, float high) {
    return least(most(v, splat(low)), splat(high));
}

// Covariances of the channels, times 256, exactly: 256 * 255² is below 2^24.
static inline void fit_covariance(int channels, const fit_texels *t, floats covariance[4][4]) {
    floats sum[4];
    for (int c = 0; c < channels; c++) {
        sum[c] = splat(0);
        for (int k = 0; k < 16; k++)
            sum[c] += t->channel[c][k];
        for (int d = 0; d <= c; d++) {
            floats products = splat(0);
            for (int k = 0; k < 16; k++)
                products += t->channel[c][k] * t->channel[d][k];
            covariance[c][d] = covariance[d][c] = 16 * products - sum[c] * sum[d];
        }
    }
}

// The axis of greatest variance, of any length; zero if there is no variance. It is found by iteration from the
// row of the channel with the greatest variance.
static inline void fit_axis(int channels, floats covariance[4][4], floats axis[4]) {
    floats largest = covariance[0][0];
    for (int c = 0; c < channels; c++)
        axis[c] = covariance[0][c];
    for (int d = 1; d < channels; d++) {
        const integers larger = covariance[d][d] > largest;
        largest = choose(larger, covariance[d][d], largest);
        for (int c = 0; c < channels; c++)
            axis[c] = choose(larger, covariance[d][c], axis[c]);
    }
    for (int round = 0; round < 6; round++) {
        floats next[4], size = splat(1e-20f);
        for (int c = 0; c < channels; c++) {
            next[c] = splat(0);
            for (int d = 0; d < channels; d++)
                next[c] += covariance[c][d] * axis[d];
            size = most(size, magnitude(next[c]));
        }
        for (int c = 0; c < channels; c++)
            axis[c] = next[c] / size;
    }
}

// Steps on the line through the colours along that axis (Pearson 1901): 0 … steps for each texel, not rounded.
// If the block has one colour, all steps are `middle`.
static inline void fit_steps(int channels, int steps, float middle, const fit_texels *t, floats step[16]) {
    floats covariance[4][4], axis[4], low = splat(1e9f), high = splat(-1e9f);
    fit_covariance(channels, t, covariance);
    fit_axis(channels, covariance, axis);
    for (int k = 0; k < 16; k++) {
        step[k] = splat(0);
        for (int c = 0; c < channels; c++)
            step[k] += axis[c] * t->channel[c][k];
        low = least(low, step[k]);
        high = most(high, step[k]);
    }
    const integers one_colour = high <= low;
    const floats scale = (float)steps / choose(one_colour, splat(1), high - low);
    for (int k = 0; k < 16; k++)
        step[k] = choose(one_colour, splat(middle), (step[k] - low) * scale);
}

// ---- ends of the line ----------------------------------------------------------------------------

// The numbers that an end of the line can have.
typedef enum fit_lattice {
    FIT_EVEN,  // 2 q, q = 0 … 127
    FIT_ODD,   // 2 q + 1
    FIT_SEVEN, // seven bits, followed by the first of them again
    FIT_SIX,
    FIT_FIVE,
    FIT_EIGHT
} fit_lattice;

static inline float fit_most(fit_lattice lattice) {
    return lattice == FIT_EIGHT ? 255 : lattice == FIT_SIX ? 63 : lattice == FIT_FIVE ? 31 : 127;
}

static inline floats fit_expand(fit_lattice lattice, floats q) {
    switch (lattice) {
    case FIT_EVEN:
        return 2 * q;
    case FIT_ODD:
        return 2 * q + 1;
    case FIT_SEVEN:
        return 2 * q + fit_floor(q * (1 / 64.0f));
    case FIT_SIX:
        return 4 * q + fit_floor(q * (1 / 16.0f));
    case FIT_FIVE:
        return 8 * q + fit_floor(q * (1 / 4.0f));
    default:
        return q;
    }
}

// The q of a code, not rounded.
static inline floats fit_shrink(fit_lattice lattice, floats v) {
    if (lattice == FIT_EVEN || lattice == FIT_ODD)
        return 0.5f * (v - (lattice == FIT_ODD ? 1.0f : 0.0f));
    return v * (fit_most(lattice) / 255);
}

// The squared error of a line with given steps is a quadratic form in its ends: aa (a - a*)² + 2 ab (a - a*)(b
// - b*) + bb (b - b*)², plus a constant.
typedef struct fit_form {
    floats aa, ab, bb;
    floats a[4], b[4]; // the best ends a*, b* of each channel
} fit_form;

// Makes the form from the weights of b in the texels, 0 … 1. If all weights are equal, the best ends are
// undetermined: all pairs with the block's mean are equally good, and both ends are set to the mean.
static inline fit_form fit_make_form(int channels, const fit_texels *t, const floats fraction[16]) {
    fit_form f = {splat(0), splat(0), splat(0), {splat(0)}, {splat(0)}};
    for (int k = 0; k < 16; k++) {
        const floats b = fraction[k], a = 1 - b;
        f.aa += a * a, f.ab += a * b, f.bb += b * b;
    }
    const floats determinant = f.aa * f.bb - f.ab * f.ab;
    const integers flat = determinant < 1e-3f;
    const floats inverse = 1 / choose(flat, splat(1), determinant);
    for (int c = 0; c < channels; c++) {
        floats sum_a = splat(0), sum_b = splat(0);
        for (int k = 0; k < 16; k++) {
            sum_b += fraction[k] * t->channel[c][k];
            sum_a += t->channel[c][k];
        }
        const floats mean = sum_a * (1 / 16.0f);
        sum_a -= sum_b;
        f.a[c] = choose(flat, mean, (sum_a * f.bb - sum_b * f.ab) * inverse);
        f.b[c] = choose(flat, mean, (sum_b * f.aa - sum_a * f.ab) * inverse);
    }
    return f;
}

// Chooses whole numbers for the ends of a channel: those next to the best ends with the least value of the
// form, which is returned.
static inline floats fit_settle(fit_lattice lattice_a, fit_lattice lattice_b, const fit_form *f, int c,
                                floats *best_a, floats *best_b) {
    const floats a = fit_shrink(lattice_a, fit_clamp(f->a[c], 0, 255)),
                 b = fit_shrink(lattice_b, fit_clamp(f->b[c], 0, 255));
    const floats base_a = fit_floor(most(a, splat(0))), base_b = fit_floor(most(b, splat(0)));
    floats error = splat(1e30f);
    *best_a = *best_b = splat(0);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            const floats qa = least(base_a + (float)i, splat(fit_most(lattice_a))),
                         qb = least(base_b + (float)j, splat(fit_most(lattice_b)));
            const floats da = fit_expand(lattice_a, qa) - f->a[c], db = fit_expand(lattice_b, qb) - f->b[c];
            const floats e = f->aa * da * da + 2 * f->ab * da * db + f->bb * db * db;
            const integers better = e < error;
            error = choose(better, e, error);
            *best_a = choose(better, qa, *best_a);
            *best_b = choose(better, qb, *best_b);
        }
    return error;
}

// A line and the steps of the texels on it.
typedef struct fit_line {
    floats a[4], b[4]; // ends as stored, of each channel
    floats step[16];   // of each texel
    floats error;      // sum of squares
} fit_line;

static inline void fit_keep(integers better, int channels, const fit_line *tried, fit_line *best) {
    for (int c = 0; c < channels; c++) {
        best->a[c] = choose(better, tried->a[c], best->a[c]);
        best->b[c] = choose(better, tried->b[c], best->b[c]);
    }
    for (int k = 0; k < 16; k++)
        best->step[k] = choose(better, tried->step[k], best->step[k]);
    best->error = choose(better, tried->error, best->error);
}
