// Makes the list of what can be found.
#pragma once
#include "app/private/entries.h"
#include "app/private/state.h"

// All entries for the document as it is; the caller frees *entries with tr_free(). Returns how many; 0 where
// there is no memory.
int tr_find_entries(const tr_app *app, tr_entry **entries);
