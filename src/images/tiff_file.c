// TIFF and GeoTIFF files, by libtiff. Only the first picture of a file is read.
//
// libtiff takes its memory from the C library, because it has no hook for another allocator. A single
// allocation is limited (PICTURE_MOST_BYTES), and rows of strips without compression are read without it: such
// a strip is often the whole picture, which libtiff would keep.
#include "images/private/picture.h"

#include "base/decimals.h"
#include "base/maths.h"
#include "base/size.h"
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

enum { geo_scale = 33550, geo_tie = 33922, geo_matrix = 34264, geo_keys = 34735, gdal_nodata = 42113 };

typedef struct job {
    const picture_file *file;
    const picture_sink *sink;
    uint64_t position;
    TIFF *tiff;
    char complaint[200]; // libtiff's first error
    picture_info info;
    int samples;   // of a texel in the file
    int bytes;     // of a sample
    int kind;      // a SAMPLEFORMAT_…
    bool inverted; // black is the largest number
    bool direct;   // strips without compression
    bool tiled;
    bool has_nodata;
    float nodata;
    int tile_width, tile_height;
    uint16_t *palette[3]; // libtiff's
    bool small_palette;   // its entries have 8 bits
    size_t row_bytes;     // of the file's samples
    uint8_t *memory;      // a row, or a row of tiles, and a tile
    uint8_t *tile;
    float *row;
} job;

// ---- libtiff's hooks -----------------------------------------------------------------------------

static tmsize_t read_some(thandle_t handle, void *bytes, tmsize_t count) {
    job *j = handle;
    if (count < 0 || j->position > j->file->size)
        return 0;
    const uint64_t left = j->file->size - j->position;
    const size_t size = (uint64_t)count < left ? (size_t)count : (size_t)left;
    if (!picture_read(j->file, j->position, bytes, size))
        return 0;
    j->position += size;
    return (tmsize_t)size;
}

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t count) {
    (void)handle, (void)bytes, (void)count;
    return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int from) {
    job *j = handle;
    j->position = from == SEEK_SET ? offset : from == SEEK_CUR ? j->position + offset : j->file->size + offset;
    return j->position;
}

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size_of(thandle_t handle) { return ((job *)handle)->file->size; }

static int take_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    job *j = user;
    (void)tiff, (void)module;
    if (!j->complaint[0])
        vsnprintf(j->complaint, sizeof j->complaint, format, arguments);
    return 1; // no other handler is called
}

static int take_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)user, (void)module, (void)format, (void)arguments;
    return 1;
}

static tr_status damaged(const job *j, tr_error *error) {
    if (errno == ENOMEM)
        return picture_no_memory(j->file, error);
    return picture_bad(j->file, error, "the TIFF is damaged or not supported (%s): save it again, or as PNG",
                       j->complaint[0] ? j->complaint : "the file ends too early");
}

static TIFF *open_tiff(job *j) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) {
        errno = ENOMEM;
        return NULL;
    }
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, PICTURE_MOST_BYTES);
    TIFFOpenOptionsSetErrorHandlerExtR(options, take_error, j);
    TIFFOpenOptionsSetWarningHandlerExtR(options, take_warning, j);
    errno = 0;
    TIFF *tiff = TIFFClientOpenExt("TIFF", "rm", j, read_some, write_nothing, seek, close_nothing, size_of,
                                   NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

// ---- where it lies -------------------------------------------------------------------------------

// A tag that libtiff does not know, if it has that type. libtiff takes the type of such tags from the file.
static const void *unknown_tag(const job *j, uint32_t tag, TIFFDataType type, uint32_t *count) {
    const TIFFField *field = TIFFFindField(j->tiff, tag, TIFF_ANY);
    void *data = NULL;
    *count = 0;
    if (!field || TIFFFieldDataType(field) != type || !TIFFFieldPassCount(field) ||
        TIFFFieldReadCount(field) != TIFF_VARIABLE2 || !TIFFGetField(j->tiff, tag, count, &data))
        return NULL;
    return data;
}

static void find_nodata(job *j) {
    uint32_t count;
    const char *text = unknown_tag(j, gdal_nodata, TIFF_ASCII, &count);
    char number[64] = "", *end;
    for (uint32_t i = 0; text && i < count && i < sizeof number - 1 && text[i] && text[i] != ' '; i++)
        number[i] = text[i];
    const tr_decimals decimals = tr_decimals_begin();
    const double value = strtod(number, &end);
    tr_decimals_end(decimals);
    if (end == number || *end || !isfinite(value))
        return;
    j->has_nodata = true;
    j->nodata = (float)tr_clamp(value, -(double)FLT_MAX, (double)FLT_MAX); // texts are often rounded upward
}

// The value of a GeoKey that is stored in the directory itself; 0: there is none.
static int geo_key(const uint16_t *keys, uint32_t count, int key) {
    for (uint32_t i = 4; i + 3 < count; i += 4)
        if (keys[i] == key && keys[i + 1] == 0)
            return keys[i + 3];
    return 0;
}

// Cylindrical maps of a whole sphere in metres, which are the same as in degrees: a projection that is named
// (17: equirectangular), or one of the codes for it.
static bool is_equirect(const job *j, const uint16_t *keys, uint32_t count) {
    const int code = geo_key(keys, count, 3072);
    return fabs((double)j->info.width / j->info.height - 2) <= 0.02 &&
           (geo_key(keys, count, 3075) == 17 || code == 4087 || code == 32662);
}

static tr_status find_region(job *j, tr_error *error) {
    uint32_t key_count, scale_count, tie_count, matrix_count;
    const uint16_t *keys = unknown_tag(j, geo_keys, TIFF_SHORT, &key_count);
    const double *scale = unknown_tag(j, geo_scale, TIFF_DOUBLE, &scale_count);
    const double *tie = unknown_tag(j, geo_tie, TIFF_DOUBLE, &tie_count);
    const double *matrix = unknown_tag(j, geo_matrix, TIFF_DOUBLE, &matrix_count);
    if (!keys)
        return TR_OK;
    j->info.format = "GeoTIFF";
    if (geo_key(keys, key_count, 1024) != 2) {
        if (geo_key(keys, key_count, 1024) != 1 || is_equirect(j, keys, key_count))
            return TR_OK;
        return picture_bad(
            j->file, error,
            "the GeoTIFF is in a projection in metres%s, and maps are read in degrees: convert it with "
            "gdalwarp -t_srs EPSG:4326",
            "");
    }
    double west, north, wide, high;
    if (scale && scale_count >= 2 && tie && tie_count >= 6) {
        wide = scale[0], high = scale[1];
        west = tie[3] - tie[0] * wide, north = tie[4] + tie[1] * high;
    } else if (matrix && matrix_count >= 16 && matrix[1] == 0 && matrix[4] == 0) {
        wide = matrix[0], high = -matrix[5], west = matrix[3], north = matrix[7];
    } else {
        return picture_bad(j->file, error,
                           "the GeoTIFF does not tell where it lies%s, or is turned: name its region", "");
    }
    if (geo_key(keys, key_count, 1025) == 2) // positions are those of the centres of texels
        west -= wide / 2, north += high / 2;
    const double region[4] = {west, north - high * j->info.height, west + wide * j->info.width, north};
    j->info.has_region = true;
    memcpy(j->info.region_deg, region, sizeof region);
    return TR_OK;
}

// ---- what it contains ----------------------------------------------------------------------------

static tr_status unsupported(const job *j, tr_error *error, const char *what) {
    return picture_bad(
        j->file, error,
        "the TIFF has %s: 8, 16 and 32 bits, floats of 32 and 64, grey, RGB and palettes are read, "
        "without compression or with LZW, Deflate or PackBits",
        what);
}

static unsigned tag_of(const job *j, uint32_t tag) {
    uint16_t value = 0;
    TIFFGetFieldDefaulted(j->tiff, tag, &value);
    return value;
}

static tr_status check_compression(job *j, tr_error *error) {
    static const struct {
        int code;
        const char *name;
    } others[] = {{2, "fax"},           {3, "fax"},           {4, "fax"},      {6, "JPEG"},
                  {7, "JPEG"},          {34712, "JPEG 2000"}, {34887, "LERC"}, {34925, "LZMA"},
                  {50000, "Zstandard"}, {50001, "WebP"}};
    const int code = (int)tag_of(j, TIFFTAG_COMPRESSION);
    char what[64];
    j->direct = code == COMPRESSION_NONE && tag_of(j, TIFFTAG_FILLORDER) == FILLORDER_MSB2LSB;
    if (code == COMPRESSION_NONE || code == COMPRESSION_LZW || code == COMPRESSION_ADOBE_DEFLATE ||
        code == COMPRESSION_DEFLATE || code == COMPRESSION_PACKBITS)
        return TR_OK;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].code == code) {
            snprintf(what, sizeof what, "compression %s", others[i].name);
            return unsupported(j, error, what);
        }
    snprintf(what, sizeof what, "compression %d", code);
    return unsupported(j, error, what);
}

// Extra samples are alpha, or others that are skipped.
static bool has_alpha(const job *j, int colours) {
    uint16_t count = 0, *kinds = NULL;
    return j->samples > colours && TIFFGetField(j->tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) && count > 0 &&
           kinds && (kinds[0] == EXTRASAMPLE_ASSOCALPHA || kinds[0] == EXTRASAMPLE_UNASSALPHA);
}

static tr_status find_palette(job *j, tr_error *error) {
    uint16_t **p = j->palette;
    if (j->bytes != 1 || j->samples != 1 || !TIFFGetField(j->tiff, TIFFTAG_COLORMAP, &p[0], &p[1], &p[2]))
        return unsupported(j, error, "a palette of other than 8 bits");
    j->small_palette = true;
    for (int i = 0; i < 3 * 256; i++)
        j->small_palette = j->small_palette && p[i / 256][i % 256] < 256;
    return TR_OK;
}

static tr_status find_colours(job *j, tr_error *error) {
    char what[64];
    const unsigned photometric = tag_of(j, TIFFTAG_PHOTOMETRIC);
    int colours = 1;
    tr_status status = TR_OK;
    switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
        j->inverted = true;
        break;
    case PHOTOMETRIC_MINISBLACK:
        break;
    case PHOTOMETRIC_RGB:
        colours = 3;
        break;
    case PHOTOMETRIC_PALETTE:
        colours = 3;
        status = find_palette(j, error);
        break;
    default:
        snprintf(what, sizeof what, "colours of kind %u (CMYK, YCbCr or others)", photometric);
        return unsupported(j, error, what);
    }
    if (status == TR_OK && !j->palette[0] && j->samples < colours)
        return unsupported(j, error, "fewer samples than colours");
    if (status == TR_OK && j->samples > 1 && tag_of(j, TIFFTAG_PLANARCONFIG) != PLANARCONFIG_CONTIG)
        return unsupported(j, error, "a plane for each colour");
    j->info.channels = colours + (!j->palette[0] && has_alpha(j, colours));
    return status;
}

static tr_status find_numbers(job *j, tr_error *error) {
    char what[64];
    const int bits = j->info.bits = (int)tag_of(j, TIFFTAG_BITSPERSAMPLE);
    j->kind = (int)tag_of(j, TIFFTAG_SAMPLEFORMAT);
    j->kind = j->kind == SAMPLEFORMAT_VOID ? SAMPLEFORMAT_UINT : j->kind;
    const bool is_float = j->kind == SAMPLEFORMAT_IEEEFP, is_signed = j->kind == SAMPLEFORMAT_INT;
    const bool right =
        is_float ? bits == 32 || bits == 64
                 : (is_signed || j->kind == SAMPLEFORMAT_UINT) && (bits == 8 || bits == 16 || bits == 32);
    if (!right) {
        snprintf(what, sizeof what, "%s of %d bits", is_float ? "floats" : "samples", bits);
        return unsupported(j, error, what);
    }
    j->bytes = bits / 8;
    j->info.known = bits <= 16;
    j->info.fractions = j->info.known && !is_signed;
    const float levels = bits == 8 ? 256 : 65536;
    j->info.black = is_signed ? -levels / 2 : 0;
    j->info.white = j->info.black + levels - 1;
    find_nodata(j);
    j->info.may_lack = j->has_nodata || is_float;
    return TR_OK;
}

static tr_status inspect(job *j, tr_error *error) {
    uint32_t width = 0, height = 0, depth = 1;
    TIFFGetField(j->tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(j->tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetField(j->tiff, TIFFTAG_IMAGEDEPTH, &depth);
    tr_status status = picture_check_size(j->file, width, height, error);
    if (status != TR_OK)
        return status;
    if (depth > 1)
        return unsupported(j, error, "more than two dimensions");
    j->info = (picture_info){.format = "TIFF", .width = (int)width, .height = (int)height};
    j->samples = (int)tag_of(j, TIFFTAG_SAMPLESPERPIXEL);
    if (j->samples < 1 || j->samples > 64)
        return unsupported(j, error, "more than 64 channels");
    status = check_compression(j, error);
    if (status == TR_OK)
        status = find_numbers(j, error);
    if (status == TR_OK)
        status = find_colours(j, error);
    if (status == TR_OK && j->palette[0])
        j->info.white = 65535, j->info.bits = 8;
    return status == TR_OK ? find_region(j, error) : status;
}

// ---- rows ----------------------------------------------------------------------------------------

static tr_status make_rows(job *j, tr_error *error) {
    const uint64_t texel = (uint64_t)j->samples * (uint64_t)j->bytes, row = texel * (uint64_t)j->info.width;
    uint64_t bytes = row, tile = 0;
    j->tiled = TIFFIsTiled(j->tiff);
    j->row_bytes = (size_t)row;
    if (j->tiled) {
        uint32_t width = 0, height = 0;
        TIFFGetField(j->tiff, TIFFTAG_TILEWIDTH, &width);
        TIFFGetField(j->tiff, TIFFTAG_TILELENGTH, &height);
        if (width < 1 || height < 1 || width > 1 << 16 || height > 1 << 16)
            return unsupported(j, error, "tiles that are larger than 65536");
        j->tile_width = (int)width, j->tile_height = (int)height;
        tile = width * (uint64_t)height * texel;
        bytes = row * height;
    }
    const tr_status status =
        picture_check_bytes(j->file, bytes + tile, j->tiled ? "a row of tiles" : "a row", error);
    if (status != TR_OK)
        return status;
    if (j->tiled ? (uint64_t)TIFFTileSize64(j->tiff) != tile : (uint64_t)TIFFScanlineSize64(j->tiff) != row)
        return damaged(j, error);
    j->memory = tr_allocate((size_t)(bytes + tile), 1);
    j->tile = j->memory ? j->memory + bytes : NULL;
    j->row = tr_allocate((size_t)j->info.width * (size_t)j->info.channels, sizeof *j->row);
    return j->memory && j->row ? TR_OK : picture_no_memory(j->file, error);
}

static bool read_tiles(const job *j, int top) {
    const size_t texel = (size_t)j->samples * (size_t)j->bytes, tile_row = texel * (size_t)j->tile_width;
    const int rows = j->info.height - top < j->tile_height ? j->info.height - top : j->tile_height;
    for (int left = 0; left < j->info.width; left += j->tile_width) {
        const int columns = j->info.width - left < j->tile_width ? j->info.width - left : j->tile_width;
        const uint32_t index = TIFFComputeTile(j->tiff, (uint32_t)left, (uint32_t)top, 0, 0);
        const tmsize_t size = (tmsize_t)((size_t)j->tile_height * tile_row);
        if (TIFFReadEncodedTile(j->tiff, index, j->tile, size) != size)
            return false;
        for (int y = 0; y < rows; y++)
            memcpy(j->memory + (size_t)y * j->row_bytes + (size_t)left * texel, j->tile + (size_t)y * tile_row,
                   (size_t)columns * texel);
    }
    return true;
}

// Reads a row of a strip without compression.
static bool read_direct(const job *j, int y) {
    uint32_t rows = 0;
    TIFFGetFieldDefaulted(j->tiff, TIFFTAG_ROWSPERSTRIP, &rows);
    if (rows < 1)
        return false;
    const uint64_t offset = TIFFGetStrileOffset(j->tiff, (uint32_t)y / rows);
    if (!offset || offset > j->file->size ||
        !picture_read(j->file, offset + (uint64_t)((uint32_t)y % rows) * j->row_bytes, j->memory, j->row_bytes))
        return false;
    const tmsize_t count = (tmsize_t)(j->row_bytes / (size_t)j->bytes);
    if (!TIFFIsByteSwapped(j->tiff) || j->bytes == 1)
        return true;
    if (j->bytes == 2)
        TIFFSwabArrayOfShort((uint16_t *)(void *)j->memory, count);
    else if (j->bytes == 4)
        TIFFSwabArrayOfLong((uint32_t *)(void *)j->memory, count);
    else
        TIFFSwabArrayOfLong8((uint64_t *)(void *)j->memory, count);
    return true;
}

static const uint8_t *read_row(job *j, int y) {
    if (j->tiled) {
        if (y % j->tile_height == 0 && !read_tiles(j, y))
            return NULL;
        return j->memory + (size_t)(y % j->tile_height) * j->row_bytes;
    }
    const bool read = j->direct ? read_direct(j, y) : TIFFReadScanline(j->tiff, j->memory, (uint32_t)y, 0) == 1;
    return read ? j->memory : NULL;
}

#define CONVERT(type)                                                                                          \
    do {                                                                                                       \
        const uint8_t *at = from;                                                                              \
        for (int x = 0; x < j->info.width; x++, at += step)                                                    \
            for (int c = 0; c < channels; c++) {                                                               \
                type value;                                                                                    \
                memcpy(&value, at + (size_t)c * sizeof value, sizeof value);                                   \
                j->row[x * channels + c] = (float)value;                                                       \
            }                                                                                                  \
    } while (0)

static void to_floats(const job *j, const uint8_t *from) {
    const int channels = j->info.channels;
    const size_t step = (size_t)j->samples * (size_t)j->bytes;
    if (j->palette[0])
        for (int i = 0; i < 3 * j->info.width; i++)
            j->row[i] = (float)(j->palette[i % 3][from[i / 3]] * (j->small_palette ? 257 : 1));
    else if (j->kind == SAMPLEFORMAT_IEEEFP && j->bytes == 4)
        CONVERT(float);
    else if (j->kind == SAMPLEFORMAT_IEEEFP)
        CONVERT(double);
    else if (j->kind == SAMPLEFORMAT_INT && j->bytes == 1)
        CONVERT(int8_t);
    else if (j->kind == SAMPLEFORMAT_INT && j->bytes == 2)
        CONVERT(int16_t);
    else if (j->kind == SAMPLEFORMAT_INT)
        CONVERT(int32_t);
    else if (j->bytes == 1)
        CONVERT(uint8_t);
    else if (j->bytes == 2)
        CONVERT(uint16_t);
    else
        CONVERT(uint32_t);
    const int count = channels * j->info.width, colours = channels - (channels % 2 == 0);
    for (int i = 0; i < count && j->has_nodata; i++)
        if (j->row[i] == j->nodata && i % channels < colours)
            j->row[i] = NAN;
    for (int i = 0; i < count && j->inverted && j->info.known; i += channels)
        j->row[i] = j->info.white + j->info.black - j->row[i];
}

static tr_status pass_on(job *j, tr_error *error) {
    tr_status status = TR_OK;
    for (int y = 0; y < j->info.height && status == TR_OK; y++) {
        const uint8_t *row = read_row(j, y);
        if (!row)
            return damaged(j, error);
        to_floats(j, row);
        status = j->sink->row(j->sink->context, y, j->row, error);
    }
    return status;
}

tr_status picture_decode_tiff(const picture_file *file, const picture_sink *sink, tr_error *error) {
    job j = {.file = file, .sink = sink};
    j.tiff = open_tiff(&j);
    if (!j.tiff)
        return damaged(&j, error);
    tr_status status = inspect(&j, error);
    if (status == TR_OK)
        status = make_rows(&j, error);
    if (status == TR_OK)
        status = sink->begin(sink->context, &j.info, error);
    if (status == TR_OK)
        status = pass_on(&j, error);
    TIFFClose(j.tiff);
    tr_free(j.memory);
    tr_free(j.row);
    return status;
}
