// Displacement fields: midpoint, diamond-square and Olsen equal their definitions; windows overlap exactly;
// all instruction sets and thread counts give the same bits; edges, given points, statistics.
#include "base/hash.h"
#include "noise/grids/cube.h"
#include "noise/grids/olsen.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const int thread_counts[] = {1, 2, 3, 7};

static tr_pool *pool_of(int threads) {
    tr_pool *pool = NULL;
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    return pool;
}

static void *allocate(size_t bytes) {
    void *memory = calloc(1, bytes);
    assert_non_null(memory);
    return memory;
}

static uint64_t hash_bytes(uint64_t h, const void *data, size_t bytes) {
    const unsigned char *at = data;
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word = 0;
        memcpy(&word, at + i, bytes - i < 4 ? bytes - i : 4);
        h = tr_hash_words(h, &word, 1);
    }
    return h;
}

// ---- fields under test -------------------------------------------------------------------------

typedef enum field {
    MIDPOINT_RAW,
    MIDPOINT_CLAMPED,
    MIDPOINT_NORMALIZED,
    MIDPOINT_EDGES,
    DIAMOND_SQUARE,
    DIAMOND_SQUARE_SIX,
    DIAMOND_SQUARE_PERIODIC,
    OLSEN_8,
    OLSEN_16,
    OLSEN_TENT,
    OLSEN_PERIODIC,
    FIELD_COUNT,
    FIRST_WINDOWED = DIAMOND_SQUARE, // from here on any window can be computed
    FIRST_OLSEN = OLSEN_8            // from here on samples are uint16_t
} field;

static size_t sample_bytes(field f) { return f < FIRST_OLSEN ? sizeof(float) : sizeof(uint16_t); }

static tr_status make(field f, tr_isa isa, tr_pool *pool, int64_t x0, int64_t y0, int width, int height,
                      void *out) {
    static const float base[6] = {0.1f, 0.9f, 0.3f, 0.6f, 0.2f, 0.5f};
    tr_given given[3] = {{40, 9, 1.5f}, {0, 0, -2}, {33, 64, 0.25f}};
    tr_midpoint_numbers m = {.width = width,
                             .height = height,
                             .wrap = f != MIDPOINT_EDGES,
                             .amplitude = f == MIDPOINT_NORMALIZED ? 0 : 1,
                             .persistence = 0.5,
                             .seed = 11};
    if (f == MIDPOINT_EDGES)
        m.base = base, m.base_width = 3, m.base_height = 2, m.given = given, m.given_count = 3;
    tr_diamond_square_numbers d = {.seed = 12, .iterations = 9, .persistence = 0.6};
    d.six_point = f == DIAMOND_SQUARE_SIX;
    if (f == DIAMOND_SQUARE_PERIODIC)
        d.iterations = 4, d.period_x = 3, d.period_y = 5;
    tr_olsen_numbers o = {.seed = 13, .levels = f == OLSEN_8 ? 8 : 16, .tent = f == OLSEN_TENT};
    if (f == OLSEN_PERIODIC)
        o.levels = 5, o.period[0] = 3, o.period[1] = 5;
    const tr_status status = f < FIRST_WINDOWED ? tr_midpoint(&m, isa, pool, out, NULL) : TR_OK;
    for (int i = 0; f == MIDPOINT_CLAMPED && i < width * height; i++)
        ((float *)out)[i] = fminf(fmaxf(((float *)out)[i], 0), 1);
    if (f < FIRST_WINDOWED)
        return status;
    if (f < FIRST_OLSEN)
        return tr_diamond_square(&d, isa, pool, x0, y0, width, height, out, NULL);
    return tr_olsen_2d(&o, isa, pool, x0, y0, width, height, out, NULL);
}

// ---- same bits ---------------------------------------------------------------------------------

// More than one band of tiles. These hashes change only on purpose; CHANGELOG.md then lists the change under
// "Pixels changed".
static void test_fields_are_golden_on_every_instruction_set_and_thread_count(void **state) {
    (void)state;
    enum { width = 150, height = 300 };
    static const char *const names[FIELD_COUNT] = {
        "midpoint",       "midpoint_clamped", "midpoint_normalized", "midpoint_edges",
        "diamond_square", "diamond_square_6", "diamond_square_wrap", "olsen_8",
        "olsen_16",       "olsen_tent",       "olsen_wrap"};
    void *out = allocate(sizeof(float) * width * height);
    for (int f = 0; f < FIELD_COUNT; f++)
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
            if (!tr_isa_available(isa)) {
                print_message("not run: %s is not available on this machine\n", tr_isa_name(isa));
                continue;
            }
            for (int t = 0; t < 4; t++) {
                tr_pool *pool = pool_of(thread_counts[t]);
                assert_int_equal(make((field)f, isa, pool, -37, 1000003, width, height, out), TR_OK);
                assert_golden(names[f], hash_bytes(1, out, sample_bytes((field)f) * width * height));
                tr_pool_destroy(pool);
            }
        }
    free(out);
}

// Large results are written with whole-vector stores where alignment permits. They have the same bits at any
// alignment, and the same as windows of a few columns.
static void test_large_windows_equal_small_ones(void **state) {
    (void)state;
    enum { width = 4352, height = 260, part = 544 }; // tiles are 4096 x 128
    tr_pool *pool = pool_of(2);
    char *large = allocate(sizeof(float) * width * height + 64),
         *small = allocate(sizeof(float) * part * height);
    for (int f = FIRST_WINDOWED; f < FIELD_COUNT; f++)
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
            if (!tr_isa_available(isa))
                continue;
            for (int shift = 0; shift < 4; shift++) {
                const int64_t left = -1000 + shift / 2, top = 77 + shift;
                const size_t bytes = sample_bytes((field)f);
                char *out = large + 4 * shift * shift;
                assert_int_equal(make((field)f, isa, pool, left, top, width, height, out), TR_OK);
                for (int x = 0; x < width; x += part) {
                    make((field)f, isa, pool, left + x, top, part, height, small);
                    for (int row = 0; row < height; row++)
                        assert_memory_equal(out + ((size_t)row * width + (size_t)x) * bytes,
                                            small + (size_t)row * part * bytes, part * bytes);
                }
            }
        }
    free(large);
    free(small);
    tr_pool_destroy(pool);
}

static void test_windows_agree_where_they_overlap(void **state) {
    (void)state;
    enum { size = 60, step = 17 };
    tr_pool *pool = pool_of(1);
    const tr_isa isa = TR_ISA_BASELINE;
    static char a[4 * size * size], b[4 * size * size];
    const int64_t far = ((int64_t)1 << 62) - 1000;
    const int64_t places[][2] = {{0, 0}, {-30, -9}, {-100001, 54321}, {1ll << 40, -(1ll << 41)}, {far, -far}};
    for (int f = FIRST_WINDOWED; f < FIELD_COUNT; f++)
        for (size_t k = 0; k < sizeof places / sizeof places[0]; k++)
            for (int d = 0; d < 4; d++) {
                const int dx = step + d, dy = step - d;
                const size_t bytes = sample_bytes((field)f);
                const int64_t x = places[k][0], y = places[k][1];
                assert_int_equal(make((field)f, isa, pool, x, y, size, size, a), TR_OK);
                assert_int_equal(make((field)f, isa, pool, x + dx, y + dy, size, size, b), TR_OK);
                for (int row = 0; row < size - dy; row++)
                    assert_memory_equal(a + ((size_t)(row + dy) * size + (size_t)dx) * bytes,
                                        b + (size_t)row * size * bytes, (size_t)(size - dx) * bytes);
                assert_memory_not_equal(a, b, sizeof a);
            }
    tr_pool_destroy(pool);
}

// Distant windows differ: coordinates are not truncated to 32 bits.
static void test_far_windows_differ(void **state) {
    (void)state;
    enum { size = 16 };
    tr_pool *pool = pool_of(1);
    const tr_isa isa = TR_ISA_BASELINE;
    const field fields[] = {DIAMOND_SQUARE, OLSEN_16};
    for (int k = 0; k < 2; k++)
        for (int bit = 20; bit < 62; bit++) {
            char a[4 * size * size] = {0}, b[4 * size * size] = {0};
            make(fields[k], isa, pool, 0, 0, size, size, a);
            make(fields[k], isa, pool, (int64_t)1 << bit, 0, size, size, b);
            assert_memory_not_equal(a, b, sizeof a);
            make(fields[k], isa, pool, 0, (int64_t)1 << bit, size, size, b);
            assert_memory_not_equal(a, b, sizeof a);
        }
    tr_pool_destroy(pool);
}

// ---- equal to the definition -------------------------------------------------------------------

static const tr_given *given_at(const tr_subdivision *f, int level, int64_t x, int64_t y) {
    const tr_given *found = NULL; // if several are here, the last: tr_given_sort puts the highest last
    for (int i = 0; i < f->given_count; i++)
        if (f->given[i].x == x * (1 << (f->levels - level)) && f->given[i].y == y * (1 << (f->levels - level)))
            found = &f->given[i];
    return found;
}

static float random_at(const tr_subdivision *f, int level, int64_t x, int64_t y) {
    uint32_t column = tr_axis_key(tr_axis_seed(f->seed, level, 0), x);
    uint32_t row = tr_axis_key(tr_axis_seed(f->seed, level, 1), y);
    return tr_point_random(column ^ row);
}

// The value of one point by the definition, computed recursively from its neighbours.
static float defined(const tr_subdivision *f, int level, int64_t at_x, int64_t at_y) {
    const int64_t x = tr_axis_fold(f->x, level, at_x), y = tr_axis_fold(f->y, level, at_y);
    const tr_given *given = given_at(f, level, x, y);
    if (given)
        return given->value;
    if (level == 0)
        return f->base ? f->base[y * (f->x.cells + (f->x.edges == TR_EDGES_MIRROR)) + x]
                       : f->base_centre + f->base_amplitude * (random_at(f, 0, x, y) * 0x1p-31f);
#define COARSE(dx, dy) defined(f, level - 1, (x + (dx)) / 2, (y + (dy)) / 2)
#define CENTRE(dx, dy) defined(f, level, x + (dx), y + (dy))
    // only negative even numbers are halved, and their halves are exact
    const float offset = f->amplitude[level - 1] * 0x1p-31f * random_at(f, level, x, y);
    const float fraction = f->six_point ? 1 / 3.0f : 0.5f, c = 0.5f * fraction, p = 0.5f - c;
    if ((x & 1) == 0 && (y & 1) == 0)
        return COARSE(0, 0);
    if ((x & 1) == 0)
        return ((COARSE(0, -1) + COARSE(0, 1)) * p + (CENTRE(-1, 0) + CENTRE(1, 0)) * c) + offset;
    if ((y & 1) == 0)
        return ((COARSE(-1, 0) + COARSE(1, 0)) * p + (CENTRE(0, -1) + CENTRE(0, 1)) * c) + offset;
    float falling = COARSE(-1, -1) + COARSE(1, 1), rising = COARSE(1, -1) + COARSE(-1, 1);
    if (f->six_point && level > 1)
        return ((falling + rising) + ((((x - 1) / 2) ^ ((y - 1) / 2)) & 1 ? rising : falling)) * (1 / 6.0f) +
               offset;
    return ((COARSE(-1, -1) + COARSE(1, -1)) + (COARSE(-1, 1) + COARSE(1, 1))) * 0.25f + offset;
#undef COARSE
#undef CENTRE
}

static void test_subdivision_equals_its_definition(void **state) {
    (void)state;
    enum { width = 21, height = 19, left = -6, top = -5 };
    static float out[width * height];
    static const float base[6] = {0.1f, 0.9f, 0.3f, 0.6f, 0.2f, 0.5f};
    tr_given given[] = {{5, 3, 2}, {8, 4, -3}, {0, 6, 4}, {7, 7, 5}, {7, 7, 6}, {4, 8, 1.5f}};
    tr_given_sort(given, 6);
    tr_pool *pool = pool_of(3);
    for (int edges = TR_EDGES_NONE; edges <= TR_EDGES_MIRROR; edges++)
        for (int six = 0; six < 2; six++)
            for (int variant = 0; variant < 4; variant++) {
                const int end = edges == TR_EDGES_MIRROR;
                tr_subdivision f = {.seed = 5 + (uint64_t)variant,
                                    .levels = 3,
                                    .six_point = six,
                                    .x = {(tr_edges)edges, 3 - end},
                                    .y = {(tr_edges)edges, 2 - end},
                                    .base_centre = 0.5f,
                                    .base_amplitude = 1};
                if (edges != TR_EDGES_NONE && variant & 1)
                    f.base = base;
                if (variant & 2)
                    f.given = given, f.given_count = 6;
                tr_subdivision_amplitudes(&f, 0.7, 0.6);
                for (tr_isa isa = under_sanitizer ? tr_isa_best() : 0; isa < TR_ISA_COUNT; isa++) {
                    if (!tr_isa_available(isa))
                        continue;
                    assert_int_equal(tr_subdivide(&f, isa, pool, left, top, width, height, out, NULL), TR_OK);
                    for (int i = 0; i < width * height; i++) {
                        float want = defined(&f, f.levels, left + i % width, top + i / width);
                        assert_memory_equal(&want, &out[i], sizeof want);
                    }
                }
            }
    tr_pool_destroy(pool);
}

// Olsen noise along `axes` axes by the definition, in integers.
static uint32_t olsen_defined(const tr_olsen_numbers *n, int axes, int level, const int64_t at[3]) {
    uint32_t keys = 0, sum = 0, weights = 0;
    for (int k = 0; k < axes; k++) {
        tr_axis axis = {n->period[k] ? TR_EDGES_WRAP : TR_EDGES_NONE, n->period[k]};
        keys ^= tr_axis_key(tr_axis_seed(n->seed, level, k), tr_axis_fold(axis, level, at[k]));
    }
    const uint32_t bit = (tr_point_hash(keys) >> 31) << (n->levels - 1 - level);
    if (level == 0)
        return bit;
    const uint32_t weight[3] = {1, n->tent ? 2 : 1, 1};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < (axes == 3 ? 3 : 1); k++) {
                const int64_t from[3] = {(at[0] + i) >> 1, (at[1] + j) >> 1, (at[2] + k) >> 1};
                const uint32_t w = weight[i] * weight[j] * (axes == 3 ? weight[k] : 1);
                sum += w * olsen_defined(n, axes, level - 1, from), weights += w;
            }
    return sum / weights + bit;
}

static void test_olsen_equals_its_definition(void **state) {
    (void)state;
    enum { width = 9, height = 5, depth = 3 };
    static uint16_t out[width * height * depth];
    tr_pool *pool = pool_of(2);
    const int64_t first[3] = {-3, -2, -1};
    const int size[3] = {width, height, depth}, orders[2][3] = {{0, 1, 2}, {2, 0, 1}};
    for (int variant = 0; variant < 4; variant++) {
        tr_olsen_numbers n = {.seed = 3 + (uint64_t)variant, .levels = 5, .tent = variant & 1};
        if (variant & 2)
            n.period[0] = 1, n.period[1] = 3, n.period[2] = 2;
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
            if (!tr_isa_available(isa))
                continue;
            tr_olsen_2d(&n, isa, pool, first[0], first[1], width, height, out, NULL);
            for (int i = 0; i < width * height; i++) {
                const int64_t at[3] = {first[0] + i % width, first[1] + i / width, 0};
                assert_int_equal(out[i], olsen_defined(&n, 2, 4, at));
            }
        }
    }
    for (int variant = 0; variant < 4; variant++) {
        tr_olsen_numbers n = {.seed = 3 + (uint64_t)variant, .levels = 3, .tent = variant & 1};
        if (variant & 2)
            n.period[0] = 1, n.period[1] = 3, n.period[2] = 2;
        for (int order = 0; order < 2; order++)
            for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
                if (!tr_isa_available(isa))
                    continue;
                const int *o = orders[order];
                assert_int_equal(tr_olsen_3d(&n, isa, pool, first, size, o, out, NULL), TR_OK);
                for (int i = 0; i < width * height * depth; i++) {
                    int64_t at[3];
                    at[o[0]] = first[o[0]] + i % size[o[0]];
                    at[o[1]] = first[o[1]] + i / size[o[0]] % size[o[1]];
                    at[o[2]] = first[o[2]] + i / size[o[0]] / size[o[1]];
                    assert_int_equal(out[i], olsen_defined(&n, 3, 2, at));
                }
            }
    }
    tr_pool_destroy(pool);
}

// Division by floats equals integer division for every sum that can occur.
static void test_olsen_divides_exactly(void **state) {
    (void)state;
    const uint32_t weights[4] = {9, 27, 16, 64};
    enum { chunk = 4096 };
    static float v[chunk + 1];
    static uint16_t out[2 * chunk];
    static uint32_t keys[chunk];
    const tr_isa isa = tr_isa_best();
    for (int k = 0; k < 4; k++)
        for (uint32_t sum = 0; sum < weights[k] * 65536; sum += chunk) {
            for (uint32_t i = 0; i <= chunk; i++)
                v[i] = (float)(sum + i);
            // near is 1, far is 0, no bit is added: the row is chosen so that the hash is 0
            TR_KERNEL_OF(isa, tr_olsen_row)
            (chunk, v, (tr_keys){keys, keys}, 0, 1, 0, 1 / (float)weights[k], 31, out);
            for (uint32_t i = 0; i < chunk; i++)
                if (out[2 * i] != (uint16_t)((sum + i) / weights[k]))
                    fail_msg("%u / %u is %u", sum + i, weights[k], out[2 * i]);
        }
}

// ---- edges, periods, given points --------------------------------------------------------------

static void test_periods_repeat(void **state) {
    (void)state;
    enum { width = 48, height = 80 }; // 3 x 5 points, 4 iterations
    tr_pool *pool = pool_of(1);
    const tr_isa isa = TR_ISA_BASELINE;
    static char a[4 * width * height], b[4 * width * height];
    const field fields[] = {DIAMOND_SQUARE_PERIODIC, OLSEN_PERIODIC};
    for (int k = 0; k < 2; k++) {
        const size_t bytes = sample_bytes(fields[k]) * width * height;
        make(fields[k], isa, pool, 0, 0, width, height, a);
        for (int x = -2; x <= 2; x++) {
            make(fields[k], isa, pool, x * width, (1 - x) * 3 * height, width, height, b);
            assert_memory_equal(a, b, bytes);
        }
        make(fields[k], isa, pool, width / 3, 0, width, height, b);
        assert_memory_not_equal(a, b, bytes);
        make(fields[k], isa, pool, 0, height / 5, width, height, b);
        assert_memory_not_equal(a, b, bytes);
    }
    tr_pool_destroy(pool);
}

static float *midpoint_map(const tr_midpoint_numbers *n) {
    float *out = allocate(sizeof *out * (size_t)n->width * (size_t)n->height);
    tr_pool *pool = pool_of(2);
    const tr_isa isa = tr_isa_best();
    assert_int_equal(tr_midpoint(n, isa, pool, out, NULL), TR_OK);
    tr_pool_destroy(pool);
    return out;
}

static tr_midpoint_numbers midpoint_numbers(int width, int height, bool wrap) {
    return (tr_midpoint_numbers){
        .width = width, .height = height, .wrap = wrap, .amplitude = 1, .persistence = 0.5, .seed = 7};
}

// Differences across the seam are as large as differences inside.
static void test_midpoint_wraps(void **state) {
    (void)state;
    enum { size = 256 };
    for (uint64_t seed = 0; seed < 8; seed++) {
        double inside = 0, seam = 0;
        tr_midpoint_numbers n = midpoint_numbers(size, size, true);
        n.seed = seed;
        float *map = midpoint_map(&n);
        for (int i = 0; i < size; i++) {
            seam += fabs((double)(map[i * size] - map[i * size + size - 1]));
            seam += fabs((double)(map[i] - map[(size - 1) * size + i]));
            inside += fabs((double)(map[i * size + 100] - map[i * size + 99]));
            inside += fabs((double)(map[100 * size + i] - map[99 * size + i]));
        }
        assert_true(seam < 1.5 * inside && seam > 0.5 * inside);
        free(map);
    }
}

// Sizes that are not powers of two are cropped from the next power of two.
static void test_midpoint_sizes_are_cropped(void **state) {
    (void)state;
    tr_midpoint_numbers n = midpoint_numbers(128, 128, true);
    float *whole = midpoint_map(&n);
    n.width = 65, n.height = 100;
    float *part = midpoint_map(&n);
    for (int y = 0; y < 100; y++)
        assert_memory_equal(whole + y * 128, part + y * 65, 65 * sizeof *part);
    free(part);
    n.width = n.height = 1;
    part = midpoint_map(&n);
    free(part);
    free(whole);
}

static void test_given_points_stay_and_lift_their_surroundings(void **state) {
    (void)state;
    enum { size = 128 };
    for (int wrap = 0; wrap < 2; wrap++) {
        tr_midpoint_numbers n = midpoint_numbers(size + !wrap, size + !wrap, wrap);
        float *flat = midpoint_map(&n);
        tr_given peaks[] = {{101, 3, -4}, {0, 17, 5}, {64, 64, 9}}; // in the order of tr_given_sort
        n.given = peaks, n.given_count = 3;
        float *map = midpoint_map(&n);
        double lift = 0;
        for (int k = 0; k < 3; k++)
            assert_true(map[peaks[k].y * n.width + peaks[k].x] == peaks[k].value);
        for (int y = 56; y <= 72; y++)
            for (int x = 56; x <= 72; x++)
                lift += (double)(map[y * n.width + x] - flat[y * n.width + x]);
        assert_true(lift / (17 * 17) > 3); // a mountain, not a spike
        free(map);
        // A centre of the last level affects only itself and the four edge midpoints around it.
        n.given = &peaks[0], n.given_count = 1;
        map = midpoint_map(&n);
        int changed = 0;
        for (int i = 0; i < n.width * n.height; i++)
            changed += map[i] != flat[i];
        assert_int_equal(changed, 5);
        free(map);
        free(flat);
    }
}

// Points on an edge have exactly the given values, so maps with the same edge meet without a step.
static void test_given_edges_decide_alone(void **state) {
    (void)state;
    enum { size = 65 };
    static tr_given edges[4 * size];
    int count = 0;
    for (int i = 0; i < size; i++) {
        const float value = (float)tr_hash_unit(tr_hash_pair(3, (uint64_t)i));
        edges[count++] = (tr_given){i, 0, value}, edges[count++] = (tr_given){i, size - 1, value};
        edges[count++] = (tr_given){0, i, value}, edges[count++] = (tr_given){size - 1, i, value};
    }
    for (int i = 0; i < count; i++) // each corner is listed twice; the highest value counts
        for (int j = 0; j < count; j++)
            if (edges[i].x == edges[j].x && edges[i].y == edges[j].y && edges[j].value > edges[i].value)
                edges[i].value = edges[j].value;
    tr_midpoint_numbers n = midpoint_numbers(size, size, false);
    n.given = edges, n.given_count = count, n.persistence = 0.4;
    float *map = midpoint_map(&n);
    for (int i = 0; i < count; i++)
        assert_true(map[edges[i].y * size + edges[i].x] == edges[i].value);
    // Without offsets the inside is a mean of the edges alone.
    n.persistence = 0;
    float *smooth = midpoint_map(&n);
    for (int i = 0; i < size * size; i++)
        assert_true(smooth[i] >= 0 && smooth[i] <= 1);
    assert_memory_not_equal(map, smooth, sizeof *map * size * size);
    free(map);
    free(smooth);
}

static void test_midpoint_starts_from_a_smaller_map(void **state) {
    (void)state;
    static float base[16 * 8];
    for (int i = 0; i < 16 * 8; i++)
        base[i] = (float)tr_hash_unit(tr_hash_pair(8, (uint64_t)i));
    for (int wrap = 0; wrap < 2; wrap++) {
        tr_midpoint_numbers n = midpoint_numbers(wrap ? 256 : 241, wrap ? 128 : 113, wrap);
        n.base = base, n.base_width = 16, n.base_height = 8, n.amplitude = 0.25;
        float *map = midpoint_map(&n);
        for (int y = 0; y < 8; y++)
            for (int x = 0; x < 16; x++)
                assert_true(map[y * 16 * n.width + x * 16] == base[y * 16 + x]);
        free(map);
    }
}

// With a start of its own, offsets are divided by what they can add up to: nearly nothing here.
static void test_tiny_persistence_keeps_the_range(void **state) {
    (void)state;
    static const float flat[8 * 6] = {0};
    tr_midpoint_numbers n = midpoint_numbers(64, 64, true);
    n.base = flat, n.base_width = n.base_height = 4, n.amplitude = 0, n.persistence = 1e-310;
    float *map = midpoint_map(&n);
    for (int i = 0; i < 64 * 64; i++)
        assert_true(fabsf(map[i]) <= 1);
    free(map);
    tr_pool *pool = pool_of(1);
    const tr_cube_numbers numbers = {.base_cells = 1, .levels = 4, .persistence = 1e-310, .base = flat};
    tr_cube cube;
    assert_int_equal(tr_cube_diamond_square(&numbers, TR_ISA_BASELINE, pool, &cube, NULL), TR_OK);
    for (int face = 0; face < TR_CUBE_FACES; face++)
        for (int k = 0; k < 17 * 17; k++)
            assert_true(fabsf(*tr_cube_at(&cube, face, k % 17, k / 17)) <= 1);
    tr_cube_clear(&cube);
    tr_pool_destroy(pool);
}

static void test_ranges_are_kept(void **state) {
    (void)state;
    enum { size = 64 };
    int below = 0, above = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        tr_midpoint_numbers n = midpoint_numbers(size, size, true);
        n.seed = seed;
        float *raw = midpoint_map(&n);
        n.amplitude = 0;
        float *normalized = midpoint_map(&n);
        for (int i = 0; i < size * size; i++) {
            assert_true(normalized[i] >= 0 && normalized[i] <= 1);
            below += raw[i]<0, above += raw[i]> 1;
        }
        free(raw);
        free(normalized);
    }
    assert_true(below > 0 && above > 0);
}

// ---- bias and bounds ---------------------------------------------------------------------------

static double span_of_highest(int levels, double persistence, bool six_point, double *least) {
    static double out[1 << 2 * 10];
    double high = 0;
    tr_subdivision_highest(levels, persistence, six_point, out);
    *least = out[0];
    for (int i = 0; i < 1 << 2 * levels; i++)
        high = fmax(high, out[i]), *least = fmin(*least, out[i]);
    return high;
}

// The highest possible value of a point by the definition: every offset equals the amplitude.
static double highest_at(int level, int x, int y, double persistence, bool six) {
    if (level == 0)
        return 0;
    const double amplitude = pow(persistence, level - 1), c = six ? 1 / 6.0 : 0.25, p = 0.5 - c;
#define COARSE(dx, dy) highest_at(level - 1, (x + (dx)) / 2, (y + (dy)) / 2, persistence, six)
#define CENTRE(dx, dy) highest_at(level, x + (dx), y + (dy), persistence, six)
    if (x % 2 == 0 && y % 2 == 0)
        return COARSE(0, 0);
    if (x % 2 == 0)
        return (COARSE(0, -1) + COARSE(0, 1)) * p + (CENTRE(-1, 0) + CENTRE(1, 0)) * c + amplitude;
    if (y % 2 == 0)
        return (COARSE(-1, 0) + COARSE(1, 0)) * p + (CENTRE(0, -1) + CENTRE(0, 1)) * c + amplitude;
    double falling = COARSE(-1, -1) + COARSE(1, 1), rising = COARSE(1, -1) + COARSE(-1, 1);
    if (six && level > 1)
        return (falling + rising + ((x / 2 + y / 2) % 2 ? rising : falling)) / 6 + amplitude;
    return (falling + rising) / 4 + amplitude;
#undef COARSE
#undef CENTRE
}

// The original author's test of diamond-square: with the largest random number everywhere, corners, centres
// and edge midpoints have different heights. This is the method's known bias. It must not grow.
static void test_highest_values_show_the_known_bias(void **state) {
    (void)state;
    double one[4], least;
    tr_subdivision_highest(1, 0.5, false, one);
    assert_float_equal(one[0], 0, 0);
    assert_float_equal(one[1], 1.5, 0);
    assert_float_equal(one[2], 1.5, 0);
    assert_float_equal(one[3], 1, 0);
    for (int six = 0; six < 2; six++) {
        double cell[8 * 8];
        tr_subdivision_highest(3, 0.7, six, cell);
        for (int i = 0; i < 8 * 8; i++) // a cell far enough inside that no index is negative
            assert_float_equal(cell[i], highest_at(3, 16 + i % 8, 16 + i / 8, 0.7, six), 1e-12);
    }
    // seven levels, the first one of amplitude 0.5
    assert_float_equal(0.5 * span_of_highest(7, 0.5, false, &least), 1.11, 0.005);
    assert_float_equal(least, 0, 0);
    for (int six = 0; six < 2; six++)
        for (double persistence = 0; persistence <= 1.01; persistence += 0.25)
            for (int levels = 0; levels <= 9; levels++) {
                double highest = span_of_highest(levels, persistence, six, &least);
                double reach = tr_subdivision_range(levels, persistence, six);
                assert_true(reach >= highest);
                assert_true(reach <= 1.3 * highest || persistence > 0.9);
            }
}

// Mean squares of the four kinds of points of a cell, by odd and even column and row.
static void mean_squares(const double *values, int size, double square[4]) {
    for (int k = 0; k < 4; k++)
        square[k] = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            square[(y & 1) * 2 + (x & 1)] += values[y * size + x] * values[y * size + x] * 4 / size / size;
}

// Olsen noise has the same mean square at all points; diamond-square does not.
static void test_olsen_has_no_positional_bias(void **state) {
    (void)state;
    enum { size = 512 };
    tr_pool *pool = pool_of(2);
    const tr_isa isa = tr_isa_best();
    static uint16_t olsen[size * size];
    static float diamond[size * size];
    static double values[size * size];
    double square[4];
    tr_olsen_numbers n = {.seed = 1, .levels = 4};
    assert_int_equal(tr_olsen_2d(&n, isa, pool, 0, 0, size, size, olsen, NULL), TR_OK);
    for (int i = 0; i < size * size; i++)
        values[i] = olsen[i] - 7.5;
    mean_squares(values, size, square);
    for (int k = 1; k < 4; k++)
        assert_float_equal(square[k] / square[0], 1, 0.03);
    tr_diamond_square_numbers d = {.seed = 1, .iterations = 4, .persistence = 0.5};
    assert_int_equal(tr_diamond_square(&d, isa, pool, 0, 0, size, size, diamond, NULL), TR_OK);
    for (int i = 0; i < size * size; i++)
        values[i] = (double)diamond[i];
    mean_squares(values, size, square);
    assert_true(fabs(square[3] / square[0] - 1) > 0.03);
    tr_pool_destroy(pool);
}

// ---- statistics --------------------------------------------------------------------------------

static void assert_in_interval(double value, double low, double high) {
    if (!(value >= low && value <= high))
        fail_msg("%g is not in %g … %g", value, low, high);
}

static void test_fields_fill_their_ranges(void **state) {
    (void)state;
    enum { size = 256, seeds = 24 };
    tr_pool *pool = pool_of(2);
    const tr_isa isa = tr_isa_best();
    static float out[size * size];
    static uint16_t olsen[size * size];
    const double lost = 5 * 4 / 9.0; // the mean loss by rounding down at five levels
    double mean[3] = {0}, low[3] = {9, 9, 9}, high[3] = {-9, -9, -9};
    for (uint64_t seed = 0; seed < seeds; seed++)
        for (int f = 0; f < 3; f++) {
            tr_midpoint_numbers m = midpoint_numbers(size, size, true);
            m.amplitude = 0, m.seed = seed;
            tr_diamond_square_numbers d = {.seed = seed, .iterations = 4, .persistence = 0.5};
            tr_olsen_numbers o = {.seed = seed, .levels = 6};
            if (f == 0)
                tr_midpoint(&m, isa, pool, out, NULL);
            else if (f == 1)
                tr_diamond_square(&d, isa, pool, 0, 0, size, size, out, NULL);
            else
                tr_olsen_2d(&o, isa, pool, 0, 0, size, size, olsen, NULL);
            for (int i = 0; i < size * size; i++) {
                double value = f == 0   ? 2 * (double)out[i] - 1
                               : f == 1 ? (double)out[i]
                                        : (olsen[i] + lost) / 31.5 - 1;
                mean[f] += value / (size * size) / seeds;
                low[f] = fmin(low[f], value), high[f] = fmax(high[f], value);
            }
        }
    assert_true(fabs(mean[0]) < 0.15); // one point determines most of a map
    assert_true(fabs(mean[1]) < 0.02);
    assert_true(fabs(mean[2]) < 0.03);
    for (int f = 0; f < 3; f++) {
        assert_in_interval(low[f], -1, -0.5);
        assert_in_interval(high[f], 0.5, f == 2 ? 1.08 : 1);
    }
    tr_pool_destroy(pool);
}

// The mean difference between neighbours divided by that between points 16 apart. It grows with persistence.
static double roughness(double persistence, bool six_point) {
    enum { size = 512 };
    tr_pool *pool = pool_of(2);
    const tr_isa isa = tr_isa_best();
    static float out[size * size];
    tr_diamond_square_numbers d = {
        .seed = 4, .iterations = 7, .persistence = persistence, .six_point = six_point};
    assert_int_equal(tr_diamond_square(&d, isa, pool, 0, 0, size, size, out, NULL), TR_OK);
    double fine = 0, coarse = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x + 16 < size; x++) {
            fine += fabs((double)(out[y * size + x + 1] - out[y * size + x]));
            coarse += fabs((double)(out[y * size + x + 16] - out[y * size + x]));
        }
    tr_pool_destroy(pool);
    return fine / coarse;
}

static void test_roughness_follows_persistence(void **state) {
    (void)state;
    for (int six = 0; six < 2; six++) {
        double before = 0;
        for (double persistence = 0.3; persistence < 0.95; persistence += 0.1) {
            double now = roughness(persistence, six);
            assert_true(now > 1.08 * before);
            before = now;
        }
    }
    // Differences over a distance d are proportional to d^H with H = -log2(persistence). At a persistence of
    // 0.707, H is 1/2, so the ratio over 16 points is 1/4. The last level has nothing finer, which makes it
    // rougher.
    assert_in_interval(roughness(0.7071, false), 0.25, 0.35);
}

// ---- the sphere --------------------------------------------------------------------------------

typedef enum cube_field { CUBE_MIDPOINT, CUBE_SIX, CUBE_OLSEN, CUBE_FIELDS } cube_field;

static void make_cube(cube_field f, uint64_t seed, int levels, tr_isa isa, tr_pool *pool, tr_cube *cube) {
    tr_cube_numbers n = {.seed = seed, .base_cells = 1, .levels = levels, .persistence = 0.6};
    if (f == CUBE_SIX)
        n.six_point = true, n.base_cells = 4, n.levels -= 2;
    tr_olsen_numbers o = {.seed = seed, .levels = levels < 2 ? 2 : levels};
    if (f == CUBE_OLSEN)
        assert_int_equal(tr_cube_olsen(&o, 1 << levels, isa, pool, cube, NULL), TR_OK);
    else
        assert_int_equal(tr_cube_diamond_square(&n, isa, pool, cube, NULL), TR_OK);
    assert_int_equal(cube->cells, 1 << levels);
}

// Rotates a direction from the axes of the cube back to those of the planet.
static void turn_back(const tr_cube *cube, const double cube_direction[3], double d[3]) {
    for (int k = 0; k < 3; k++) {
        d[k] = 0;
        for (int i = 0; i < 3; i++)
            d[k] += (double)cube->turn[i][k] * cube_direction[i];
    }
}

// The integer coordinates in space of a lattice point of a face.
static void space_of(const tr_cube *cube, int face, int column, int row, int at[3]) {
    const int w = face / 2;
    at[w] = face % 2 ? cube->cells : 0;
    at[(w + 1) % 3] = column;
    at[(w + 2) % 3] = row;
}

static bool on_surface(const tr_cube *cube, const int at[3]) {
    bool end = false;
    for (int k = 0; k < 3; k++) {
        if (at[k] < 0 || at[k] > cube->cells)
            return false;
        end |= at[k] == 0 || at[k] == cube->cells;
    }
    return end;
}

static float at_space(const tr_cube *cube, const int at[3]) {
    for (int face = 0; face < 6; face++)
        if (at[face / 2] == (face % 2 ? cube->cells : 0))
            return *tr_cube_at(cube, face, at[(face / 2 + 1) % 3], at[(face / 2 + 2) % 3]);
    fail();
    return 0;
}

static void test_cubes_are_golden_on_every_instruction_set_and_thread_count(void **state) {
    (void)state;
    static const char *const names[CUBE_FIELDS] = {"cube_midpoint", "cube_six", "cube_olsen"};
    enum { directions = 999 };
    static float d[3][directions], out[directions];
    for (int i = 0; i < directions; i++)
        for (int k = 0; k < 3; k++)
            d[k][i] = (float)(2 * tr_hash_unit(tr_hash_pair((uint64_t)i, (uint64_t)k)) - 1);
    for (int f = 0; f < CUBE_FIELDS; f++)
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
            if (!tr_isa_available(isa))
                continue;
            for (int t = 0; t < 4; t++) {
                tr_pool *pool = pool_of(thread_counts[t]);
                tr_cube cube;
                make_cube((cube_field)f, 21, 8, isa, pool, &cube);
                uint64_t h = 1;
                for (int face = 0; face < 6; face++)
                    for (int row = -1; row <= cube.cells + 1; row++)
                        h = hash_bytes(h, tr_cube_at(&cube, face, -1, row),
                                       sizeof(float) * (size_t)(cube.cells + 3));
                TR_KERNEL_OF(isa, tr_cube_sample)(&cube, directions, d[0], d[1], d[2], out);
                h = hash_bytes(h, out, sizeof out);
                assert_golden(names[f], h);
                tr_cube_clear(&cube);
                tr_pool_destroy(pool);
            }
        }
}

static void test_cube_faces_agree_on_their_edges(void **state) {
    (void)state;
    tr_pool *pool = pool_of(2);
    const tr_isa isa = tr_isa_best();
    for (int f = 0; f < CUBE_FIELDS; f++)
        for (int levels = 2; levels <= 7; levels++) {
            tr_cube cube;
            make_cube((cube_field)f, 5, levels, isa, pool, &cube);
            int shared = 0;
            for (int face = 0; face < 6; face++)
                for (int i = 0; i <= cube.cells; i++)
                    for (int side = 0; side < 4; side++) {
                        const int far = side & 1 ? cube.cells : 0;
                        const int column = side & 2 ? i : far, row = side & 2 ? far : i;
                        int at[3];
                        space_of(&cube, face, column, row, at);
                        const float other = at_space(&cube, at); // from the first face that has the point
                        assert_memory_equal(&other, tr_cube_at(&cube, face, column, row), sizeof other);
                        shared++;
                    }
            assert_int_equal(shared, 24 * (cube.cells + 1));
            // beyond an edge lies the first row of points of the other face
            for (int face = 0; face < 6; face++)
                for (int i = 1; i < cube.cells; i++)
                    for (int side = 0; side < 4; side++) {
                        const int end = side & 1 ? cube.cells : 0, out = side & 1 ? cube.cells + 1 : -1;
                        int at[3];
                        space_of(&cube, face, side & 2 ? i : end, side & 2 ? end : i, at);
                        at[face / 2] += face % 2 ? -1 : 1;
                        const float beyond = *tr_cube_at(&cube, face, side & 2 ? i : out, side & 2 ? out : i);
                        assert_true(beyond == at_space(&cube, at));
                    }
            tr_cube_clear(&cube);
        }
    tr_pool_destroy(pool);
}

// Every point of the last level is the mean of its neighbours, found by their coordinates in space, plus its
// offset.
static void test_cube_equals_its_definition(void **state) {
    (void)state;
    tr_pool *pool = pool_of(3);
    const tr_isa isa = tr_isa_best();
    const tr_cube_numbers n = {.seed = 2, .base_cells = 2, .levels = 4, .persistence = 0.5};
    tr_cube cube;
    assert_int_equal(tr_cube_diamond_square(&n, isa, pool, &cube, NULL), TR_OK);
    const double most = 1 + 0.5 * tr_subdivision_range(4, 0.5, false);
    const float amplitude = (float)(0.0625 / (most * 1.00001)) * 0x1p-31f;
    for (int x = 0; x <= 32; x++)
        for (int y = 0; y <= 32; y++)
            for (int z = 0; z <= 32; z++) {
                const int at[3] = {x, y, z};
                int neighbours = 0, odd = (x & 1) + (y & 1) + (z & 1);
                if (!on_surface(&cube, at) || odd == 0)
                    continue;
                double sum = 0;
                // a centre (two odd coordinates) has its corners as neighbours, other points their four
                // nearest points
                for (int k = 0; k < 27; k++) {
                    const int step[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
                    const int to[3] = {x + step[0], y + step[1], z + step[2]};
                    const int length = abs(step[0]) + abs(step[1]) + abs(step[2]);
                    if (length == odd && on_surface(&cube, to) &&
                        (odd == 1 || ((to[0] | to[1] | to[2]) & 1) == 0)) {
                        sum += (double)at_space(&cube, to);
                        neighbours++;
                    }
                }
                assert_int_equal(neighbours, 4);
                uint32_t keys = 0;
                for (int k = 0; k < 3; k++)
                    keys ^= tr_axis_key(tr_axis_seed(n.seed, n.levels, k), at[k]);
                double want = sum / 4 + (double)(amplitude * tr_point_random(keys));
                assert_float_equal(at_space(&cube, at), want, 1e-6);
            }
    tr_cube_clear(&cube);
    tr_pool_destroy(pool);
}

// Short steps across a cube edge, a corner or a pole are hardly larger than elsewhere. (A little, as the
// lattice is finer there.)
static double mean_step(const tr_cube *cube, tr_isa isa, const double centre[3], double *largest) {
    enum { count = 4000 };
    static float a[3][count], b[3][count], va[count], vb[count];
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            double spread = 0.02 * (tr_hash_unit(tr_hash_pair((uint64_t)i, (uint64_t)k)) - 0.5);
            double step = 0.002 * (tr_hash_unit(tr_hash_pair((uint64_t)i, (uint64_t)k + 9)) - 0.5);
            a[k][i] = (float)(centre[k] + spread), b[k][i] = (float)(centre[k] + spread + step);
        }
    TR_KERNEL_OF(isa, tr_cube_sample)(cube, count, a[0], a[1], a[2], va);
    TR_KERNEL_OF(isa, tr_cube_sample)(cube, count, b[0], b[1], b[2], vb);
    double sum = 0;
    *largest = 0;
    for (int i = 0; i < count; i++) {
        double step = fabs((double)(va[i] - vb[i]));
        sum += step / count, *largest = fmax(*largest, step);
    }
    return sum;
}

static void test_cube_edges_and_poles_are_nothing_special(void **state) {
    (void)state;
    tr_pool *pool = pool_of(2);
    const tr_isa isa = tr_isa_best();
    const double r = 0.70710678, c = 0.57735027;
    const double centres[8][3] = {{0.48, 0.36, 0.8}, {0.3, -0.9, 0.31622777},       // ordinary places
                                  {0, 1, 0},         {0, -1, 0},                    // poles
                                  {r, r, 0},         {r * 0.9, -0.43589, -r * 0.9}, // edges
                                  {c, c, c},         {-c, c, -c}};                  // corners
    for (int f = 0; f < CUBE_FIELDS; f++) {
        double steps[8] = {0}, largest[8] = {0};
        for (uint64_t seed = 0; seed < 24; seed++) {
            tr_cube cube;
            make_cube((cube_field)f, seed, 8, isa, pool, &cube);
            for (int k = 0; k < 8; k++) {
                double most, d[3];
                turn_back(&cube, centres[k], d);
                steps[k] += mean_step(&cube, isa, d, &most);
                largest[k] = fmax(largest[k], most);
            }
            tr_cube_clear(&cube);
        }
        for (int k = 2; k < 8; k++) {
            assert_in_interval(steps[k] / (steps[0] + steps[1]) * 2, 0.7, 1.45);
            assert_true(largest[k] < 2.2 * fmax(largest[0], largest[1]));
        }
    }
    tr_pool_destroy(pool);
}

// At lattice points a sample equals the value of the point.
static void test_cube_samples_go_through_the_lattice(void **state) {
    (void)state;
    tr_pool *pool = pool_of(1);
    const tr_isa isa = TR_ISA_BASELINE;
    tr_cube cube;
    make_cube(CUBE_MIDPOINT, 1, 3, isa, pool, &cube);
    for (int face = 0; face < 6; face++)
        for (int row = 0; row <= 8; row++)
            for (int column = 0; column <= 8; column++) {
                int at[3];
                double in_cube[3], d[3];
                float f[3], out;
                space_of(&cube, face, column, row, at);
                for (int k = 0; k < 3; k++) // the inverse of the equal-angle mapping, at any distance
                    in_cube[k] = 3 * tan((at[k] / 4.0 - 1) * 0.7853981634);
                turn_back(&cube, in_cube, d);
                for (int k = 0; k < 3; k++)
                    f[k] = (float)d[k];
                TR_KERNEL_OF(isa, tr_cube_sample)(&cube, 1, &f[0], &f[1], &f[2], &out);
                assert_float_equal(out, *tr_cube_at(&cube, face, column, row), 1e-3);
            }
    tr_cube_clear(&cube);
    tr_pool_destroy(pool);
}

// Linear samples equal the values at lattice points and are bilinear between four of them.
static void test_straight_samples_lie_on_lines(void **state) {
    (void)state;
    tr_pool *pool = pool_of(1);
    const tr_isa isa = TR_ISA_BASELINE;
    tr_cube cube;
    make_cube(CUBE_MIDPOINT, 1, 3, isa, pool, &cube);
    static const double places[][2] = {{0, 0}, {0.5, 0}, {0, 0.5}, {0.25, 0.75}};
    for (int face = 0; face < 6; face++)
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++)
                for (int p = 0; p < 4; p++) {
                    const double u = places[p][0], v = places[p][1];
                    int here[3], right[3], below[3];
                    double in_cube[3], d[3];
                    float f[3], out;
                    space_of(&cube, face, column, row, here);
                    space_of(&cube, face, column + 1, row, right);
                    space_of(&cube, face, column, row + 1, below);
                    for (int k = 0; k < 3; k++)
                        in_cube[k] =
                            tan(((here[k] + u * (right[k] - here[k]) + v * (below[k] - here[k])) / 4.0 - 1) *
                                0.7853981634);
                    turn_back(&cube, in_cube, d);
                    for (int k = 0; k < 3; k++)
                        f[k] = (float)d[k];
                    TR_KERNEL_OF(isa, tr_cube_sample_straight)(&cube, 1, &f[0], &f[1], &f[2], &out);
                    const float *a = tr_cube_at(&cube, face, column, row),
                                *b = tr_cube_at(&cube, face, column, row + 1);
                    const double upper = (double)a[0] + u * (double)(a[1] - a[0]),
                                 lower = (double)b[0] + u * (double)(b[1] - b[0]);
                    assert_float_equal(out, upper + v * (lower - upper), 1e-3);
                }
    tr_cube_clear(&cube);
    tr_pool_destroy(pool);
}

// The rotation of the cube is uniformly random: poles and equator have the same variance.
static void test_cubes_are_turned_at_random(void **state) {
    (void)state;
    enum { seeds = 600 };
    tr_pool *pool = pool_of(1);
    const tr_isa isa = TR_ISA_BASELINE;
    double square[3] = {0}, mean[9] = {0};
    for (uint64_t seed = 0; seed < seeds; seed++) {
        tr_cube cube;
        make_cube(CUBE_SIX, seed, 4, isa, pool, &cube);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double dot = 0; // rows are orthonormal
                for (int k = 0; k < 3; k++)
                    dot += (double)(cube.turn[i][k] * cube.turn[j][k]);
                assert_float_equal(dot, i == j, 1e-6);
                mean[3 * i + j] += (double)cube.turn[i][j] / seeds;
            }
        const float x[3] = {1, 0, 0.3f}, y[3] = {0, 1, -0.5f}, z[3] = {0, 0, 0.8124038f};
        float out[3];
        TR_KERNEL_OF(isa, tr_cube_sample)(&cube, 3, x, y, z, out);
        for (int k = 0; k < 3; k++)
            square[k] += (double)(out[k] * out[k]);
        tr_cube_clear(&cube);
    }
    for (int k = 0; k < 9; k++)
        assert_in_interval(mean[k], -0.09, 0.09);
    assert_in_interval(square[0] / square[1], 0.8, 1.25);
    assert_in_interval(square[2] / square[1], 0.8, 1.25);
    tr_pool_destroy(pool);
}

static void test_cubes_fill_their_range(void **state) {
    (void)state;
    tr_pool *pool = pool_of(2);
    const tr_isa isa = tr_isa_best();
    for (int f = 0; f < CUBE_FIELDS; f++) {
        double low = 9, high = -9, mean = 0, deviation[6] = {0};
        for (uint64_t seed = 0; seed < 40; seed++) {
            tr_cube cube;
            make_cube((cube_field)f, seed, 6, isa, pool, &cube);
            for (int face = 0; face < 6; face++)
                for (int row = 0; row < cube.cells; row++)
                    for (int column = 0; column < cube.cells; column++) {
                        double v = (double)*tr_cube_at(&cube, face, column, row);
                        low = fmin(low, v), high = fmax(high, v);
                        mean += v / (40.0 * 6 * 64 * 64), deviation[face] += v * v / (40.0 * 64 * 64);
                    }
            tr_cube_clear(&cube);
        }
        assert_in_interval(low, -1, -0.45);
        assert_in_interval(high, 0.45, 1);
        assert_in_interval(mean, -0.1, 0.1);
        for (int face = 1; face < 6; face++)
            assert_in_interval(deviation[face] / deviation[0], 0.6, 1.7);
    }
    tr_pool_destroy(pool);
}

static void test_the_smallest_cubes(void **state) {
    (void)state;
    tr_pool *pool = pool_of(1);
    for (int levels = 0; levels < 3; levels++) {
        const tr_cube_numbers numbers = {.base_cells = 1, .levels = levels, .persistence = 0.5};
        tr_cube cube;
        assert_int_equal(tr_cube_diamond_square(&numbers, TR_ISA_BASELINE, pool, &cube, NULL), TR_OK);
        assert_int_equal(cube.cells, 1 << levels);
        tr_cube_clear(&cube);
    }
    tr_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields_are_golden_on_every_instruction_set_and_thread_count),
        cmocka_unit_test(test_large_windows_equal_small_ones),
        cmocka_unit_test(test_windows_agree_where_they_overlap),
        cmocka_unit_test(test_far_windows_differ),
        cmocka_unit_test(test_subdivision_equals_its_definition),
        cmocka_unit_test(test_olsen_equals_its_definition),
        cmocka_unit_test(test_olsen_divides_exactly),
        cmocka_unit_test(test_periods_repeat),
        cmocka_unit_test(test_midpoint_wraps),
        cmocka_unit_test(test_midpoint_sizes_are_cropped),
        cmocka_unit_test(test_given_points_stay_and_lift_their_surroundings),
        cmocka_unit_test(test_given_edges_decide_alone),
        cmocka_unit_test(test_midpoint_starts_from_a_smaller_map),
        cmocka_unit_test(test_tiny_persistence_keeps_the_range),
        cmocka_unit_test(test_ranges_are_kept),
        cmocka_unit_test(test_highest_values_show_the_known_bias),
        cmocka_unit_test(test_olsen_has_no_positional_bias),
        cmocka_unit_test(test_fields_fill_their_ranges),
        cmocka_unit_test(test_roughness_follows_persistence),
        cmocka_unit_test(test_cubes_are_golden_on_every_instruction_set_and_thread_count),
        cmocka_unit_test(test_cube_faces_agree_on_their_edges),
        cmocka_unit_test(test_cube_equals_its_definition),
        cmocka_unit_test(test_cube_edges_and_poles_are_nothing_special),
        cmocka_unit_test(test_cube_samples_go_through_the_lattice),
        cmocka_unit_test(test_straight_samples_lie_on_lines),
        cmocka_unit_test(test_cubes_are_turned_at_random),
        cmocka_unit_test(test_cubes_fill_their_range),
        cmocka_unit_test(test_the_smallest_cubes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
