// A colour, a gradient or a gradient with rows of a recipe, as one list of stops: read, and written as --set
// says it.
#pragma once
#include "editor/swatch.h"
#include "recipe/recipe.h"

typedef struct stop_list {
    tr_parameter_kind kind; // TR_PARAMETER_COLOUR, _STOPS or _ROWS
    int count, row_count;
    tr_shown_stop *stops; // owned
} stop_list;

// Errors: TR_BAD_USAGE when there is no colour at the path; TR_NO_MEMORY. To be cleared, also after a failure.
tr_status stop_list_read(const tr_recipe *recipe, const char *path, stop_list *out, tr_error *error);
void stop_list_clear(stop_list *s);

// The value as JSON; NULL: no memory. The caller frees it with tr_free().
char *stop_list_write(const stop_list *s);

// Whether both have stops at the same positions; and whether these have the same colours, too.
bool stop_list_fits(const stop_list *a, const stop_list *b);
bool stop_list_equals(const stop_list *a, const stop_list *b);

// The path of a paint layer's gradient: "albedo.biomes.rows".
void stop_list_path(const char *list, const tr_paint *paint, char path[TR_GRADIENT_PATH_BYTES]);
