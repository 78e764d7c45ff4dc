// The strokes of the target's recipe: adding, moving, order, names. Their numbers are rows
// (tr_element_rows("strokes.NAME")).
#pragma once
#include "editor/document.h"

// A new stroke. What its tool does not use is left out of the document.
typedef struct tr_new_stroke {
    tr_stroke_tool tool;
    const tr_path_point *points; // borrowed
    int count;
    bool closed;
    double radius_deg, softness, strength;
    double height_m; // 0: of a tool without
    uint8_t srgb[3];
    int biome;
} tr_new_stroke;

// How many points the target has left for strokes; 0 also if it has no strokes left.
int tr_strokes_left(const tr_document *document);

// The index of a stroke by its name; -1: there is none.
int tr_strokes_find(const tr_recipe *recipe, const char *name);

// Each makes one step. Errors: those of tr_document_change; TR_BAD_USAGE if there is no such stroke.

// Adds a stroke that lies over all others, and writes its name, such as "land 3".
tr_status tr_strokes_add(tr_document *document, const tr_new_stroke *stroke, char name[TR_NAME_BYTES],
                         tr_error *error);
tr_status tr_strokes_remove(tr_document *document, const char *name, tr_error *error);
// Moves a stroke over the next one (1) or under the one before (-1). At the end of the list nothing happens.
tr_status tr_strokes_order(tr_document *document, const char *name, int by, tr_error *error);
// Gives a stroke another name. Errors: also TR_BAD_INPUT, if a stroke has that name.
tr_status tr_strokes_rename(tr_document *document, const char *name, const char *to, tr_error *error);
// Gives a stroke other points, as many as it has.
tr_status tr_strokes_move(tr_document *document, const char *name, const tr_path_point *points,
                          tr_error *error);
