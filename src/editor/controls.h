// The rows of a panel: parameters of the planet that is looked at, with the value they have and the one that
// the seed drew.
#pragma once
#include "editor/control.h"
#include "editor/document.h"

// The rows that people reach for first: the type's own knobs, then what all types have, then the size. Returns
// how many there are, at most `most`.
int tr_controls_shape(tr_document *document, int most, tr_control *controls);

// The rows of where the target is and how it turns, and of its sun.
int tr_controls_place(tr_document *document, int most, tr_control *controls);

// One row: a parameter or a knob of the target by its path, of its recipe, its orbit or its scene. False: there
// is no number of that path.
bool tr_control_find(tr_document *document, const char *path, tr_control *control);

// The value that a row sends for a number: whole where it has to be, six digits else.
void tr_control_write(const tr_control *control, double value, char text[32]);

// What a row says of itself, as a sentence begins.
void tr_control_explain(tr_control *control, const char *what);
