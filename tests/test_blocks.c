// Block compression, checked with decoders that follow the specification.
#include "decode_blocks.h"
#include "support.h"
#include "texture/blocks.h"

#include <math.h>
#include <stdlib.h>

enum { width = 150, height = 61, columns = (width + 3) / 4, rows = (height + 3) / 4 };
enum { most_bytes = columns * rows * 16 };

static const tr_texture_format formats[] = {TR_TEXTURE_BC1, TR_TEXTURE_BC3, TR_TEXTURE_BC4, TR_TEXTURE_BC5,
                                            TR_TEXTURE_BC7};
enum { format_count = 5 };

static uint32_t next_number(uint32_t *state) { return *state = *state * 1664525 + 1013904223; }

// Smooth colours with noise.
static void paint(int channels, int noise, uint8_t *texels) {
    uint32_t state = 7;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int c = 0; c < channels; c++) {
                const double wave = 120 + 90 * sin(0.05 * x + 0.09 * y * (c + 1) + c);
                const int more = (int)(next_number(&state) >> 16) % (2 * noise + 1) - noise;
                texels[(y * width + x) * channels + c] = (uint8_t)(int)(wave + more); // may wrap
            }
}

static void encode_with(tr_texture_format format, tr_isa isa, int threads, const tr_texels *picture,
                        uint8_t *blocks) {
    tr_error error = {0};
    tr_pool *pool;
    assert_int_equal(tr_pool_create(threads, &pool, &error), TR_OK);
    tr_blocks_encode(format, isa, picture, pool, blocks);
    tr_pool_destroy(pool);
}

static void encode(tr_texture_format format, const tr_texels *picture, uint8_t *blocks) {
    encode_with(format, tr_isa_best(), 1, picture, blocks);
}

static void test_same_bytes_everywhere(void **state) {
    (void)state;
    static uint8_t texels[width * height * 4], first[most_bytes + 1], other[most_bytes + 1];
    for (int channels = 3; channels <= 4; channels++) {
        const tr_texels picture = {texels, channels, width, height};
        paint(channels, 9, texels);
        for (int f = 0; f < format_count; f++) {
            const size_t bytes = tr_texture_bytes(formats[f], width, height);
            assert_true(bytes <= most_bytes);
            encode_with(formats[f], TR_ISA_BASELINE, 1, &picture, first);
            for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
                for (int threads = 1; threads <= 3 && tr_isa_available(isa); threads += 2) {
                    other[bytes] = 0xa5;
                    encode_with(formats[f], isa, threads, &picture, other);
                    assert_memory_equal(first, other, bytes);
                    assert_int_equal(other[bytes], 0xa5);
                }
        }
    }
}

static void test_edges_repeat_the_last_texel(void **state) {
    (void)state;
    static uint8_t texels[width * height * 3], whole[columns * rows * 16 * 3], a[most_bytes], b[most_bytes];
    paint(3, 20, texels);
    for (int y = 0; y < 4 * rows; y++)
        for (int x = 0; x < 4 * columns; x++)
            memcpy(whole + 3 * (y * 4 * columns + x),
                   texels + 3 * ((y < height ? y : height - 1) * width + (x < width ? x : width - 1)), 3);
    for (int f = 0; f < format_count; f++) {
        encode(formats[f], &(tr_texels){texels, 3, width, height}, a);
        encode(formats[f], &(tr_texels){whole, 3, 4 * columns, 4 * rows}, b);
        assert_memory_equal(a, b, tr_texture_bytes(formats[f], width, height));
    }
}

static void test_one_texel(void **state) {
    (void)state;
    static const uint8_t texel[4] = {12, 200, 77, 31};
    for (int f = 0; f < format_count; f++) {
        uint8_t block[16], out[4];
        encode(formats[f], &(tr_texels){texel, 4, 1, 1}, block);
        assert_int_equal(tr_texture_bytes(formats[f], 1, 1), tr_texture_unit_bytes(formats[f]));
        assert_true(decode_blocks(formats[f], block, 1, 1, out));
        assert_true(abs(out[0] - texel[0]) <= 1);
    }
}

// ---- one colour ----------------------------------------------------------------------------------

enum { swatches = 512 };

// An image of blocks of one colour each: 256 greys, then random colours.
static void paint_swatches(int channels, uint8_t *texels) {
    uint32_t state = 3;
    for (int i = 0; i < swatches; i++) {
        uint8_t colour[4];
        for (int c = 0; c < 4; c++)
            colour[c] = (uint8_t)(i < 256 ? i : (int)(next_number(&state) >> 24));
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 4; x++)
                memcpy(texels + (size_t)(y * 4 * swatches + 4 * i + x) * (size_t)channels, colour,
                       (size_t)channels);
    }
}

// The largest error of the first `looked_at` channels of the swatches. Asserts that alpha is right.
static int worst_swatch(tr_texture_format format, int channels, int looked_at) {
    static uint8_t texels[swatches * 16 * 4], blocks[swatches * 16], out[swatches * 16 * 4];
    int worst = 0;
    paint_swatches(channels, texels);
    encode(format, &(tr_texels){texels, channels, 4 * swatches, 4}, blocks);
    assert_true(decode_blocks(format, blocks, 4 * swatches, 4, out));
    for (int i = 0; i < swatches * 16; i++)
        for (int c = 0; c < 4; c++) {
            const int off = c < looked_at ? abs(out[4 * i + c] - texels[channels * i + c]) : 0;
            worst = off > worst ? off : worst;
            assert_true(c != 3 || channels == 4 || out[4 * i + c] == 255);
        }
    return worst;
}

static void test_one_colour_is_exact(void **state) {
    (void)state;
    assert_int_equal(worst_swatch(TR_TEXTURE_BC7, 3, 3), 0);
    assert_int_equal(worst_swatch(TR_TEXTURE_BC7, 4, 4), 0);
    assert_int_equal(worst_swatch(TR_TEXTURE_BC4, 3, 1), 0);
    assert_int_equal(worst_swatch(TR_TEXTURE_BC5, 3, 2), 0);
    assert_true(worst_swatch(TR_TEXTURE_BC1, 3, 3) <= 2);
    assert_true(worst_swatch(TR_TEXTURE_BC3, 4, 3) <= 2);
}

// ---- alpha ---------------------------------------------------------------------------------------

static void test_opaque_stays_opaque(void **state) {
    (void)state;
    static uint8_t texels[width * height * 4], blocks[most_bytes], out[width * height * 4];
    paint(4, 60, texels);
    for (int i = 0; i < width * height; i++)
        texels[4 * i + 3] = 255;
    for (int f = 0; f < format_count; f++) {
        encode(formats[f], &(tr_texels){texels, 4, width, height}, blocks);
        assert_true(decode_blocks(formats[f], blocks, width, height, out));
        for (int i = 0; i < width * height; i++)
            assert_int_equal(out[4 * i + 3], 255);
    }
}

// Transparent and opaque texels stay exact next to others.
static void test_both_ends_of_alpha(void **state) {
    (void)state;
    uint8_t texels[16][4], block[16], out[16][4];
    for (int k = 0; k < 16; k++)
        memcpy(texels[k],
               (const uint8_t[]){90, 100, 110,
                                 (uint8_t)(k < 4    ? 0
                                           : k > 11 ? 255
                                                    : 100 + 3 * k)},
               4);
    encode(TR_TEXTURE_BC3, &(tr_texels){texels[0], 4, 4, 4}, block);
    assert_true(decode_blocks(TR_TEXTURE_BC3, block, 4, 4, out[0]));
    for (int k = 0; k < 16; k++)
        assert_true(abs(out[k][3] - texels[k][3]) <= (k < 4 || k > 11 ? 0 : 3));
}

// ---- quality -------------------------------------------------------------------------------------

static double psnr(tr_texture_format format, int channels, int noise) {
    static uint8_t texels[width * height * 4], blocks[most_bytes], out[width * height * 4];
    const int looked_at = format == TR_TEXTURE_BC4 ? 1 : format == TR_TEXTURE_BC5 ? 2 : channels;
    double sum = 0;
    paint(channels, noise, texels);
    encode(format, &(tr_texels){texels, channels, width, height}, blocks);
    assert_true(decode_blocks(format, blocks, width, height, out));
    for (int i = 0; i < width * height; i++)
        for (int c = 0; c < looked_at; c++) {
            const double off = (double)out[4 * i + c] - texels[channels * i + c];
            sum += off * off;
        }
    return 10 * log10(65025.0 * width * height * looked_at / sum);
}

// The limits are 0.1 dB below the measured quality.
static void test_quality(void **state) {
    (void)state;
    static const struct {
        tr_texture_format format;
        int channels, noise;
        double least;
    } cases[] = {
        {TR_TEXTURE_BC1, 3, 4, 34.82},  {TR_TEXTURE_BC1, 3, 20, 28.07}, {TR_TEXTURE_BC3, 4, 4, 35.69},
        {TR_TEXTURE_BC4, 1, 4, 48.54},  {TR_TEXTURE_BC4, 1, 20, 43.99}, {TR_TEXTURE_BC5, 2, 20, 42.8},
        {TR_TEXTURE_BC7, 3, 4, 39.17},  {TR_TEXTURE_BC7, 3, 20, 28.91}, {TR_TEXTURE_BC7, 4, 4, 37.52},
        {TR_TEXTURE_BC7, 4, 20, 28.85},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double found = psnr(cases[i].format, cases[i].channels, cases[i].noise);
        if (found < cases[i].least || found > cases[i].least + 0.5)
            print_message("format %d, %d channels, noise %d: %.2f dB\n", (int)cases[i].format,
                          cases[i].channels, cases[i].noise, found);
        assert_true(found >= cases[i].least);
    }
}

// The least sum of squares of any pair of ends and any indices.
static double best_bc4(const uint8_t v[16]) {
    double best = 1e9;
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++) {
            double sum = 0;
            for (int k = 0; k < 16 && sum < best; k++) {
                double least = 1e9;
                const int steps = a > b ? 7 : 5;
                for (int s = 0; s <= steps; s++)
                    least = fmin(least, fabs(a + (b - a) * (double)s / steps - v[k]));
                if (steps == 5)
                    least = fmin(least, fmin(v[k], 255 - v[k]));
                sum += least * least;
            }
            best = fmin(best, sum);
        }
    return best;
}

static double error_of_bc4(const uint8_t block[8], const uint8_t v[16]) {
    uint8_t out[16][4];
    double sum = 0;
    decode_bc4(block, 0, out);
    for (int k = 0; k < 16; k++)
        sum += (out[k][0] - v[k]) * (out[k][0] - v[k]);
    return sum;
}

// Compares with the best of all pairs of ends.
static void test_bc4_is_near_the_best(void **state) {
    (void)state;
    uint32_t number = 5;
    double best = 0, ours = 0;
    for (int i = 0; i < 16; i++) {
        uint8_t v[16], block[8];
        const int low = (int)(next_number(&number) >> 24) / 2, range = 4 + i * 7;
        for (int k = 0; k < 16; k++)
            v[k] = (uint8_t)(low + (int)(next_number(&number) >> 16) % range);
        encode(TR_TEXTURE_BC4, &(tr_texels){v, 1, 4, 4}, block);
        best += best_bc4(v);
        ours += error_of_bc4(block, v);
    }
    print_message("BC4: %.3f of the least error\n", ours / best);
    assert_true(ours < 1.1 * best);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bytes_everywhere),
        cmocka_unit_test(test_edges_repeat_the_last_texel),
        cmocka_unit_test(test_one_texel),
        cmocka_unit_test(test_one_colour_is_exact),
        cmocka_unit_test(test_opaque_stays_opaque),
        cmocka_unit_test(test_both_ends_of_alpha),
        cmocka_unit_test(test_quality),
        cmocka_unit_test(test_bc4_is_near_the_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
