// A set that takes the place of an earlier one under the same name.
#pragma once
#include "base/status.h"
#include "export/set.h"

// Files that an earlier set has and the new one lacks.
typedef struct tr_leftovers {
    bool files[TR_EXPORT_PARTS][TR_FORMAT_COUNT]; // of a mesh: in the first column
} tr_leftovers;

// Before the new set is written: what the manifest at that path names, if it is one of ours, less what the job
// writes. No manifest, or one that is not ours: nothing. Errors: TR_NO_MEMORY.
tr_status tr_leftovers_find(const tr_export_job *job, const char *manifest, tr_leftovers *leftovers,
                            tr_error *error);

// After it: removes them. What cannot be removed stays.
void tr_leftovers_remove(const tr_export_job *job, const tr_leftovers *leftovers);
