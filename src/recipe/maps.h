// The maps of a planet (tr_map, terrella/terrella.h), and a band of their texels in memory.
#pragma once
#include "base/status.h"

// Bytes of one texel.
static inline size_t tr_map_texel_bytes(tr_map map) {
    const tr_map_format *format = tr_map_get_format(map);
    return (size_t)format->channels * (size_t)format->bytes;
}

// Whether maps can be so wide: an even number, TR_MIN_WIDTH … TR_MAX_WIDTH. Errors: TR_BAD_INPUT.
enum { TR_MIN_WIDTH = 64, TR_MAX_WIDTH = 1 << 22 };
tr_status tr_map_check_width(int width, tr_error *error);

// Whether there is such a patch: see tr_patch. Errors: TR_BAD_INPUT.
// Faces 6 … 11 are those of a cube for programs whose axes are left-handed and whose z is up: such a direction
// has the planet's x, z and y.
enum { TR_FACES = 12, TR_MIN_FACE = 16, TR_MAX_FACE = 1 << 20, TR_FACE_MARGIN = 4 };
tr_status tr_patch_check(tr_patch patch, tr_error *error);

// Where the texels of a face lie in the planet's frame: along major + a right + b down, a and b from -1 to 1.
typedef struct tr_face {
    double major[3], right[3], down[3];
} tr_face;
extern const tr_face tr_faces[TR_FACES];

// A patch whose texels are rows of another one, in memory. texels[m] is width * height texels of map m without
// padding, top row first, or NULL where that map is not wanted.
typedef struct tr_band {
    tr_patch patch;
    void *texels[TR_MAP_COUNT];
    // The normal map before its numbers are made bytes: unit vectors, three numbers each, or NULL. Along what
    // the map has them, the tangents of a ball or of the planet's mesh; and along east, north and up in any
    // case.
    float *normals, *ground;
    // What tr_scratch_set_wind gave the scratch, at the texels: three numbers each in the planet's frame, or
    // NULL.
    float *wind;
    // Of a planet with a climate (tr_recipe_climate), four numbers each, or NULL: how warm it is for what
    // grows, in degrees Celsius, how moist, which fraction of the ground snow and ice cover, and how much of it
    // is bog.
    float *climate;
    // Metres above 0 m, whatever range the height map has, or NULL. What is no number is far below 0 m.
    float *heights;
} tr_band;

// The whole equirectangular map of so many columns.
static inline tr_patch tr_whole_map(int width) {
    return (tr_patch){.resolution = width, .width = width, .height = width / 2};
}

// Rows first … first+rows-1 of a patch, as a patch of the same map.
static inline tr_patch tr_patch_rows(tr_patch patch, int first, int rows) {
    patch.y += first, patch.height = rows;
    return patch;
}
