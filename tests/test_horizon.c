// Horizons: skipping steps that cannot change the result gives the same bits, on every instruction set.
#include "support.h"

#include "noise/grids/horizon.h"

#include <math.h>

enum { cells = 96, side = cells + 1, level_count = 3, points = TR_CUBE_FACES * side * side };

// Mountains of all sizes, up to `high` radii, on a plain.
static void make_ground(double high, tr_cube levels[level_count]) {
    for (int k = 0; k < level_count; k++) {
        const int n = cells >> k;
        assert_int_equal(tr_cube_create(0, n, 1, &levels[k], NULL), TR_OK);
        for (int face = 0; face < TR_CUBE_FACES; face++)
            for (int j = 0; j <= n; j++) {
                float x[side], y[side], z[side];
                tr_cube_row(0, n, face, j, x, y, z);
                for (int i = 0; i <= n; i++) {
                    double h = 0;
                    for (double f = 3; f < 80; f *= 2)
                        h += sin(f * (double)x[i]) * sin(f * (double)y[i] + 1) * sin(f * (double)z[i] + 2) / f;
                    *tr_cube_at(&levels[k], face, i, j) = (float)(h > 0 ? 8 * high * h : 0);
                }
            }
        tr_cube_complete(&levels[k]);
    }
}

static void walk(const tr_horizon *horizon, tr_isa isa, float *open) {
    float *x = malloc(3 * points / TR_CUBE_FACES * sizeof *x), *y = x + side * side, *z = y + side * side;
    tr_cube seen;
    assert_non_null(x);
    assert_int_equal(tr_cube_create(0, cells, 1, &seen, NULL), TR_OK);
    for (int face = 0; face < TR_CUBE_FACES; face++) {
        for (int j = 0; j < side; j++)
            tr_cube_row(0, cells, face, j, x + j * side, y + j * side, z + j * side);
        for (int j = 0; j < side; j += TR_HORIZON_ROWS)
            TR_KERNEL_OF(isa, tr_horizon_walk)(horizon, face, j, x, y, z, &seen);
        for (int j = 0; j < side; j++)
            memcpy(open + (face * side + j) * side, tr_cube_at(&seen, face, 0, j), side * sizeof *open);
    }
    tr_cube_clear(&seen);
    free(x);
}

static void test_same_bits(void **state) {
    (void)state;
    static const double heights[] = {0.02, 0.05, 0.2};
    float *open = malloc(points * sizeof *open), *all = malloc(points * sizeof *all);
    assert_true(open && all);
    for (int k = 0; k < 3; k++) {
        tr_cube levels[level_count];
        tr_horizon horizon;
        make_ground(heights[k], levels);
        assert_int_equal(tr_horizon_create(levels, level_count, &horizon, NULL), TR_OK);
        walk(&horizon, tr_isa_best(), open);
        size_t hidden = 0;
        for (int i = 0; i < points; i++)
            hidden += open[i] < 0.999f;
        assert_true(hidden > points / 100);
        for (int isa = 0; isa < 2 * TR_ISA_COUNT; isa++) {
            for (int i = 0;
                 isa == TR_ISA_COUNT && i < horizon.steps * TR_CUBE_FACES * horizon.tiles * horizon.tiles; i++)
                horizon.memory[i] = 1000; // disables the skipping
            if (!tr_isa_available((tr_isa)(isa % TR_ISA_COUNT)))
                continue;
            walk(&horizon, (tr_isa)(isa % TR_ISA_COUNT), all);
            assert_memory_equal(open, all, points * sizeof *open);
        }
        tr_horizon_clear(&horizon);
        for (int i = 0; i < level_count; i++)
            tr_cube_clear(&levels[i]);
    }
    free(open);
    free(all);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
