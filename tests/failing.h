// An allocator that counts blocks in use and can fail at one allocation.
#pragma once
#include "base/memory.h"

#include <stdlib.h>

static struct {
    long left;   // allocations until one fails; 0: none fails
    bool failed; // an allocation has failed
    long blocks; // in use
} memory;

static bool fails(void) {
    if (memory.left == 0 || --memory.left > 0)
        return false;
    return memory.failed = true;
}

static void *allocate(void *context, size_t bytes) {
    (void)context;
    void *block = fails() ? NULL : malloc(bytes);
    memory.blocks += block != NULL;
    return block;
}

static void *reallocate(void *context, void *block, size_t bytes) {
    (void)context;
    void *grown = fails() ? NULL : realloc(block, bytes);
    memory.blocks += grown && !block;
    return grown;
}

static void release(void *context, void *block) {
    (void)context;
    memory.blocks--;
    free(block);
}

static const tr_allocator failing = {allocate, reallocate, release, NULL};
