// Textures for GPUs: formats, mip levels, faces of a cube.
// More: docs/internals/blocks.md.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Channels of 8 and 16 bits (in native byte order) represent 0 … 1. BC… are blocks of 4 x 4 texels.
typedef enum tr_texture_format {
    TR_TEXTURE_R8,
    TR_TEXTURE_RGBA8,
    TR_TEXTURE_R16,
    TR_TEXTURE_BC1, // RGB, 8 bytes per block
    TR_TEXTURE_BC3, // RGBA, 16 bytes: BC1 plus a BC4 block for alpha
    TR_TEXTURE_BC4, // one channel, 8 bytes
    TR_TEXTURE_BC5, // two channels, 16 bytes
    TR_TEXTURE_BC7, // RGB or RGBA, 16 bytes
    TR_TEXTURE_FORMAT_COUNT
} tr_texture_format;

enum {
    TR_TEXTURE_MOST_SIZE = 65536, // texels along a side
    TR_TEXTURE_MOST_LEVELS = 17,
};

// Whether texels are stored in blocks of 4 x 4.
static inline bool tr_texture_is_blocks(tr_texture_format format) { return format >= TR_TEXTURE_BC1; }

// Bytes per texel, or per block.
size_t tr_texture_unit_bytes(tr_texture_format format);

// Whether the format can be sRGB: formats with colours in 8 bits can.
bool tr_texture_can_be_srgb(tr_texture_format format);

// Texels along a side of a level, from those of level 0.
static inline int tr_level_size(int size, int level) { return size >> level > 1 ? size >> level : 1; }

// The number of levels down to 1 x 1.
int tr_level_count(int width, int height);

// Bytes of one face of a texture of that size (1 … TR_TEXTURE_MOST_SIZE).
size_t tr_texture_bytes(tr_texture_format format, int width, int height);

// A picture with mip levels, in memory of others.
typedef struct tr_texture {
    tr_texture_format format;
    bool srgb; // only for formats that can be
    int width, height;
    int faces;  // 1, or 6 for a cube: +X -X +Y -Y +Z -Z, as in OpenGL's cube maps; square
    int levels; // 1 … tr_level_count
    // [level][face]: rows from the top without gaps, 16 bits in little-endian order
    const void *data[TR_TEXTURE_MOST_LEVELS][6];
} tr_texture;

// Bytes of all faces of a level.
size_t tr_texture_level_bytes(const tr_texture *texture, int level);
