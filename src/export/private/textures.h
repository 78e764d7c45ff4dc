// The textures of a set: writing pictures of any format row by row, and baking their maps in waves of bands.
// More: docs/internals/export.md.
#pragma once
#include "base/pool.h"
#include "export/private/plan.h"

typedef struct tr_row_file tr_row_file;

// Whether rows of that format are written as they arrive. For other formats the whole picture is kept in
// memory.
bool tr_format_streams(tr_file_format format);

// Begins a picture of that part in an open, empty file (atomic_file.h). The caller owns the file and keeps it
// open until the picture is finished. coding is copied; coding->text also applies to PNG, see tr_png_layout.
// Call tr_row_file_finish or tr_row_file_free for *file, also after a failure. Errors: TR_NO_MEMORY. The file
// records write errors.
tr_status tr_row_file_begin(tr_atomic_file *into, const tr_part *part, const tr_gpu_coding *coding,
                            tr_row_file **file, tr_error *error);
// Sets the normals of a picture with roughness, for KTX2 and DDS (tr_gpu_encode). They must stay valid until
// the file is finished.
void tr_row_file_set_normals(tr_row_file *file, void *normals);
// Writes the next `count` rows, without padding. False after a failure; tr_row_file_finish or the file reports
// which. From any thread, one at a time.
bool tr_row_file_put(tr_row_file *file, const void *rows, int count);
// Completes the picture after all rows, or after a failed one, and frees it. Errors: TR_NO_MEMORY.
tr_status tr_row_file_finish(tr_row_file *file, tr_error *error);
void tr_row_file_free(tr_row_file *file); // NULL is allowed

// Bakes the maps of all textures of a plan that are made of maps, and writes them to their open files. Textures
// that do not stream are also finished. Reports progress to the plan's watch, which can stop it. Errors:
// TR_BAD_INPUT (a cube of a planet that is a flat map), TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_textures_write(tr_plan *plan, const tr_surface *surface, tr_pool *pool, tr_error *error);

// If the job requests it, sets the range of heights and depths in the plan to that of the planet, in whole
// metres. Errors: as above.
tr_status tr_textures_fit_heights(tr_plan *plan, const tr_surface *surface, tr_pool *pool, tr_error *error);

// Completes the picture of a file, and the file except for its final name. Errors: TR_CANNOT_WRITE,
// TR_NO_MEMORY.
tr_status tr_set_file_finish(tr_set_file *file, tr_error *error);

tr_status tr_export_stopped(tr_error *error);
