// Fractals over windows of a cube face: rectangles of its texels. Other fractals may displace the samples first
// (moves). Smooth octaves are evaluated at few places and interpolated; only fine octaves are evaluated at each
// texel. More: docs/internals/faces.md.
#pragma once
#include "base/status.h"
#include "noise/lattice/fractal.h"

enum {
    TR_FACE_LEVELS = 6,          // nodes of level k are 2^k texels apart, up to 64
    TR_FACE_LEAST = 512,         // texels along a face from which octaves may count as smooth
    TR_FACE_SQUARE = 256,        // texels: each square of a face and of its nodes has an origin of its own
    TR_FACE_BLOCK_SAMPLES = 512, // nodes evaluated at a time
};

// The position of a face. The texel at column i, row j has direction major + a right + b down, with a = (2 i +
// 1) / resolution - 1 and b likewise. The plane continues beyond the edges.
typedef struct tr_face_axes {
    double major[3], right[3], down[3];
} tr_face_axes;

// Moves samples by amount * (three plain fractals) and back onto the sphere. It applies after the move of index
// `after`; -1: it is the first.
typedef struct tr_face_move {
    const tr_fractal_plan *fractal;
    double amount;
    int after;
} tr_face_move;

// A fractal at the places to which a move took its samples; -1: at their own places.
typedef struct tr_face_sum {
    const tr_fractal_plan *fractal;
    int move;
} tr_face_sum;

// Maximum displacement of samples. Beyond it, a sample might end on the other side of the sphere.
#define TR_FACE_MOST_AMOUNT 0.5
// STEPS: number of successive moves up to which this is faster than evaluating each texel. PARTS: maximum
// number of arrays of nodes for all sums, because a recipe may be untrusted.
enum { TR_FACE_MOST_STEPS = 4, TR_FACE_MOST_PARTS = 256 };

// The fractals to evaluate, the moves before them, and the size of windows.
typedef struct tr_face_numbers {
    int resolution;    // texels along the face, at least TR_FACE_LEAST
    int rows, columns; // maximum size of windows
    int moves, sums;
    const tr_face_move *move; // in order: each comes after the move that it follows
    const tr_face_sum *sum;
} tr_face_numbers;

// The evaluation of these fractals, with scratch memory for one thread.
typedef struct tr_face_noise tr_face_noise;
// Allocates memory and decides which octaves are smooth. The fractal plans in `numbers` are borrowed until
// tr_face_noise_destroy. Errors: TR_NO_MEMORY.
tr_status tr_face_noise_create(const tr_face_numbers *numbers, tr_isa isa, tr_face_noise **noise,
                               tr_error *error);
void tr_face_noise_destroy(tr_face_noise *noise); // NULL is allowed

// Begins a window: texels row … row+rows-1, column … column+columns-1 of a face.
void tr_face_noise_begin(tr_face_noise *noise, const tr_face_axes *axes, const tr_rectangle *window);

// The next row or column where another square begins. The blocks below must not cross it.
static inline int tr_face_next_square(int at) {
    return (at < 0 ? -((-at - 1) / TR_FACE_SQUARE) : at / TR_FACE_SQUARE + 1) * TR_FACE_SQUARE;
}

// For a block of the window, row by row, at most TR_BLOCK_SAMPLES: the direction of its square's origin, and
// the positions of its texels relative to it.
void tr_face_noise_places(tr_face_noise *noise, const tr_rectangle *block, double origin[3], float *x, float *y,
                          float *z);
// Moves samples, relative to the origin, from the places where the previous move leaves them.
void tr_face_noise_move(tr_face_noise *noise, int move, const tr_rectangle *block, const double origin[3],
                        float *x, float *y, float *z);
// The fractal at samples that its move has placed, relative to the origin. For plain Perlin and value noise the
// root mean square error is within 1 % of the amplitude of the finest visible octave. For simplex noise, ridges
// and billows it is limited by the precision of sums in float (up to some 2^16 texels). The result depends only
// on the place on the face, not on window and block.
void tr_face_noise_sum(tr_face_noise *noise, int sum, const tr_rectangle *block, const double origin[3],
                       const float *x, const float *y, const float *z, float *out);
