// Folders for exported files, which are removed if the export fails.
#pragma once
#include "base/platform.h"
#include "base/watch.h"
#include <stdbool.h>
#include <stddef.h>

// The folders created by tr_directory_make. Any thread, one at a time.
typedef struct tr_directory {
    char *path;       // owned
    size_t first_end; // end of the first created folder's name in path; 0: none was created
    tr_folder folder; // the last folder, open
} tr_directory;

// Creates path and its missing parents. End *directory with tr_directory_end, also after a failure. Errors:
// TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_directory_make(const char *path, tr_directory *directory, tr_error *error);
// The same for the folder of a file.
tr_status tr_directory_make_for(const char *file, tr_directory *directory, tr_error *error);
// Keeps the folders after success; after a failure removes the created ones that are empty. Frees; a
// zero-initialised directory is allowed.
void tr_directory_end(tr_directory *directory, tr_status status);

// Opens an existing folder; folder->handle is 0 if there is none. Errors: TR_CANNOT_WRITE.
tr_status tr_directory_find(const char *path, tr_folder *folder, tr_error *error);

// Locks a folder: exclusively (`alone`), or shared with others. The lock ends with tr_folder_unlock or with the
// process. Waits for other holders up to `seconds`, or until the watch stops; watch may be NULL. Returns a
// handle to unlock, or -1 if there is no such folder, if its file system has no locks, or if another holder has
// it (*taken).
int tr_directory_lock(tr_folder folder, bool alone, double seconds, const tr_watch *watch, bool *taken);
