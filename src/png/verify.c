#include "png/png.h"

#include "base/memory.h"
#include <stdio.h>
#include <string.h>
#include <zlib.h>

enum { piece = 1 << 14 };

typedef struct look {
    FILE *file;
    unsigned char some[piece];
} look;

static bool get_number(look *l, uint32_t *number) {
    unsigned char b[4];
    if (fread(b, 1, 4, l->file) != 4)
        return false;
    *number = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    return true;
}

// A chunk after its length: its name, its data, its check sum.
static bool look_at_chunk(look *l, uint32_t bytes, bool *last) {
    uLong sum = 0;
    uint32_t reported;
    bool good = fread(l->some, 1, 4, l->file) == 4;
    *last = good && memcmp(l->some, "IEND", 4) == 0;
    if (good)
        sum = crc32(sum, l->some, 4);
    while (good && bytes > 0) {
        const size_t some = bytes < piece ? bytes : piece;
        good = fread(l->some, 1, some, l->file) == some;
        if (good)
            sum = crc32_z(sum, l->some, some);
        bytes -= (uint32_t)some;
    }
    return good && get_number(l, &reported) && reported == sum;
}

static bool look_at(look *l) {
    bool last = false;
    uint32_t bytes;
    if (fread(l->some, 1, 8, l->file) != 8 || memcmp(l->some, "\x89PNG\r\n\x1a\n", 8) != 0)
        return false;
    while (!last)
        if (!get_number(l, &bytes) || !look_at_chunk(l, bytes, &last))
            return false;
    return getc(l->file) == EOF;
}

tr_status tr_png_verify(FILE *file, bool *sound, tr_error *error) {
    look *l = tr_malloc(sizeof *l);
    *sound = false;
    if (!l)
        return tr_fail(error, TR_NO_MEMORY, "no memory to look at a PNG");
    l->file = file;
    *sound = look_at(l);
    tr_free(l);
    return TR_OK;
}
