// The manifest: what a texture set is, for programs.
#pragma once
#include "export/export.h"

enum { TR_MANIFEST_FORMAT = 1, TR_EXPORT_NAME_BYTES = 256 };

// The name of a file in a set, of a tr_map or a tr_export_part: "inferno-7_albedo.png". False when it does not
// fit.
bool tr_export_file_name(const tr_export_job *job, int part, char *name, size_t bytes);

// The manifest of a job as indented JSON, a string to free(). The same job gives the same bytes. Errors:
// TR_NO_MEMORY, TR_BUG (recipe_json is no JSON object).
tr_status tr_manifest_create(const tr_export_job *job, char **text, tr_error *error);
