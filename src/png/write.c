#include "png/png.h"

#include "base/memory.h"
#include <assert.h>
#include <spng.h>
#include <string.h>
#include <zlib.h>

struct tr_png {
    tr_atomic_file *file;
    spng_ctx *encoder;
    size_t row_bytes;
    int rows_left;
    int fault; // the first error of libspng, or SPNG_OK
};

static int write_bytes(spng_ctx *encoder, void *user, void *data, size_t bytes) {
    (void)encoder;
    return tr_atomic_write(user, data, bytes) ? SPNG_OK : SPNG_IO_ERROR;
}

// Filter Sub and zlib's run-length strategy (only matches at distance 1, and Huffman codes made for each
// block). Measured on one core with libspng 0.7.3 and zlib 1.2.13: MB/s of texels and file size at 4096 x 2048,
// for a lava world's albedo and normals (25.2 MB) and its 16-bit height (16.8 MB):
//
//     filter, strategy, level    albedo            normal             height
//     Sub, run-length            112   5.38 MB      94   16.74 MB     101   13.09 MB
//     Paeth, run-length           90   5.45         69   16.74         69   12.96
//     best of all, run-length     51   5.28         48   16.39         43   12.98
//     Sub, Huffman only          132   5.55        107   16.90        102   13.35
//     Sub, default, 1            116   6.29         47   18.18         44   13.31
//     Sub, filtered, 4            59   5.33         29   16.71         28   13.05
//     Paeth, filtered, 6          15   5.37         22   16.70         22   12.93
//     best of all, filtered, 6    14   5.09         19   16.34         18   12.93
//
// Noise does not repeat, so searching for longer matches takes two to eight times as long and gains 1 to 5
// percent (11 on a map of glowing cracks). Runs are useful, so Huffman only is worse: calm seas and dark land
// are runs.
//
// Lit pictures are smooth, and there are fewer of them. Measured for the gallery, 1920 x 924 (5.3 MB), and a
// gas giant at 1280 x 800 (3.1 MB), on the same core:
//
//     Sub, run-length            0.05 s  1.58 MB    0.04 s  0.76 MB
//     best of all, run-length    0.14    1.45       0.09    0.71
//     best of all, filtered, 6   0.29    1.41       0.28    0.67     libspng's own choice
//
// The compression "small" uses the best of all filters, the strategy "filtered" and level 8. Level 7 is 3
// percent larger in a third of the time. Level 9 is 1 percent smaller in one and a half times the time.
//
// Compared with stb_image_write, which has no 16 bits and got heights as two channels: processor time in the
// same run, maps of seed 7 at 4096 x 2048:
//
//                        stb_image_write   fast                small
//     barren albedo       1.37 s  10.28 MB  0.256 s   7.77 MB   10.8 s   6.56 MB
//     barren height       1.13 s  11.32 MB  0.183 s   9.13 MB    5.0 s   8.28 MB
//     barren normal       1.52 s  17.98 MB  0.249 s  12.42 MB    5.3 s  11.62 MB
//     earthlike albedo    1.31 s   9.29 MB  0.231 s   7.42 MB    7.7 s   6.42 MB
//     earthlike height    1.19 s  13.20 MB  0.177 s  10.84 MB    3.4 s  10.01 MB
//     earthlike normal    0.77 s   5.79 MB  0.128 s   3.83 MB    2.2 s   3.71 MB
//     gas-giant albedo    1.21 s   8.16 MB  0.216 s   5.42 MB   10.8 s   4.79 MB
//     gas-giant height    0.72 s   8.78 MB  0.157 s   7.94 MB    4.1 s   6.07 MB
//     gas-giant normal    0.59 s   2.64 MB  0.095 s   1.57 MB    3.7 s   1.57 MB
//     inferno albedo      1.15 s   7.52 MB  0.211 s   5.54 MB    8.8 s   4.91 MB
//     inferno height      1.39 s  13.59 MB  0.182 s  10.86 MB    2.9 s  10.23 MB
//     inferno normal      1.06 s   6.06 MB  0.115 s   4.33 MB    0.8 s   4.22 MB
static int set_options(spng_ctx *encoder, const tr_png_layout *layout) {
    if (layout->picture)
        return SPNG_OK;
    if (layout->compression == TR_COMPRESSION_SMALL)
        return spng_set_option(encoder, SPNG_IMG_COMPRESSION_LEVEL, 8);
    int fault = spng_set_option(encoder, SPNG_IMG_COMPRESSION_LEVEL, 1); // has no effect on runs
    if (!fault)
        fault = spng_set_option(encoder, SPNG_IMG_COMPRESSION_STRATEGY, Z_RLE);
    return fault ? fault : spng_set_option(encoder, SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_SUB);
}

// `text` is read when the first chunks are written. libspng takes writable strings, but does not modify them.
static int set_text(spng_ctx *encoder, char *text) {
    char *end = text + strlen(text); // empty language and empty translated keyword
    struct spng_text chunk = {.keyword = TR_PNG_KEYWORD,
                              .type = SPNG_ITXT,
                              .length = strlen(text),
                              .text = text,
                              .language_tag = end,
                              .translated_keyword = end};
    return spng_set_text(encoder, &chunk, 1);
}

// Writes everything before the first row.
static int begin_usual(tr_png *png, const tr_png_layout *layout, char *text) {
    static const enum spng_color_type types[] = {
        [1] = SPNG_COLOR_TYPE_GRAYSCALE,
        [2] = SPNG_COLOR_TYPE_GRAYSCALE_ALPHA,
        [3] = SPNG_COLOR_TYPE_TRUECOLOR,
        [4] = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA,
    };
    struct spng_ihdr header = {.width = (uint32_t)layout->width,
                               .height = (uint32_t)layout->height,
                               .bit_depth = (uint8_t)(8 * layout->bytes),
                               .color_type = (uint8_t)types[layout->channels]};
    int fault = spng_set_png_stream(png->encoder, write_bytes, png->file);
    if (!fault)
        fault = spng_set_ihdr(png->encoder, &header);
    if (!fault)
        fault = set_options(png->encoder, layout);
    if (!fault && layout->srgb)
        fault = spng_set_srgb(png->encoder, 0); // perceptual
    if (!fault && text && *text)
        fault = set_text(png->encoder, text);
    // SPNG_FMT_PNG takes 16-bit samples in native byte order and swaps them.
    return fault ? fault
                 : spng_encode_image(png->encoder, NULL, 0, SPNG_FMT_PNG,
                                     SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE);
}

static int begin(tr_png *png, const tr_png_layout *layout) {
    char *text = layout->text ? tr_strdup(layout->text) : NULL;
    png->encoder = spng_ctx_new(SPNG_CTX_ENCODER);
    const bool memory = png->encoder && (text || !layout->text);
    const int fault = memory ? begin_usual(png, layout, text) : SPNG_EMEM;
    tr_free(text);
    return fault;
}

// Reports the failure of libspng, unless the file failed: then finishing the file reports it.
static tr_status report(tr_png *png, tr_error *error) {
    if (png->fault == SPNG_OK || !tr_atomic_write(png->file, "", 0))
        return TR_OK;
    if (png->fault == SPNG_EMEM || png->fault == SPNG_EZLIB_INIT)
        return tr_fail(error, TR_NO_MEMORY, "no memory to compress a PNG");
    return tr_fail(error, TR_BUG, "the PNG encoder says: %s", spng_strerror(png->fault));
}

tr_status tr_png_begin(tr_atomic_file *file, const tr_png_layout *layout, tr_png **out, tr_error *error) {
    assert(layout->width > 0 && layout->height > 0 && layout->channels >= 1 && layout->channels <= 4);
    assert(layout->bytes == 1 || layout->bytes == 2);
    tr_png *png = *out = tr_calloc(1, sizeof *png);
    if (!png)
        return tr_fail(error, TR_NO_MEMORY, "no memory to compress a PNG");
    png->file = file;
    png->row_bytes = (size_t)layout->width * (size_t)(layout->channels * layout->bytes);
    png->rows_left = layout->height;
    png->fault = begin(png, layout);
    return report(png, error);
}

// The next row; returns what went wrong.
static int put_row(tr_png *png, const unsigned char *row) {
    const bool last = --png->rows_left == 0;
    const int result = spng_encode_row(png->encoder, row, png->row_bytes);
    return result == (last ? SPNG_EOI : SPNG_OK) ? SPNG_OK : result ? result : SPNG_ENOTFINAL;
}

bool tr_png_rows(tr_png *png, const void *rows, int count) {
    assert(count >= 0 && count <= png->rows_left);
    for (const unsigned char *row = rows; count > 0 && png->fault == SPNG_OK; count--, row += png->row_bytes)
        png->fault = put_row(png, row);
    return png->fault == SPNG_OK && tr_atomic_write(png->file, "", 0);
}

tr_status tr_png_end(tr_png *png, tr_error *error) {
    if (!png)
        return TR_OK;
    spng_ctx_free(png->encoder); // NULL is allowed
    const tr_status status = report(png, error);
    tr_free(png);
    return status;
}
