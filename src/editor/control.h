// A parameter of a planet as a row of a panel. Plain data for C and C++.
#pragma once
#include <stdbool.h>

enum { TR_CONTROL_PATH_BYTES = 256, TR_CONTROL_LABEL_BYTES = 64, TR_CONTROL_WHAT_BYTES = 256 };

// The cost of an edit, as tr_effect (recipe/parameter.h).
typedef enum tr_control_effect { TR_CONTROL_INSTANT, TR_CONTROL_BAKES, TR_CONTROL_REFORMS } tr_control_effect;

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
    bool differs;  // the document sets it
    bool locked;   // it keeps its value with a new seed
    bool of_scene; // a parameter of the scene, not of the planet
    tr_control_effect effect;
} tr_control;
