// The available planet types.
#pragma once
#include "scene/load.h"

enum { TR_MOST_TYPES = 256 };

typedef struct tr_types {
    int count;
    char names[TR_MOST_TYPES][TR_NAME_BYTES];
} tr_types;

void tr_types_list(tr_types *types);
// The index of a name, or -1.
int tr_types_find(const tr_types *types, const char *name);
