// The manifest: what a texture set is, for programs.
#pragma once
#include "base/atomic_file.h"
#include "export/private/replace.h"
#include "export/private/sidecars.h"
#include "export/set.h"

enum { TR_MANIFEST_FORMAT = 4 };

// How far a set is, and its files by part and image.
enum { TR_IMAGES_MOST = 8 };
typedef struct tr_digests {
    tr_digest of[TR_EXPORT_OUTPUTS][TR_IMAGES_MOST];
    const tr_digest *list;     // of tiles: that of the list of their hashes; NULL: there is none yet
    bool unfinished;           // the files do not all stand under their names yet
    const tr_earlier *earlier; // then: files of the set before this one, which will be removed; or NULL
} tr_digests;

// The manifest of a job as indented JSON without a last line break, a string to tr_free(). The same job gives
// the same bytes. Errors: TR_NO_MEMORY.
// What it says stands in docs/manifest.schema.json.
tr_status tr_manifest_create(const tr_export_job *job, const tr_sidecars *sidecars, const tr_digests *digests,
                             char **text, tr_error *error);
