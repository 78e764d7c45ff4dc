// The PNG writer: rows come in from the top, a file goes out; memory is a few rows.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_png tr_png;

// A picture without its texels.
typedef struct tr_png_layout {
    int width, height; // 1 …
    int channels;      // 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
    int bytes;         // of one channel: 1, or 2 in the machine's byte order
    bool srgb;         // colour: an sRGB chunk. Data carries no chunk about colour at all: programs apply gAMA
    const char *keyword; // of the text chunk: 1 … 79 letters; NULL: none
    const char *text;    // UTF-8, goes into an iTXt chunk, uncompressed; read during tr_png_open only
} tr_png_layout;

// Begins a file that replaces `path` at commit (see atomic_file.h). The same layout and rows give the same
// bytes, however the rows are handed over. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_png_open(const char *path, const tr_png_layout *layout, tr_png **png, tr_error *error);
// Encodes the next `count` rows, without padding. False once something has failed; finish tells what. From any
// thread, one at a time.
bool tr_png_rows(tr_png *png, const void *rows, int count);
// Completes the file and flushes it to disk under its temporary name, once all rows are in: only a rename is
// left. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_png_finish(tr_png *png, tr_error *error);
// Renames (finishing first when that has not been done) and frees, in any case.
tr_status tr_png_commit(tr_png *png, tr_error *error);
// Leaves no file and frees; NULL is allowed.
void tr_png_abort(tr_png *png);
