// The files of a pyramid: where they lie, and whether they are whole. Nothing is followed below the
// set's folder (base/platform.h).
// More: docs/internals/tiles.md.
#pragma once
#include "base/digest.h"
#include "base/watch.h"
#include "export/private/outputs.h"
#include "export/private/pyramid.h"

// The name of a tile in the set's folder, and its path for messages. Errors: TR_CANNOT_WRITE (one is too long).
tr_status tr_tile_path(const tr_export_job *job, int output, tr_tile tile, char name[TR_EXPORT_NAME_BYTES],
                       char path[1024], tr_error *error);
// Makes the folders of a level, for each part and face, and clears what killed exports left in them. Errors:
// TR_CANNOT_WRITE.
tr_status tr_tile_folders(const tr_export_job *job, tr_folder folder, const tr_pyramid *pyramid, int level,
                          tr_error *error);
// Makes the folder that a name lies in, and clears it in that way. Errors: TR_CANNOT_WRITE, with path.
tr_status tr_tile_folder(tr_folder folder, const char *name, const char *path, tr_error *error);

// Whether a tile is there. A file gets its name when it is whole; what is there and is none, or was cut off (of
// pictures of ours the end is looked at), is somebody's. Errors: TR_CANNOT_WRITE: that, or it cannot be read.
tr_status tr_tile_inspect(const tr_export_job *job, tr_folder folder, int output, tr_tile tile, bool *there,
                          tr_error *error);
// Whether all tiles of the pyramid are there. Errors: as above, TR_STOPPED.
tr_status tr_tiles_inspect(const tr_export_job *job, tr_folder folder, const tr_pyramid *pyramid,
                           const tr_watch *watch, bool *all, tr_error *error);
// Tells of a tile that is not what was written. Returns TR_CANNOT_WRITE.
tr_status tr_tile_refuse(const char *path, tr_error *error);
