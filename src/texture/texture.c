#include "texture/texture.h"

size_t tr_texture_unit_bytes(tr_texture_format format) {
    static const uint8_t bytes[TR_TEXTURE_FORMAT_COUNT] = {1, 4, 2, 8, 16, 8, 16, 16};
    return bytes[format];
}

bool tr_texture_can_be_srgb(tr_texture_format format) {
    return format == TR_TEXTURE_RGBA8 || format == TR_TEXTURE_BC1 || format == TR_TEXTURE_BC3 ||
           format == TR_TEXTURE_BC7;
}

int tr_level_count(int width, int height) {
    int levels = 1;
    while ((width | height) >> levels > 0)
        levels++;
    return levels;
}

size_t tr_texture_bytes(tr_texture_format format, int width, int height) {
    const size_t side = tr_texture_is_blocks(format) ? 4 : 1;
    const size_t columns = ((size_t)width + side - 1) / side, rows = ((size_t)height + side - 1) / side;
    return columns * rows * tr_texture_unit_bytes(format); // at most 2^34
}

size_t tr_texture_level_bytes(const tr_texture *texture, int level) {
    return (size_t)texture->faces * tr_texture_bytes(texture->format, tr_level_size(texture->width, level),
                                                     tr_level_size(texture->height, level));
}
