// Own maps of a recipe, as layers that follow them. Private to the module.
#pragma once
#include "fields/field.h"

// Adds to a copy of the context's recipe the layers that follow its maps. *followed is NULL if it has no maps;
// free it with tr_recipe_destroy. Reads the maps, as solutions of the context. Errors: TR_BAD_INPUT (a file
// that is missing or damaged; a kind of map that the planet cannot follow; too many layers), TR_NO_MEMORY,
// TR_STOPPED.
// *first: the index there of the recipe's first layer.
tr_status plan_follow_maps(const tr_prepare_context *m, tr_recipe **followed, int *first);
