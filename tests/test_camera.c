// Where the camera of the window may be, and where it may look.
#include "app/private/camera.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double radius_km = 6000, pixel_rad = 0.001;

static tr_camera over_the_ground(void) {
    tr_camera camera = {.distance_km = 4 * radius_km};
    tr_camera_zoom(&camera, radius_km, 100);
    return camera;
}

static void test_zoom_ends(void **state) {
    (void)state;
    tr_camera camera = over_the_ground();
    assert_true(camera.distance_km > radius_km && camera.distance_km < 1.05 * radius_km);
    tr_camera_zoom(&camera, radius_km, -1000);
    assert_true(camera.distance_km > 100 * radius_km && camera.distance_km < 1000 * radius_km);
}

// Low over the ground it can look beyond the horizon, but not behind itself.
static void test_look(void **state) {
    (void)state;
    tr_camera camera = over_the_ground();
    tr_camera_look(&camera, radius_km, 0, 1500, pixel_rad);
    assert_true(camera.look_up_deg > 80 && camera.look_up_deg < 90);
    tr_camera_look(&camera, radius_km, 0, 1e6, pixel_rad);
    assert_true(camera.look_up_deg > 100 && camera.look_up_deg < 135);
    tr_camera_look(&camera, radius_km, 0, -1e6, pixel_rad);
    assert_true(camera.look_up_deg >= 0 && camera.look_up_deg <= 0);
}

// Who looks at the horizon and then flies away does not lose the planet.
static void test_planet_stays_in_sight(void **state) {
    (void)state;
    tr_camera camera = over_the_ground();
    tr_camera_look(&camera, radius_km, 0, 1e6, pixel_rad);
    while (camera.distance_km < 100 * radius_km) {
        tr_camera_zoom(&camera, radius_km, -1);
        const double horizon_deg = asin(radius_km / camera.distance_km) * 180 / TR_PI;
        assert_true(camera.look_up_deg < 2 * horizon_deg);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_zoom_ends), cmocka_unit_test(test_look),
                                       cmocka_unit_test(test_planet_stays_in_sight)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
