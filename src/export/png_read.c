#include "export/png_read.h"

#include "base/size.h"
#include <errno.h>
#include <limits.h>
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A file while it is read.
typedef struct reader {
    const char *path;
    FILE *stream;
    spng_ctx *decoder;
    struct spng_ihdr header;
    int channels, bytes; // of a texel, as it is decoded
    int format;          // of libspng
    size_t row_bytes;
    unsigned char *rows; // one, or all of an interlaced picture
} reader;

// ---- errors ------------------------------------------------------------------------------------

static tr_status bad_file(const reader *r, tr_error *error, const char *message, const char *detail) {
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", r->path);
    return tr_fail(error, TR_BAD_INPUT, message, detail);
}

static tr_status decoder_failed(const reader *r, int fault, tr_error *error) {
    switch (fault) {
    case SPNG_EMEM:
        return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", r->path);
    case SPNG_ESIGNATURE:
        return bad_file(r, error, "this is no PNG%s: height maps are read from PNG files", "");
    case SPNG_IO_EOF:
    case SPNG_EOF:
        return bad_file(r, error, "the PNG is broken%s: the file ends too early", "");
    case SPNG_IO_ERROR:
        return bad_file(r, error, "cannot read: %s", strerror(errno));
    default:
        return bad_file(r, error, "the PNG is broken: %s", spng_strerror(fault));
    }
}

// ---- reading -----------------------------------------------------------------------------------

static tr_status open_file(reader *r, tr_error *error) {
    r->stream = fopen(r->path, "rb");
    if (!r->stream)
        return bad_file(r, error, "cannot read: %s", strerror(errno));
    r->decoder = spng_ctx_new(0);
    if (!r->decoder)
        return decoder_failed(r, SPNG_EMEM, error);
    errno = 0;
    int fault = spng_set_png_file(r->decoder, r->stream);
    if (!fault)
        fault = spng_get_ihdr(r->decoder, &r->header);
    if (fault && ferror(r->stream)) // a folder, say
        return bad_file(r, error, "cannot read: %s", strerror(errno));
    if (fault == SPNG_IO_EOF || fault == SPNG_EOF) // before there was a header
        fault = SPNG_ESIGNATURE;
    return fault ? decoder_failed(r, fault, error) : TR_OK;
}

// How texels are decoded: grey of fewer bits to 8, palettes to RGB, the rest as it is.
static tr_status choose_format(reader *r, tr_error *error) {
    const struct spng_ihdr *h = &r->header;
    static const int channels[] = {
        [SPNG_COLOR_TYPE_GRAYSCALE] = 1,       [SPNG_COLOR_TYPE_TRUECOLOR] = 3,
        [SPNG_COLOR_TYPE_INDEXED] = 3,         [SPNG_COLOR_TYPE_GRAYSCALE_ALPHA] = 2,
        [SPNG_COLOR_TYPE_TRUECOLOR_ALPHA] = 4,
    };
    r->channels = channels[h->color_type];
    r->bytes = h->bit_depth == 16 ? 2 : 1;
    r->format = SPNG_FMT_PNG;
    if (h->color_type == SPNG_COLOR_TYPE_GRAYSCALE && r->bytes == 1)
        r->format = SPNG_FMT_G8;
    if (h->color_type == SPNG_COLOR_TYPE_INDEXED)
        r->format = SPNG_FMT_RGB8;
    if (h->width > INT_MAX || h->height > INT_MAX ||
        (uint64_t)h->width * h->height > (uint64_t)TR_PNG_MAX_TEXELS) {
        char size[48];
        snprintf(size, sizeof size, "%u x %u", h->width, h->height);
        return bad_file(r, error, "the map has %s texels: at most 2^28 (16384 x 16384) can be read", size);
    }
    return TR_OK;
}

// One row of texels to heights. Returns the first column where red, green and blue differ, or -1.
static int take_row(const reader *r, const unsigned char *texels, uint16_t *heights) {
    const int width = (int)r->header.width, channels = r->channels;
    const bool colour = channels >= 3;
    for (int x = 0; x < width; x++) {
        uint16_t sample[3];
        for (int c = 0; c < (colour ? 3 : 1); c++) {
            const size_t i = (size_t)x * (size_t)channels + (size_t)c;
            if (r->bytes == 2)
                memcpy(&sample[c], texels + 2 * i, 2);
            else
                sample[c] = (uint16_t)(texels[i] * 257);
        }
        if (colour && (sample[0] != sample[1] || sample[0] != sample[2]))
            return x;
        heights[x] = sample[0];
    }
    return -1;
}

static tr_status convert_row(const reader *r, int y, const unsigned char *texels, tr_height_map *map,
                             tr_error *error) {
    const int column = take_row(r, texels, map->heights + (size_t)y * (size_t)map->width);
    if (column < 0)
        return TR_OK;
    char place[48];
    snprintf(place, sizeof place, "column %d, row %d", column, y);
    return bad_file(r, error,
                    "the picture is in colour (%s), and a height map is grey: turn it into a grey one first",
                    place);
}

// Rows of an interlaced picture come in passes, so it is converted when all are there.
static tr_status read_rows(reader *r, tr_height_map *map, tr_error *error) {
    const bool interlaced = r->header.interlace_method != 0;
    int fault = spng_decode_image(r->decoder, NULL, 0, r->format, SPNG_DECODE_PROGRESSIVE);
    tr_status status = TR_OK;
    while (!fault && status == TR_OK) {
        struct spng_row_info info;
        fault = spng_get_row_info(r->decoder, &info);
        if (fault)
            break;
        unsigned char *row = r->rows + (interlaced ? info.row_num * r->row_bytes : 0);
        fault = spng_decode_row(r->decoder, row, r->row_bytes);
        if (!interlaced && (!fault || fault == SPNG_EOI))
            status = convert_row(r, (int)info.row_num, row, map, error);
    }
    if (status == TR_OK && fault != SPNG_EOI)
        status = decoder_failed(r, fault, error);
    for (int y = 0; interlaced && y < map->height && status == TR_OK; y++)
        status = convert_row(r, y, r->rows + (size_t)y * r->row_bytes, map, error);
    return status;
}

static tr_status read_map(reader *r, tr_height_map *map, tr_error *error) {
    tr_status status = open_file(r, error);
    if (status == TR_OK)
        status = choose_format(r, error);
    if (status != TR_OK)
        return status;
    *map = (tr_height_map){.width = (int)r->header.width,
                           .height = (int)r->header.height,
                           .bits = r->header.bit_depth,
                           .had_alpha = r->channels == 2 || r->channels == 4};
    r->row_bytes = (size_t)map->width * (size_t)(r->channels * r->bytes);
    r->rows = tr_allocate(r->header.interlace_method ? (size_t)map->height : 1, r->row_bytes);
    map->heights = tr_allocate((size_t)map->width * (size_t)map->height, sizeof *map->heights);
    if (!r->rows || !map->heights)
        return decoder_failed(r, SPNG_EMEM, error);
    return read_rows(r, map, error);
}

tr_status tr_png_read_heights(const char *path, tr_height_map *map, tr_error *error) {
    reader r = {.path = path};
    *map = (tr_height_map){0};
    tr_status status = read_map(&r, map, error);
    spng_ctx_free(r.decoder);
    if (r.stream)
        fclose(r.stream);
    free(r.rows);
    if (status != TR_OK) {
        free(map->heights);
        map->heights = NULL;
    }
    return status;
}
