#include "export/private/image.h"

#include "base/isa.h"
#include "base/memory.h"
#include "texture/container.h"
#include "texture/levels.h"

enum { zstd_level = 9 };

tr_texture_format tr_gpu_format(const tr_picture *picture, const tr_gpu_coding *coding) {
    const tr_blocks blocks = coding->blocks;
    const bool plain = blocks == TR_BLOCKS_NONE || picture->height < 4, // the strip of the rings
        small = blocks == TR_BLOCKS_BC1 && picture->kind == TR_PICTURE_NUMBERS;
    if (picture->bytes == 2)
        return TR_TEXTURE_R16;
    if (picture->channels == 1)
        return plain ? TR_TEXTURE_R8 : TR_TEXTURE_BC4;
    if (plain)
        return TR_TEXTURE_RGBA8;
    if (picture->kind == TR_PICTURE_NORMALS)
        return coding->kerbal ? TR_TEXTURE_BC3 : TR_TEXTURE_BC5;
    return !small ? TR_TEXTURE_BC7 : picture->channels == 4 ? TR_TEXTURE_BC3 : TR_TEXTURE_BC1;
}

const char *tr_gpu_format_name(tr_texture_format format) {
    static const char *const names[TR_TEXTURE_FORMAT_COUNT] = {"R8",  "RGBA8", "R16", "BC1",
                                                               "BC3", "BC4",   "BC5", "BC7"};
    return names[format];
}

int tr_gpu_levels(const tr_picture *picture, const tr_gpu_coding *coding) {
    return coding->no_mips ? 1 : tr_level_count(picture->width, tr_picture_height(picture));
}

// Sets level 0 to the given texels, and allocates the others in *memory, to be freed.
static tr_status place(const tr_picture *picture, void *texels, int levels, tr_levels *map, void **memory,
                       tr_error *error) {
    static const tr_levels_kind kinds[] = {[TR_PICTURE_NUMBERS] = TR_LEVELS_NUMBERS,
                                           [TR_PICTURE_NORMALS] = TR_LEVELS_NORMALS,
                                           [TR_PICTURE_VECTORS] = TR_LEVELS_VECTORS};
    const int faces = picture->cube ? 6 : 1, height = tr_picture_height(picture);
    *map = (tr_levels){.kind = picture->srgb ? TR_LEVELS_COLOURS : kinds[picture->kind],
                       .channels = picture->channels,
                       .bytes = picture->bytes,
                       .south = picture->south,
                       .width = picture->width,
                       .height = height,
                       .faces = faces,
                       .levels = levels};
    const size_t bytes = (size_t)picture->width * (size_t)height * (size_t)(picture->channels * picture->bytes);
    for (int face = 0; face < faces; face++)
        map->data[0][face] = (uint8_t *)texels + (size_t)face * bytes;
    *memory = tr_malloc(tr_levels_bytes(map) + 1);
    if (!*memory)
        return tr_fail(error, TR_NO_MEMORY, "no memory for levels of a texture %d wide", picture->width);
    tr_levels_place(map, *memory);
    return TR_OK;
}

// Converts between smoothness and roughness, which are complements.
static void invert(const tr_levels *map, int channel) {
    for (int level = 0; level < map->levels; level++)
        for (int face = 0; face < map->faces; face++) {
            const size_t texels =
                (size_t)tr_level_size(map->width, level) * (size_t)tr_level_size(map->height, level);
            uint8_t *code = (uint8_t *)map->data[level][face] + channel;
            for (size_t i = 0; i < texels; i++, code += map->channels)
                *code = (uint8_t)(255 - *code);
        }
}

// Makes all levels of the picture.
static tr_status make_levels(const tr_picture *picture, void *normals, tr_pool *pool, tr_levels *map,
                             tr_error *error) {
    const bool smooth = picture->smooth && normals;
    const tr_picture of_normals = {.width = picture->width,
                                   .height = picture->height,
                                   .channels = 3,
                                   .bytes = 1,
                                   .cube = picture->cube,
                                   .kind = TR_PICTURE_NORMALS};
    tr_levels rough;
    void *memory = NULL;
    tr_status status = TR_OK;
    if (normals && picture->roughness) {
        status = place(&of_normals, normals, map->levels, &rough, &memory, error);
        if (status == TR_OK)
            status = tr_levels_make(&rough, pool, error);
        map->normals = &rough;
        map->roughness = picture->roughness - 1;
    }
    if (smooth) { // only level 0 has texels so far
        const int levels = map->levels;
        map->levels = 1;
        invert(map, map->roughness);
        map->levels = levels;
    }
    if (status == TR_OK)
        status = tr_levels_make(map, pool, error);
    if (smooth)
        invert(map, map->roughness);
    map->normals = NULL;
    tr_free(memory);
    return status;
}

// ---- Kerbal Space Program: docs/internals/targets.md -----------------------------------------------------

static void reverse(uint8_t *texels, int count, size_t bytes) {
    for (int i = 0; i < count / 2; i++)
        tr_swap(texels + (size_t)i * bytes, texels + (size_t)(count - 1 - i) * bytes, bytes);
}

// Converts a map to the orientation of the game: the first row is the southernmost, and columns run to the west
// from 90 degrees east. This is a rotation by 180 degrees, followed by a shift by a quarter of the width.
static void turn(const tr_picture *picture, uint8_t *texels) {
    const int quarter = picture->width / 4;
    const size_t bytes = (size_t)(picture->channels * picture->bytes), row = (size_t)picture->width * bytes;
    for (int i = 0; i < picture->height / 2; i++)
        tr_swap(texels + (size_t)i * row, texels + (size_t)(picture->height - 1 - i) * row, row);
    for (int i = 0; i < picture->height; i++) {
        uint8_t *first = texels + (size_t)i * row;
        reverse(first, picture->width - quarter, bytes);
        reverse(first + (size_t)(picture->width - quarter) * bytes, quarter, bytes);
    }
}

// Red points west, the direction of columns now; 128 was 0.
static void turn_normals(const tr_picture *picture, uint8_t *texels) {
    for (size_t i = 0; i < (size_t)picture->width * (size_t)picture->height; i++)
        texels[3 * i] = texels[3 * i] == 128 ? 128 : (uint8_t)(255 - texels[3 * i]);
}

// Packs normals as DXT5nm: x in alpha, which has separate blocks, y in green; red is 1, for shaders that
// multiply it by alpha. *memory holds them: free it after the map.
static tr_status pack_normals(tr_levels *map, void **memory, tr_error *error) {
    const tr_levels from = *map;
    map->kind = TR_LEVELS_NUMBERS;
    map->channels = 4;
    const size_t first = 4 * (size_t)map->width * (size_t)map->height;
    *memory = tr_malloc(first + tr_levels_bytes(map));
    if (!*memory)
        return tr_fail(error, TR_NO_MEMORY, "no memory for normals %d wide", map->width);
    map->data[0][0] = *memory;
    tr_levels_place(map, (uint8_t *)*memory + first);
    for (int level = 0; level < map->levels; level++) {
        const size_t texels =
            (size_t)tr_level_size(map->width, level) * (size_t)tr_level_size(map->height, level);
        const uint8_t *normal = from.data[level][0];
        uint8_t *to = map->data[level][0];
        for (size_t i = 0; i < texels; i++, normal += 3, to += 4)
            to[0] = 255, to[1] = normal[1], to[2] = 255, to[3] = normal[0];
    }
    return TR_OK;
}

tr_status tr_gpu_encode(tr_atomic_file *file, tr_file_format format, const tr_picture *picture, void *texels,
                        void *normals, const tr_gpu_coding *coding, tr_error *error) {
    tr_levels map;
    tr_texture texture;
    void *levels = NULL, *packed = NULL, *blocks = NULL;
    const bool kerbal_normals = coding->kerbal && picture->kind == TR_PICTURE_NORMALS;
    tr_picture turned = *picture;
    if (coding->kerbal)
        turn(picture, texels);
    if (kerbal_normals) {
        turn_normals(picture, texels);
        turned.south = !picture->south; // rows now run to the north
    }
    tr_status status = place(&turned, texels, tr_gpu_levels(picture, coding), &map, &levels, error);
    if (status == TR_OK && map.levels > 1)
        status = make_levels(&turned, normals, coding->pool, &map, error);
    if (status == TR_OK && kerbal_normals)
        status = pack_normals(&map, &packed, error);
    if (status == TR_OK)
        status = tr_texture_make(&map, tr_gpu_format(picture, coding), tr_isa_best(), coding->pool, &texture,
                                 &blocks, error);
    if (status == TR_OK && format == TR_FORMAT_KTX2)
        status = tr_ktx2_write(file, &texture, coding->zstd ? zstd_level : 0, coding->text, error);
    else if (status == TR_OK)
        tr_dds_write(file, &texture, !coding->kerbal);
    tr_free(blocks);
    tr_free(packed);
    tr_free(levels);
    return status;
}
