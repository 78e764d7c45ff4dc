// The list of a pyramid's tiles with the SHA-256 of each, beside the manifest: lines as sha256sum writes and
// reads them, part by part, level by level, in the order of tr_pyramid_tile, whoever made the tiles and
// whenever. More: docs/internals/tiles.md.
#pragma once
#include "base/digest.h"
#include "base/pool.h"
#include "base/watch.h"
#include "export/private/outputs.h"
#include "export/private/pyramid.h"

#include <stdio.h>

// Hashes all tiles and writes the list; *list is its own digest, "" where a tile is missing, and nothing is
// written then. Memory does not grow with the number of tiles. Errors: TR_CANNOT_WRITE (also: a tile cannot be
// read), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_list_write(const tr_export_job *job, tr_folder folder, const tr_pyramid *pyramid,
                             tr_pool *pool, const tr_watch *watch, tr_digest *list, tr_error *error);

// Compares all tiles with a list: one that is another is somebody's, and refused. *stands: the list is there,
// with that digest, and has all tiles. Errors: as above.
tr_status tr_tile_list_compare(const tr_export_job *job, tr_folder folder, const tr_pyramid *pyramid,
                               tr_pool *pool, const tr_watch *watch, const tr_digest *list, bool *stands,
                               tr_error *error);

// Opens the list of a set, from its first line on; *lines stays NULL where there is none with that digest.
// Ended by fclose. Errors: TR_CANNOT_WRITE (it cannot be read), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_list_open(const tr_export_job *job, tr_folder folder, const tr_digest *list,
                            const tr_watch *watch, FILE **lines, tr_error *error);
// The next line of a list. False at its end, and where it is none.
bool tr_tile_list_read(FILE *list, char digest[TR_DIGEST_BYTES], char name[TR_EXPORT_NAME_BYTES]);
