// Makes the list of what can be found.
#pragma once
#include "app/private/finder_entries.h"
#include "app/private/state.h"

// The type that a word means best, by its name or other words for it; NULL: it means none.
const char *tr_finder_type(const tr_types *types, const char *word);

// All entries for the document as it is; the caller frees *entries with tr_free(). Returns how many; 0 where
// there is no memory.
int tr_finder_list(const tr_app *app, tr_finder_entry **entries);
