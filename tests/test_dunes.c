// Dunes: slip faces at the angle of repose on the lee side for any wind direction; barchans with horns
// downwind; dunes finer than the map become their mean. (test_field_types.c checks what holds for all
// fields.)
#include "blocks.h"
#include "noise/lattice/dunes.h"
#include "noise/maths/trig.h"
#include "planet/private/plan.h"
#include "support.h"

#include "planets.h"

#include <math.h>

enum { places = 4000 };

static double value_at(const tr_surface *surface, int value, float texel, const double p[3]) {
    tr_dune_plan plan = *(const tr_dune_plan *)surface->fields[0].state;
    const float x = (float)p[0], y = (float)p[1], z = (float)p[2];
    float out;
    plan.value = value;
    evaluate_kernel(TR_KERNEL_OF(surface->isa, tr_dunes), &plan, texel, 1, 1, &x, &y, &z, NULL, &out);
    return (double)out;
}

// Spreads places evenly between the latitudes where the wind is not reduced.
static void find_place(int i, int count, double p[3]) {
    double sine, cosine;
    const double y = 0.9 - 1.8 * (i + 0.5) / count, around = sqrt(1 - y * y);
    tr_sincos(i * 2.399963229728653, &sine, &cosine);
    p[0] = around * cosine, p[1] = y, p[2] = around * sine;
}

// A step from a place: `along` radii with the wind that blows to `degrees` from east, and `left` radii to its
// left.
static void step(const double p[3], double degrees, double along, double left, double out[3]) {
    const double around = sqrt(1 - p[1] * p[1]);
    const double east[3] = {p[2] / around, 0, -p[0] / around};
    const double north[3] = {-p[0] * p[1] / around, around, -p[2] * p[1] / around};
    double s, c;
    tr_sincos(degrees * TR_PI / 180, &s, &c);
    for (int k = 0; k < 3; k++)
        out[k] = p[k] + along * (c * east[k] + s * north[k]) + left * (c * north[k] - s * east[k]);
}

// The slope of the ground at a place, and its rise along the wind.
typedef struct slope {
    double degrees, along;
} slope;

static slope slope_at(const tr_surface *surface, const double p[3], double degrees) {
    const double h = 1e-4;
    double side[4][3], height[4];
    for (int k = 0; k < 4; k++) {
        step(p, degrees, k == 0 ? h : k == 1 ? -h : 0, k == 2 ? h : k == 3 ? -h : 0, side[k]);
        height[k] = value_at(surface, TR_DUNE_HEIGHT, 0, side[k]);
    }
    const double along = (height[0] - height[1]) / (2 * h), across = (height[2] - height[3]) / (2 * h);
    return (slope){tr_atan2(hypot(along, across), 1) * 180 / TR_PI, along};
}

// ---- slip faces --------------------------------------------------------------------------------

// Fractions of slip faces at the angle of repose and of slip faces that fall along the wind; the mean slope
// elsewhere.
typedef struct faces {
    int slips;
    double repose, fall, stoss;
} faces;

static faces measure(const tr_surface *surface, double degrees) {
    faces f = {0};
    int rest = 0;
    for (int i = 0; i < places; i++) {
        double p[3];
        find_place(i, places, p);
        const slope s = slope_at(surface, p, degrees);
        const double slip = value_at(surface, TR_DUNE_SLIP, 0, p);
        if (slip > 0.9)
            f.slips++, f.repose += s.degrees > 27 && s.degrees < 38, f.fall += s.along < 0;
        else if (slip == 0 && value_at(surface, TR_DUNE_HEIGHT, 0, p) > 1e-3)
            rest++, f.stoss += s.degrees;
    }
    f.repose /= f.slips + 1e-9, f.fall /= f.slips + 1e-9, f.stoss /= rest + 1e-9;
    return f;
}

static void test_slip_faces_are_at_the_angle_of_repose_in_the_lee(void **state) {
    (void)state;
    static const char *const kinds[] = {"kind=transverse", "kind=barchan", "kind=star"};
    for (int kind = 0; kind < TR_DUNE_COUNT; kind++)
        for (int turn = -150; turn <= 180; turn += 110) {
            char wind[32];
            snprintf(wind, sizeof wind, "wind=%d", turn);
            const char *const sets[] = {kinds[kind], wind, "veer=0", "scale=12", NULL};
            tr_surface *surface = make_ready("dunes", 2048, 3, sets);
            const faces f = measure(surface, turn);
            print_message(
                "%s, %s: %d places on slip faces, %.2f at repose, %.2f in the lee; else %.1f degrees\n",
                kinds[kind], wind, f.slips, f.repose, f.fall, f.stoss);
            const bool star = kind == TR_DUNE_STAR; // a star dune has slip faces on all sides
            assert_true(f.slips > 40 && f.repose > 0.8);
            assert_true(star ? f.fall > 0.25 && f.fall < 0.75 : f.fall > 0.9);
            assert_true(star || (f.stoss > 5 && f.stoss < 18));
            tr_surface_destroy(surface);
        }
}

// ---- barchans ----------------------------------------------------------------------------------

// Counts the dunes with horns on the side `along` of their tops: the ground is bare in the middle, with sand
// to the left and to the right of it.
static int count_horns(const tr_surface *surface, double degrees, double side, double scale, int *dunes) {
    int embraced = 0;
    *dunes = 0;
    for (int i = 0; i < places; i++) {
        double p[3], q[3];
        find_place(i, places, p);
        const double height = value_at(surface, TR_DUNE_HEIGHT, 0, p), size = height / 0.15;
        if (height * scale < 0.03) // not near the top of a large dune
            continue;
        bool bare = false, found = false;
        for (double out = 0.1; out < 1.2 && !found; out += 0.05) {
            step(p, degrees, side * out * size, 0, q);
            bare = value_at(surface, TR_DUNE_HEIGHT, 0, q) == 0;
            bool left = false, right = false;
            for (double beside = 0.2; beside < 1.1 && bare; beside += 0.05) {
                step(p, degrees, side * out * size, beside * size, q);
                left = left || value_at(surface, TR_DUNE_HEIGHT, 0, q) > 0;
                step(p, degrees, side * out * size, -beside * size, q);
                right = right || value_at(surface, TR_DUNE_HEIGHT, 0, q) > 0;
            }
            found = left && right;
        }
        ++*dunes, embraced += found;
    }
    return embraced;
}

static void test_barchans_stand_apart_with_horns_downwind(void **state) {
    (void)state;
    const char *const sets[] = {"kind=barchan", "wind=40",     "veer=0", "scale=10",
                                "sand=0.4",     "variation=0", NULL};
    tr_surface *surface = make_ready("dunes", 2048, 3, sets);
    int bare = 0, dunes;
    for (int i = 0; i < places; i++) {
        double p[3];
        find_place(i, places, p);
        bare += value_at(surface, TR_DUNE_HEIGHT, 0, p) == 0;
    }
    const int down = count_horns(surface, 40, 1, 10, &dunes), up = count_horns(surface, 40, -1, 10, &dunes);
    print_message("%d of %d places are bare; of %d dunes %d have horns downwind, %d upwind\n", bare, places,
                  dunes, down, up);
    assert_true(bare > places * 7 / 10 && bare < places * 97 / 100);
    assert_true(dunes > 20 && down > dunes * 7 / 10 && up < dunes * 2 / 10);
    tr_surface_destroy(surface);
}

// ---- blocks ------------------------------------------------------------------------------------

// Under a strong warp, neighbours in a block come from all over the sphere, also from the far sides of dunes.
// Each has the same value as when it is evaluated alone.
static void test_blocks_of_any_shape_give_the_same(void **state) {
    (void)state;
    enum { side = 48, count = side * side, stride = 1009 }; // a prime
    static const char *const kinds[] = {"kind=barchan", "kind=star"}, *const scales[] = {"scale=2", "scale=5"};
    static float at[3][count], out[count];
    for (int i = 0; i < count; i++) {
        double p[3];
        find_place(i * stride % count, count, p);
        for (int k = 0; k < 3; k++)
            at[k][i] = (float)p[k];
    }
    for (int k = 0; k < 4; k++) {
        const char *const sets[] = {kinds[k % 2], scales[k / 2], NULL};
        tr_surface *surface = make_ready("dunes", 2048, 3, sets);
        const tr_dune_plan *plan = surface->fields[0].state;
        for (int columns = 1; columns <= count; columns *= side) {
            int other = 0, dry = 0;
            evaluate_kernel(TR_KERNEL_OF(surface->isa, tr_dunes), plan, 0, count, columns, at[0], at[1], at[2],
                            NULL, out);
            for (int i = 0; i < count; i++) {
                const double alone =
                    value_at(surface, TR_DUNE_HEIGHT, 0, (double[]){at[0][i], at[1][i], at[2][i]});
                other += alone != (double)out[i], dry += alone == 0;
            }
            if (other)
                print_message("%s, %s, %d columns: %d samples differ\n", sets[0], sets[1], columns, other);
            assert_int_equal(other, 0);
            assert_true(dry > count / 10 && dry < count * 98 / 100);
        }
        tr_surface_destroy(surface);
    }
}

// ---- wind and map ------------------------------------------------------------------------------

static void test_without_wind_there_are_no_dunes(void **state) {
    (void)state;
    static const char *const kinds[] = {"kind=transverse", "kind=barchan", "kind=star"};
    for (int kind = 0; kind < TR_DUNE_COUNT; kind++) {
        const char *const calm[] = {kinds[kind], "scale=40", "strength=0", NULL};
        const char *const usual[] = {kinds[kind], "scale=40", NULL};
        tr_surface *without = make_ready("dunes", 2048, 3, calm), *with = make_ready("dunes", 2048, 3, usual);
        double most = 0;
        for (int i = 0; i < places; i++) {
            double p[3];
            find_place(i, places, p);
            assert_true(value_at(without, TR_DUNE_HEIGHT, 0, p) == 0);
            most = fmax(most, value_at(with, TR_DUNE_HEIGHT, 0, p));
            const double pole[3] = {0.05 * p[0], i % 2 ? 0.998 : -0.998, 0.05 * p[2]};
            assert_true(value_at(with, TR_DUNE_HEIGHT, 0, pole) == 0);
        }
        assert_true(most > 0.05 / 40);
        tr_surface_destroy(without);
        tr_surface_destroy(with);
    }
}

// The value of a coarse map equals the mean of a fine one.
static void test_fine_dunes_fade_into_their_mean(void **state) {
    (void)state;
    enum { many = 10 * places }; // crests of barchans are rare
    static const char *const kinds[] = {"kind=transverse", "kind=barchan", "kind=star"};
    for (int kind = 0; kind < TR_DUNE_COUNT; kind++)
        for (int value = 0; value < TR_DUNE_VALUES; value++) {
            static const char *const values[] = {"value=height", "value=slip", "value=crest"};
            const char *const sets[] = {kinds[kind], values[value], "scale=40", NULL};
            tr_surface *surface = make_ready("dunes", 2048, 3, sets);
            double mean = 0;
            for (int i = 0; i < many; i++) {
                double p[3];
                find_place(i, many, p);
                mean += value_at(surface, value, 0, p) / many;
            }
            double p[3];
            find_place(places / 3, places, p);
            const double coarse = value_at(surface, value, 0.03f, p);
            print_message("%s, %s: mean %g, of a coarse map %g\n", kinds[kind], values[value], mean, coarse);
            assert_true(coarse > 0.75 * mean && coarse < 1.3 * mean);
            tr_surface_destroy(surface);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slip_faces_are_at_the_angle_of_repose_in_the_lee),
        cmocka_unit_test(test_barchans_stand_apart_with_horns_downwind),
        cmocka_unit_test(test_blocks_of_any_shape_give_the_same),
        cmocka_unit_test(test_without_wind_there_are_no_dunes),
        cmocka_unit_test(test_fine_dunes_fade_into_their_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
