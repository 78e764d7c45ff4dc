#include "png/png.h"

#include "base/memory.h"
#include "base/platform.h"
#include "base/size.h"
#include <errno.h>
#include <limits.h>
#include <spng.h>
#include <string.h>

// The maximum that libspng may store of a file besides two scanlines: texts and profiles, decompressed.
enum { extras_bytes = 1 << 24 };

// State of reading a file.
typedef struct reader {
    const char *path;
    FILE *stream;      // or NULL:
    const void *bytes; // the file in memory
    size_t size;
    spng_ctx *decoder;
    struct spng_ihdr header;
} reader;

typedef struct heights {
    const char *path;
    tr_height_map *map;
    tr_png_info info;
} heights;

// ---- errors ------------------------------------------------------------------------------------

static tr_status bad_file(const char *path, tr_error *error, const char *message, const char *detail) {
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", path);
    return tr_fail(error, TR_BAD_INPUT, message, detail);
}

static tr_status no_memory(const char *path, tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
}

// Of errno.
static tr_status unread(const char *path, tr_error *error) {
    char text[TR_REASON_BYTES];
    return errno == ENOMEM ? no_memory(path, error)
                           : bad_file(path, error, "cannot read: %s", tr_reason_of_path(errno, path, text));
}

// If zlib has no memory, libspng reports wrong data or skips a text. So errno, which begin() sets to 0, tells
// whether an allocation failed (tr_malloc and related functions set it).
static tr_status decoder_failed(const reader *r, int fault, tr_error *error) {
    if (fault == SPNG_EMEM || fault == SPNG_EZLIB_INIT || errno == ENOMEM)
        return no_memory(r->path, error);
    switch (fault) {
    case SPNG_ESIGNATURE:
        return bad_file(r->path, error, "this is not a PNG%s, or it is damaged: only PNG files can be read",
                        "");
    case SPNG_IO_ERROR:
        return unread(r->path, error);
    case SPNG_ECHUNK_LIMITS:
        return bad_file(r->path, error, "the PNG has too much beside its texels (%s): save it without that",
                        "more than 16 MiB or 1000 of texts, profiles and the like");
    case SPNG_IO_EOF:
        return bad_file(r->path, error, "the PNG is damaged (%s): copy it again from where it came from",
                        "the file ends too early");
    default:
        return bad_file(r->path, error, "the PNG is damaged (%s): copy it again from where it came from",
                        spng_strerror(fault));
    }
}

// ---- decoding ----------------------------------------------------------------------------------

// Checks the size before any allocation depends on it.
static tr_status check_size(const reader *r, tr_error *error) {
    const uint32_t width = r->header.width, height = r->header.height;
    if (width <= TR_PNG_MAX_SIDE && height <= TR_PNG_MAX_SIDE &&
        (uint64_t)width * height <= (uint64_t)TR_PNG_MAX_TEXELS)
        return TR_OK;
    char size[48];
    snprintf(size, sizeof size, "%u x %u", width, height);
    return bad_file(r->path, error,
                    "the picture has %s texels: at most 2^28 in all (16384 x 16384) and 2^20 along a side "
                    "can be read",
                    size);
}

// Reads the header. `ancillary` is the action for non-critical chunks with wrong check sums. It must not be
// SPNG_CRC_USE, which makes libspng 0.7.3 skip all check sums.
static tr_status begin(reader *r, enum spng_crc_action ancillary, tr_error *error) {
    errno = 0;
    r->decoder = spng_ctx_new2(&(struct spng_alloc){tr_malloc, tr_realloc, tr_calloc, tr_free}, 0);
    int fault = !r->decoder ? SPNG_EMEM
                : r->stream ? spng_set_png_file(r->decoder, r->stream)
                            : spng_set_png_buffer(r->decoder, r->bytes, r->size);
    if (!fault)
        fault = spng_set_chunk_limits(r->decoder, extras_bytes, extras_bytes);
    if (!fault)
        fault = spng_set_crc_action(r->decoder, SPNG_CRC_ERROR, (int)ancillary);
    if (!fault)
        fault = spng_get_ihdr(r->decoder, &r->header);
    if (fault == SPNG_IO_EOF) // before the header was complete
        fault = SPNG_ESIGNATURE;
    return fault ? decoder_failed(r, fault, error) : TR_OK;
}

// The same, for pictures that are kept whole.
static tr_status begin_limited(reader *r, enum spng_crc_action ancillary, tr_error *error) {
    const tr_status status = begin(r, ancillary, error);
    return status == TR_OK ? check_size(r, error) : status;
}

// Decodes scanline by scanline. In an interlaced picture these are every second texel of every second row and
// so on, in seven passes (Adam7). `sink` is NULL if the texels are not needed.
static int decode_scanlines(const reader *r, int format, const tr_png_sink *sink, unsigned char *texels,
                            size_t bytes, tr_status *status, tr_error *error) {
    static const int firsts[] = {0, 4, 0, 2, 0, 1, 0}, steps[] = {8, 8, 4, 4, 2, 2, 1};
    struct spng_row_info info;
    int fault = spng_decode_image(r->decoder, NULL, 0, format, SPNG_DECODE_PROGRESSIVE);
    while (!fault && *status == TR_OK) {
        fault = spng_get_row_info(r->decoder, &info);
        if (!fault)
            fault = spng_decode_scanline(r->decoder, texels, bytes);
        if (!sink || (fault && fault != SPNG_EOI))
            continue;
        const int pass = r->header.interlace_method ? info.pass : 6; // scanlines of the last pass are complete
        *status = sink->take(sink->context, (int)info.row_num, firsts[pass], steps[pass], texels, error);
    }
    return fault;
}

// Decodes all texels and reads the rest of the file: only then are the check sums of the last chunks verified.
static tr_status decode(const reader *r, int format, const tr_png_sink *sink, tr_error *error) {
    size_t bytes = 0; // of the whole picture
    tr_status status = TR_OK;
    int fault = spng_decoded_image_size(r->decoder, format, &bytes);
    bytes /= r->header.height; // NOLINT(clang-analyzer-core.DivideZero): libspng rejects such headers
    unsigned char *texels = tr_allocate(bytes, 1);
    if (!fault)
        fault = texels ? decode_scanlines(r, format, sink, texels, bytes, &status, error) : SPNG_EMEM;
    tr_free(texels);
    if (status == TR_OK && fault == SPNG_EOI)
        fault = spng_decode_chunks(r->decoder);
    return status == TR_OK && fault ? decoder_failed(r, fault, error) : status;
}

// Chooses how texels are decoded: grey of fewer bits to 8, palettes to RGB or RGBA, others unchanged.
static int choose_format(const reader *r, tr_png_info *info) {
    static const int channels[] = {
        [SPNG_COLOR_TYPE_GRAYSCALE] = 1,       [SPNG_COLOR_TYPE_TRUECOLOR] = 3,
        [SPNG_COLOR_TYPE_INDEXED] = 3,         [SPNG_COLOR_TYPE_GRAYSCALE_ALPHA] = 2,
        [SPNG_COLOR_TYPE_TRUECOLOR_ALPHA] = 4,
    };
    struct spng_trns transparency;
    const struct spng_ihdr *header = &r->header;
    *info = (tr_png_info){.width = (int)header->width,
                          .height = (int)header->height,
                          .bits = header->bit_depth,
                          .channels = channels[header->color_type],
                          .bytes = header->bit_depth == 16 ? 2 : 1,
                          .palette = header->color_type == SPNG_COLOR_TYPE_INDEXED,
                          .interlaced = header->interlace_method != 0};
    if (!info->palette)
        return info->channels == 1 && info->bytes == 1 ? SPNG_FMT_G8 : SPNG_FMT_PNG;
    if (spng_get_trns(r->decoder, &transparency))
        return SPNG_FMT_RGB8;
    info->channels = 4;
    return SPNG_FMT_RGBA8;
}

static tr_status pass_on(reader *r, const tr_png_sink *sink, tr_error *error) {
    tr_png_info info;
    tr_status status = begin(r, SPNG_CRC_DISCARD, error); // texels are not in such chunks
    if (status != TR_OK)
        return status;
    const int format = choose_format(r, &info);
    status = sink->begin(sink->context, &info, error);
    return status == TR_OK ? decode(r, format, sink, error) : status;
}

tr_status tr_png_decode(FILE *stream, const void *bytes, size_t size, const char *path, const tr_png_sink *sink,
                        tr_error *error) {
    reader r = {.path = path, .stream = stream, .bytes = bytes, .size = size};
    const tr_status status = pass_on(&r, sink, error);
    spng_ctx_free(r.decoder);
    return status;
}

// ---- heights -----------------------------------------------------------------------------------

static tr_status begin_heights(void *context, const tr_png_info *info, tr_error *error) {
    heights *h = context;
    const reader size = {.path = h->path,
                         .header = {.width = (uint32_t)info->width, .height = (uint32_t)info->height}};
    const tr_status status = check_size(&size, error);
    if (status != TR_OK)
        return status;
    h->info = *info;
    *h->map = (tr_height_map){.width = info->width,
                              .height = info->height,
                              .bits = info->bits,
                              .had_alpha = !info->palette && info->channels % 2 == 0};
    h->map->heights = tr_allocate((size_t)info->width * (size_t)info->height, sizeof *h->map->heights);
    return h->map->heights ? TR_OK : no_memory(h->path, error);
}

static uint16_t sample(const heights *h, const unsigned char *texel, int channel) {
    uint16_t value;
    if (h->info.bytes == 1)
        return (uint16_t)(texel[channel] * 257);
    memcpy(&value, texel + 2 * (size_t)channel, sizeof value);
    return value;
}

static tr_status take_heights(void *context, int y, int first, int step, const void *texels, tr_error *error) {
    const heights *h = context;
    const tr_height_map *map = h->map;
    const unsigned char *texel = texels;
    for (int x = first; x < map->width; x += step, texel += h->info.channels * h->info.bytes) {
        const uint16_t height = sample(h, texel, 0);
        map->heights[(size_t)y * (size_t)map->width + (size_t)x] = height;
        if (h->info.channels < 3 || (height == sample(h, texel, 1) && height == sample(h, texel, 2)))
            continue;
        char place[48];
        snprintf(place, sizeof place, "column %d, row %d", x, y);
        return bad_file(
            h->path, error,
            "the picture is in colour (%s), and a height map is grey: turn it into a grey one first", place);
    }
    return TR_OK;
}

tr_status tr_png_read_heights(const char *path, tr_height_map *map, tr_error *error) {
    heights h = {.path = path, .map = map};
    FILE *stream = tr_path_stream(path, "rb");
    *map = (tr_height_map){0};
    if (!stream)
        return unread(path, error);
    const tr_status status =
        tr_png_decode(stream, NULL, 0, path, &(tr_png_sink){&h, begin_heights, take_heights}, error);
    fclose(stream);
    if (status != TR_OK) {
        tr_free(map->heights);
        map->heights = NULL;
    }
    return status;
}

// ---- text --------------------------------------------------------------------------------------

// Searches the texts that were read so far, after reading everything before the texels.
static tr_status find_text(const reader *r, char **text, tr_error *error) {
    uint32_t count = 0;
    int fault = spng_get_text(r->decoder, NULL, &count);
    if (fault)
        return fault == SPNG_ECHUNKAVAIL ? TR_OK : decoder_failed(r, fault, error);
    struct spng_text *texts = tr_calloc(count, sizeof *texts);
    fault = texts ? spng_get_text(r->decoder, texts, &count) : SPNG_EMEM;
    for (uint32_t i = 0; i < count && !fault && !*text; i++)
        if (strcmp(texts[i].keyword, TR_PNG_KEYWORD) == 0) {
            *text = tr_strdup(texts[i].text);
            fault = *text ? SPNG_OK : SPNG_EMEM;
        }
    tr_free(texts);
    return fault ? decoder_failed(r, fault, error) : TR_OK;
}

// Whether the file is too small for its number of texels, so that reading past them is not worthwhile: data
// that compress to a hundredth are not a picture.
static bool is_hollow(const reader *r, size_t bytes) {
    enum { ratio = 100 };
    tr_info file;
    return tr_stream_info(r->stream, &file) == 0 && file.kind == TR_KIND_FILE && file.bytes < bytes / ratio;
}

// Whether a file whose PNG begins at `start` certainly has no text, by the types of its chunks. Of pipes, of
// files that are not whole, and of small ones, which are decoded quickly, it is not certain. The stream stays
// where it is.
static bool has_no_text(FILE *stream, long start) {
    enum { quick = 1 << 20 };
    const long at = ftell(stream);
    unsigned char head[8];
    long next = start + 8;
    bool ended = false, text = start < 0 || at < 0;
    while (!ended && !text && fseek(stream, next, SEEK_SET) == 0 && fread(head, 1, 8, stream) == 8) {
        const unsigned long length =
            (unsigned long)head[0] << 24 | (unsigned long)head[1] << 16 | (unsigned long)head[2] << 8 | head[3];
        ended = memcmp(head + 4, "IEND", 4) == 0;
        text = memcmp(head + 4, "tEXt", 4) == 0 || memcmp(head + 4, "zTXt", 4) == 0 ||
               memcmp(head + 4, "iTXt", 4) == 0 || length > INT32_MAX || (long)length > LONG_MAX - 12 - next;
        if (!text)
            next += 12 + (long)length;
    }
    return at >= 0 && fseek(stream, at, SEEK_SET) == 0 && ended && !text && next - start > quick;
}

// Whether it is worthwhile to read past the texels: always if that is quick.
static bool may_have_text_behind(const reader *r, long start) {
    enum { usual = 1 << 26 }; // bytes of texels
    size_t bytes = 0;
    return spng_decoded_image_size(r->decoder, SPNG_FMT_RAW, &bytes) != SPNG_OK || bytes <= usual ||
           (!is_hollow(r, bytes) && !has_no_text(r->stream, start));
}

tr_status tr_png_read_text(FILE *stream, const char *path, char **text, tr_error *error) {
    reader r = {.path = path, .stream = stream};
    const long start = ftell(stream);
    *text = NULL;
    tr_status status = begin_limited(&r, SPNG_CRC_ERROR, error);
    if (status == TR_OK)
        status = find_text(&r, text, error);
    // Terrella writes it before the texels, but other programs may move it behind them.
    if (status == TR_OK && !*text && may_have_text_behind(&r, start)) {
        status = decode(&r, SPNG_FMT_RAW, NULL, error);
        if (status == TR_OK)
            status = find_text(&r, text, error);
    }
    if (status == TR_OK && !*text && errno == ENOMEM)
        status = no_memory(r.path, error);
    spng_ctx_free(r.decoder);
    return status;
}

// ---- check sums ----------------------------------------------------------------------------------

tr_status tr_png_verify(FILE *stream, const char *path, bool *sound, tr_error *error) {
    reader r = {.path = path, .stream = stream};
    tr_status status = begin_limited(&r, SPNG_CRC_ERROR, NULL);
    if (status == TR_OK)
        status = decode(&r, SPNG_FMT_RAW, NULL, NULL);
    *sound = status == TR_OK && getc(stream) == EOF;
    spng_ctx_free(r.decoder);
    return status == TR_NO_MEMORY ? no_memory(r.path, error) : TR_OK;
}
