// From a drainage to the courses of its rivers. Private to the module.
#pragma once
#include "terrain/rivers.h"

// A straight piece of a river.
typedef struct river_piece {
    float at[2][3]; // its ends: nearly on the unit sphere
    float half[2];  // half the width there, radians
    float bed[2];   // m; the second is not higher
} river_piece;

typedef struct river_courses {
    int count;
    river_piece *pieces;
} river_courses;

// All rivers, each way between points cut into 2^bends pieces; with more bends, courses keep those that they
// have with fewer. Errors: TR_NO_MEMORY. Free `pieces` with tr_free().
tr_status river_courses_create(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                               const river_numbers *numbers, int bends, river_courses *out, tr_error *error);
