// Sets on a disk: whether what their manifests tell is there, byte by byte.
// More: docs/internals/replace.md.
#pragma once
#include "base/watch.h"
#include <stdbool.h>

// A set that was looked at.
typedef struct tr_verified {
    const char *manifest; // its path
    int files;            // that it has, the manifest left out
    int flaws;            // 0: it is whole
    uint64_t bytes;       // of them
    bool unhashed;        // some of them have no hashes, as an earlier format had none
} tr_verified;

// Who is told. Each flaw comes before its set; of many alike that are missing not all are named.
typedef struct tr_verify_report {
    void (*flaw)(void *context, const char *path, const char *what);
    void (*set)(void *context, const tr_verified *set);
    void *context;
} tr_verify_report;

// Looks at the sets in a folder (not at those in folders below), or at the one of a manifest, and at files that
// exports left which were killed. Files are what they were when every byte is the same; those of formats that
// had no hashes when they are there, and tiles of them sound. *flaws counts what is not as it should be.
// Errors: TR_BAD_INPUT (no such folder, no set in it, no manifest), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_sets_verify(const char *path, const tr_watch *watch, const tr_verify_report *report, int *flaws,
                         tr_error *error);
