// What stands where a set of tiles is to be, and its manifest: who may write there, and what it tells.
// More: docs/internals/tiles.md.
#pragma once
#include "base/digest.h"
#include "export/private/outputs.h"

typedef struct tr_tile_place {
    tr_folder folder; // that the set is in; the caller's
    char *manifest;   // its path, that of the result
    char tiles[1024]; // the path of their folder
    char manifest_name[TR_EXPORT_NAME_BYTES];
    bool same;      // tiles of the same job are there
    tr_digest list; // of the list of their hashes; "": they are unfinished
    int lock;       // nobody replaces the tiles meanwhile
} tr_tile_place;

// Whether a job may write its tiles, as far as that shows. Errors: TR_BAD_USAGE (what a set of tiles cannot
// have), TR_CANNOT_WRITE (something else is there), TR_NO_MEMORY.
tr_status tr_tile_place_check(const tr_export_job *job, tr_error *error);

// Takes the place, in a folder that is open: what the set replaces goes, and the manifest says "unfinished",
// unless the set goes on. alone: all tiles are made anew, and nobody else makes them meanwhile. result gets the
// manifest's path. *place is ended by tr_tile_place_leave, also after a failure. Errors: as above, TR_STOPPED.
tr_status tr_tile_place_take(const tr_export_job *job, tr_folder folder, bool alone, const tr_watch *watch,
                             tr_export_result *result, tr_tile_place *place, tr_error *error);
void tr_tile_place_leave(tr_tile_place *place);

// Lets the manifest tell that tiles are missing, or (list) that all are there, with hashes. Errors:
// TR_CANNOT_WRITE (also when another set has taken the place), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tile_place_report(const tr_export_job *job, const tr_tile_place *place, const tr_digest *list,
                               const tr_watch *watch, tr_error *error);
