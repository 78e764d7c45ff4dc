// Block decoders for tests, from the Khronos Data Format Specification 1.3: S3TC, RGTC, and modes 5 and 6 of
// BPTC. Interpolated colours are rounded to the nearest code.
#pragma once
#include "texture/texture.h"

#include <string.h>

// A number of a file, the lowest byte first.
static inline uint64_t number_at(const uint8_t *file, size_t at, size_t bytes) {
    uint64_t number = 0;
    for (size_t i = 0; i < bytes; i++)
        number |= (uint64_t)file[at + i] << 8 * i;
    return number;
}

static inline uint32_t little_endian(const uint8_t *bytes, int count) {
    uint32_t word = 0;
    for (int i = 0; i < count; i++)
        word |= (uint32_t)bytes[i] << 8 * i;
    return word;
}

static inline void decode_565(uint32_t code, int rgb[3]) {
    const int r = (int)(code >> 11), g = (int)(code >> 5 & 63), b = (int)(code & 31);
    rgb[0] = r << 3 | r >> 2, rgb[1] = g << 2 | g >> 4, rgb[2] = b << 3 | b >> 2;
}

// always_four: four colours whatever the order of the ends, as in a BC3 block.
static inline void decode_bc1(const uint8_t block[8], bool always_four, uint8_t texels[16][4]) {
    const uint32_t codes[2] = {little_endian(block, 2), little_endian(block + 2, 2)};
    int colours[4][4] = {{0, 0, 0, 255}, {0, 0, 0, 255}, {0, 0, 0, 255}, {0, 0, 0, 0}};
    decode_565(codes[0], colours[0]);
    decode_565(codes[1], colours[1]);
    const bool four = always_four || codes[0] > codes[1];
    for (int c = 0; c < 3; c++) {
        const int a = colours[0][c], b = colours[1][c];
        colours[2][c] = four ? (2 * a + b + 1) / 3 : (a + b + 1) / 2;
        colours[3][c] = four ? (a + 2 * b + 1) / 3 : 0;
    }
    colours[3][3] = four ? 255 : 0;
    for (int k = 0; k < 16; k++)
        for (int c = 0; c < 4; c++)
            texels[k][c] = (uint8_t)colours[little_endian(block + 4, 4) >> 2 * k & 3][c];
}

static inline void decode_bc4(const uint8_t block[8], int channel, uint8_t texels[16][4]) {
    const int a = block[0], b = block[1], steps = a > b ? 7 : 5;
    int values[8] = {a, b, 0, 0, 0, 0, 0, 255};
    for (int i = 1; i < steps; i++)
        values[1 + i] = (2 * ((steps - i) * a + i * b) + steps) / (2 * steps);
    const uint64_t codes = little_endian(block + 2, 4) | (uint64_t)little_endian(block + 6, 2) << 32;
    for (int k = 0; k < 16; k++)
        texels[k][channel] = (uint8_t)values[codes >> 3 * k & 7];
}

typedef struct bit_reader {
    const uint8_t *block;
    int at;
} bit_reader;

static inline int take_bits(bit_reader *r, int count) {
    int value = 0;
    for (int i = 0; i < count; i++, r->at++)
        value |= (r->block[r->at >> 3] >> (r->at & 7) & 1) << i;
    return value;
}

static inline void take_indices(bit_reader *r, int bits, int indices[16]) {
    for (int k = 0; k < 16; k++)
        indices[k] = take_bits(r, k ? bits : bits - 1);
}

static inline int blend_bc7(int a, int b, int bits, int index) {
    static const int two[4] = {0, 21, 43, 64};
    static const int four[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
    const int weight = bits == 2 ? two[index] : four[index];
    return ((64 - weight) * a + weight * b + 32) >> 6;
}

// Returns the mode. Texels stay unchanged if it is neither 5 nor 6.
static inline int decode_bc7(const uint8_t block[16], uint8_t texels[16][4]) {
    bit_reader r = {block, 0};
    int mode = 0, ends[4][2], indices[2][16];
    while (mode < 8 && take_bits(&r, 1) == 0)
        mode++;
    if (mode != 5 && mode != 6)
        return mode;
    const int rotation = mode == 5 ? take_bits(&r, 2) : 0, bits = mode == 5 ? 2 : 4;
    for (int c = 0; c < 4; c++)
        for (int e = 0; e < 2; e++) {
            ends[c][e] = take_bits(&r, mode == 5 && c == 3 ? 8 : 7);
            if (mode == 5 && c < 3)
                ends[c][e] = ends[c][e] << 1 | ends[c][e] >> 6;
        }
    if (mode == 6)
        for (int e = 0; e < 2; e++) {
            const int low = take_bits(&r, 1);
            for (int c = 0; c < 4; c++)
                ends[c][e] = ends[c][e] << 1 | low;
        }
    take_indices(&r, bits, indices[0]);
    if (mode == 5)
        take_indices(&r, bits, indices[1]);
    for (int k = 0; k < 16; k++)
        for (int c = 0; c < 4; c++)
            texels[k][c] = (uint8_t)blend_bc7(ends[c][0], ends[c][1], bits, indices[mode == 5 && c == 3][k]);
    for (int k = 0; k < 16 && rotation > 0; k++) {
        const uint8_t alpha = texels[k][3];
        texels[k][3] = texels[k][rotation - 1], texels[k][rotation - 1] = alpha;
    }
    return mode;
}

// Decodes a block of any BC format into RGBA. Returns false for a BC7 block of another mode.
static inline bool decode_block(tr_texture_format format, const uint8_t *block, uint8_t texels[16][4]) {
    for (int k = 0; k < 16; k++)
        memcpy(texels[k], (const uint8_t[]){0, 0, 0, 255}, 4);
    switch (format) {
    case TR_TEXTURE_BC1:
        decode_bc1(block, false, texels);
        return true;
    case TR_TEXTURE_BC3:
        decode_bc1(block + 8, true, texels);
        decode_bc4(block, 3, texels);
        return true;
    case TR_TEXTURE_BC4:
        decode_bc4(block, 0, texels);
        return true;
    case TR_TEXTURE_BC5:
        decode_bc4(block, 0, texels);
        decode_bc4(block + 8, 1, texels);
        return true;
    default: {
        const int mode = decode_bc7(block, texels);
        return mode == 5 || mode == 6;
    }
    }
}

// Decodes blocks into an image of width x height RGBA texels.
static inline bool decode_blocks(tr_texture_format format, const uint8_t *blocks, int width, int height,
                                 uint8_t *rgba) {
    const size_t bytes = tr_texture_unit_bytes(format);
    bool known = true;
    for (int y = 0; y < height; y += 4)
        for (int x = 0; x < width; x += 4, blocks += bytes) {
            uint8_t texels[16][4];
            known &= decode_block(format, blocks, texels);
            for (int k = 0; k < 16; k++)
                if (x + k % 4 < width && y + k / 4 < height)
                    memcpy(rgba + 4 * ((size_t)(y + k / 4) * (size_t)width + (size_t)(x + k % 4)), texels[k],
                           4);
        }
    return known;
}
