// Faces of a cube: where their texels lie, and which of them are neighbours.
#pragma once

// The direction of texel (column, row), not of length 1; halves and texels beyond the face are allowed.
void face_direction(int face, int size, double column, double row, double direction[3]);

// The texel on the other side of the edge beside (column, row), which is -1 or `size` in one of both.
void face_neighbour(int face, int size, int column, int row, int *other, int *other_column, int *other_row);

// What fraction of the sphere a texel covers, but for a factor.
float face_area(int size, int column, int row);

// Cosine and sine of the angle from the east to the columns of a face at a place given by its direction.
void face_turn(int face, const double direction[3], float *cosine, float *sine);
