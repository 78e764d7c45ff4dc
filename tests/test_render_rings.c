// Rings in the lit picture: visibility, their shadows and the planet's, their brightness from near and far.
// Needs EGL with OpenGL 3.3, no display.
#include "painted_planets.h"

static void add_rings(fixture *f) {
    tr_recipe *recipe = f->scene.planets[0].recipe;
    recipe->rings = (tr_rings){.inner = 1.3, .outer = 2, .opacity = 1, .coverage = 1, .detail = 5};
}

// From 30 degrees above the equator the near part of the rings hides the planet and the planet hides the far
// part. Outside of the disc both parts are visible.
static void test_rings_go_round_the_planet(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_black, paint_level, NULL, 0);
    add_rings(f);
    tr_view view = default_view();
    view.latitude_deg = 30, view.distance_km = 6 * radius_km;
    view.sun[1] = 0.8, view.sun[2] = 0.6;
    draw(f, &view, f->picture);
    const int centre = SIZE / 2;
    const double radius = expected_radius(6); // of the disc
    const int near = centre + (int)(0.94 * radius), far = centre - (int)(0.94 * radius);
    assert_true(brightness(f->picture, centre, near) > 200);
    assert_true(brightness(f->picture, centre, far) < 40);
    assert_true(brightness(f->picture, centre + (int)(1.75 * radius), centre) > 200);
    assert_true(brightness(f->picture, centre - (int)(1.75 * radius), centre) > 200);
    assert_int_equal(brightness(f->picture, centre + (int)(1.15 * radius), centre),
                     0); // between planet and rings
    assert_int_equal(brightness(f->picture, centre + (int)(2.15 * radius), centre), 0);
    view.latitude_deg = -30; // from below: the other way round
    view.sun[1] = -0.8;
    draw(f, &view, f->picture);
    assert_true(brightness(f->picture, centre, far) > 200);
    assert_true(brightness(f->picture, centre, near) < 40);
}

// From within the plane of the rings they are invisible.
static void test_rings_from_their_plane(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_black, paint_level, NULL, 0);
    add_rings(f);
    tr_view view = default_view();
    f->scene.planets[0].recipe->tilt_deg = 26.7;
    view.distance_km = 1.9 * radius_km, view.look_up_deg = 90;
    for (int turn = 0; turn < 8; turn++) {
        view.longitude_deg = 11 * turn, view.look_heading_deg = 45 * turn;
        draw(f, &view, f->picture);
        for (int i = 0; i < SIZE * SIZE; i++)
            assert_int_equal(brightness(f->picture, i % SIZE, i / SIZE), 0);
    }
}

// Rings shade the planet on the side of the equator away from the sun, and the planet shades its rings.
static void test_shadows_of_rings(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.latitude_deg = 5, view.distance_km = 6 * radius_km;
    view.sun[1] = 0.6, view.sun[2] = 0.8; // 42 degrees north
    draw(f, &view, f->other);
    add_rings(f);
    draw(f, &view, f->picture);
    const int centre = SIZE / 2;
    const double radius = expected_radius(6);
    // Sunlight that reaches latitude -40 crosses the plane of the rings at 1.48 radii. The rings themselves
    // appear nearly edge-on, nearer to the equator.
    const int shaded = centre + (int)(radius * sin(45 * pi / 180)), lit = centre - (int)(0.5 * radius);
    assert_true(brightness(f->other, centre, shaded) > 100);
    assert_true(brightness(f->picture, centre, shaded) < 0.5 * brightness(f->other, centre, shaded));
    assert_int_equal(brightness(f->picture, centre, lit), brightness(f->other, centre, lit));
    // Seen from above the pole, with the sun at the left, the planet's shadow lies on the rings at the right.
    view.latitude_deg = 80;
    view.sun[0] = -1, view.sun[1] = 0.05, view.sun[2] = 0.2;
    draw(f, &view, f->picture);
    assert_true(brightness(f->picture, centre - (int)(1.6 * radius), centre) > 150);
    assert_true(brightness(f->picture, centre + (int)(1.6 * radius), centre) < 20);
}

// At the limb a ray passes through air that many ringlets shade. The halo beyond the limb is smooth.
static void test_air_in_the_shadow_of_ringlets(void **state) {
    fixture *f = *state;
    tr_recipe *recipe = f->scene.planets[0].recipe;
    set_maps(f, 0, paint_black, paint_level, NULL, 0);
    recipe->air = (tr_air){.srgb = {110, 160, 255}, .thickness = 0.1, .density = 0.5};
    tr_view view = default_view();
    view.latitude_deg = 1, view.exposure_ev = -2.5;
    view.sun[0] = -0.75, view.sun[1] = 0.5, view.sun[2] = 0.433;
    draw(f, &view, f->other);
    recipe->rings =
        (tr_rings){.inner = 1.2, .outer = 2.2, .opacity = 1, .coverage = 0.5, .detail = 12, .gaps = 4};
    recipe->rings.gradient.first = recipe->stop_count, recipe->rings.gradient.count = 1;
    assert_int_equal(tr_recipe_add_stop(recipe, (tr_stop){.srgb = {0, 0, 0}}, NULL),
                     TR_OK); // so that only their shadow is visible
    draw(f, &view, f->picture);
    double most = 0, deepest = 0; // remaining fraction of the light, and its deepest fall
    for (double turn = 204; turn < 221; turn += 0.5) {
        double with = 0, without = 0;
        for (double q = 1.004; q < 1.03; q += 0.002) {
            const double r = q * expected_radius(3.2);
            const int x = (int)(SIZE / 2.0 + r * cos(turn * pi / 180));
            const int y = (int)(SIZE / 2.0 - r * sin(turn * pi / 180));
            with += pixel(f->picture, x, y)[2], without += pixel(f->other, x, y)[2];
        }
        most = fmax(most, with / without);
        deepest = fmax(deepest, most - with / without);
    }
    assert_true(most > 0.95 && deepest < 0.08);
}

// tr_view_fit: planet and rings fit into the picture, and nearly fill it.
static void test_rings_fit_the_picture(void **state) {
    fixture *f = *state;
    tr_recipe *recipe = f->scene.planets[0].recipe;
    const double tilts[] = {0, 30, 80};
    for (int k = 0; k < 3; k++) {
        recipe->rings = (tr_rings){0};
        const double plain = tr_view_fit(recipe, SIZE, SIZE, 20, 0.8);
        assert_true(fabs(expected_radius(plain) - 0.4 * SIZE) < 0.5);
        add_rings(f);
        recipe->tilt_deg = tilts[k];
        tr_view view = default_view();
        view.latitude_deg = 20;
        view.distance_km = tr_view_fit(recipe, SIZE, SIZE, 20, 0.8) * radius_km;
        draw(f, &view, f->picture);
        int least = SIZE;
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++)
                if (brightness(f->picture, x, y) > 20) {
                    const int edge_x = x < SIZE - 1 - x ? x : SIZE - 1 - x,
                              edge_y = y < SIZE - 1 - y ? y : SIZE - 1 - y;
                    least = edge_x < least ? edge_x : least, least = edge_y < least ? edge_y : least;
                }
        assert_true(least >= 1 && least < SIZE / 12);
    }
}

// As a point, rings are as bright as from near: lit, lit from below and against the light; thin and dense ones.
static void test_rings_of_a_point(void **state) {
    fixture *f = *state;
    const double suns[][3] = {{0, 0.6, 0.8}, {0, -0.6, 0.8}, {0.6, -0.1, -0.79}, {0.6, 0.5, -0.62}};
    const double one_pixel = SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180), nearer = 12;
    set_maps(f, 0, paint_black, paint_level, NULL, 0);
    add_rings(f);
    for (int dense = 0; dense < 2; dense++)
        for (size_t k = 0; k < sizeof suns / sizeof suns[0]; k++) {
            f->scene.planets[0].recipe->rings.opacity = dense ? 0.95 : 0.3;
            tr_view view = default_view();
            view.latitude_deg = 25;
            memcpy(view.sun, suns[k], sizeof view.sun);
            view.distance_km = one_pixel / nearer * radius_km;
            draw(f, &view, f->picture);
            const double disc = total_light(f->picture) / (nearer * nearer);
            view.distance_km = 1.02 * one_pixel * radius_km;
            draw(f, &view, f->picture);
            const double point = total_light(f->picture);
            print_message("%s rings, sun %d: %.3f in a point, %.3f from near\n", dense ? "dense" : "thin",
                          (int)k, point, disc);
            assert_true(fabs(point - disc) < 0.1 * disc + 0.025);
        }
}

int main(void) {
    const struct CMUnitTest pictures[] = {
        PICTURE_TEST(test_rings_go_round_the_planet), PICTURE_TEST(test_rings_from_their_plane),
        PICTURE_TEST(test_shadows_of_rings),          PICTURE_TEST(test_air_in_the_shadow_of_ringlets),
        PICTURE_TEST(test_rings_fit_the_picture),     PICTURE_TEST(test_rings_of_a_point),
    };
    return cmocka_run_group_tests(pictures, start_group, end_group);
}
