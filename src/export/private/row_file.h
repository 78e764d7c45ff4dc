// A picture on its way into a file, row by row, whatever the format.
#pragma once
#include "export/private/gpu.h"

typedef struct tr_row_file tr_row_file;

// Whether rows of that format go out as they come. Of the others the whole picture lies in memory until the
// end.
bool tr_format_streams(tr_file_format format);

// Begins one in a file that is open and empty (atomic_file.h), which is its own from then on, also after a
// failure. picture->texels are not looked at; it fits the format. text is for PNG, see tr_png_layout; coding,
// for KTX2 and DDS, is copied. Both may be NULL elsewhere. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_row_file_begin(tr_atomic_file *into, tr_file_format format, const tr_image *picture,
                            const char *text, const tr_gpu_coding *coding, tr_row_file **file, tr_error *error);
// The normals of a picture with roughness, for KTX2 and DDS (tr_gpu_encode): they have to stay until it is
// finished.
void tr_row_file_set_normals(tr_row_file *file, void *normals);
// The next `count` rows, without padding. False once something has failed; finish tells what. From any thread,
// one at a time.
bool tr_row_file_put(tr_row_file *file, const void *rows, int count);
// Completes the file and flushes it to disk under its temporary name, once all rows are in. Errors:
// TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_row_file_finish(tr_row_file *file, tr_error *error);
// After it: the file, to look at.
const tr_atomic_file *tr_row_file_get(const tr_row_file *file);
// Renames and frees, in any case.
tr_status tr_row_file_commit(tr_row_file *file, tr_error *error);
// Leaves no file and frees; NULL is allowed.
void tr_row_file_abort(tr_row_file *file);

// Textures that are finished and go into another file of the set, by part, and by face where they are faces of
// a cube; NULL: none, or beside it.
typedef struct tr_export_images {
    const tr_row_file *of[TR_EXPORT_OUTPUTS][6];
} tr_export_images;
