// The recipe as the files of a set carry it.
#pragma once
#include "export/set.h"
#include "json/json.h"

// As a tree of d, whose failure sticks to d.
tr_json *tr_embedded_recipe_tree(tr_json_document *d, const tr_export_job *job);

// As a text, which the caller frees with tr_free(). Errors: TR_NO_MEMORY.
tr_status tr_embedded_recipe_text(const tr_export_job *job, char **text, tr_error *error);
