// Temporary names of files before they get their own name, `.NAME.HOST-XXXXXX.part`: creation, locking, and
// removal if their writer is gone.
#pragma once
#include "base/platform.h"
#include <stdbool.h>

// Creates an empty file for a name in the same folder, opens it for writing and locks it. The lock is held
// until the last copy of its descriptor is closed, also by the death of the process. Free *temporary with
// tr_free. Returns 0, or a reason (platform.h); then nothing was created. Any thread.
int tr_temporary_create(tr_folder folder, const char *name, char **temporary, int *file);

// Gives an existing file a temporary name too, so that it can be restored: by a link, or by renaming if the
// file system has no links. *lock holds it, as above; -1: it cannot be locked. Returns 0 or a reason.
int tr_temporary_keep(tr_folder folder, const char *name, char **temporary, int *lock);

// Removes temporary files in a folder whose writer is gone: those of this machine that nobody has locked, and
// those unchanged for a day, for machines that share a folder without locks. Files that cannot be removed are
// kept. Any thread.
void tr_temporary_clear(tr_folder folder);

// Whether a file name is a temporary name.
bool tr_temporary_is(const char *name);
// Whether the file is still being written, as far as can be determined.
bool tr_temporary_is_held(tr_folder folder, const char *name);
