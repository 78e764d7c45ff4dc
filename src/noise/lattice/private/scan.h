// Lattice noise along circles of latitude. On a row of the map y is constant, so the row crosses cells
// only along x and z, and has several samples in each cell. The direct kernels hash for each sample; the scan
// hashes once for each cell (sphere_scan_kernel.c).
// More: docs/internals/scanlines.md.
#pragma once
#include "noise/lattice/fractal.h"

enum {
    TR_WALK_COLUMNS = 1024, // samples evaluated at a time: they fit the L1 cache
    TR_WALK_MIRRORS = 8,    // x, y and z may each be negated
    TR_WALK_TEXELS = 2,     // smaller cells are not scanned, because the direct kernels are as fast there
};

// A piece of a quarter of a row, where x and z are positive, and its requested mirror images. Lattices are
// shifted by 0 or half a cell, so they are symmetric: mirrored samples lie at the same places in mirrored
// cells.
struct tr_scan {
    // Along the row x does not increase and z does not decrease. The last sample is repeated up to a multiple
    // of 16.
    _Alignas(64) float x[TR_WALK_COLUMNS];
    _Alignas(64) float z[TR_WALK_COLUMNS];
    float y;   // not negative
    int count; // samples, at most TR_WALK_COLUMNS
    int mirrors;
    bool negative[TR_WALK_MIRRORS][3]; // which of x, y, z each image negates
};

// Whether a map of that width may scan an octave: see TR_WALK_TEXELS.
bool tr_scan_pays(const tr_octave *octave, int width);
