// How the tiles of an earlier set go. Nothing is followed below the set's folder (base/platform.h).
// More: docs/internals/tiles.md.
#pragma once
#include "base/digest.h"
#include "base/watch.h"
#include "export/private/outputs.h"

// Removes all that can be a tile by its name in the set's own folder, and folders that are empty then: what a
// person put there under other names stays. Errors: TR_CANNOT_WRITE.
tr_status tr_tiles_remove(const tr_export_job *job, tr_folder folder, tr_error *error);
// The same of tiles that the list of hashes has, and that are what it says; *list is its own digest. Others are
// added to result->kept; all of them, as the set's folder, where there is no such list. Reads all tiles.
// Errors: TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tiles_remove_listed(const tr_export_job *job, tr_folder folder, const tr_digest *list,
                                 const tr_watch *watch, tr_export_result *result, tr_error *error);
