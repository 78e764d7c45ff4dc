// Row expansion on the wrapped plane: close to the kernels for single samples, with the same bits for every
// instruction set and every division into rectangles.
#include "base/hash.h"
#include "base/memory.h"
#include "noise/lattice/fractal.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

static tr_fractal_numbers numbers(int basis, int interpolation, int shape) {
    return (tr_fractal_numbers){.basis = (tr_basis)basis,
                                .interpolation = (tr_interpolation)interpolation,
                                .shape = (tr_fractal_shape)shape,
                                .plane = true,
                                .octaves = 10,
                                .persistence = 0.7,
                                .lacunarity = 2,
                                .scale = 1,
                                .stretch = {1, 1, 1},
                                .seed = 42};
}

static tr_fractal_plan prepare(const tr_fractal_numbers *n) {
    tr_fractal_plan plan;
    tr_fractal_prepare(n, &plan);
    return plan;
}

static float *evaluate(tr_isa isa, const tr_fractal_plan *plan, const tr_rectangle *where) {
    const size_t bytes = (size_t)where->rows * (size_t)where->columns * sizeof(float);
    float *out = tr_malloc_lines(bytes); // aligned as streaming stores require
    assert_non_null(out);
    tr_fractal_evaluate_map(plan, isa, where, out, NULL);
    return out;
}

// A whole map and one row beyond each pole.
static tr_rectangle whole_map(int width) { return (tr_rectangle){width, -1, width / 2 + 2, 0, width}; }

// ---- the same values ---------------------------------------------------------------------------

// The greatest difference from the kernels for single samples.
static double worst_difference_in(const tr_fractal_plan *plan, const tr_rectangle *where) {
    enum { most = TR_BLOCK_SAMPLES };
    static float x[most], y[most], z[most], u[most], v[most], direct[most], noise[most], weight[most];
    const tr_isa isa = tr_isa_best();
    float *out = evaluate(tr_isa_best(), plan, where);
    double worst = 0;
    for (int j = 0; j < where->rows; j++)
        for (int i = 0; i < where->columns; i += most) {
            tr_rectangle part = {where->width, where->row + j, 1, where->column + i, where->columns - i};
            part.columns = part.columns < most ? part.columns : most;
            tr_sphere_samples(&part, x, y, z, u, v);
            tr_samples samples = {part.columns, x, y, z, u, v};
            tr_fractal_evaluate(plan, isa, where->width, &samples, direct, noise, weight);
            for (int k = 0; k < part.columns; k++)
                worst = fmax(worst, fabs((double)direct[k] - (double)out[j * where->columns + i + k]));
        }
    tr_free_lines(out);
    return worst;
}

// In all rows of a narrow map. Of a wide map, in more rows around each pole than are weighted at a time.
static double worst_difference(const tr_fractal_plan *plan, int width) {
    enum { most_rows = 80 };
    tr_rectangle part = whole_map(width);
    const int left_out = part.rows - most_rows;
    if (left_out <= most_rows)
        return worst_difference_in(plan, &part);
    part.rows = most_rows;
    const double upper = worst_difference_in(plan, &part);
    part.row += left_out;
    return fmax(upper, worst_difference_in(plan, &part));
}

// Simplex noise is left out: it has no rows to expand.
static void test_rows_are_the_samples(void **state) {
    (void)state;
    const int widths[] = {2, 6, 62, 1000, 1024};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (int basis = 0; basis < TR_BASIS_SIMPLEX; basis++)
            for (int f = 0; f < TR_INTERPOLATION_COUNT; f++)
                for (int shape = 0; shape < TR_FRACTAL_COUNT; shape++) {
                    tr_fractal_numbers n = numbers(basis, f, shape);
                    tr_fractal_plan plan = prepare(&n);
                    assert_true(worst_difference(&plan, widths[w]) < 0x1p-17);
                }
}

// Lattices that no recipe of whole octaves produces: one cell around the map, cells as fine as a map can show,
// and the maximum number of octaves.
static void test_rows_are_the_samples_of_any_lattice(void **state) {
    (void)state;
    for (int basis = 0; basis < TR_BASIS_SIMPLEX; basis++) {
        tr_fractal_numbers n = numbers(basis, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN);
        tr_fractal_plan plan = prepare(&n);
        for (int k = 0; k < plan.count; k++)
            plan.octaves[k].period = 1 << k;
        assert_true(worst_difference(&plan, 512) < 0x1p-17);
        plan.count = 1;
        for (int period = 1; period < 790; period += 27) {
            plan.octaves[0].period = period;
            assert_true(worst_difference(&plan, 1000) < 0x1p-17);
        }
        n.octaves = TR_MAX_OCTAVES, n.lacunarity = 1.3;
        plan = prepare(&n);
        assert_true(worst_difference(&plan, 2048) < 0x1p-17);
    }
}

// On wide maps with narrow cells, positions on or near the border of two cells are rounded into either. Both
// kernels must round them into the same cell.
static void test_narrow_cells_end_where_samples_say(void **state) {
    (void)state;
    const int periods[] = {65537, 100001, 131071, 190001};
    tr_fractal_numbers n = numbers(TR_BASIS_VALUE, TR_INTERPOLATION_NONE, TR_FRACTAL_PLAIN);
    tr_fractal_plan plan = prepare(&n);
    plan.count = 1;
    for (size_t p = 0; p < sizeof periods / sizeof *periods; p++) {
        plan.octaves[0].period = periods[p];
        assert_true(worst_difference_in(&plan, &(tr_rectangle){262142, 131070, 1, 0, 262142}) == 0);
    }
}

// The plane has no poles: the row before the first one is the last one.
static void test_rows_wrap(void **state) {
    (void)state;
    enum { width = 256 };
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++) {
        tr_fractal_numbers n = numbers(basis, TR_INTERPOLATION_CUBIC, TR_FRACTAL_PLAIN);
        tr_fractal_plan plan = prepare(&n);
        const tr_rectangle whole = whole_map(width);
        float *out = evaluate(tr_isa_best(), &plan, &whole);
        for (int i = 0; i < width; i++) {
            assert_float_equal(out[i], out[(whole.rows - 2) * width + i], 1e-4);
            assert_float_equal(out[width + i], out[(whole.rows - 1) * width + i], 1e-4);
        }
        tr_free_lines(out);
    }
}

// ---- the same bits -----------------------------------------------------------------------------

// The map is so wide that the whole bypasses the caches and its parts do not.
static void test_rectangles_are_parts_of_the_whole(void **state) {
    (void)state;
    const int widths[] = {1026, 1280};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
            for (int shape = 0; shape < TR_FRACTAL_COUNT; shape++) {
                const int width = widths[w];
                tr_fractal_numbers n = numbers(basis, TR_INTERPOLATION_COSINE, shape);
                tr_fractal_plan plan = prepare(&n);
                const tr_rectangle whole = whole_map(width);
                float *all = evaluate(tr_isa_best(), &plan, &whole);
                for (int k = 0; k < 40; k++) {
                    uint64_t h = tr_hash_pair((uint64_t)k, (uint64_t)width);
                    tr_rectangle part = {.width = width, .rows = 1 + (int)(h % 70)};
                    part.row = -1 + (int)((h >> 8) % (uint64_t)(whole.rows - part.rows + 1));
                    part.columns = 1 + (int)((h >> 24) % (k % 2 ? 70u : (uint64_t)width));
                    part.column = (int)((h >> 40) % (uint64_t)(width - part.columns + 1));
                    float *out = evaluate(tr_isa_best(), &plan, &part);
                    for (int j = 0; j < part.rows; j++)
                        assert_memory_equal(out + j * part.columns,
                                            all + (part.row + 1 + j) * width + part.column,
                                            (size_t)part.columns * sizeof *out);
                    tr_free_lines(out);
                }
                tr_free_lines(all);
            }
}

static void test_rows_are_golden_on_every_instruction_set(void **state) {
    (void)state;
    enum { width = 254 };
    const tr_rectangle whole = whole_map(width);
    uint64_t all = 0;
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available(isa)) {
            print_message("not run: %s, which this machine lacks\n", tr_isa_name(isa));
            continue;
        }
        uint64_t h = 0;
        for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
            for (int f = 0; f < TR_INTERPOLATION_COUNT; f++)
                for (int shape = 0; shape < TR_FRACTAL_COUNT; shape++) {
                    tr_fractal_numbers n = numbers(basis, f, shape);
                    tr_fractal_plan plan = prepare(&n);
                    float *out = evaluate(isa, &plan, &whole);
                    h = hash_floats(h, out, (size_t)(whole.rows * whole.columns));
                    tr_free_lines(out);
                }
        if (isa == 0)
            all = h;
        assert_int_equal(h, all);
    }
    assert_golden("plane_rows", all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_are_the_samples),
        cmocka_unit_test(test_rows_are_the_samples_of_any_lattice),
        cmocka_unit_test(test_narrow_cells_end_where_samples_say),
        cmocka_unit_test(test_rows_wrap),
        cmocka_unit_test(test_rectangles_are_parts_of_the_whole),
        cmocka_unit_test(test_rows_are_golden_on_every_instruction_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
