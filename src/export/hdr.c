#include "export/private/image.h"

#include "base/size.h"
#include "planet/kernels.h"

#include <stdio.h>

// (Not libstb's encoder, which writes through a null pointer if it gets no memory for a row.)

enum { least_packed = 8, most_packed = 32767, most_run = 127, most_copied = 128 };

// Converts a colour to mantissas with a shared exponent (Ward, "Real Pixels", in Graphics Gems II, 1991).
static void use_one_exponent(const float light[3], uint8_t rgbe[4]) {
    const float greatest = fmaxf(light[0], fmaxf(light[1], light[2]));
    int exponent = -128;
    float scale = 0;
    if (greatest >= 1e-32F)
        scale = (float)frexp((double)greatest, &exponent) * 256.0F / greatest;
    for (int c = 0; c < 3; c++)
        rgbe[c] = (uint8_t)(light[c] * scale);
    rgbe[3] = (uint8_t)(exponent + 128);
}

// The start of the next three equal bytes, from `at` on; or the end.
static int find_run(const uint8_t *bytes, int at, int count) {
    while (at + 2 < count && !(bytes[at] == bytes[at + 1] && bytes[at] == bytes[at + 2]))
        at++;
    return at + 2 < count ? at : count;
}

// Run-length encodes one channel of a row: a count and literal bytes, or 128 plus a count and one byte.
static void pack(tr_atomic_file *file, const uint8_t *bytes, int count) {
    for (int at = 0; at < count;) {
        const int run = find_run(bytes, at, count);
        int end = run;
        while (at < run) {
            const uint8_t some = (uint8_t)(run - at < most_copied ? run - at : most_copied);
            tr_atomic_write(file, &some, 1);
            tr_atomic_write(file, bytes + at, some);
            at += some;
        }
        while (end < count && bytes[end] == bytes[run])
            end++;
        while (at < end) {
            const int some = end - at < most_run ? end - at : most_run;
            const uint8_t words[2] = {(uint8_t)(128 + some), bytes[run]};
            tr_atomic_write(file, words, 2);
            at += some;
        }
    }
}

// planes: memory for four bytes a texel.
static void write_row(tr_atomic_file *file, const uint8_t *texels, int width, int channels,
                      const float light_of[256], uint8_t *planes) {
    const bool packed = width >= least_packed && width <= most_packed;
    const uint8_t head[4] = {2, 2, (uint8_t)(width >> 8), (uint8_t)width};
    if (packed)
        tr_atomic_write(file, head, 4);
    for (int x = 0; x < width; x++, texels += channels) {
        const int green = channels > 1, blue = channels > 1 ? 2 : 0;
        const float light[3] = {light_of[texels[0]], light_of[texels[green]], light_of[texels[blue]]};
        uint8_t rgbe[4];
        use_one_exponent(light, rgbe);
        for (int c = 0; c < 4; c++)
            planes[packed ? (size_t)c * (size_t)width + (size_t)x : 4 * (size_t)x + (size_t)c] = rgbe[c];
    }
    for (int c = 0; c < 4 && packed; c++)
        pack(file, planes + (size_t)c * (size_t)width, width);
    if (!packed)
        tr_atomic_write(file, planes, 4 * (size_t)width);
}

tr_status tr_hdr_encode(tr_atomic_file *file, const tr_picture *picture, tr_error *error) {
    const uint8_t *texels = picture->texels;
    uint8_t *planes = tr_allocate((size_t)picture->width, 4);
    char head[160];
    float light_of[256];
    if (!planes)
        return tr_fail(error, TR_NO_MEMORY, "no memory to write a picture of %d x %d", picture->width,
                       picture->height);
    for (int i = 0; i < 256; i++)
        light_of[i] = (float)tr_srgb_decode((uint8_t)i);
    const int length = snprintf(head, sizeof head,
                                "#?RADIANCE\n# Written by Terrella\nFORMAT=32-bit_rle_rgbe\n"
                                "EXPOSURE=          1.0000000000000\n\n-Y %d +X %d\n",
                                picture->height, picture->width);
    tr_atomic_write(file, head, (size_t)length);
    for (int y = 0; y < picture->height; y++)
        write_row(file, texels + (size_t)y * (size_t)picture->width * (size_t)picture->channels, picture->width,
                  picture->channels, light_of, planes);
    tr_free(planes);
    return TR_OK;
}
