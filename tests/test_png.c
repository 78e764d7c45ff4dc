// The PNG module: writing and reading files.
#include "base/system.h"
#include "png/png.h"
#include "png_files.h"

#include <errno.h>

static const char some_text[] = "{\"format\": 1, \"type\": \"test\", \"name\": \"Ærø\"}";

// ---- writing -----------------------------------------------------------------------------------

enum { png_width = 301, png_height = 67 };

static void write_png(const char *path, const tr_png_layout *layout, const void *texels, int rows_at_once) {
    tr_error error = {0};
    tr_atomic_file *file;
    tr_png *png;
    assert_int_equal(tr_atomic_open(path, &file, &error), TR_OK);
    assert_int_equal(tr_png_begin(file, layout, &png, &error), TR_OK);
    size_t row_bytes = (size_t)layout->width * (size_t)(layout->channels * layout->bytes);
    for (int row = 0; row < layout->height; row += rows_at_once) {
        int count = layout->height - row < rows_at_once ? layout->height - row : rows_at_once;
        assert_true(tr_png_rows(png, (const char *)texels + (size_t)row * row_bytes, count));
    }
    assert_int_equal(tr_png_end(png, &error), TR_OK);
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
}

static void test_colour(void **state) {
    struct folder *folder = *state;
    static uint8_t texels[3 * png_width * png_height];
    fill(texels, sizeof texels);
    tr_png_layout layout = {png_width, png_height, 3, 1, .srgb = true, .text = some_text};
    write_png(at(folder, "a.png"), &layout, texels, 10);
    assert_texels(at(folder, "a.png"), png_width, png_height, 3, 1, texels);
    char text[4096];
    size_t text_bytes = 0;
    assert_chunks(at(folder, "a.png"), "IHDR sRGB iTXt IDAT IEND", text, &text_bytes);
    // Keyword, no compression, no language, no translation; the text follows without a terminating zero.
    static const char head[] = "terrella\0\0\0\0";
    assert_int_equal(text_bytes, sizeof head + sizeof some_text - 1);
    assert_memory_equal(text, head, sizeof head);
    assert_memory_equal(text + sizeof head, some_text, sizeof some_text - 1);
}

static void test_grey_16(void **state) {
    struct folder *folder = *state;
    static uint16_t texels[png_width * png_height];
    for (int i = 0; i < png_width * png_height; i++)
        texels[i] = (uint16_t)(i * 40503u >> 3);
    texels[0] = 0x0102;
    texels[1] = 0xffff;
    tr_png_layout layout = {.width = png_width, .height = png_height, .channels = 1, .bytes = 2};
    write_png(at(folder, "a.png"), &layout, texels, 1);
    assert_texels(at(folder, "a.png"), png_width, png_height, 1, 2, texels);
    assert_chunks(at(folder, "a.png"), "IHDR IDAT IEND", NULL, NULL);
}

static void test_bytes_do_not_depend_on_the_parts(void **state) {
    struct folder *folder = *state;
    static uint8_t texels[3 * png_width * png_height];
    fill(texels, sizeof texels);
    for (int i = 0; i < TR_COMPRESSION_COUNT; i++) {
        tr_png_layout layout = {png_width, png_height, 3, 1, .compression = (tr_compression)i};
        write_png(at(folder, "a.png"), &layout, texels, 1);
        write_png(at(folder, "b.png"), &layout, texels, 66);
        size_t a_bytes, b_bytes;
        unsigned char *a = read_file(at(folder, "a.png"), &a_bytes),
                      *b = read_file(at(folder, "b.png"), &b_bytes);
        assert_int_equal(a_bytes, b_bytes);
        assert_memory_equal(a, b, a_bytes);
        free(a);
        free(b);
    }
}

// Data that is hard to compress: runs of all lengths, noise, and differences each 1.6 times as frequent as the
// next, so that Huffman codes become long. The rest is zero.
enum { hard_row = 1 << 16, hard_bytes = 4 * hard_row };

static void fill_hard(uint8_t *bytes) {
    memset(bytes, 0, hard_bytes);
    for (int run = 0, i = 0; i < hard_row; run++)
        for (int k = 0; k <= run % 700 && i < hard_row; k++)
            bytes[i++] = (uint8_t)(run * 37);
    fill(bytes + hard_row, hard_row);
    uint8_t *values = bytes + 2 * hard_row;
    for (int i = 0; i < hard_row; i++) {
        int place = (int)(i * 40503u % hard_row), most = 25206, value = 0; // visits each position once
        while (place >= most && most > 0)
            place -= most, most = most * 8 / 13, value++;
        values[i] = (uint8_t)((i ? values[i - 1] : 0) + value * 5);
    }
}

static void test_hard_texels(void **state) {
    struct folder *folder = *state;
    static uint8_t bytes[hard_bytes];
    static const int channels[] = {1, 2, 3, 4, 1, 3}, sizes[] = {1, 1, 1, 1, 2, 2}, widths[] = {1, 7, 500};
    fill_hard(bytes);
    for (int i = 0; i < 6; i++) {
        const int texel = channels[i] * sizes[i];
        tr_png_layout layout = {hard_row / texel, hard_bytes / (hard_row / texel * texel),
                                channels[i],      sizes[i],
                                .srgb = true,     .text = some_text};
        write_png(at(folder, "a.png"), &layout, bytes, 3);
        assert_texels(at(folder, "a.png"), layout.width, layout.height, channels[i], sizes[i], bytes);
        char text[4096];
        size_t text_bytes = 0;
        assert_chunks(at(folder, "a.png"), "IHDR sRGB iTXt IDAT IEND", text, &text_bytes);
        assert_memory_equal(text + text_bytes - strlen(some_text), some_text, strlen(some_text));
        for (int k = 0; k < 3; k++) {
            tr_png_layout small = {widths[k], 5, channels[i], sizes[i], .srgb = false};
            write_png(at(folder, "b.png"), &small, bytes, 1);
            assert_texels(at(folder, "b.png"), widths[k], 5, channels[i], sizes[i], bytes);
            assert_chunks(at(folder, "b.png"), "IHDR IDAT IEND", NULL, NULL);
        }
    }
    assert_true(file_size(at(folder, "a.png")) < hard_bytes * 0.65);
}

static void test_on_a_full_disk(void **state) {
    if (!is_posix)
        skip();
    struct folder *folder = *state;
    enum { side = 400 };
    static uint8_t texels[side * side * 3];
    fill(texels, sizeof texels);
    write_text(at(folder, "a.png"), "old");
    for (int i = 0; i < TR_COMPRESSION_COUNT; i++) {
        tr_error error = {0};
        tr_atomic_file *file;
        tr_png *png;
        tr_png_layout layout = {side, side, 3, 1, .compression = (tr_compression)i};
        assert_int_equal(tr_atomic_open(at(folder, "a.png"), &file, &error), TR_OK);
        assert_int_equal(tr_png_begin(file, &layout, &png, &error), TR_OK);
        limit_files(70000);
        assert_false(tr_png_rows(png, texels, side / 2 * 2));
        limit_files(0);
        assert_int_equal(tr_png_end(png, &error), TR_OK);
        assert_int_equal(tr_atomic_finish(file, &error), TR_CANNOT_WRITE);
        assert_int_equal(tr_atomic_commit(file, &error), TR_CANNOT_WRITE);
        assert_string_equal(error.file, at(folder, "a.png"));
        assert_content(at(folder, "a.png"), "old");
        assert_int_equal(count_entries(folder->path), 1);
    }
}

// ---- files built by the test -------------------------------------------------------------------

struct bytes {
    unsigned char *data; // free()
    size_t count, capacity;
};

static void put(struct bytes *b, const void *data, size_t count) {
    if (b->count + count > b->capacity) {
        b->capacity = 2 * (b->count + count);
        b->data = realloc(b->data, b->capacity);
    }
    memcpy(b->data + b->count, data, count);
    b->count += count;
}

static void put_number(struct bytes *b, uint32_t n) {
    put(b,
        (unsigned char[]){(unsigned char)(n >> 24), (unsigned char)(n >> 16), (unsigned char)(n >> 8),
                          (unsigned char)n},
        4);
}

static void put_chunk(struct bytes *b, const char *type, const void *data, size_t count) {
    put_number(b, (uint32_t)count);
    const size_t begin = b->count;
    put(b, type, 4);
    if (count)
        put(b, data, count);
    put_number(b, crc_of(b->data + begin, count + 4));
}

// The signature and the header of a greyscale picture.
static struct bytes begin_file(uint32_t width, uint32_t height, unsigned char depth) {
    struct bytes b = {0}, header = {0};
    put(&b, "\x89PNG\r\n\x1a\n", 8);
    put_number(&header, width);
    put_number(&header, height);
    put(&header, (unsigned char[]){depth, 0, 0, 0, 0}, 5);
    put_chunk(&b, "IHDR", header.data, header.count);
    free(header.data);
    return b;
}

enum { small_width = 5, small_height = 3, small_heights = small_width * small_height };

// 8-bit texels as a zlib stream of one stored block. `wrong`: with a wrong checksum.
static struct bytes small_texels(bool wrong) {
    enum { raw_bytes = (small_width + 1) * small_height };
    unsigned char raw[raw_bytes];
    uint32_t a = 1, b = 0;
    for (int i = 0; i < raw_bytes; i++) {
        raw[i] = i % (small_width + 1) ? (unsigned char)(37 * i) : 0; // a row begins with its filter byte
        a = (a + raw[i]) % 65521;
        b = (b + a) % 65521;
    }
    struct bytes stream = {0};
    put(&stream, (unsigned char[]){0x78, 0x01, 0x01, raw_bytes, 0, (unsigned char)~raw_bytes, 255}, 7);
    put(&stream, raw, raw_bytes);
    put_number(&stream, (b << 16 | a) ^ wrong);
    return stream;
}

// The texels in two chunks, the first one `first` bytes long, and the end of the file.
static void end_file(struct bytes *b, size_t first, bool wrong) {
    struct bytes texels = small_texels(wrong);
    put_chunk(b, "IDAT", texels.data, first);
    put_chunk(b, "IDAT", texels.data + first, texels.count - first);
    put_chunk(b, "IEND", NULL, 0);
    free(texels.data);
}

// A zlib stream that expands to `count` zeros or slightly more: a literal, then copies of 258 bytes with fixed
// Huffman codes.
static struct bytes bomb(size_t count) {
    struct bytes stream = {0};
    put(&stream, "\x78\x01", 2);
    uint32_t waiting = 3, bits = 3;             // the last block, of fixed codes
    const uint32_t literal = 0x0c, copy = 0xa3; // bits of the codes, first bit lowest
    waiting |= literal << bits, bits += 8;
    for (size_t done = 0; done < count; done += 258) {
        waiting |= copy << bits, bits += 13;
        for (; bits >= 8; waiting >>= 8, bits -= 8)
            put(&stream, (unsigned char[]){(unsigned char)waiting}, 1);
    }
    put(&stream, (unsigned char[8]){0}, 8); // is never read
    return stream;
}

static void put_bomb(struct bytes *b, const char *type, const char *head, size_t head_bytes, size_t count) {
    struct bytes data = {0}, stream = bomb(count);
    put(&data, head, head_bytes);
    put(&data, stream.data, stream.count);
    put_chunk(b, type, data.data, data.count);
    free(stream.data);
    free(data.data);
}

// ---- reading -----------------------------------------------------------------------------------

static tr_status read_text(const struct bytes *b, char **text, tr_error *error) {
    *error = (tr_error){0};
    FILE *stream = fmemopen(b->data, b->count, "rb");
    assert_non_null(stream);
    const tr_status status = tr_png_read_text(stream, "a.png", text, error);
    fclose(stream);
    return status;
}

static tr_status read_heights(struct folder *folder, const struct bytes *b, tr_height_map *map,
                              tr_error *error) {
    *error = (tr_error){0};
    FILE *file = fopen(at(folder, "read.png"), "wb");
    assert_int_equal(fwrite(b->data, 1, b->count, file), b->count);
    assert_int_equal(fclose(file), 0);
    return tr_png_read_heights(at(folder, "read.png"), map, error);
}

// Both readers refuse a file with this message.
static void assert_refused(struct folder *folder, struct bytes *b, const char *words) {
    tr_error error;
    tr_height_map map;
    char *text;
    assert_int_equal(read_text(b, &text, &error), TR_BAD_INPUT);
    assert_null(text);
    assert_string_equal(error.file, "a.png");
    assert_non_null(strstr(error.message, words));
    assert_int_equal(read_heights(folder, b, &map, &error), TR_BAD_INPUT);
    assert_null(map.heights);
    assert_string_equal(error.file, at(folder, "read.png"));
    assert_non_null(strstr(error.message, words));
    free(b->data);
}

static void assert_text(struct bytes *b, const char *expected) {
    tr_error error;
    char *text;
    assert_int_equal(read_text(b, &text, &error), TR_OK);
    if (expected)
        assert_string_equal(text, expected);
    else
        assert_null(text);
    tr_free(text);
    free(b->data);
}

// The text is found in every kind of text chunk, before or after the texels. The first one counts.
static void test_text_comes_back(void **state) {
    static const char plain[] = "terrella\0one", international[] = "terrella\0\0\0de\0Ort\0tw\xc3\xb6",
                      other[] = "Title\0three",
                      packed[] = "terrella\0\0\x78\x01\x01\x04\0\xfb\xff"
                                 "four\x04\x45\x01\xbd";
    (void)state;
    struct bytes b = begin_file(small_width, small_height, 8);
    put_chunk(&b, "tEXt", other, sizeof other - 1);
    put_chunk(&b, "tEXt", plain, sizeof plain - 1);
    put_chunk(&b, "iTXt", international, sizeof international - 1);
    end_file(&b, 9, false);
    assert_text(&b, "one");
    b = begin_file(small_width, small_height, 8);
    put_chunk(&b, "iTXt", international, sizeof international - 1);
    end_file(&b, 9, false);
    assert_text(&b, "tw\xc3\xb6");
    b = begin_file(small_width, small_height, 8);
    put_chunk(&b, "zTXt", packed, sizeof packed - 1);
    end_file(&b, 9, false);
    assert_text(&b, "four");
    b = begin_file(small_width, small_height, 8);
    put_chunk(&b, "tEXt", other, sizeof other - 1);
    end_file(&b, 9, false);
    b.count -= 12; // without IEND
    put_chunk(&b, "tEXt", plain, sizeof plain - 1);
    put_chunk(&b, "IEND", NULL, 0);
    assert_text(&b, "one");
    b = begin_file(small_width, small_height, 8);
    put_chunk(&b, "tEXt", other, sizeof other - 1);
    end_file(&b, 9, false);
    assert_text(&b, NULL);
}

static void test_heights_come_back(void **state) {
    struct folder *folder = *state;
    tr_error error;
    tr_height_map map;
    struct bytes b = begin_file(small_width, small_height, 8);
    end_file(&b, 9, false);
    assert_int_equal(read_heights(folder, &b, &map, &error), TR_OK);
    assert_true(map.width == small_width && map.height == small_height && map.bits == 8 && !map.had_alpha);
    for (int i = 0; i < small_heights; i++)
        assert_int_equal(map.heights[i], 257 * (37 * (i + i / small_width + 1) % 256));
    tr_free(map.heights);
    free(b.data);
}

// ---- damaged files -----------------------------------------------------------------------------

// The texels of a large picture are not decoded to look for a text behind them, if no chunk is a text.
static void test_large_pictures_without_text(void **state) {
    static const char junk[1 << 20];
    (void)state;
    if (!is_posix) // only streams in memory have no size that tells how few texels there are
        skip();
    for (int i = 0; i < 2; i++) {
        struct bytes b = begin_file(16384, 8192, 16);
        tr_error error;
        char *text;
        put_chunk(&b, "IDAT", junk, sizeof junk);
        if (i == 1)
            put_chunk(&b, "tEXt", "a\0b", 3);
        put_chunk(&b, "IEND", NULL, 0);
        assert_int_equal(read_text(&b, &text, &error), i == 0 ? TR_OK : TR_BAD_INPUT);
        assert_null(text);
        free(b.data);
    }
}

static struct bytes load(const char *path) {
    struct bytes b = {0};
    b.data = read_file(path, &b.count);
    return b;
}

static void test_a_flipped_bit_gives_no_other_text(void **state) {
    struct folder *folder = *state;
    static uint8_t texels[3 * 8 * 4];
    fill(texels, sizeof texels);
    const tr_png_layout layout = {8, 4, 3, 1, .srgb = true, .text = some_text};
    write_png(at(folder, "a.png"), &layout, texels, 4);
    struct bytes b = load(at(folder, "a.png"));
    size_t refused = 0;
    for (size_t bit = 0; bit < 8 * b.count; bit++) {
        tr_error error;
        char *text;
        b.data[bit / 8] ^= (unsigned char)(1 << bit % 8);
        if (read_text(&b, &text, &error) == TR_OK) {
            assert_non_null(text);
            assert_string_equal(text, some_text);
        } else {
            assert_int_equal(error.status, TR_BAD_INPUT);
            refused++;
        }
        tr_free(text);
        b.data[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    // All of the signature, IHDR, sRGB and iTXt, and the head of the first IDAT.
    assert_true(refused >= 8 * (8 + 25 + 13 + 12 + sizeof some_text - 1 + 13));
    free(b.data);
}

// Flips every bit of a file. The file then reads as the same heights or is refused. Frees the bytes and returns
// how often it was refused.
static size_t flip_all(struct folder *folder, struct bytes *b) {
    tr_error error;
    tr_height_map right, map;
    assert_int_equal(read_heights(folder, b, &right, &error), TR_OK);
    const size_t bytes = 2 * (size_t)right.width * (size_t)right.height;
    const int file = open(at(folder, "read.png"), O_WRONLY);
    size_t refused = 0;
    for (size_t bit = 0; bit < 8 * b->count; bit++) {
        const unsigned char flipped = b->data[bit / 8] ^ (unsigned char)(1 << bit % 8);
        assert_int_equal(pwrite(file, &flipped, 1, (off_t)bit / 8), 1);
        error = (tr_error){0};
        if (tr_png_read_heights(at(folder, "read.png"), &map, &error) == TR_OK) {
            assert_true(map.width == right.width && map.height == right.height);
            assert_memory_equal(map.heights, right.heights, bytes);
        } else {
            assert_int_equal(error.status, TR_BAD_INPUT);
            refused++;
        }
        tr_free(map.heights);
        assert_int_equal(pwrite(file, &b->data[bit / 8], 1, (off_t)bit / 8), 1);
    }
    close(file);
    tr_free(right.heights);
    free(b->data);
    return refused;
}

static void test_a_flipped_bit_gives_no_other_heights(void **state) {
    struct folder *folder = *state;
    struct bytes b = begin_file(small_width, small_height, 8);
    end_file(&b, 9, false); // two IDAT chunks
    size_t count = b.count;
    assert_int_equal(flip_all(folder, &b), 8 * count);

    static uint16_t texels[7 * 5];
    fill((uint8_t *)texels, sizeof texels);
    const tr_png_layout layout = {7, 5, 1, 2, .text = "x"};
    write_png(at(folder, "a.png"), &layout, texels, 5);
    b = load(at(folder, "a.png"));
    count = b.count;
    const size_t text = 12 + sizeof "terrella" + 4 + 1; // flipped bits are allowed here
    assert_true(flip_all(folder, &b) >= 8 * (count - text));
}

static void test_a_short_file_gives_no_heights(void **state) {
    struct folder *folder = *state;
    struct bytes b = begin_file(small_width, small_height, 8);
    end_file(&b, 9, false);
    for (size_t count = 1; count < b.count - 4; count++) { // the checksum of IEND is not required
        tr_error error;
        tr_height_map map;
        const struct bytes part = {.data = b.data, .count = count};
        assert_int_equal(read_heights(folder, &part, &map, &error), TR_BAD_INPUT);
        assert_non_null(strstr(error.message, "damaged"));
    }
    free(b.data);
}

static void test_wrong_texels_are_refused(void **state) {
    struct folder *folder = *state;
    struct bytes b = begin_file(small_width, small_height, 8);
    end_file(&b, 9, true); // all chunk checksums are right, only zlib's is wrong
    assert_refused(folder, &b, "damaged");
    b = begin_file(small_width, small_height + 1, 8);
    end_file(&b, 9, false);
    assert_refused(folder, &b, "damaged");
    b = begin_file(small_width, small_height, 8);
    put_chunk(&b, "IEND", NULL, 0);
    assert_refused(folder, &b, "damaged");
}

// ---- hostile files -----------------------------------------------------------------------------

static void test_sizes_are_looked_at_first(void **state) {
    if (!is_posix) // as above
        skip();
    struct folder *folder = *state;
    static const struct {
        uint32_t width, height;
        const char *words;
    } sizes[] = {{0, 3, "damaged"},
                 {5, 0, "damaged"},
                 {0x80000005, 3, "damaged"},
                 {60000, 60000, "60000 x 60000 texels"},
                 {(1 << 20) + 1, 3, "1048577 x 3 texels"},
                 {1, 0x7fffffff, "1 x 2147483647 texels"},
                 {1 << 14, 1 << 14, "damaged"}}; // the largest allowed size, but no data
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct bytes b = begin_file(sizes[i].width, sizes[i].height, 16);
        end_file(&b, 9, false);
        assert_refused(folder, &b, sizes[i].words);
    }
}

static void test_bombs(void **state) {
    struct folder *folder = *state;
    static const struct {
        const char *type, *head;
        size_t head_bytes;
    } bombs[] = {{"zTXt", "terrella\0", 10},
                 {"iTXt", "terrella\0\1\0\0", 13},
                 {"zTXt", "Comment\0", 9},
                 {"iCCP", "sRGB\0", 6}};
    for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++) {
        struct bytes b = begin_file(small_width, small_height, 8);
        put_bomb(&b, bombs[i].type, bombs[i].head, bombs[i].head_bytes, 1 << 28);
        end_file(&b, 9, false);
        assert_refused(folder, &b, "too much beside its texels");
    }
    static const char start[300] = "text";
    // One chunk with a large declared length, and many short ones.
    struct bytes b = begin_file(small_width, small_height, 8);
    put(&b, "\x7f\xff\xff\xfftEXtterrella\0", 17);
    put(&b, start, sizeof start);
    assert_refused(folder, &b, "too much beside its texels");
    b = begin_file(small_width, small_height, 8);
    for (int i = 0; i < 1001; i++)
        put_chunk(&b, "tEXt", "Comment\0text", 12);
    end_file(&b, 9, false);
    assert_refused(folder, &b, "too much beside its texels");
    assert_true(under_sanitizer || tr_memory_peak_mb() < 100);
}

// An allocator like a system call that fails first and then finds another way: it sets errno but returns
// memory.
static void *take_late(void *context, size_t bytes) {
    (void)context;
    errno = ENOMEM;
    return malloc(bytes);
}
static void *take_more_late(void *context, void *memory, size_t bytes) {
    (void)context;
    errno = ENOMEM;
    return realloc(memory, bytes);
}
static void give_back(void *context, void *memory) {
    (void)context;
    free(memory);
}

static void test_damage_is_no_lack_of_memory(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    assert_int_equal(tr_set_allocator(&(tr_allocator){take_late, take_more_late, give_back, NULL}, &error),
                     TR_OK);
    struct bytes b = begin_file(small_width, small_height, 8);
    put_bomb(&b, "zTXt", "Comment\0", 9, 1 << 20);
    put(&b, "\0\0\0\4IDATtext", 12);
    assert_refused(folder, &b, "the PNG is damaged");
    assert_int_equal(tr_set_allocator(NULL, &error), TR_OK);
}

// The last test: the tests above leave no memory allocated.
static void test_nothing_is_left_in_memory(void **state) {
    (void)state;
    tr_error error = {0};
    if (tr_set_allocator(NULL, &error) != TR_OK)
        fail_msg("%s", error.message);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_colour),
        FOLDER_TEST(test_grey_16),
        FOLDER_TEST(test_bytes_do_not_depend_on_the_parts),
        FOLDER_TEST(test_hard_texels),
        FOLDER_TEST(test_on_a_full_disk),
        cmocka_unit_test(test_large_pictures_without_text),
        cmocka_unit_test(test_text_comes_back),
        FOLDER_TEST(test_heights_come_back),
        FOLDER_TEST(test_a_flipped_bit_gives_no_other_text),
        FOLDER_TEST(test_a_flipped_bit_gives_no_other_heights),
        FOLDER_TEST(test_a_short_file_gives_no_heights),
        FOLDER_TEST(test_wrong_texels_are_refused),
        FOLDER_TEST(test_sizes_are_looked_at_first),
        FOLDER_TEST(test_bombs),
        FOLDER_TEST(test_damage_is_no_lack_of_memory),
        cmocka_unit_test(test_nothing_is_left_in_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
