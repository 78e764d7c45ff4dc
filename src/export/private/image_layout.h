// How the map of a planet is laid out in pictures: all of it in one, or cut into squares, or the faces of a
// cube, each alone or all in one. More: docs/internals/export.md.
#pragma once
#include "export/set.h"

// One picture: cells of one size, each a whole map or a face.
typedef struct tr_image_layout {
    tr_patch cell;     // of the map, all or a square of it; of a face: its number is in `faces`
    int columns, rows; // of cells
    const int *faces;  // columns * rows of them from the top left, -1: an empty cell; NULL: no cube
    const char *name;  // what a file of it is called by: "px", "1001"; "" where there is no other
} tr_image_layout;

// Squares that a map is cut into for the target of the job (target.h), as UDIM counts them: from 1001 on to the
// right, 10 more for each row upwards. How many lie beside each other, twice as many as below each other: 2 or
// 4; 1: the map is whole.
int tr_squares_across(const tr_export_job *job);
// The number of one; index: as of images.
int tr_square_udim(const tr_export_job *job, int index);
// Whether the map can be cut so. Errors: TR_BAD_USAGE.
tr_status tr_squares_check(const tr_export_job *job, tr_error *error);

// Of a part in that format: KTX2 and DDS hold all faces themselves, below each other.
int tr_image_layout_count(const tr_export_job *job, tr_file_format format);
// What images can be called by, 0 …; NULL: there are no more.
const char *tr_image_layout_name(int index);
tr_image_layout tr_image_layout_get(const tr_export_job *job, tr_file_format format, int index);

// What a cell shows. False: nothing.
bool tr_image_layout_cell(const tr_image_layout *image, int column, int row, tr_patch *patch);

// The name of an axis that a face (tr_faces) or its sides point along: "-Z".
const char *tr_image_layout_axis(const double direction[3]);
