// A file that is either the old one or the whole new one.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>

// Writes go to a temporary name in the same directory; commit syncs and renames it over the target, abort (or a
// commit that fails) removes it. The first failed write sticks: later ones are ignored and commit reports it.
typedef struct tr_atomic_file tr_atomic_file;

// Errors: TR_CANNOT_WRITE with the path and the system's reason, TR_NO_MEMORY.
tr_status tr_atomic_open(const char *path, tr_atomic_file **file, tr_error *error);
// False once a write has failed.
bool tr_atomic_write(tr_atomic_file *file, const void *data, size_t bytes);
// Flushes to disk, without renaming yet: after success only a rename is left. Reports the first failed write.
tr_status tr_atomic_finish(tr_atomic_file *file, tr_error *error);
// Renames (finishing first when that has not been done) and frees.
tr_status tr_atomic_commit(tr_atomic_file *file, tr_error *error);
// Removes the temporary file and frees; NULL is allowed.
void tr_atomic_abort(tr_atomic_file *file);
