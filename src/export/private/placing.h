// Files that get their names together. Until the end each file whose name goes to another, or that is removed,
// has a second name (temporary.h): after a failure all of them are put back.
#pragma once
#include "base/platform.h"
#include "base/status.h"

// Zeros but for the folder: nothing yet. One thread.
typedef struct tr_placing {
    tr_folder folder;
    struct tr_placed *all;
    int count, capacity;
} tr_placing;

// Before a file gets that name: keeps what has it. path is for messages. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_placing_keep(tr_placing *placing, const char *name, const char *path, tr_error *error);
// After it, and only if it got it.
void tr_placing_note(tr_placing *placing);
// Removes a file, as far as that is meant for good.
tr_status tr_placing_remove(tr_placing *placing, const char *name, const char *path, tr_error *error);

// Lets all of it stand: what was kept goes. Frees.
void tr_placing_end(tr_placing *placing);
// Puts everything back, the last name first; the first name (a manifest) only where all others are back. False
// where that failed: as many as can be are back then. Frees.
bool tr_placing_undo(tr_placing *placing);
