// The layers, warps and paint layers of the target by name: on and off, alone, their parameters, their order.
#pragma once
#include "editor/document.h"
#include "editor/layer.h"

enum { TR_MOST_ELEMENTS = 512, TR_MOST_ELEMENT_ROWS = 64 };

// All of them in the order of the recipe, at most `most`. Returns how many there are.
int tr_elements_list(const tr_document *document, int most, tr_element *elements);

// The parameters of one of them that a row can change: numbers, flags, choices, names. Returns how many there
// are, at most `most`; 0: there is no such element.
int tr_element_rows(tr_document *document, const char *path, int most, tr_element_row *rows);

// Each of these is one step with the name of the element. Errors: TR_BAD_USAGE when there is no such element,
// or when it cannot be done to it; those of tr_document_change: another element may need one that is removed.

// Off, an element stays where it is and changes nothing: a layer adds 0, a paint layer has no strength, a warp
// moves by 0. On, it is again as the text says without that.
tr_status tr_element_switch(tr_document *document, const char *path, bool on, tr_error *error);
// All others of its kind rest: layers into the same channel, paint layers of the same map, warps. Off: none
// does.
tr_status tr_element_solo(tr_document *document, const char *path, bool on, tr_error *error);
tr_status tr_element_remove(tr_document *document, const char *path, tr_error *error);
// By one place in its list: -1 up, 1 down. At the end of it nothing happens.
tr_status tr_element_move(tr_document *document, const char *path, int by, tr_error *error);
// A layer of a kind of field (one of tr_field_list) with that kind's example of parameters, as the last one,
// into the channel "height". Its path.
tr_status tr_element_add(tr_document *document, const char *kind, char path[TR_CONTROL_PATH_BYTES],
                         tr_error *error);
