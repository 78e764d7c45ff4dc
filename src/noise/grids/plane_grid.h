// A lattice of values over the whole map, for displacement fields on the plane, with interpolation.
#pragma once
#include "base/status.h"
#include "noise/sphere.h"
#include <stdbool.h>
#include <stddef.h>

// columns x rows values. Value (i, j) belongs to the place u = (i + ½)/columns, v = (j + ½)/rows of the map, so
// a map with as many columns shows each value unchanged at one texel.
typedef struct tr_plane_grid {
    int columns, rows;
    bool wrap;     // repeats in u and v; otherwise the outermost values continue
    float *values; // row by row
} tr_plane_grid;

// A grid whose values the caller sets. Errors: TR_NO_MEMORY. Free with tr_plane_grid_clear (a zeroed grid is
// allowed).
tr_status tr_plane_grid_create(int columns, int rows, bool wrap, tr_plane_grid *grid, tr_error *error);
void tr_plane_grid_clear(tr_plane_grid *grid);

// Samples the grid at the texels of a rectangle of a map, row by row, by cubic interpolation (Catmull and Rom
// 1974). Any thread.
void tr_plane_grid_sample(const tr_plane_grid *grid, const tr_rectangle *where, float *out);
