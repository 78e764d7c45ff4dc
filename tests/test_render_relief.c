// Mountains and basins at the limb. Needs EGL with OpenGL 3.3, no display.
#include "painted_planets.h"

enum { COLUMNS = 256, ROWS = COLUMNS / 2 };

static const double rise = 0.04; // of the mountain, in radii; the basin is as deep

// Where the limb is as seen from 3.2 radii: acos(1 / 3.2).
static const double away = 71.79;

static bool is_near(double longitude, double latitude, double east_deg) {
    return cos(latitude) * cos(longitude - east_deg * pi / 180) > cos(25 * pi / 180);
}

// A uniformly glowing planet with a mountain in the east and a basin in the west, 50 degrees wide. Seen from
// above longitude 0, the mountain is at the right edge and the basin at the left one.
static void set_rough(fixture *f) {
    static uint8_t white[COLUMNS * ROWS * 3], black[COLUMNS * ROWS * 3], level[COLUMNS * ROWS * 3];
    static uint16_t height[COLUMNS * ROWS];
    memset(white, 255, sizeof white);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        const double longitude = 2 * pi * ((i % COLUMNS + 0.5) / COLUMNS - 0.5);
        const double latitude = pi * (0.5 - (i / COLUMNS + 0.5) / ROWS);
        height[i] = is_near(longitude, latitude, away)    ? 65535
                    : is_near(longitude, latitude, -away) ? 0
                                                          : 32768;
        memcpy(level + 3 * (size_t)i, (const uint8_t[]){128, 128, 255}, 3);
    }
    const tr_planet_maps maps = {
        .width = COLUMNS, .levels = 1, .albedo = black, .normal = level, .emission = white, .height = height};
    upload_maps(&f->studio, 0, &maps);
    tr_recipe *recipe = f->scene.planets[0].recipe;
    recipe->emission_strength = 0.5;
    recipe->height_max_m = 1000 * rise * recipe->radius_km;
    recipe->height_min_m = -recipe->height_max_m;
}

// How far light reaches from the middle of the picture in a direction, in pixels.
static double edge_at(const fixture *f, int dx, int dy) {
    double sum = 0;
    for (int i = 0; i < SIZE / 2; i++) {
        const int x = dx < 0 ? SIZE / 2 - 1 - i : dx > 0 ? SIZE / 2 + i : SIZE / 2;
        const int y = dy < 0 ? SIZE / 2 - 1 - i : dy > 0 ? SIZE / 2 + i : SIZE / 2;
        sum += linear(f->picture[3 * (y * SIZE + x)]);
    }
    return sum / linear(f->picture[3 * (SIZE / 2 * SIZE + SIZE / 2)]);
}

static void expect_edge(const fixture *f, int dx, int dy, double radii, double distance) {
    const double found = edge_at(f, dx, dy), expected = expected_radius(distance / radii);
    if (fabs(found - expected) > 1)
        fail_msg("towards %d, %d the planet ends after %.1f pixels, not after %.1f", dx, dy, found, expected);
}

static tr_view rough_view(double longitude_deg, tr_quality quality) {
    tr_view view = default_view();
    view.longitude_deg = longitude_deg;
    view.sun[2] = 1;
    view.quality = quality;
    return view;
}

static void test_outline(void **state) {
    fixture *f = *state;
    set_rough(f);
    for (tr_quality quality = TR_QUALITY_FINE; quality <= TR_QUALITY_FULL; quality++) {
        const tr_view view = rough_view(0, quality);
        draw(f, &view, f->picture);
        expect_edge(f, 1, 0, 1 + rise, 3.2);
        expect_edge(f, -1, 0, 1 - rise, 3.2);
        expect_edge(f, 0, 1, 1, 3.2);
        expect_edge(f, 0, -1, 1, 3.2);
    }
    const tr_view facing = rough_view(away, TR_QUALITY_FINE); // the mountain is in the middle
    draw(f, &facing, f->picture);
    for (int side = -1; side <= 1; side += 2) {
        expect_edge(f, side, 0, 1, 3.2);
        expect_edge(f, 0, side, 1, 3.2);
    }
}

// A sea is level: ground below it is not visible, and the sphere has its full size.
static void test_sea(void **state) {
    fixture *f = *state;
    set_rough(f);
    tr_recipe *recipe = f->scene.planets[0].recipe;
    recipe->sea = true;
    recipe->height_min_m = 0;
    recipe->height_max_m = 2000 * rise * recipe->radius_km;
    const tr_view view = rough_view(0, TR_QUALITY_FINE);
    draw(f, &view, f->picture);
    expect_edge(f, 1, 0, 1 + 2 * rise, 3.2);
    expect_edge(f, -1, 0, 1, 3.2);
    expect_edge(f, 0, 1, 1 + rise, 3.2);
}

// Where the relief would not show, the picture is the one without the map.
static void test_flat(void **state) {
    fixture *f = *state;
    set_rough(f);
    f->scene.planets[0].recipe->height_max_m = 1;
    f->scene.planets[0].recipe->height_min_m = -1;
    const tr_view view = rough_view(0, TR_QUALITY_FINE);
    draw(f, &view, f->picture);
    expect_edge(f, 1, 0, 1, 3.2);
    expect_edge(f, -1, 0, 1, 3.2);
}

// A wall along the meridian in the middle casts its shadow away from the sun. Without relief it casts none.
static void test_shadow(void **state) {
    enum { ASIDE = 16 }; // pixels from the middle, some 8 degrees
    fixture *f = *state;
    static uint8_t white[COLUMNS * ROWS * 3], level[COLUMNS * ROWS * 3];
    static uint16_t height[COLUMNS * ROWS];
    memset(white, 128, sizeof white);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        height[i] = abs(i % COLUMNS - COLUMNS / 2) < 3 ? 65535 : 0;
        memcpy(level + 3 * (size_t)i, (const uint8_t[]){128, 128, 255}, 3);
    }
    const tr_planet_maps maps = {
        .width = COLUMNS, .levels = 1, .albedo = white, .normal = level, .height = height};
    tr_recipe *recipe = f->scene.planets[0].recipe;
    for (int k = 0; k < 4; k++) { // with and without relief, from either side
        upload_maps(&f->studio, 0, &maps);
        recipe->height_max_m = 1000 * 2 * rise * recipe->radius_km;
        recipe->height_min_m = 0;
        recipe->slope_exaggeration = k < 2 ? 1 : 0;
        recipe->gas = false;
        tr_view view = rough_view(0, k == 1 ? TR_QUALITY_FULL : TR_QUALITY_FINE);
        view.sun[0] = k % 2 ? 0.95 : -0.95, view.sun[2] = 0.31;
        draw(f, &view, f->picture);
        const uint8_t *middle = f->picture + 3 * (size_t)(SIZE / 2 * SIZE + SIZE / 2);
        const int far = middle[k % 2 ? -3 * ASIDE : 3 * ASIDE], near = middle[k % 2 ? 3 * ASIDE : -3 * ASIDE];
        if (near < 60 || (k < 2) != (far < 30))
            fail_msg("relief %g: %d on the sun's side of a wall, %d on the other", recipe->slope_exaggeration,
                     near, far);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {PICTURE_TEST(test_outline), PICTURE_TEST(test_sea),
                                       PICTURE_TEST(test_flat), PICTURE_TEST(test_shadow)};
    return cmocka_run_group_tests_name("relief", tests, start_group, end_group);
}
