// Files under temporary names, `.NAME.HOST-XXXXXX.part`, until they get their own: made, locked, and cleared
// when their writer is gone.
#pragma once
#include <stdbool.h>

// Makes an empty one for a path, in the same folder, and locks it: open for writing, and the lock is held until
// the last copy of the descriptor is closed, be it that the process is killed. *name is to be freed by
// tr_free. Returns 0 or an errno. Any thread.
int tr_temporary_create(const char *path, char **name, int *descriptor);

// Removes those in a folder whose writer is gone: nobody holds the lock, and it was this machine that made
// them; or nobody has changed them for a day, which counts where machines share a folder but no locks. What
// cannot be removed stays. Any thread.
void tr_temporary_clear(const char *folder);

// Whether the name of a file is one of them.
bool tr_temporary_is(const char *name);
// Whether somebody still writes it, for all that can be told.
bool tr_temporary_is_held(const char *path);
