// Texture files, read with a parser of this test, byte for byte against the specifications.
#include "decode_blocks.h"
#include "folders.h"
#include "texture/blocks.h"
#include "texture/container.h"

#include <zstd.h>

enum { most_file = 1 << 20 };

static uint32_t word_at(const uint8_t *file, size_t at) { return (uint32_t)number_at(file, at, 4); }

// A texture whose bytes encode level and face, in memory that is not freed before the test ends.
static tr_texture make_texture(tr_texture_format format, bool srgb, int width, int height, int faces,
                               int levels) {
    static uint8_t memory[most_file];
    tr_texture t = {
        .format = format, .srgb = srgb, .width = width, .height = height, .faces = faces, .levels = levels};
    size_t used = 0;
    for (int level = 0; level < levels; level++)
        for (int face = 0; face < faces; face++) {
            const size_t bytes =
                tr_texture_bytes(format, tr_level_size(width, level), tr_level_size(height, level));
            assert_true(used + bytes <= sizeof memory);
            for (size_t i = 0; i < bytes; i++)
                memory[used + i] = (uint8_t)(i / 7 + i * i % 5 + (size_t)(31 * level + 77 * face));
            t.data[level][face] = memory + used;
            used += bytes;
        }
    return t;
}

static uint8_t *write_texture(struct folder *folder, const tr_texture *t, bool dds, int option,
                              const char *text, size_t *bytes) {
    tr_error error = {0};
    tr_atomic_file *file;
    assert_int_equal(tr_atomic_open(at(folder, "texture"), &file, &error), TR_OK);
    if (dds)
        tr_dds_write(file, t, option != 0);
    else
        assert_int_equal(tr_ktx2_write(file, t, option, text, &error), TR_OK);
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    return read_file(at(folder, "texture"), bytes);
}

// ---- KTX2 ----------------------------------------------------------------------------------------

static const uint8_t identifier[12] = {0xab, 'K', 'T', 'X', ' ', '2', '0', 0xbb, '\r', '\n', 0x1a, '\n'};

// The levels of the file are those of the texture, smallest first, correctly aligned, and the last part of the
// file.
static void check_ktx2_levels(const uint8_t *file, size_t bytes, const tr_texture *t, size_t at,
                              bool compressed) {
    static uint8_t plain[most_file];
    const size_t unit = tr_texture_unit_bytes(t->format), step = compressed ? 1 : unit < 4 ? 4 : unit;
    for (int level = t->levels - 1; level >= 0; level--) {
        const size_t entry = 80 + 24 * (size_t)level, size = tr_texture_level_bytes(t, level);
        const size_t first = (size_t)number_at(file, entry, 8), stored = (size_t)number_at(file, entry + 8, 8);
        at = (at + step - 1) / step * step;
        assert_int_equal(first, at);
        assert_int_equal(number_at(file, entry + 16, 8), size);
        at += stored;
        assert_true(at <= bytes);
        if (compressed)
            assert_int_equal(ZSTD_decompress(plain, sizeof plain, file + first, stored), size);
        else
            assert_int_equal(stored, size);
        for (int face = 0; face < t->faces; face++)
            assert_memory_equal((compressed ? plain : file + first) + (size_t)face * size / (size_t)t->faces,
                                t->data[level][face], size / (size_t)t->faces);
    }
    assert_int_equal(at, bytes);
}

// Returns the offset of the data format descriptor.
static size_t check_ktx2(const uint8_t *file, size_t bytes, const tr_texture *t, uint32_t vulkan,
                         uint32_t type_bytes, bool compressed) {
    const uint32_t head[] = {vulkan, type_bytes,         (uint32_t)t->width,  (uint32_t)t->height, 0,
                             0,      (uint32_t)t->faces, (uint32_t)t->levels, compressed ? 2 : 0};
    assert_memory_equal(file, identifier, sizeof identifier);
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        assert_int_equal(word_at(file, 12 + 4 * i), head[i]);
    const size_t format_at = word_at(file, 48), format_bytes = word_at(file, 52);
    assert_int_equal(format_at, 80 + 24 * t->levels);
    assert_int_equal(word_at(file, format_at), format_bytes);
    assert_int_equal(word_at(file, 56), format_at + format_bytes);
    assert_int_equal(number_at(file, 64, 8), 0);
    assert_int_equal(number_at(file, 72, 8), 0);
    check_ktx2_levels(file, bytes, t, word_at(file, 56) + word_at(file, 60), compressed);
    return format_at;
}

static void test_ktx2_formats(void **state) {
    static const struct {
        tr_texture_format format;
        bool srgb;
        uint32_t vulkan, type_bytes, model, samples, first_sample;
    } cases[] = {
        {TR_TEXTURE_R8, false, 9, 1, 1, 1, 0x00070000},
        {TR_TEXTURE_RGBA8, false, 37, 1, 1, 4, 0x00070000},
        {TR_TEXTURE_RGBA8, true, 43, 1, 1, 4, 0x00070000},
        {TR_TEXTURE_R16, false, 70, 2, 1, 1, 0x000f0000},
        {TR_TEXTURE_BC1, false, 131, 1, 128, 1, 0x003f0000},
        {TR_TEXTURE_BC1, true, 132, 1, 128, 1, 0x003f0000},
        {TR_TEXTURE_BC3, false, 137, 1, 130, 2, 0x0f3f0000},
        {TR_TEXTURE_BC3, true, 138, 1, 130, 2, 0x1f3f0000},
        {TR_TEXTURE_BC4, false, 139, 1, 131, 1, 0x003f0000},
        {TR_TEXTURE_BC5, false, 141, 1, 132, 2, 0x003f0000},
        {TR_TEXTURE_BC7, false, 145, 1, 134, 1, 0x007f0000},
        {TR_TEXTURE_BC7, true, 146, 1, 134, 1, 0x007f0000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int faces = 1; faces <= 6; faces += 5) {
            const tr_texture t =
                make_texture(cases[i].format, cases[i].srgb, 37, faces == 1 ? 18 : 37, faces, 6);
            size_t bytes;
            uint8_t *file = write_texture(*state, &t, false, 0, NULL, &bytes);
            const size_t format = check_ktx2(file, bytes, &t, cases[i].vulkan, cases[i].type_bytes, false);
            assert_int_equal(word_at(file, format), 28 + 16 * cases[i].samples);
            assert_int_equal(word_at(file, format + 4), 0);
            assert_int_equal(word_at(file, format + 8), 2 | (24 + 16 * cases[i].samples) << 16);
            assert_int_equal(word_at(file, format + 12),
                             cases[i].model | 1 << 8 | (cases[i].srgb ? 2 : 1) << 16);
            assert_int_equal(word_at(file, format + 16), tr_texture_is_blocks(t.format) ? 0x0303 : 0);
            assert_int_equal(number_at(file, format + 20, 8), tr_texture_unit_bytes(t.format));
            assert_int_equal(word_at(file, format + 28), cases[i].first_sample);
            free(file);
        }
}

// The alpha channel of sRGB formats is linear.
static void test_ktx2_channels_of_rgba(void **state) {
    const tr_texture t = make_texture(TR_TEXTURE_RGBA8, true, 4, 4, 1, 1);
    static const uint32_t want[] = {0x00070000, 0x01070008, 0x02070010, 0x1f070018};
    size_t bytes;
    uint8_t *file = write_texture(*state, &t, false, 0, NULL, &bytes);
    for (size_t i = 0; i < 4; i++) {
        const size_t sample = word_at(file, 48) + 28 + 16 * i;
        assert_int_equal(word_at(file, sample), want[i]);
        assert_int_equal(word_at(file, sample + 8), 0);
        assert_int_equal(word_at(file, sample + 12), 255);
    }
    free(file);
}

static void test_ktx2_words(void **state) {
    const tr_texture t = make_texture(TR_TEXTURE_R8, false, 4, 4, 1, 1);
    static const char *const keys[] = {"KTXorientation", "KTXwriter", "terrella"};
    static const char *const values[] = {"rd", "Terrella ", "{\"a recipe\": 1}"};
    size_t bytes;
    uint8_t *file = write_texture(*state, &t, false, 0, values[2], &bytes);
    size_t at = word_at(file, 56);
    for (int i = 0; i < 3; i++) {
        const size_t length = word_at(file, at);
        const char *key = (const char *)file + at + 4, *value = key + strlen(keys[i]) + 1;
        assert_string_equal(key, keys[i]);
        assert_int_equal(strncmp(value, values[i], strlen(values[i])), 0);
        assert_int_equal(length, strlen(key) + strlen(value) + 2);
        at += 4 + (length + 3) / 4 * 4;
    }
    assert_int_equal(at, word_at(file, 56) + word_at(file, 60));
    check_ktx2(file, bytes, &t, 9, 1, false);
    free(file);
}

static void test_ktx2_compressed(void **state) {
    for (int faces = 1; faces <= 6; faces += 5) {
        const tr_texture t = make_texture(TR_TEXTURE_RGBA8, true, 150, 150, faces, 8);
        size_t bytes;
        uint8_t *file = write_texture(*state, &t, false, 5, NULL, &bytes);
        check_ktx2(file, bytes, &t, 43, 1, true);
        assert_true(bytes < tr_texture_level_bytes(&t, 0));
        free(file);
    }
}

// ---- DDS -----------------------------------------------------------------------------------------

static void check_dds_faces(const uint8_t *file, size_t bytes, size_t at, const tr_texture *t) {
    for (int face = 0; face < t->faces; face++)
        for (int level = 0; level < t->levels; level++) {
            const size_t size = tr_texture_level_bytes(t, level) / (size_t)t->faces;
            assert_true(at + size <= bytes);
            assert_memory_equal(file + at, t->data[level][face], size);
            at += size;
        }
    assert_int_equal(at, bytes);
}

static void test_dds_formats(void **state) {
    static const struct {
        tr_texture_format format;
        bool srgb, dx10;
        const char *code; // "": masks
        uint32_t dxgi, pitch;
    } cases[] = {
        {TR_TEXTURE_BC1, true, false, "DXT1", 0, 10 * 5 * 8},
        {TR_TEXTURE_BC3, true, false, "DXT5", 0, 10 * 5 * 16},
        {TR_TEXTURE_BC1, true, true, "DX10", 72, 10 * 5 * 8},
        {TR_TEXTURE_BC1, false, true, "DX10", 71, 10 * 5 * 8},
        {TR_TEXTURE_BC3, true, true, "DX10", 78, 10 * 5 * 16},
        {TR_TEXTURE_BC4, false, false, "DX10", 80, 10 * 5 * 8},
        {TR_TEXTURE_BC5, false, false, "DX10", 83, 10 * 5 * 16},
        {TR_TEXTURE_BC7, false, false, "DX10", 98, 10 * 5 * 16},
        {TR_TEXTURE_BC7, true, false, "DX10", 99, 10 * 5 * 16},
        {TR_TEXTURE_RGBA8, true, false, "", 0, 37 * 4},
        {TR_TEXTURE_RGBA8, true, true, "DX10", 29, 37 * 4},
        {TR_TEXTURE_R16, false, false, "", 0, 37 * 2},
        {TR_TEXTURE_R16, false, true, "DX10", 56, 37 * 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tr_texture t = make_texture(cases[i].format, cases[i].srgb, 37, 18, 1, 6);
        size_t bytes;
        uint8_t *file = write_texture(*state, &t, true, cases[i].dx10, NULL, &bytes);
        const bool dx10 = strcmp(cases[i].code, "DX10") == 0, blocks = tr_texture_is_blocks(t.format);
        assert_memory_equal(file, "DDS ", 4);
        assert_int_equal(word_at(file, 4), 124);
        assert_int_equal(word_at(file, 8), blocks ? 0xa1007 : 0x2100f);
        assert_int_equal(word_at(file, 12), 18);
        assert_int_equal(word_at(file, 16), 37);
        assert_int_equal(word_at(file, 20), cases[i].pitch);
        assert_int_equal(word_at(file, 28), 6);
        assert_int_equal(word_at(file, 76), 32);
        assert_memory_equal(file + 84, cases[i].code, strlen(cases[i].code));
        assert_int_equal(word_at(file, 80) & 4, cases[i].code[0] ? 4 : 0);
        assert_int_equal(word_at(file, 108), 0x401008);
        assert_int_equal(word_at(file, 112), 0);
        if (dx10)
            assert_int_equal(word_at(file, 128), cases[i].dxgi);
        check_dds_faces(file, bytes, dx10 ? 148 : 128, &t);
        free(file);
    }
}

static void test_dds_masks(void **state) {
    const tr_texture t = make_texture(TR_TEXTURE_RGBA8, true, 4, 4, 1, 1);
    static const uint32_t want[] = {0x41, 0, 32, 0xff, 0xff00, 0xff0000, 0xff000000, 0x1000};
    size_t bytes;
    uint8_t *file = write_texture(*state, &t, true, 0, NULL, &bytes);
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        assert_int_equal(word_at(file, 80 + 4 * i), want[i]);
    free(file);
}

static void test_dds_cube(void **state) {
    for (int dx10 = 0; dx10 < 2; dx10++) {
        const tr_texture t = make_texture(TR_TEXTURE_BC1, true, 20, 20, 6, 5);
        size_t bytes;
        uint8_t *file = write_texture(*state, &t, true, dx10, NULL, &bytes);
        assert_int_equal(word_at(file, 108), 0x401008);
        assert_int_equal(word_at(file, 112), 0xfe00);
        if (dx10) {
            static const uint32_t want[] = {72, 3, 4, 1, 1};
            for (size_t i = 0; i < 5; i++)
                assert_int_equal(word_at(file, 128 + 4 * i), want[i]);
        }
        check_dds_faces(file, bytes, dx10 ? 148 : 128, &t);
        free(file);
    }
}

// ---- an independent decoder ----------------------------------------------------------------------

// Decodes a DDS file with Pillow into RGBA. Skips the test without Pillow. Uses the Python of /usr/bin, for
// which Debian installs it.
static uint8_t *decode_with_pillow(struct folder *folder, size_t *bytes) {
    char command[2048];
    const int length =
        snprintf(command, sizeof command,
                 "/usr/bin/python3 -c 'import sys\n"
                 "try: from PIL import Image\n"
                 "except ImportError: sys.exit(77)\n"
                 "open(sys.argv[2], \"wb\").write(Image.open(sys.argv[1]).convert(\"RGBA\").tobytes())' "
                 "%s/texture %s/texels",
                 folder->path, folder->path);
    assert_true(length < (int)sizeof command);
    const int result = system(command);
    if (WIFEXITED(result) && (WEXITSTATUS(result) == 77 || WEXITSTATUS(result) == 127)) {
        print_message("no Pillow (Debian package: python3-pil)\n");
        skip();
    }
    assert_int_equal(result, 0);
    return read_file(at(folder, "texels"), bytes);
}

// Another decoder gives the same texels: BC7 to the bit; for other formats it truncates where ours rounds.
static void test_pillow_sees_the_same(void **state) {
    if (!is_posix)
        skip();
    static const tr_texture_format formats[] = {TR_TEXTURE_BC1, TR_TEXTURE_BC3, TR_TEXTURE_BC5, TR_TEXTURE_BC7};
    enum { width = 64, height = 40 };
    static uint8_t texels[width * height * 4], blocks[width * height], ours[width * height * 4];
    tr_error error = {0};
    tr_pool *pool;
    for (int i = 0; i < width * height; i++)
        for (int c = 0; c < 4; c++)
            texels[4 * i + c] = (uint8_t)((c + 2) * (i % width) + 3 * (i / width) + i * i * 7 % 23);
    assert_int_equal(tr_pool_create(1, &pool, &error), TR_OK);
    for (int f = 0; f < 4; f++) {
        tr_blocks_encode(formats[f], tr_isa_best(), &(tr_texels){texels, 4, width, height}, pool, blocks);
        const tr_texture t = {formats[f], false, width, height, 1, 1, {{blocks}}};
        size_t bytes;
        free(write_texture(*state, &t, true, 0, NULL, &bytes));
        uint8_t *theirs = decode_with_pillow(*state, &bytes);
        assert_int_equal(bytes, sizeof ours);
        assert_true(decode_blocks(formats[f], blocks, width, height, ours));
        for (int i = 0; i < width * height * 4; i++)
            if (formats[f] != TR_TEXTURE_BC5 || i % 4 < 2) // other channels are undefined
                assert_in_range(ours[i] - theirs[i] + 1, 1, formats[f] == TR_TEXTURE_BC7 ? 1 : 2);
        free(theirs);
    }
    tr_pool_destroy(pool);
}

// ---- errors --------------------------------------------------------------------------------------

static void test_full_disk(void **state) {
    if (!is_posix)
        skip();
    struct folder *folder = *state;
    const tr_texture t = make_texture(TR_TEXTURE_BC7, true, 512, 256, 1, 10);
    for (int kind = 0; kind < 3; kind++) {
        tr_error error = {0};
        tr_atomic_file *file;
        assert_int_equal(tr_atomic_open("/dev/full", &file, &error), TR_OK);
        if (kind == 0)
            tr_dds_write(file, &t, true);
        else
            assert_int_equal(tr_ktx2_write(file, &t, kind - 1, NULL, &error), TR_OK);
        assert_int_equal(tr_atomic_commit(file, &error), TR_CANNOT_WRITE);
        assert_int_equal(count_entries(folder->path), 0);
    }
}

static void test_sizes(void **state) {
    (void)state;
    assert_int_equal(tr_level_count(1, 1), 1);
    assert_int_equal(tr_level_count(16384, 8192), 15);
    assert_int_equal(tr_level_count(37, 18), 6);
    assert_int_equal(tr_level_count(TR_TEXTURE_MOST_SIZE, 1), TR_TEXTURE_MOST_LEVELS);
    assert_int_equal(tr_level_size(37, 3), 4);
    assert_int_equal(tr_level_size(37, 9), 1);
    assert_int_equal(tr_texture_bytes(TR_TEXTURE_BC7, 5, 4), 32);
    assert_int_equal(tr_texture_bytes(TR_TEXTURE_RGBA8, TR_TEXTURE_MOST_SIZE, TR_TEXTURE_MOST_SIZE),
                     (size_t)1 << 34);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
        WITH_FOLDER(test_ktx2_formats),
        WITH_FOLDER(test_ktx2_channels_of_rgba),
        WITH_FOLDER(test_ktx2_words),
        WITH_FOLDER(test_ktx2_compressed),
        WITH_FOLDER(test_dds_formats),
        WITH_FOLDER(test_dds_masks),
        WITH_FOLDER(test_dds_cube),
        WITH_FOLDER(test_full_disk),
        WITH_FOLDER(test_pillow_sees_the_same),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
