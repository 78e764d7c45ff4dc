// The text of a world: a JSON file, or the recipe inside a picture, a GLB or a page that terrella exported.
// Private to the module.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct tr_source {
    char *text; // owned, ends with a zero byte
    size_t size;
} tr_source;

// A name that contains `/` or `.` is a file, otherwise a type.
bool tr_source_is_file(const char *name);

// Errors: TR_BAD_INPUT if the file cannot be read, is larger than 4 MiB (files that contain a recipe may be
// larger), is damaged, or contains no world; TR_NO_MEMORY.
tr_status tr_source_read(const char *path, tr_source *source, tr_error *error);
void tr_source_clear(tr_source *source);

// Recipes inside files that Terrella exported. None of them is trusted.
//
// Reads asset.extras.recipe of a GLB. It reads the stream from its beginning up to there. Errors: TR_BAD_INPUT:
// it is not a GLB, its JSON is larger than 16 MiB or damaged, or it contains no recipe; TR_NO_MEMORY.
tr_status tr_source_read_glb(FILE *stream, const char *path, tr_source *source, tr_error *error);

// Reads the element "recipe" of a page, which must begin in its first MiB. Errors: as above.
tr_status tr_source_read_page(FILE *stream, const char *path, tr_source *source, tr_error *error);
