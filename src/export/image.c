#include "export/private/image.h"

#include "export/export.h"
#include "png/png.h"
#include "texture/texture.h"
#include <limits.h>
#include <stb_image_write.h>
#include <string.h>
#include <strings.h>

enum {
    jpg_quality = 92,       // at 90 and below the encoder subsamples colours (4:2:0)
    side_limit_px = 0xffff, // JPG and TGA store the width and height in 16 bits
};

static const char *const extensions[TR_FORMAT_COUNT] = {
    [TR_FORMAT_PNG] = "png",   [TR_FORMAT_JPG] = "jpg", [TR_FORMAT_TGA] = "tga",     [TR_FORMAT_HDR] = "hdr",
    [TR_FORMAT_EXR] = "exr",   [TR_FORMAT_R16] = "r16", [TR_FORMAT_R16BE] = "r16be", [TR_FORMAT_R32F] = "r32f",
    [TR_FORMAT_KTX2] = "ktx2", [TR_FORMAT_DDS] = "dds",
};

const char *tr_file_format_extension(tr_file_format format) { return extensions[format]; }

bool tr_picture_fits(tr_file_format format, const tr_picture *picture) {
    const bool alpha = picture->channels == 2 || picture->channels == 4;
    const bool short_sides = picture->width <= side_limit_px && picture->height <= side_limit_px;
    // stb's encoders count samples in an int.
    const bool few = (long long)picture->width * picture->height <= INT_MAX / picture->channels;
    switch (format) {
    case TR_FORMAT_JPG:
        return few && short_sides && picture->bytes == 1 && !alpha;
    case TR_FORMAT_TGA:
        return few && short_sides && picture->bytes == 1;
    case TR_FORMAT_HDR:
        return few && picture->srgb && picture->bytes == 1 && !alpha;
    case TR_FORMAT_EXR:
        return few;
    case TR_FORMAT_KTX2:
    case TR_FORMAT_DDS:
        return (picture->bytes == 1 || picture->channels == 1) && picture->width <= TR_TEXTURE_MOST_SIZE &&
               picture->height <= (picture->cube ? 6 : 1) * TR_TEXTURE_MOST_SIZE;
    case TR_FORMAT_R16:
    case TR_FORMAT_R16BE:
    case TR_FORMAT_R32F:
        return picture->bytes == 2 && picture->channels == 1;
    default:
        return true;
    }
}

// ---- encoding ----------------------------------------------------------------------------------

static void write_some(void *context, void *data, int bytes) { tr_atomic_write(context, data, (size_t)bytes); }

tr_status tr_picture_encode(tr_atomic_file *file, tr_file_format format, const tr_picture *picture,
                            tr_error *error) {
    int w = picture->width, h = picture->height, channels = picture->channels, done = 0;
    switch (format) {
    case TR_FORMAT_JPG:
        done = stbi_write_jpg_to_func(write_some, file, w, h, channels, picture->texels,
                                      picture->quality ? picture->quality : jpg_quality);
        break;
    case TR_FORMAT_TGA:
        done = stbi_write_tga_to_func(write_some, file, w, h, channels, picture->texels);
        break;
    case TR_FORMAT_HDR:
        return tr_hdr_encode(file, picture, error);
    case TR_FORMAT_EXR:
        return tr_exr_encode(file, picture, error);
    default:
        return tr_fail(error, TR_BUG, "no whole-picture encoder for format %d", (int)format);
    }
    // The encoders only report memory and arguments; the file keeps errors of the disk.
    return done ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory to write a picture of %d x %d", w, h);
}

// ---- one picture -------------------------------------------------------------------------------

static bool format_of_path(const char *path, tr_file_format *format) {
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash + 1 : path, '.');
    *format = TR_FORMAT_PNG;
    if (!dot)
        return tr_path_is_stream(path);
    for (int f = 0; f <= TR_FORMAT_HDR; f++) { // the formats of pictures
        *format = (tr_file_format)f;
        if (strcasecmp(dot + 1, extensions[f]) == 0)
            return true;
    }
    *format = TR_FORMAT_JPG;
    return strcasecmp(dot + 1, "jpeg") == 0;
}

static tr_status encode_png(tr_atomic_file *file, const tr_picture *picture, const char *text,
                            const tr_watch *watch, tr_error *error) {
    const size_t row = (size_t)picture->width * (size_t)picture->channels;
    const tr_png_layout layout = {.width = picture->width,
                                  .height = picture->height,
                                  .channels = picture->channels,
                                  .bytes = 1,
                                  .srgb = picture->srgb,
                                  .picture = true,
                                  .text = text};
    tr_png *png;
    tr_status status = tr_png_begin(file, &layout, &png, error);
    for (int y = 0; y < picture->height && status == TR_OK; y++) {
        tr_png_rows(png, (const uint8_t *)picture->texels + (size_t)y * row, 1);
        status = tr_watch_check(watch, error);
    }
    const tr_status ended = tr_png_end(png, error);
    return status == TR_OK ? ended : status;
}

static tr_status write_picture(const char *path, tr_file_format format, const tr_picture *picture,
                               const char *text, const tr_watch *watch, tr_error *error) {
    tr_atomic_file *file;
    tr_status status = tr_atomic_open(path, &file, error);
    if (status != TR_OK)
        return status;
    status = format == TR_FORMAT_PNG ? encode_png(file, picture, text, watch, error)
                                     : tr_picture_encode(file, format, picture, error);
    return tr_atomic_end(file, status, watch, error);
}

tr_status tr_image_check_path(const char *path, tr_error *error) {
    tr_file_format format;
    return format_of_path(path, &format)
               ? TR_OK
               : tr_fail(error, TR_BAD_USAGE, "%s: the name of a picture ends in .png, .jpg, .tga or .hdr",
                         path);
}

tr_status tr_image_write(const char *path, int width, int height, int channels, const uint8_t *texels,
                         const char *text, const tr_watch *watch, tr_error *error) {
    const tr_picture picture = {width,      height,       .channels = channels,
                                .bytes = 1, .srgb = true, .texels = texels};
    tr_file_format format;
    format_of_path(path, &format);
    tr_status status = tr_image_check_path(path, error);
    if (status == TR_OK && !tr_picture_fits(format, &picture))
        status = tr_fail(error, TR_BAD_USAGE, "%d x %d is too large for %s: choose png or a smaller size",
                         width, height, extensions[format]);
    return status == TR_OK ? write_picture(path, format, &picture, text, watch, error) : status;
}
