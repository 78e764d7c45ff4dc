// Fractals of whole rows of the map: the scan along circles of latitude gives the values of the direct kernels,
// the same for any rectangle and on any instruction set.
#include "base/hash.h"
#include "noise/lattice/fractal.h"
#include "noise/lattice/private/scan.h"
#include "noise/maths/trig.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { columns_most = 2048 };

static tr_fractal_numbers numbers(tr_basis basis, tr_interpolation interpolation, tr_fractal_shape shape) {
    return (tr_fractal_numbers){.basis = basis,
                                .interpolation = interpolation,
                                .shape = shape,
                                .start = 0,
                                .octaves = 9,
                                .persistence = 0.7,
                                .lacunarity = 2.1,
                                .scale = 1.3,
                                .stretch = {1, 1, 1},
                                .seed = 11};
}

static float *evaluate(tr_isa isa, const tr_fractal_numbers *n, tr_rectangle where) {
    tr_fractal_plan plan;
    tr_fractal_prepare(n, &plan);
    float *out = malloc((size_t)where.rows * (size_t)where.columns * sizeof *out);
    assert_non_null(out);
    tr_fractal_evaluate_map(&plan, isa, &where, out, NULL);
    return out;
}

// One row, evaluated by the direct kernels.
static void evaluate_directly(const tr_fractal_numbers *n, tr_rectangle row, float *out) {
    static float x[columns_most], y[columns_most], z[columns_most], u[columns_most], v[columns_most];
    static float noise[columns_most], weight[columns_most];
    const tr_isa isa = tr_isa_best();
    tr_fractal_plan plan;
    tr_fractal_prepare(n, &plan);
    for (int i = 0; i < row.columns; i += columns_most) {
        tr_rectangle part = {row.width, row.row, 1, row.column + i,
                             row.columns - i < columns_most ? row.columns - i : columns_most};
        tr_sphere_samples(&part, x, y, z, u, v);
        tr_samples samples = {part.columns, x, y, z, u, v};
        tr_fractal_evaluate(&plan, isa, row.width, &samples, out + i, noise, weight);
    }
}

// The number of samples of a row that differ by more than 2^-17 of the range.
static int count_differences(const tr_fractal_numbers *n, int width, int row) {
    tr_rectangle where = {width, row, 1, 0, width};
    float *direct = malloc((size_t)width * sizeof *direct), *scanned = evaluate(tr_isa_best(), n, where);
    evaluate_directly(n, where, direct);
    const float range = n->shape == TR_FRACTAL_RIDGED ? 1 : 2;
    int different = 0;
    for (int i = 0; i < width; i++)
        different += !(fabsf(scanned[i] - direct[i]) <= range * 0x1p-17f);
    free(direct);
    free(scanned);
    return different;
}

static void assert_close(const tr_fractal_numbers *n, int width) {
    const int height = width / 2;
    const int rows[] = {-1, 0, 1, height / 3, height / 2 - 1, height / 2, height - 2, height - 1, height};
    int different = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        different += count_differences(n, width, rows[k]);
    // Without interpolation a sample on the edge of a cell may be in either cell.
    const int most = n->interpolation == TR_INTERPOLATION_NONE ? width / 256 : 0;
    if (different > most)
        print_message("basis %d, interpolation %d, shape %d, width %d: %d differ\n", (int)n->basis,
                      (int)n->interpolation, (int)n->shape, width, different);
    assert_true(different <= most);
}

static void test_scan_is_the_direct_noise(void **state) {
    (void)state;
    const int widths[] = {64, 100, 1028, 8192};
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
        for (int f = 0; f < TR_INTERPOLATION_COUNT; f++)
            for (int shape = 0; shape < TR_FRACTAL_COUNT; shape++)
                for (int k = 0; k < 4; k++) {
                    tr_fractal_numbers n =
                        numbers((tr_basis)basis, (tr_interpolation)f, (tr_fractal_shape)shape);
                    n.seed = (uint64_t)(7 * k + shape);
                    assert_close(&n, widths[k]);
                }
}

static void test_scan_stretches(void **state) {
    (void)state;
    const double stretches[][3] = {{1, 8, 1}, {4, 1, 1}, {1, 1, 5}, {0.01, 0.3, 2}, {0, 1, 0}};
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
        for (size_t k = 0; k < sizeof stretches / sizeof stretches[0]; k++)
            for (int seed = 0; seed < 4; seed++) {
                tr_fractal_numbers n = numbers((tr_basis)basis, TR_INTERPOLATION_QUINTIC,
                                               (tr_fractal_shape)(seed % TR_FRACTAL_COUNT));
                memcpy(n.stretch, stretches[k], sizeof n.stretch);
                n.seed = (uint64_t)seed;
                assert_close(&n, 2048);
            }
}

// One octave alone, so that no other octave hides its errors, with the smallest cells that are scanned.
static void test_every_octave_is_close(void **state) {
    (void)state;
    const double frequencies[] = {0.2, 1, 2.5, 16, 40, 81};
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
        for (size_t k = 0; k < sizeof frequencies / sizeof frequencies[0]; k++)
            for (int seed = 0; seed < 8; seed++) {
                tr_fractal_numbers n = numbers((tr_basis)basis, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN);
                n.octaves = 1, n.scale = frequencies[k], n.seed = (uint64_t)seed;
                assert_close(&n, 1024);
            }
}

// Gradient noise rarely exceeds ±1. Here it would.
static void test_rare_peaks_are_cut(void **state) {
    (void)state;
    enum { width = 1024, row = 348, column = 663 };
    tr_fractal_numbers n = numbers(TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN);
    n.octaves = 1, n.scale = 40, n.seed = 5;
    float *scanned = evaluate(tr_isa_best(), &n, (tr_rectangle){width, row, 1, 0, width});
    assert_true(scanned[column] == -1 && scanned[column - 2] > -1);
    assert_int_equal(count_differences(&n, width, row), 0);
    free(scanned);
}

static void test_cells_of_two_texels_are_scanned(void **state) {
    (void)state;
    tr_octave octave = {.frequency = {80, 900, 81}};
    assert_true(tr_scan_pays(&octave, 1024));
    octave.frequency[2] = 82;
    assert_false(tr_scan_pays(&octave, 1024));
    assert_true(tr_scan_pays(&octave, 2048));
}

// ---- the same bits -----------------------------------------------------------------------------

static void assert_part_of(const tr_fractal_numbers *n, const float *whole, tr_rectangle all,
                           tr_rectangle part) {
    float *alone = evaluate(tr_isa_best(), n, part);
    for (int j = 0; j < part.rows; j++)
        assert_memory_equal(alone + (size_t)j * (size_t)part.columns,
                            whole + (size_t)(part.row + j - all.row) * (size_t)all.width + part.column,
                            (size_t)part.columns * sizeof(float));
    free(alone);
}

static void test_rectangles_are_parts_of_the_whole(void **state) {
    (void)state;
    const int widths[] = {64, 100, 512, 4160};
    for (int k = 0; k < 4; k++) {
        const int width = widths[k], height = width / 2;
        // two rows beyond each pole; of the widest map only some rows
        const tr_rectangle all = {width, -2, k == 3 ? 12 : height + 4, 0, width};
        for (int shape = 0; shape < TR_FRACTAL_COUNT; shape++) {
            tr_fractal_numbers n =
                numbers((tr_basis)(shape % 2), TR_INTERPOLATION_COSINE, (tr_fractal_shape)shape);
            float *whole = evaluate(tr_isa_best(), &n, all);
            for (uint64_t i = 0; i < 40; i++) {
                const uint64_t h = tr_hash_pair(i, (uint64_t)width);
                tr_rectangle part = {.width = width, .row = all.row + (int)(h % (uint64_t)all.rows)};
                part.rows = 1 + (int)((h >> 16) % (uint64_t)(all.row + all.rows - part.row));
                part.column = (int)((h >> 32) % (uint64_t)width);
                part.columns = 1 + (int)((h >> 48) % (uint64_t)(width - part.column));
                assert_part_of(&n, whole, all, part);
            }
            assert_part_of(&n, whole, all, (tr_rectangle){width, 3, 1, width - 1, 1});
            free(whole);
        }
    }
}

static void test_rows_go_on_over_the_poles(void **state) {
    (void)state;
    enum { width = 256, height = width / 2 };
    tr_fractal_numbers n = numbers(TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN);
    float *map = evaluate(tr_isa_best(), &n, (tr_rectangle){width, -2, height + 4, 0, width});
    for (int j = 0; j < 2; j++) {
        const float *beyond[] = {map + (1 - j) * width, map + (height + 2 + j) * width};
        const float *within[] = {map + (2 + j) * width, map + (height + 1 - j) * width};
        for (int pole = 0; pole < 2; pole++)
            for (int i = 0; i < width; i++)
                assert_memory_equal(&beyond[pole][i], &within[pole][(i + width / 2) % width], sizeof(float));
    }
    free(map);
}

static void test_scans_are_golden_on_every_instruction_set(void **state) {
    (void)state;
    uint64_t all = 0;
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available(isa)) {
            print_message("not run: %s, which this machine lacks\n", tr_isa_name(isa));
            continue;
        }
        uint64_t h = 0;
        const int widths[] = {72, 1024, 8192};
        for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
            for (int f = 0; f < TR_INTERPOLATION_COUNT; f++)
                for (int shape = 0; shape < TR_FRACTAL_COUNT; shape++)
                    for (int k = 0; k < 3; k++) {
                        tr_fractal_numbers n =
                            numbers((tr_basis)basis, (tr_interpolation)f, (tr_fractal_shape)shape);
                        const int width = widths[k];
                        float *out = evaluate(isa, &n, (tr_rectangle){width, width / 4 - 2, 4, 0, width});
                        h = hash_floats(h, out, (size_t)(4 * width));
                        free(out);
                    }
        if (isa == 0)
            all = h;
        assert_int_equal(h, all);
    }
    assert_golden("walks", all);
}

// ---- the circle --------------------------------------------------------------------------------

static void test_circle_is_symmetric_and_exact(void **state) {
    (void)state;
    const int sizes[] = {4, 6, 64, 90, 100, 1001, 8192};
    static float c[8192 + 8], s[8192 + 8];
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const int n = sizes[k];
        tr_circle(n, 0, n, c, s);
        for (int i = 0; i < n; i++) {
            const double angle = TR_PI * (2 * i + 1) / n;
            assert_true(fabs((double)c[i] - cos(angle)) < 0x1p-24 && fabs((double)s[i] - sin(angle)) < 0x1p-24);
            assert_true(c[i] == c[n - 1 - i]);
            assert_true(2 * i + 1 == n || s[i] == -s[n - 1 - i]);
            if (n % 2 == 0)
                assert_true(c[i] == -c[(i + n / 2) % n] && s[i] == -s[(i + n / 2) % n]);
            if (n % 8 == 0)
                assert_true(c[i] == -s[(i + n / 4 * 3) % n] && s[i] == c[(i + n / 4 * 3) % n]);
        }
        // any part of the circle, including before the first and after the last column
        static float pc[64], ps[64];
        for (int first = -3 * n - 5; first < 3 * n; first += 17) {
            tr_circle(n, first, 5, pc, ps);
            for (int i = 0; i < 5; i++) {
                const int at = ((first + i) % n + n) % n;
                assert_true(pc[i] == c[at] && ps[i] == s[at]);
            }
        }
    }
}

static void test_mirrored_texels_have_the_same_bits(void **state) {
    (void)state;
    enum { width = 64, height = width / 2 };
    static float x[width * height], y[width * height], z[width * height], u[width * height], v[width * height];
    tr_sphere_samples(&(tr_rectangle){width, 0, height, 0, width}, x, y, z, u, v);
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++) {
            const int at = j * width + i, east = j * width + width - 1 - i,
                      south = (height - 1 - j) * width + i;
            assert_true(x[at] == x[east] && z[at] == -z[east]);
            assert_true(x[at] == -x[j * width + (width * 3 / 2 - 1 - i) % width]);
            assert_true(y[at] == -y[south] && x[at] == x[south] && z[at] == z[south]);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scan_is_the_direct_noise),
        cmocka_unit_test(test_scan_stretches),
        cmocka_unit_test(test_every_octave_is_close),
        cmocka_unit_test(test_rare_peaks_are_cut),
        cmocka_unit_test(test_cells_of_two_texels_are_scanned),
        cmocka_unit_test(test_rectangles_are_parts_of_the_whole),
        cmocka_unit_test(test_rows_go_on_over_the_poles),
        cmocka_unit_test(test_scans_are_golden_on_every_instruction_set),
        cmocka_unit_test(test_circle_is_symmetric_and_exact),
        cmocka_unit_test(test_mirrored_texels_have_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
