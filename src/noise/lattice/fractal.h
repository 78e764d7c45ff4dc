// Fractal sums: octaves of lattice noise, each finer and weaker than the one before.
// More: docs/internals/noise.md.
#pragma once
#include "noise/choices.h"
#include "noise/kernels.h"
#include "noise/sphere.h"
#include <stdbool.h>

enum {
    TR_MAX_OCTAVES = 24,
    TR_OCTAVE_OPERATIONS = 4 // of an octave per sample (base/meter.h)
};

// The parameters of a fractal, with knobs applied.
typedef struct tr_fractal_numbers {
    tr_basis basis;
    tr_interpolation interpolation; // of perlin and value; unused by simplex noise
    tr_fractal_shape shape;
    bool plane; // on the wrapped plane (u, v) instead of the sphere
    int start, octaves;
    double persistence, lacunarity, scale;
    double endless; // 0, or persistence of the octaves after the last
    double stretch[3];
    uint64_t seed;
} tr_fractal_numbers;

// A prepared fractal. Immutable: any number of threads may evaluate it.
typedef struct tr_fractal_plan {
    tr_basis basis;
    tr_interpolation interpolation;
    tr_fractal_shape shape;
    bool plane;
    int count;
    tr_octave octaves[TR_MAX_OCTAVES];
} tr_fractal_plan;

// Prepares a fractal of 1 … TR_MAX_OCTAVES octaves.
//
// Octave k = start … start+octaves-1 has frequency scale * lacunarity^k per radius (on the plane rounded, plus
// 1 per width, as in Harding 2012), amplitude persistence^(k - start) over the sum of all amplitudes, and a
// seed of its own that includes k.
//
// Plain fractals on the sphere may be endless: octaves continue past the last, each `endless` times as strong
// as the one before and not counted in the sum, up to the finest that any map shows. Those that maps of 2048
// columns would show are left out, so endless does not change such maps by a bit.
void tr_fractal_prepare(const tr_fractal_numbers *numbers, tr_fractal_plan *plan);

// The visible fraction of an octave whose cells are so many texels wide: 1 from 3 texels on, falling to 0 at
// 1.3. Finer detail would alias.
float tr_cell_weight(double texels);

// The frequency along the axis where it is highest.
double tr_octave_frequency(const tr_octave *octave);

// The contribution of an octave to the sum on a map of that width. Its mean replaces the invisible part; for
// billowed and ridged octaves that is not 0. So the mean of a sum, and with it the level of land or lava, is
// the same on maps of any size.
tr_octave_weight tr_fractal_entry(const tr_fractal_plan *plan, int octave, int width);
// The number of octaves that are at least partly visible on a map of that width.
int tr_fractal_shown(const tr_fractal_plan *plan, int width);

// Fills octaves first … end-1 of `seen` with those of the plan, for samples whose x, y, z are differences from
// an origin. Near the origin these are small numbers, so fine octaves keep their precision. On the sphere only.
void tr_fractal_rebase(const tr_fractal_plan *plan, int first, int end, const double origin[3],
                       tr_fractal_plan *seen);

// Samples of a block: directions on the unit sphere and, for plane noise, the place on the map.
typedef struct tr_samples {
    int count; // at most TR_BLOCK_SAMPLES
    const float *x, *y, *z, *u, *v;
} tr_samples;

// out[i] in [-1, 1] (ridged: [0, 1]) at each sample, as a map of that width shows it. noise and weight are
// scratch memory of TR_BLOCK_SAMPLES elements each.
void tr_fractal_evaluate(const tr_fractal_plan *plan, tr_isa isa, int width, const tr_samples *samples,
                         float *out, float *noise, float *weight);

// Adds octaves first … end-1 to out. Before octave 0, set the elements of weight to 1; later calls continue
// with them.
void tr_fractal_add(const tr_fractal_plan *plan, tr_isa isa, int width, int first, int end,
                    const tr_samples *samples, float *out, float *noise, float *weight);
// An octave by itself: out[i] in [-1, 1].
void tr_fractal_octave(const tr_fractal_plan *plan, tr_isa isa, int octave, const tr_samples *samples,
                       float *out);
// An octave at one position, in double, for octaves so strong that in float the finest octaves would be lost.
// On the sphere, for Perlin or value noise with a cubic, cosine or quintic fade.
double tr_fractal_exact_octave(const tr_fractal_plan *plan, int octave, const double at[3]);

// tr_fractal_evaluate over a rectangle of the map of any size, row by row in out; neighbours share work. Rows
// may lie up to one map beyond the poles. Columns lie within the map. Within 2^-17 of the range of
// tr_fractal_evaluate at the same place. The result depends only on the place, not on the rectangle. Scratch
// memory is on the stack, at most 300 KiB for any size. Any thread. Tall rectangles cost less per sample than
// flat ones. meter counts work and may stop it; it may be NULL.
void tr_fractal_evaluate_map(const tr_fractal_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                             tr_meter *meter);

// Adds amount * (three independent plain fractal sums) of octaves first … end-1 to dx, dy, dz. Perlin noise on
// the sphere only.
void tr_fractal_add_vector(const tr_fractal_plan *plan, tr_isa isa, int width, int first, int end,
                           double amount, const tr_samples *samples, float *dx, float *dy, float *dz);
