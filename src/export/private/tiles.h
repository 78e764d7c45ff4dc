// Sets of tiles: each is baked alone, at its own resolution, and a file of its own. Nothing is followed below
// the set's folder (base/platform.h). More: docs/internals/tiles.md.
#pragma once
#include "base/pool.h"
#include "export/private/plan.h"

#include <stdio.h>

// As tr_export for a plan whose layout is a pyramid: writes the tiles that are missing, of the job's region and
// shard, below DIRECTORY/STEM, and STEM.manifest.json, which says "unfinished" until all tiles of the pyramid
// are there. What is stopped or fails leaves the tiles that are whole: the same job goes on. result->count is
// 1: the manifest. Errors: as tr_export; TR_CANNOT_WRITE where other tiles are there, unless job->force, which
// removes them first.
tr_status tr_tiles_write(tr_plan *plan, const tr_surface *surface, tr_pool *pool, tr_export_result *result,
                         tr_error *error);
// What can be told of that before anything is made.
tr_status tr_tiles_check(tr_plan *plan, tr_error *error);

// ---- files (tile_files.c) ------------------------------------------------------------------------

// The name of a tile of a part in the set's folder.
void tr_tile_name(const tr_plan *plan, int output, tr_tile tile, char name[TR_EXPORT_NAME_BYTES]);
// Makes the folders of a level, for each part and face, and clears what killed exports left in them. Errors:
// TR_CANNOT_WRITE.
tr_status tr_tile_folders(const tr_plan *plan, int level, tr_error *error);
// Makes the folder that a name lies in, and clears it in that way. Errors: TR_CANNOT_WRITE.
tr_status tr_tile_folder(const tr_plan *plan, const char *name, tr_error *error);

// Whether a tile is there. A file gets its name when it is whole; what is there and is none, or was cut off (of
// pictures of ours the end is looked at), is somebody's. Errors: TR_CANNOT_WRITE: that, or it cannot be read.
tr_status tr_tile_inspect(const tr_plan *plan, int output, tr_tile tile, bool *there, tr_error *error);
// Whether all tiles of the pyramid are there. Errors: as above, TR_STOPPED.
tr_status tr_tiles_inspect(const tr_plan *plan, bool *all, tr_error *error);
// Tells of a tile that is not what was written. Returns TR_CANNOT_WRITE.
tr_status tr_tile_refuse(const tr_plan *plan, const char *name, tr_error *error);

// ---- hashes (tile_list.c) ------------------------------------------------------------------------

// The list of a pyramid's tiles with the SHA-256 of each, beside the manifest: lines as sha256sum writes and
// reads them, part by part, level by level, in the order of tr_pyramid_tile, whoever made the tiles and
// whenever.

// Hashes all tiles and writes the list; *list is its own digest, "" where a tile is missing, and nothing is
// written then. Memory does not grow with the number of tiles. Errors: TR_CANNOT_WRITE (also: a tile cannot be
// read), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_list_write(const tr_plan *plan, tr_pool *pool, tr_digest *list, tr_error *error);

// Compares all tiles with a list: one that is another is somebody's, and refused. *stands: the list is there,
// with that digest, and has all tiles. Errors: as above.
tr_status tr_tile_list_compare(const tr_plan *plan, tr_pool *pool, const tr_digest *list, bool *stands,
                               tr_error *error);

// Opens the list of a set, from its first line on; *lines stays NULL where there is none with that digest.
// Ended by fclose. Errors: TR_CANNOT_WRITE (it cannot be read), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_list_open(const tr_plan *plan, const tr_digest *list, FILE **lines, tr_error *error);
// The next line of a list. False at its end, and where it is none.
bool tr_tile_list_read(FILE *list, char digest[TR_DIGEST_BYTES], char name[TR_EXPORT_NAME_BYTES]);

// ---- who may write, and what the manifest tells (tile_place.c) -----------------------------------

typedef struct tr_tile_place {
    const tr_plan *plan;
    bool same;      // tiles of the same job are there
    tr_digest list; // of the list of their hashes; "": they are unfinished
    int lock;       // nobody replaces the tiles meanwhile
} tr_tile_place;

// Takes the place, in a folder that is open: what the set replaces goes, and the manifest says "unfinished",
// unless the set goes on. alone: all tiles are made anew, and nobody else makes them meanwhile. result gets
// what stays of the earlier set. *place is ended by tr_tile_place_leave, also after a failure. Errors:
// TR_CANNOT_WRITE (something else is there), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_place_take(const tr_plan *plan, bool alone, tr_export_result *result, tr_tile_place *place,
                             tr_error *error);
void tr_tile_place_leave(tr_tile_place *place);

// Lets the manifest tell that tiles are missing, or (list) that all are there, with hashes. Errors:
// TR_CANNOT_WRITE (also when another set has taken the place), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_place_report(const tr_tile_place *place, const tr_digest *list, tr_error *error);

// ---- how those of an earlier set go (tile_removal.c) ---------------------------------------------

// Removes all that can be a tile by its name in the set's own folder, and folders that are empty then: what a
// person put there under other names stays. Errors: TR_CANNOT_WRITE.
tr_status tr_tiles_remove(const tr_plan *plan, tr_error *error);
// The same of tiles that the list of hashes has, and that are what it says; *list is its own digest. Others are
// added to result->kept; all of them, as the set's folder, where there is no such list. Reads all tiles.
// Errors: TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tiles_remove_listed(const tr_plan *plan, const tr_digest *list, tr_export_result *result,
                                 tr_error *error);
