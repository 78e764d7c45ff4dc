// JPG and TGA files, by stb_image.h, which decodes a whole picture at once. Its code is compiled here, with
// these two formats and without vector instructions, so that bytes are the same on every processor.
#include "images/private/picture.h"

#include "base/size.h"
#include <errno.h>
#include <stdint.h>
#include <string.h>

#define STBI_ONLY_JPEG
#define STBI_ONLY_TGA
#define STBI_NO_SIMD
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_FAILURE_STRINGS
#define STBI_MAX_DIMENSIONS PICTURE_MOST_SIDE
#define STBI_MALLOC(bytes) tr_malloc(bytes)
#define STBI_REALLOC(memory, bytes) tr_realloc(memory, bytes)
#define STBI_FREE(memory) tr_free(memory)
#define STB_IMAGE_STATIC
#pragma GCC diagnostic ignored "-Wunused-function" // stb declares functions of other formats, too
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

// ---- stb's hooks ---------------------------------------------------------------------------------

typedef struct input {
    const picture_file *file;
    uint64_t position;
    bool starved; // it asked for bytes behind the end
} input;

static int read_some(void *user, char *bytes, int count) {
    input *in = user;
    const uint64_t left = in->position < in->file->size ? in->file->size - in->position : 0;
    const size_t size = (uint64_t)count < left ? (size_t)count : (size_t)left;
    in->starved = in->starved || (count > 0 && size == 0) || !picture_read(in->file, in->position, bytes, size);
    in->position += size;
    return (int)size;
}

static void skip(void *user, int count) {
    input *in = user;
    if (count < 0 && in->position < (uint64_t) - (int64_t)count)
        in->position = 0;
    else
        in->position += (uint64_t)(int64_t)count;
}

static int is_at_end(void *user) {
    const input *in = user;
    return in->position >= in->file->size;
}

static const stbi_io_callbacks hooks = {read_some, skip, is_at_end};

// ---- pictures ------------------------------------------------------------------------------------

static tr_status damaged(const picture_file *file, bool tga, tr_error *error) {
    return errno == ENOMEM ? picture_no_memory(file, error)
                           : picture_bad(file, error, "the %s is damaged or not supported: save it as PNG",
                                         tga ? "TGA" : "JPG");
}

// Texels of a TGA without compression that are missing at the end would be read as they are in memory.
static bool is_cut(const picture_file *file, int width, int height) {
    uint8_t head[18];
    if (!picture_read(file, 0, head, sizeof head))
        return true;
    if (head[2] > 3) // compressed
        return false;
    const uint64_t palette = (uint64_t)(head[5] | head[6] << 8) * (uint64_t)((head[7] + 7) / 8);
    const uint64_t texels = (uint64_t)width * (uint64_t)height * (uint64_t)((head[16] + 7) / 8);
    return sizeof head + head[0] + (head[1] ? palette : 0) + texels > file->size;
}

static tr_status pass_on(const picture_file *file, const picture_info *info, const picture_sink *sink,
                         const uint8_t *texels, tr_error *error) {
    const size_t count = (size_t)info->width * (size_t)info->channels;
    tr_status status = sink->begin(sink->context, info, error);
    float *row = status == TR_OK ? tr_allocate(count, sizeof *row) : NULL;
    if (status == TR_OK && !row)
        status = picture_no_memory(file, error);
    for (int y = 0; y < info->height && status == TR_OK; y++) {
        for (size_t i = 0; i < count; i++)
            row[i] = texels[(size_t)y * count + i];
        status = sink->row(sink->context, y, row, error);
    }
    tr_free(row);
    return status;
}

tr_status picture_decode_stb(const picture_file *file, bool tga, const picture_sink *sink, tr_error *error) {
    input in = {.file = file};
    int width = 0, height = 0, channels = 0;
    errno = 0;
    if (!stbi_info_from_callbacks(&hooks, &in, &width, &height, &channels) || width < 1 || height < 1)
        return damaged(file, tga, error);
    tr_status status = picture_check_size(file, (uint64_t)width, (uint64_t)height, error);
    if (status == TR_OK) // the picture, its planes, and coefficients of 16 bits of a progressive JPG
        status = picture_check_bytes(file, (uint64_t)width * (uint64_t)height * 4 * (uint64_t)channels,
                                     tga ? "a TGA of that size" : "a JPG of that size", error);
    if (status != TR_OK)
        return status;
    if (tga && is_cut(file, width, height))
        return damaged(file, tga, error);
    in = (input){.file = file};
    stbi_uc *texels = stbi_load_from_callbacks(&hooks, &in, &width, &height, &channels, 0);
    const picture_info info = {.format = tga ? "TGA" : "JPG",
                               .width = width,
                               .height = height,
                               .bits = 8,
                               .channels = channels,
                               .known = true,
                               .white = 255,
                               .fractions = true};
    status = texels && !in.starved ? pass_on(file, &info, sink, texels, error) : damaged(file, tga, error);
    stbi_image_free(texels);
    return status;
}
