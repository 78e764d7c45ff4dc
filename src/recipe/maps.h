// The maps of a planet (tr_map, terrella/terrella.h), and a band of their texels in memory.
#pragma once
#include "base/status.h"

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
