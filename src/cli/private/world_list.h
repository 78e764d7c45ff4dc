// `export --list FILE`: a text with one world in each line, as the command line takes them: a share link, a
// file, a type. Empty lines and those that begin with # say nothing.
#pragma once
#include "base/status.h"

typedef struct tr_listed_world {
    const char *name;
    int line; // from 1 on
} tr_listed_world;

typedef struct tr_world_list {
    const char *path; // as errors call it
    char *text;       // which the names lie in
    int count;
    tr_listed_world *worlds;
} tr_world_list;

// path: a file, or "-" for standard input. *list is cleared by the caller after success. Errors: TR_BAD_INPUT
// (a file that cannot be read, is no text, is longer than 64 MiB or has no or too many worlds), TR_NO_MEMORY.
tr_status tr_world_list_read(const char *path, tr_world_list *list, tr_error *error);
void tr_world_list_clear(tr_world_list *list);

// Adds the place in the list to an error that has none.
void tr_world_list_blame(const tr_world_list *list, int index, tr_error *error);
