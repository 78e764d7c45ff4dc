#include "png/private/quick.h"

#include "base/memory.h"
#include "png/private/deflate.h"
#include <string.h>
#include <zlib.h>

enum { filter_sub = 1 };

struct tr_quick {
    tr_atomic_file *file;
    tr_deflate *deflate;
    size_t row_bytes, texel_bytes;
    unsigned char *turned;   // a row with its 16-bit samples turned round
    unsigned char *filtered; // a row with its filter's number before it
};

// ---- chunks ------------------------------------------------------------------------------------

static void store(uint32_t number, unsigned char out[4]) {
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(number >> (24 - 8 * i));
}

// A chunk of two parts.
static bool put_chunk(tr_quick *q, const char *type, const void *head, size_t head_bytes, const void *data,
                      size_t bytes) {
    unsigned char length[4], sum_bytes[4];
    store((uint32_t)(head_bytes + bytes), length);
    uLong sum = crc32(0, (const unsigned char *)type, 4);
    sum = crc32_z(sum, head, head_bytes);
    sum = crc32_z(sum, data, bytes);
    store((uint32_t)sum, sum_bytes);
    tr_atomic_write(q->file, length, 4);
    tr_atomic_write(q->file, type, 4);
    tr_atomic_write(q->file, head, head_bytes);
    tr_atomic_write(q->file, data, bytes);
    return tr_atomic_write(q->file, sum_bytes, 4);
}

static bool put_compressed(void *context, const unsigned char *bytes, size_t count) {
    return put_chunk(context, "IDAT", "", 0, bytes, count);
}

static void put_head(tr_quick *q, const tr_png_layout *layout) {
    static const unsigned char types[] = {[1] = 0, [2] = 4, [3] = 2, [4] = 6};
    static const char keyword[] = TR_PNG_KEYWORD "\0\0\0\0"; // not compressed, of no language
    unsigned char header[13] = {0};
    store((uint32_t)layout->width, header);
    store((uint32_t)layout->height, header + 4);
    header[8] = (unsigned char)(8 * layout->bytes);
    header[9] = types[layout->channels];
    tr_atomic_write(q->file, "\x89PNG\r\n\x1a\n", 8);
    put_chunk(q, "IHDR", header, sizeof header, "", 0);
    if (layout->srgb)
        put_chunk(q, "sRGB", "", 1, "", 0); // perceptual
    if (layout->text && *layout->text)
        put_chunk(q, "iTXt", keyword, sizeof keyword, layout->text, strlen(layout->text));
}

// ---- rows --------------------------------------------------------------------------------------

// Each byte less the one of the texel to its left, eight of them at a time.
static void filter(const tr_quick *q, const unsigned char *row, unsigned char *out) {
    const uint64_t tops = 0x8080808080808080;
    const size_t left = q->texel_bytes;
    size_t x = left;
    memcpy(out, row, left);
    for (; x + 8 <= q->row_bytes; x += 8) {
        uint64_t a, b;
        memcpy(&a, row + x, sizeof a);
        memcpy(&b, row + x - left, sizeof b);
        a = ((a | tops) - (b & ~tops)) ^ ((a ^ ~b) & tops); // no byte borrows from the next one
        memcpy(out + x, &a, sizeof a);
    }
    for (; x < q->row_bytes; x++)
        out[x] = (unsigned char)(row[x] - row[x - left]);
}

static void turn(const tr_quick *q, const unsigned char *row) {
    const uint64_t lows = 0x00ff00ff00ff00ff;
    size_t x = 0;
    for (; x + 8 <= q->row_bytes; x += 8) {
        uint64_t word;
        memcpy(&word, row + x, sizeof word);
        word = (word & lows) << 8 | (word >> 8 & lows);
        memcpy(q->turned + x, &word, sizeof word);
    }
    for (; x < q->row_bytes; x += 2)
        q->turned[x] = row[x + 1], q->turned[x + 1] = row[x];
}

bool tr_quick_row(tr_quick *q, const unsigned char *row) {
    if (q->turned)
        turn(q, row);
    q->filtered[0] = filter_sub;
    filter(q, q->turned ? q->turned : row, q->filtered + 1);
    return tr_deflate_put(q->deflate, q->filtered, q->row_bytes + 1);
}

// ---- the file ----------------------------------------------------------------------------------

tr_quick *tr_quick_create(const tr_png_layout *layout, tr_atomic_file *file) {
    tr_quick *q = tr_calloc(1, sizeof *q);
    if (!q)
        return NULL;
    q->file = file;
    q->texel_bytes = (size_t)layout->channels * (size_t)layout->bytes;
    q->row_bytes = (size_t)layout->width * q->texel_bytes;
    q->deflate = tr_deflate_create(put_compressed, q);
    q->filtered = tr_malloc(q->row_bytes + 1);
    q->turned = layout->bytes == 2 ? tr_malloc(q->row_bytes) : NULL;
    if (!q->deflate || !q->filtered || (layout->bytes == 2 && !q->turned)) {
        tr_quick_free(q);
        return NULL;
    }
    put_head(q, layout);
    return q;
}

void tr_quick_end(tr_quick *q) {
    if (tr_deflate_end(q->deflate))
        put_chunk(q, "IEND", "", 0, "", 0);
}

void tr_quick_free(tr_quick *q) {
    if (!q)
        return;
    tr_free(q->deflate);
    tr_free(q->filtered);
    tr_free(q->turned);
    tr_free(q);
}
