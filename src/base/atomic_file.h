// A file that is either the old one or the whole new one.
#pragma once
#include "base/digest.h"
#include "base/platform.h"
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>

// Writes go to a temporary name in the same directory, `.NAME.HOST-XXXXXX.part` (temporary.h), locked until it
// has its own; commit syncs and renames it over the target, abort (or a commit that fails) removes it. The
// first failed write sticks: later ones are ignored and commit reports it. A new file gets the permissions that
// the umask leaves, a replaced one keeps its own; a symbolic link stays, and what it points to is replaced, or
// made. A target that exists and is not a regular file (a device, a pipe) is written to straight away: there is
// nothing to keep. So is what a process has open
// (/dev/stdout, /dev/fd/N, /proc/PID/fd/N), whatever it is, from where that process is in it. Not shared
// between threads, but may move from one to another.
typedef struct tr_atomic_file tr_atomic_file;

// Errors: TR_CANNOT_WRITE with the path, the system's reason and a way out (also when the target is a folder or
// is write-protected), TR_NO_MEMORY.
tr_status tr_atomic_open(const char *path, tr_atomic_file **file, tr_error *error);
// One in an open folder, which stays the caller's and outlives it; name as in platform.h: nothing is followed,
// and what stands there and is no regular file is refused. path is for messages. Errors: as above.
tr_status tr_atomic_open_in(tr_folder folder, const char *name, const char *path, tr_atomic_file **file,
                            tr_error *error);
// Before tr_atomic_open of a path whose name nobody gave, as that of one picture of a series: what stands there
// may be a regular file, or nothing. Errors: as tr_atomic_open, of a link or anything else.
tr_status tr_atomic_check_name(const char *path, tr_error *error);
// False once a write has failed. Collects small writes, so a failure may show later.
bool tr_atomic_write(tr_atomic_file *file, const void *data, size_t bytes);
// The descriptor that it is written through, for another program that writes it as a whole instead of
// tr_atomic_write.
int tr_atomic_descriptor(const tr_atomic_file *file);
// Flushes to disk, without renaming yet: after success only a rename is left. Reports the first failed write.
tr_status tr_atomic_finish(tr_atomic_file *file, tr_error *error);
// After tr_atomic_finish: SHA-256 of all that was written (FIPS 180-4), as 64 hexadecimal digits.
void tr_atomic_digest(const tr_atomic_file *file, char digest[TR_DIGEST_BYTES]);
// After it, too: how many bytes it has; hands all of them to `take`, piece by piece; and writes them at the end
// of another file, which keeps what goes wrong there. Errors, of reading: TR_CANNOT_WRITE.
size_t tr_atomic_size(const tr_atomic_file *file);
tr_status tr_atomic_replay(const tr_atomic_file *file,
                           void (*take)(void *context, const void *data, size_t bytes), void *context,
                           tr_error *error);
tr_status tr_atomic_copy(const tr_atomic_file *file, tr_atomic_file *to, tr_error *error);
// Renames (finishing first when that has not been done) and frees, in any case.
tr_status tr_atomic_commit(tr_atomic_file *file, tr_error *error);
// The one where status is TR_OK and the watch (NULL is allowed) does not stop it, else the other; returns how
// it ended. Errors: as tr_atomic_finish, TR_STOPPED.
tr_status tr_atomic_end(tr_atomic_file *file, tr_status status, const tr_watch *watch, tr_error *error);
// Removes the temporary file and frees; NULL is allowed.
void tr_atomic_abort(tr_atomic_file *file);

// Records that `path` could not be written for the system's reason (platform.h): TR_CANNOT_WRITE with path in
// error->file, or TR_NO_MEMORY for ENOMEM. Returns the status.
tr_status tr_write_fail(tr_error *error, const char *path, int reason);
// The same of a file that is in the way of writing since it cannot be read.
tr_status tr_read_fail(tr_error *error, const char *path, int reason);
