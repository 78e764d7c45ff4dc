// Craters of all sizes and ages, and ray systems: their number follows the power law, they get shallower with
// age, small ones first, and younger ones lie on top; rays are great circles that reach far.
// (test_field_types.c checks what holds for all fields.)
#include "blocks.h"
#include "noise/maths/trig.h"
#include "noise/sites/impacts.h"
#include "noise/sites/wisps.h"
#include "planet/private/plan.h"
#include "support.h"

#include "planets.h"

#include <math.h>

enum { places = 20000 };

// Spreads places evenly over the sphere.
static void find_place(int i, double p[3]) {
    double sine, cosine;
    const double y = 1 - 2 * (i + 0.5) / places, around = sqrt(1 - y * y);
    tr_sincos(i * 2.399963229728653, &sine, &cosine);
    p[0] = around * cosine, p[1] = y, p[2] = around * sine;
}

static double value_at(const tr_surface *surface, int value, float texel, const double p[3]) {
    tr_impact_plan plan = *(const tr_impact_plan *)surface->fields[0].state;
    const float x = (float)p[0], y = (float)p[1], z = (float)p[2];
    float out;
    plan.value = value;
    evaluate_kernel(TR_KERNEL_OF(tr_isa_best(), tr_impacts), &plan, texel, 1, 1, &x, &y, &z, NULL, &out);
    return (double)out;
}

// The fraction of the ground that lies inside craters.
static double covered(const char *slope, float texel) {
    const char *const sets[] = {slope, "largest=0.08", "cover=0.06", "wear=0", NULL};
    tr_surface *surface = make_ready("impacts", 2048, 3, sets);
    int inside = 0;
    for (int i = 0; i < places; i++) {
        double p[3];
        find_place(i, p);
        inside += value_at(surface, TR_IMPACT_FRESH, texel, p) > 0.5;
    }
    tr_surface_destroy(surface);
    return (double)inside / places;
}

// For craters placed independently, -log(1 - fraction) is the sum of their areas. Texel sizes select the
// octaves.
static void test_sizes_follow_the_power_law(void **state) {
    (void)state;
    const float one = 0.026f, three = one / 4; // texels that show one octave, and three
    const double flat[2] = {-log(1 - covered("slope=2", one)), -log(1 - covered("slope=2", three))};
    const double steep[2] = {-log(1 - covered("slope=2.5", one)), -log(1 - covered("slope=2.5", three))};
    print_message("areas: %.3f, with two more octaves %.3f; steep %.3f, %.3f\n", flat[0], flat[1], steep[0],
                  steep[1]);
    assert_true(flat[1] - flat[0] > 0.09 && flat[1] - flat[0] < 0.22);
    // each octave has √2 times the area of the previous one
    const double growth = (steep[1] - steep[0]) / (flat[1] - flat[0]);
    assert_true(growth > 1.4 && growth < 2.0);
}

// The standard deviation of heights.
static double rough(const char *wear, const char *largest) {
    const char *const sets[] = {wear, largest, "cover=0.1", NULL};
    tr_surface *surface = make_ready("impacts", 2048, 3, sets);
    double sum = 0;
    for (int i = 0; i < places; i++) {
        double p[3];
        find_place(i, p);
        const double h = value_at(surface, TR_IMPACT_HEIGHT, 0.001f, p);
        sum += h * h / places;
    }
    tr_surface_destroy(surface);
    return sqrt(sum);
}

static void test_age_wears_craters_down(void **state) {
    (void)state;
    const double fresh = rough("wear=0", "largest=0.05"), worn = rough("wear=2", "largest=0.05"),
                 older = rough("wear=8", "largest=0.05");
    print_message("heights %.5f, worn %.5f, %.5f\n", fresh, worn, older);
    assert_true(worn < 0.7 * fresh && older < 0.7 * worn && older > 0);
}

// The mean freshness of craters at least half as large as the largest, and of all smaller ones.
static void test_small_craters_fade_first(void **state) {
    (void)state;
    const char *const sets[] = {"wear=2", "largest=0.16", "cover=0.1", NULL};
    tr_surface *surface = make_ready("impacts", 2048, 3, sets);
    double sum[2] = {0};
    int count[2] = {0};
    for (int i = 0; i < places; i++) {
        double p[3];
        find_place(i, p);
        const double great = value_at(surface, TR_IMPACT_FRESH, 0.03f, p);
        const double all = value_at(surface, TR_IMPACT_FRESH, 0.001f, p);
        const int which = great == 0; // only inside a small one
        if (all > 0)
            sum[which] += which ? all : great, count[which]++;
    }
    print_message("fresh: large ones %.3f, small ones %.3f\n", sum[0] / count[0], sum[1] / count[1]);
    assert_true(count[0] > 500 && count[1] > 500 && sum[1] / count[1] < 0.7 * sum[0] / count[0]);
    tr_surface_destroy(surface);
}

static void test_ejecta_are_of_the_young(void **state) {
    (void)state;
    double mean[2];
    for (int many = 0; many < 2; many++) {
        const char *const sets[] = {many ? "youth=0.4" : "youth=0.04", "cover=0.1", NULL};
        tr_surface *surface = make_ready("impacts", 2048, 3, sets);
        mean[many] = 0;
        for (int i = 0; i < places; i++) {
            double p[3];
            find_place(i, p);
            const double bright = value_at(surface, TR_IMPACT_EJECTA, 0.002f, p);
            assert_true(bright >= 0 && bright <= 1);
            mean[many] += bright / places;
        }
        tr_surface_destroy(surface);
    }
    print_message("ejecta: %.4f, with more young craters %.4f\n", mean[0], mean[1]);
    assert_true(mean[0] > 0.001 && mean[1] > 3 * mean[0]);
}

static void test_nothing_jumps_from_place_to_place(void **state) {
    (void)state;
    const char *const sets[] = {"largest=0.2", "cover=0.2", NULL};
    tr_surface *surface = make_ready("impacts", 2048, 3, sets);
    double most[TR_IMPACT_VALUES] = {0};
    for (int i = 0; i < places; i++) {
        double p[3], q[3];
        find_place(i, p);
        for (int k = 0; k < 3; k++)
            q[k] = p[k] + 1e-6 * (k == i % 3);
        for (int value = 0; value < TR_IMPACT_VALUES; value++)
            most[value] = fmax(most[value],
                               fabs(value_at(surface, value, 0.01f, p) - value_at(surface, value, 0.01f, q)));
    }
    print_message("largest changes: %.2g, %.2g, %.2g\n", most[0], most[1], most[2]);
    assert_true(most[0] < 1e-5 && most[1] < 1e-3 && most[2] < 1e-3);
    tr_surface_destroy(surface);
}

// ---- rays --------------------------------------------------------------------------------------

static void test_rays_are_thin_and_reach_far(void **state) {
    (void)state;
    const char *const sets[] = {"density=1", "radius_min=0.02", "radius_max=0.02", "length=1.4", NULL};
    tr_surface *surface = make_ready("wisps", 2048, 3, sets);
    const tr_wisp_plan *plan = surface->fields[0].state;
    const double c[3] = {(double)plan->sites.x[0], (double)plan->sites.y[0], (double)plan->sites.z[0]};
    int near = 0, bright = 0, far = 0, lit = 0;
    double beyond = 0;
    for (int i = 0; i < places; i++) {
        double p[3];
        find_place(i, p);
        const float x = (float)p[0], y = (float)p[1], z = (float)p[2];
        float out;
        evaluate_kernel(TR_KERNEL_OF(tr_isa_best(), tr_wisps), plan, 0.002f, 1, 1, &x, &y, &z, NULL, &out);
        const double d =
            sqrt((p[0] - c[0]) * (p[0] - c[0]) + (p[1] - c[1]) * (p[1] - c[1]) + (p[2] - c[2]) * (p[2] - c[2]));
        if (d < 0.1)
            near++, bright += out > 0.02f;
        else if (d > 0.3 && d < 0.6)
            far++, lit += out > 0.02f;
        else if (d > 1.4)
            beyond = fmax(beyond, (double)out);
    }
    print_message("bright: %d of %d near, %d of %d far\n", bright, near, lit, far);
    assert_true(near > 20 && bright > near / 2 && lit > far / 100 && lit < far / 2);
    assert_true(beyond == 0);
    tr_surface_destroy(surface);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_follow_the_power_law),
        cmocka_unit_test(test_age_wears_craters_down),
        cmocka_unit_test(test_small_craters_fade_first),
        cmocka_unit_test(test_ejecta_are_of_the_young),
        cmocka_unit_test(test_nothing_jumps_from_place_to_place),
        cmocka_unit_test(test_rays_are_thin_and_reach_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
