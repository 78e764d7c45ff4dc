// The inner loops of the noise module: one source each (*_kernel.c), compiled for every instruction set.
//
// They are plain loops over arrays of samples, written so that compilers vectorise them; none of them uses
// fused multiply-add or reorders a sum, so every instruction set gives the same bits. Arrays do not overlap.
#pragma once
#include "base/isa.h"
#include "base/meter.h"
#include "noise/sphere.h"
#include <stddef.h>
#include <stdint.h>

enum {
    TR_BLOCK_SAMPLES = 2304, // samples evaluated at a time, at most: a block fits the L2 cache
    TR_LINES_COLUMNS = 1024, // lines that cross at a time, at most
    TR_LINES_ROWS = 64,
    TR_BATCH_SAMPLES = 64, // so many neighbours share a list of craters or storms
};

// One octave of lattice noise.
typedef struct tr_octave {
    float frequency[3]; // of the lattice along x, y, z, cells per radius
    float offset[3];    // of the lattice, in cells: 0 or ½, so that the lattice planes avoid the axes
    int32_t period;     // plane: cells per width and height
    uint32_t seed[3];   // added to the hash of x, y and z; 0 for z, except for octaves relative to an origin
    float amplitude;    // fraction of the sum; all octaves together have 1
} tr_octave;

// The contribution of an octave to a sum: its shape, and a replacement for the part of it that a map cannot
// show.
typedef struct tr_octave_weight {
    int shape;       // a tr_fractal_shape
    float amplitude; // fraction of the sum
    float fraction;  // visible part of the octave, 0 … 1; the mean replaces the rest
    float mean;      // of the shaped octave
    float handed_on; // ridged: the mean weight for the next octave if the octave's own weight is 1
} tr_octave_weight;

// A piece of a row of the map and its mirror images: noise/lattice/private/scan.h.
typedef struct tr_scan tr_scan;

// Sites on the sphere, or on the plane as (u, v, 0); structure of arrays.
typedef struct tr_sites {
    int count;
    float *x, *y, *z;
    float *radius;   // in planet radii, for sites that have one; else 0
    float *strength; // craters: freshness 0 … 1; spots: random number 0 … 1; twists: fraction of the rotation
    float transition; // craters: the radius where simple bowls become floors with central peaks
    float spacing;    // √(4π / count), on the plane √(1 / count): the mean distance between neighbours
} tr_sites;

// Samples at the crossings of lines of longitude and latitude: the sample of column i and row j is (x[i] *
// around[j], up[j], z[i] * around[j]).
typedef struct tr_lines {
    int columns, rows;        // at most TR_LINES_COLUMNS, TR_LINES_ROWS
    const float *x, *z;       // of the columns
    const float *around, *up; // of the rows
} tr_lines;

// Words of scratch memory for kernels over sites with a radius: a list for the block, one for a batch, and
// distances.
#define TR_LIST_CAPACITY(sites) (3 * ((size_t)(sites)->count + 1))

// Samples for fields: directions on the unit sphere. Neighbours lie in rows of `columns` samples.
typedef struct tr_block {
    tr_isa isa;
    int width;          // of the map
    float texel;        // radians: its angle at the equator; 0 for kernels: nothing is too fine
    int count, columns; // at most TR_BLOCK_SAMPLES, a multiple of columns
    const float *x, *y, *z;
    const float *channel; // for fields that read another one: its values
    const float *coarse;  // the same on a coarser map, or NULL (fields/field.h)
    float *spare[3];      // scratch arrays of `count` elements
    int32_t *list;        // of kernels over sites: TR_LIST_CAPACITY words
    tr_meter *meter;      // counts work, or NULL; once it has stopped, the output is meaningless
} tr_block;

// The kernel of a field: fills out[0 … count-1] from the field's own plan. It searches for features near small
// squares of samples; the result does not depend on `columns`. Features finer than the texel fade.
#define TR_DECLARE_FIELD_KERNEL(name)                                                                          \
    TR_DECLARE_KERNEL(name, (const void *plan, const tr_block *block, float *out))
typedef void tr_field_kernel(const void *plan, const tr_block *block, float *out);

struct tr_fractal_plan;

// Noise on the cubic lattice: Perlin's gradient noise (2002), out[i] in [-1, 1], or value noise, interpolated
// random numbers in [-1, 1) at lattice points. basis is one of those two, fade a tr_interpolation.
TR_DECLARE_KERNEL(tr_lattice, (const tr_octave *octave, int basis, int fade, int count, const float *x,
                               const float *y, const float *z, float *out))
// The same on the plane, wrapped: u in [0, 1] and v in (-1, 2) repeat after octave->period cells.
TR_DECLARE_KERNEL(tr_lattice_plane, (const tr_octave *octave, int basis, int fade, int count, const float *u,
                                     const float *v, float *out))
// Simplex noise (Perlin 2001), with the detail size and amplitude of Perlin noise of that octave: out[i] in
// [-1, 1]. It does not interpolate, so it has no fade.
TR_DECLARE_KERNEL(tr_simplex, (const tr_octave *octave, int count, const float *x, const float *y,
                               const float *z, float *out))
// The same on the wrapped plane. octave->period determines the scale; a lattice of triangles is fitted to it.
TR_DECLARE_KERNEL(tr_simplex_plane,
                  (const tr_octave *octave, int count, const float *u, const float *v, float *out))
// All octaves of a plan on the plane over a rectangle of a map: see plane_rows_kernel.c.
TR_DECLARE_KERNEL(tr_plane_rows,
                  (const struct tr_fractal_plan *plan, const tr_rectangle *where, float *out, tr_meter *meter))
// Perlin and value noise on the sphere along pieces of circles of latitude, times the factor: added to the row
// of sums of each mirror image (rows of TR_WALK_COLUMNS). Within 2^-17 of tr_lattice at those samples.
TR_DECLARE_KERNEL(tr_sphere_walk, (const tr_octave *octave, int basis, int fade, float factor,
                                   const tr_scan *scan, float *sums))
// Three independent gradient noises from one hash for each corner, quintic: adds amplitude * noise to
// dx, dy, dz.
TR_DECLARE_KERNEL(tr_perlin_vector, (const tr_octave *octave, int count, const float *x, const float *y,
                                     const float *z, float *dx, float *dy, float *dz))
// Adds one octave to a sum. weight (ridged only) carries the feedback from octave to octave and starts at 1.
// noise is not read where nothing of the octave is visible.
TR_DECLARE_KERNEL(tr_accumulate,
                  (const tr_octave_weight *entry, int count, const float *noise, float *sum, float *weight))
// Height of overlapping craters, a tr_sites, in planet radii, younger ones (later sites) on top of older ones.
TR_DECLARE_FIELD_KERNEL(tr_craters)
// Bright streaks thrown out by fresh craters, 0 … about 1.
typedef struct tr_ray_plan {
    tr_sites sites;
    uint32_t seed;
} tr_ray_plan;
TR_DECLARE_FIELD_KERNEL(tr_rays)
// Discs round sites.
typedef struct tr_spot_plan {
    tr_sites sites;
    uint32_t seed;
    int value;   // a tr_spot_value
    float reach; // where they end, in spot radii
    float lobes; // 0 … 1: depth of the lobes of their outlines, like petals
} tr_spot_plan;
TR_DECLARE_FIELD_KERNEL(tr_spots)
// Turns points round sites within their radius.
typedef struct tr_twist_plan {
    tr_sites sites;
    float amount; // radians at the centre, times the site's strength
} tr_twist_plan;
// In place: x, y and z are those of the block.
TR_DECLARE_KERNEL(tr_twist, (const tr_twist_plan *plan, const tr_block *block, float *x, float *y, float *z))
// Moves points by (dx, dy, dz) and back onto the unit sphere.
TR_DECLARE_KERNEL(tr_displace,
                  (int count, const float *dx, const float *dy, const float *dz, float *x, float *y, float *z))
