#include "base/memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The only global variable. Memory that is allocated in one place is freed in others, so a per-object allocator
// would have to be passed to every function.
static tr_allocator hook; // allocate NULL: the standard library
static atomic_size_t blocks_in_use;

// Sets errno after an allocation, because the C library need not: a realloc that moves a block may leave an
// earlier ENOMEM of the system.
static void *reported(void *memory, int before) {
    errno = memory ? before : ENOMEM;
    return memory;
}

static void *note(void *memory, int before) {
    if (memory)
        atomic_fetch_add_explicit(&blocks_in_use, 1, memory_order_relaxed);
    return reported(memory, before);
}

void *tr_malloc(size_t bytes) {
    const size_t some = bytes ? bytes : 1;
    const int before = errno;
    return note(hook.allocate ? hook.allocate(hook.context, some) : malloc(some), before);
}

void *tr_calloc(size_t count, size_t element_bytes) {
    size_t bytes;
    const int before = errno;
    if (!hook.allocate)
        return note(calloc(count ? count : 1, element_bytes ? element_bytes : 1), before);
    void *memory = __builtin_mul_overflow(count, element_bytes, &bytes) ? note(NULL, 0) : tr_malloc(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *tr_realloc(void *memory, size_t bytes) {
    if (!memory)
        return tr_malloc(bytes);
    const int before = errno;
    return reported(hook.allocate ? hook.reallocate(hook.context, memory, bytes) : realloc(memory, bytes),
                    before);
}

char *tr_strdup(const char *text) {
    const size_t bytes = strlen(text) + 1;
    char *copy = tr_malloc(bytes);
    return copy ? memcpy(copy, text, bytes) : NULL;
}

bool tr_grow(void *array, int count, size_t element_bytes) {
    void **elements = array;
    size_t bytes;
    if ((count & (count - 1)) != 0) // the capacity is used up at 0, 1, 2, 4, 8 …
        return true;
    void *more = __builtin_mul_overflow(count ? 2 * (size_t)count : 1, element_bytes, &bytes)
                     ? NULL
                     : tr_realloc(*elements, bytes);
    if (more)
        *elements = more;
    return more != NULL;
}

void tr_free(void *memory) {
    if (!memory)
        return;
    if (hook.allocate)
        hook.release(hook.context, memory);
    else
        free(memory);
    atomic_fetch_sub_explicit(&blocks_in_use, 1, memory_order_release);
}

// Returns an aligned address inside the block; the block's address is stored before it.
void *tr_malloc_lines(size_t bytes) {
    enum { line = 64 };
    char *block = bytes <= SIZE_MAX - line - sizeof block ? tr_malloc(bytes + line + sizeof block) : NULL;
    if (!block)
        return NULL;
    char *lines = block + sizeof block;
    lines += (line - (uintptr_t)lines % line) % line;
    memcpy(lines - sizeof block, &block, sizeof block);
    return lines;
}

void tr_free_lines(void *memory) {
    char *block = NULL;
    if (memory)
        memcpy(&block, (char *)memory - sizeof block, sizeof block);
    tr_free(block);
}

tr_status tr_set_allocator(const tr_allocator *allocator, tr_error *error) {
    if (allocator && (!allocator->allocate || !allocator->reallocate || !allocator->release))
        return tr_fail(error, TR_BAD_USAGE, "an allocator needs all three functions");
    const size_t in_use = atomic_load_explicit(&blocks_in_use, memory_order_acquire);
    if (in_use > 0)
        return tr_fail(error, TR_BAD_USAGE,
                       "%zu blocks of the previous allocator are in use: destroy and free everything first",
                       in_use);
    hook = allocator ? *allocator : (tr_allocator){0};
    return TR_OK;
}
