// Rows of a level as sums: conversion from codes to sums and back.
#pragma once
#include "planet/kernels.h"
#include "texture/levels.h"
#include "texture/private/taps.h"

// Data for the rows of one level.
typedef struct level_step {
    const tr_levels *map;
    int level; // the level that is made
    int fine_width, fine_height, width, height;
    const taps *columns; // of each column of the level
    float light[256];    // linear light of an sRGB code
    tr_srgb_table srgb;
} level_step;

enum { LEVEL_MOST_TERMS = 6 };

// Computes the sums of a row of the level: width * level_terms numbers. line has (fine_width + 2) * level_terms
// elements.
void level_sum_row(const level_step *step, const tr_levels *map, int face, int row, float *line, float *sums);

// Converts the sums to texels. normals: sums of the map's normals for the same row, or NULL.
void level_write_row(const level_step *step, int face, int row, const float *sums, const float *normals);
