// The loops of enhance.c: prediction of points, random offsets, and measurement of local roughness.
#include "noise/grids/displacement.h"
#include "noise/grids/enhance.h"
#include <math.h>

static inline float smaller(float a, float b) { return a < b ? a : b; }

static inline float larger(float a, float b) { return a > b ? a : b; }

// The value midway between b and c on a curve through a, b, c, d in a row: (9 (b + c) - (a + d)) / 16, written
// as the mean of b and c minus an eighth of the mean second difference.
//
// Beside a cliff that curve overshoots: level ground would oscillate along its foot. So the correction is
// limited to half of the smaller second difference. Where one side is level or straight, there is no
// correction. Maps without kinks are unaffected, because their second differences change little from point to
// point. Between two points at or below `sea` the result is not higher than both.
static inline float predict(float sea, float a, float b, float c, float d) {
    const float left = (a + c) - (b + b), right = (b + d) - (c + c);
    const float limit = 0.5f * smaller(fabsf(left), fabsf(right));
    const float bend = (left + right) * (1 / 16.0f);
    const float middle = (b + c) * 0.5f - larger(smaller(bend, limit), -limit), upper = larger(b, c);
    return upper <= sea ? smaller(middle, upper) : middle;
}

void TR_KERNEL(tr_enhance_across)(int count, float sea, const float *restrict in, float *restrict out) {
    for (int i = 0; i < count; i++) {
        out[2 * i] = in[i];
        out[2 * i + 1] = predict(sea, in[i - 1], in[i], in[i + 1], in[i + 2]);
    }
}

void TR_KERNEL(tr_enhance_between)(int count, float sea, const float *restrict a, const float *restrict b,
                                   const float *restrict c, const float *restrict d, float *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] = predict(sea, a[i], b[i], c[i], d[i]);
}

void TR_KERNEL(tr_enhance_across_linear)(int count, const float *restrict in, float *restrict out) {
    for (int i = 0; i < count; i++) {
        out[2 * i] = in[i];
        out[2 * i + 1] = (in[i] + in[i + 1]) * 0.5f;
    }
}

void TR_KERNEL(tr_enhance_between_linear)(int count, const float *restrict b, const float *restrict c,
                                          float *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] = (b[i] + c[i]) * 0.5f;
}

void TR_KERNEL(tr_enhance_displace)(int count, const float *restrict base, const float *restrict amplitude,
                                    const uint32_t *restrict keys, uint32_t row, const float scale[2],
                                    float *restrict out) {
    const float even = scale[0], odd = scale[1];
    for (int i = 0; i < count; i += 2) {
        out[i] = base[i] + even * amplitude[i] * tr_point_random(keys[i] ^ row);
        out[i + 1] = base[i + 1] + odd * amplitude[i + 1] * tr_point_random(keys[i + 1] ^ row);
    }
}

void TR_KERNEL(tr_enhance_to_heights)(int count, float lowest, const float *restrict in,
                                      uint16_t *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] = (uint16_t)(int32_t)(larger(smaller(in[i], 65535.0f), lowest) + 0.5f);
}

// ---- measuring ---------------------------------------------------------------------------------

static inline float residual(float before3, float before, float here, float after, float after3) {
    return here - ((before + after) * (9 / 16.0f) - (before3 + after3) * (1 / 16.0f));
}

void TR_KERNEL(tr_enhance_residuals)(int count, const float *const rows[5], float floor, float *restrict out) {
    const float *restrict a = rows[0], *restrict b = rows[1], *restrict h = rows[2], *restrict c = rows[3],
                          *restrict d = rows[4];
    for (int i = 0; i < count; i++) {
        float along = residual(h[i - 3], h[i - 1], h[i], h[i + 1], h[i + 3]);
        float down = residual(a[i], b[i], h[i], c[i], d[i]);
        out[i] = larger((along * along + down * down) * 0.5f - floor, 0);
    }
}

void TR_KERNEL(tr_enhance_relief)(int count, const float *const rows[3], float fraction, float floor,
                                  float *restrict out) {
    const float *restrict above = rows[0], *restrict here = rows[1], *restrict below = rows[2];
    for (int i = 0; i < count; i++) {
        float h = here[i];
        float left = h - here[i - 1], right = h - here[i + 1], up = h - above[i], down = h - below[i];
        float sum = (left * left + right * right) + (up * up + down * down);
        out[i] = larger(sum * 0.25f * fraction - floor, 0);
    }
}

static inline float binomial(float a, float b, float c, float d, float e) {
    return ((a + e) + (b + d) * 4 + c * 6) * (1 / 16.0f);
}

void TR_KERNEL(tr_enhance_blur)(int count, const float *restrict in, float *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] = binomial(in[i - 2], in[i - 1], in[i], in[i + 1], in[i + 2]);
}

// The highest minus the lowest corner of the cell whose left corners are above[0] and below[0].
static inline float cell_range(const float *above, const float *below) {
    float high = larger(larger(above[0], above[1]), larger(below[0], below[1]));
    float low = smaller(smaller(above[0], above[1]), smaller(below[0], below[1]));
    return high - low;
}

void TR_KERNEL(tr_enhance_amplitudes)(int count, const float *const energies[5], const float *const heights[3],
                                      float *restrict out) {
    const float *restrict a = energies[0], *restrict b = energies[1], *restrict c = energies[2],
                          *restrict d = energies[3], *restrict e = energies[4];
    const float *restrict above = heights[0], *restrict here = heights[1], *restrict below = heights[2];
    for (int i = 0; i < count; i++) {
        float amplitude = sqrtf(binomial(a[i], b[i], c[i], d[i], e[i]));
        float upper = smaller(cell_range(above + i - 1, here + i - 1), cell_range(above + i, here + i));
        float lower = smaller(cell_range(here + i - 1, below + i - 1), cell_range(here + i, below + i));
        out[i] = smaller(amplitude, smaller(upper, lower));
    }
}
