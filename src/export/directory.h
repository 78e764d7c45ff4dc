// Folders for exported files, which do not stay behind when the export fails.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>

// What tr_directory_make made. Any thread, one at a time.
typedef struct tr_directory {
    char *path;       // owned
    size_t first_end; // where in path the name of the first folder made ends; 0: none was made
} tr_directory;

// Makes path and its parents where they are missing. *directory is ended by tr_directory_keep or
// tr_directory_remove, also after a failure. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_directory_make(const char *path, tr_directory *directory, tr_error *error);
// Lets the folders stand and frees; a zero-initialised directory is allowed.
void tr_directory_keep(tr_directory *directory);
// Removes those folders that were made and are empty, and frees; a zero-initialised directory is allowed.
void tr_directory_remove(tr_directory *directory);

// Keeps others out of a folder who also ask: alone, or with others who share it; waits for them, or not. Ends
// with tr_directory_unlock, or the process. Returns what to unlock, or -1 where there is no such folder or its
// file system has no locks; *taken, which may be NULL where it waits: somebody else has it.
int tr_directory_lock(const char *path, bool alone, bool *taken);
void tr_directory_unlock(int lock);
