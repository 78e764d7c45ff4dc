#include "scene/private/packed.h"

#include "base/memory.h"
#include "scene/load.h"

#include <nettle/base64.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

static void *allocate(void *context, uInt items, uInt size) {
    (void)context;
    return tr_calloc(items, size);
}

static void give_back(void *context, void *memory) {
    (void)context;
    tr_free(memory);
}

static tr_status no_memory(tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory for a share link");
}

static tr_status damaged(tr_error *error) {
    return tr_fail(error, TR_BAD_INPUT, "the share link is damaged or not whole: copy all of it once more");
}

// ---- writing -----------------------------------------------------------------------------------

// All of a stream at once. NULL where there is no memory.
static unsigned char *compress_text(const char *text, size_t *size) {
    z_stream z = {.zalloc = allocate, .zfree = give_back};
    const size_t length = strlen(text);
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    const size_t capacity = deflateBound(&z, length);
    unsigned char *packed = tr_malloc(capacity);
    z.next_in = (unsigned char *)(uintptr_t)text; // which zlib only reads
    z.avail_in = (uInt)length;
    z.next_out = packed, z.avail_out = (uInt)capacity;
    if (packed && deflate(&z, Z_FINISH) != Z_STREAM_END) {
        tr_free(packed);
        packed = NULL;
    }
    *size = z.total_out;
    deflateEnd(&z);
    return packed;
}

tr_status tr_packed_write(const char *text, char **letters, tr_error *error) {
    size_t size, length;
    unsigned char *packed = compress_text(text, &size);
    *letters = packed ? tr_malloc(BASE64_ENCODE_LENGTH(size) + BASE64_ENCODE_FINAL_LENGTH + 1) : NULL;
    if (*letters) {
        struct base64_encode_ctx base64;
        base64url_encode_init(&base64);
        length = base64_encode_update(&base64, *letters, size, packed);
        length += base64_encode_final(&base64, *letters + length);
        while (length > 0 && (*letters)[length - 1] == '=')
            length--;
        (*letters)[length] = 0;
    }
    tr_free(packed);
    return *letters ? TR_OK : no_memory(error);
}

// ---- reading -----------------------------------------------------------------------------------

// A text while it grows. No larger than a world may be and one byte more, which tells that it is too large.
typedef struct growing {
    char *text;
    size_t length, capacity;
} growing;

static bool grow(growing *g) {
    const size_t most = TR_WORLD_BYTES + 1;
    const size_t capacity = g->capacity == 0 ? 1 << 16 : g->capacity < most / 2 ? 2 * g->capacity : most;
    char *text = tr_realloc(g->text, capacity + 1);
    if (!text)
        return false;
    g->text = text, g->capacity = capacity;
    return true;
}

static tr_status inflate_all(z_stream *z, growing *g, tr_error *error) {
    int result = Z_OK;
    while (result == Z_OK && g->length <= TR_WORLD_BYTES) {
        if (g->length == g->capacity && !grow(g))
            return no_memory(error);
        z->next_out = (unsigned char *)g->text + g->length, z->avail_out = (uInt)(g->capacity - g->length);
        result = inflate(z, Z_NO_FLUSH);
        g->length = g->capacity - z->avail_out;
        g->text[g->length] = 0;
    }
    if (result == Z_MEM_ERROR)
        return no_memory(error);
    if (g->length > TR_WORLD_BYTES)
        return tr_fail(error, TR_BAD_INPUT, "the share link holds more than %d MiB, which no world needs",
                       TR_WORLD_BYTES >> 20);
    return result == Z_STREAM_END && z->avail_in == 0 && strlen(g->text) == g->length ? TR_OK : damaged(error);
}

static tr_status decompress(unsigned char *packed, size_t size, char **text, tr_error *error) {
    z_stream z = {.zalloc = allocate, .zfree = give_back, .next_in = packed, .avail_in = (uInt)size};
    growing g = {0};
    if (inflateInit(&z) != Z_OK)
        return no_memory(error);
    const tr_status status = inflate_all(&z, &g, error);
    inflateEnd(&z);
    if (status == TR_OK)
        *text = g.text;
    else
        tr_free(g.text);
    return status;
}

tr_status tr_packed_read(const char *letters, size_t length, char **text, tr_error *error) {
    struct base64_decode_ctx base64;
    *text = NULL;
    if (length > 2 * (size_t)TR_WORLD_BYTES)
        return tr_fail(error, TR_BAD_INPUT, "the share link is longer than that of any world");
    size_t size = BASE64_DECODE_LENGTH(length), padding = 0;
    unsigned char *packed = tr_malloc(size + 3), rest[3];
    if (!packed)
        return no_memory(error);
    base64url_decode_init(&base64);
    bool good = base64_decode_update(&base64, &size, packed, length, letters);
    while (good && !base64_decode_final(&base64) && padding < 2) // which lines go without
        good = base64_decode_update(&base64, &(size_t){sizeof rest}, rest, 1, "="), padding++;
    const tr_status status =
        good && base64_decode_final(&base64) ? decompress(packed, size, text, error) : damaged(error);
    tr_free(packed);
    return status;
}
