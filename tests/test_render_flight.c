// Which maps the pictures of a scene need: those of visible planets, at the width at which they are seen.
#include "pictures.h"
#include "render/flight.h"
#include "render/placement.h"
#include "render/upload.h"
#include "studio.h"
#include "worlds.h"

enum { SIDE = 64 };

typedef struct fixture {
    studio studio; // first, for check_debug
    tr_pool *pool;
    tr_scene scene;
} fixture;

static int start(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    *state = f;
    assert_int_equal(tr_pool_create(0, &f->pool, NULL), TR_OK);
    return open_studio(&f->studio, SIDE, SIDE);
}

static int end(void **state) {
    fixture *f = *state;
    tr_scene_clear(&f->scene);
    tr_pool_destroy(f->pool);
    close_studio(&f->studio);
    free(f);
    return 0;
}

static void load(fixture *f, const char *text) {
    const tr_world world = {.name = "test", .text = text};
    tr_scene_clear(&f->scene);
    f->scene = (tr_scene){0};
    f->scene = load_world(world);
}

// A picture of the first planet from a distance in radii.
static tr_flight look(double latitude_deg, double longitude_deg, double distance_radii) {
    return (tr_flight){.frames = 1,
                       .from = {latitude_deg, longitude_deg, distance_radii, 0, 0},
                       .to = {latitude_deg, longitude_deg, distance_radii, 0, 0},
                       .view = {.width_px = SIDE, .height_px = SIDE, .stars = true, .clouds = true}};
}

// An Earth with 63 others around it, each on its own orbit.
static void load_crowd(fixture *f) {
    static char text[16384] = "{\"planets\": [{\"name\": \"P0\", \"type\": \"earthlike\"}";
    size_t length = strlen(text);
    for (int i = 1; i < TR_MAX_PLANETS; i++)
        length += (size_t)snprintf(
            text + length, sizeof text - length,
            ",{\"name\": \"P%d\", \"type\": \"earthlike\", \"seed\": %d, \"orbit\": {\"around\": \"P0\", "
            "\"radius_km\": %d, \"phase_deg\": %d}}",
            i, i, 40000 + 12000 * i, 137 * i % 360);
    snprintf(text + length, sizeof text - length, "]}");
    load(f, text);
}

// Where a planet is in the picture, no pixel is without maps. Planets outside of it have none.
static void test_seen_planets_have_maps(void **state) {
    fixture *f = *state;
    load_crowd(f);
    int widths[TR_MAX_PLANETS], baked = 0;
    const tr_flight flight = look(12, 0, 3.2);
    tr_flight_map_widths(&flight, true, &f->scene, widths);
    tr_view view;
    tr_placement placement;
    tr_flight_frame(&flight, 0, &f->scene, &view);
    tr_placement_compute(&f->scene, &view, &placement);
    assert_int_equal(widths[0], tr_view_map_width(&view, 3.2));
    for (int k = 0; k < placement.body_count; k++) {
        const tr_body *body = &placement.bodies[k];
        if (body->planet <= 0)
            continue;
        const int width = widths[body->planet];
        baked += width > 0;
        if (tr_placement_in_view(&placement, body, 1))
            assert_true(width >= TR_MIN_WIDTH && width >= 6 * body->radius_px);
        if (!tr_placement_in_view(&placement, body, 1.5))
            assert_int_equal(width, 0);
        assert_true(width <= 128 || width < 12 * body->radius_px);
    }
    assert_true(baked > 0 && baked < TR_MAX_PLANETS / 2);
}

// A planet whose centre is far outside of the picture may still show its rings, air or mountains.
static void test_what_reaches_into_the_picture(void **state) {
    fixture *f = *state;
    const char *const kinds[] = {
        "\"type\": \"barren\"",
        "\"type\": \"gas-giant\", \"rings\": {\"inner\": 1.5, \"outer\": 6, \"opacity\": 1}"};
    for (int k = 0; k < 2; k++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "{\"planets\": [{\"name\": \"A\", \"type\": \"barren\", \"radius_km\": 1000, \"tilt_deg\": 0},"
                 "{\"name\": \"B\", %s, \"radius_km\": 1000, \"tilt_deg\": 0, "
                 "\"orbit\": {\"around\": \"A\", \"radius_km\": 10000, \"phase_deg\": 0}}]}",
                 kinds[k]);
        load(f, text);
        tr_scene_place(&f->scene, 0);
        int widths[TR_MAX_PLANETS];
        // ten radii aside, twelve away: the centre is at 40 degrees, the corners of the picture at 28
        const tr_flight flight = look(0, tr_day_longitude(&f->scene, 0), 12);
        const double *at = f->scene.planets[1].position_km, *from = f->scene.planets[0].position_km;
        const double longitude_deg = atan2(-(at[2] - from[2]), at[0] - from[0]) * 180 / 3.14159265358979;
        tr_flight aside = flight;
        aside.from.longitude_deg = aside.to.longitude_deg = longitude_deg + 90;
        tr_flight_map_widths(&aside, true, &f->scene, widths);
        assert_int_equal(widths[1] > 0, k == 1);
    }
}

static picture draw(fixture *f, const tr_flight *flight, const int widths[]) {
    tr_error error = {0};
    tr_view view;
    for (int i = 0; i < f->scene.planet_count; i++)
        if (widths[i] > 0)
            assert_int_equal(tr_upload_planet(f->studio.renderer, i, f->scene.planets[i].recipe,
                                              &(tr_upload){widths[i], false, tr_isa_best(), f->pool, NULL},
                                              NULL, &error),
                             TR_OK);
    const picture p = make_picture(SIDE, SIDE);
    tr_flight_frame(flight, 0, &f->scene, &view);
    take_picture(&f->studio, &f->scene, &view, p.rgb);
    return p;
}

// Small maps of a small planet, and of a point, show nearly the same as large ones.
static void test_small_planets_look_the_same(void **state) {
    fixture *f = *state;
    const double distances_radii[] = {200, 2000};
    load(f, "{\"planets\": [{\"name\": \"A\", \"type\": \"star\", \"radius_km\": 1000},"
            "{\"name\": \"B\", \"type\": \"earthlike\", \"seed\": 3, \"orbit\": {\"around\": \"A\", "
            "\"radius_km\": 50000, \"phase_deg\": 30}}]}");
    for (int k = 0; k < 2; k++) {
        const tr_flight flight = look(10, 130, distances_radii[k]);
        int widths[TR_MAX_PLANETS];
        tr_flight_map_widths(&flight, true, &f->scene, widths);
        assert_int_equal(widths[1], k ? TR_MIN_WIDTH : 128);
        const int whole[] = {widths[0], under_sanitizer ? 256 : 1024};
        const picture small = draw(f, &flight, widths), large = draw(f, &flight, whole);
        const difference d = compare_pictures(&small, &large);
        print_message("maps %d wide: at most %d codes apart, %.4f in the mean\n", widths[1], d.most, d.mean);
        assert_true(d.pixels > 0); // the planet is in the picture
        assert_true(d.most < 32 && d.mean < 0.05);
        free(small.rgb);
        free(large.rgb);
    }
}

// The planet rotates once while the camera stays: the picture after the last one would be the first.
static void test_turntables_turn_once(void **state) {
    fixture *f = *state;
    load(f, "{\"type\": \"barren\"}");
    tr_view view;
    tr_flight flight = look(12, 50, 3);
    flight.frames = 8, flight.turntable = flight.spins = true;
    tr_scene_place(&f->scene, 0);
    const double start = f->scene.planets[0].rotation_rad;
    for (int k = 0; k <= 8; k++) {
        tr_flight_frame(&flight, k, &f->scene, &view);
        assert_float_equal(f->scene.planets[0].rotation_rad, start + TR_PI / 4 * k, 1e-9);
        assert_true(view.longitude_deg == 50 && view.latitude_deg == 12);
    }
}

// A flight eases in and out, by equal ratios of height, with the sun along a great circle. Both ends are
// exactly as requested.
static void test_flights_have_ends(void **state) {
    fixture *f = *state;
    load(f, "{\"type\": \"barren\"}");
    const double radius_km = f->scene.planets[0].recipe->radius_km;
    tr_view view;
    tr_flight flight = look(10, 20, 5);
    flight.frames = 5;
    flight.to = (tr_camera_place){-30, 70.7, 1.25, 12, 34};
    flight.sun_moves = true;
    flight.view.sun[0] = 1;
    flight.sun_to[2] = 1;
    tr_flight_frame(&flight, 0, &f->scene, &view);
    assert_true(view.latitude_deg == 10 && view.distance_km == 5 * radius_km && view.sun[0] == 1);
    tr_flight_frame(&flight, 2, &f->scene, &view);
    assert_float_equal(view.latitude_deg, -10, 1e-9);
    assert_float_equal(view.distance_km / radius_km, 2, 1e-9); // 4, 1, ¼ radii high
    assert_float_equal(view.sun[0], sqrt(0.5), 1e-9);
    assert_float_equal(view.sun[2], sqrt(0.5), 1e-9);
    tr_flight_frame(&flight, 4, &f->scene, &view);
    assert_true(view.latitude_deg == -30 && view.longitude_deg == 70.7 && view.look_up_deg == 12);
    assert_true(view.distance_km == 1.25 * radius_km && view.sun[0] == 0 && view.sun[2] == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_seen_planets_have_maps, check_debug),
        cmocka_unit_test_teardown(test_what_reaches_into_the_picture, check_debug),
        cmocka_unit_test_teardown(test_small_planets_look_the_same, check_debug),
        cmocka_unit_test_teardown(test_turntables_turn_once, check_debug),
        cmocka_unit_test_teardown(test_flights_have_ends, check_debug)};
    return cmocka_run_group_tests(tests, start, end);
}
