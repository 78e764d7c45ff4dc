// Directions of the texels of an equirectangular map.
#pragma once

// Texels row … row+rows-1, column … column+columns-1 of a map of `width` columns and width / 2 rows. Rows above
// 0 and beyond the last reach over the pole, as the sphere does.
typedef struct tr_rectangle {
    int width, row, rows, column, columns;
} tr_rectangle;

// Cosines and sines of the angles π(2i + 1)/divisions, i = first … first+count-1: a circle cut into that many
// parts, seen from their middles. Half-turns are alike but for the sign, quarter-turns but for the exchange of
// both, bit for bit. divisions is at least 1 and at most 2^28; the angles lie within ±2^30 parts.
void tr_circle(int divisions, int first, int count, float *cosine, float *sine);

// A direction is (x[column] * around[row], up[row], z[column] * around[row]): these are the parts of `count`
// columns and rows from `first` on.
void tr_sphere_columns(int width, int first, int count, float *x, float *z);
void tr_sphere_rows(int width, int first, int count, float *around, float *up);

// Directions d = (cos φ cos λ, sin φ, -cos φ sin λ) of the centres of the texels of a rectangle, row by row,
// λ = 2π((i + ½)/width - ½), φ = π(½ - (j + ½)/height), and their place u = (i + ½)/width, v = (j + ½)/height.
// Texels that mirror each other have the same bits but for the signs. Each array has rows * columns elements,
// TR_BLOCK_SAMPLES at most.
void tr_sphere_samples(const tr_rectangle *where, float *x, float *y, float *z, float *u, float *v);
