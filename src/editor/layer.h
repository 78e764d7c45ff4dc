// Layers, warps and paint layers of a planet as a panel shows them. Plain data for C and C++.
#pragma once
#include "editor/control.h"
#include <stdbool.h>

enum { TR_ELEMENT_NAME_BYTES = 64, TR_ELEMENT_CHOICES = 16 };

// An element of one of the recipe's lists.
typedef struct tr_element {
    char path[TR_CONTROL_PATH_BYTES]; // "layers.snow"
    char list[32];                    // "layers", "clouds.cover"
    char name[TR_ELEMENT_NAME_BYTES];
    char kind[TR_ELEMENT_NAME_BYTES]; // the kind of field or warp; for paint layers the channel
    char into[TR_ELEMENT_NAME_BYTES]; // for a layer its target channel; else ""
    bool can_rest;                    // it can be disabled
    bool on;
} tr_element;

// One parameter of an element.
typedef enum tr_element_row_kind { TR_ROW_NUMBER, TR_ROW_FLAG, TR_ROW_CHOICE, TR_ROW_NAME } tr_element_row_kind;

typedef struct tr_element_row {
    tr_element_row_kind kind;
    tr_control control; // for all kinds: path, label, what, differs; the rest for numbers
    bool flag;
    int choice, choice_count;
    const char *choices[TR_ELEMENT_CHOICES]; // static
    char text[TR_ELEMENT_NAME_BYTES];        // a name
} tr_element_row;
