#include "base/memory.h"
#include "base/version.h"
#include "texture/container.h"
#include "texture/private/bytes.h"

#include <zstd.h>

enum { zstandard = 2, head_bytes = 80, level_bytes = 24, buffer_bytes = 1 << 17 };

// Colour models and channels of the Khronos Data Format Specification, and a flag for channels that are linear
// while the others are sRGB.
enum { rgbsda = 1, bc1a = 128, bc3 = 130, bc4 = 131, bc5 = 132, bc7 = 134 };
enum { red = 0, green = 1, blue = 2, alpha = 15, is_linear = 16 };

typedef struct ktx2_format {
    uint16_t vulkan, vulkan_srgb; // VkFormat
    uint8_t model, type_bytes;
    uint8_t channel_count, channels[4]; // in the order of storage
} ktx2_format;

static const ktx2_format formats[TR_TEXTURE_FORMAT_COUNT] = {
    [TR_TEXTURE_R8] = {9, 0, rgbsda, 1, 1, {red}},
    [TR_TEXTURE_RGBA8] = {37, 43, rgbsda, 1, 4, {red, green, blue, alpha}},
    [TR_TEXTURE_R16] = {70, 0, rgbsda, 2, 1, {red}},
    [TR_TEXTURE_BC1] = {131, 132, bc1a, 1, 1, {red}}, // a block with one part uses the number 0 for it
    [TR_TEXTURE_BC3] = {137, 138, bc3, 1, 2, {alpha, red}},
    [TR_TEXTURE_BC4] = {139, 0, bc4, 1, 1, {red}},
    [TR_TEXTURE_BC5] = {141, 0, bc5, 1, 2, {red, green}},
    [TR_TEXTURE_BC7] = {145, 146, bc7, 1, 1, {red}},
};

// ---- the head of the file ------------------------------------------------------------------------

// "Basic descriptor block", with a sample for each channel.
static void put_format(tr_header *h, const tr_texture *t) {
    const ktx2_format *format = &formats[t->format];
    const uint32_t unit = (uint32_t)tr_texture_unit_bytes(t->format), bits = 8 * unit / format->channel_count;
    const uint32_t size = 24 + 16u * format->channel_count, side = tr_texture_is_blocks(t->format) ? 3 : 0;
    const uint32_t by_khronos = 0, version = 2 | size << 16; // of the block
    // Primaries of BT.709; linear or sRGB; straight alpha.
    const uint32_t model = format->model | 1u << 8 | (t->srgb ? 2u : 1u) << 16;
    TR_PUT(h, 4 + size, by_khronos, version, model, side | side << 8);
    tr_put(h, unit, 8); // bytes of plane 0, also of compressed levels (KTX-Specification, pull request 221)
    for (uint32_t i = 0; i < format->channel_count; i++) {
        const uint32_t channel = format->channels[i], data = t->srgb && channel == alpha ? is_linear : 0;
        const uint32_t in_block = 0, least = 0, most = bits >= 32 ? UINT32_MAX : (1u << bits) - 1;
        TR_PUT(h, i * bits | (bits - 1) << 16 | (channel | data) << 24, in_block, least, most);
    }
}

// Keys and values, in the order of the keys. Of the last value, if present, only the length is written here,
// because it may be long.
static void put_words(tr_header *h, size_t text_bytes) {
    static const char orientation[] = "KTXorientation\0rd", writer[] = "KTXwriter\0Terrella " TR_VERSION;
    const struct {
        const char *words;
        size_t bytes;
    } pairs[] = {{orientation, sizeof orientation}, {writer, sizeof writer}};
    for (int i = 0; i < 2; i++) {
        TR_PUT(h, (uint32_t)pairs[i].bytes);
        tr_put_bytes(h, pairs[i].words, pairs[i].bytes);
        tr_put(h, 0, (4 - pairs[i].bytes % 4) % 4);
    }
    if (text_bytes > 0) {
        TR_PUT(h, (uint32_t)text_bytes + 9);
        tr_put_bytes(h, "terrella", 9);
    }
}

// Offsets and sizes of the parts of the file.
typedef struct layout {
    uint64_t first[TR_TEXTURE_MOST_LEVELS], bytes[TR_TEXTURE_MOST_LEVELS];
    size_t words_bytes, text_bytes; // text with its terminating zero
    tr_header format, words;
} layout;

static size_t up(size_t bytes, size_t step) { return (bytes + step - 1) / step * step; }

// bytes[] has the sizes of the levels in the file.
static void lay_out(const tr_texture *t, bool compressed, const char *text, layout *l) {
    l->text_bytes = text ? strlen(text) + 1 : 0;
    put_format(&l->format, t);
    put_words(&l->words, l->text_bytes);
    l->words_bytes = up(l->words.count + l->text_bytes, 4);
    uint64_t at = head_bytes + (uint64_t)level_bytes * (uint64_t)t->levels + l->format.count + l->words_bytes;
    const size_t unit = tr_texture_unit_bytes(t->format);
    for (int level = t->levels - 1; level >= 0; level--) {
        at = compressed ? at : up(at, unit > 4 ? unit : 4);
        l->first[level] = at;
        at += l->bytes[level];
    }
}

static void put_head(tr_header *h, const tr_texture *t, bool compressed, const layout *l) {
    static const uint8_t identifier[12] = {0xab, 'K', 'T', 'X', ' ', '2', '0', 0xbb, '\r', '\n', 0x1a, '\n'};
    const ktx2_format *format = &formats[t->format];
    const uint32_t format_at = head_bytes + (uint32_t)level_bytes * (uint32_t)t->levels;
    tr_put_bytes(h, identifier, sizeof identifier);
    const uint32_t vulkan = t->srgb ? format->vulkan_srgb : format->vulkan, no_depth = 0, no_array = 0;
    const uint32_t format_bytes = (uint32_t)l->format.count;
    TR_PUT(h, vulkan, format->type_bytes, (uint32_t)t->width, (uint32_t)t->height, no_depth, no_array,
           (uint32_t)t->faces, (uint32_t)t->levels, compressed ? zstandard : 0, format_at, format_bytes,
           format_at + format_bytes, (uint32_t)l->words_bytes);
    tr_put(h, 0, 8); // no global data
    tr_put(h, 0, 8);
    for (int level = 0; level < t->levels; level++) {
        tr_put(h, l->first[level], 8);
        tr_put(h, l->bytes[level], 8);
        tr_put(h, tr_texture_level_bytes(t, level), 8);
    }
}

static void put_zeros(tr_atomic_file *file, uint64_t count) {
    static const uint8_t zeros[16] = {0};
    tr_atomic_write(file, zeros, (size_t)count); // less than 16
}

// Writes everything before the levels and returns the end position.
static uint64_t write_head(tr_atomic_file *file, const tr_texture *t, bool compressed, const char *text,
                           const layout *l) {
    tr_header head = {.count = 0};
    put_head(&head, t, compressed, l);
    tr_atomic_write(file, head.bytes, head.count);
    tr_atomic_write(file, l->format.bytes, l->format.count);
    tr_atomic_write(file, l->words.bytes, l->words.count);
    tr_atomic_write(file, text, l->text_bytes);
    put_zeros(file, l->words_bytes - l->words.count - l->text_bytes);
    return head.count + l->format.count + l->words_bytes;
}

// ---- levels --------------------------------------------------------------------------------------

// Compresses a level into the file; without a file it only counts the bytes. Errors: TR_NO_MEMORY.
static tr_status compress_level(ZSTD_CCtx *zstd, uint8_t *buffer, const tr_texture *t, int level,
                                tr_atomic_file *file, uint64_t *bytes, tr_error *error) {
    const size_t all = tr_texture_level_bytes(t, level), each = all / (size_t)t->faces;
    ZSTD_CCtx_reset(zstd, ZSTD_reset_session_only);
    ZSTD_CCtx_setPledgedSrcSize(zstd, all);
    *bytes = 0;
    for (int face = 0; face < t->faces; face++) {
        ZSTD_inBuffer in = {t->data[level][face], each, 0};
        const bool last = face == t->faces - 1;
        size_t left;
        do {
            ZSTD_outBuffer out = {buffer, buffer_bytes, 0};
            left = ZSTD_compressStream2(zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
            if (ZSTD_isError(left)) // the only possible error is lack of memory
                return tr_fail(error, TR_NO_MEMORY, "no memory to compress a texture: %s",
                               ZSTD_getErrorName(left));
            if (file)
                tr_atomic_write(file, out.dst, out.pos);
            *bytes += out.pos;
        } while (last ? left > 0 : in.pos < in.size);
    }
    return TR_OK;
}

static tr_status write_compressed(tr_atomic_file *file, const tr_texture *t, ZSTD_CCtx *zstd, uint8_t *buffer,
                                  const char *text, tr_error *error) {
    layout l = {.text_bytes = 0};
    tr_status status = TR_OK;
    for (int level = 0; level < t->levels && status == TR_OK; level++)
        status = compress_level(zstd, buffer, t, level, NULL, &l.bytes[level], error);
    if (status != TR_OK)
        return status;
    lay_out(t, true, text, &l);
    write_head(file, t, true, text, &l);
    for (int level = t->levels - 1; level >= 0 && status == TR_OK; level--) {
        uint64_t bytes;
        status = compress_level(zstd, buffer, t, level, file, &bytes, error);
        assert(status != TR_OK || bytes == l.bytes[level]);
    }
    return status;
}

static void write_plain(tr_atomic_file *file, const tr_texture *t, const char *text) {
    layout l = {.text_bytes = 0};
    for (int level = 0; level < t->levels; level++)
        l.bytes[level] = tr_texture_level_bytes(t, level);
    lay_out(t, false, text, &l);
    uint64_t at = write_head(file, t, false, text, &l);
    for (int level = t->levels - 1; level >= 0; level--) {
        put_zeros(file, l.first[level] - at);
        for (int face = 0; face < t->faces; face++)
            tr_atomic_write(file, t->data[level][face], (size_t)l.bytes[level] / (size_t)t->faces);
        at = l.first[level] + l.bytes[level];
    }
}

tr_status tr_ktx2_write(tr_atomic_file *file, const tr_texture *t, int zstd, const char *text,
                        tr_error *error) {
    tr_texture_assert(t);
    if (zstd == 0) {
        write_plain(file, t, text);
        return TR_OK;
    }
    ZSTD_CCtx *context = ZSTD_createCCtx();
    uint8_t *buffer = tr_malloc(buffer_bytes);
    if (context)
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, zstd);
    const tr_status status = context && buffer
                                 ? write_compressed(file, t, context, buffer, text, error)
                                 : tr_fail(error, TR_NO_MEMORY, "no memory to compress a texture");
    tr_free(buffer);
    ZSTD_freeCCtx(context);
    return status;
}
