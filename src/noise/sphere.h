// Directions of the texels of an equirectangular map.
#pragma once

// Samples of rows row … row+rows-1 and columns column … column+columns-1 of a map of `width` columns, row by
// row: directions d = (cos φ cos λ, sin φ, -cos φ sin λ) of the texels' centres, λ = 2π((i + ½)/width - ½), φ =
// π(½ - (j + ½)/height), and their place u = (i + ½)/width, v = (j + ½)/height. Rows above 0 and beyond the
// last reach over the pole, as the sphere does. Each array has rows * columns elements,
// TR_BLOCK_SAMPLES at most.
void tr_sphere_samples(int width, int row, int rows, int column, int columns, float *x, float *y, float *z,
                       float *u, float *v);
