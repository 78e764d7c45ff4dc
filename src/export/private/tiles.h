// Sets of tiles: each is baked alone, at its own resolution, and a file of its own.
// More: docs/internals/tiles.md.
#pragma once
#include "base/watch.h"
#include "export/set.h"

// As tr_export for a job whose layout is a pyramid: writes the tiles that are missing, of the job's region and
// shard, below DIRECTORY/STEM, and STEM.manifest.json, which says "unfinished" until all tiles of the pyramid
// are there. What is stopped or fails leaves the tiles that are whole: the same job goes on. result->count is
// 1: the manifest. Errors: as tr_export; TR_CANNOT_WRITE where other tiles are there, unless job->force, which
// removes them first.
tr_status tr_tiles_write(const tr_export_job *job, const tr_surface *surface, tr_pool *pool,
                         const tr_watch *watch, tr_export_result *result, tr_error *error);
// What can be told of that before anything is made.
tr_status tr_tiles_check(const tr_export_job *job, tr_error *error);
