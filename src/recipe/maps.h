// The maps of a planet (tr_map, terrella/terrella.h), and a band of their texels in memory.
#pragma once
#include "base/status.h"

// Bytes per texel.
static inline size_t tr_map_texel_bytes(tr_map map) {
    const tr_map_format *format = tr_map_get_format(map);
    return (size_t)format->channels * (size_t)format->bytes;
}

// Checks the width of a map: an even number, TR_MIN_WIDTH … TR_MAX_WIDTH. Errors: TR_BAD_INPUT.
enum { TR_MIN_WIDTH = 64, TR_MAX_WIDTH = 1 << 22 };
tr_status tr_map_check_width(int width, tr_error *error);

// Checks a patch (tr_patch). Errors: TR_BAD_INPUT.
// Faces 6 … 11 are those of a cube for programs with left-handed axes and z up: their directions have the
// planet's x, z and y.
enum { TR_FACES = 12, TR_MIN_FACE = 16, TR_MAX_FACE = 1 << 20, TR_FACE_MARGIN = 4 };
tr_status tr_patch_check(tr_patch patch, tr_error *error);

// The position of a face's texels in the planet's frame: along major + a right + b down, with a and b from -1
// to 1.
typedef struct tr_face {
    double major[3], right[3], down[3];
} tr_face;
extern const tr_face tr_faces[TR_FACES];

// Data that a bake can compute in addition to the maps, as floats.
enum {
    // The normal map before conversion to bytes: unit vectors, three numbers each. NORMALS are in the map's
    // tangent frame, that of a sphere or of the planet's mesh; GROUND is always in the frame of east, north and
    // up.
    TR_BAND_NORMALS = TR_MAP_COUNT,
    TR_BAND_GROUND,
    // The wind from tr_scratch_set_wind: three numbers each in the planet's frame.
    TR_BAND_WIND,
    // Five numbers each, for a planet with a climate (tr_recipe_climate): the temperature for vegetation in
    // degrees Celsius, the moisture, the fraction of the ground covered by snow and ice, the fraction of bog,
    // and the number of the biome that a map gives plus 1, or 0.
    TR_BAND_CLIMATE,
    // Metres above 0 m, independent of the range of the height map. NaN becomes a large negative number.
    TR_BAND_HEIGHTS,
    TR_BAND_SOURCES
};

// A patch in memory, often rows of another one. texels[m] is width * height texels of map m, or of one of the
// above, without padding, top row first; NULL: not needed.
typedef struct tr_band {
    tr_patch patch;
    void *texels[TR_BAND_SOURCES];
} tr_band;

// Bytes per texel of a map or of one of the above.
size_t tr_band_texel_bytes(int source);

// The whole equirectangular map with `width` columns.
static inline tr_patch tr_whole_map(int width) {
    return (tr_patch){.resolution = width, .width = width, .height = width / 2};
}

// Rows first … first+rows-1 of a patch, as a patch of the same map.
static inline tr_patch tr_patch_rows(tr_patch patch, int first, int rows) {
    patch.y += first, patch.height = rows;
    return patch;
}
// Rows first … first+rows-1 of a band.
tr_band tr_band_part(const tr_band *band, int first, int rows);
