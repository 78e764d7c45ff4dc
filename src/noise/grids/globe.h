// A lattice on the sphere as a graph: each point once, with its neighbours. Flow, drainage and spreading over
// the whole planet are solved on it. The results are sampled from a cube (noise/grids/cube.h) with the same
// points.
#pragma once
#include "base/meter.h"
#include "noise/grids/cube.h"
#include <stdint.h>

enum { TR_GLOBE_NEIGHBOURS = 8 };

// The points of a cube with `cells` along an edge, 6 cells² + 2 of them, numbered face by face and row by row.
typedef struct tr_globe {
    uint64_t seed; // determines the rotation of the cube
    int cells, count;
    float *x, *y, *z; // unit directions
    float *area;      // steradians of a point's cell; the sum is 4π
    // The neighbours of a point. The eight corners of the cube have six; their last two entries are -1. The
    // relation is symmetric.
    int32_t (*near)[TR_GLOBE_NEIGHBOURS];
    int32_t *points; // by tr_globe_place: a point on an edge of the cube has two places, a corner three
} tr_globe;

// Makes the lattice. meter may be NULL, here and below. Errors: TR_NO_MEMORY, TR_STOPPED. Same bits on every
// machine.
tr_status tr_globe_create(uint64_t seed, int cells, tr_meter *meter, tr_globe *globe, tr_error *error);
// Frees what tr_globe_create made. A zeroed globe is allowed.
void tr_globe_clear(tr_globe *globe);

// The index of a place on a face, and the number of its point. column and row are 0 … cells.
static inline size_t tr_globe_place(const tr_globe *globe, int face, int column, int row) {
    const size_t side = (size_t)globe->cells + 1;
    return ((size_t)face * side + (size_t)row) * side + (size_t)column;
}
static inline int32_t tr_globe_point(const tr_globe *globe, int face, int column, int row) {
    return globe->points[tr_globe_place(globe, face, column, row)];
}

// Makes a cube with values[point] at its points, ready for sampling. With `floats` 3 it has the vectors
// values[3 point]. Errors: as above.
tr_status tr_globe_to_cube(const tr_globe *globe, int floats, const float *values, tr_meter *meter,
                           tr_cube *cube, tr_error *error);

// The gradient of values[point] at a point: a tangent vector in the direction of the ascent, in their unit per
// radius. It is that of a plane fitted to the point and its neighbours, with more weight for nearer ones.
void tr_globe_slope(const tr_globe *globe, const float *values, int32_t point, float slope[3]);

// Extends values from the points that are known (1) over their surroundings: near them the values join
// smoothly, and reach[point] away, in radians, they are 0. share[point] is 1 at points that are known and falls
// to 0 in the same way. Values of other points need not be set. Errors: TR_NO_MEMORY, TR_STOPPED. Same bits on
// every machine.
tr_status tr_globe_extend(const tr_globe *globe, const uint8_t *known, const float *reach, tr_meter *meter,
                          float *values, float *share, tr_error *error);
