// Another world takes the place of the one that is worked on: a file, a share link, a type, what was copied, a
// picture of the gallery, unsaved work of another window. Where changes would be lost a question comes first,
// and what is to be opened waits for the answer.
#pragma once
#include "app/private/state.h"

// Opens it, or asks first. text is copied; the message says what was opened, or why not.
void tr_act_open(tr_app *app, const tr_opening *opening, const char *text);

// Opens what waits, whatever is not saved.
void tr_act_open_waiting(tr_app *app);

// Nothing waits any more.
void tr_opening_drop(tr_opening *opening);

// A world becomes a step of the document, and is shown: as the small picture `key` until its maps are there (0:
// that of its text). target: the planet to look at, or -1. Errors: those of tr_document_load.
tr_status tr_act_load(tr_app *app, const tr_world *world, const char *what, int target, uint64_t key,
                      tr_error *error);
