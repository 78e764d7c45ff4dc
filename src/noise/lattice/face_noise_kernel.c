// Loops over nodes of a face, in double where float would lose the finest octave.
#include "noise/lattice/private/face_kernels.h"

#include <string.h>

enum { strip = 512 }; // columns doubled at a time: their rows fit the L1 cache

static inline double between(double a, double b, double c, double d) {
    return 0.5625 * (b + c) - 0.0625 * (a + d);
}

// Computes the fine nodes 2 n, 2 n + 1, … from node n - 1 of a coarse row on.
static void widen(int pairs, const double *restrict in, double *restrict out) {
    for (int n = 0; n < pairs; n++) {
        out[2 * n] = in[n + 1];
        out[2 * n + 1] = between(in[n], in[n + 1], in[n + 2], in[n + 3]);
    }
}

static void mix_rows(int count, const double *restrict a, const double *restrict b, const double *restrict c,
                     const double *restrict d, double *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] = between(a[i], b[i], c[i], d[i]);
}

static void double_strip(const tr_face_grid *coarse, const tr_face_grid *fine, int first, int count) {
    double ring[4][strip + 2]; // widened coarse rows; row r is at index r modulo 4
    const int left = half_of(fine->column + first), skip = fine->column + first - 2 * left;
    const int pairs = (count + skip + 1) / 2;
    const double *from = coarse->values + (left - 1 - coarse->column);
    int done = half_of(fine->row) - 2; // the last row in the ring buffer
    for (int j = fine->row; j < fine->row + fine->rows; j++) {
        const int half = half_of(j), odd = j - 2 * half;
        for (; done < half + 2 * odd; done++)
            if (done + 1 >= coarse->row)
                widen(pairs, from + (ptrdiff_t)(done + 1 - coarse->row) * coarse->columns,
                      ring[(done + 1) & 3]);
        double *out = fine->values + (ptrdiff_t)(j - fine->row) * fine->columns + first;
        const double *b = ring[half & 3] + skip;
        if (odd)
            mix_rows(count, ring[(half - 1) & 3] + skip, b, ring[(half + 1) & 3] + skip,
                     ring[(half + 2) & 3] + skip, out);
        else
            memcpy(out, b, (size_t)count * sizeof *out);
    }
}

void TR_KERNEL(tr_face_double)(const tr_face_grid *coarse, const tr_face_grid *fine) {
    for (int first = 0; first < fine->columns; first += strip)
        double_strip(coarse, fine, first, fine->columns - first < strip ? fine->columns - first : strip);
}

// q / r - q0 / r0 for q = major + a right + b down, |q| = r. With e = r² - r0², 1 / r exceeds 1 / r0 by -e / (r
// r0 (r + r0)), which loses no digits.
void TR_KERNEL(tr_face_offsets)(const tr_face_axes *axes, const tr_face_origin *origin, int count,
                                const tr_face_columns *columns, double down, float *restrict x,
                                float *restrict y, float *restrict z) {
    const float *restrict far = columns->far, *restrict square = columns->square;
    const double b = down - origin->b;
    const float r0 = (float)origin->length, r2 = (float)(origin->length * origin->length);
    const float below = (float)b, square_below = (float)(b * (down + origin->b));
    const float a0 = (float)origin->a, b0 = (float)origin->b;
    float m[3], r[3], d[3];
    for (int k = 0; k < 3; k++)
        m[k] = (float)axes->major[k], r[k] = (float)axes->right[k], d[k] = (float)axes->down[k];
    for (int i = 0; i < count; i++) {
        const float e = square[i] + square_below, length = __builtin_sqrtf(e + r2), rest = (length + r0) * r0;
        const float part = 1 / (length * rest), over = part * rest, more = -(e * part);
        const float right = far[i] * over + a0 * more, low = below * over + b0 * more;
        x[i] = m[0] * more + r[0] * right + d[0] * low;
        y[i] = m[1] * more + r[1] * right + d[1] * low;
        z[i] = m[2] * more + r[2] * right + d[2] * low;
    }
}

// With d = origin + place, |d| = 1, and D the displacement: (d + D) / r - origin, where r² = 1 + e. The
// remainder of the origin, (1 / r - 1) times it, is -e / (r (1 + r)).
void TR_KERNEL(tr_face_displace)(const double origin[3], int count, const float *restrict dx,
                                 const float *restrict dy, const float *restrict dz, float *restrict x,
                                 float *restrict y, float *restrict z) {
    const float ox = (float)origin[0], oy = (float)origin[1], oz = (float)origin[2];
    for (int i = 0; i < count; i++) {
        const float e = 2 * ((ox + x[i]) * dx[i] + (oy + y[i]) * dy[i] + (oz + z[i]) * dz[i]) +
                        (dx[i] * dx[i] + dy[i] * dy[i] + dz[i] * dz[i]);
        const float r = __builtin_sqrtf(1 + e), over = 1 / r, less = e * over / (1 + r);
        x[i] = (x[i] + dx[i]) * over - ox * less;
        y[i] = (y[i] + dy[i]) * over - oy * less;
        z[i] = (z[i] + dz[i]) * over - oz * less;
    }
}

void TR_KERNEL(tr_face_add)(int count, double amplitude, const float *restrict noise, double *restrict sum) {
    for (int i = 0; i < count; i++)
        sum[i] += amplitude * (double)noise[i];
}

void TR_KERNEL(tr_face_join)(int count, const double *restrict sum, float *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] = (float)(sum[i] + (double)out[i]);
}
