// Directions of the texels of an equirectangular map.
#pragma once

// Texels row … row+rows-1, column … column+columns-1 of a map of `width` columns and width / 2 rows. Rows above
// 0 and beyond the last reach over the pole, as the sphere does.
typedef struct tr_rectangle {
    int width, row, rows, column, columns;
} tr_rectangle;

// Directions d = (cos φ cos λ, sin φ, -cos φ sin λ) of the centres of the texels of a rectangle, row by row,
// λ = 2π((i + ½)/width - ½), φ = π(½ - (j + ½)/height), and their place u = (i + ½)/width, v = (j + ½)/height.
// Each array has rows * columns elements, TR_BLOCK_SAMPLES at most.
void tr_sphere_samples(const tr_rectangle *where, float *x, float *y, float *z, float *u, float *v);
