// Encodes pictures as blocks that GPUs read: BC1, BC3, BC4, BC5 and BC7.
// More: docs/internals/blocks.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "texture/texture.h"

// A picture with 8 bits per channel, rows from the top without gaps.
typedef struct tr_texels {
    const uint8_t *texels;
    int channels; // 1 … 4
    int width, height;
} tr_texels;

// Encodes a picture in blocks of 4 x 4 texels, row by row from the top, into tr_texture_bytes bytes. Blocks at
// the right and lower edges are padded with the last texel. BC1 needs at least 3 channels and ignores alpha.
// BC3 and BC7 need at least 3; without a fourth they are opaque, exactly 255 everywhere. BC4 uses the first
// channel, BC5 the first two. Errors are measured in codes, also for colours in sRGB.
//
// The same bytes for any instruction set and number of threads. Works on all threads of the pool.
void tr_blocks_encode(tr_texture_format format, tr_isa isa, const tr_texels *picture, tr_pool *pool,
                      uint8_t *blocks);
