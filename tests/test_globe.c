// The graph of points on the sphere.
#include "noise/grids/globe.h"
#include "noise/kernels.h"
#include "noise/maths/trig.h"
#include "support.h"
#include <math.h>
#include <stdlib.h>

enum { cells = 12, points = 6 * cells * cells + 2 };

static tr_globe make(uint64_t seed) {
    tr_globe globe;
    assert_int_equal(tr_globe_create(seed, cells, NULL, &globe, NULL), TR_OK);
    assert_int_equal(globe.count, points);
    return globe;
}

static double away(const tr_globe *g, int a, int b) {
    const double x = (double)g->x[a] - g->x[b], y = (double)g->y[a] - g->y[b], z = (double)g->z[a] - g->z[b];
    return sqrt(x * x + y * y + z * z);
}

static void test_neighbours_see_each_other_and_are_near(void **state) {
    (void)state;
    tr_globe g = make(5);
    int corners = 0;
    for (int p = 0; p < g.count; p++) {
        int count = 0;
        for (; count < TR_GLOBE_NEIGHBOURS && g.near[p][count] >= 0; count++) {
            const int q = g.near[p][count];
            bool back = false;
            for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++)
                back = back || g.near[q][k] == p;
            assert_true(back);
            assert_true(q != p);
            assert_true(away(&g, p, q) < 1.7 * TR_PI / 2 / cells);
            for (int k = 0; k < count; k++)
                assert_int_not_equal(g.near[p][k], q);
        }
        assert_true(count == 8 || count == 6);
        corners += count == 6;
    }
    assert_int_equal(corners, 8);
    tr_globe_clear(&g);
}

static void test_points_are_apart_and_cover_the_sphere(void **state) {
    (void)state;
    tr_globe g = make(6);
    double area = 0;
    for (int p = 0; p < g.count; p++) {
        area += (double)g.area[p];
        assert_float_equal(g.x[p] * g.x[p] + g.y[p] * g.y[p] + g.z[p] * g.z[p], 1, 1e-6);
        for (int q = 0; q < p; q++)
            assert_true(away(&g, p, q) > 0.5 * TR_PI / 2 / cells);
    }
    assert_float_equal(area, 4 * TR_PI, 4 * TR_PI * 0.01); // the area is counted by cell centres
    tr_globe_clear(&g);
}

// Interpolation returns the function that gave the values.
static void test_values_become_a_cube(void **state) {
    (void)state;
    const tr_isa isa = TR_ISA_BASELINE;
    tr_globe g = make(7);
    float *values = malloc((size_t)g.count * sizeof *values), out;
    for (int p = 0; p < g.count; p++)
        values[p] = g.x[p] + 2 * g.y[p] - 0.5f * g.z[p];
    tr_cube cube;
    assert_int_equal(tr_globe_to_cube(&g, 1, values, NULL, &cube, NULL), TR_OK);
    for (int k = 0; k < 500; k++) {
        float d[3];
        double length = 0;
        for (int c = 0; c < 3; c++) {
            d[c] = 2 * (float)tr_hash_unit(tr_hash_pair((uint64_t)k, (uint64_t)c)) - 1;
            length += (double)(d[c] * d[c]);
        }
        for (int c = 0; c < 3; c++)
            d[c] /= (float)sqrt(length);
        TR_KERNEL_OF(isa, tr_cube_sample)(&cube, 1, &d[0], &d[1], &d[2], &out);
        assert_float_equal(out, d[0] + 2 * d[1] - 0.5f * d[2], 0.03);
    }
    tr_cube_clear(&cube);
    free(values);
    tr_globe_clear(&g);
}

// A function with a constant gradient in space has as slope the tangential part of that gradient.
static void test_slopes_touch_the_sphere(void **state) {
    (void)state;
    tr_globe g = make(24);
    float *values = malloc((size_t)g.count * sizeof *values);
    float(*slopes)[3] = malloc((size_t)g.count * sizeof *slopes);
    assert_true(values && slopes);
    const float along[3] = {1, 2, -0.5f};
    for (int p = 0; p < g.count; p++)
        values[p] = along[0] * g.x[p] + along[1] * g.y[p] + along[2] * g.z[p];
    for (int p = 0; p < g.count; p++) {
        const float at[3] = {g.x[p], g.y[p], g.z[p]};
        const float up = along[0] * at[0] + along[1] * at[1] + along[2] * at[2];
        tr_globe_slope(&g, values, p, slopes[p]);
        for (int k = 0; k < 3; k++) // at the cube's corners the neighbours are not all around the point
            assert_float_equal(slopes[p][k], along[k] - up * at[k], 0.09);
        assert_float_equal(slopes[p][0] * at[0] + slopes[p][1] * at[1] + slopes[p][2] * at[2], 0, 1e-5);
    }
    tr_cube_vectors vectors;
    assert_int_equal(tr_globe_to_cube(&g, 3, (const float *)slopes, NULL, &vectors, NULL), TR_OK);
    const tr_isa isa = tr_isa_best();
    for (int p = 0; p < g.count; p += 5) {
        float x, y, z;
        TR_KERNEL_OF(isa, tr_cube_vectors_sample)(&vectors, 1, &g.x[p], &g.y[p], &g.z[p], &x, &y, &z);
        assert_float_equal(x, slopes[p][0], 1e-3);
        assert_float_equal(y, slopes[p][1], 1e-3);
        assert_float_equal(z, slopes[p][2], 1e-3);
    }
    tr_cube_clear(&vectors);
    free(values);
    free(slopes);
    tr_globe_clear(&g);
}

static void test_globes_are_golden(void **state) {
    (void)state;
    tr_globe g = make(8);
    uint64_t h = 1;
    for (int p = 0; p < g.count; p++) {
        const float place[4] = {g.x[p], g.y[p], g.z[p], g.area[p]};
        h = hash_floats(h, place, 4);
        h = tr_hash_words(h, (const uint32_t *)g.near[p], TR_GLOBE_NEIGHBOURS);
    }
    tr_globe_clear(&g);
    assert_golden("globe", h);
}

// A strip at the edge of what is known goes on as such nearby, and becomes broad and weak far away.
static void test_values_extend(void **state) {
    (void)state;
    enum { fine = 64 };
    const double half_width = 0.15;
    tr_globe g;
    assert_int_equal(tr_globe_create(3, fine, NULL, &g, NULL), TR_OK);
    uint8_t *known = calloc((size_t)g.count, 1);
    float *reach = calloc((size_t)g.count, 4), *values = calloc((size_t)g.count, 4),
          *share = calloc((size_t)g.count, 4);
    double near = 0, far = 0, beside = 0, beyond = 0;
    int counts[4] = {0};
    for (int p = 0; p < g.count; p++) {
        known[p] = g.z[p] > 0, reach[p] = 1;
        values[p] = fabs(atan2(g.y[p], g.x[p])) < half_width;
    }
    assert_int_equal(tr_globe_extend(&g, known, reach, NULL, values, share, NULL), TR_OK);
    for (int p = 0; p < g.count; p++) {
        const double below = -asin(g.z[p]), longitude = fabs(atan2(g.y[p], g.x[p]));
        if (below > 0.13 && below < 0.17 && longitude < 0.04)
            near += values[p] / share[p], counts[0]++;
        if (below > 0.55 && below < 0.65 && longitude < 0.04)
            far += values[p] / share[p], counts[1]++;
        if (below > 0.55 && below < 0.65 && longitude > half_width + 0.05 && longitude < half_width + 0.15)
            beside += values[p] / share[p], counts[2]++;
        if (below > 1.05)
            beyond = fmax(beyond, fabs((double)values[p]) + share[p]), counts[3]++;
    }
    for (int i = 0; i < 4; i++)
        assert_true(counts[i] > 3);
    near /= counts[0], far /= counts[1], beside /= counts[2];
    print_message("of a strip: %.2f near, %.2f far, %.2f beside that\n", near, far, beside);
    assert_true(near > 0.7);
    assert_true(far > 0.2 && far < 0.6);
    assert_true(beside > 0.4 * far);
    assert_true(beyond == 0);
    free(known), free(reach), free(values), free(share);
    tr_globe_clear(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_neighbours_see_each_other_and_are_near),
        cmocka_unit_test(test_points_are_apart_and_cover_the_sphere),
        cmocka_unit_test(test_values_become_a_cube),
        cmocka_unit_test(test_slopes_touch_the_sphere),
        cmocka_unit_test(test_values_extend),
        cmocka_unit_test(test_globes_are_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
