#include "noise/grids/displacement.h"
#include "base/size.h"

#include <string.h>

void *tr_allocate_raw_lines(size_t count, size_t element_bytes) {
    size_t bytes;
    return tr_size_multiply(count, element_bytes, &bytes) ? tr_malloc_lines(bytes) : NULL;
}

void *tr_allocate_lines(size_t count, size_t element_bytes) {
    void *lines = tr_allocate_raw_lines(count, element_bytes);
    return lines ? memset(lines, 0, count * element_bytes) : NULL;
}

void tr_keys_fill(tr_axis axis, uint64_t axis_seed, int level, tr_span span, tr_keys keys) {
    for (int i = 0; i < span.count / 2; i++) {
        int64_t x = span.first + 2 * i;
        keys.even[i] = tr_axis_key(axis_seed, tr_axis_fold(axis, level, x));
        keys.odd[i] = tr_axis_key(axis_seed, tr_axis_fold(axis, level, x + 1));
    }
}
