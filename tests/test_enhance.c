// Enhancing height maps: given points stay, flat areas stay flat, edges that wrap match, roughness is
// measured locally, and all instruction sets give the same bits.
#include "base/hash.h"
#include "noise/grids/enhance.h"
#include "noise/grids/subdivide.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct map {
    int width, height;
    uint16_t *heights;
} map;

static map new_map(int width, int height) {
    map m = {width, height, calloc((size_t)width * (size_t)height, sizeof *m.heights)};
    assert_non_null(m.heights);
    return m;
}

static uint16_t *at(map m, int x, int y) { return &m.heights[(size_t)y * (size_t)m.width + (size_t)x]; }

static tr_pool *pool_of(int threads) {
    tr_pool *pool = NULL;
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    return pool;
}

static tr_enhance_numbers numbers_of(map m, int times) {
    return (tr_enhance_numbers){.width = m.width,
                                .height = m.height,
                                .heights = m.heights,
                                .times = times,
                                .estimate = true,
                                .seed = 5};
}

// The enhanced map, computed in tiles of at most columns x rows. *roughness (may be NULL) is the measured
// roughness.
static map enhance_in(const tr_enhance_numbers *numbers, tr_isa isa, int columns, int rows, double *roughness) {
    tr_pool *pool = pool_of(1);
    tr_enhancement *e = NULL;
    assert_int_equal(tr_enhance_create(numbers, isa, pool, &e, NULL), TR_OK);
    map out = new_map(tr_enhance_width(e), tr_enhance_height(e));
    for (int y = 0; y < out.height; y += rows)
        for (int x = 0; x < out.width; x += columns)
            tr_enhance_tile(e, 0, x, y, x + columns < out.width ? columns : out.width - x,
                            y + rows < out.height ? rows : out.height - y, (size_t)out.width, at(out, x, y));
    if (roughness)
        *roughness = tr_enhance_roughness(e);
    tr_enhance_destroy(e);
    tr_pool_destroy(pool);
    return out;
}

static map enhance(const tr_enhance_numbers *numbers) {
    return enhance_in(numbers, tr_isa_best(), TR_ENHANCE_TILE_COLUMNS, TR_ENHANCE_TILE_ROWS, NULL);
}

static double find_roughness(map m) {
    const tr_enhance_numbers n = numbers_of(m, 1);
    double roughness;
    map out = enhance_in(&n, tr_isa_best(), TR_ENHANCE_TILE_COLUMNS, TR_ENHANCE_TILE_ROWS, &roughness);
    free(out.heights);
    return roughness;
}

// ---- input maps --------------------------------------------------------------------------------

// A fractal of known persistence between middle - range and middle + range, periodic after 2^8 points.
static map fractal(int width, int height, double persistence, double middle, double range) {
    map m = new_map(width, height);
    float *field = calloc((size_t)width * (size_t)height, sizeof *field);
    assert_non_null(field);
    const tr_diamond_square_numbers numbers = {.seed = 3,
                                               .iterations = 7,
                                               .persistence = persistence,
                                               .six_point = true,
                                               .period_x = 2,
                                               .period_y = 2};
    const tr_isa isa = TR_ISA_BASELINE;
    tr_pool *pool = pool_of(1);
    assert_int_equal(tr_diamond_square(&numbers, isa, pool, 0, 0, width, height, field, NULL), TR_OK);
    tr_pool_destroy(pool);
    for (int i = 0; i < width * height; i++)
        m.heights[i] = (uint16_t)floor(middle + range * (double)field[i] + 0.5);
    free(field);
    return m;
}

// Keeps only the values that an 8-bit file can hold.
static void quantise(map m) {
    for (int i = 0; i < m.width * m.height; i++)
        m.heights[i] = (uint16_t)((m.heights[i] + 128) / 257 * 257);
}

static void flood(map m, uint16_t level) {
    for (int i = 0; i < m.width * m.height; i++)
        m.heights[i] = m.heights[i] < level ? level : m.heights[i];
}

// A fractal with a sea, a plateau, a cliff, and white points next to black ones.
static map varied(int width, int height) {
    map m = fractal(width, height, 0.6, 32000, 30000);
    flood(m, 27000);
    for (int y = 0; y < height / 3; y++)
        for (int x = 0; x < width / 3; x++)
            *at(m, x, y) = 50000;
    for (int y = height / 2; y < height; y++)
        *at(m, width / 2, y) = y & 1 ? 65535 : 27000;
    return m;
}

// ---- texel positions ---------------------------------------------------------------------------

// Texels are cells: the centre of texel i of the result, in texels of the input.
static double middle(int i, int times) { return (i + 0.5) / (1 << times) - 0.5; }

// A uniform slope stays exactly the same, also beyond the centres of the outermost texels.
static void test_texels_are_cells(void **state) {
    (void)state;
    map m = new_map(33, 21);
    for (int y = 0; y < 21; y++)
        for (int x = 0; x < 33; x++)
            *at(m, x, y) = (uint16_t)(9000 + 640 * x - 320 * y);
    for (int times = 1; times <= 4; times++) {
        const tr_enhance_numbers n = numbers_of(m, times);
        map out = enhance(&n);
        for (int y = 0; y < out.height; y++)
            for (int x = 0; x < out.width; x++) {
                const double wanted = 9000 + 640 * middle(x, times) - 320 * middle(y, times);
                assert_true(fabs(*at(out, x, y) - wanted) <= 0.5);
            }
        free(out.heights);
    }
    free(m.heights);
}

static void test_each_texel_becomes_as_many(void **state) {
    (void)state;
    map m = varied(33, 21);
    for (int wrap = 0; wrap < 4; wrap++)
        for (int times = 1; times <= 4; times++) {
            tr_enhance_numbers n = numbers_of(m, times);
            n.wrap_x = wrap & 1, n.wrap_y = wrap & 2;
            map out = enhance(&n);
            assert_int_equal(out.width, 33 << times);
            assert_int_equal(out.height, 21 << times);
            free(out.heights);
        }
    free(m.heights);
}

// The correlation of `out` with another map that is shifted and wraps around: 1 if they are the same.
static double correlation(map out, map fine, int right, int down) {
    double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    const double count = (double)out.width * out.height;
    for (int y = 0; y < out.height; y++)
        for (int x = 0; x < out.width; x++) {
            const double p = *at(out, x, y), q = *at(fine, (x + right + fine.width) % fine.width,
                                                     (y + down + fine.height) % fine.height);
            a += p, b += q, aa += p * p, bb += q * q, ab += p * q;
        }
    return (ab - a * b / count) / sqrt((aa - a * a / count) * (bb - b * b / count));
}

// Enhancing a map reduced by averaging gives a map aligned with the original.
static void test_means_come_back_in_their_place(void **state) {
    (void)state;
    enum { times = 2, side = 1 << times };
    map fine = fractal(256, 256, 0.55, 32000, 30000), m = new_map(256 / side, 256 / side);
    for (int y = 0; y < m.height; y++)
        for (int x = 0; x < m.width; x++) {
            int sum = 0;
            for (int k = 0; k < side * side; k++)
                sum += *at(fine, side * x + k % side, side * y + k / side);
            *at(m, x, y) = (uint16_t)(sum / (side * side));
        }
    for (int wrap = 0; wrap < 3; wrap++) {
        tr_enhance_numbers n = numbers_of(m, times);
        n.wrap_x = wrap > 0, n.wrap_y = wrap > 1;
        map out = enhance(&n);
        const double here = correlation(out, fine, 0, 0);
        assert_true(here > 0.95);
        for (int shift = -side; shift <= side; shift++)
            if (shift) {
                assert_true(correlation(out, fine, shift, 0) < here);
                assert_true(correlation(out, fine, 0, shift) < here);
            }
        // and not shifted by half a texel of the result
        assert_true(fabs(correlation(out, fine, 1, 0) - correlation(out, fine, -1, 0)) < 0.1 * (1 - here));
        assert_true(fabs(correlation(out, fine, 0, 1) - correlation(out, fine, 0, -1)) < 0.1 * (1 - here));
        free(out.heights);
    }
    free(fine.heights);
    free(m.heights);
}

// Cells with four equal corners stay flat, at sea level and at any other height.
static void test_flats_stay_flat(void **state) {
    (void)state;
    int flat = 0;
    for (int bits = 8; bits <= 16; bits += 8) {
        map m = varied(90, 70);
        if (bits == 8)
            quantise(m);
        const int times = 3, side = 1 << times;
        for (int set = 0; set < 2; set++) {
            tr_enhance_numbers n = numbers_of(m, times);
            n.estimate = !set, n.roughness = 0.7;
            map out = enhance(&n);
            for (int y = 0; y < m.height - 1; y++)
                for (int x = 0; x < m.width - 1; x++) {
                    const uint16_t h = *at(m, x, y);
                    if (*at(m, x + 1, y) != h || *at(m, x, y + 1) != h || *at(m, x + 1, y + 1) != h)
                        continue;
                    // A plateau one cell wide may bulge at a point, so its surroundings must be flat too.
                    bool sea = h == 27000 || h == 26985;
                    bool inside = x > 0 && y > 0 && x < m.width - 2 && y < m.height - 2;
                    for (int j = -1; j <= 2 && inside && !sea; j++)
                        for (int i = -1; i <= 2; i++)
                            inside = inside && *at(m, x + i, y + j) == h;
                    if (!sea && !inside)
                        continue;
                    flat++;
                    for (int j = side / 2; j < side + side / 2; j++) // between texel centres
                        for (int i = side / 2; i < side + side / 2; i++)
                            assert_int_equal(*at(out, (x << times) + i, (y << times) + j), h);
                }
            free(out.heights);
        }
        free(m.heights);
    }
    assert_true(flat > 1000);
}

// Nothing lies below the sea. The coast does not follow the squares of the lattice: in few rows it lies on a
// lattice column.
static void test_sea(void **state) {
    (void)state;
    map m = new_map(40, 40);
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 40; x++) // the coast runs along a slope of 1 : 3
            *at(m, x, y) = (uint16_t)(3 * x - y < 40 ? 9000
                                                     : 9000 + 40 * (3 * x - y - 40) +
                                                           tr_hash_u64((uint64_t)(x + 40 * y)) % 60);
    const tr_enhance_numbers n = numbers_of(m, 3);
    map out = enhance(&n);
    int coast[320], on_lattice = 0;
    for (int y = 0; y < out.height; y++) {
        for (int x = 0; x < out.width; x++)
            assert_true(*at(out, x, y) >= 9000);
        coast[y] = 0;
        while (coast[y] < out.width - 1 && *at(out, coast[y], y) == 9000)
            coast[y]++;
        on_lattice += coast[y] % 8 <= 1;
    }
    assert_true(on_lattice < out.height * 4 / 10);
    free(m.heights);
    free(out.heights);
}

// Values are clamped. Wrapping around would turn a peak into a pit.
static void test_clipping(void **state) {
    (void)state;
    map m = new_map(60, 60);
    for (int i = 0; i < 3600; i++)
        m.heights[i] = (uint16_t)(65535 - tr_hash_u64((uint64_t)i) % 2000);
    tr_enhance_numbers n = numbers_of(m, 3);
    map high = enhance(&n);
    for (int i = 0; i < 3600; i++)
        m.heights[i] = (uint16_t)(65535 - m.heights[i]);
    map low = enhance(&n);
    int ends = 0;
    for (int i = 0; i < high.width * high.height; i++) {
        assert_true(high.heights[i] > 55000 && low.heights[i] < 10000);
        ends += high.heights[i] == 65535;
    }
    assert_true(ends > 10); // some values were clamped
    free(m.heights);
    free(high.heights);
    free(low.heights);
}

// ---- edges -------------------------------------------------------------------------------------

// Without detail, enhancing two copies of a map side by side gives two copies of the result.
static void test_wrapping_is_exact(void **state) {
    (void)state;
    map m = varied(24, 18), twice = new_map(48, 36);
    for (int y = 0; y < 36; y++)
        for (int x = 0; x < 48; x++)
            *at(twice, x, y) = *at(m, x % 24, y % 18);
    tr_enhance_numbers one = numbers_of(m, 3), two = numbers_of(twice, 3);
    one.estimate = two.estimate = false; // roughness 0
    one.wrap_x = one.wrap_y = two.wrap_x = two.wrap_y = true;
    map a = enhance(&one), b = enhance(&two);
    for (int y = 0; y < b.height; y++)
        for (int x = 0; x < b.width; x++)
            assert_int_equal(*at(b, x, y), *at(a, x % a.width, y % a.height));
    free(m.heights);
    free(twice.heights);
    free(a.heights);
    free(b.heights);
}

// The mean square difference between the points of a column (or row) and the mean of their neighbours across
// it.
static double unevenness(map m, int line, bool row) {
    double sum = 0;
    const int length = row ? m.width : m.height, size = row ? m.height : m.width;
    const int before = (line + size - 1) % size, after = (line + 1) % size;
    for (int i = 0; i < length; i++) {
        double bend = row ? 2 * *at(m, i, line) - *at(m, i, before) - *at(m, i, after)
                          : 2 * *at(m, line, i) - *at(m, before, i) - *at(m, after, i);
        sum += bend * bend;
    }
    return sum / length;
}

// Columns next to a seam are like other columns at the same position within a cell, 8 columns apart.
static void test_seams(void **state) {
    (void)state;
    map m = fractal(256, 256, 0.6, 32000, 30000);
    for (int kind = 0; kind < 2; kind++) {
        tr_enhance_numbers n = numbers_of(m, 3);
        n.wrap_x = true, n.wrap_y = kind == 1;
        map out = enhance(&n);
        for (int row = 0; row <= kind; row++)
            for (int line = -3; line < 3; line++) {
                const int size = row ? out.height : out.width;
                double usual = 0, seam = unevenness(out, (line + size) % size, row);
                for (int cell = 1; cell < 255; cell++)
                    usual += unevenness(out, 8 * cell + line, row) / 254;
                assert_true(seam > 0.6 * usual && seam < 1.6 * usual);
            }
        free(out.heights);
    }
    free(m.heights);
}

// ---- roughness ---------------------------------------------------------------------------------

// A fractal that is not built on a lattice: waves in all directions with amplitude proportional to length^H.
static map waves(int size, double persistence) {
    enum { count = 1500 };
    const double h = -log2(persistence), pi = 3.14159265358979;
    map m = new_map(size, size);
    double *sum = calloc((size_t)size * (size_t)size, sizeof *sum), total = 0;
    assert_non_null(sum);
    for (uint64_t i = 0; i < count; i++) {
        const double length = 0.15 * pow(size / 0.15, tr_hash_unit(tr_hash_pair(i, 0)));
        const double direction = 2 * pi * tr_hash_unit(tr_hash_pair(i, 1));
        const double phase = 2 * pi * tr_hash_unit(tr_hash_pair(i, 2)), amplitude = pow(length, h);
        const double kx = 2 * pi / length * cos(direction), ky = 2 * pi / length * sin(direction);
        total += amplitude * amplitude / 2;
        for (int y = 0; y < size; y++) { // the next point by a rotation, which is faster than another cosine
            double c = amplitude * cos(phase + ky * y), s = amplitude * sin(phase + ky * y);
            const double turn_c = cos(kx), turn_s = sin(kx);
            for (int x = 0; x < size; x++) {
                sum[y * size + x] += c;
                const double next = c * turn_c - s * turn_s;
                s = s * turn_c + c * turn_s, c = next;
            }
        }
    }
    for (int i = 0; i < size * size; i++)
        m.heights[i] = (uint16_t)fmin(fmax(32768 + 9000 * sum[i] / sqrt(total), 0), 65535);
    free(sum);
    return m;
}

static void test_roughness_is_found(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        const double persistence = 0.55 + 0.1 * i, truth = 2 * persistence - 1;
        map m = waves(160, persistence);
        const double found = find_roughness(m);
        quantise(m);
        const double found_8 = find_roughness(m);
        tr_enhance_numbers n = numbers_of(m, 2);
        map out = enhance(&n);
        const double again = find_roughness(out);
        assert_true(fabs(found - truth) < 0.06);
        assert_true(fabs(found_8 - truth) < 0.06);
        assert_true(fabs(again - truth) < 0.12);
        free(out.heights);
        free(m.heights);
    }
}

// A smooth map stays smooth: curves, not facets. Linear interpolation would be off by 120 here.
static void test_curves(void **state) {
    (void)state;
    const double turn = 2 * 3.14159265358979 / 24;
    map m = new_map(48, 24);
    for (int y = 0; y < 24; y++)
        for (int x = 0; x < 48; x++)
            *at(m, x, y) = (uint16_t)(32768 + 20000 * sin(turn * x) * cos(turn * y));
    tr_enhance_numbers n = numbers_of(m, 3);
    n.estimate = false, n.wrap_x = n.wrap_y = true;
    map out = enhance(&n);
    double sum = 0;
    for (int y = 0; y < out.height; y++)
        for (int x = 0; x < out.width; x++) {
            const double error =
                *at(out, x, y) - (32768 + 20000 * sin(turn * middle(x, 3)) * cos(turn * middle(y, 3)));
            sum += error * error;
        }
    assert_true(sqrt(sum / (out.width * out.height)) < 8);
    free(m.heights);
    free(out.heights);
}

// Points differ equally from the mean of their neighbours whatever their position in the old lattice.
static void test_no_lattice(void **state) {
    (void)state;
    map m = waves(128, 0.65);
    tr_enhance_numbers n = numbers_of(m, 3);
    map out = enhance(&n);
    double sum[8][8] = {{0}}, low = INFINITY, high = 0;
    for (int y = 8; y < out.height - 8; y++)
        for (int x = 8; x < out.width - 8; x++) {
            const double bend = 4.0 * *at(out, x, y) - *at(out, x - 1, y) - *at(out, x + 1, y) -
                                *at(out, x, y - 1) - *at(out, x, y + 1);
            sum[y % 8][x % 8] += bend * bend;
        }
    for (int i = 0; i < 64; i++) {
        low = fmin(low, sum[i / 8][i % 8]);
        high = fmax(high, sum[i / 8][i % 8]);
    }
    assert_true(sqrt(high / low) < 1.15);
    free(m.heights);
    free(out.heights);
}

// The mean square difference of two maps between columns from … to - 1.
static double difference(map a, map b, int from, int to) {
    double sum = 0;
    for (int y = 0; y < a.height; y++)
        for (int x = from; x < to; x++) {
            const double d = (double)*at(a, x, y) - *at(b, x, y);
            sum += d * d;
        }
    return sum / ((double)a.height * (to - from));
}

// A map reduced by averaging is smoother than one of single points, but only in its finest differences. The
// measured roughness and the strength of the detail are only slightly lower.
static void test_means_are_not_smooth(void **state) {
    (void)state;
    map whole = waves(256, 0.65), maps[2] = {new_map(128, 128), new_map(128, 128)};
    for (int y = 0; y < 128; y++)
        for (int x = 0; x < 128; x++) {
            const uint16_t *h = at(whole, 2 * x, 2 * y);
            *at(maps[0], x, y) = h[0];
            *at(maps[1], x, y) = (uint16_t)((h[0] + h[1] + h[256] + h[257]) / 4);
        }
    double detail[2];
    for (int i = 0; i < 2; i++) {
        tr_enhance_numbers n = numbers_of(maps[i], 2);
        map rough = enhance(&n);
        n.estimate = false; // roughness 0
        map smooth = enhance(&n);
        detail[i] = sqrt(difference(rough, smooth, 0, rough.width));

        assert_true(fabs(find_roughness(maps[i]) - 0.3) < 0.1);
        free(rough.heights);
        free(smooth.heights);
        free(maps[i].heights);
    }
    assert_true(detail[1] > 0.68 * detail[0] && detail[1] < detail[0]);
    free(whole.heights);
}

// Detail is added where the map is rough, on the left, and not on the slope on the right.
static void test_locality(void **state) {
    (void)state;
    map m = fractal(128, 64, 0.65, 32000, 30000);
    for (int y = 0; y < 64; y++)
        for (int x = 64; x < 128; x++)
            *at(m, x, y) = (uint16_t)(20000 + 100 * (x - 64) + 37 * y);
    tr_enhance_numbers rough = numbers_of(m, 3), smooth = rough;
    smooth.estimate = false;
    map a = enhance(&rough), b = enhance(&smooth);
    const double left = difference(a, b, 0, 64 * 8 - 40), right = difference(a, b, 70 * 8, 127 * 8);
    assert_true(left > 100 * 100);
    assert_true(right < 0.01);
    free(m.heights);
    free(a.heights);
    free(b.heights);
}

// A slope in 8 bits has steps, which do not count as roughness.
static void test_steps_are_no_roughness(void **state) {
    (void)state;
    map m = new_map(100, 80);
    for (int y = 0; y < 80; y++)
        for (int x = 0; x < 100; x++)
            *at(m, x, y) = (uint16_t)(10000 + 90 * x + 130 * y);
    quantise(m);
    tr_enhance_numbers estimated = numbers_of(m, 2), smooth = estimated;
    smooth.estimate = false;
    map a = enhance(&estimated), b = enhance(&smooth);
    assert_true(difference(a, b, 0, a.width) < 20 * 20); // a step is 257
    free(m.heights);
    free(a.heights);
    free(b.heights);
}

// More roughness gives more detail, another seed other detail, and a roughness of 0 none.
static void test_numbers_count(void **state) {
    (void)state;
    map m = fractal(64, 64, 0.6, 32000, 30000);
    tr_enhance_numbers n = numbers_of(m, 3);
    n.estimate = false;
    map smooth = enhance(&n);
    double before = 0;
    for (int i = 1; i <= 5; i++) {
        n.roughness = 0.2 * i;
        map out = enhance(&n);
        const double detail = difference(out, smooth, 0, out.width);
        assert_true(detail > before * 1.2 + 1);
        before = detail;
        free(out.heights);
    }
    map one = enhance(&n);
    n.seed++;
    map other = enhance(&n);
    assert_true(difference(one, other, 0, one.width) > before);
    free(one.heights);
    free(other.heights);
    free(smooth.heights);
    free(m.heights);
}

// ---- the same bits -----------------------------------------------------------------------------

static uint64_t hash_map(map m) {
    uint64_t h = tr_hash_pair((uint64_t)m.width, (uint64_t)m.height);
    for (int i = 0; i < m.width * m.height; i++)
        h = tr_hash_u64(h ^ m.heights[i]);
    return h;
}

static void test_same_bits(void **state) {
    (void)state;
    static const int tiles[][2] = {{512, 64}, {64, 64}, {512, 2}, {37, 50}};
    map m = varied(140, 100);
    bool golden = true;
    for (int kind = 0; kind < 3; kind++) {
        tr_enhance_numbers n = numbers_of(m, 2 + kind);
        n.wrap_x = kind > 0, n.wrap_y = kind > 1;
        n.estimate = kind != 1, n.roughness = 0.4;
        uint64_t first = 0;
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
            for (int i = 0; i < 4 && tr_isa_available(isa); i++) {
                map out = enhance_in(&n, isa, tiles[i][0], tiles[i][1], NULL);
                const uint64_t hash = hash_map(out);
                first = first ? first : hash;
                assert_int_equal(hash, first);
                free(out.heights);
            }
        char name[32];
        snprintf(name, sizeof name, "enhance_%d", kind);
        golden = is_golden(name, first) && golden;
    }
    assert_true(golden);
    free(m.heights);
}

// The roughness is a sum over the map, computed by several threads.
static void test_threads(void **state) {
    (void)state;
    map m = fractal(200, 150, 0.6, 32000, 30000);
    const tr_enhance_numbers n = numbers_of(m, 1);
    double first = -1;
    for (int threads = 1; threads <= 7; threads += 2) {
        tr_pool *pool = pool_of(threads);
        tr_enhancement *e = NULL;
        assert_int_equal(tr_enhance_create(&n, tr_isa_best(), pool, &e, NULL), TR_OK);
        first = first < 0 ? tr_enhance_roughness(e) : first;
        assert_true(tr_enhance_roughness(e) == first);
        tr_enhance_destroy(e);
        tr_pool_destroy(pool);
    }
    free(m.heights);
}

// ---- invalid numbers, small maps ---------------------------------------------------------------

static void refuse(tr_enhance_numbers n, const char *words) {
    tr_pool *pool = pool_of(1);
    tr_enhancement *e = NULL;
    tr_error error = {0};
    assert_int_equal(tr_enhance_create(&n, tr_isa_best(), pool, &e, &error), TR_BAD_INPUT);
    assert_null(e);
    assert_non_null(strstr(error.message, words));
    tr_pool_destroy(pool);
}

static void test_wrong_numbers(void **state) {
    (void)state;
    map m = fractal(16, 16, 0.6, 32000, 30000);
    tr_enhance_numbers n = numbers_of(m, 1);
    n.times = 0, refuse(n, "times");
    n.times = 9, refuse(n, "times");
    n = numbers_of(m, 1), n.width = 1, refuse(n, "1 x 16");
    n = numbers_of(m, 1), n.height = 1, refuse(n, "16 x 1");
    n = numbers_of(m, 1), n.estimate = false, n.roughness = NAN, refuse(n, "roughness");
    n.roughness = 1.01, refuse(n, "roughness");
    n.roughness = -0.01, refuse(n, "roughness");
    n = numbers_of(m, 8), n.width = 2000, refuse(n, "can be doubled 7 times"); // before the map is read
    free(m.heights);
}

// Maps too small for a neighbourhood and with nothing to measure.
static void test_small_maps(void **state) {
    (void)state;
    for (int width = 2; width <= 5; width++)
        for (int height = 2; height <= 5; height++)
            for (int wrap = 0; wrap < 4; wrap++) {
                map m = new_map(width, height);
                for (int i = 0; i < width * height; i++)
                    m.heights[i] = (uint16_t)(tr_hash_u64((uint64_t)i) % 65536);
                tr_enhance_numbers n = numbers_of(m, 1 + wrap);
                n.wrap_x = wrap & 1, n.wrap_y = wrap >> 1;
                map out = enhance(&n);
                assert_int_equal(out.width, width << n.times);
                assert_int_equal(out.height, height << n.times);
                free(m.heights);
                free(out.heights);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texels_are_cells),
        cmocka_unit_test(test_each_texel_becomes_as_many),
        cmocka_unit_test(test_means_come_back_in_their_place),
        cmocka_unit_test(test_flats_stay_flat),
        cmocka_unit_test(test_sea),
        cmocka_unit_test(test_clipping),
        cmocka_unit_test(test_wrapping_is_exact),
        cmocka_unit_test(test_seams),
        cmocka_unit_test(test_roughness_is_found),
        cmocka_unit_test(test_means_are_not_smooth),
        cmocka_unit_test(test_no_lattice),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_locality),
        cmocka_unit_test(test_steps_are_no_roughness),
        cmocka_unit_test(test_numbers_count),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_wrong_numbers),
        cmocka_unit_test(test_small_maps),
    };
    return cmocka_run_group_tests_name("enhance", tests, NULL, NULL);
}
