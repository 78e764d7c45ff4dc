// Folders for exported files, which do not stay behind when the export fails.
#pragma once
#include "base/platform.h"
#include "base/watch.h"
#include <stdbool.h>
#include <stddef.h>

// What tr_directory_make made. Any thread, one at a time.
typedef struct tr_directory {
    char *path;       // owned
    size_t first_end; // where in path the name of the first folder made ends; 0: none was made
    tr_folder folder; // the last one, open
} tr_directory;

// Makes path and its parents where they are missing. *directory is ended by tr_directory_keep or
// tr_directory_remove, also after a failure. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_directory_make(const char *path, tr_directory *directory, tr_error *error);
// The same of the folder that a file is to lie in.
tr_status tr_directory_make_for(const char *file, tr_directory *directory, tr_error *error);
// Lets the folders stand and frees; a zero-initialised directory is allowed.
void tr_directory_keep(tr_directory *directory);
// Removes those folders that were made and are empty, and frees; a zero-initialised directory is allowed.
void tr_directory_remove(tr_directory *directory);

// The one of these or the other: the file is there, or it failed.
void tr_directory_end(tr_directory *directory, tr_status status);

// Opens a folder if it is there; folder->handle is 0 where nothing is. Errors: TR_CANNOT_WRITE.
tr_status tr_directory_find(const char *path, tr_folder *folder, tr_error *error);

// Keeps others out of a folder who also ask: alone, or with others who share it. Ends with tr_folder_unlock,
// or the process. Waits for them for so many seconds, and not once it should stop; watch may be NULL. Returns
// what to unlock, or -1 where there is no such folder, its file system has no locks, or *taken: somebody else
// has it.
int tr_directory_lock(tr_folder folder, bool alone, double seconds, const tr_watch *watch, bool *taken);
