// The one place where glad's loader is compiled. It looks for extensions among copies of their names, and not
// whether there was memory for each copy: a name that is missing is none that it looks for.
#include <stddef.h>
#include <string.h>

static int compare_names(const char *copy, const char *name) { return copy ? strcmp(copy, name) : -1; }

#define strcmp compare_names
#include "src/gl.c"
