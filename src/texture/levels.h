// Mip levels of a planet's maps, for files. (The window uses planet/mips.h.)
// More: docs/internals/blocks.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "texture/texture.h"

// How texels are averaged.
typedef enum tr_levels_kind {
    TR_LEVELS_COLOURS, // sRGB in 8 bits, averaged as light; a second or fourth channel is straight linear
                       // alpha, so transparent texels do not affect colours
    TR_LEVELS_NUMBERS, // averaged without conversion: heights, masks, roughness
    TR_LEVELS_NORMALS, // tangent space, x to the east and y to the north, or on a face x along its columns: 3
                       // channels, averaged as unit vectors
    TR_LEVELS_VECTORS, // the same in one global frame
} tr_levels_kind;

// A map with memory for its levels.
typedef struct tr_levels {
    tr_levels_kind kind;
    int channels; // 1 … 4
    int bytes;    // per channel: 1, or 2 in native byte order and aligned
    bool south;   // normals: y to the south
    int width, height;
    int faces;  // 1: equirectangular; 6: a cube as in tr_texture, width x width each
    int levels; // 1 … tr_level_count
    void *data[TR_TEXTURE_MOST_LEVELS][6];
    // For TR_LEVELS_NUMBERS: the normals of that map with all levels made, or NULL. With them, channel
    // `roughness` is roughness, the square root of the width of a texel's slopes (alpha of glTF), and increases
    // where normals differ.
    const struct tr_levels *normals;
    int roughness;
} tr_levels;

// Returns the bytes of levels 1 … levels-1 of all faces.
size_t tr_levels_bytes(const tr_levels *map);
// Places levels 1 … levels-1 in memory of tr_levels_bytes bytes: sets their elements of map->data.
void tr_levels_place(tr_levels *map, void *memory);

// Makes levels 1 … levels-1 from level 0, each from the previous one. A texel is a mean over the sphere:
// - of an equirectangular map: over the texels that it covers, a box whose rows are weighted by area;
// - of a cube: over a tent twice as wide, which continues over the neighbour's texels at the edges of a face.
// Sizes may be odd. A map of one colour keeps it exactly, and so do normals that point up. The bytes do not
// depend on the number of threads. Uses all threads of the pool. Errors: TR_NO_MEMORY.
tr_status tr_levels_make(const tr_levels *map, tr_pool *pool, tr_error *error);

// Makes the texture of a map with its levels. For block formats each level is encoded (texture/blocks.h); the
// map must have 8 bits. Otherwise texels stay in the map's memory, or, for a map with three channels in RGBA8,
// are copied with an alpha of 255. *memory is new memory or NULL; free it after the texture. Errors:
// TR_NO_MEMORY.
tr_status tr_texture_make(const tr_levels *map, tr_texture_format format, tr_isa isa, tr_pool *pool,
                          tr_texture *texture, void **memory, tr_error *error);
