// The named places of the target's recipe: adding, removing, other names. Their numbers are rows
// (tr_element_rows("places.NAME")).
#pragma once
#include "editor/document.h"

// Each makes one step. Errors: those of tr_document_change; TR_BAD_USAGE if there is no such place, or already
// one of that name.

// Adds a place of that kind, and writes its name, such as "city 2". Degrees are those of the recipe.
tr_status tr_named_add(tr_document *document, tr_named_kind kind, double lat_deg, double lon_deg,
                       char name[TR_NAME_BYTES], tr_error *error);
tr_status tr_named_remove(tr_document *document, const char *name, tr_error *error);
tr_status tr_named_rename(tr_document *document, const char *name, const char *wanted, tr_error *error);
// Moves it, in degrees of the recipe. Moves of one drag are one step (tr_document_change).
tr_status tr_named_move(tr_document *document, const char *name, double lat_deg, double lon_deg,
                        uint64_t drag_id, tr_error *error);
// Its index in the recipe; -1: there is none.
int tr_named_find(const tr_recipe *recipe, const char *name);
