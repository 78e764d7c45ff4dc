#include "recipe/maps.h"

const tr_map_format *tr_map_get_format(tr_map map) {
    static const tr_map_format formats[TR_MAP_COUNT] = {
        [TR_MAP_ALBEDO] = {"albedo", "colour of the ground in even light, sRGB, 8 bits a channel", 3, 1, true},
        [TR_MAP_HEIGHT] = {"height", "height between height_min_m and height_max_m, linear, 16 bits", 1, 2,
                           false},
        [TR_MAP_NORMAL] = {"normal",
                           "tangent-space normals, red east, green north (+Y), linear, 8 bits a channel", 3, 1,
                           false},
        [TR_MAP_EMISSION] = {"emission", "light that the ground gives off by itself, sRGB, 8 bits a channel", 3,
                             1, true},
        [TR_MAP_ORM] = {"orm", "occlusion, roughness and metal, linear, 8 bits a channel", 3, 1, false},
        [TR_MAP_CLOUDS] = {"clouds", "colour and cover (straight alpha) of the clouds, sRGB, 8 bits a channel",
                           4, 1, true},
        [TR_MAP_WATER] = {"water", "how much of the ground rivers and lakes cover, linear, 8 bits", 1, 1,
                          false},
    };
    return (unsigned)map < TR_MAP_COUNT ? &formats[map] : NULL;
}

// The orientation of OpenGL cube maps (OpenGL 3.3 core, table 3.20): s to the right, t downwards in memory. The
// last six are the same with y and z exchanged.
const tr_face tr_faces[TR_FACES] = {
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
    {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},   {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
    {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},  {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}}, //
    {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}},
    {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},   {{0, 0, -1}, {1, 0, 0}, {0, -1, 0}},
    {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}},  {{0, -1, 0}, {-1, 0, 0}, {0, 0, -1}},
};

tr_status tr_map_check_width(int width, tr_error *error) {
    if (width >= TR_MIN_WIDTH && width <= TR_MAX_WIDTH && width % 2 == 0)
        return TR_OK;
    return tr_fail(error, TR_BAD_INPUT, "a map is an even number of columns wide, %d … %d, not %d",
                   TR_MIN_WIDTH, TR_MAX_WIDTH, width);
}

static tr_status check_map(tr_patch patch, tr_error *error) {
    if (patch.projection == TR_EQUIRECT && patch.face == 0)
        return tr_map_check_width(patch.resolution, error);
    if (patch.projection != TR_CUBE || patch.face < 0 || patch.face >= TR_FACES)
        return tr_fail(error, TR_BAD_INPUT, "there is no face %d of projection %d: a cube has the faces 0 … 11",
                       patch.face, (int)patch.projection);
    if (patch.resolution >= TR_MIN_FACE && patch.resolution <= TR_MAX_FACE)
        return TR_OK;
    return tr_fail(error, TR_BAD_INPUT, "a face of a cube is %d … %d texels wide, not %d", TR_MIN_FACE,
                   TR_MAX_FACE, patch.resolution);
}

tr_status tr_patch_check(tr_patch patch, tr_error *error) {
    const tr_status status = check_map(patch, error);
    const int height = patch.projection == TR_CUBE ? patch.resolution : patch.resolution / 2;
    if (status != TR_OK)
        return status;
    const int beyond = patch.projection == TR_CUBE ? TR_FACE_MARGIN : 0;
    if (patch.x >= -beyond && patch.y >= -beyond && patch.width >= 1 && patch.height >= 1 &&
        patch.width <= patch.resolution + beyond - patch.x && patch.height <= height + beyond - patch.y)
        return TR_OK;
    return tr_fail(error, TR_BAD_INPUT, "a patch of %d x %d texels at (%d, %d) is not within a map of %d x %d",
                   patch.width, patch.height, patch.x, patch.y, patch.resolution, height);
}

size_t tr_band_texel_bytes(int source) {
    static const uint8_t numbers[] = {3, 3, 3, 5, 1};
    return source < TR_MAP_COUNT ? tr_map_texel_bytes((tr_map)source)
                                 : sizeof(float) * numbers[source - TR_MAP_COUNT];
}

tr_band tr_band_part(const tr_band *band, int first, int rows) {
    tr_band part = {.patch = tr_patch_rows(band->patch, first, rows)};
    const size_t texels = (size_t)first * (size_t)band->patch.width;
    for (int i = 0; i < TR_BAND_SOURCES; i++)
        if (band->texels[i])
            part.texels[i] = (char *)band->texels[i] + texels * tr_band_texel_bytes(i);
    return part;
}
