// The distant sky: the star behind planets, the band of the galaxy, and prominences at the limb of stars.
#include "light/galaxy.h"
#include "render/private/corona.h"
#include "render/private/sky.h"

#include "studio.h"

#include <stdlib.h>
#include <string.h>

static const double star_km = 7e5, away_km = 1.5e8;

// A star straight ahead and one planet in front of it: the planet's angular radius and its distance from the
// star's centre, in angular radii of the star. Returns the visible fraction of the star.
static double visible(double size, double aside) {
    const double angle = asin(star_km / away_km), near_km = 1e5;
    const double turned = aside * angle;
    const tr_placement placement = {.body_count = 2,
                                    .bodies = {{.planet = TR_STAR_BODY,
                                                .centre_km = {0, 0, -away_km},
                                                .distance_km = away_km,
                                                .radius_km = star_km},
                                               {.planet = 0,
                                                .centre_km = {near_km * sin(turned), 0, -near_km * cos(turned)},
                                                .distance_km = near_km,
                                                .radius_km = near_km * sin(size * angle)}}};
    return tr_sky_visible_fraction(&placement, &placement.bodies[0]);
}

static void assert_near(double value, double expected, double tolerance) {
    if (fabs(value - expected) > tolerance)
        fail_msg("%.6f instead of %.6f", value, expected);
}

static void test_visible_fraction(void **state) {
    (void)state;
    assert_near(visible(3, 0), 0, 0);           // total
    assert_near(visible(3, 4.01), 1, 0);        // outside of it
    assert_near(visible(0.5, 0.2), 0.75, 1e-9); // annular
    assert_near(visible(1, 1), 0.609,
                0.001); // two equal circles through each other's centre: 1 - (2/3 - sqrt(3)/2/pi)
    assert_near(visible(200, 200), 0.5, 0.01); // a straight edge through the middle
}

static void test_star_before_planet(void **state) {
    (void)state;
    const tr_placement placement = {
        .body_count = 2,
        .bodies = {
            {.planet = 0, .centre_km = {0, 0, -2 * away_km}, .distance_km = 2 * away_km, .radius_km = 7e6},
            {.planet = TR_STAR_BODY,
             .centre_km = {0, 0, -away_km},
             .distance_km = away_km,
             .radius_km = star_km}}};
    assert_near(tr_sky_visible_fraction(&placement, &placement.bodies[1]), 1, 0);
}

// ---- the galaxy ----------------------------------------------------------------------------------

enum { SIDE = 32, FACE_BYTES = SIDE * SIDE * 4 };

static void bake(uint64_t seed, uint8_t faces[6][FACE_BYTES]) {
    for (int face = 0; face < 6; face++)
        tr_galaxy_bake(seed, face, SIDE, faces[face]);
}

static void test_galaxy_seeds(void **state) {
    (void)state;
    static uint8_t one[6][FACE_BYTES], same[6][FACE_BYTES], other[6][FACE_BYTES];
    bake(1, one);
    bake(1, same);
    bake(2, other);
    assert_memory_equal(one, same, sizeof one);
    assert_true(memcmp(one, other, sizeof one) != 0);
}

// Texels at a common edge of two faces differ no more than neighbours on one face.
static void test_galaxy_edge(void **state) {
    (void)state;
    static uint8_t faces[6][FACE_BYTES];
    bake(3, faces);
    // The right edge of +Z is the left edge of +X, row by row (OpenGL 3.3, section 3.8.10).
    int across = 0, along = 0;
    for (int j = 0; j < SIDE; j++) {
        const uint8_t *z = faces[4] + 4 * (j * SIDE + SIDE - 1), *x = faces[0] + 4 * (j * SIDE);
        across += abs(z[0] - x[0]);
        along += abs(z[0] - z[-4]);
    }
    assert_true(across <= 2 * along + SIDE);
    assert_true(along < SIDE * 40);
}

// Light lies along the galactic plane. There is none at the poles.
static void test_galaxy_plane(void **state) {
    (void)state;
    static uint8_t faces[6][FACE_BYTES];
    bake(1, faces);
    double near = 0, far = 0;
    int near_count = 0, far_count = 0;
    for (int j = 0; j < SIDE; j++) // the face +Y: (u, 1, v)
        for (int i = 0; i < SIDE; i++) {
            const double u = 2 * (i + 0.5) / SIDE - 1, v = 2 * (j + 0.5) / SIDE - 1;
            const tr_vec d = tr_vec_normalize((tr_vec){u, 1, v});
            const double height = fabs(tr_mat_apply(&tr_galaxy_frame, d).z);
            const double light = faces[2][4 * (j * SIDE + i) + 1];
            if (height < 0.1)
                near += light, near_count++;
            else if (height > 0.6)
                far += light, far_count++;
        }
    assert_true(near_count > 20 && far_count > 20);
    assert_true(near / near_count > 10 * (far / far_count + 0.5));
}

// ---- the stars -------------------------------------------------------------------------------------

enum { PICTURE = 900, REACH = 10 };

static double light_at(const uint8_t *picture, int x, int y) {
    return linear(picture[3 * (y * PICTURE + x) + 1]);
}

// Light of a square around (x, y) above the level of its edge.
static double light_round(const uint8_t *picture, int x, int y) {
    double sum = 0, edge = 0;
    int edge_count = 0;
    for (int j = -REACH; j <= REACH; j++)
        for (int i = -REACH; i <= REACH; i++) {
            const double light = light_at(picture, x + i, y + j);
            sum += light;
            if (abs(i) == REACH || abs(j) == REACH)
                edge += light, edge_count++;
        }
    return sum - edge * (2 * REACH + 1) * (2 * REACH + 1) / edge_count;
}

// A disc with that radius in a picture of 600 x 600 pixels, `aside_rad` from the middle, with the sun in
// direction `sun`.
static double dimmed(double radius_px, double aside_rad, tr_vec sun) {
    const tr_vec centre = {3 * sin(aside_rad), 0, -3 * cos(aside_rad)};
    const tr_placement placement = {.tangent = {0.3, 0.3},
                                    .pixel_rad = 0.001,
                                    .body_count = 1,
                                    .bodies = {{.planet = 0,
                                                .centre_km = centre,
                                                .distance_km = 3,
                                                .radius_km = 1,
                                                .sun = sun,
                                                .radius_px = radius_px}}};
    return tr_sky_dimming(&placement);
}

// Exposed for lit ground, a picture has few stars. With a night side, or with an empty sky, it has all of them.
static void test_stars_are_dim_beside_lit_ground(void **state) {
    (void)state;
    const tr_vec behind_camera = {0, 0, 1}, behind_planet = {0, 0, -1}, beside = {1, 0, 0};
    assert_near(dimmed(300, 0, behind_camera), 1 / (1 + 8 * TR_PI / 4), 1e-9);
    assert_near(dimmed(300, 0, beside), 1 / (1 + 4 * TR_PI / 4), 1e-9);
    assert_near(dimmed(300, 0, behind_planet), 1, 1e-9);
    assert_near(dimmed(INFINITY, 0, behind_camera), 1.0 / 9, 1e-9);
    assert_near(dimmed(300, 1, (tr_vec){-sin(1.0), 0, cos(1.0)}), 1, 1e-9); // out of the picture
    assert_near(dimmed(3, 0, behind_camera), 1, 0.001);
}

// A planet at night, for which fast pictures are painted smaller, and the brightest star next to it.
static void test_fast_pictures_have_the_light_of_stars(void **state) {
    (void)state;
    static uint8_t full[PICTURE * PICTURE * 3], fast[PICTURE * PICTURE * 3];
    studio s = {NULL, NULL};
    tr_scene_planet planet = {.name = ""};
    assert_int_equal(tr_recipe_create(&planet.recipe, NULL), TR_OK);
    planet.recipe->radius_km = 6000;
    const tr_scene scene = {.planets = &planet, .planet_count = 1};
    tr_view view = {.width_px = PICTURE,
                    .height_px = PICTURE,
                    .distance_km = 24000,
                    .sun = {0, 0, -1},
                    .stars = true,
                    .exposure_ev = -3,
                    .quality = TR_QUALITY_FULL};
    assert_int_equal(open_studio(&s, PICTURE, PICTURE), 0);
    take_picture(&s, &scene, &view, full);
    view.quality = TR_QUALITY_FAST;
    take_picture(&s, &scene, &view, fast);
    int at[2] = {REACH, REACH};
    for (int y = REACH; y < PICTURE - REACH; y++)
        for (int x = REACH; x < PICTURE - REACH; x++)
            if (light_at(full, x, y) > light_at(full, at[0], at[1]))
                at[0] = x, at[1] = y;
    assert_true(light_at(full, at[0], at[1]) < 0.9); // not clipped
    // Fast pictures are tone mapped before they are enlarged, which reduces bright pixels a little.
    assert_near(light_round(fast, at[0], at[1]) / light_round(full, at[0], at[1]), 1, 0.15);
    tr_recipe_destroy(planet.recipe);
    close_studio(&s);
}

// The distance of a direction from the nearest edge of a face, in texels of the galaxy's cube map.
static double texels_to_edge(tr_vec d) {
    const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    const double largest = fmax(x, fmax(y, z)), second = fmax(fmin(x, y), fmin(fmax(x, y), z));
    return (1 - second / largest) * TR_GALAXY_SIDE / 2;
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The galaxy is as bright at the edges of cube map faces as next to them. Without GL_TEXTURE_CUBE_MAP_SEAMLESS,
// GPUs paint dark lines there. The medians ignore the stars.
static void test_galaxy_shows_no_seams(void **state) {
    (void)state;
    static uint8_t rgb[PICTURE * PICTURE * 3];
    static double light[2][PICTURE * PICTURE]; // at an edge; next to it
    int counts[2] = {0, 0};
    studio s = {NULL, NULL};
    tr_scene_planet planet = {.name = ""};
    assert_int_equal(tr_recipe_create(&planet.recipe, NULL), TR_OK);
    planet.recipe->radius_km = 6000;
    const tr_scene scene = {.planets = &planet, .planet_count = 1};
    const tr_view view = {.width_px = PICTURE,
                          .height_px = PICTURE,
                          .distance_km = 6e6,
                          .longitude_deg = 135, // where the band is bright at a corner of the cube
                          .latitude_deg = -35,
                          .sun = {0, 0, 1},
                          .stars = true,
                          .quality = TR_QUALITY_FULL};
    tr_placement placement;
    tr_placement_compute(&scene, &view, &placement);
    const tr_mat scene_from_view = tr_mat_transpose(&placement.view_from_scene);
    assert_int_equal(open_studio(&s, PICTURE, PICTURE), 0);
    take_picture(&s, &scene, &view, rgb);
    for (int y = 0; y < PICTURE; y++)
        for (int x = 0; x < PICTURE; x++) {
            const tr_vec in_view = {((2 * x + 1.0) / PICTURE - 1) * placement.tangent[0],
                                    (1 - (2 * y + 1.0) / PICTURE) * placement.tangent[1], -1};
            const double texels = texels_to_edge(tr_mat_apply(&scene_from_view, in_view));
            if (texels < 0.25)
                light[0][counts[0]++] = light_at(rgb, x, y);
            else if (texels > 1.5 && texels < 3)
                light[1][counts[1]++] = light_at(rgb, x, y);
        }
    assert_true(counts[0] > 100 && counts[1] > 100);
    double medians[2];
    for (int i = 0; i < 2; i++) {
        qsort(light[i], (size_t)counts[i], sizeof light[i][0], compare_doubles);
        medians[i] = light[i][counts[i] / 2];
    }
    print_message("light at edges %.4f, next to them %.4f\n", medians[0], medians[1]);
    assert_true(medians[1] > 0.001);
    assert_near(medians[0] / medians[1], 1, 0.1);
    tr_recipe_destroy(planet.recipe);
    close_studio(&s);
}

// ---- prominences -----------------------------------------------------------------------------------

// A star rotated by `turn`, four radii away.
static tr_body turned_star(double turn) {
    return (tr_body){.centre_km = {0, 0, -4 * star_km},
                     .distance_km = 4 * star_km,
                     .radius_km = star_km,
                     .sun = {0, 0, 1},
                     .map_from_view = {{{cos(turn), 0, sin(turn)}, {0, 1, 0}, {-sin(turn), 0, cos(turn)}}}};
}

// Prominences are at the limb, sorted by visibility. They appear and vanish slowly as the star rotates, and
// each seed has different ones.
static void test_prominences(void **state) {
    (void)state;
    tr_recipe *recipe = NULL;
    assert_int_equal(tr_recipe_create(&recipe, NULL), TR_OK);
    tr_prominence before[TR_PROMINENCES], now[TR_PROMINENCES];
    double most = 0, sum_before = 0;
    int seen = 0;
    for (int step = 0; step <= 720; step++) {
        const tr_body star = turned_star(step * TR_PI / 360);
        double sum = 0;
        tr_corona_find(&star, recipe, now);
        for (int i = 0; i < TR_PROMINENCES; i++) {
            const tr_prominence *p = &now[i];
            assert_true(p->strength >= 0 && p->strength <= 1 && (i == 0 || p->strength <= now[i - 1].strength));
            sum += p->strength;
            if (p->strength == 0)
                continue;
            const double away = hypot(p->foot[0], p->foot[1]);
            assert_true(away > 0.85 && away < 1 + 1e-9);
            // a point slightly above the foot is over the limb
            const double out[2] = {p->foot[0] * 0.2 / away, p->foot[1] * 0.2 / away};
            assert_true(p->inverse[2] * out[0] + p->inverse[3] * out[1] > 0.5);
            seen++;
        }
        assert_true(step == 0 || fabs(sum - sum_before) < 0.35);
        most = fmax(most, now[0].strength);
        sum_before = sum;
    }
    assert_true(most > 0.9 && seen > 720 && seen < 720 * TR_PROMINENCES);
    const tr_body star = turned_star(0);
    tr_corona_find(&star, recipe, before);
    recipe->seed++;
    tr_corona_find(&star, recipe, now);
    assert_memory_not_equal(before, now, sizeof now);
    tr_recipe_destroy(recipe);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_visible_fraction),
                                       cmocka_unit_test(test_star_before_planet),
                                       cmocka_unit_test(test_galaxy_seeds),
                                       cmocka_unit_test(test_galaxy_edge),
                                       cmocka_unit_test(test_galaxy_plane),
                                       cmocka_unit_test(test_fast_pictures_have_the_light_of_stars),
                                       cmocka_unit_test(test_stars_are_dim_beside_lit_ground),
                                       cmocka_unit_test(test_galaxy_shows_no_seams),
                                       cmocka_unit_test(test_prominences)};
    return cmocka_run_group_tests_name("sky", tests, NULL, NULL);
}
