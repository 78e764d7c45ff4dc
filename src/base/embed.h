// Files that travel inside the executable: planet types, example scenes, shaders, a typeface. Generated at
// build.
#pragma once
#include <stddef.h>

typedef struct tr_embedded_file {
    const char *name; // path in the source tree, "scenes/types/inferno.json", or "fonts/DejaVuSans.ttf"
    const char *text; // followed by a zero byte
    size_t size;      // bytes without that zero
} tr_embedded_file;

// All of them in order of their names; *count is how many.
const tr_embedded_file *tr_embedded_files(size_t *count);

// One by its name, or NULL.
const tr_embedded_file *tr_embedded_find(const char *name);
