// The maps of a planet, and a band of their texels in memory.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tr_map {
    TR_MAP_ALBEDO,
    TR_MAP_HEIGHT,
    TR_MAP_NORMAL,
    TR_MAP_EMISSION,
    TR_MAP_ORM,
    TR_MAP_CLOUDS,
    TR_MAP_WATER,
    TR_MAP_COUNT
} tr_map;

typedef struct tr_map_format {
    const char *name; // also the suffix of the file: "albedo"
    const char *what; // one line for `terrella list maps`
    int channels;     // 4: the last is alpha, straight (colours are not multiplied with it) and linear
    int bytes;        // of one channel: 1, or 2 in the machine's byte order
    bool srgb;        // colour map (sRGB), else data (linear)
} tr_map_format;

const tr_map_format *tr_map_get_format(tr_map map);

// Bytes of one texel.
static inline size_t tr_map_texel_bytes(tr_map map) {
    const tr_map_format *format = tr_map_get_format(map);
    return (size_t)format->channels * (size_t)format->bytes;
}

// Whether maps can be so wide: an even number, TR_MIN_WIDTH … TR_MAX_WIDTH. Errors: TR_BAD_INPUT.
enum { TR_MIN_WIDTH = 64, TR_MAX_WIDTH = 262144 };
tr_status tr_map_check_width(int width, tr_error *error);

// Rows row … row+rows-1 of the equirectangular maps of `width` columns and width/2 rows. texels[m] is
// rows * width texels of map m without padding, top row first, or NULL where that map is not wanted.
// Column 0 begins at longitude -180°, row 0 at the north pole.
typedef struct tr_band {
    int width, row, rows;
    void *texels[TR_MAP_COUNT];
} tr_band;
