// How the map of a planet is laid out in pictures: all of it in one, or the faces of a cube, each alone or all
// in one. More: docs/export.md.
#pragma once
#include "export/set.h"

// One picture: cells of one size, each a whole map or a face.
typedef struct tr_sheet {
    tr_patch cell;     // of the whole map; of a face: its number is in `faces`
    int columns, rows; // of cells
    const int *faces;  // columns * rows of them from the top left, -1: an empty cell; NULL: no cube
    const char *name;  // what a file of it is called by: "px"; "" where there is no other
} tr_sheet;

// Of a part in that format: KTX2 and DDS hold all faces themselves, below each other.
int tr_sheet_count(const tr_export_job *job, tr_file_format format);
tr_sheet tr_sheet_get(const tr_export_job *job, tr_file_format format, int index);

// What a cell shows. False: nothing.
bool tr_sheet_cell(const tr_sheet *sheet, int column, int row, tr_patch *patch);

// The name of an axis that a face (tr_faces) or its sides point along: "-Z".
const char *tr_sheet_axis(const double direction[3]);
