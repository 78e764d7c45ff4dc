// Helpers for tests of PNG files. They read files independently of the code under test: by libspng's raw
// rows, and by walking over the chunks.
#pragma once
#include "folders.h"

#include <spng.h>

static inline uint32_t big_endian(const unsigned char *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline uint32_t crc_of(const unsigned char *data, size_t bytes) {
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < bytes; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

// Asserts that a PNG's chunks are valid and have the `expected` types ("IHDR sRGB iTXt IDAT IEND", with
// neighbouring IDATs counted as one). Copies the content of the last iTXt and its length to `text` and
// `text_bytes`.
static inline void assert_chunks(const char *path, const char *expected, char text[4096], size_t *text_bytes) {
    size_t bytes;
    unsigned char *data = read_file(path, &bytes);
    char types[256] = "";
    assert_memory_equal(data, "\x89PNG\r\n\x1a\n", 8);
    for (size_t i = 8; i < bytes;) {
        uint32_t length = big_endian(data + i);
        assert_true(length <= bytes - i - 12);
        assert_int_equal(crc_of(data + i + 4, length + 4), big_endian(data + i + 8 + length));
        char type[6] = {' ', (char)data[i + 4], (char)data[i + 5], (char)data[i + 6], (char)data[i + 7], 0};
        if (strcmp(type, " iTXt") == 0) {
            assert_true(length < 4096);
            memcpy(text, data + i + 8, length);
            *text_bytes = length;
        }
        bool again = strcmp(type, " IDAT") == 0 && strstr(types, " IDAT");
        if (!again)
            strncat(types, type, sizeof types - strlen(types) - 1);
        i += 12 + length;
    }
    assert_string_equal(types + 1, expected);
    free(data);
}

// Decodes without conversion: 16-bit samples stay big-endian, as in the file.
static inline unsigned char *decode(const char *path, struct spng_ihdr *header, size_t *bytes) {
    size_t file_bytes;
    unsigned char *file = read_file(path, &file_bytes);
    spng_ctx *decoder = spng_ctx_new(0);
    assert_int_equal(spng_set_png_buffer(decoder, file, file_bytes), 0);
    assert_int_equal(spng_get_ihdr(decoder, header), 0);
    assert_int_equal(spng_decoded_image_size(decoder, SPNG_FMT_RAW, bytes), 0);
    unsigned char *texels = malloc(*bytes);
    assert_int_equal(spng_decode_image(decoder, texels, *bytes, SPNG_FMT_RAW, 0), 0);
    spng_ctx_free(decoder);
    free(file);
    return texels;
}

// Asserts that a PNG holds exactly these texels. 16-bit `texels` are in the machine's byte order.
static inline void assert_texels(const char *path, int width, int height, int channels, int bytes,
                                 const void *texels) {
    struct spng_ihdr header;
    size_t size;
    unsigned char *found = decode(path, &header, &size);
    assert_int_equal(header.width, width);
    assert_int_equal(header.height, height);
    assert_int_equal(header.bit_depth, 8 * bytes);
    assert_int_equal(header.color_type, channels == 1 ? 0 : channels == 2 ? 4 : channels == 4 ? 6 : 2);
    size_t samples = (size_t)width * (size_t)height * (size_t)channels;
    assert_int_equal(size, samples * (size_t)bytes);
    if (bytes == 1)
        assert_memory_equal(found, texels, size);
    for (size_t i = 0; bytes == 2 && i < samples; i++)
        assert_int_equal(found[2 * i] << 8 | found[2 * i + 1], ((const uint16_t *)texels)[i]);
    free(found);
}
