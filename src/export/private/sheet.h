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

// Which way a face (tr_patch) looks in the planet's frame, and its columns and rows run: "+X", "-Z", "-Y".
typedef struct tr_face_axes {
    const char *middle, *right, *down;
} tr_face_axes;
const tr_face_axes *tr_sheet_face(int face);
