// The manifest: what a texture set is, for programs.
#pragma once
#include "export/set.h"

enum { TR_MANIFEST_FORMAT = 1 };

// The manifest of a job as indented JSON without a last line break, a string to tr_free(). The same job gives
// the same bytes. Errors: TR_NO_MEMORY.
tr_status tr_manifest_create(const tr_export_job *job, char **text, tr_error *error);
