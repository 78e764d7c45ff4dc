// A file that is replaced atomically: it is either the old one or the complete new one.
#pragma once
#include "base/digest.h"
#include "base/platform.h"
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>

// Writes go to a temporary name in the same directory, `.NAME.HOST-XXXXXX.part` (temporary.h), which is locked
// until the file has its name. Commit syncs it and renames it over the target; abort (or a failed commit)
// removes it. After the first failed write, later ones are ignored and commit reports the failure. A new file
// gets the permissions that the umask leaves; a replaced one keeps its own. A symbolic link is kept, and its
// target is replaced or created. A target that exists and is not a regular file (a device, a pipe) is written
// to directly, because there is nothing to preserve. So is anything that a process has open (/dev/stdout,
// /dev/fd/N, /proc/PID/fd/N), at the process's current position. An object may move between threads, but must
// not be shared.
typedef struct tr_atomic_file tr_atomic_file;

// Errors: TR_CANNOT_WRITE with the path, the system's reason and a suggestion (also if the target is a folder
// or write-protected), TR_NO_MEMORY.
tr_status tr_atomic_open(const char *path, tr_atomic_file **file, tr_error *error);
// Opens a file in an open folder, which remains the caller's and must outlive it. name is as in platform.h:
// links are not followed, and anything existing that is not a regular file is refused. path is for messages.
// Errors: as above.
tr_status tr_atomic_open_in(tr_folder folder, const char *name, const char *path, tr_atomic_file **file,
                            tr_error *error);
// Call it before tr_atomic_open with a path that the user did not name, for example one picture of a series:
// only a regular file or nothing may exist there. Errors: those of tr_atomic_open, for a link or anything else.
tr_status tr_atomic_check_name(const char *path, tr_error *error);
// False once a write has failed. Writes are buffered, so a failure may show later.
bool tr_atomic_write(tr_atomic_file *file, const void *data, size_t bytes);
// The descriptor of the file, for another program that writes all of it instead of tr_atomic_write.
int tr_atomic_descriptor(const tr_atomic_file *file);
// Flushes to disk without renaming; after success only the rename remains. Reports the first failed write.
tr_status tr_atomic_finish(tr_atomic_file *file, tr_error *error);
// After tr_atomic_finish: SHA-256 of all written data (FIPS 180-4), as 64 hexadecimal digits.
void tr_atomic_digest(const tr_atomic_file *file, char digest[TR_DIGEST_BYTES]);
// After tr_atomic_finish: the size of the file; passes its content to `take` in pieces; appends its content to
// another file, which records its own failures. Errors for reading: TR_CANNOT_WRITE.
size_t tr_atomic_size(const tr_atomic_file *file);
tr_status tr_atomic_replay(const tr_atomic_file *file,
                           void (*take)(void *context, const void *data, size_t bytes), void *context,
                           tr_error *error);
tr_status tr_atomic_copy(const tr_atomic_file *file, tr_atomic_file *to, tr_error *error);
// Renames the file, after finishing it if necessary. Frees it, also after a failure.
tr_status tr_atomic_commit(tr_atomic_file *file, tr_error *error);
// Commits if status is TR_OK and the watch (NULL is allowed) does not stop it, otherwise aborts. Returns the
// final status. Errors: as tr_atomic_finish, TR_STOPPED.
tr_status tr_atomic_end(tr_atomic_file *file, tr_status status, const tr_watch *watch, tr_error *error);
// Removes the temporary file and frees; NULL is allowed.
void tr_atomic_abort(tr_atomic_file *file);

// Records that `path` could not be written for that reason (platform.h): TR_CANNOT_WRITE with path in
// error->file, or TR_NO_MEMORY for ENOMEM. Returns the status.
tr_status tr_write_fail(tr_error *error, const char *path, int reason);
// The same for a file that blocks writing because it cannot be read.
tr_status tr_read_fail(tr_error *error, const char *path, int reason);
