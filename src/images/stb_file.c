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

// ---- what stb does not check ---------------------------------------------------------------------

// Bytes of a JPG one after another.
typedef struct walk {
    const picture_file *file;
    uint64_t position; // of the buffer's end
    uint8_t buffer[4096];
    size_t count, used;
} walk;

// -1: the end.
static int next(walk *w) {
    if (w->used == w->count) {
        const uint64_t left = w->file->size - w->position;
        w->count = (size_t)(left < sizeof w->buffer ? left : sizeof w->buffer), w->used = 0;
        if (w->count == 0 || !picture_read(w->file, w->position, w->buffer, w->count)) {
            w->count = 0;
            return -1;
        }
        w->position += w->count;
    }
    return w->buffer[w->used++];
}

// The marker after any number of bytes 255; -1: there is none.
static int next_marker(walk *w) {
    int byte = next(w);
    if (byte != 255)
        return -1;
    while (byte == 255)
        byte = next(w);
    return byte;
}

// The marker that ends compressed data, in which 255 is followed by 0 or by a marker of restart.
static int end_of_scan(walk *w) {
    for (int byte = next(w); byte >= 0; byte = next(w)) {
        if (byte != 255)
            continue;
        while (byte == 255)
            byte = next(w);
        if (byte != 0 && (byte < 0xd0 || byte > 0xd7))
            return byte;
    }
    return -1;
}

// stb trusts tables of Huffman codes to have at most 256 (ITU-T T.81, B.2.4.2).
static bool are_tables_right(walk *w, int length) {
    while (length > 0) {
        int sum = 0;
        next(w);
        for (int i = 0; i < 16; i++)
            sum += next(w);
        if (sum < 0 || sum > 256 || (length -= 17 + sum) < 0)
            return false;
        for (int i = 0; i < sum; i++)
            next(w);
    }
    return true;
}

// Walks over the segments of a JPG as stb does.
static bool is_safe_jpg(const picture_file *file) {
    walk w = {.file = file};
    if (next(&w) != 255 || next(&w) != 0xd8)
        return false;
    for (int marker = next_marker(&w); marker != 0xd9;) {
        const int high = next(&w), length = (high << 8 | next(&w)) - 2;
        if (marker <= 0 || high < 0 || length < 0)
            return false;
        if (marker == 0xc4 && !are_tables_right(&w, length))
            return false;
        for (int i = 0; marker != 0xc4 && i < length; i++)
            next(&w);
        marker = marker == 0xda ? end_of_scan(&w) : next_marker(&w);
    }
    return true;
}

// stb tells a TGA by what is no other format. It would read texels that are missing at the end of one without
// compression as they are in memory.
static bool is_safe_tga(const picture_file *file) {
    uint8_t head[18];
    if (!picture_read(file, 0, head, sizeof head) || head[1] > 1)
        return false;
    if (head[2] > 3) // compressed
        return true;
    const uint64_t palette = head[1] ? (uint64_t)(head[5] | head[6] << 8) * (uint64_t)((head[7] + 7) / 8) : 0;
    const uint64_t width = head[12] | (uint64_t)head[13] << 8, height = head[14] | (uint64_t)head[15] << 8;
    return sizeof head + head[0] + palette + width * height * (uint64_t)((head[16] + 7) / 8) <= file->size;
}

// ---- pictures ------------------------------------------------------------------------------------

static tr_status damaged(const picture_file *file, bool tga, tr_error *error) {
    return errno == ENOMEM ? picture_no_memory(file, error)
                           : picture_bad(file, error, "the %s is damaged or not supported: save it as PNG",
                                         tga ? "TGA" : "JPG");
}

static tr_status pass_on(const picture_file *file, const picture_info *info, const picture_sink *sink,
                         const uint8_t *texels, tr_error *error) {
    const size_t count = (size_t)info->width * (size_t)info->channels;
    float *row = tr_allocate(count, sizeof *row);
    tr_status status = row ? TR_OK : picture_no_memory(file, error);
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
    if (tga ? !is_safe_tga(file) : !is_safe_jpg(file))
        return damaged(file, tga, error);
    if (!stbi_info_from_callbacks(&hooks, &in, &width, &height, &channels) || width < 1 || height < 1)
        return damaged(file, tga, error);
    tr_status status = picture_check_size(file, (uint64_t)width, (uint64_t)height, error);
    if (status == TR_OK) // the picture, its planes, and coefficients of 16 bits of a progressive JPG
        status = picture_check_bytes(file, (uint64_t)width * (uint64_t)height * 4 * (uint64_t)channels,
                                     tga ? "a TGA of that size" : "a JPG of that size", error);
    const picture_info info = {.format = tga ? "TGA" : "JPG",
                               .width = width,
                               .height = height,
                               .bits = 8,
                               .channels = channels,
                               .known = true,
                               .white = 255,
                               .fractions = true};
    if (status == TR_OK)
        status = sink->begin(sink->context, &info, error);
    if (status != TR_OK)
        return status;
    in = (input){.file = file};
    stbi_uc *texels = stbi_load_from_callbacks(&hooks, &in, &width, &height, &channels, 0);
    const bool same = width == info.width && height == info.height && channels == info.channels;
    status =
        texels && same && !in.starved ? pass_on(file, &info, sink, texels, error) : damaged(file, tga, error);
    stbi_image_free(texels);
    return status;
}
