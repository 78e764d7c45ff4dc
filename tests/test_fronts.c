// Fronts of cyclones: a narrow band of cloud to the west, a broad one to the east, warm air towards the
// equator, mirrored in the south. (test_field_types.c checks what holds for all fields.)
#include "blocks.h"
#include "noise/maths/trig.h"
#include "noise/sites/fronts.h"
#include "support.h"

#include <math.h>

static const double degree = 0.017453292519943295;

// One cyclone at 45 degrees north or south with a radius of 0.2.
typedef struct cyclone {
    float x, y, z, radius, strength;
    tr_front_plan plan;
} cyclone;

static void place(double latitude_deg, double longitude_deg, double p[3]) {
    double up, around, sine, cosine;
    tr_sincos(latitude_deg * degree, &up, &around);
    tr_sincos(longitude_deg * degree, &sine, &cosine);
    p[0] = around * cosine, p[1] = up, p[2] = -around * sine;
}

static void make(cyclone *c, double latitude_deg) {
    double p[3];
    place(latitude_deg, 30, p);
    *c = (cyclone){(float)p[0], (float)p[1], (float)p[2], 0.2f, 1, {.reach = 2, .width = 0.3f, .tilt = 0.5f}};
    c->plan.sites = (tr_sites){
        .count = 1, .x = &c->x, .y = &c->y, .z = &c->z, .radius = &c->radius, .strength = &c->strength};
}

// East and poleward of the centre, in radii.
static double value_at(cyclone *c, tr_front_value value, double east, double poleward) {
    const double latitude = asin((double)c->y) / degree, side = latitude < 0 ? -1 : 1, step = 0.2 / degree;
    double p[3];
    place(latitude + side * poleward * step, 30 + east * step / cos(latitude * degree), p);
    const float x = (float)p[0], y = (float)p[1], z = (float)p[2];
    float out;
    int32_t list[4];
    c->plan.value = value;
    evaluate_kernel(TR_KERNEL_OF(tr_isa_best(), tr_fronts), &c->plan, 0, 1, 1, &x, &y, &z, list, &out);
    return (double)out;
}

// The width of the band along a line to the pole, in radii, and the part of it that is in the cold air.
static double breadth(cyclone *c, double east, double *cold) {
    double all = 0;
    *cold = 0;
    for (double poleward = -1.5; poleward < 1.5; poleward += 0.01)
        if (value_at(c, TR_FRONT_CLOUD, east, poleward) > 0.05) {
            all += 0.01;
            *cold += value_at(c, TR_FRONT_DISTANCE, east, poleward) > 0 ? 0.01 : 0;
        }
    return all;
}

static void test_cold_fronts_are_narrow_and_warm_ones_broad(void **state) {
    (void)state;
    cyclone c;
    make(&c, 45);
    double behind, ahead;
    const double west = breadth(&c, -0.7, &behind), east = breadth(&c, 0.7, &ahead);
    print_message("west %.2f radii, %.2f in cold air; east %.2f, %.2f\n", west, behind, east, ahead);
    assert_true(west > 0.1 && east > 1.25 * west);
    assert_true(behind < 0.5 * west && ahead > 0.6 * east);
}

static void test_warm_air_lies_to_the_equator_on_both_sides(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        cyclone c;
        make(&c, side ? -45 : 45);
        for (double east = -0.8; east <= 0.8; east += 0.4) {
            assert_true(value_at(&c, TR_FRONT_SECTOR, east, 0.6) < -0.5);
            assert_true(value_at(&c, TR_FRONT_SECTOR, east, -0.9) > 0.5);
            assert_true(value_at(&c, TR_FRONT_DISTANCE, east, 0.6) > 0.3);
            assert_true(value_at(&c, TR_FRONT_DISTANCE, east, -0.9) < -0.3);
        }
    }
}

// The south mirrors the north up to rounding. Nothing lies beyond the reach.
static void test_hemispheres_mirror_and_fronts_end(void **state) {
    (void)state;
    cyclone north, south;
    make(&north, 45), make(&south, -45);
    for (int value = 0; value < TR_FRONT_COUNT; value++)
        for (double east = -2.4; east < 2.4; east += 0.3)
            for (double poleward = -2.4; poleward < 2.4; poleward += 0.31)
                assert_float_equal(value_at(&north, (tr_front_value)value, east, poleward),
                                   value_at(&south, (tr_front_value)value, east, poleward), 1e-3);
    for (double east = -2; east <= 2; east += 4) {
        assert_true(value_at(&north, TR_FRONT_CLOUD, east, 1.2) == 0);
        assert_true(value_at(&north, TR_FRONT_SECTOR, east, 1.2) == 0);
        assert_float_equal(value_at(&north, TR_FRONT_DISTANCE, east, 1.2), 2, 0);
    }
}

static void test_the_way_along_grows_from_the_centre(void **state) {
    (void)state;
    cyclone c;
    make(&c, 45);
    assert_true(fabs(value_at(&c, TR_FRONT_ALONG, 0, 0)) < 0.05);
    for (double east = 0.2; east < 1.3; east += 0.2) {
        assert_true(value_at(&c, TR_FRONT_ALONG, -east - 0.1, 0) < value_at(&c, TR_FRONT_ALONG, -east, 0));
        assert_true(value_at(&c, TR_FRONT_ALONG, east + 0.1, 0) > value_at(&c, TR_FRONT_ALONG, east, 0));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cold_fronts_are_narrow_and_warm_ones_broad),
        cmocka_unit_test(test_warm_air_lies_to_the_equator_on_both_sides),
        cmocka_unit_test(test_hemispheres_mirror_and_fronts_end),
        cmocka_unit_test(test_the_way_along_grows_from_the_centre),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
