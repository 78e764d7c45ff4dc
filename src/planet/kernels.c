#include "planet/kernels.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

void tr_srgb_table_fill(tr_srgb_table *table) {
    table->threshold[0] = 0;
    for (int k = 1; k <= 255; k++)
        table->threshold[k] = (float)tr_srgb_decode(k - 0.5);
    table->threshold[256] = INFINITY;
    uint32_t code = 0;
    for (uint32_t i = 0; i < TR_SRGB_CELLS; i++) {
        const uint32_t first = (TR_SRGB_FIRST_CELL + i) << 16; // the bits of its first float
        uint32_t next = bits_of(table->threshold[code + 1]);
        if (next == first)
            next = bits_of(table->threshold[++code + 1]);
        table->cell[i] = code << 16;
        if (next >> 16 == first >> 16) {
            table->cell[i] += 0x10000 - (next & 0xffff);
            code++;
        }
        assert(bits_of(table->threshold[code + 1]) >> 16 != first >> 16);
    }
}
