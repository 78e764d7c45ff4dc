// Values between the lattice points of a cube, for arrays of directions.
#include "noise/grids/private/cube_place.h"
#include <string.h>

// The cubic through values at -1, 0, 1, 2, at t in [0, 1] (Catmull and Rom 1974).
static inline float catmull_rom(float a, float b, float c, float d, float t) {
    float slope = c - a, bend = 2 * a - 5 * b + 4 * c - d, turn = 3 * (b - c) + d - a;
    return b + 0.5f * t * (slope + t * (bend + t * turn));
}

// Positions of the samples of a batch.
enum { batch = 64 };
typedef struct cube_places {
    int32_t corner[batch];
    float u[batch], v[batch];
} cube_places;

// Kept out of line: compilers vectorise these loops on their own, but generate slower code after inlining.
#define SEPARATE __attribute__((noinline))

SEPARATE static void find_places(const tr_cube *cube, int count, const float *restrict x,
                                 const float *restrict y, const float *restrict z, cube_places *restrict out) {
    const int32_t cells = cube->cells, stride = (int32_t)cube->row_stride,
                  face_stride = (int32_t)cube->face_stride;
    rotation t; // a copy cannot alias out
    memcpy(&t, cube->turn, sizeof t);
    for (int i = 0; i < count; i++) {
        const cube_place p = find_place(cells, stride, face_stride, &t, x[i], y[i], z[i]);
        out->corner[i] = p.corner, out->u[i] = p.u, out->v[i] = p.v;
    }
}

// Copies neighbours together without vector instructions, because gathering is slower. The barriers prevent the
// compiler from vectorising it.
SEPARATE static void copy_fours(const tr_cube *cube, int count, const int32_t *restrict corner,
                                float (*restrict out)[batch][4]) {
    for (int i = 0; i < count; i++) {
        const float *from = cube->values + corner[i] - 1;
        for (int j = 0; j < 4; j++)
            memcpy(out[j][i], from + (j - 1) * (ptrdiff_t)cube->row_stride, sizeof out[j][i]);
        __asm__("" ::: "memory");
    }
}

SEPARATE static void interpolate(int count, const cube_places *restrict p,
                                 float (*restrict const fours)[batch][4], float *restrict out) {
    for (int i = 0; i < count; i++) {
        float row[4];
        for (int j = 0; j < 4; j++)
            row[j] = catmull_rom(fours[j][i][0], fours[j][i][1], fours[j][i][2], fours[j][i][3], p->u[i]);
        out[i] = catmull_rom(row[0], row[1], row[2], row[3], p->v[i]);
    }
}

void TR_KERNEL(tr_cube_sample)(const tr_cube *cube, int count, const float *x, const float *y, const float *z,
                               float *out) {
    cube_places p;
    float fours[4][batch][4];
    for (int first = 0; first < count; first += batch) {
        const int end = first + batch < count ? batch : count - first;
        find_places(cube, end, x + first, y + first, z + first, &p);
        copy_fours(cube, end, p.corner, fours);
        interpolate(end, &p, fours, out + first);
    }
}

SEPARATE static void copy_pairs(const tr_cube *cube, int count, const int32_t *restrict corner,
                                float (*restrict out)[batch][2]) {
    for (int i = 0; i < count; i++) {
        const float *from = cube->values + corner[i];
        memcpy(out[0][i], from, sizeof out[0][i]);
        memcpy(out[1][i], from + cube->row_stride, sizeof out[1][i]);
        __asm__("" ::: "memory");
    }
}

SEPARATE static void interpolate_straight(int count, const cube_places *restrict p,
                                          float (*restrict const pairs)[batch][2], float *restrict out) {
    for (int i = 0; i < count; i++) {
        const float a = pairs[0][i][0], b = pairs[0][i][1], c = pairs[1][i][0], d = pairs[1][i][1];
        const float upper = a + p->u[i] * (b - a), lower = c + p->u[i] * (d - c);
        out[i] = upper + p->v[i] * (lower - upper);
    }
}

void TR_KERNEL(tr_cube_sample_straight)(const tr_cube *cube, int count, const float *x, const float *y,
                                        const float *z, float *out) {
    cube_places p;
    float pairs[2][batch][2];
    for (int first = 0; first < count; first += batch) {
        const int end = first + batch < count ? batch : count - first;
        find_places(cube, end, x + first, y + first, z + first, &p);
        copy_pairs(cube, end, p.corner, pairs);
        interpolate_straight(end, &p, pairs, out + first);
    }
}

// ---- vectors -----------------------------------------------------------------------------------

typedef float vector __attribute__((vector_size(4 * TR_VECTOR_FLOATS)));

static inline vector load_vector(const float *from) {
    vector v;
    memcpy(&v, from, sizeof v);
    return v;
}

// The weights of the four values in catmull_rom.
static inline void weigh(float t, float weights[4]) {
    const float q = t * t, c = q * t;
    weights[0] = 0.5f * (2 * q - t - c);
    weights[1] = 0.5f * (3 * c - 5 * q + 2);
    weights[2] = 0.5f * (t + 4 * q - 3 * c);
    weights[3] = 0.5f * (c - q);
}

// Positions of the samples of a batch, with the weights of their four columns and four rows.
typedef struct vector_places {
    int32_t corner[batch];
    float across[4][batch], down[4][batch];
} vector_places;

static void find_vector_places(int cells, int32_t stride, int32_t face_stride, const rotation *t, int count,
                               const float *restrict x, const float *restrict y, const float *restrict z,
                               vector_places *restrict out) {
    for (int i = 0; i < count; i++) {
        const cube_place p = find_place(cells, stride, face_stride, t, x[i], y[i], z[i]);
        float across[4], down[4];
        weigh(p.u, across), weigh(p.v, down);
        out->corner[i] = p.corner;
        for (int k = 0; k < 4; k++)
            out->across[k][i] = across[k], out->down[k][i] = down[k];
    }
}

void TR_KERNEL(tr_cube_vectors_sample)(const tr_cube_vectors *cube, int count, const float *x, const float *y,
                                       const float *z, float *dx, float *dy, float *dz) {
    vector_places places;
    rotation t;
    memcpy(&t, cube->turn, sizeof t);
    const int32_t stride = (int32_t)cube->row_stride / TR_VECTOR_FLOATS,
                  face_stride = (int32_t)cube->face_stride / TR_VECTOR_FLOATS;
    for (int first = 0; first < count; first += batch) {
        const int end = first + batch < count ? batch : count - first;
        find_vector_places(cube->cells, stride, face_stride, &t, end, x + first, y + first, z + first, &places);
        for (int i = 0; i < end; i++) {
            vector sum = {0};
            for (int j = 0; j < 4; j++) {
                const float *row =
                    cube->values + (int64_t)TR_VECTOR_FLOATS * (places.corner[i] + (j - 1) * stride - 1);
                vector v = places.across[0][i] * load_vector(row) + places.across[1][i] * load_vector(row + 4) +
                           places.across[2][i] * load_vector(row + 8) +
                           places.across[3][i] * load_vector(row + 12);
                sum += places.down[j][i] * v;
            }
            dx[first + i] = sum[0], dy[first + i] = sum[1], dz[first + i] = sum[2];
        }
    }
}
