// Mip levels of RGB8 maps, for the window: each level is half of the one before, by a 2 x 2 box.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Colours are averaged as light.
typedef struct tr_mip_tables {
    uint16_t light[256]; // of an sRGB code, 0 … 65535
    uint8_t code[4096];  // of light >> 4
} tr_mip_tables;

void tr_mip_tables_fill(tr_mip_tables *tables);

// Levels of a map of that width (a power of two, at least 64) and half that height, down to 2 x 1.
int tr_mip_levels(int width);

// Where a level begins in the bytes of a map with all its levels. The level after the last: their size.
size_t tr_mip_offset(int width, int level);

// The work in parts, which may run on any threads: each of the strips computes its rows of the next levels, and
// when all of them are done, the rest is computed. srgb: colours; else each channel is averaged as it is.
int tr_mip_strips(int width);
void tr_mip_fill_strip(const tr_mip_tables *tables, bool srgb, int width, int strip, uint8_t *map);
void tr_mip_fill_rest(const tr_mip_tables *tables, bool srgb, int width, uint8_t *map);
