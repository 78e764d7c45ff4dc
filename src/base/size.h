// Multiplication of sizes with an overflow check before allocations.
#pragma once
#include "base/memory.h"
#include <stdbool.h>

// *product = a * b; false on overflow.
static inline bool tr_size_multiply(size_t a, size_t b, size_t *product) {
    return !__builtin_mul_overflow(a, b, product);
}

// An array of count elements; NULL on overflow or if there is no memory. Free with tr_free().
void *tr_allocate(size_t count, size_t element_bytes);

// One array of several: the address of its pointer, and its size.
typedef struct tr_array {
    void *pointer;
    size_t count, element_bytes;
} tr_array;
#define TR_ARRAY(pointer, count)                                                                               \
    { &(pointer), (count), sizeof *(pointer) }

// Allocates several arrays in one block and sets their pointers. Freeing the first array frees all. False: the
// size overflows, or there is no memory; all pointers are then NULL.
bool tr_allocate_arrays(size_t count, const tr_array *arrays);
#define TR_ALLOCATE(...)                                                                                       \
    tr_allocate_arrays(sizeof((tr_array[]){__VA_ARGS__}) / sizeof(tr_array), (tr_array[]){__VA_ARGS__})
