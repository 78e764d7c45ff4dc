// The two steps of midpoint displacement and diamond-square, row by row: centres of cells from their corners,
// then midpoints of edges from both. Sums are of pairs that lie opposite each other, so that a mirrored or
// turned lattice gives the same bits.
#include "noise/displacement.h"
#include "noise/kernels.h"

static void centres(int count, const float *restrict above, const float *restrict below,
                    const uint32_t *restrict keys, uint32_t row, float amplitude, float *restrict out) {
    for (int i = 0; i < count; i++) {
        float sum = (above[i] + above[i + 1]) + (below[i] + below[i + 1]);
        out[i] = sum * 0.25f + amplitude * tr_point_random(keys[i] ^ row);
    }
}

static void centres_six(int count, bool first_diagonal, const float *restrict above,
                        const float *restrict below, const uint32_t *restrict keys, uint32_t row,
                        float amplitude, float *restrict out) {
    const int turned = !first_diagonal;
    for (int i = 0; i < count; i++) {
        float diagonal = above[i] + below[i + 1], other = above[i + 1] + below[i];
        float older = (i ^ turned) & 1 ? other : diagonal;
        out[i] = ((diagonal + other) + older) * (1 / 6.0f) + amplitude * tr_point_random(keys[i] ^ row);
    }
}

static void point_row(int count, const float *restrict points, const float *restrict above,
                      const float *restrict below, const uint32_t *restrict keys, uint32_t row, float amplitude,
                      float centre_weight, float *restrict out) {
    const float centre = 0.5f * centre_weight, point = 0.5f - centre;
    for (int i = 0; i < count; i++) {
        float mean = (points[i] + points[i + 1]) * point + (above[i] + below[i]) * centre;
        out[2 * i] = points[i];
        out[2 * i + 1] = mean + amplitude * tr_point_random(keys[i] ^ row);
    }
}

static void centre_row(int count, const float *restrict above, const float *restrict below,
                       const float *restrict centre_points, const uint32_t *restrict keys, uint32_t row,
                       float amplitude, float centre_weight, float *restrict out) {
    const float centre = 0.5f * centre_weight, point = 0.5f - centre;
    for (int i = 0; i < count; i++) {
        float mean = (above[i] + below[i]) * point + (centre_points[i - 1] + centre_points[i]) * centre;
        out[2 * i] = mean + amplitude * tr_point_random(keys[i] ^ row);
        out[2 * i + 1] = centre_points[i];
    }
}

static void clamp(int count, float low, float high, float *restrict row) {
    for (int i = 0; i < count; i++) {
        float value = row[i] < low ? low : row[i];
        row[i] = value > high ? high : value;
    }
}

void TR_KERNEL(tr_subdivide_kernels)(tr_displacement_kernels *kernels);
void TR_KERNEL(tr_subdivide_kernels)(tr_displacement_kernels *kernels) {
    kernels->centres = centres;
    kernels->centres_six = centres_six;
    kernels->point_row = point_row;
    kernels->centre_row = centre_row;
    kernels->clamp = clamp;
}
