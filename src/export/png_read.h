// Reads height maps from PNG files.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

enum { TR_PNG_MAX_TEXELS = 1 << 28 }; // 16384 x 16384, half a gigabyte

typedef struct tr_height_map {
    int width, height;
    uint16_t *heights; // row by row, from the top; free()
    int bits;          // of the file's samples: 1, 2, 4, 8 or 16
    bool had_alpha;    // which was left out
} tr_height_map;

// Any PNG whose texels are grey: also in RGB and palette files, where red, green and blue have to be equal.
// Samples of fewer than 16 bits are scaled so that the largest becomes 65535 (8 bits: v * 257). Alpha is left
// out; gamma and colour spaces are not looked at, since heights are data. Errors, with the path: TR_BAD_INPUT
// (no such file, no PNG, a broken one, colours, too large), TR_NO_MEMORY.
tr_status tr_png_read_heights(const char *path, tr_height_map *map, tr_error *error);
