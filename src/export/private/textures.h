// The textures of a set: pictures on their way into files, row by row, whatever the format; and the baking of
// them, in waves of bands.
// More: docs/internals/export.md.
#pragma once
#include "base/pool.h"
#include "export/private/plan.h"

typedef struct tr_row_file tr_row_file;

// Whether rows of that format are written as they arrive. For other formats the whole picture is kept in
// memory.
bool tr_format_streams(tr_file_format format);

// Begins a picture of that part in a file that is open and empty (atomic_file.h), and stays the caller's, who
// keeps it until the end. coding->text is for PNG, too, see tr_png_layout; coding is copied. *file is ended by
// tr_row_file_finish or tr_row_file_free, also after a failure. Errors: TR_NO_MEMORY. Write errors are
// kept by the file.
tr_status tr_row_file_begin(tr_atomic_file *into, const tr_part *part, const tr_gpu_coding *coding,
                            tr_row_file **file, tr_error *error);
// Sets the normals of a picture with roughness, for KTX2 and DDS (tr_gpu_encode). They must stay valid until
// the file is finished.
void tr_row_file_set_normals(tr_row_file *file, void *normals);
// The next `count` rows, without padding. False once something has failed; finish or the file tells what. From
// any thread, one at a time.
bool tr_row_file_put(tr_row_file *file, const void *rows, int count);
// Completes the picture, once all rows are in or after one that failed, and frees. Errors: TR_NO_MEMORY.
tr_status tr_row_file_finish(tr_row_file *file, tr_error *error);
void tr_row_file_free(tr_row_file *file); // NULL is allowed

// Bakes the maps of all textures of a plan that are made of maps, and puts them into their files, which are
// open. Those that do not stream are finished, too. Reports progress and may be stopped through the plan's
// watch. Errors: TR_BAD_INPUT (a cube of a planet that is a flat map), TR_CANNOT_WRITE, TR_NO_MEMORY,
// TR_STOPPED.
tr_status tr_textures_write(tr_plan *plan, const tr_surface *surface, tr_pool *pool, tr_error *error);

// Gives heights and depths of the plan the range that the planet has, in whole metres, if that is asked for.
// Errors: as above.
tr_status tr_textures_fit_heights(tr_plan *plan, const tr_surface *surface, tr_pool *pool, tr_error *error);

// Completes the picture of a file, and the file: it has all but its name. Errors: TR_CANNOT_WRITE,
// TR_NO_MEMORY.
tr_status tr_set_file_finish(tr_set_file *file, tr_error *error);

tr_status tr_export_stopped(tr_error *error);
