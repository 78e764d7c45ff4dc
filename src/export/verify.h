// Checks sets on disk: whether the files in their manifests are unchanged, byte by byte.
// More: docs/internals/replace.md.
#pragma once
#include "base/watch.h"
#include <stdbool.h>

// The result for a set.
typedef struct tr_verified {
    const char *manifest; // its path
    int files;            // without the manifest
    int flaws;            // 0: intact
    uint64_t bytes;       // of all files
} tr_verified;

// Callbacks. Each flaw is reported before its set; of many missing files, only some are named.
typedef struct tr_verify_report {
    void (*flaw)(void *context, const char *path, const char *what);
    void (*set)(void *context, const tr_verified *set);
    void *context;
} tr_verify_report;

// Checks the sets in a folder (not in its subfolders), or the set of a manifest, and looks for temporary files
// of killed exports. A file is intact if its bytes are unchanged. Pictures of own maps may be missing. A tile
// of an unfinished set has no hash: it must be a valid PNG. *flaws is the number of flaws. Errors: TR_BAD_INPUT
// (no such folder, no set in it, no manifest), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_sets_verify(const char *path, const tr_watch *watch, const tr_verify_report *report, int *flaws,
                         tr_error *error);
