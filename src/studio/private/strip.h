// A colour, a gradient or a gradient with rows of a recipe, as one list of stops: read, and written as --set
// says it.
#pragma once
#include "recipe/recipe.h"
#include "studio/swatch.h"

typedef struct strip {
    tr_parameter_kind kind; // TR_PARAMETER_COLOUR, _STOPS or _ROWS
    int count, row_count;
    tr_shown_stop *stops; // owned
} strip;

// Errors: TR_BAD_USAGE when there is no colour at the path; TR_NO_MEMORY. To be cleared, also after a failure.
tr_status strip_read(const tr_recipe *recipe, const char *path, strip *out, tr_error *error);
void strip_clear(strip *s);

// The value as JSON; NULL: no memory. The caller frees it with tr_free().
char *strip_write(const strip *s);

// Whether both have stops at the same positions; and whether these have the same colours, too.
bool strip_fits(const strip *a, const strip *b);
bool strip_equals(const strip *a, const strip *b);

// The path of a coat's gradient: "albedo.biomes.rows".
void strip_path(const char *list, const tr_paint *paint, char path[TR_GRADIENT_PATH_BYTES]);
