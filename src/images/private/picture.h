// Pictures as their files hold them: decoders pass on rows of numbers.
#pragma once
#include "images/read.h"
#include <stdio.h>

enum {
    PICTURE_MOST_CHANNELS = 4,
    PICTURE_MOST_SIDE = 1 << 20,
    PICTURE_MOST_BYTES = 1 << 29, // that a decoder may take for what it cannot pass on row by row
};
#define PICTURE_MOST_TEXELS ((uint64_t)1 << 31)

// An open file, or bytes in memory.
typedef struct picture_file {
    const char *path; // for messages
    FILE *stream;     // or NULL:
    const uint8_t *bytes;
    uint64_t size;
} picture_file;

// Opens a regular file. Errors: TR_BAD_INPUT, TR_NO_MEMORY.
tr_status picture_open(const tr_image_source *source, picture_file *file, tr_error *error);
void picture_close(picture_file *file);
// Reads all of these bytes; false: the file ends before, or cannot be read.
bool picture_read(const picture_file *file, uint64_t place, void *bytes, size_t count);

// Failures with the path. detail replaces %s in message.
tr_status picture_bad(const picture_file *file, tr_error *error, const char *message, const char *detail);
tr_status picture_no_memory(const picture_file *file, tr_error *error);
// Checks that a size is not above the limits.
tr_status picture_check_size(const picture_file *file, uint64_t width, uint64_t height, tr_error *error);
// Checks the bytes that a decoder is going to allocate; `what` needs them ("a row of tiles").
tr_status picture_check_bytes(const picture_file *file, uint64_t bytes, const char *what, tr_error *error);

// What a decoder knows before the first row.
typedef struct picture_info {
    const char *format;
    int width, height, bits;
    int channels; // 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
    // Numbers of the rows that black and white stand for. known: no number lies outside, and integers between
    // them are all levels that there can be. Otherwise the range has to be found in a pass of its own.
    bool known;
    float black, white;
    bool fractions; // values are fractions between black and white
    bool may_lack;  // some numbers may be NaN: not given
    bool has_region;
    double region_deg[4];
} picture_info;

// Receives rows from top to bottom: channels of each texel one after another, NaN where nothing is given. Alpha
// is 0 to `white`. A status other than TR_OK ends the decoding.
typedef struct picture_sink {
    void *context;
    tr_status (*begin)(void *context, const picture_info *info, tr_error *error);
    tr_status (*row)(void *context, int y, const float *texels, tr_error *error);
} picture_sink;

// Decodes a file of any format into the sink. May be called again for the same file.
tr_status picture_decode(const picture_file *file, const tr_image_request *request, const picture_sink *sink,
                         tr_error *error);

// ---- formats -------------------------------------------------------------------------------------

// Each decodes a file of its format. recognises: whether the first 16 bytes look like it.
tr_status picture_decode_png(const picture_file *file, const picture_sink *sink, tr_error *error);
tr_status picture_decode_tiff(const picture_file *file, const picture_sink *sink, tr_error *error);
tr_status picture_decode_exr(const picture_file *file, const picture_sink *sink, tr_error *error);
tr_status picture_decode_stb(const picture_file *file, bool tga, const picture_sink *sink, tr_error *error);
tr_status picture_decode_raw(const picture_file *file, const tr_image_request *request,
                             const picture_sink *sink, tr_error *error);
