// Values between the lattice points of a cube, for arrays of directions.
#include "noise/grids/private/cube_place.h"
#include "noise/kernels.h"
#include <string.h>

// Through four values at -1, 0, 1, 2; t in [0, 1] (Catmull and Rom 1974).
static inline float catmull_rom(float a, float b, float c, float d, float t) {
    float slope = c - a, bend = 2 * a - 5 * b + 4 * c - d, turn = 3 * (b - c) + d - a;
    return b + 0.5f * t * (slope + t * (bend + t * turn));
}

static void sample_cube(const tr_cube *cube, int count, const float *restrict x, const float *restrict y,
                        const float *restrict z, float *restrict out) {
    const float *restrict values = cube->values;
    const int cells = cube->cells;
    rotation t; // a copy cannot alias out
    memcpy(&t, cube->turn, sizeof t);
    const int32_t stride = (int32_t)cube->row_stride, face_stride = (int32_t)cube->face_stride;
    for (int i = 0; i < count; i++) {
        cube_place p = find_place(cells, stride, face_stride, &t, x[i], y[i], z[i]);
        float row[4];
        for (int j = 0; j < 4; j++) { // Indices into one array, not pointers: so compilers can gather.
            int32_t at = p.corner + (j - 1) * stride;
            row[j] = catmull_rom(values[at - 1], values[at], values[at + 1], values[at + 2], p.u);
        }
        out[i] = catmull_rom(row[0], row[1], row[2], row[3], p.v);
    }
}

static void sample_straight(const tr_cube *cube, int count, const float *restrict x, const float *restrict y,
                            const float *restrict z, float *restrict out) {
    const float *restrict values = cube->values;
    const int cells = cube->cells;
    rotation t;
    memcpy(&t, cube->turn, sizeof t);
    const int32_t stride = (int32_t)cube->row_stride, face_stride = (int32_t)cube->face_stride;
    for (int i = 0; i < count; i++) {
        cube_place p = find_place(cells, stride, face_stride, &t, x[i], y[i], z[i]);
        const float a = values[p.corner], b = values[p.corner + 1];
        const float c = values[p.corner + stride], d = values[p.corner + stride + 1];
        const float upper = a + p.u * (b - a), lower = c + p.u * (d - c);
        out[i] = upper + p.v * (lower - upper);
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

// Of a batch: where its samples lie, and the weights of the four columns and the four rows there.
enum { batch = 64 };
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

static void sample_vectors(const tr_cube *cube, int count, const float *x, const float *y, const float *z,
                           float *dx, float *dy, float *dz) {
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

void TR_KERNEL(tr_cube_kernels)(tr_displacement_kernels *kernels);
void TR_KERNEL(tr_cube_kernels)(tr_displacement_kernels *kernels) {
    kernels->cube = sample_cube;
    kernels->cube_straight = sample_straight;
    kernels->cube_vectors = sample_vectors;
}
