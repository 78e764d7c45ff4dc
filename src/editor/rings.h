// The rings of the target: their rows, adding and removing them.
#pragma once
#include "editor/controls.h"

// Whether the target has rings, and whether it can have rings: only spheres can.
bool tr_rings_are(const tr_document *document);
bool tr_rings_can_be(const tr_document *document);

// The rows of the rings and of the tilt that they share. Returns their number, at most `most`; 0: there are no
// rings.
int tr_rings_rows(tr_document *document, int most, tr_control *controls);

// Each of these makes one step. Adding uses the rings of the type if it has some, else plain ones. Removing
// also resets all differences of rings. Errors: TR_BAD_USAGE if there already are rings, or none; those of
// tr_document_change.
tr_status tr_rings_add(tr_document *document, tr_error *error);
tr_status tr_rings_remove(tr_document *document, tr_error *error);

// The second change that is needed when an edge of the rings moves, so that the inner edge stays inside the
// outer one: *other, whose text is written into `text`. False: none is needed, or `path` is not an edge.
bool tr_rings_push(const tr_document *document, const char *path, const char *value, tr_change *other,
                   char text[32]);
