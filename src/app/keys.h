// The keys and what they do: one table for the handling and for the help.
#pragma once
#include "app/wish.h"
#include <stdbool.h>

// One row.
typedef struct tr_key {
    int key, other; // GLFW_KEY_…, of letters and signs what is printed on it; other: a second one, or 0. A row
                    // without a key tells what the mouse does.
    bool shift;   // held down
    bool control; // held down
    bool repeats; // acts again while the key is held
    tr_wish_kind wish;
    int by;
    const char *name, *what; // of this row and those after it that have none
} tr_key;

// All rows; *count is how many.
const tr_key *tr_app_keys(int *count);

// The row of a key, or NULL. With Shift a sign is another one; letters and other keys are the same where no row
// asks for it.
const tr_key *tr_app_find_key(int key, bool shift, bool control);
