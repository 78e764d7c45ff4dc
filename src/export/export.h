// Texture sets: from a surface to files that a game engine takes.
#pragma once
#include "base/pool.h"
#include "base/watch.h"
#include "planet/surface.h"

typedef enum tr_file_format {
    TR_FORMAT_PNG,
    TR_FORMAT_JPG,
    TR_FORMAT_TGA,
    TR_FORMAT_HDR,
    TR_FORMAT_COUNT
} tr_file_format;

const char *tr_file_format_extension(tr_file_format format); // "png"

// What a set can hold beside the maps; its bits follow theirs.
typedef enum tr_export_part {
    TR_EXPORT_RINGS = TR_MAP_COUNT, // the profile of the rings, which the recipe must have: STEM_rings.png,
                                    // width x 1, RGBA, from the inner to the outer edge; PNG only
    TR_EXPORT_MESH,                 // the planet's shape: STEM_mesh.glb (glb.h)
    TR_EXPORT_PARTS
} tr_export_part;

// Of a map or one of the others, 0 … TR_EXPORT_PARTS - 1: what it is called, and what it is. Static strings.
const char *tr_export_part_name(int part);
const char *tr_export_part_what(int part);

// What a set of this planet holds unless something else is asked for, as bits 1 << part: its maps, its rings,
// and its mesh if it is no ball.
unsigned tr_export_parts(const tr_recipe *recipe);

typedef struct tr_export_job {
    const tr_recipe *recipe;
    const char *recipe_json; // compact: goes into the PNG text chunk and the manifest
    const char *directory;   // made when it is not there
    const char *stem;        // files are DIRECTORY/STEM_albedo.png …
    int width;               // the height is half of it
    unsigned maps;           // bits 1 << TR_MAP_… and 1 << TR_EXPORT_…
    tr_file_format format;   // PNG streams in bands; the others hold one map in memory, and no rings
} tr_export_job;

// Files written, in order: the maps asked for, the rings, the mesh, then the manifest. None after a failure.
typedef struct tr_export_result {
    int count;
    char paths[TR_EXPORT_PARTS + 1][1024];
} tr_export_result;

// Bakes and writes a texture set. A file is either the old one or the whole new one: everything is written
// under temporary names beside the target, and renamed when all of it is complete, the manifest last. On any
// failure nothing is left behind and the old files stand. Memory does not grow with the width (PNG).
// Reports progress and may be stopped through the watch (NULL is allowed). The bytes depend on the job and the
// surface only. Errors: TR_BAD_USAGE (a format that cannot hold what is asked for, a stem that is no name),
// TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_export(const tr_export_job *job, const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                    tr_export_result *result, tr_error *error);

// Bakes one map into one PNG file, in bands like tr_export: the same promises and errors.
tr_status tr_export_map(const char *path, tr_map map, int width, const char *recipe_json,
                        const tr_surface *surface, tr_pool *pool, const tr_watch *watch, tr_error *error);

// Writes one picture that is in memory (8-bit, channels 3, rows from the top) in the format that the
// path's extension names (png, jpg, tga, hdr; others are TR_BAD_USAGE, but /dev/stdout gets a PNG), atomically.
// text goes into the PNG's text chunk "terrella", or is NULL; it is read, like rgb, during the call. Errors:
// TR_BAD_USAGE, TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_picture_write(const char *path, int width, int height, const uint8_t *rgb, const char *text,
                           tr_error *error);

// Whether that path names a picture which tr_picture_write can write: told before the work. Errors:
// TR_BAD_USAGE.
tr_status tr_picture_check_path(const char *path, tr_error *error);
