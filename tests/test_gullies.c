// Gullies: the same bits on every instruction set, running down the slope, as steep as requested, and without
// cliffs.
#include "noise/lattice/fractal.h"
#include "noise/lattice/gullies.h"
#include "noise/maths/trig.h"
#include "noise/sphere.h"
#include "support.h"

#include <math.h>

enum { width = 64, count = width * width / 2 };

static const tr_gully_numbers some = {.seed = 9, .octaves = 6, .scale = 20, .persistence = 0.5, .strength = 1};

// Places and the slope of the ground there: it rises to the north by 1000 m per radius, and not at all at the
// poles.
typedef struct places {
    float x[count], y[count], z[count], u[count], v[count];
    float slope[3][count];
} places;

static void find_slopes(places *p, int samples) {
    for (int i = 0; i < samples; i++) {
        const float y = p->y[i];
        p->slope[0][i] = -1000 * y * p->x[i], p->slope[1][i] = 1000 * (1 - y * y),
        p->slope[2][i] = -1000 * y * p->z[i];
    }
}

static void evaluate(const tr_gully_numbers *numbers, tr_isa isa, float texel, int samples, const places *p,
                     float *out) {
    tr_gully_plan plan;
    tr_gullies_prepare(numbers, &plan);
    const tr_block block = {
        .texel = texel, .count = samples, .columns = samples, .x = p->x, .y = p->y, .z = p->z};
    TR_KERNEL_OF(isa, tr_gullies)(&plan, &block, p->slope[0], p->slope[1], p->slope[2], out);
}

static void test_gullies_are_golden_on_every_instruction_set(void **state) {
    (void)state;
    static places p;
    static float out[TR_ISA_COUNT][count];
    tr_sphere_samples(&(tr_rectangle){width, 0, width / 2, 0, width}, p.x, p.y, p.z, p.u, p.v);
    find_slopes(&p, count);
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
        if (tr_isa_available(isa)) {
            evaluate(&some, isa, 1e-4f, count, &p, out[isa]);
            assert_memory_equal(out[isa], out[0], sizeof out[0]);
        }
    for (int i = 0; i < count; i += 7) { // a sample does not depend on the others in its block
        static places alone;
        float value;
        alone.x[0] = p.x[i], alone.y[0] = p.y[i], alone.z[0] = p.z[i];
        for (int axis = 0; axis < 3; axis++)
            alone.slope[axis][0] = p.slope[axis][i];
        evaluate(&some, TR_ISA_BASELINE, 1e-4f, 1, &alone, &value);
        assert_memory_equal(&value, &out[0][i], sizeof value);
    }
    assert_golden("gullies", hash_floats(1, out[0], count));
}

// Takes three samples h apart at many places in the middle latitudes. The result is the mean square rise of
// the gullies to the east and to the north, divided by the slope of the ground.
typedef struct rises {
    double east, north;
} rises;

static rises measure(const tr_gully_numbers *numbers, float texel) {
    enum { crosses = count / 3 };
    static places p;
    static float out[count];
    const double h = 0.05 / numbers->scale / (1 << (numbers->octaves - 1));
    for (int i = 0; i < crosses; i++) {
        double sine, cosine, up, around;
        for (int k = 0; k < 3; k++) {
            const double latitude = -0.9 + 1.8 * (i % 37) / 37 + (k == 2 ? h : 0);
            tr_sincos(latitude, &up, &around);
            tr_sincos(2.3999632 * i + (k == 1 ? h / around : 0), &sine, &cosine);
            p.x[3 * i + k] = (float)(around * cosine), p.y[3 * i + k] = (float)up,
                        p.z[3 * i + k] = (float)(-around * sine);
        }
    }
    find_slopes(&p, count - count % 3);
    evaluate(numbers, tr_isa_best(), texel, count - count % 3, &p, out);
    rises mean = {0};
    for (int i = 0; i < crosses; i++) {
        const double ground = 1000 * sqrt(1 - (double)p.y[3 * i] * (double)p.y[3 * i]);
        const double east = (double)(out[3 * i + 1] - out[3 * i]) / h / ground,
                     north = (double)(out[3 * i + 2] - out[3 * i]) / h / ground;
        mean.east += east * east / crosses, mean.north += north * north / crosses;
    }
    return mean;
}

static void test_gullies_run_down_the_slope(void **state) {
    (void)state;
    for (int octaves = 1; octaves <= 4; octaves++) {
        tr_gully_numbers numbers = some;
        numbers.octaves = octaves;
        const rises r = measure(&numbers, 1e-6f);
        // the sides of gullies rise across the slope; branches run obliquely
        assert_true(r.east > (octaves == 1 ? 6 : 4) * r.north);
        if (octaves == 1) // a wave as steep as the ground: mean square 1/2, slightly less where it breaks
            assert_float_equal(r.east, 0.5, 0.12);
    }
}

// Twice the slope gives twice the depth; no slope gives no gullies.
static void test_gullies_are_as_deep_as_the_slope_is_steep(void **state) {
    (void)state;
    static places p;
    static float once[count], twice[count];
    tr_sphere_samples(&(tr_rectangle){width, 0, width / 2, 0, width}, p.x, p.y, p.z, p.u, p.v);
    find_slopes(&p, count);
    evaluate(&some, tr_isa_best(), 1e-4f, count, &p, once);
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++)
            p.slope[axis][i] *= 2;
        sum += (double)once[i] / count, squares += (double)once[i] * (double)once[i] / count;
    }
    evaluate(&some, tr_isa_best(), 1e-4f, count, &p, twice);
    for (int i = 0; i < count; i++)
        assert_float_equal(twice[i], 2 * once[i], 1e-3);
    assert_true(fabs(sum) < 0.1 * sqrt(squares)); // the mean height of the ground does not change
    memset(p.slope, 0, sizeof p.slope);
    evaluate(&some, tr_isa_best(), 1e-4f, count, &p, once);
    for (int i = 0; i < count; i++)
        assert_true(once[i] == 0);
}

static void test_fine_gullies_fade_as_octaves_of_noise_do(void **state) {
    (void)state;
    tr_gully_plan plan;
    float fractions[TR_MAX_GULLIES];
    tr_gullies_prepare(&some, &plan);
    for (int map = 64; map <= 8192; map *= 2) {
        const tr_fractal_numbers numbers = {.octaves = some.octaves,
                                            .persistence = 0.5,
                                            .lacunarity = 2,
                                            .scale = some.scale,
                                            .stretch = {1, 1, 1}};
        tr_fractal_plan noise;
        tr_fractal_prepare(&numbers, &noise);
        tr_gullies_weights(&plan, (float)(2 * TR_PI / map), fractions);
        for (int k = 0; k < some.octaves; k++)
            assert_float_equal(fractions[k], tr_fractal_entry(&noise, k, map).fraction, 1e-5);
    }
    const rises coarse = measure(&some, 0.1f); // two texels for a radian's 20 gullies
    assert_true(coarse.east == 0 && coarse.north == 0);
}

// Steps along a circle through both poles, where the slope vanishes and reverses, and through longitude 180:
// the height is continuous.
static void test_there_are_no_cliffs(void **state) {
    (void)state;
    static places p;
    static float out[count];
    enum { parts = 40 };
    const double step = 2 * TR_PI / (parts * (count - 1));
    for (int part = 0; part < parts; part++) {
        for (int i = 0; i < count; i++) {
            double sine, cosine;
            tr_sincos((part * (count - 1) + i) * step, &sine, &cosine);
            p.x[i] = (float)(-0.8 * cosine), p.y[i] = (float)sine, p.z[i] = (float)(0.6 * cosine);
        }
        find_slopes(&p, count);
        evaluate(&some, tr_isa_best(), 1e-6f, count, &p, out);
        for (int i = 1; i < count; i++) // 7 times the steepest slope of the ground
            assert_true(fabs((double)(out[i] - out[i - 1])) < 7000 * step + 1e-3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gullies_are_golden_on_every_instruction_set),
        cmocka_unit_test(test_gullies_run_down_the_slope),
        cmocka_unit_test(test_gullies_are_as_deep_as_the_slope_is_steep),
        cmocka_unit_test(test_fine_gullies_fade_as_octaves_of_noise_do),
        cmocka_unit_test(test_there_are_no_cliffs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
