// The planet types that can be chosen.
#pragma once
#include "scene/load.h"

enum { TR_MOST_TYPES = 256 };

typedef struct tr_types {
    int count;
    char texts[TR_MOST_TYPES][TR_NAME_BYTES];
    const char *names[TR_MOST_TYPES]; // into texts
} tr_types;

// Into *types, which stays where it is from then on: it points into itself.
void tr_types_list(tr_types *types);
// The index of a name, or -1.
int tr_types_find(const tr_types *types, const char *name);
