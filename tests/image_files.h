// Writes small pictures of all kinds, for tests of readers.
#pragma once
#include "base/atomic_file.h"
#include "export/private/image.h"
#include "folders.h"
#include "images/read.h"
#include "png/png.h"

#include <openexr.h>
#include <tiffio.h>

// A picture in memory: samples as the file stores them.
struct sample_picture {
    int width, height, channels, bits; // 8, 16, 32, 64
    bool is_signed, is_float;
    const void *samples;
};

static inline void write_bytes(const char *path, const void *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static inline void write_png_file(const char *path, const struct sample_picture *p) {
    tr_atomic_file *file;
    tr_png *png;
    const tr_png_layout layout = {
        .width = p->width, .height = p->height, .channels = p->channels, .bytes = p->bits / 8};
    assert_int_equal(tr_atomic_open(path, &file, NULL), TR_OK);
    assert_int_equal(tr_png_begin(file, &layout, &png, NULL), TR_OK);
    assert_true(tr_png_rows(png, p->samples, p->height));
    assert_int_equal(tr_png_end(png, NULL), TR_OK);
    assert_int_equal(tr_atomic_commit(file, NULL), TR_OK);
}

// How a TIFF is stored.
struct tiff_way {
    int compression; // COMPRESSION_…
    int tile;        // side of tiles; 0: strips
    int rows;        // of a strip; 0: one strip
    bool big_endian, big_tiff;
    int predictor;
    const char *nodata;
    int photometric; // 0: by the number of channels
};

static const TIFFFieldInfo geo_fields[] = {
    {33550, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"scale"},
    {33922, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"tie"},
    {34735, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, (char *)"keys"},
    {42113, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"nodata"},
};

static inline TIFF *begin_tiff(const char *path, const struct sample_picture *p, const struct tiff_way *way) {
    char mode[8];
    snprintf(mode, sizeof mode, "w%s%s", way->big_endian ? "b" : "l", way->big_tiff ? "8" : "");
    TIFF *tiff = TIFFOpen(path, mode);
    assert_non_null(tiff);
    TIFFMergeFieldInfo(tiff, geo_fields, 4);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, p->width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, p->height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, p->bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, p->channels);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT,
                 p->is_float    ? SAMPLEFORMAT_IEEEFP
                 : p->is_signed ? SAMPLEFORMAT_INT
                                : SAMPLEFORMAT_UINT);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC,
                 way->photometric   ? way->photometric
                 : p->channels >= 3 ? PHOTOMETRIC_RGB
                                    : PHOTOMETRIC_MINISBLACK);
    if (p->channels % 2 == 0) {
        const uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
    }
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, way->compression ? way->compression : COMPRESSION_NONE);
    if (way->predictor)
        TIFFSetField(tiff, TIFFTAG_PREDICTOR, way->predictor);
    if (way->nodata)
        TIFFSetField(tiff, 42113, way->nodata);
    return tiff;
}

static inline void end_tiff(TIFF *tiff, const struct sample_picture *p, const struct tiff_way *way) {
    const size_t texel = (size_t)(p->channels * p->bits / 8), row = texel * (size_t)p->width;
    unsigned char *copy = malloc(row * (size_t)p->height + row);
    memcpy(copy, p->samples, row * (size_t)p->height); // libtiff swaps bytes in place
    if (!way->tile) {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, way->rows ? way->rows : p->height);
        for (int y = 0; y < p->height; y++)
            assert_int_equal(TIFFWriteScanline(tiff, copy + (size_t)y * row, (uint32_t)y, 0), 1);
    } else {
        const int side = way->tile;
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, side);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, side);
        unsigned char *tile = malloc((size_t)(side * side) * texel);
        for (int top = 0; top < p->height; top += side)
            for (int left = 0; left < p->width; left += side) {
                memset(tile, 0xee, (size_t)(side * side) * texel);
                for (int y = top; y < top + side && y < p->height; y++) {
                    const int columns = p->width - left < side ? p->width - left : side;
                    memcpy(tile + (size_t)((y - top) * side) * texel,
                           copy + (size_t)y * row + (size_t)left * texel, (size_t)columns * texel);
                }
                assert_true(TIFFWriteTile(tiff, tile, (uint32_t)left, (uint32_t)top, 0, 0) > 0);
            }
        free(tile);
    }
    free(copy);
    TIFFClose(tiff);
}

static inline void write_tiff_file(const char *path, const struct sample_picture *p,
                                   const struct tiff_way *way) {
    end_tiff(begin_tiff(path, p, way), p, way);
}

// JPG, TGA and EXR as exports write them.
static inline void write_export(const char *path, tr_file_format format, const struct sample_picture *p) {
    tr_atomic_file *file;
    const tr_picture picture = {p->width,    p->height,     p->channels,
                                p->bits / 8, .quality = 95, .texels = p->samples};
    assert_int_equal(tr_atomic_open(path, &file, NULL), TR_OK);
    assert_int_equal(format == TR_FORMAT_EXR ? tr_exr_encode(file, &picture, NULL)
                                             : tr_picture_encode(file, format, &picture, NULL),
                     TR_OK);
    assert_int_equal(tr_atomic_commit(file, NULL), TR_OK);
}

// How an EXR is stored: samples are floats, channels in the order of their names.
struct exr_way {
    exr_compression_t compression;
    exr_pixel_type_t type;
    int tile;             // side of tiles; 0: scanlines
    const char *names[4]; // in alphabetical order
    int left, top;        // of the data window
};

static inline void put_exr_chunk(exr_context_t context, const exr_chunk_info_t *chunk,
                                 const struct sample_picture *p, int left, int top, bool begun,
                                 exr_encode_pipeline_t *pipeline) {
    assert_int_equal(begun ? exr_encoding_update(context, 0, chunk, pipeline)
                           : exr_encoding_initialize(context, 0, chunk, pipeline),
                     0);
    for (int c = 0; c < p->channels; c++) {
        exr_coding_channel_info_t *channel = &pipeline->channels[c];
        channel->user_data_type = p->is_float ? EXR_PIXEL_FLOAT : EXR_PIXEL_UINT;
        channel->user_bytes_per_element = 4;
        channel->user_pixel_stride = p->channels * 4;
        channel->user_line_stride = p->width * p->channels * 4;
        channel->encode_from_ptr = (const uint8_t *)p->samples +
                                   ((size_t)(top * p->width + left) * (size_t)p->channels + (size_t)c) * 4;
    }
    if (!begun)
        assert_int_equal(exr_encoding_choose_default_routines(context, 0, pipeline), 0);
    assert_int_equal(exr_encoding_run(context, 0, pipeline), 0);
}

static inline void write_exr_file(const char *path, const struct sample_picture *p, const struct exr_way *way) {
    exr_context_t context;
    exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
    exr_encode_pipeline_t pipeline = {0};
    exr_chunk_info_t chunk;
    int part, rows = way->tile;
    assert_int_equal(exr_start_write(&context, path, EXR_WRITE_FILE_DIRECTLY, &setup), 0);
    exr_add_part(context, NULL, way->tile ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE, &part);
    const exr_attr_box2i_t window = {.min = {.x = way->left, .y = way->top},
                                     .max = {.x = way->left + p->width - 1, .y = way->top + p->height - 1}};
    const exr_attr_v2f_t middle = {.x = 0, .y = 0};
    exr_initialize_required_attr(context, 0, &window, &window, 1, &middle, 1, EXR_LINEORDER_INCREASING_Y,
                                 way->compression);
    if (way->tile)
        exr_set_tile_descriptor(context, 0, (uint32_t)way->tile, (uint32_t)way->tile, EXR_TILE_ONE_LEVEL,
                                EXR_TILE_ROUND_DOWN);
    for (int c = 0; c < p->channels; c++)
        exr_add_channel(context, 0, way->names[c], way->type, EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1);
    assert_int_equal(exr_write_header(context), 0);
    if (!way->tile)
        exr_get_scanlines_per_chunk(context, 0, &rows);
    bool begun = false;
    for (int y = 0; y < p->height; y += rows)
        for (int x = 0; x < p->width; x += way->tile ? way->tile : p->width, begun = true) {
            assert_int_equal(way->tile ? exr_write_tile_chunk_info(context, 0, x / rows, y / rows, 0, 0, &chunk)
                                       : exr_write_scanline_chunk_info(context, 0, way->top + y, &chunk),
                             0);
            put_exr_chunk(context, &chunk, p, x, y, begun, &pipeline);
        }
    exr_encoding_destroy(context, &pipeline);
    assert_int_equal(exr_finish(&context), 0);
}
