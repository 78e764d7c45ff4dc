// The list of a pyramid's tiles with the SHA-256 of each, beside the manifest: lines as sha256sum writes and
// reads them, part by part, level by level, in the order of tr_pyramid_tile, whoever made the tiles and
// whenever. More: docs/tiles.md.
#pragma once
#include "base/digest.h"
#include "base/pool.h"
#include "export/private/parts.h"
#include "export/private/pyramid.h"

#include <stdio.h>

// Hashes all tiles and writes the list; *list is its own digest, "" where a tile is missing, and nothing is
// written then. Memory does not grow with the number of tiles. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY,
// TR_STOPPED.
tr_status tr_tile_list_write(const tr_export_job *job, const tr_pyramid *pyramid, tr_pool *pool,
                             const tr_watch *watch, tr_digest *list, tr_error *error);

// Removes tiles that are others than a list says, so that they are made anew. *stands: the list is there, with
// that digest, and has all tiles; without it nothing is removed. Errors: as above.
tr_status tr_tile_list_mend(const tr_export_job *job, const tr_pyramid *pyramid, tr_pool *pool,
                            const tr_watch *watch, const tr_digest *list, bool *stands, tr_error *error);

// The next line of a list. False at its end, and where it is none.
bool tr_tile_list_read(FILE *list, char digest[TR_DIGEST_BYTES], char name[TR_EXPORT_NAME_BYTES]);
