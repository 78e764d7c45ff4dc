#include "editor/types.h"

#include <string.h>

void tr_types_list(tr_types *types) {
    const int count = tr_type_list(types->names, TR_MOST_TYPES);
    types->count = count < TR_MOST_TYPES ? count : TR_MOST_TYPES;
}

int tr_types_find(const tr_types *types, const char *name) {
    for (int i = 0; i < types->count; i++)
        if (strcmp(types->names[i], name) == 0)
            return i;
    return -1;
}
