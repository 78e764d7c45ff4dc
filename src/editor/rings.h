// The rings of the target: their rows, and how they come and go.
#pragma once
#include "editor/control.h"
#include "editor/document.h"

// Whether the target has rings, and whether it could have some: they lie round balls.
bool tr_rings_are(const tr_document *document);
bool tr_rings_can_be(const tr_document *document);

// The rows of the rings and of the tilt that they lie in. Returns how many there are, at most `most`; 0: it has
// no rings.
int tr_rings_rows(tr_document *document, int most, tr_control *controls);

// Each of these is one step. The rings that come are those of the type, where it has some, else plain ones;
// with them go all differences. Errors: TR_BAD_USAGE when there are some already, or none; those of
// tr_document_change.
tr_status tr_rings_add(tr_document *document, tr_error *error);
tr_status tr_rings_remove(tr_document *document, tr_error *error);

// What has to change with an edge of the rings that goes to a value, so that the inner one stays the inner one:
// *other, whose text is written into `text`. False: nothing, or `path` is no edge.
bool tr_rings_push(const tr_document *document, const char *path, const char *value, tr_change *other,
                   char text[32]);
