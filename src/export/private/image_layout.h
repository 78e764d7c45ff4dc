// The layout of a planet's map in pictures: one picture, squares, or the faces of a cube, each separately or
// all in one. More: docs/internals/export.md.
#pragma once
#include "export/set.h"

// One picture: cells of the same size, each a whole map or a face.
typedef struct tr_image_layout {
    tr_patch cell;     // a map, or a square of it; for a face, its number is in `faces`
    int columns, rows; // of cells
    const int *faces;  // columns * rows of them from the top left, -1: an empty cell; NULL: not a cube
    const char *name;  // part of the file name: "px", "1001"; "": the only image
} tr_image_layout;

// The squares of a map for the job's target (target.h), numbered as UDIM: from 1001 to the right, plus 10 for
// each row upwards. Returns the number of squares in a row, which is twice the number of rows: 2 or 4; 1: the
// map is not cut.
int tr_squares_across(const tr_export_job *job);
// The number of a square; index: as for images.
int tr_square_udim(const tr_export_job *job, int index);
// Checks that the map can be cut like that. Errors: TR_BAD_USAGE.
tr_status tr_squares_check(const tr_export_job *job, tr_error *error);

// The number of images of a part in that format: KTX2 and DDS contain all faces, below each other.
int tr_image_layout_count(const tr_export_job *job, tr_file_format format);
// The possible names of images, by index from 0; NULL: the index is too large.
const char *tr_image_layout_name(int index);
tr_image_layout tr_image_layout_get(const tr_export_job *job, tr_file_format format, int index);

// The patch in a cell. False: the cell is empty.
bool tr_image_layout_cell(const tr_image_layout *image, int column, int row, tr_patch *patch);

// The axis in the direction of a face (tr_faces) or of its sides: "-Z".
const char *tr_image_layout_axis(const double direction[3]);
