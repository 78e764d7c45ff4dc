// What a person can turn: a parameter of a planet as a row of a panel. Plain, for C and C++.
#pragma once
#include <stdbool.h>

enum { TR_CONTROL_PATH_BYTES = 256, TR_CONTROL_LABEL_BYTES = 64, TR_CONTROL_WHAT_BYTES = 256 };

// What an edit costs, as tr_effect (recipe/parameter.h).
typedef enum tr_control_effect { TR_CONTROL_INSTANT, TR_CONTROL_BAKES, TR_CONTROL_REFORMS } tr_control_effect;

typedef struct tr_control {
    char path[TR_CONTROL_PATH_BYTES]; // as --set has it
    char label[TR_CONTROL_LABEL_BYTES];
    char what[TR_CONTROL_WHAT_BYTES]; // an explanation
    char unit[16];                    // that it is shown in; "": none
    double unit_size;        // how much of the parameter's own unit, which the values here have, is one
    char nothing[24];        // what 0 is called, where that is no number; "": 0
    double value, low, high; // of the slider, which spans the value
    double drawn;            // what the type and the seed gave
    bool has_drawn;
    bool logarithmic, whole;
    bool differs;  // the document says what it stands at
    bool locked;   // it stays with a new seed
    bool of_scene; // it is the scene's, not the planet's
    tr_control_effect effect;
} tr_control;
