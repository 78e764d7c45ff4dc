#include "export/picture.h"

#include "base/size.h"
#include "planet/kernels.h"
#include <libdeflate.h>
#include <limits.h>
#include <stb_image_write.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    jpg_quality = 92,       // 4:2:0 sampling begins at 90 and below: colours keep their full resolution
    side_limit_px = 0xffff, // JPG and TGA store sides in 16 bits
};

static const char *const extensions[TR_FORMAT_COUNT] = {
    [TR_FORMAT_PNG] = "png",
    [TR_FORMAT_JPG] = "jpg",
    [TR_FORMAT_TGA] = "tga",
    [TR_FORMAT_HDR] = "hdr",
};

const char *tr_file_format_extension(tr_file_format format) { return extensions[format]; }

tr_status tr_picture_check(tr_file_format format, const tr_picture *picture, tr_error *error) {
    if (format == TR_FORMAT_PNG)
        return TR_OK;
    bool sides = format == TR_FORMAT_JPG || format == TR_FORMAT_TGA; // are limited
    if (sides && picture->bytes > 1)
        return tr_fail(error, TR_BAD_USAGE,
                       "%s holds 8 bits and height has 16: choose png, which keeps them all, or hdr",
                       extensions[format]);
    if (picture->channels == 4 && (format == TR_FORMAT_JPG || format == TR_FORMAT_HDR))
        return tr_fail(error, TR_BAD_USAGE, "%s has no alpha, which clouds need: choose png or tga",
                       extensions[format]);
    // The encoders of stb count samples in an int.
    bool fits = (long long)picture->width * picture->height <= INT_MAX / picture->channels;
    if (fits && !(sides && (picture->width > side_limit_px || picture->height > side_limit_px)))
        return TR_OK;
    return tr_fail(error, TR_BAD_USAGE, "%d x %d is too large for %s: choose png or a smaller size",
                   picture->width, picture->height, extensions[format]);
}

// ---- linear light ------------------------------------------------------------------------------

// A new array of the picture's samples as linear light, or NULL without memory.
static float *make_linear(const tr_picture *picture) {
    size_t count = (size_t)picture->width * (size_t)picture->channels;
    if (!tr_size_multiply(count, (size_t)picture->height, &count))
        return NULL;
    float *linear = tr_allocate(count, sizeof *linear);
    if (!linear)
        return NULL;
    float table[256];
    for (int i = 0; i < 256; i++)
        table[i] = (float)(picture->srgb ? tr_srgb_decode((uint8_t)i) : i / 255.0);
    if (picture->bytes == 1) {
        const uint8_t *samples = picture->texels;
        for (size_t i = 0; i < count; i++)
            linear[i] = table[samples[i]];
    } else {
        const uint16_t *samples = picture->texels;
        for (size_t i = 0; i < count; i++)
            linear[i] = (float)(samples[i] / 65535.0);
    }
    return linear;
}

// ---- encoding ----------------------------------------------------------------------------------

static void write_some(void *context, void *data, int bytes) { tr_atomic_write(context, data, (size_t)bytes); }

tr_status tr_picture_encode(tr_atomic_file *file, tr_file_format format, const tr_picture *picture,
                            tr_error *error) {
    int w = picture->width, h = picture->height, channels = picture->channels, done = 0;
    switch (format) {
    case TR_FORMAT_JPG:
        done = stbi_write_jpg_to_func(write_some, file, w, h, channels, picture->texels, jpg_quality);
        break;
    case TR_FORMAT_TGA:
        done = stbi_write_tga_to_func(write_some, file, w, h, channels, picture->texels);
        break;
    case TR_FORMAT_HDR: {
        float *linear = make_linear(picture);
        done = linear && stbi_write_hdr_to_func(write_some, file, w, h, channels, linear);
        free(linear);
        break;
    }
    default:
        return tr_fail(error, TR_BUG, "no whole-picture encoder for format %d", (int)format);
    }
    // The encoders look only at memory and arguments; what the disk says is kept by the file.
    return done ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory to write a picture of %d x %d", w, h);
}

// ---- one picture -------------------------------------------------------------------------------

static bool format_of_path(const char *path, tr_file_format *format) {
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash + 1 : path, '.');
    *format = TR_FORMAT_PNG;
    if (!dot)
        return tr_atomic_is_stream(path);
    for (int f = 0; f < TR_FORMAT_COUNT; f++) {
        *format = (tr_file_format)f;
        if (strcasecmp(dot + 1, extensions[f]) == 0)
            return true;
    }
    *format = TR_FORMAT_JPG;
    return strcasecmp(dot + 1, "jpeg") == 0;
}

// stb writes neither colour nor text chunks: they are put behind the header, which every PNG begins with in 33
// bytes (signature, IHDR). A chunk is its length, type, data and the CRC of both (PNG specification,
// section 5.3).
typedef struct png_sink {
    tr_atomic_file *file;
    const char *text; // or NULL
} png_sink;

static void put_number(uint8_t bytes[4], size_t number) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

static void write_chunk(tr_atomic_file *file, const char *type, const void *prefix, size_t prefix_bytes,
                        const char *text) {
    const size_t text_bytes = text ? strlen(text) : 0;
    uint8_t number[4];
    put_number(number, prefix_bytes + text_bytes);
    uint32_t crc = libdeflate_crc32(0, type, 4);
    crc = libdeflate_crc32(crc, prefix, prefix_bytes);
    if (text)
        crc = libdeflate_crc32(crc, text, text_bytes);
    tr_atomic_write(file, number, 4);
    tr_atomic_write(file, type, 4);
    tr_atomic_write(file, prefix, prefix_bytes);
    if (text)
        tr_atomic_write(file, text, text_bytes);
    put_number(number, crc);
    tr_atomic_write(file, number, 4);
}

static void write_png(void *context, void *data, int bytes) {
    enum { header_bytes = 33 };
    const png_sink *sink = context;
    tr_atomic_write(sink->file, data, header_bytes);
    write_chunk(sink->file, "sRGB", "", 1, NULL); // perceptual
    // iTXt: keyword, not compressed, no language, no translation
    static const char keyword[] = "terrella\0\0\0\0";
    if (sink->text)
        write_chunk(sink->file, "iTXt", keyword, sizeof keyword, sink->text);
    tr_atomic_write(sink->file, (const char *)data + header_bytes, (size_t)bytes - header_bytes);
}

static tr_status encode_png(tr_atomic_file *file, const tr_picture *picture, const char *text,
                            tr_error *error) {
    png_sink sink = {file, text};
    int done = stbi_write_png_to_func(write_png, &sink, picture->width, picture->height, picture->channels,
                                      picture->texels, picture->width * picture->channels);
    return done ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory to write a picture");
}

tr_status tr_picture_check_path(const char *path, tr_error *error) {
    tr_file_format format;
    return format_of_path(path, &format)
               ? TR_OK
               : tr_fail(error, TR_BAD_USAGE, "%s: the name of a picture ends in .png, .jpg, .tga or .hdr",
                         path);
}

tr_status tr_picture_write(const char *path, int width, int height, const uint8_t *rgb, const char *text,
                           tr_error *error) {
    const tr_picture picture = {width, height, .channels = 3, .bytes = 1, .srgb = true, .texels = rgb};
    tr_file_format format;
    format_of_path(path, &format);
    tr_status status = tr_picture_check_path(path, error);
    if (status == TR_OK)
        status = tr_picture_check(format, &picture, error);
    if (status == TR_OK && (long long)(3 * (long long)width + 1) * height > INT_MAX) // what stb can count
        status = tr_fail(error, TR_BAD_USAGE, "%d x %d is too large for one picture", width, height);
    if (status != TR_OK)
        return status;
    tr_atomic_file *file;
    status = tr_atomic_open(path, &file, error);
    if (status != TR_OK)
        return status;
    status = format == TR_FORMAT_PNG ? encode_png(file, &picture, text, error)
                                     : tr_picture_encode(file, format, &picture, error);
    if (status == TR_OK)
        return tr_atomic_commit(file, error);
    tr_atomic_abort(file);
    return status;
}
