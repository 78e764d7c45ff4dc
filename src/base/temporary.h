// Names of files that wait for their own, `.NAME.HOST-XXXXXX.part`, until they get it: made, locked, and
// cleared when their writer is gone.
#pragma once
#include "base/platform.h"
#include <stdbool.h>

// Makes an empty file for a name, in the same folder, and locks it: open for writing, and the lock is held
// until the last copy of its number is closed, be it that the process is killed. *temporary is to be freed by
// tr_free. Returns 0 or a reason (platform.h), and has made nothing then. Any thread.
int tr_temporary_create(tr_folder folder, const char *name, char **temporary, int *file);

// Gives a file that stands such a name, too, so that it can be put back: by a link, or where the file system
// has none, instead of its own. *lock holds it, as above; -1: it cannot be locked. Returns 0 or a reason.
int tr_temporary_keep(tr_folder folder, const char *name, char **temporary, int *lock);

// Removes those in a folder whose writer is gone: nobody holds the lock, and it was this machine that made
// them; or nobody has changed them for a day, which counts where machines share a folder but no locks. What
// cannot be removed stays. Any thread.
void tr_temporary_clear(tr_folder folder);

// Whether the name of a file is one of them.
bool tr_temporary_is(const char *name);
// Whether somebody still writes it, for all that can be told.
bool tr_temporary_is_held(tr_folder folder, const char *name);
