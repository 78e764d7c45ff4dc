// All memory of the library: from the standard library, or from the allocator of a program that links it
// (tr_set_allocator, terrella/terrella.h). Release it with tr_free. Any thread.
//
// Nothing else in src/ calls malloc and related functions; tests/check_modules.sh checks that.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>

// Like the functions without tr_. Without memory they return NULL and set errno to ENOMEM; otherwise errno is
// unchanged.
void *tr_malloc(size_t bytes);
void *tr_calloc(size_t count, size_t element_bytes);
void *tr_realloc(void *memory, size_t bytes); // bytes above 0
char *tr_strdup(const char *text);

// Makes space for one more element of an array that has `count` of them and grows only by this function: its
// capacity is 1, 2, 4, 8 … array: where its pointer is. False: no memory, and the array is as before.
bool tr_grow(void *array, int count, size_t element_bytes);

// Exchanges the bytes of two pieces of memory that do not overlap.
static inline void tr_swap(void *a, void *b, size_t bytes) {
    for (unsigned char *one = (unsigned char *)a, *other = (unsigned char *)b, *end = one + bytes; one < end;
         one++, other++) {
        const unsigned char kept = *one;
        *one = *other, *other = kept;
    }
}

// Aligned to 64 bytes, a cache line. Free it with tr_free_lines.
void *tr_malloc_lines(size_t bytes);
void tr_free_lines(void *memory); // NULL is allowed
