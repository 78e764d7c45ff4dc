// Where the window's camera may be and where it may look.
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

static double horizon_deg(const tr_camera *camera) {
    return asin(radius_km / camera->distance_km) * 180 / TR_PI;
}

// Zooming in tilts the camera up until the horizon is in view; zooming out tilts it down again. After you
// turn the camera yourself its tilt stays.
static void test_eyes_go_up(void **state) {
    (void)state;
    tr_camera camera = {.distance_km = 4 * radius_km};
    double last = 0;
    for (int i = 0; i < 60; i++) {
        tr_camera_zoom(&camera, radius_km, 1);
        assert_true(camera.look_up_deg >= last && camera.look_up_deg - last < 8);
        assert_true(camera.distance_km < 1.31 * radius_km || camera.look_up_deg <= 0);
        last = camera.look_up_deg;
    }
    assert_true(last < horizon_deg(&camera) - 5 && last > horizon_deg(&camera) - 20);
    tr_camera by_hand = camera;
    tr_camera_look_around(&by_hand, radius_km, 0, -300, pixel_rad);
    const double left = by_hand.look_up_deg;
    assert_true(left < last - 10);
    tr_camera_zoom(&by_hand, radius_km, -8);
    assert_true(fabs(by_hand.look_up_deg - left) < 1e-9);
    tr_camera_zoom(&camera, radius_km, -30);
    assert_true(fabs(camera.look_up_deg) < 1e-6);
}

static void test_zoom_ends(void **state) {
    (void)state;
    tr_camera camera = over_the_ground();
    assert_true(camera.distance_km > radius_km && camera.distance_km < 1.05 * radius_km);
    tr_camera_zoom(&camera, radius_km, -1000);
    assert_true(camera.distance_km > 100 * radius_km && camera.distance_km < 1000 * radius_km);
}

// Near the ground the camera can look above the horizon, but not backwards.
static void test_look(void **state) {
    (void)state;
    tr_camera camera = over_the_ground();
    camera.look_up_deg = 0;
    tr_camera_look_around(&camera, radius_km, 0, 1500, pixel_rad);
    assert_true(camera.look_up_deg > 80 && camera.look_up_deg < 90);
    tr_camera_look_around(&camera, radius_km, 0, 1e6, pixel_rad);
    assert_true(camera.look_up_deg > 100 && camera.look_up_deg < 135);
    tr_camera_look_around(&camera, radius_km, 0, -1e6, pixel_rad);
    assert_true(camera.look_up_deg >= 0 && camera.look_up_deg <= 0);
}

// Zooming out while looking at the horizon keeps the planet in view.
static void test_planet_stays_in_sight(void **state) {
    (void)state;
    tr_camera camera = over_the_ground();
    tr_camera_look_around(&camera, radius_km, 0, 1e6, pixel_rad);
    while (camera.distance_km < 100 * radius_km) {
        tr_camera_zoom(&camera, radius_km, -1);
        assert_true(camera.look_up_deg < 2 * horizon_deg(&camera));
    }
}

static tr_vec over(double latitude_deg, double longitude_deg) {
    const double latitude = tr_radians(latitude_deg), longitude = tr_radians(longitude_deg);
    return (tr_vec){cos(latitude) * cos(longitude), sin(latitude), cos(latitude) * sin(longitude)};
}

// The angle of a place from straight down as seen by the camera, for ground that is nearly flat.
static double seen_at(const tr_camera *camera, double latitude_deg, double longitude_deg) {
    const tr_vec away =
        tr_vec_subtract(over(latitude_deg, longitude_deg), over(camera->latitude_deg, camera->longitude_deg));
    return tr_vec_length(away) / (camera->distance_km / radius_km - 1);
}

static void test_zoom_goes_to_a_place(void **state) {
    (void)state;
    tr_camera camera = {.latitude_deg = 40, .longitude_deg = 179.9, .distance_km = 1.2 * radius_km};
    const double before = seen_at(&camera, 41, -178);
    for (int i = 0; i < 8; i++)
        tr_camera_zoom_to(&camera, radius_km, 1, 41, -178);
    assert_true(fabs(seen_at(&camera, 41, -178) / before - 1) < 0.01);
    assert_true(fabs(remainder(camera.longitude_deg + 178, 360)) < 1);
    const tr_camera low = camera;
    tr_camera_zoom_to(&camera, radius_km, -1, 60, 0); // zooming out ignores the place and goes straight up
    assert_true(fabs(camera.latitude_deg - low.latitude_deg) < 1e-9 && camera.distance_km > low.distance_km);
    tr_camera_zoom_to(&camera, radius_km, 1000, 41, -178);
    assert_true(camera.distance_km > 1.004 * radius_km && camera.distance_km < 1.006 * radius_km);
}

// The camera moves so that the held place is seen where the found place was.
static void test_holds_a_place(void **state) {
    (void)state;
    tr_camera camera = {.latitude_deg = 30, .longitude_deg = 170, .distance_km = 1.1 * radius_km};
    const double found[2] = {40, 175}, held[2] = {38, -179};
    const tr_vec before = tr_vec_subtract(over(30, 170), over(40, 175));
    tr_camera_hold(&camera, found, held);
    const tr_vec after = tr_vec_subtract(over(camera.latitude_deg, camera.longitude_deg), over(38, -179));
    assert_true(fabs(tr_vec_length(after) - tr_vec_length(before)) < 1e-12);
    assert_true(fabs(remainder(camera.longitude_deg - 176, 360)) < 2 && camera.latitude_deg < 30);
    tr_camera still = camera;
    tr_camera_hold(&still, held, held);
    assert_true(fabs(still.latitude_deg - camera.latitude_deg) < 1e-9);
}

// A flight ends above its destination, lower, looking down, and not below the lowest allowed altitude.
static void test_goes_over_a_place(void **state) {
    (void)state;
    tr_camera camera = over_the_ground();
    camera.distance_km = 2 * radius_km;
    tr_camera_look_around(&camera, radius_km, 30, 200, pixel_rad);
    tr_camera_go_over(&camera, radius_km, -33, 271);
    assert_true(fabs(camera.latitude_deg + 33) < 1e-9 && fabs(camera.longitude_deg + 89) < 1e-9);
    assert_true(fabs(camera.distance_km - 1.3 * radius_km) < 1);
    assert_true(fabs(camera.look_up_deg) + fabs(camera.look_heading_deg) <= 0);
    for (int i = 0; i < 20; i++)
        tr_camera_go_over(&camera, radius_km, 90, 0);
    assert_true(camera.distance_km > 1.004 * radius_km && camera.distance_km < 1.006 * radius_km);
    assert_true(camera.latitude_deg < 90);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_zoom_ends),
                                       cmocka_unit_test(test_look),
                                       cmocka_unit_test(test_zoom_goes_to_a_place),
                                       cmocka_unit_test(test_planet_stays_in_sight),
                                       cmocka_unit_test(test_eyes_go_up),
                                       cmocka_unit_test(test_holds_a_place),
                                       cmocka_unit_test(test_goes_over_a_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
