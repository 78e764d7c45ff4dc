// The files of a pyramid: where they lie, whether they are whole, and how they go.
// More: docs/tiles.md.
#pragma once
#include "export/private/pyramid.h"

// Errors: TR_CANNOT_WRITE (a path that is too long).
tr_status tr_tile_path(const tr_export_job *job, int part, tr_tile tile, char path[1024], tr_error *error);
// Makes the folders of a level, for each part and face. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_tile_folders(const tr_export_job *job, const tr_pyramid *pyramid, int level, tr_error *error);

// A file gets its name when it is whole, so that one that is there is; but what came here by a copy that broke
// off need not be: pictures of ours end with the chunk IEND.
bool tr_tile_is_whole(const char *path);
// Whether all tiles of the pyramid are there.
bool tr_tiles_are_complete(const tr_export_job *job, const tr_pyramid *pyramid);

// Removes the tiles in a set's own folder, and folders that are empty then: what a person put there stays.
// Errors: TR_CANNOT_WRITE.
tr_status tr_tiles_remove(char *folder, tr_error *error);
