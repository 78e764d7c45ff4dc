// The kernels between fields and texels, on every instruction set, against the plain formulas in their
// comments, bit for bit: full and partial batches, masks, joins, blends, gradients with few and many stops.
#include "planet/kernels.h"
#include "recipe/recipe.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { most = TR_BLOCK_SAMPLES, room = most + TR_BATCH_SAMPLES, many_segments = 12 };

static float random_between(uint32_t *state, float low, float high) {
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (float)(*state >> 8) * 0x1p-24f;
}

static float *make_floats(uint32_t seed, float low, float high) {
    float *values = malloc(room * sizeof *values);
    for (int i = 0; i < room; i++)
        values[i] = random_between(&seed, low, high);
    return values;
}

// A channel that changes smoothly, with some values that kernels must tolerate.
static float *make_channel(void) {
    float *values = malloc(room * sizeof *values);
    for (int i = 0; i < room; i++)
        values[i] = 1.4f * (float)i / most - 0.2f;
    values[70] = NAN, values[71] = INFINITY, values[200] = -INFINITY, values[500] = -0.0f, values[900] = 1e30f;
    return values;
}

static tr_segments sum_up(int count, struct tr_segment *segments) {
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < count; k++)
            segments[k + 1].before[c] = segments[k].before[c] + segments[k].slope[c] * segments[k].length;
    return (tr_segments){count, segments};
}

// Segments between `count` + 1 points from 0 to 1. With many points, two of them make a jump.
static tr_segments make_segments(int count, struct tr_segment *segments) {
    uint32_t seed = (uint32_t)count + 1;
    for (int k = 0; k <= count; k++) {
        segments[k] =
            (struct tr_segment){.start = (float)k / (float)(count + 1), .length = 1 / (float)(count + 1)};
        if (k == 5)
            segments[k].start = segments[k - 1].start, segments[k - 1].length = 1e-6f;
        for (int c = 0; c < 3; c++)
            segments[k].slope[c] = random_between(&seed, -1, 1);
    }
    for (int c = 0; c < 3; c++)
        segments[0].before[c] = 0.5f;
    return sum_up(count, segments);
}

// ---- the plain formulas ------------------------------------------------------------------------

static float clamp(float x, float low, float high) { return x > low ? x < high ? x : high : low; }

static float plain_segments(const tr_segments *segments, int value, float t) {
    float sum = segments->segments[0].before[value];
    for (int k = 0; k < segments->count; k++)
        sum += segments->segments[k].slope[value] *
               clamp(t - segments->segments[k].start, 0, segments->segments[k].length);
    return sum;
}

static float plain_mask(const tr_mask *mask, int i) {
    float t = clamp((mask->channel[i] - mask->from) * (1 / (mask->to - mask->from)), 0, 1);
    return t * t * (3 - 2 * t);
}

static float plain_join(const tr_shape *shape, float value, float old, int i) {
    float v = shape->absolute && value < 0 ? -value : value;
    v = shape->curve ? plain_segments(shape->curve, 0, v) : v;
    v = shape->amount * v + shape->offset;
    float m = shape->where.channel ? plain_mask(&shape->where, i) : 1;
    if (m == 0)
        return old;
    switch (shape->join) {
    case TR_JOIN_MULTIPLY:
        return old + m * (old * v - old);
    case TR_JOIN_MAX:
        return old + m * ((old > v ? old : v) - old);
    case TR_JOIN_MIN:
        return old + m * ((old < v ? old : v) - old);
    case TR_JOIN_MIX:
        return old + m * (v - old);
    default:
        return old + m * v;
    }
}

static uint8_t plain_code(const tr_srgb_table *table, float light) {
    int code = 0;
    while (code < 255 && light >= table->threshold[code + 1])
        code++;
    return (uint8_t)code;
}

// Bilinear: the row below and the row above, or the nearest row outside of their range.
static float plain_colour(const tr_texel_paint *paint, int value, int i) {
    if (!paint->rows)
        return plain_segments(paint->gradient, value, paint->channel[i]);
    const float y = paint->across[i];
    int k = 0;
    while (k < paint->rows->count && y - paint->rows->segments[k].start >= paint->rows->segments[k].length)
        k++;
    const float low = plain_segments(&paint->gradient[k], value, paint->channel[i]);
    if (k == paint->rows->count || !(y > paint->rows->segments[k].start))
        return low;
    const float f = (y - paint->rows->segments[k].start) / paint->rows->segments[k].length;
    return (1 - f) * low + f * plain_segments(&paint->gradient[k + 1], value, paint->channel[i]);
}

static float plain_paints(float below, int count, const tr_texel_paint *paints, int value, int i) {
    for (int k = 0; k < count; k++) {
        const tr_texel_paint *paint = &paints[k];
        float colour = plain_colour(paint, value, i);
        float m = paint->strength * (paint->where.channel ? plain_mask(&paint->where, i) : 1);
        if (paint->blend == TR_BLEND_MULTIPLY)
            below += m * (below * colour - below);
        else if (paint->blend == TR_BLEND_ADD)
            below += m * colour;
        else
            below += m * (colour - below);
    }
    return below;
}

// ---- tests -------------------------------------------------------------------------------------

static const int counts[] = {1, 2, 63, 64, 65, 130, most};
enum { count_of_counts = sizeof counts / sizeof counts[0] };

// For each instruction set that this machine can run.
#define EACH_ISA(isa)                                                                                          \
    for (tr_isa isa = TR_ISA_BASELINE; isa < TR_ISA_COUNT; isa++)                                              \
        if (tr_isa_available(isa))

static bool same(float a, float b) { return a == b || (isnan(a) && isnan(b)); }

static void check_join(tr_isa isa, const tr_shape *shape, const float *values, const float *before) {
    float *channel = malloc(room * sizeof *channel);
    for (int n = 0; n < count_of_counts; n++)
        for (int empty = 0; empty < 2; empty++) {
            memcpy(channel, before, room * sizeof *channel);
            TR_KERNEL_OF(isa, tr_texel_join)(shape, counts[n], values, empty, channel);
            for (int i = 0; i < counts[n]; i++)
                assert_true(same(channel[i], plain_join(shape, values[i], empty ? 0 : before[i], i)));
        }
    free(channel);
}

static void test_joins(void **state) {
    (void)state;
    struct tr_segment few_points[3], points[many_segments + 1];
    const tr_segments few = make_segments(2, few_points), many = make_segments(many_segments, points);
    const tr_segments *const curves[] = {NULL, &few, &many};
    float *values = make_floats(1, -1.2f, 1.2f), *before = make_floats(2, -2, 2), *slope = make_channel();
    const tr_mask masks[] = {{NULL, 0, 0}, {slope, 0.4f, 0.6f}, {slope, 0.9f, 0.1f}};
    EACH_ISA(isa)
    for (int how = 0; how < TR_JOIN_COUNT; how++)
        for (int k = 0; k < 3 * 3 * 2; k++) {
            tr_shape shape = {k & 1, curves[k / 2 % 3], 1.5f, -0.3f, how, masks[k / 6]};
            check_join(isa, &shape, k % 4 ? values : slope, before);
        }
    free(values);
    free(before);
    free(slope);
}

// A mask may read the channel that is written. It then reads the old values.
static void test_a_mask_of_the_channel_itself(void **state) {
    (void)state;
    float *values = make_floats(1, -1, 1), *before = make_floats(2, -2, 2),
          *channel = malloc(room * sizeof(float));
    EACH_ISA(isa) {
        memcpy(channel, before, room * sizeof *channel);
        const tr_shape shape = {.amount = 2, .join = TR_JOIN_MIX, .where = {channel, -1, 1}};
        const tr_shape plain = {.amount = 2, .join = TR_JOIN_MIX, .where = {before, -1, 1}};
        TR_KERNEL_OF(isa, tr_texel_join)(&shape, most, values, false, channel);
        for (int i = 0; i < most; i++)
            assert_true(channel[i] == plain_join(&plain, values[i], before[i], i));
    }
    free(values);
    free(before);
    free(channel);
}

static void check_paint(tr_isa isa, const tr_srgb_table *table, int count, const tr_texel_paint *paints) {
    uint8_t *out = malloc(3 * room);
    for (int n = 0; n < count_of_counts; n++) {
        const int first = counts[n] < most ? 37 : 0;
        memset(out, 0xa5, 3 * room);
        TR_KERNEL_OF(isa, tr_texel_paint)(table, count, paints, first, counts[n], out);
        for (int i = 0; i < 3 * counts[n]; i++)
            assert_int_equal(out[i], plain_code(table, plain_paints(0, count, paints, i % 3, first + i / 3)));
        for (int i = 3 * counts[n]; i < 3 * room; i++)
            assert_int_equal(out[i], 0xa5);
    }
    free(out);
}

static void test_paints(void **state) {
    (void)state;
    static tr_srgb_table table;
    tr_srgb_table_fill(&table);
    struct tr_segment flat[1], few_points[3], points[many_segments + 1];
    const tr_segments gradients[] = {make_segments(0, flat), make_segments(2, few_points),
                                     make_segments(many_segments, points)};
    float *slope = make_channel(), *noise = make_floats(3, 0, 1);
    const tr_mask masks[] = {{NULL, 0, 0}, {slope, 0.4f, 0.6f}, {noise, 0.9f, 0.1f}};
    EACH_ISA(isa) {
        check_paint(isa, &table, 0, NULL);
        for (int k = 0; k < 3 * 3 * 3; k++) {
            const float *const channels[] = {k % 2 ? noise : slope, k % 2 ? slope : noise};
            const tr_texel_paint paints[] = {
                {&gradients[k % 3], k / 9, 1, channels[0], masks[0], NULL, NULL},
                {&gradients[k / 3 % 3], TR_BLEND_NORMAL, 0.7f, channels[1], masks[k % 3], NULL, NULL},
                {&gradients[2], k % 3, 1, channels[0], masks[k / 3 % 3], NULL, NULL},
            };
            check_paint(isa, &table, 1, paints);
            check_paint(isa, &table, 1, paints + 1);
            check_paint(isa, &table, 3, paints);
        }
    }
    free(slope);
    free(noise);
}

static int plain_number(float x) { return (int)(clamp(x, 0, 1) * 255 + 0.5f); }

static void check_material(tr_isa isa, const tr_srgb_table *table, const tr_stack *a, const tr_stack *b) {
    uint8_t *out = malloc(4 * room);
    for (int n = 0; n < count_of_counts; n++) {
        const int first = counts[n] < most ? 37 : 0;
        memset(out, 0xa5, 4 * room);
        TR_KERNEL_OF(isa, tr_texel_paint_material)(NULL, a, b, first, counts[n], out);
        for (int i = 0; i < counts[n]; i++) {
            assert_int_equal(out[3 * i], 255);
            assert_int_equal(out[3 * i + 1],
                             plain_number(plain_paints(0.9f, a->count, a->paints, 0, first + i)));
            assert_int_equal(out[3 * i + 2], plain_number(plain_paints(0, b->count, b->paints, 0, first + i)));
        }
        assert_int_equal(out[3 * counts[n]], 0xa5);
        memset(out, 0xa5, 4 * room);
        TR_KERNEL_OF(isa, tr_texel_paint_clouds)(table, a, b, first, counts[n], out);
        for (int i = 0; i < 4 * counts[n]; i++)
            assert_int_equal(out[i],
                             i % 4 < 3
                                 ? plain_code(table, plain_paints(1, a->count, a->paints, i % 4, first + i / 4))
                                 : plain_number(plain_paints(0, b->count, b->paints, 0, first + i / 4)));
        assert_int_equal(out[4 * counts[n]], 0xa5);
    }
    free(out);
}

static void test_materials_and_clouds(void **state) {
    (void)state;
    static tr_srgb_table table;
    tr_srgb_table_fill(&table);
    struct tr_segment few_points[3], points[many_segments + 1];
    const tr_segments few = make_segments(2, few_points), many = make_segments(many_segments, points);
    float *slope = make_channel(), *noise = make_floats(3, -0.1f, 1.1f);
    const tr_texel_paint paints[] = {{&few, TR_BLEND_NORMAL, 1, slope, {NULL, 0, 0}, NULL, NULL},
                                     {&many, TR_BLEND_MULTIPLY, 0.6f, noise, {slope, 0.4f, 0.6f}, NULL, NULL},
                                     {&many, TR_BLEND_ADD, 0.5f, slope, {noise, 0.1f, 0.8f}, NULL, NULL}};
    EACH_ISA(isa)
    for (int a = 0; a <= 3; a++)
        for (int b = 0; b <= 3; b++)
            check_material(isa, &table, &(tr_stack){a, paints}, &(tr_stack){b, paints + (b < 3)});
    free(slope);
    free(noise);
}

// Gradients over two channels, of one or more rows: on slopes, where a batch covers few rows, and on noise.
static void test_paints_of_rows(void **state) {
    (void)state;
    static tr_srgb_table table;
    tr_srgb_table_fill(&table);
    enum { row_count = 4 };
    struct tr_segment flat[1], few_points[3], points[many_segments + 1], higher[2], places[row_count];
    memset(higher, 0, sizeof higher);
    higher[0].start = -0.1f, higher[0].length = 2, higher[0].slope[1] = 0.4f, higher[1].start = 1.9f;
    const tr_segments gradients[row_count] = {make_segments(2, few_points),
                                              make_segments(many_segments, points), make_segments(0, flat),
                                              sum_up(1, higher)};
    float *slope = make_channel(), *noise = make_floats(3, -0.1f, 1.1f);
    EACH_ISA(isa)
    for (int rows = 1; rows <= row_count; rows++) {
        memset(places, 0, sizeof places);
        for (int k = 0; k < rows; k++)
            places[k].start = 0.1f + 0.3f * (float)k, places[k].length = 0.3f;
        const tr_segments where = {rows - 1, places};
        for (int k = 0; k < 4; k++) {
            const float *x = k & 1 ? noise : slope, *y = k & 2 ? noise : slope;
            const tr_texel_paint paints[] = {
                {gradients, TR_BLEND_NORMAL, 1, x, {NULL, 0, 0}, &where, y},
                {gradients, TR_BLEND_MULTIPLY, 0.7f, y, {noise, 0.2f, 0.6f}, &where, x},
            };
            check_paint(isa, &table, 1, paints);
            check_paint(isa, &table, 2, paints);
        }
        // beyond a row's range its value has no effect, however large it is
        struct tr_segment huge[] = {{.before = {1e8f, 1e8f, 1e8f}}};
        const tr_segments after_huge[] = {{0, huge}, gradients[0]}, two = {1, places};
        places[0].start = 0.1f, places[0].length = 0.3f;
        const tr_texel_paint paint = {after_huge, TR_BLEND_NORMAL, 1, noise, {NULL, 0, 0}, &two, noise};
        check_paint(isa, &table, 1, &paint);
    }
    free(slope);
    free(noise);
}

// Every code, on both sides of its threshold, and the curve itself.
static void test_srgb_codes_are_exact(void **state) {
    (void)state;
    static tr_srgb_table table;
    static float light[3 * 256 + TR_BATCH_SAMPLES];
    static uint8_t out[3 * 3 * 256];
    tr_srgb_table_fill(&table);
    struct tr_segment identity[] = {{.start = 0, .length = 2, .slope = {1, 1, 1}}, {.start = 2}};
    const tr_segments gradient = {1, identity};
    const tr_texel_paint paint = {.gradient = &gradient, .strength = 1, .channel = light};
    for (int k = 0; k < 256; k++) {
        light[3 * k] = (float)tr_srgb_decode((uint8_t)k);
        light[3 * k + 1] = table.threshold[k];
        light[3 * k + 2] = nextafterf(table.threshold[k + 1], 0);
    }
    light[3 * 255 + 2] = INFINITY;
    EACH_ISA(isa) {
        TR_KERNEL_OF(isa, tr_texel_paint)(&table, 1, &paint, 0, 3 * 256, out);
        for (int i = 0; i < 3 * 3 * 256; i++)
            assert_int_equal(out[i], i / 9);
    }
    for (int k = 1; k < 256; k++) { // the formula of the standard
        double x = (double)table.threshold[k];
        assert_true(fabs(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055) - (k - 0.5)) <
                    1e-3);
    }
}

// A palette gives the colours of its paint layer, everywhere and exactly at every threshold.
static void check_palette(tr_isa isa, const tr_srgb_table *table, const tr_palette *palette,
                          const tr_texel_paint *paint) {
    uint8_t *by_palette = malloc(3 * room), *by_paint = malloc(3 * room);
    for (int n = 0; n < count_of_counts; n++) {
        memset(by_palette, 0xa5, 3 * room);
        memset(by_paint, 0xa5, 3 * room);
        TR_KERNEL_OF(isa, tr_texel_paint_palette)(palette, counts[n], paint->channel, by_palette);
        TR_KERNEL_OF(isa, tr_texel_paint)(table, 1, paint, 0, counts[n], by_paint);
        assert_memory_equal(by_palette, by_paint, 3 * room);
    }
    free(by_palette);
    free(by_paint);
}

static float float_of(uint32_t order) {
    uint32_t bits = order >> 31 ? order & INT32_MAX : 0u - order;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void test_palettes(void **state) {
    (void)state;
    static tr_srgb_table table;
    static tr_palette palette;
    tr_srgb_table_fill(&table);
    struct tr_segment few_points[3], points[many_segments + 1];
    struct tr_segment wide[] = {{-5000, 5000, {2e-4f, 1e-5f, 0}, {0}}, // a shoreline
                                {0, 1e-2f, {-90, 0, 50}, {0}},
                                {0, 4000, {0, 2e-4f, -1e-4f}, {0}},
                                {.start = 4000}};
    const tr_segments gradients[] = {make_segments(2, few_points), make_segments(many_segments, points),
                                     sum_up(3, wide)};
    float *channels[] = {make_channel(), make_floats(5, -0.1f, 1.1f), make_floats(6, -6000, 5000),
                         malloc(room * sizeof(float))};
    for (int g = 0; g < 3; g++) {
        tr_palette_fill(&gradients[g], &table, &palette);
        assert_true(palette.count > 100);
        for (int i = 0; i < room; i++) // floats on both sides of thresholds, over the whole range
            channels[3][i] = float_of(palette.threshold[(i / 2 * 7) % (palette.count - 1)] - (uint32_t)(i % 2));
        channels[3][1] = -0.0f, channels[3][2] = 0;
        EACH_ISA(isa)
        for (int c = 0; c < 4; c++) {
            const tr_texel_paint paint = {.gradient = &gradients[g], .strength = 1, .channel = channels[c]};
            check_palette(isa, &table, &palette, &paint);
        }
        tr_palette_clear(&palette);
    }
    struct tr_segment flat[1];
    const tr_segments one_colour = make_segments(0, flat);
    tr_palette_fill(&one_colour, &table, &palette);
    assert_int_equal(palette.count, 0);
    for (int c = 0; c < 4; c++)
        free(channels[c]);
}

static void test_heights_and_normals(void **state) {
    (void)state;
    float *a = make_floats(1, -9, 9), *b = make_floats(2, -9, 9), *c = make_floats(3, -9, 9),
          *d = make_floats(4, -9, 9), *shifted = malloc(room * sizeof(float));
    a[3] = NAN, a[4] = 1e30f, a[5] = -1e30f;
    uint16_t *heights = malloc(room * sizeof *heights);
    uint8_t *out = malloc(3 * room);
    EACH_ISA(isa)
    for (int n = 0; n < count_of_counts; n++) {
        const int count = counts[n];
        TR_KERNEL_OF(isa, tr_texel_encode_height)(-8, 8, count, a, heights);
        TR_KERNEL_OF(isa, tr_texel_shift)(count, a, b, 0.3f, 0.6f, shifted);
        memset(out, 0xa5, 3 * room);
        TR_KERNEL_OF(isa, tr_texel_encode_normal)(count, a, b, c, d, 0.1f, out);
        for (int i = 0; i < count; i++) {
            const float scale = 65535 / 16.0f;
            assert_int_equal(heights[i], (int)(clamp((a[i] + 8) * scale, 0, 65535) + 0.5f));
            float near = a[i] + 0.3f * (a[i + 1] - a[i]), far = b[i] + 0.3f * (b[i + 1] - b[i]);
            assert_true(same(shifted[i], near + 0.6f * (far - near)));
            float e = clamp((a[i] - b[i]) * 0.1f, -1e4f, 1e4f), s = clamp((c[i] - d[i]) * 0.1f, -1e4f, 1e4f);
            float length = 127.5f / sqrtf(e * e + s * s + 1);
            assert_int_equal(out[3 * i], (int)(127.5f - e * length + 0.5f));
            assert_int_equal(out[3 * i + 1], (int)(127.5f - s * length + 0.5f));
            assert_int_equal(out[3 * i + 2], (int)(127.5f + length + 0.5f));
        }
        assert_int_equal(out[3 * count], 0xa5);
    }
    free(a);
    free(b);
    free(c);
    free(d);
    free(shifted);
    free(heights);
    free(out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joins),
        cmocka_unit_test(test_a_mask_of_the_channel_itself),
        cmocka_unit_test(test_paints),
        cmocka_unit_test(test_paints_of_rows),
        cmocka_unit_test(test_materials_and_clouds),
        cmocka_unit_test(test_srgb_codes_are_exact),
        cmocka_unit_test(test_palettes),
        cmocka_unit_test(test_heights_and_normals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
