// The rows of a panel: parameters of the current planet, with their values and those that the seed drew.
#pragma once
#include "editor/control.h"
#include "editor/document.h"

// The most important rows: the type's own knobs, then the parameters that all types have, then the size.
// Returns their number, at most `most`.
int tr_controls_shape(tr_document *document, int most, tr_control *controls);

// The rows of the target's orbit and rotation, and of its sun.
int tr_controls_place(tr_document *document, int most, tr_control *controls);

// One row: a parameter or a knob of the target by its path in its recipe, its orbit or its scene. False: there
// is no number at that path.
bool tr_control_find(tr_document *document, const char *path, tr_control *control);

// The text that a row sends for a number: whole if required, else six digits.
void tr_control_write(const tr_control *control, double value, char text[32]);

// Sets the explanation of a row, beginning with a capital letter.
void tr_control_explain(tr_control *control, const char *what);
