// All memory of our own: from the standard library, or from the allocator of a program that links the library
// (tr_set_allocator, terrella/terrella.h). Give it back with tr_free. Any thread.
//
// Nothing else in src/ calls malloc and its kin; tests/check_modules.sh looks.
#pragma once
#include "base/status.h"
#include <stddef.h>

// As their namesakes without tr_; where there is no memory NULL, and errno is ENOMEM. Else errno stays as it
// was.
void *tr_malloc(size_t bytes);
void *tr_calloc(size_t count, size_t element_bytes);
void *tr_realloc(void *memory, size_t bytes); // bytes above 0
char *tr_strdup(const char *text);

// At a whole multiple of 64 bytes, a line of the cache. Free it with tr_free_lines.
void *tr_malloc_lines(size_t bytes);
void tr_free_lines(void *memory); // NULL is allowed
