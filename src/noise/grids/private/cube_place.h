// The position of a direction in the lattice of a cube, for kernels. Private to the module.
#pragma once
#include "noise/grids/cube.h"

// (4/π) atan(s) for s in [-1, 1] within 2e-5, odd, and exactly ±1 at the ends, so that both faces agree on the
// edge where they meet. (Least squares over s (1 - s²) s^2k.)
static inline float angle_fraction(float s) {
    float q = s * s, p = 0.0805681744f - q * 0.0253613304f;
    p = -0.147065631f + q * p;
    p = 0.273037789f + q * p;
    return s + s * ((1 - q) * p);
}

// The position of a direction: the index of the lower corner of its cell, and the place in the cell.
typedef struct cube_place {
    int32_t corner;
    float u, v;
} cube_place;

typedef struct rotation {
    float at[3][3];
} rotation;

__attribute__((always_inline)) static inline cube_place find_place(int cells, int32_t row_stride,
                                                                   int32_t face_stride, const rotation *t,
                                                                   float dx, float dy, float dz) {
    float x = t->at[0][0] * dx + t->at[0][1] * dy + t->at[0][2] * dz;
    float y = t->at[1][0] * dx + t->at[1][1] * dy + t->at[1][2] * dz;
    float z = t->at[2][0] * dx + t->at[2][1] * dy + t->at[2][2] * dz;
    float ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, az = z < 0 ? -z : z;
    int is_x = (ax >= ay) & (ax >= az), is_y = !is_x & (ay >= az);
    float w = is_x ? x : is_y ? y : z;
    float u = is_x ? y : is_y ? z : x;
    float v = is_x ? z : is_y ? x : y;
    int32_t face = (is_x ? 0 : is_y ? 2 : 4) + (w > 0);
    float away = w < 0 ? -w : w, half = 0.5f * (float)cells;
    float column = half + half * angle_fraction(u / away), row = half + half * angle_fraction(v / away);
    int32_t last = cells - 1, i = (int32_t)column, j = (int32_t)row;
    i = i > last ? last : i, j = j > last ? last : j;
    return (cube_place){face * face_stride + (j + 1) * row_stride + i + 1, column - (float)i, row - (float)j};
}
