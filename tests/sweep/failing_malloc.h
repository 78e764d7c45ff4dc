// The interface between the sweep and the libraries that it preloads.
#pragma once
#include <stdint.h>

#define SWEEP_VARIABLE "TERRELLA_SWEEP" // the name of a file with a sweep_orders

// Kinds of file functions. failing_calls.c lists the functions of each kind.
typedef enum sweep_call {
    SWEEP_ALLOCATE, // allocations, not file functions
    SWEEP_OPEN,
    SWEEP_READ,
    SWEEP_WRITE,
    SWEEP_SYNC,
    SWEEP_CLOSE,
    SWEEP_RENAME,
    SWEEP_LINK,
    SWEEP_UNLINK,
    SWEEP_MKDIR,
    SWEEP_STAT,
    SWEEP_LIST,
    SWEEP_LOCK,
    SWEEP_AGAIN,
    SWEEP_CALLS
} sweep_call;
#define SWEEP_CALL_NAMES                                                                                       \
    {                                                                                                          \
        "allocation", "open", "read", "write", "fsync", "close", "rename", "link", "unlink", "mkdir", "stat",  \
            "readdir", "flock", "dup"                                                                          \
    }

typedef struct sweep_orders {
    uint64_t fails;     // which allocation or call fails, from 1 on; 0: none
    uint64_t and_after; // whether all from there on do
    uint64_t count;     // of them so far
    uint64_t call;      // a sweep_call
    uint64_t reason;    // errno of a call that fails
} sweep_orders;
