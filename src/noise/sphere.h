// Directions of the texels of an equirectangular map.
#pragma once

// Texels row … row+rows-1, column … column+columns-1 of a map of `width` columns and width / 2 rows. Rows above
// 0 and beyond the last continue over the pole.
typedef struct tr_rectangle {
    int width, row, rows, column, columns;
} tr_rectangle;

// Cosines and sines of the angles π(2i + 1)/divisions, i = first … first+count-1: the middles of the parts of a
// circle cut into `divisions` parts. Half-turns agree except for the sign, and quarter-turns except for the
// exchange of cosine and sine, bit for bit. divisions is 1 … 2^28; the angles lie within ±2^30 parts.
void tr_circle(int divisions, int first, int count, float *cosine, float *sine);

// A direction is (x[column] * around[row], up[row], z[column] * around[row]). These functions compute the terms
// of `count` columns and rows from `first` on.
void tr_sphere_columns(int width, int first, int count, float *x, float *z);
void tr_sphere_rows(int width, int first, int count, float *around, float *up);

// Directions d = (cos φ cos λ, sin φ, -cos φ sin λ) of the centres of the texels of a rectangle, row by row, λ
// = 2π((i + ½)/width - ½), φ = π(½ - (j + ½)/height), and their position u = (i + ½)/width, v = (j + ½)/height.
// Mirrored texels have the same bits except for the signs. Each array has rows * columns elements, at most
// TR_BLOCK_SAMPLES.
void tr_sphere_samples(const tr_rectangle *where, float *x, float *y, float *z, float *u, float *v);
