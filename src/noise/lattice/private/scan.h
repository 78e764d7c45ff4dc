// Lattice noise along circles of latitude. On a row of the map y is constant: the row scans through a staircase
// of cells and takes several samples in each. What the direct kernels hash for each sample, the scan hashes
// once for each cell (sphere_scan_kernel.c).
// More: docs/internals/scanlines.md.
#pragma once
#include "noise/lattice/fractal.h"

enum {
    TR_WALK_COLUMNS = 1024, // so many samples are evaluated at a time: they stay in the L1 cache
    TR_WALK_MIRRORS = 8,    // x, y and z may each be negated
    TR_WALK_TEXELS = 2,     // cells smaller than that are not scanned: the direct kernels are as fast there
};

// A piece of a quarter of a row, where x and z are positive, and the mirror images of it that are wanted.
// Lattices are shifted by 0 or half a cell, hence symmetric: mirrored samples lie at the same places in
// mirrored cells.
struct tr_scan {
    // Along the row x never grows and z never falls. The last sample is repeated up to a multiple of 16.
    _Alignas(64) float x[TR_WALK_COLUMNS];
    _Alignas(64) float z[TR_WALK_COLUMNS];
    float y;   // not negative
    int count; // samples, at most TR_WALK_COLUMNS
    int mirrors;
    bool negative[TR_WALK_MIRRORS][3]; // which of x, y, z each image negates
};

// Whether a map of that width may scan an octave: see TR_WALK_TEXELS.
bool tr_scan_pays(const tr_octave *octave, int width);

// tr_fractal_evaluate_map for fractals on the sphere, the width being a multiple of 4. Rows that mirror each
// other at the equator and quarters of rows share work where the rectangle has both: whole rows are best.
void tr_scan_map(const tr_fractal_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                 tr_meter *meter);
