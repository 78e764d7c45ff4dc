#include "texture/blocks.h"
#include "texture/private/kernels.h"

#include <assert.h>
#include <string.h>

enum { batch = 64 }; // blocks at a time: 4 KiB of texels

typedef struct encoding {
    tr_texture_format format;
    tr_isa isa;
    tr_texels picture;
    int columns; // of blocks
    uint8_t *blocks;
} encoding;

// Texel (x, y) as RGBA; beyond the edges, the nearest texel.
static void fetch(const tr_texels *p, int x, int y, uint8_t texel[4]) {
    const size_t column = (size_t)(x < p->width ? x : p->width - 1),
                 row = (size_t)(y < p->height ? y : p->height - 1);
    const uint8_t *from = p->texels + (row * (size_t)p->width + column) * (size_t)p->channels;
    for (int c = 0; c < 4; c++)
        texel[c] = c < p->channels ? from[c] : c == 3 ? 255 : 0;
}

// Collects the texels of blocks first … first+count-1 of a row of blocks.
static void gather(const encoding *e, int row, int first, int count, uint8_t (*texels)[16][4]) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 16; k++)
            fetch(&e->picture, 4 * (first + i) + k % 4, 4 * row + k / 4, texels[i][k]);
}

// Makes blocks of 16 bytes from two halves.
static void interleave(int count, const uint8_t (*first)[8], const uint8_t (*second)[8],
                       uint8_t (*blocks)[16]) {
    for (int i = 0; i < count; i++) {
        memcpy(blocks[i], first[i], 8);
        memcpy(blocks[i] + 8, second[i], 8);
    }
}

static void encode_batch(tr_texture_format format, tr_isa isa, int count, const uint8_t (*texels)[16][4],
                         void *blocks) {
    uint8_t first[batch][8], second[batch][8];
    switch (format) {
    case TR_TEXTURE_BC1:
        TR_KERNEL_OF(isa, tr_bc1_blocks)(count, texels, blocks);
        break;
    case TR_TEXTURE_BC4:
        TR_KERNEL_OF(isa, tr_bc4_blocks)(count, 0, texels, blocks);
        break;
    case TR_TEXTURE_BC3:
        TR_KERNEL_OF(isa, tr_bc4_blocks)(count, 3, texels, first);
        TR_KERNEL_OF(isa, tr_bc1_blocks)(count, texels, second);
        interleave(count, first, second, blocks);
        break;
    case TR_TEXTURE_BC5:
        TR_KERNEL_OF(isa, tr_bc4_blocks)(count, 0, texels, first);
        TR_KERNEL_OF(isa, tr_bc4_blocks)(count, 1, texels, second);
        interleave(count, first, second, blocks);
        break;
    default:
        TR_KERNEL_OF(isa, tr_bc7_blocks)(count, texels, blocks);
    }
}

static void encode_row(void *context, int row, int worker) {
    (void)worker;
    const encoding *e = context;
    const size_t block_bytes = tr_texture_unit_bytes(e->format);
    uint8_t texels[batch][16][4];
    for (int first = 0; first < e->columns; first += batch) {
        const int count = e->columns - first < batch ? e->columns - first : batch;
        gather(e, row, first, count, texels);
        encode_batch(e->format, e->isa, count, texels,
                     e->blocks + ((size_t)row * (size_t)e->columns + (size_t)first) * block_bytes);
    }
}

void tr_blocks_encode(tr_texture_format format, tr_isa isa, const tr_texels *picture, tr_pool *pool,
                      uint8_t *blocks) {
    static const uint8_t channels[TR_TEXTURE_FORMAT_COUNT] = {[TR_TEXTURE_BC1] = 3,
                                                              [TR_TEXTURE_BC3] = 3,
                                                              [TR_TEXTURE_BC4] = 1,
                                                              [TR_TEXTURE_BC5] = 2,
                                                              [TR_TEXTURE_BC7] = 3};
    assert(tr_texture_is_blocks(format) && picture->channels >= channels[format] && picture->channels <= 4);
    (void)channels;
    encoding e = {format, isa, *picture, (picture->width + 3) / 4, blocks};
    tr_pool_run(pool, (picture->height + 3) / 4, encode_row, &e);
}
