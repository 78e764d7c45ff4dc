// Displacement fields on the sphere, computed on the surface of a cube that is projected onto the sphere.
//
// A lattice point of the surface is a point p of the space lattice 0 … cells on each axis, with one coordinate
// at 0 or at `cells`. Its random numbers are hashes of p, and its neighbours are found by their p. A point on
// an edge of the cube is the same point for both of its faces, so there is no seam. Midpoint displacement and
// diamond-square need quadrilaterals, two of them at each edge. The surface has them everywhere, also at the
// corners of the cube.
//
// These fields treat points of a coarse level unlike the points between them (tr_subdivision_highest). The cube
// is rotated at random, by the seed, so that no such point falls on a pole or another prominent place.
#pragma once
#include "base/watch.h"
#include "noise/grids/olsen.h"
#include "noise/grids/subdivide.h"

enum {
    TR_CUBE_FACES = 6,
    TR_CUBE_MAX_CELLS = 16384,
    TR_GIVEN_CELLS = 16, // given points apply from the first level with that many cells along an edge
    TR_VECTOR_FLOATS = 4 // of a vector at a lattice point: x, y, z, and padding to the size of a register
};

// Values at the lattice points of the six faces. Face 2 w + s lies at coordinate 0 (s = 0) or `cells` (s = 1)
// of axis w (x, y, z of the cube). Its columns run along the next axis, its rows along the one after (z is
// followed by x). Sampling needs a margin of one point beyond the edges of each face.
typedef struct tr_cube {
    int cells; // along an edge: a face has (cells + 1)² points
    int width; // floats of a point: 1, or TR_VECTOR_FLOATS
    size_t row_stride, face_stride;
    float turn[3][3]; // rotates a direction to the axes of the cube
    float *values;    // of point (-1, -1) of face 0
    float *memory;
} tr_cube;

// A cube with a vector at each point. A sample finds its cell once for all components.
typedef tr_cube tr_cube_vectors;

// Columns and rows are -1 … cells + 1.
static inline float *tr_cube_at(const tr_cube *cube, int face, int column, int row) {
    return cube->values + (size_t)face * cube->face_stride + (size_t)(row + 1) * cube->row_stride +
           (size_t)(column + 1) * (size_t)cube->width;
}

// The axes of a face's normal, columns and rows, and whether the face lies at the far end of the normal's axis.
static inline int tr_cube_normal_axis(int face) { return face >> 1; }
static inline int tr_cube_column_axis(int face) { return (tr_cube_normal_axis(face) + 1) % 3; }
static inline int tr_cube_row_axis(int face) { return (tr_cube_normal_axis(face) + 2) % 3; }
static inline bool tr_cube_is_far(int face) { return face & 1; }

// Makes a cube whose values the caller sets with tr_cube_at, with equal values wherever faces share a point.
// Then tr_cube_complete makes it ready to be sampled. Errors: TR_NO_MEMORY.
tr_status tr_cube_create(uint64_t seed, int cells, int width, tr_cube *cube, tr_error *error);
void tr_cube_complete(tr_cube *cube);

// Frees a cube. A zeroed cube is allowed.
void tr_cube_clear(tr_cube *cube);

// The unit directions of a row of lattice points of the cube with that seed and `cells` cells along an edge.
// Each array has cells + 1 elements.
void tr_cube_row(uint64_t seed, int cells, int face, int row, float *x, float *y, float *z);

// (dx[i], dy[i], dz[i]) is the vector in direction (x[i], y[i], z[i]), interpolated as in tr_cube_sample. The
// results may be in the same arrays as the directions. Any thread.
TR_DECLARE_KERNEL(tr_cube_vectors_sample, (const tr_cube_vectors *vectors, int count, const float *x,
                                           const float *y, const float *z, float *dx, float *dy, float *dz))

// A value in a direction of any length except 0. It applies to the nearest point of the first level that has
// TR_GIVEN_CELLS or more along an edge. That leaves enough finer levels to slope up to it.
typedef struct tr_cube_given {
    double direction[3];
    float value; // in the field's range, [-1, 1]
} tr_cube_given;

// Diamond-square and midpoint displacement, which are the same on a closed surface.
typedef struct tr_cube_numbers {
    uint64_t seed;
    int base_cells;     // cells along an edge at level 0; 1 starts from the corners of the cube, as midpoint
                        // displacement does, larger numbers start from finer random numbers
    int levels;         // cells along an edge: base_cells * 2^levels, at most TR_CUBE_MAX_CELLS
    double persistence; // 0 to 2
    bool six_point;
    // Values in [-1, 1] for the points of level 0, or NULL: face by face, row by row, (base_cells + 1)² per
    // face, equal wherever faces share a point (tr_cube_row gives their directions). They take three quarters
    // of the range; the offsets take the rest.
    const float *base;
    const tr_cube_given *given; // points with fixed values, for example to force a mountain
    int given_count;
    const tr_watch *watch; // or NULL; polled often
} tr_cube_numbers;

// Makes the field in [-1, 1], normalised as tr_diamond_square is. Errors: TR_NO_MEMORY, TR_STOPPED. Same bits
// on any number of threads.
tr_status tr_cube_diamond_square(const tr_cube_numbers *numbers, tr_isa isa, tr_pool *pool, tr_cube *cube,
                                 tr_error *error);

// Three-dimensional Olsen noise, sampled on the surface of the cube, in [-1, 1]. Adjacent faces match at their
// edges because they sample the same noise. A cell of level 0 has 2^(levels - 1) lattice points. Errors:
// TR_NO_MEMORY, TR_STOPPED. Same bits on any number of threads.
tr_status tr_cube_olsen(const tr_olsen_numbers *numbers, int cells, tr_isa isa, tr_pool *pool, tr_cube *cube,
                        tr_error *error);

// out[i] is the field in direction (x[i], y[i], z[i]), of any length except 0, by cubic interpolation between
// lattice points (Catmull and Rom 1974). Lines of the lattice are at nearly equal angles. Any thread.
TR_DECLARE_KERNEL(tr_cube_sample,
                  (const tr_cube *cube, int count, const float *x, const float *y, const float *z, float *out))

// As tr_cube_sample, with linear interpolation from four points instead of sixteen, for fields whose slopes are
// not used.
TR_DECLARE_KERNEL(tr_cube_sample_straight,
                  (const tr_cube *cube, int count, const float *x, const float *y, const float *z, float *out))
