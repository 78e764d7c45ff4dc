// Texture sets: from a surface to the files for a game engine.
// More: docs/internals/export.md.
#pragma once
#include "base/pool.h"
#include "base/watch.h"
#include "export/set.h"
#include "planet/surface.h"
#include "scene/load.h"

// Bakes and writes a texture set. Each file is either the complete old one or the complete new one: all files
// are written under temporary names beside the target, and renamed when all are complete, the manifest last.
// After a failure no new file is left and the old files stay. Files of job->replaces are removed after the
// manifest is written. Memory does not grow with the width (PNG). Reports progress, and may be stopped through
// the watch (NULL is allowed). The bytes depend only on the job and the surface. Errors: TR_BAD_USAGE (an
// invalid stem, a part that the target lacks), TR_BAD_INPUT (an invalid width, parts that the planet lacks),
// TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_export(const tr_export_job *job, const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                    tr_export_result *result, tr_error *error);

// Checks a job without making its planet: its parameters, and whether existing files may be replaced. Waits at
// most a second for others who write there. watch may be NULL. Errors: as tr_export.
tr_status tr_export_check(const tr_export_job *job, const tr_watch *watch, tr_error *error);

// Finds the files that a job with TR_EDITED_KEEP would keep, and lists them in result->kept and
// result->settings_kept. For tiles there are none. It reads all files of the earlier set. Errors: as tr_export.
tr_status tr_export_find_edited(const tr_export_job *job, tr_export_result *result, tr_error *error);

// The recipe of the set that a folder has under a stem, as JSON; NULL: there is none of this program. The
// caller frees *json with tr_free(). Errors: TR_CANNOT_WRITE (its manifest cannot be read), TR_NO_MEMORY.
tr_status tr_export_recipe_there(const char *directory, const char *stem, char **json, tr_error *error);

// Checks that a stem makes valid file names on every system, and does not leave its folder. Errors:
// TR_BAD_USAGE.
tr_status tr_stem_check(const char *stem, tr_error *error);

// Bakes one map into one PNG file, in bands as tr_export, with the same guarantees and errors.
tr_status tr_export_map(const char *path, tr_map map, int width, const tr_recipe *recipe,
                        const tr_surface *surface, tr_pool *pool, const tr_watch *watch, tr_error *error);

// Writes a picture from memory, atomically: 8 bits, 3 channels or 4 with alpha, rows from the top. The suffix
// of path selects the format: png, jpg, tga or hdr. Other suffixes are TR_BAD_USAGE; /dev/stdout gets a PNG.
// Alpha needs PNG. text is stored in the PNG's text chunk "terrella"; NULL: none. text and texels are only read
// during the call. watch may be NULL. It can stop the call until the file gets its name; while a PNG is
// encoded, it is polled once per row. Errors: TR_BAD_USAGE, TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_image_write(const char *path, int width, int height, int channels, const uint8_t *texels,
                         const char *text, const tr_watch *watch, tr_error *error);

// Checks before the work that tr_image_write supports the format of that path. Errors: TR_BAD_USAGE.
tr_status tr_image_check_path(const char *path, tr_error *error);

// The star of a planet in a scene, for sets that show it lit.
tr_export_star tr_export_find_star(const tr_scene *scene, int planet);
