// The faces of a cube: positions of their texels, and neighbours.
#pragma once

// The direction of texel (column, row), not normalised. Fractions, and texels beyond the face, are allowed.
void face_direction(int face, int size, double column, double row, double direction[3]);

// The texel across the edge beside (column, row), one of which is -1 or `size`.
void face_neighbour(int face, int size, int column, int row, int *other, int *other_column, int *other_row);

// The solid angle of a texel, up to a constant factor.
float face_area(int size, int column, int row);

// Cosine and sine of the angle from the east to the columns of a face at a given direction.
void face_turn(int face, const double direction[3], float *cosine, float *sine);
