// The layers, warps and paint layers of the target by name: enable, solo, parameters, order.
#pragma once
#include "editor/controls.h"

enum { TR_ELEMENT_NAME_BYTES = 64, TR_ELEMENT_CHOICES = 24 };

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

enum { TR_MOST_ELEMENTS = 512, TR_MOST_ELEMENT_ROWS = 64 };

// Lists all of them in the order of the recipe, at most `most`. Returns their number.
int tr_elements_list(const tr_document *document, int most, tr_element *elements);

// The parameters of an element that a row can change: numbers, flags, choices, names. Returns their number, at
// most `most`; 0: there is no such element.
int tr_element_rows(tr_document *document, const char *path, int most, tr_element_row *rows);

// Each of these makes one step with the name of the element. Errors: TR_BAD_USAGE if there is no such element,
// or if it does not support the change; those of tr_document_change, for example if another element needs one
// that is removed.

// A disabled element keeps its place and has no effect: a layer adds 0, a paint layer has strength 0, a warp
// has amount 0. Enabling it resets these values.
tr_status tr_element_switch(tr_document *document, const char *path, bool on, tr_error *error);
// Disables all others of its kind: layers of the same channel, paint layers of the same map, warps. Off:
// enables them.
tr_status tr_element_solo(tr_document *document, const char *path, bool on, tr_error *error);
tr_status tr_element_remove(tr_document *document, const char *path, tr_error *error);
// Moves an element by one place in its list: -1 up, 1 down. At the end of the list nothing happens.
tr_status tr_element_move(tr_document *document, const char *path, int by, tr_error *error);
// Appends a layer of a kind of field (one of tr_field_list), with the example parameters of that kind, to the
// channel "height". Returns its path.
tr_status tr_element_add(tr_document *document, const char *kind, char path[TR_CONTROL_PATH_BYTES],
                         tr_error *error);
