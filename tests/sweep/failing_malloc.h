// What the sweep and the library that it preloads say to each other.
#pragma once
#include <stdint.h>

#define SWEEP_VARIABLE "TERRELLA_SWEEP" // the name of a file that holds a sweep_orders

typedef struct sweep_orders {
    uint64_t fails;     // which allocation fails, from 1 on; 0: none
    uint64_t and_after; // whether all from there on do
    uint64_t count;     // of allocations so far
} sweep_orders;
