// Pictures become blocks that GPUs read: BC1, BC3, BC4, BC5 and BC7.
// More: docs/internals/blocks.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "texture/texture.h"

// A picture of 8 bits a channel, rows from the top without gaps.
typedef struct tr_texels {
    const uint8_t *texels;
    int channels; // 1 … 4
    int width, height;
} tr_texels;

// Encodes a picture in blocks of 4 x 4 texels, row by row from the top, into tr_texture_bytes bytes. At the
// right and lower edge blocks are filled up with the last texel. BC1 wants at least 3 channels and takes no
// alpha; BC3 and BC7 want at least 3, and without a fourth they are opaque, which is exactly 255 everywhere;
// BC4 takes the first channel, BC5 the first two. Errors are measured in codes: of colours in sRGB as of data.
//
// The same bytes for any instruction set and number of threads. Works on all threads of the pool.
void tr_blocks_encode(tr_texture_format format, tr_isa isa, const tr_texels *picture, tr_pool *pool,
                      uint8_t *blocks);
