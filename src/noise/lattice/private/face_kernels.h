// The loops of face_noise.c. Private to the module.
#pragma once
#include "noise/kernels.h"
#include "noise/lattice/face_noise.h"

// a / 2, rounded down.
static inline int half_of(int a) { return a / 2 - (a % 2 < 0); }

// Nodes of a level over a window, row by row; node i lies at texel 2^level * i of the face.
typedef struct tr_face_grid {
    int row, rows, column, columns;
    double *values;
} tr_face_grid;

// Computes the nodes of one level from those of the next coarser one, which must extend 1 node beyond on one
// side and 2 on the other. Nodes that both levels have are copied; halfway between two the value is (-1, 9, 9,
// -1) / 16 of the four around.
TR_DECLARE_KERNEL(tr_face_double, (const tr_face_grid *coarse, const tr_face_grid *fine))

// The origin of a square at the place (a, b) of a face. `length` is that of (1, a, b).
typedef struct tr_face_origin {
    double a, b, length, direction[3];
} tr_face_origin;

// Columns of a face relative to that of the origin: the differences of places and of their squares.
typedef struct tr_face_columns {
    const float *far, *square;
} tr_face_columns;

// Positions relative to the origin of the texels of a row at the given place down the face.
TR_DECLARE_KERNEL(tr_face_offsets, (const tr_face_axes *axes, const tr_face_origin *origin, int count,
                                    const tr_face_columns *columns, double down, float *x, float *y, float *z))

// Moves places by (dx, dy, dz) and back onto the sphere, all relative to an origin on it, which keeps
// precision.
TR_DECLARE_KERNEL(tr_face_displace, (const double origin[3], int count, const float *dx, const float *dy,
                                     const float *dz, float *x, float *y, float *z))

// sum[i] += amplitude * noise[i].
TR_DECLARE_KERNEL(tr_face_add, (int count, double amplitude, const float *noise, double *sum))
// out[i] += sum[i], rounded once.
TR_DECLARE_KERNEL(tr_face_join, (int count, const double *sum, float *out))
