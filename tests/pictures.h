// Pictures in memory for tests that compare them: PNG files and differences.
#pragma once
#include "support.h"

#include <math.h>
#include <spng.h>
#include <stdlib.h>

typedef struct picture {
    int width, height;
    uint8_t *rgb; // rows from the top; free()
} picture;

static inline picture make_picture(int width, int height) {
    return (picture){width, height, calloc((size_t)width * (size_t)height, 3)};
}

static inline size_t picture_bytes(const picture *p) { return (size_t)p->width * (size_t)p->height * 3; }

// The part of a picture that begins at column x and row y.
static inline picture crop_picture(const picture *from, int x, int y, int width, int height) {
    const picture part = make_picture(width, height);
    for (int j = 0; j < height; j++)
        memcpy(part.rgb + (size_t)j * (size_t)width * 3,
               from->rgb + ((size_t)(y + j) * (size_t)from->width + (size_t)x) * 3, (size_t)width * 3);
    return part;
}

// Writes at the highest compression level: smaller files than those of the faster PNG writer of the exporter.
static inline void write_picture(const char *path, const picture *p) {
    FILE *file = fopen(path, "wb");
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    struct spng_ihdr head = {.width = (uint32_t)p->width,
                             .height = (uint32_t)p->height,
                             .bit_depth = 8,
                             .color_type = SPNG_COLOR_TYPE_TRUECOLOR};
    if (!file || !png || spng_set_png_file(png, file) != 0 || spng_set_ihdr(png, &head) != 0 ||
        spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, 9) != 0 ||
        spng_encode_image(png, p->rgb, picture_bytes(p), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE) != 0)
        fail_msg("cannot write %s", path);
    spng_ctx_free(png);
    fclose(file);
}

// Reads a PNG file. Returns a picture without texels if the file does not exist.
static inline picture read_picture(const char *path) {
    picture p = {0, 0, NULL};
    FILE *file = fopen(path, "rb");
    if (!file)
        return p;
    spng_ctx *png = spng_ctx_new(0);
    struct spng_ihdr head;
    size_t bytes = 0;
    assert_non_null(png);
    spng_set_png_file(png, file);
    if (spng_get_ihdr(png, &head) == 0 && spng_decoded_image_size(png, SPNG_FMT_RGB8, &bytes) == 0) {
        p = make_picture((int)head.width, (int)head.height);
        if (spng_decode_image(png, p.rgb, bytes, SPNG_FMT_RGB8, 0) != 0)
            fail_msg("%s is broken", path);
    }
    spng_ctx_free(png);
    fclose(file);
    return p;
}

// The difference of two pictures of the same size, in codes of 0 … 255.
typedef struct difference {
    int pixels;      // that are not equal
    int most;        // the greatest difference of a channel
    int most_inside; // the greatest difference where the first picture is smooth
    double mean;     // over all channels
} difference;

// Whether the 3 x 3 pixels around a place differ by more than `range` in a channel. There a light or an edge
// may move by a fraction of a pixel.
static inline bool is_edge(const picture *p, int x, int y, int range) {
    int low[3] = {255, 255, 255}, high[3] = {0, 0, 0};
    for (int j = y > 0 ? y - 1 : 0; j <= y + 1 && j < p->height; j++)
        for (int i = x > 0 ? x - 1 : 0; i <= x + 1 && i < p->width; i++)
            for (int c = 0; c < 3; c++) {
                const int value = p->rgb[((size_t)j * (size_t)p->width + (size_t)i) * 3 + (size_t)c];
                low[c] = value < low[c] ? value : low[c];
                high[c] = value > high[c] ? value : high[c];
            }
    return high[0] - low[0] > range || high[1] - low[1] > range || high[2] - low[2] > range;
}

static inline difference compare_pictures(const picture *a, const picture *b) {
    enum { edge = 16 };
    difference d = {0, 0, 0, 0};
    double sum = 0;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++) {
            const size_t at = ((size_t)y * (size_t)a->width + (size_t)x) * 3;
            int most = 0;
            for (size_t c = at; c < at + 3; c++) {
                const int apart = abs(a->rgb[c] - b->rgb[c]);
                most = apart > most ? apart : most;
                sum += apart;
            }
            d.pixels += most > 0;
            d.most = most > d.most ? most : d.most;
            if (most > d.most_inside && !is_edge(a, x, y, edge))
                d.most_inside = most;
        }
    d.mean = sum / (double)picture_bytes(a);
    return d;
}

// The absolute difference multiplied by `times`, on black.
static inline picture amplify_difference(const picture *a, const picture *b, int times) {
    const picture d = make_picture(a->width, a->height);
    for (size_t i = 0; i < picture_bytes(a); i++) {
        const int value = times * abs(a->rgb[i] - b->rgb[i]);
        d.rgb[i] = (uint8_t)(value < 255 ? value : 255);
    }
    return d;
}

// The greatest difference between the means of 8 x 8 blocks.
static inline double block_difference(const picture *a, const picture *b) {
    double most = 0;
    for (int y = 0; y + 8 <= a->height; y += 8)
        for (int x = 0; x + 8 <= a->width; x += 8)
            for (int c = 0; c < 3; c++) {
                double sum = 0;
                for (int k = 0; k < 64; k++) {
                    const int at = ((y + k / 8) * a->width + x + k % 8) * 3 + c;
                    sum += a->rgb[at] - b->rgb[at];
                }
                most = fmax(most, fabs(sum) / 64);
            }
    return most;
}
