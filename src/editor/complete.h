// Paths that are typed are completed, as shells do.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// Adds to the path in text (room for `size` bytes) what all names that begin like that have in common, and a /
// to a folder. "~/" is the user's own folder. Returns how many names begin like that; 0: the text is as it was.
int tr_path_complete(char *text, size_t size);
