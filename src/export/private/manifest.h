// The manifest: what a texture set is, for programs.
#pragma once
#include "base/atomic_file.h"
#include "export/private/companions.h"
#include "export/set.h"

enum { TR_MANIFEST_FORMAT = 2 };

// How far a set is, and SHA-256 of its files, by part and sheet (tr_atomic_digest).
enum { TR_SHEETS_MOST = 8 };
typedef struct tr_digests {
    char of[TR_EXPORT_PARTS][TR_SHEETS_MOST][TR_DIGEST_BYTES];
    bool unfinished; // the files do not all stand under their names yet
} tr_digests;

// The manifest of a job as indented JSON without a last line break, a string to tr_free(). The same job gives
// the same bytes. Errors: TR_NO_MEMORY.
// What it says stands in docs/manifest.schema.json.
tr_status tr_manifest_create(const tr_export_job *job, const tr_companions *companions,
                             const tr_digests *digests, char **text, tr_error *error);
