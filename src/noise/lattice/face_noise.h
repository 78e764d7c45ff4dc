// Fractals over windows of a face of the cube, moved by noise or not. What is smooth there is found at few
// places and filled in between; what is fine, and only that, at each texel. More: docs/internals/faces.md.
#pragma once
#include "base/status.h"
#include "noise/lattice/fractal.h"

enum {
    TR_FACE_LEVELS = 6,   // nodes of level k are 2^k texels apart, at most 64
    TR_FACE_LEAST = 512,  // texels along a face from which on octaves may be smooth
    TR_FACE_SQUARE = 256, // texels: squares of a face have an origin each, and so have those of its nodes
    TR_FACE_BLOCK_SAMPLES = 512, // so many nodes are evaluated at a time
};

// Where a face lies: the texel at column i, row j of it in direction major + a right + b down, with a = (2 i +
// 1) / resolution - 1, b likewise. It goes on beyond its edges.
typedef struct tr_face_axes {
    double major[3], right[3], down[3];
} tr_face_axes;

// Moves samples by amount * (three plain fractals) and back onto the sphere, after the move of that index, or
// -1.
typedef struct tr_face_move {
    const tr_fractal_plan *fractal;
    double amount;
    int after;
} tr_face_move;

// A fractal where a move has taken its samples, or where they are: -1.
typedef struct tr_face_sum {
    const tr_fractal_plan *fractal;
    int move;
} tr_face_sum;

// How far samples may be moved: farther, and it is not certain on which side of the sphere they end. And in how
// many steps it pays.
#define TR_FACE_MOST_AMOUNT 0.5
// steps of a warp; arrays of nodes of all sums, since a recipe may come from a stranger
enum { TR_FACE_MOST_STEPS = 4, TR_FACE_MOST_PARTS = 256 };

typedef struct tr_face_numbers {
    int resolution;    // texels along the face, at least TR_FACE_LEAST
    int rows, columns; // of the windows, at most
    int moves, sums;
    const tr_face_move *move; // each after those that it comes after
    const tr_face_sum *sum;
} tr_face_numbers;

// Working memory of one thread. Plans are borrowed.
typedef struct tr_face_noise tr_face_noise;
tr_status tr_face_noise_create(const tr_face_numbers *numbers, tr_isa isa, tr_face_noise **noise,
                               tr_error *error);
void tr_face_noise_destroy(tr_face_noise *noise); // NULL is allowed

// Begins a window: texels row … row+rows-1, column … column+columns-1 of a face.
void tr_face_noise_begin(tr_face_noise *noise, const tr_face_axes *axes, const tr_rectangle *window);

// The next row or column where another square begins: blocks, here below, do not go beyond it.
static inline int tr_face_next_square(int at) {
    return (at < 0 ? -((-at - 1) / TR_FACE_SQUARE) : at / TR_FACE_SQUARE + 1) * TR_FACE_SQUARE;
}

// Of a block of the window, row by row, TR_BLOCK_SAMPLES at most: the origin of its square, a direction, and
// how far from there its texels lie.
void tr_face_noise_places(tr_face_noise *noise, const tr_rectangle *block, double origin[3], float *x, float *y,
                          float *z);
// Takes samples that are where the move before leaves them, relative to the origin, to where this one does.
void tr_face_noise_move(tr_face_noise *noise, int move, const tr_rectangle *block, const double origin[3],
                        float *x, float *y, float *z);
// The fractal of samples that are where its move has taken them, relative to the origin. Within 1 % of the
// amplitude of the finest octave that shows from the fractal at their exact places, in the mean square, of
// plain Perlin and value noise; of simplex noise, ridges and billows as far as sums of floats have digits (to
// some 2^16 texels). A function of the place on the face alone, whatever window and block.
void tr_face_noise_sum(tr_face_noise *noise, int sum, const tr_rectangle *block, const double origin[3],
                       const float *x, const float *y, const float *z, float *out);
