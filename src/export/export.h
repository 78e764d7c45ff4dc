// Texture sets: from a surface to files that a game engine takes.
// More: docs/internals/export.md.
#pragma once
#include "base/pool.h"
#include "base/watch.h"
#include "export/set.h"
#include "planet/surface.h"
#include "scene/load.h"

// Bakes and writes a texture set. A file is either the old one or the whole new one: everything is written
// under temporary names beside the target, and renamed when all of it is complete, the manifest last. On any
// failure nothing is left behind and the old files stand. What job->replaces removes goes after the manifest.
// Memory does not grow with the width (PNG). Reports progress and may be stopped through the watch (NULL is
// allowed). The bytes depend on the job and the surface only. Errors: TR_BAD_USAGE (a stem that is no name, a
// part that the target lacks), TR_BAD_INPUT (a width that maps cannot have, parts that the planet lacks),
// TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_export(const tr_export_job *job, const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                    tr_export_result *result, tr_error *error);

// Whether a job can be done, as far as that shows before its planet is made: what it asks for, and whether what
// is there may be replaced. Waits at most a second for others who write there. watch may be NULL. Errors: as
// tr_export.
tr_status tr_export_check(const tr_export_job *job, const tr_watch *watch, tr_error *error);

// The recipe of the set that a folder has under a stem, as JSON; NULL: there is none of this program. The
// caller frees *json with tr_free(). Errors: TR_CANNOT_WRITE (its manifest cannot be read), TR_NO_MEMORY.
tr_status tr_export_recipe_there(const char *directory, const char *stem, char **json, tr_error *error);

// Whether a file's name may begin like that: on every system, and within its folder. Errors: TR_BAD_USAGE.
tr_status tr_stem_check(const char *stem, tr_error *error);

// Bakes one map into one PNG file, in bands like tr_export: the same promises and errors.
tr_status tr_export_map(const char *path, tr_map map, int width, const tr_recipe *recipe,
                        const tr_surface *surface, tr_pool *pool, const tr_watch *watch, tr_error *error);

// Writes one picture that is in memory (8-bit, channels 3, rows from the top) in the format that the
// path's extension names (png, jpg, tga, hdr; others are TR_BAD_USAGE, but /dev/stdout gets a PNG), atomically.
// text goes into the PNG's text chunk "terrella", or is NULL; it is read, like rgb, during the call. watch may
// be NULL; its stop is heard until the file has its name, a PNG's at every row. Errors: TR_BAD_USAGE,
// TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_image_write(const char *path, int width, int height, const uint8_t *rgb, const char *text,
                         const tr_watch *watch, tr_error *error);

// The same with alpha, 4 bytes a pixel, into a PNG. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_image_write_clear(const char *path, int width, int height, const uint8_t *rgba, const char *text,
                               const tr_watch *watch, tr_error *error);

// Whether that path names a picture which tr_image_write can write: told before the work. Errors:
// TR_BAD_USAGE.
tr_status tr_image_check_path(const char *path, tr_error *error);

// The star over a planet of a scene, for sets that show it lit.
tr_export_star tr_export_find_star(const tr_scene *scene, int planet);
