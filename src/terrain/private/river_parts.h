// Shared declarations of the sources of rivers: courses, the cell of a net for a direction, and the drawn width
// of rivers. Private to the module.
#pragma once
#include "terrain/rivers.h"

// ---- courses (river_courses.c) ------------------------------------------------------------------

// A straight piece of a river.
typedef struct river_piece {
    float at[2][3]; // ends, approximately on the unit sphere
    float half[2];  // half the width there, radians
    float bed[2];   // m; the second is not higher than the first
} river_piece;

// The pieces of all rivers.
typedef struct river_courses {
    int count;
    river_piece *pieces;
} river_courses;

// Makes all rivers. Each course between points is divided into 2^bends pieces; a course with more bends passes
// through the vertices of one with fewer. Errors: TR_NO_MEMORY. Free `pieces` with tr_free().
tr_status river_courses_create(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                               const river_numbers *numbers, int bends, river_courses *out, tr_error *error);

// ---- nets (rivers.c, rivers_kernel.c) -----------------------------------------------------------

// Cells are squares on the faces of a cube, face by face, row by row. Face 2 w + s is at the low (0) or high
// (1) end of axis w. A direction may have any length except 0.
static inline int32_t river_cell(int cells, float x, float y, float z) {
    const float ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, az = z < 0 ? -z : z;
    const int is_x = (ax >= ay) & (ax >= az), is_y = !is_x & (ay >= az);
    const float w = is_x ? x : is_y ? y : z, u = is_x ? y : is_y ? z : x, v = is_x ? z : is_y ? x : y;
    const float away = w < 0 ? -w : w, half = 0.5f * (float)cells;
    const int32_t last = cells - 1;
    int32_t column = (int32_t)(half + half * (u / away)), row = (int32_t)(half + half * (v / away));
    column = column > last ? last : column, row = row > last ? last : row;
    const int32_t face = (is_x ? 0 : is_y ? 2 : 4) + (w > 0);
    return (face * cells + row) * cells + column;
}

// How rivers of a net are drawn for texels of one size.
typedef struct river_brush {
    float inverse_texel, least_half, inverse_least, strength, inverse_valley, shoulder, lift;
} river_brush;

// With texels larger than the net was made for, rivers would extend beyond the cells that list them, so they
// are drawn fainter instead of wider. Where texels are wider than a valley, sampling would alias, so the valley
// is raised out of the ground.
static inline river_brush river_brush_of(const river_net *net, float texel) {
    const float lost = texel / net->valley - 1;
    const float seen = texel < net->texel ? texel : net->texel, fraction = seen / texel;
    return (river_brush){.inverse_texel = 1 / seen,
                         .least_half = 0.35f * seen,
                         .inverse_least = 1 / (0.35f * seen),
                         .strength = fraction * fraction,
                         .inverse_valley = 1 / net->valley,
                         .shoulder = net->shoulder,
                         .lift = lost > 0 ? 1000 * lost : 0};
}

// The distance at which a piece is visible with such texels.
static inline float river_reach(float half, float texel, float valley) {
    const float bank = half > 0.35f * texel ? half : 0.35f * texel;
    return bank + (0.5f * texel > valley ? 0.5f * texel : valley);
}
