// PNG files: writing rows and a text, reading heights or the text.
// More: docs/internals/export.md.
#pragma once
#include "base/atomic_file.h"
#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// The keyword of the text in a picture: the recipe or the scene from which it was made.
#define TR_PNG_KEYWORD "terrella"

// ---- writing -----------------------------------------------------------------------------------

typedef struct tr_png tr_png;

// Properties of a picture.
typedef struct tr_png_layout {
    int width, height; // 1 …
    int channels;      // 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
    int bytes;         // per channel: 1, or 2 in native byte order
    bool srgb;         // colour: writes an sRGB chunk. Data get no colour chunk: programs apply gAMA
    bool picture;      // a lit, smooth picture for viewing: more time is spent on a smaller file than for a map
    tr_compression compression; // for maps
    const char *text; // UTF-8, written to an uncompressed iTXt chunk with the keyword TR_PNG_KEYWORD; only read
                      // during tr_png_begin;
    // NULL: none
} tr_png_layout;

// Begins a PNG in an open, empty file. The caller owns the file and keeps it open until tr_png_end. Memory is a
// few rows. The same layout and rows give the same bytes, however many rows each call passes. Call tr_png_end
// for *png, also after a failure. Errors: TR_NO_MEMORY. The file records write errors.
tr_status tr_png_begin(tr_atomic_file *file, const tr_png_layout *layout, tr_png **png, tr_error *error);
// Encodes the next `count` rows, without padding. False after a failure; tr_png_end or the file reports which.
// From any thread, one at a time.
bool tr_png_rows(tr_png *png, const void *rows, int count);
// Completes the PNG after all rows, and frees it; before that, only frees it, to abandon the file. NULL is
// allowed. Errors: TR_NO_MEMORY, also of earlier rows.
tr_status tr_png_end(tr_png *png, tr_error *error);

// ---- reading -----------------------------------------------------------------------------------

// Files are untrusted: memory is limited to the result, two scanlines and 16 MiB, whatever a file contains.
// Damaged files are rejected: the check sums of all relevant chunks are verified.

// Properties of the texels of a PNG, as they are decoded: samples of fewer than 8 bits are scaled to 8 (the
// maximum becomes 255), palettes become colours.
typedef struct tr_png_info {
    int width, height;
    int bits;     // of the file's samples: 1, 2, 4, 8 or 16
    int channels; // 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
    int bytes;    // per channel: 1, or 2 in native byte order
    bool palette;
    bool interlaced; // texels come in seven passes, each over the whole picture
} tr_png_info;

// Receives texels while they are decoded. A status other than TR_OK ends the decoding with that status.
typedef struct tr_png_sink {
    void *context;
    // Before the first texel. Checks the size, which is not limited otherwise.
    tr_status (*begin)(void *context, const tr_png_info *info, tr_error *error);
    // Every step-th texel of row y, from column first on: all of them, unless the picture is interlaced.
    tr_status (*take)(void *context, int y, int first, int step, const void *texels, tr_error *error);
} tr_png_sink;

// Decodes a PNG from a stream at its beginning, or if that is NULL from bytes in memory. Gamma and colour
// spaces are ignored. path is for messages. Errors, with the path: TR_BAD_INPUT (not a PNG, damaged),
// TR_NO_MEMORY, and those of the sink.
tr_status tr_png_decode(FILE *stream, const void *bytes, size_t size, const char *path, const tr_png_sink *sink,
                        tr_error *error);

// Limits of what is kept whole.
enum { TR_PNG_MAX_TEXELS = 1 << 28, TR_PNG_MAX_SIDE = 1 << 20 }; // 16384 x 16384, half a gigabyte of heights

typedef struct tr_height_map {
    int width, height;
    uint16_t *heights; // row by row, from the top; tr_free()
    int bits;          // of the file's samples: 1, 2, 4, 8 or 16
    bool had_alpha;    // alpha, which is ignored
} tr_height_map;

// Reads any PNG with grey texels, including RGB and palette files in which red, green and blue are equal.
// Samples of fewer than 16 bits are scaled so that the maximum becomes 65535 (8 bits: v * 257). Alpha, gamma
// and colour spaces are ignored, because heights are data. Errors, with the path: TR_BAD_INPUT (no such file,
// not a PNG, damaged, coloured, too large), TR_NO_MEMORY.
tr_status tr_png_read_heights(const char *path, tr_height_map *map, tr_error *error);

// Reads the first text of a PNG with TR_PNG_KEYWORD, up to 16 MiB; free it with tr_free(). NULL if there is
// none. Reads stream from its current position only as far as necessary; path is for messages. Errors, with the
// path: TR_BAD_INPUT (not a PNG, damaged, too large), TR_NO_MEMORY.
tr_status tr_png_read_text(FILE *stream, const char *path, char **text, tr_error *error);

// Whether a file contains, from its current position to its end, a PNG with correct checksums of all chunks and
// of the texels. path is for messages. Errors: TR_NO_MEMORY.
tr_status tr_png_verify(FILE *stream, const char *path, bool *sound, tr_error *error);
