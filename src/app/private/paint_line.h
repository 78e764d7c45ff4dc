// The line of a stroke on the sphere, as the window shows it before the planet does: how much it covers each
// place, and the points that it needs. Pure arithmetic.
#pragma once
#include "base/vec.h"
#include "recipe/recipe.h"

// The direction of a point in the planet's frame, and the point of a direction.
tr_vec tr_path_direction(tr_path_point point);
tr_path_point tr_path_point_of(tr_vec direction);

// How a stroke is painted.
typedef struct tr_brush_line {
    bool closed, dots;           // an area; its points alone
    double radius_rad;           // of the brush
    double softness;             // 0 … 1
    int count;                   // of its points
    const tr_path_point *points; // borrowed
} tr_brush_line;

typedef struct tr_line_piece {
    tr_vec a, b, pole; // its ends; pole of their great circle, of any length
    tr_vec middle;
    double least; // cosine of the angle from its middle within which it covers something
} tr_line_piece;

// A line whose cover can be found. Zero-initialised: empty.
typedef struct tr_line_cover {
    bool closed, dots;
    double radius_rad, softness;
    tr_line_piece *pieces; // owned
    int count;
    tr_vec middle; // of all points
    double least;  // cosine of the angle from it within which the line covers something; -2: everywhere
} tr_line_cover;

// Replaces *cover. Errors: TR_NO_MEMORY.
tr_status tr_line_cover_make(tr_line_cover *cover, const tr_brush_line *line, tr_error *error);
void tr_line_cover_clear(tr_line_cover *cover);
// How much the line covers a place, 0 … 1, as the field `strokes` has it for a stroke of full strength. Craters
// and volcanoes are shown as brushes.
double tr_line_cover_at(const tr_line_cover *cover, tr_vec direction);

// ---- thinning ------------------------------------------------------------------------------------

enum { TR_THIN_WAITING = 64 };

// Drops points of a line that is being drawn, as long as none of them is farther than `tolerance_rad` from the
// line without them. Zero-initialised apart from the tolerance: no points yet.
typedef struct tr_thinning {
    double tolerance_rad;
    tr_vec from;                     // the last point that was kept
    tr_vec waiting[TR_THIN_WAITING]; // later ones, which may be dropped; the last one is the end of the line
    int count;
    bool begun; // there is a kept point
} tr_thinning;

// Adds a point to the end of the line. True: the point before it must be kept, and is in *kept.
bool tr_thinning_add(tr_thinning *thinning, tr_vec point, tr_vec *kept);
// The end of the line, if it has not been kept yet.
bool tr_thinning_end(const tr_thinning *thinning, tr_vec *end);
