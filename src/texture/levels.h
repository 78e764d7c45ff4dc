// Levels of detail of maps of a planet, for files. (What the window shows has its own: planet/mips.h.)
// More: docs/internals/blocks.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "texture/texture.h"

typedef enum tr_levels_kind {
    TR_LEVELS_COLOURS, // sRGB in 8 bits, averaged as light; with a second or fourth channel, which is straight
                       // linear alpha, so that clear texels give no colour
    TR_LEVELS_NUMBERS, // averaged as they are: heights, masks, roughness
    TR_LEVELS_NORMALS, // tangent space, x to the east, y to the north, or, on a face, x along its columns: 3
                       // channels, averaged as vectors of length 1
    TR_LEVELS_VECTORS, // the same in one frame everywhere
} tr_levels_kind;

// A map with the room for its levels.
typedef struct tr_levels {
    tr_levels_kind kind;
    int channels; // 1 … 4
    int bytes;    // of a channel: 1, or 2 in the machine's order and aligned
    bool south;   // of normals: y to the south
    int width, height;
    int faces;  // 1: equirectangular; 6: of a cube, as tr_texture, width x width each
    int levels; // 1 … tr_level_count
    void *data[TR_TEXTURE_MOST_LEVELS][6];
    // Of numbers: the normals of that map, all levels made, or NULL. Then channel `roughness` is roughness, the
    // square root of the width of the slopes that a texel holds (alpha of glTF), and grows where normals
    // differ.
    const struct tr_levels *normals;
    int roughness;
} tr_levels;

// Bytes of levels 1 … levels-1 of all faces, and data[] pointing to them in memory of that size.
size_t tr_levels_bytes(const tr_levels *map);
void tr_levels_place(tr_levels *map, void *memory);

// Makes levels 1 … levels-1 from level 0, each from the one before. A texel is the mean over the sphere of
// - an equirectangular map: what it covers, a box whose rows weigh as much as their area;
// - a cube: a tent twice as wide, which at the edges of a face goes on over the neighbour's texels.
// Sizes may be odd. A map of one colour keeps it exactly, and so do normals that point up. The same bytes for
// any number of threads. Works on all threads of the pool. Errors: TR_NO_MEMORY.
tr_status tr_levels_make(const tr_levels *map, tr_pool *pool, tr_error *error);

// The texture of a map with its levels. Blocks: each level is encoded (texture/blocks.h), of maps with 8 bits.
// Else texels are the map's own and stay in its room, or, of a map with three channels as RGBA8, get an alpha
// of 255. *memory holds what is new, NULL if nothing is: free it after the texture. Errors: TR_NO_MEMORY.
tr_status tr_texture_make(const tr_levels *map, tr_texture_format format, tr_isa isa, tr_pool *pool,
                          tr_texture *texture, void **memory, tr_error *error);
