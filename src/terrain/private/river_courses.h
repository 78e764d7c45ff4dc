// Converts a drainage to the courses of its rivers. Private to the module.
#pragma once
#include "terrain/rivers.h"

// A straight piece of a river.
typedef struct river_piece {
    float at[2][3]; // ends, approximately on the unit sphere
    float half[2];  // half the width there, radians
    float bed[2];   // m; the second is not higher than the first than the first than the first
} river_piece;

typedef struct river_courses {
    int count;
    river_piece *pieces;
} river_courses;

// Makes all rivers. Each course between points is divided into 2^bends pieces; a course with more bends passes
// through the vertices of one with fewer. Errors: TR_NO_MEMORY. Free `pieces` with tr_free().
tr_status river_courses_create(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                               const river_numbers *numbers, int bends, river_courses *out, tr_error *error);
