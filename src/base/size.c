#include "base/size.h"

void *tr_allocate(size_t count, size_t element_bytes) {
    size_t bytes;
    return tr_size_multiply(count, element_bytes, &bytes) ? tr_malloc(bytes) : NULL;
}
