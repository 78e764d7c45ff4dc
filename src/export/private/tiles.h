// Sets of tiles: each tile is baked separately, at its own resolution, into its own file. Nothing is followed
// below the set's folder (base/platform.h). More: docs/internals/tiles.md.
#pragma once
#include "base/pool.h"
#include "export/private/plan.h"

#include <stdio.h>

// As tr_export, for a plan whose layout is a pyramid. Writes the missing tiles of the job's region and shard
// below DIRECTORY/STEM. Also writes STEM.manifest.json, which says "unfinished" until all tiles of the pyramid
// exist. After a stop or a failure complete tiles stay, and the same job continues. result->count is 1, the
// manifest. Errors: as tr_export; TR_CANNOT_WRITE if tiles of another set exist, unless job->force, which
// removes them first.
tr_status tr_tiles_write(tr_plan *plan, const tr_surface *surface, tr_pool *pool, tr_export_result *result,
                         tr_error *error);
// Checks the job before anything is made.
tr_status tr_tiles_check(tr_plan *plan, tr_error *error);

// ---- files (tile_files.c) ------------------------------------------------------------------------

// The name of a tile of a part in the set's folder.
void tr_tile_name(const tr_plan *plan, int output, tr_tile tile, char name[TR_EXPORT_NAME_BYTES]);
// Creates the folders of a level, for each part and face, and removes temporary files of killed exports.
// Errors: TR_CANNOT_WRITE.
tr_status tr_tile_folders(const tr_plan *plan, int level, tr_error *error);
// Creates the folder of a file name, and removes temporary files there. Errors: TR_CANNOT_WRITE.
tr_status tr_tile_folder(const tr_plan *plan, const char *name, tr_error *error);

// Whether a tile exists. A file gets its name when it is complete. Anything else there, or a truncated file
// (the end of PNG files is checked), belongs to someone else. Errors: TR_CANNOT_WRITE: that, or it cannot be
// read.
tr_status tr_tile_inspect(const tr_plan *plan, int output, tr_tile tile, bool *there, tr_error *error);
// Whether all tiles of the pyramid exist. Errors: as above, TR_STOPPED.
tr_status tr_tiles_inspect(const tr_plan *plan, bool *all, tr_error *error);
// Reports a tile that is not as it was written. Returns TR_CANNOT_WRITE.
tr_status tr_tile_refuse(const tr_plan *plan, const char *name, tr_error *error);

// ---- hashes (tile_list.c) ------------------------------------------------------------------------

// The list of a pyramid's tiles with the SHA-256 of each, in a file beside the manifest. Its lines have the
// format of sha256sum. They are ordered by part, then level, then tr_pyramid_tile, independent of the order in
// which the tiles were made.

// Hashes all tiles and writes the list; *list is its own digest. If a tile is missing, *list is "" and nothing
// is written. Memory does not grow with the number of tiles. Errors: TR_CANNOT_WRITE (also: a tile cannot be
// read), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_list_write(const tr_plan *plan, tr_pool *pool, tr_digest *list, tr_error *error);

// Compares all tiles with a list; a tile that differs was changed by someone else and is an error. *stands: the
// list exists, has that digest, and contains all tiles. Errors: as above.
tr_status tr_tile_list_compare(const tr_plan *plan, tr_pool *pool, const tr_digest *list, bool *stands,
                               tr_error *error);

// Opens the list of a set at its first line; *lines stays NULL if there is none with that digest. Close it with
// fclose. Errors: TR_CANNOT_WRITE (it cannot be read), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_list_open(const tr_plan *plan, const tr_digest *list, FILE **lines, tr_error *error);
// As tr_tile_list_open, for a list with that name and digest in a folder. Returns 0, or the errno why it cannot
// be read; ECANCELED: the watch stopped it.
int tr_tile_lines_open(tr_folder folder, const char *name, const char *sha256, const tr_watch *watch,
                       FILE **lines);
// Reads the next line of a list. False at its end, and for an invalid line.
bool tr_tile_list_read(FILE *list, char digest[TR_DIGEST_BYTES], char name[TR_EXPORT_NAME_BYTES]);

// ---- the lock and the manifest of a set of tiles (tile_place.c) ----------------------------------

typedef struct tr_tile_place {
    const tr_plan *plan;
    bool same;      // tiles of the same job are there
    tr_digest list; // of the list of their hashes; "": unfinished
    int lock;       // keeps others from replacing the tiles
} tr_tile_place;

// Prepares the open folder for the set. Unless the set continues an unfinished one, it removes what the set
// replaces and marks the manifest as "unfinished". alone: all tiles are made again, and no other export makes
// tiles of the set meanwhile. result lists what stays of the earlier set. Call tr_tile_place_leave for *place,
// also after a failure. Errors: TR_CANNOT_WRITE (other files are in the way), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_place_take(const tr_plan *plan, bool alone, tr_export_result *result, tr_tile_place *place,
                             tr_error *error);
void tr_tile_place_leave(tr_tile_place *place);

// Updates the manifest: tiles are missing, or (list) all tiles exist, with hashes. Errors: TR_CANNOT_WRITE
// (also if another set has taken the place), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_place_report(const tr_tile_place *place, const tr_digest *list, tr_error *error);

// ---- removing the tiles of an earlier set (tile_removal.c) ---------------------------------------

// Removes all files with names of tiles in the set's own folder, and then the empty folders; files with other
// names stay. Errors: TR_CANNOT_WRITE.
tr_status tr_tiles_remove(const tr_plan *plan, tr_error *error);
// Removes only tiles whose bytes match the list of hashes; *list is the list's digest. Other tiles are added to
// result->kept. If there is no such list, the set's folder is added instead. Reads all tiles. Errors:
// TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tiles_remove_listed(const tr_plan *plan, const tr_digest *list, tr_export_result *result,
                                 tr_error *error);
