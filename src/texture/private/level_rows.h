// Rows of a level, as sums: what comes out of codes, and what goes into codes again.
#pragma once
#include "planet/kernels.h"
#include "texture/levels.h"
#include "texture/private/taps.h"

// All that the rows of one level need.
typedef struct level_step {
    const tr_levels *map;
    int level; // that is made
    int fine_width, fine_height, width, height;
    const taps *columns; // of each column of the level
    float light[256];    // of an sRGB code
    tr_srgb_table srgb;
} level_step;

enum { LEVEL_MOST_TERMS = 6 };

// Sums up all that makes a row of the level: width * level_terms numbers. line has room for fine_width + 2
// times as many.
void level_sum_row(const level_step *step, const tr_levels *map, int face, int row, float *line, float *sums);

// Makes texels of the sums. normals: sums of the map's normals for the same row, or NULL.
void level_write_row(const level_step *step, int face, int row, const float *sums, const float *normals);
