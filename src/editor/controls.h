// The rows of a panel: parameters of the current planet, with their values and those that the seed drew.
#pragma once
#include "editor/document.h"

enum { TR_CONTROL_PATH_BYTES = 256, TR_CONTROL_LABEL_BYTES = 64, TR_CONTROL_WHAT_BYTES = 256 };

// A parameter of a planet as a row of a panel.
typedef struct tr_control {
    char path[TR_CONTROL_PATH_BYTES]; // as in --set
    char label[TR_CONTROL_LABEL_BYTES];
    char what[TR_CONTROL_WHAT_BYTES]; // an explanation
    char unit[16];                    // of the display; "": none
    double unit_size;                 // one `unit` in the parameter's own unit, which the values here have
    char nothing[24];                 // the text for 0, if it means no number; "": 0
    double value, low, high;          // low, high: of the slider; value is between them
    double drawn;                     // what the type and the seed give
    bool has_drawn;
    bool logarithmic, whole;
    bool differs;     // the document sets it
    bool locked;      // it keeps its value with a new seed
    bool of_scene;    // a parameter of the scene, not of the planet
    tr_effect effect; // the cost of an edit
} tr_control;

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
