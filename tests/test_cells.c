// Cells: bright between dark lanes, as many as requested, continuous in place and time, periodic in the
// phase. (test_field_types.c checks what holds for all fields.)
#include "blocks.h"
#include "noise/maths/trig.h"
#include "noise/sites/cells.h"
#include "planet/private/plan.h"
#include "support.h"

#include "planets.h"

#include <math.h>
#include <stdlib.h>

enum { places = 3000 };

static const tr_cells_plan *plan_of(const tr_surface *surface) { return surface->fields[0].state; }

static double value_at(const tr_cells_plan *plan, int value, float texel, const double p[3]) {
    tr_cells_plan other = *plan;
    const float x = (float)p[0], y = (float)p[1], z = (float)p[2];
    float out;
    other.value = value;
    evaluate_kernel(TR_KERNEL_OF(tr_isa_best(), tr_cells), &other, texel, 1, 1, &x, &y, &z, NULL, &out);
    return (double)out;
}

// Spreads places evenly over the sphere.
static void find_place(int i, int count, double p[3]) {
    double sine, cosine;
    const double y = 1 - 2 * (i + 0.5) / count, around = sqrt(1 - y * y);
    tr_sincos(i * 2.399963229728653, &sine, &cosine);
    p[0] = around * cosine, p[1] = y, p[2] = around * sine;
}

// ---- brightness and number ---------------------------------------------------------------------

static void test_cells_are_bright_between_dark_lanes(void **state) {
    (void)state;
    double fraction[2] = {0};
    for (int wide = 0; wide < 2; wide++) {
        const char *const sets[] = {wide ? "lanes=0.3" : "lanes=0.1", NULL};
        tr_surface *surface = make_ready("cells", 2048, 3, sets);
        double inside = 0, dark = 0;
        int bright = 0, lanes = 0;
        for (int i = 0; i < places; i++) {
            double p[3];
            find_place(i, places, p);
            const double lane = value_at(plan_of(surface), TR_CELLS_LANES, 0, p);
            const double value = value_at(plan_of(surface), TR_CELLS_BRIGHTNESS, 0, p);
            fraction[wide] += lane / places;
            if (lane == 0)
                bright++, inside += value;
            else if (lane > 0.95)
                lanes++, dark += value;
        }
        print_message("%s: %.2f of the area is lanes; brightness %.2f inside, %.2f in lanes\n", sets[0],
                      fraction[wide], inside / bright, dark / lanes);
        assert_true(inside / bright > 0.5 && dark / lanes < 0.05);
        tr_surface_destroy(surface);
    }
    assert_true(fraction[0] > 0.05 && fraction[1] > 1.8 * fraction[0] && fraction[1] < 0.6);
}

static int compare_numbers(const void *a, const void *b) {
    return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b;
}

// Counts the cells in a patch of the ground.
static void test_there_are_as_many_cells_as_are_asked_for(void **state) {
    (void)state;
    enum { side = 120 };
    static double numbers[side * side];
    for (int turn = 0; turn < 3; turn++) {
        const char *const sets[] = {turn == 1   ? "phase=0.37"
                                    : turn == 2 ? "variety=1"
                                                : "scale=30",
                                    "scale=30", NULL};
        tr_surface *surface = make_ready("cells", 2048, 3, sets);
        const double angle = 0.4;
        for (int j = 0; j < side; j++)
            for (int i = 0; i < side; i++) {
                double p[3] = {1, angle * (i - side / 2) / side, angle * (j - side / 2) / side};
                const double scale = 1 / sqrt(1 + p[1] * p[1] + p[2] * p[2]);
                for (int k = 0; k < 3; k++)
                    p[k] *= scale;
                numbers[j * side + i] = value_at(plan_of(surface), TR_CELLS_CELL, 0, p);
            }
        qsort(numbers, side * side, sizeof *numbers, compare_numbers);
        int count = 1;
        for (int i = 1; i < side * side; i++)
            count += numbers[i] != numbers[i - 1];
        const double expected = 30 * 30 * angle * angle + 2 * 30 * angle + 1; // cells on the edge included
        print_message("%s: %d cells, %.0f expected\n", sets[0], count, expected);
        assert_true(count > 0.8 * expected && count < 1.2 * expected);
        tr_surface_destroy(surface);
    }
}

// ---- continuity --------------------------------------------------------------------------------

// The largest change of brightness and lanes over a small step in place.
static void test_nothing_jumps_from_place_to_place(void **state) {
    (void)state;
    const char *const sets[] = {"scale=10", "lanes=0.2", NULL};
    tr_surface *surface = make_ready("cells", 2048, 3, sets);
    double most = 0;
    for (int i = 0; i < 6 * places; i++) {
        double p[3], q[3];
        find_place(i, 6 * places, p);
        for (int k = 0; k < 3; k++)
            q[k] = p[k] + 2e-5 * (k == i % 3);
        for (int value = 0; value <= TR_CELLS_LANES; value++)
            most = fmax(
                most, fabs(value_at(plan_of(surface), value, 0, p) - value_at(plan_of(surface), value, 0, q)));
    }
    print_message("largest change: %.4f within a 5000th of a cell\n", most);
    assert_true(most < 0.02);
    tr_surface_destroy(surface);
}

// The mean and the largest change of brightness with the phase.
static void compare(const tr_surface *surface, double phase, double later, double *mean, double *most) {
    tr_cells_plan then = *plan_of(surface), now = then;
    then.phase = (float)phase, now.phase = (float)later;
    *mean = *most = 0;
    for (int i = 0; i < places; i++) {
        double p[3];
        find_place(i, places, p);
        const double change =
            fabs(value_at(&then, TR_CELLS_BRIGHTNESS, 0, p) - value_at(&now, TR_CELLS_BRIGHTNESS, 0, p));
        *mean += change / places, *most = fmax(*most, change);
    }
}

static void test_nothing_jumps_from_time_to_time(void **state) {
    (void)state;
    const char *const sets[] = {"scale=10", "lives=2", NULL};
    tr_surface *surface = make_ready("cells", 2048, 3, sets);
    for (int i = 0; i < 24; i += under_sanitizer ? 4 : 1) {
        const double phase = i / 24.0;
        double mean, most, far_mean, far_most;
        compare(surface, phase, phase + 1e-4, &mean, &most);
        compare(surface, phase, phase < 0.5 ? phase + 0.4 : phase - 0.4, &far_mean, &far_most);
        if (!(most < 0.2 && mean < 0.001 && far_mean > 0.1))
            print_message("phase %.2f: %.5f, at most %.4f; long after %.4f\n", phase, mean, most, far_mean);
        assert_true(most < 0.2 && mean < 0.001 && far_mean > 0.1);
    }
    tr_surface_destroy(surface);
}

static void test_a_turn_of_the_phase_brings_all_back(void **state) {
    (void)state;
    const char *const start[] = {"phase=0", NULL}, *const end[] = {"phase=1", NULL},
                      *const near[] = {"phase=0.9999", NULL};
    tr_surface *first = make_ready("cells", 2048, 3, start), *last = make_ready("cells", 2048, 3, end),
               *before = make_ready("cells", 2048, 3, near);
    double most = 0;
    for (int i = 0; i < places; i++) {
        double p[3];
        find_place(i, places, p);
        const double value = value_at(plan_of(first), TR_CELLS_BRIGHTNESS, 0, p);
        assert_true(value == value_at(plan_of(last), TR_CELLS_BRIGHTNESS, 0, p));
        most = fmax(most, fabs(value - value_at(plan_of(before), TR_CELLS_BRIGHTNESS, 0, p)));
    }
    assert_true(most < 0.1);
    tr_surface_destroy(first);
    tr_surface_destroy(last);
    tr_surface_destroy(before);
}

// ---- maps --------------------------------------------------------------------------------------

// The value of a coarse map equals the mean of a fine one.
static void test_fine_cells_fade_into_their_mean(void **state) {
    (void)state;
    for (int value = 0; value < TR_CELLS_VALUES; value++) {
        static const char *const values[] = {"value=brightness", "value=lanes", "value=cell"};
        const char *const sets[] = {values[value], "scale=20", NULL};
        tr_surface *surface = make_ready("cells", 2048, 3, sets);
        double mean = 0, wide = 0, p[3];
        for (int i = 0; i < places; i++) {
            find_place(i, places, p);
            mean += value_at(plan_of(surface), value, 0, p) / places;
            wide += value_at(plan_of(surface), value, 0.016f, p) / places; // four texels per cell
        }
        const double coarse = value_at(plan_of(surface), value, 0.06f, p);
        print_message("%s: mean %.3f, of wide texels %.3f, of a coarse map %.3f\n", values[value], mean, wide,
                      coarse);
        assert_true(fabs(coarse - mean) < 0.03 && fabs(wide - mean) < 0.05);
        tr_surface_destroy(surface);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells_are_bright_between_dark_lanes),
        cmocka_unit_test(test_there_are_as_many_cells_as_are_asked_for),
        cmocka_unit_test(test_nothing_jumps_from_place_to_place),
        cmocka_unit_test(test_nothing_jumps_from_time_to_time),
        cmocka_unit_test(test_a_turn_of_the_phase_brings_all_back),
        cmocka_unit_test(test_fine_cells_fade_into_their_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
