// All that can be found by its name: knobs and parameters, layers, types, scenes, commands. Plain, for C and
// C++.
#pragma once
#include "app/wish.h"

typedef struct tr_entry {
    char name[96];
    char kind[24]; // "Knob", "Type"
    tr_wish wish;  // what choosing it asks for
} tr_entry;
