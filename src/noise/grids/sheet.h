// Values on a lattice over the whole map, for displacement fields on the plane, and what lies between them.
#pragma once
#include "base/status.h"
#include "noise/sphere.h"
#include <stdbool.h>
#include <stddef.h>

enum { TR_SHEET_MARGIN = 2 };

// columns x rows values; value (i, j) belongs to the place u = (i + ½)/columns, v = (j + ½)/rows of the map, so
// that a map with as many columns shows each value at one texel, unchanged. A margin on every side serves the
// sampling.
typedef struct tr_sheet {
    int columns, rows;
    bool wrap; // repeats in u and v
    size_t stride;
    float *values; // of (0, 0)
    float *memory;
} tr_sheet;

// A sheet of zeros. Errors: TR_NO_MEMORY. Free with tr_sheet_clear (a zeroed sheet is allowed).
tr_status tr_sheet_create(int columns, int rows, bool wrap, tr_sheet *sheet, tr_error *error);
void tr_sheet_clear(tr_sheet *sheet);

static inline float *tr_sheet_row(const tr_sheet *sheet, int row) {
    return sheet->values + (ptrdiff_t)row * (ptrdiff_t)sheet->stride;
}

// Fills the margin, once all values are there: with what lies at the other end, or with the outermost values.
void tr_sheet_fill_margin(tr_sheet *sheet);

// The sheet at the texels of a rectangle of a map, row by row in out: between values by cubic interpolation
// (Catmull and Rom 1974). Any thread.
void tr_sheet_sample(const tr_sheet *sheet, const tr_rectangle *where, float *out);
