#include "base/memory.h"
#include "texture/blocks.h"
#include "texture/levels.h"

#include <assert.h>
#include <string.h>

// Converts one face of a level to the format: blocks, or RGB to RGBA.
static void convert(const tr_levels *map, tr_texture_format format, tr_isa isa, int level, int face,
                    tr_pool *pool, uint8_t *to) {
    const int width = tr_level_size(map->width, level), height = tr_level_size(map->height, level);
    const uint8_t *from = map->data[level][face];
    if (tr_texture_is_blocks(format)) {
        tr_blocks_encode(format, isa, &(tr_texels){from, map->channels, width, height}, pool, to);
        return;
    }
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
        memcpy(to + 4 * i, from + 3 * i, 3);
        to[4 * i + 3] = 255;
    }
}

// Whether the map's texels already have the format.
static bool is_same(const tr_levels *map, tr_texture_format format) {
    static const struct { uint8_t channels, bytes; } of[] = {{1, 1}, {4, 1}, {1, 2}};
    return !tr_texture_is_blocks(format) && map->channels == of[format].channels &&
           map->bytes == of[format].bytes;
}

tr_status tr_texture_make(const tr_levels *map, tr_texture_format format, tr_isa isa, tr_pool *pool,
                          tr_texture *texture, void **memory, tr_error *error) {
    const bool same = is_same(map, format);
    assert(same || (map->bytes == 1 && (tr_texture_is_blocks(format) || format == TR_TEXTURE_RGBA8)));
    *texture = (tr_texture){.format = format,
                            .srgb = map->kind == TR_LEVELS_COLOURS && tr_texture_can_be_srgb(format),
                            .width = map->width,
                            .height = map->height,
                            .faces = map->faces,
                            .levels = map->levels};
    size_t bytes = 0;
    for (int level = 0; level < map->levels && !same; level++)
        bytes += tr_texture_level_bytes(texture, level);
    uint8_t *next = *memory = same ? NULL : tr_malloc(bytes);
    if (!same && !next)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a texture %d wide", map->width);
    for (int level = 0; level < map->levels; level++)
        for (int face = 0; face < map->faces; face++) {
            texture->data[level][face] = same ? map->data[level][face] : next;
            if (same)
                continue;
            convert(map, format, isa, level, face, pool, next);
            next += tr_texture_level_bytes(texture, level) / (size_t)map->faces;
        }
    return TR_OK;
}
