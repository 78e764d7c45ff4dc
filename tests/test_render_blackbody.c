// Colours of stars, against a table of sRGB codes that was computed with the colour matching functions of the
// standard observer.
#include "base/colour.h"
#include "light/blackbody.h"
#include "support.h"

#include <math.h>

static void test_temperatures_have_their_colours(void **state) {
    (void)state;
    static const struct {
        double kelvin;
        uint8_t srgb[3];
    } table[] = {{1500, {0xff, 0x6a, 0x00}}, {3000, {0xff, 0xb9, 0x6e}},  {4000, {0xff, 0xd4, 0xa5}},
                 {6000, {0xff, 0xf4, 0xf1}}, {10000, {0xcd, 0xd9, 0xff}}, {24000, {0xa7, 0xbe, 0xff}}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        double light[3], wanted[3];
        tr_blackbody_light(table[i].kelvin, light);
        tr_light_from_srgb(table[i].srgb, wanted);
        for (int c = 0; c < 3; c++) {
            if (!(fabs(light[c] - wanted[c]) < 0.025))
                print_message("%g K: %g is not %g\n", table[i].kelvin, light[c], wanted[c]);
            assert_true(fabs(light[c] - wanted[c]) < 0.025);
        }
    }
}

static void test_extremes_are_colours_too(void **state) {
    (void)state;
    for (double kelvin = 1; kelvin < 1e6; kelvin *= 1.3) {
        double light[3];
        tr_blackbody_light(kelvin, light);
        for (int c = 0; c < 3; c++)
            assert_true(light[c] >= 0 && light[c] <= 1);
        assert_true(fmax(light[0], light[2]) == 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_temperatures_have_their_colours),
                                       cmocka_unit_test(test_extremes_are_colours_too)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
