// PNG files: rows and a text go out into one, heights or the text come in from one.
// More: docs/internals/export.md.
#pragma once
#include "base/atomic_file.h"
#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// The keyword of the text that a picture carries: the recipe or the scene that it was made from.
#define TR_PNG_KEYWORD "terrella"

// ---- writing -----------------------------------------------------------------------------------

typedef struct tr_png tr_png;

// A picture without its texels.
typedef struct tr_png_layout {
    int width, height; // 1 …
    int channels;      // 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
    int bytes;         // of one channel: 1, or 2 in the machine's byte order
    bool srgb;         // colour: an sRGB chunk. Data carries no chunk about colour at all: programs apply gAMA
    bool picture;      // lit and smooth, to be looked at: a smaller file is worth more time than for a map
    tr_compression compression; // of what is no picture
    const char *text; // UTF-8, goes into an iTXt chunk under TR_PNG_KEYWORD, uncompressed; read during
                      // tr_png_begin only; NULL: none
} tr_png_layout;

// Begins a PNG in a file that is open and empty, and stays the caller's, who keeps it until tr_png_end; memory
// is a few rows. The same layout and rows give the same bytes, however the rows are handed over. *png is ended
// by tr_png_end, also after a failure. Errors: TR_NO_MEMORY. What the disk says is kept by the file.
tr_status tr_png_begin(tr_atomic_file *file, const tr_png_layout *layout, tr_png **png, tr_error *error);
// Encodes the next `count` rows, without padding. False once something has failed; the end or the file tells
// what. From any thread, one at a time.
bool tr_png_rows(tr_png *png, const void *rows, int count);
// Frees, after all rows, or before where the file is not wanted any more; NULL is allowed. Errors:
// TR_NO_MEMORY, also of earlier rows.
tr_status tr_png_end(tr_png *png, tr_error *error);

// ---- reading -----------------------------------------------------------------------------------

// Files are not trusted: memory is that of the result, of two scanlines and of 16 MiB, whatever a file says.
// One that is damaged is refused: the check sums of all that matters are looked at.

enum { TR_PNG_MAX_TEXELS = 1 << 28, TR_PNG_MAX_SIDE = 1 << 20 }; // 16384 x 16384, half a gigabyte of heights

typedef struct tr_height_map {
    int width, height;
    uint16_t *heights; // row by row, from the top; tr_free()
    int bits;          // of the file's samples: 1, 2, 4, 8 or 16
    bool had_alpha;    // which was left out
} tr_height_map;

// Any PNG whose texels are grey: also in RGB and palette files, where red, green and blue have to be equal.
// Samples of fewer than 16 bits are scaled so that the largest becomes 65535 (8 bits: v * 257). Alpha is left
// out; gamma and colour spaces are not looked at, since heights are data. Errors, with the path: TR_BAD_INPUT
// (no such file, no PNG, a damaged one, colours, too large), TR_NO_MEMORY.
tr_status tr_png_read_heights(const char *path, tr_height_map *map, tr_error *error);

// The text that a PNG carries under TR_PNG_KEYWORD, the first one, up to 16 MiB; tr_free(). NULL where there is
// none. Reads stream from where it stands, as far as it must; path is for messages. Errors, with the path:
// TR_BAD_INPUT (no PNG, a damaged one, too large), TR_NO_MEMORY.
tr_status tr_png_read_text(FILE *stream, const char *path, char **text, tr_error *error);

// Whether a file, from where it stands, is a PNG all of whose chunks have the bytes that were written, by their
// sums; its texels are not decoded. Errors: TR_NO_MEMORY.
tr_status tr_png_verify(FILE *file, bool *sound, tr_error *error);
