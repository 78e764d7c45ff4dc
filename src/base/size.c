#include "base/size.h"

#include <string.h>

void *tr_allocate(size_t count, size_t element_bytes) {
    size_t bytes;
    return tr_size_multiply(count, element_bytes, &bytes) ? tr_malloc(bytes) : NULL;
}

bool tr_allocate_arrays(size_t count, const tr_array *arrays) {
    enum { line = 64 }; // an array begins on a multiple of it from the first one on
    size_t bytes = 0;
    bool fits = true;
    for (size_t i = 0; i < count && fits; i++) {
        size_t part;
        fits = tr_size_multiply(arrays[i].count, arrays[i].element_bytes, &part) &&
               !__builtin_add_overflow(bytes, part, &bytes) && !__builtin_add_overflow(bytes, line, &bytes);
    }
    char *const memory = fits ? tr_malloc(bytes) : NULL, *at = memory;
    for (size_t i = 0; i < count; i++) {
        memcpy(arrays[i].pointer, &at, sizeof at);
        if (memory)
            at += (arrays[i].count * arrays[i].element_bytes + line - 1) / line * line;
    }
    return memory != NULL;
}
