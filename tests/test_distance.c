// Lengths are in km, in m where they are short, and in AU where they are long.
#include "editor/number.h"
#include "support.h"

static void expect(double km, const char *text) {
    char shown[TR_DISTANCE_BYTES];
    tr_distance_text(km, shown);
    assert_string_equal(shown, text);
}

static void units_fit(void **state) {
    (void)state;
    expect(0, "0 km");
    expect(9377, "9377 km"); // Phobos
    expect(384400, "384,400 km");
    expect(5906376272, "39.48 AU");
    expect(149597870.7, "1 AU");
    expect(149597.87, "149,598 km");
    expect(1e12, "6685 AU");
    expect(1e13, "66,846 AU");
    expect(1882700, "1,882,700 km"); // Callisto
    expect(14.6e6, "14,600,000 km");
    expect(9.377, "9.4 km"); // above the ground
    expect(0.32, "320 m");
    expect(0.0047, "4.7 m");
    expect(-12000, "-12,000 km");
}

static void units_are_read(void **state) {
    (void)state;
    assert_true(tr_distance_size_km("au") == 149597870.7);
    assert_true(tr_distance_size_km("Mm") == 1000);
    assert_true(tr_distance_size_km("km") == 1);
    assert_true(tr_distance_size_km("Gm") == 1e6);
    assert_true(tr_distance_size_km("") == 0 && tr_distance_size_km("parsec") == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(units_fit), cmocka_unit_test(units_are_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
