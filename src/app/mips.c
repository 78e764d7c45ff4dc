#include "app/mips.h"

#include <math.h>

enum { strip_levels = 5, strip_rows = 1 << strip_levels };

// IEC 61966-2-1
static double light_of(double code) {
    return code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4);
}

void tr_mip_tables_fill(tr_mip_tables *tables) {
    for (int i = 0; i < 256; i++)
        tables->light[i] = (uint16_t)lround(65535 * light_of(i / 255.0));
    int code = 0;
    for (int i = 0; i < 4096; i++) { // the code whose light is nearest to the middle of the step
        const double light = (16 * i + 7.5) / 65535;
        while (code < 255 && light_of((code + 0.5) / 255) < light)
            code++;
        tables->code[i] = (uint8_t)code;
    }
}

int tr_mip_levels(int width) {
    int levels = 0;
    while (width >> 1 >> levels > 0)
        levels++;
    return levels;
}

size_t tr_mip_offset(int width, int level) {
    size_t bytes = 0;
    for (int k = 0; k < level; k++)
        bytes += (size_t)(width >> k) * (size_t)(width / 2 >> k) * 3;
    return bytes;
}

int tr_mip_strips(int width) { return width / 2 / strip_rows; }

// Rows first … first+rows-1 of level `level` from the level before.
static void halve(const tr_mip_tables *tables, bool srgb, int width, int level, int first, int rows,
                  uint8_t *map) {
    const size_t columns = (size_t)(width >> level), row_bytes = 2 * columns * 3;
    const uint8_t *from = map + tr_mip_offset(width, level - 1) + 2 * (size_t)first * row_bytes;
    uint8_t *to = map + tr_mip_offset(width, level) + (size_t)first * columns * 3;
    for (int j = 0; j < rows; j++, from += 2 * row_bytes)
        for (size_t i = 0; i < columns; i++)
            for (size_t c = 0; c < 3; c++) {
                const uint8_t *a = from + 6 * i + c, *b = a + row_bytes;
                if (srgb) {
                    const uint16_t *light = tables->light;
                    *to++ =
                        tables->code[((unsigned)light[a[0]] + light[a[3]] + light[b[0]] + light[b[3]]) >> 6];
                } else {
                    *to++ = (uint8_t)((a[0] + a[3] + b[0] + b[3] + 2) >> 2);
                }
            }
}

void tr_mip_fill_strip(const tr_mip_tables *tables, bool srgb, int width, int strip, uint8_t *map) {
    for (int level = 1; level <= strip_levels; level++) {
        const int rows = strip_rows >> level;
        halve(tables, srgb, width, level, strip * rows, rows, map);
    }
}

void tr_mip_fill_rest(const tr_mip_tables *tables, bool srgb, int width, uint8_t *map) {
    for (int level = strip_levels + 1; level < tr_mip_levels(width); level++)
        halve(tables, srgb, width, level, 0, width / 2 >> level, map);
}
