// Simplex noise after Perlin, "Noise hardware" (2001), as explained by Gustavson, "Simplex noise demystified"
// (2005).
//
// The cubic lattice prefers its axes, and a sample uses eight of its corners. A lattice of simplices, the
// simplest cells that fill space, has no such axes, and a sample uses four corners (on the plane, the three of
// a triangle). There is no interpolation: each corner has a gradient with a weight that falls from the corner
// and reaches 0, with three of its derivatives, where the cells of the corner end. So the corners of one cell
// suffice, and the noise is smooth across the sides of cells.
#include "noise/lattice/private/lattice.h"

// The contribution of one corner. `inside` is the squared radius of its weight minus the squared distance from
// it. The bits of a negative float are negative as an integer too, and vectors have an instruction for that
// maximum.
static inline float weigh(float inside, float gradient) {
    const int32_t bits = (int32_t)as_bits(inside);
    float t = as_float((uint32_t)(bits > 0 ? bits : 0));
    t = t * t;
    return t * t * gradient;
}

// ---- space -------------------------------------------------------------------------------------

// The lattice is the cubic one compressed along its main diagonal: (i, j, k) lies at (i, j, k) - (i + j + k)/6.
// Adding (x + y + z) / 3 to each coordinate reverses that. A cube of (i, j, k) becomes six congruent
// tetrahedra, which all contain its lowest and highest corner.
#define SKEW (1 / 3.0f)
#define UNSKEW (1 / 6.0f)

// Weights end at the height of the tetrahedra, √½ (the often used 0.6 for its square causes steps). The scale
// gives the same standard deviation as Perlin noise, 0.26; |noise| is then at most 0.68.
#define SPACE_RADIUS_2 0.5f
#define SIMPLEX_SCALE 41.7f

static inline uint32_t all_bits(bool set) { return 0u - (uint32_t)set; }

// 1 if all bits are set, 0 if none is.
static inline float one_if(uint32_t bits) { return as_float(bits & 0x3f800000u); }

__attribute__((always_inline)) static inline float space_corner(uint32_t products, float x, float y, float z) {
    return weigh(SPACE_RADIUS_2 - (x * x + y * y + z * z), hash_gradient(hash(products), x, y, z));
}

__attribute__((always_inline)) static inline float simplex_sample(const tr_octave *o, float px, float py,
                                                                  float pz) {
    float x = px * o->frequency[0] + o->offset[0];
    float y = py * o->frequency[1] + o->offset[1];
    float z = pz * o->frequency[2] + o->offset[2];
    const float s = (x + y + z) * SKEW;
    float fx, fy, fz;
    const int32_t ix = floor_of(x + s, &fx), iy = floor_of(y + s, &fy), iz = floor_of(z + s, &fz);
    const float t = (float)(ix + iy + iz) * UNSKEW;
    x = x - fx + t, y = y - fy + t, z = z - fz + t; // from the lowest corner

    // Steps along the axes of the largest, the middle and the smallest coordinate lead to the other corners.
    // The order of the three tells which of the six tetrahedra contains the sample.
    const uint32_t xy = all_bits(x >= y), yz = all_bits(y >= z), xz = all_bits(x >= z);
    const uint32_t yx = all_bits(x < y), zy = all_bits(y < z), zx = all_bits(x < z);
    const uint32_t x1 = xy & xz, y1 = yx & yz, z1 = zx & zy; // after one step,
    const uint32_t x2 = xy | xz, y2 = yx | yz, z2 = zx | zy; // after two

    const uint32_t hx = (uint32_t)ix * PRIME_X + o->seed[0], hy = (uint32_t)iy * PRIME_Y + o->seed[1],
                   hz = (uint32_t)iz * PRIME_Z + o->seed[2];
    float sum = space_corner(hx ^ hy ^ hz, x, y, z);
#define CORNER(X, Y, Z, steps)                                                                                 \
    space_corner((hx + ((X)&PRIME_X)) ^ (hy + ((Y)&PRIME_Y)) ^ (hz + ((Z)&PRIME_Z)),                           \
                 x - one_if(X) + (steps)*UNSKEW, y - one_if(Y) + (steps)*UNSKEW,                               \
                 z - one_if(Z) + (steps)*UNSKEW)
    sum += CORNER(x1, y1, z1, 1);
    sum += CORNER(x2, y2, z2, 2);
    sum += CORNER(~0u, ~0u, ~0u, 3);
#undef CORNER
    return sum * SIMPLEX_SCALE;
}

void TR_KERNEL(tr_simplex)(const tr_octave *octave, int count, const float *restrict x, const float *restrict y,
                           const float *restrict z, float *restrict out) {
    tr_octave o = *octave; // a local copy cannot alias out
    for (int axis = 0; axis < 3; axis++)
        o.frequency[axis] *= SIMPLEX_FREQUENCY;
    for (int i = 0; i < count; i++)
        out[i] = simplex_sample(&o, x[i], y[i], z[i]);
}

// ---- the wrapped plane -------------------------------------------------------------------------

// Equilateral triangles of side 1 in rows, every second row shifted by half a side:
//
//      ·───·───·───·
//     ╱ ╲ ╱ ╲ ╱ ╲ ╱      row 1
//    ·───·───·───·       row 0
//
// A whole number of columns fits the width, and an even number of rows fits the height of the map, so that the
// shift is even too: the lattice wraps exactly in both directions. Because rows and columns are whole numbers,
// the triangles of the map are only approximately equilateral: from 2 columns on their height is within 16 %,
// from 40 on within 2 %. Distances are measured as if they were equilateral.
#define ROW_HEIGHT 0.8660254f // √¾

// Columns per cell of Perlin noise with the same detail size; see SIMPLEX_FREQUENCY.
#define PLANE_FREQUENCY 0.742f

// Weights end at the height of the triangles. The standard deviation is that of Perlin noise on the plane,
// 0.24; |noise| is at most 0.45.
#define PLANE_RADIUS_2 0.75f
#define PLANE_SCALE 7.13f

typedef struct plane_lattice {
    int32_t columns, rows;
    uint32_t seed[2];
} plane_lattice;

static inline plane_lattice fit_plane(const tr_octave *octave) {
    int32_t columns = (int32_t)((float)octave->period * PLANE_FREQUENCY + 0.5f);
    columns = columns > 1 ? columns : 1;
    int32_t pairs = (int32_t)((float)columns * (0.5f / ROW_HEIGHT) + 0.5f);
    return (plane_lattice){columns, 2 * (pairs > 1 ? pairs : 1), {octave->seed[0], octave->seed[1]}};
}

static inline int32_t wrap_once(int32_t i, int32_t period) {
    i = i < 0 ? i + period : i;
    return i >= period ? i - period : i;
}

// The dot product with one of eight unit vectors at angles of 22.5°, 67.5° and so on.
static inline float plane_gradient(uint32_t h, float x, float y) {
    const uint32_t steep = h & 0x20000000u;
    return hash_gradient(h, 0.92387953f * (steep ? y : x), 0.38268343f * (steep ? x : y), 0);
}

// Point `along` of a row, numbered along the slanted axis: row r starts r/2 further right.
__attribute__((always_inline)) static inline float plane_corner(const plane_lattice *p, int32_t along,
                                                                int32_t row, float x, float y) {
    const int32_t column = wrap_once(along + (row >> 1), p->columns);
    const uint32_t h = hash(((uint32_t)column * PRIME_X + p->seed[0]) ^
                            ((uint32_t)wrap_once(row, p->rows) * PRIME_Y + p->seed[1]));
    return weigh(PLANE_RADIUS_2 - (x * x + y * y), plane_gradient(h, x, y));
}

__attribute__((always_inline)) static inline float simplex_plane_sample(const plane_lattice *p, float u,
                                                                        float v) {
    const float width = (float)p->columns;
    float x = u * width, y = v * (float)p->rows;
    x = x >= width ? x - width : x;
    x -= 0.5f * y; // along the slanted axis
    int32_t ix = floor_int(x), iy = floor_int(y);
    x -= (float)ix, y -= (float)iy;
    const int32_t pair = p->rows / 2 * (iy < 0 ? -1 : iy >= p->rows); // maps above or below shift rows by half
    iy -= 2 * pair, ix += pair;                                       // a side per row
    // A rhombus consists of two triangles. Both have its left upper and right lower corner, and one more each.
    const int32_t upper = x + y >= 1;
    const float dx = x + 0.5f * y, dy = y * ROW_HEIGHT; // from its lower left corner, in Cartesian coordinates
    float sum = plane_corner(p, ix + 1, iy, dx - 1, dy);
    sum += plane_corner(p, ix, iy + 1, dx - 0.5f, dy - ROW_HEIGHT);
    sum += plane_corner(p, ix + upper, iy + upper, dx - 1.5f * (float)upper, dy - ROW_HEIGHT * (float)upper);
    return sum * PLANE_SCALE;
}

void TR_KERNEL(tr_simplex_plane)(const tr_octave *octave, int count, const float *restrict u,
                                 const float *restrict v, float *restrict out) {
    const plane_lattice p = fit_plane(octave);
    for (int i = 0; i < count; i++)
        out[i] = simplex_plane_sample(&p, u[i], v[i]);
}
