// Light: shadows of bodies on each other and of rings on the air, reflection of ground, lamps, coasts. Needs
// EGL with OpenGL 3.3, no display.
#include "render/private/shadow.h"
#include "studio.h"

#include <stdlib.h>

enum { SIZE = 300, WIDTH = 8, TEXELS = WIDTH * WIDTH / 2 };

static const double pi = 3.14159265358979323846;
static const double radius_km = 5000, far_km = 1.5e8;

typedef struct fixture {
    studio studio; // first, for check_debug
    tr_scene scene;
    tr_scene_planet planets[2];
    tr_recipe recipes[2];
    uint8_t picture[SIZE * SIZE * 3], other[SIZE * SIZE * 3];
} fixture;

// A planet that is uniform. Maps with a value of 0 are left out.
typedef struct even {
    uint8_t albedo, emission, cloud, roughness, metal; // roughness 0: no ORM map
} even;

static void set_maps(fixture *f, int index, even e) {
    uint8_t albedo[3 * TEXELS], normal[3 * TEXELS], orm[3 * TEXELS], emission[3 * TEXELS], clouds[4 * TEXELS];
    memset(albedo, e.albedo, sizeof albedo);
    memset(emission, e.emission, sizeof emission);
    memset(clouds, e.cloud, sizeof clouds);
    for (int i = 0; i < TEXELS; i++) {
        memcpy(normal + 3 * i, (const uint8_t[]){128, 128, 255}, 3);
        memcpy(orm + 3 * i, (const uint8_t[]){255, e.roughness, e.metal}, 3);
    }
    const tr_planet_maps maps = {.width = WIDTH,
                                 .levels = 1,
                                 .albedo = albedo,
                                 .normal = normal,
                                 .orm = e.roughness ? orm : NULL,
                                 .emission = e.emission ? emission : NULL,
                                 .clouds = e.cloud ? clouds : NULL};
    upload_maps(&f->studio, index, &maps);
}

static tr_view default_view(void) {
    return (tr_view){.width_px = SIZE, .height_px = SIZE, .distance_km = 3.2 * radius_km, .clouds = true};
}

static void draw(fixture *f, const tr_view *view, uint8_t *picture) {
    take_picture(&f->studio, &f->scene, view, picture);
}

// Green light of a pixel before exposure, as in the HDR framebuffer. Exact where the tone curve is linear.
static double light_at(const uint8_t *picture, int x, int y, double exposure_ev) {
    return linear(picture[((size_t)y * SIZE + (size_t)x) * 3 + 1]) / (1.45 * exp2(exposure_ev));
}

static double total_light(const uint8_t *picture, double exposure_ev) {
    double sum = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        sum += light_at(picture, i % SIZE, i / SIZE, exposure_ev);
    return sum;
}

static double middle_light(const uint8_t *picture) {
    double sum = 0;
    for (int i = 0; i < 16; i++)
        sum += light_at(picture, SIZE / 2 - 2 + i % 4, SIZE / 2 - 2 + i / 4, 0) / 16;
    return sum;
}

// Two planets far apart on the +X side of a star with that angular radius. The first is grey.
static void set_scene(fixture *f, double star_angle) {
    memset(f->planets, 0, sizeof f->planets);
    memset(f->recipes, 0, sizeof f->recipes);
    f->scene = (tr_scene){.planets = f->planets, .planet_count = 1};
    f->scene.star = (tr_star){.radius_km = far_km * tan(star_angle), .srgb = {255, 255, 255}};
    for (int i = 0; i < 2; i++) {
        f->planets[i].recipe = &f->recipes[i];
        f->planets[i].recipe->radius_km = radius_km;
        f->planets[i].recipe->gas = true;
        f->planets[i].recipe->emission_strength = 1;
        f->planets[i].position_km[0] = far_km;
        f->planets[i].position_km[1] = i * far_km;
    }
    set_maps(f, 0, (even){.albedo = 128});
    set_maps(f, 1, (even){.albedo = 128});
}

static int start_group(void **state) {
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    return f ? open_studio(&f->studio, SIZE, SIZE) : -1;
}

static int end_group(void **state) {
    fixture *f = *state;
    close_studio(&f->studio);
    free(f);
    return 0;
}

static int start_scene(void **state) {
    set_scene(*state, 0.005);
    return 0;
}

// ---- eclipses -------------------------------------------------------------------------------------

// The fraction of a disc of radius 1 that a disc of radius `radius` covers, with their centres `away` apart.
static double covered(double radius, double away) {
    if (away >= 1 + radius)
        return 0;
    if (away <= fabs(1 - radius))
        return fmin(radius * radius, 1);
    const double a = acos((away * away + 1 - radius * radius) / (2 * away));
    const double b = acos((away * away + radius * radius - 1) / (2 * away * radius));
    const double kite =
        sqrt((-away + radius + 1) * (away + radius - 1) * (away - radius + 1) * (away + radius + 1));
    return (a + radius * radius * b - kite / 2) / pi;
}

// A sphere that, seen from the ground under the star, is `ratio` times as large as the star, with its centre
// `away` star radii from the star's; 20 planet radii from the planet's centre, behind the camera.
static void place_moon(fixture *f, double ratio, double away) {
    const double star_angle = atan(f->scene.star.radius_km / far_km), distance = 20 * radius_km;
    const double wide = (distance - radius_km) * tan(star_angle);
    f->scene.planet_count = 2;
    f->planets[1].recipe->radius_km = ratio * wide;
    f->planets[1].position_km[0] = far_km - distance;
    f->planets[1].position_km[1] = away * wide;
}

// In the middle of a shadow and outside of it the light is exact. In between it follows the overlap of the two
// discs. With a star of 0.5 degrees and one of 3.
static void test_eclipse(void **state) {
    static const double cases[][3] = {// size of the moon, its distance from the star's middle, how exact
                                      {1.5, 0, 0},       {1.5, 0.3, 0},  {0.7, 0, 0},    {0.4, 0, 0},
                                      {0.7, 0.2, 0},     {1, 2.1, 0},    {0.5, 1.6, 0},  {1, 0.5, 0.03},
                                      {1, 1, 0.03},      {1, 1.5, 0.03}, {0.5, 1, 0.03}, {0.5, 1.3, 0.03},
                                      {0.2, 0.95, 0.01}, {3, 3, 0.03},   {3, 3.5, 0.03}};
    fixture *f = *state;
    for (int large = 0; large < 2; large++) {
        set_scene(f, large ? 0.05 : 0.008);
        tr_view view = default_view();
        view.longitude_deg = 180; // over -X, where the star is
        draw(f, &view, f->picture);
        const double all = middle_light(f->picture);
        assert_true(all > 0.15 && all < 0.3);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            place_moon(f, cases[i][0], cases[i][1]);
            draw(f, &view, f->picture);
            const double left = 1 - covered(cases[i][0], cases[i][1]);
            assert_true(fabs(middle_light(f->picture) / all - left) < cases[i][2] + 0.005);
        }
    }
}

// The same shadow falls on clouds. A body behind the planet casts none.
static void test_eclipse_on_clouds(void **state) {
    fixture *f = *state;
    set_scene(f, 0.05);
    set_maps(f, 0, (even){.albedo = 20, .cloud = 128});
    tr_view view = default_view();
    view.longitude_deg = 180;
    draw(f, &view, f->picture);
    const double all = middle_light(f->picture);
    place_moon(f, 0.7, 0);
    draw(f, &view, f->picture);
    assert_true(fabs(middle_light(f->picture) / all - 0.51) < 0.02);
    f->planets[1].position_km[0] = far_km + 10 * radius_km; // on the far side, in the shadow of the planet
    f->planets[1].recipe->radius_km = 1.2 * radius_km;
    draw(f, &view, f->picture);
    assert_true(fabs(middle_light(f->picture) / all - 1) < 0.01);
    view.target = 1;
    view.distance_km = 3.2 * f->planets[1].recipe->radius_km;
    draw(f, &view, f->picture);
    assert_true(middle_light(f->picture) < 0.01);
}

// A planet without a disc is eclipsed too.
static void test_eclipse_of_a_point(void **state) {
    fixture *f = *state;
    set_scene(f, 0.05);
    tr_view view = default_view();
    view.longitude_deg = 180, view.distance_km = 700 * radius_km;
    draw(f, &view, f->picture);
    const double all = total_light(f->picture, 0);
    place_moon(f, 0.7, 0);
    f->planets[1].position_km[0] = far_km - 900 * radius_km; // behind the camera
    f->planets[1].recipe->radius_km = 0.7 * 900 * radius_km * 0.05;
    draw(f, &view, f->picture);
    assert_true(fabs(total_light(f->picture, 0) / all - 0.51) < 0.05);
}

// Of many bodies, those that cover most of the star are chosen, and none that cannot cover it.
static void test_occluders(void **state) {
    (void)state;
    tr_placement placement = {.body_count = 9};
    tr_body *lit = &placement.bodies[0];
    *lit = (tr_body){.planet = 0, .radius_km = 100, .sun = {0, 1, 0}, .sun_angle_rad = 0.1};
    for (int i = 1; i < 7; i++) // the farther, the smaller its disc
        placement.bodies[i] =
            (tr_body){.planet = i, .radius_km = 50, .centre_km = {0, (i * 4 % 7 + 1) * 1000, 0}};
    placement.bodies[7] =
        (tr_body){.planet = 7, .radius_km = 50, .centre_km = {0, -1000, 0}}; // away from the star
    placement.bodies[8] = (tr_body){.planet = TR_STAR_BODY, .radius_km = 1e5, .centre_km = {0, 1e6, 0}};
    tr_shadow shadow;
    tr_shadow_find(&placement, lit, 1, &shadow);
    assert_int_equal(shadow.count, 4);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(shadow.occluders[i].centre.y - 10 * (i + 2)) < 1e-9);
    for (int i = 1; i < 7; i++)
        placement.bodies[i].centre_km.x = 600;
    tr_shadow_find(&placement, lit, 1, &shadow);
    assert_int_equal(shadow.count, 3); // the cone towards the star's edge reaches the others
}

// Rings also shade the air over the ground.
static void test_rings_shade_air(void **state) {
    fixture *f = *state;
    tr_recipe *recipe = f->planets[0].recipe;
    recipe->air = (tr_air){.srgb = {160, 180, 255}, .thickness = 0.05, .density = 0.9};
    set_maps(f, 0, (even){.albedo = 0});
    tr_view view = default_view();
    view.latitude_deg = 5, view.distance_km = 6 * radius_km;
    view.sun[1] = 0.6, view.sun[2] = 0.8;
    draw(f, &view, f->other);
    recipe->rings = (tr_rings){.inner = 1.3, .outer = 2, .opacity = 1, .coverage = 1, .detail = 5};
    draw(f, &view, f->picture);
    const int shaded = SIZE / 2 + 49, lit = SIZE / 2 - 30; // test_render.c: test_shadows_of_rings
    const double before = light_at(f->other, SIZE / 2, shaded, 0);
    assert_true(before > 0.01 && light_at(f->picture, SIZE / 2, shaded, 0) < 0.5 * before);
    assert_true(fabs(light_at(f->picture, SIZE / 2, lit, 0) - light_at(f->other, SIZE / 2, lit, 0)) < 0.004);
}

// ---- reflected light ------------------------------------------------------------------------------

// The Bond albedo: the fraction of all incident light that is reflected, over all phases.
static double bond_albedo(fixture *f) {
    enum { steps = 12 };
    const double exposure_ev = -5, distance = 14;
    const double radius_px =
        SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180) / sqrt(distance * distance - 1);
    tr_view view = default_view();
    view.exposure_ev = exposure_ev, view.distance_km = distance * radius_km;
    f->scene.star.radius_km = 10; // its glare is not measured
    double sum = 0;
    for (int i = 0; i < steps; i++) {
        const double phase = pi * (i + 0.5) / steps;
        view.sun[0] = sin(phase), view.sun[2] = cos(phase);
        if (view.sun[2] < -0.9)
            continue; // the star is in the picture, and the planet almost dark
        draw(f, &view, f->picture);
        sum += 2 * total_light(f->picture, exposure_ev) * sin(phase) * pi / steps;
    }
    return sum / (pi * radius_px * radius_px);
}

// White ground of any kind reflects what it receives, to the accuracy of its reflection model, and never more.
static void test_energy(void **state) {
    static const even grounds[] = {{.albedo = 255},
                                   {.albedo = 255, .roughness = 90},
                                   {.albedo = 255, .roughness = 140},
                                   {.albedo = 255, .roughness = 200},
                                   {.albedo = 255, .roughness = 110, .metal = 255},
                                   {.albedo = 255, .roughness = 200, .metal = 255},
                                   {.albedo = 255, .cloud = 255},
                                   {.albedo = 230},
                                   {.albedo = 188},
                                   {.albedo = 120}};
    static const double least[] = {0.98, 0.97, 0.97, 0.97, 0.8, 0.55, 0.95, 0.75, 0.5, 0.2};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
        set_maps(f, 0, grounds[i]);
        const double albedo = bond_albedo(f);
        assert_true(albedo > least[i] && albedo < 1.012); // the sum over phases is accurate to 0.01
    }
}

// A planet too small for a disc is as bright as the disc would be, at every phase.
static void test_point_and_disc(void **state) {
    fixture *f = *state;
    const double exposure_ev = -2.5;
    const double pixels = SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180);
    for (int bright = 0; bright < 2; bright++)
        for (int phase_deg = 0; phase_deg <= 110; phase_deg += 55) {
            set_maps(f, 0, (even){.albedo = bright ? 230 : 110});
            f->scene.star.radius_km = 10;
            tr_view view = default_view();
            view.exposure_ev = exposure_ev;
            view.sun[0] = sin(phase_deg * pi / 180), view.sun[2] = cos(phase_deg * pi / 180);
            view.distance_km = pixels / 12 * radius_km;
            draw(f, &view, f->picture);
            const double disc = total_light(f->picture, exposure_ev) / (12 * 12);
            view.distance_km = pixels / 0.98 * radius_km;
            view.exposure_ev = 0;
            draw(f, &view, f->picture);
            const double point = total_light(f->picture, 0) / (0.98 * 0.98);
            assert_true(fabs(point / disc - 1) < 0.05);
        }
}

// Light of the planet divided by its area, with a radius of `radius_px` pixels.
static double light_of_area(fixture *f, double radius_px, int phase_deg, double exposure_ev) {
    const double pixels = SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180);
    tr_view view = default_view();
    view.exposure_ev = exposure_ev, view.latitude_deg = 12;
    view.sun[0] = sin(phase_deg * pi / 180), view.sun[2] = cos(phase_deg * pi / 180);
    view.distance_km = pixels / radius_px * radius_km;
    draw(f, &view, f->picture);
    return total_light(f->picture, exposure_ev) / (pi * radius_px * radius_px);
}

// The same holds with air, rings, seas or emission, and for discs of few pixels, though their crescents and the
// air at their limbs are narrower than a pixel. Larger discs are seen from nearer, which changes the light of
// the air a little.
static void test_points_with_surroundings(void **state) {
    const tr_air thin = {.srgb = {120, 170, 255}, .thickness = 0.04, .density = 0.3};
    const tr_air thick = {.srgb = {255, 220, 160},
                          .haze_srgb = {255, 230, 180},
                          .thickness = 0.06,
                          .density = 0.4,
                          .haze = 1.5,
                          .haze_height = 0.5,
                          .anisotropy = 0.6};
    const tr_air glowing = {.srgb = {255, 120, 60}, .thickness = 0.05, .density = 0.3, .glow = 0.5};
    const tr_rings rings = {.inner = 1.3, .outer = 2.3, .opacity = 0.9, .coverage = 0.7, .detail = 9};
    const struct {
        uint8_t albedo, emission, roughness;
        tr_air air;
        tr_rings rings;
    } cases[] = {{.albedo = 160, .air = thin},
                 {.albedo = 110, .air = thick},
                 {.albedo = 60, .emission = 150, .air = glowing},
                 {.albedo = 160, .rings = rings},
                 {.albedo = 160, .air = thin, .rings = rings},
                 {.albedo = 60, .roughness = 98, .air = thin}}; // a sea in a wind of 4 m/s
    static const double radii_px[] = {0.98, 1.1, 1.6, 3, 6};
    fixture *f = *state;
    f->scene.star.radius_km = 10;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int phase_deg = 20; phase_deg <= 150; phase_deg += 65) {
            f->planets[0].recipe->air = cases[i].air, f->planets[0].recipe->rings = cases[i].rings;
            set_maps(f, 0,
                     (even){.albedo = cases[i].albedo,
                            .emission = cases[i].emission,
                            .roughness = cases[i].roughness});
            const double exposure_ev = phase_deg < 50                                               ? -1
                                       : phase_deg < 100 || cases[i].emission || cases[i].roughness ? 0
                                                                                                    : 3;
            const double disc = light_of_area(f, 20, phase_deg, exposure_ev - 3);
            const double exact = phase_deg < 100 ? 0.1 : cases[i].roughness ? 0.35 : 0.2;
            const size_t sizes = cases[i].rings.opacity > 0 ? 1 : sizeof radii_px / sizeof *radii_px;
            for (size_t k = 0; k < sizes; k++) {
                const double light = light_of_area(f, radii_px[k], phase_deg, exposure_ev - (double)k);
                assert_true(fabs(light / disc - 1) < exact);
            }
        }
}

// With clouds disabled a point is as bright as its ground.
static void test_point_without_clouds(void **state) {
    fixture *f = *state;
    f->scene.star.radius_km = 10;
    set_maps(f, 0, (even){.albedo = 90, .cloud = 200});
    tr_view view = default_view();
    view.distance_km = 1200 * radius_km, view.sun[2] = 1;
    draw(f, &view, f->other);
    view.clouds = false;
    draw(f, &view, f->picture);
    const double bare = total_light(f->picture, 0);
    assert_true(bare < 0.5 * total_light(f->other, 0));
    set_maps(f, 0, (even){.albedo = 90});
    draw(f, &view, f->other);
    assert_true(bare > 0 && memcmp(f->picture, f->other, sizeof f->picture) == 0);
}

// Lamps are off by day; lava always glows.
static void test_night_lights(void **state) {
    fixture *f = *state;
    set_maps(f, 0, (even){.albedo = 1, .emission = 128});
    tr_view view = default_view();
    for (int lamps = 0; lamps < 2; lamps++)
        for (int day = 0; day < 2; day++) {
            f->planets[0].recipe->night_lights = lamps;
            view.sun[2] = day ? 1 : -1;
            draw(f, &view, f->picture);
            assert_true((middle_light(f->picture) > 0.15) == !(lamps && day));
        }
}

// Clouds drift eastward over the ground, and across the edge of the map.
static void test_drift(void **state) {
    fixture *f = *state;
    uint8_t black[3 * TEXELS] = {0}, normal[3 * TEXELS], clouds[4 * TEXELS];
    memset(clouds, 255, sizeof clouds);
    for (int i = 0; i < TEXELS; i++) {
        memcpy(normal + 3 * i, (const uint8_t[]){128, 128, 255}, 3);
        clouds[4 * i + 3] = i % WIDTH < WIDTH / 2 ? 255 : 0; // west of the meridian of 0
    }
    const tr_planet_maps maps = {
        .width = WIDTH, .levels = 1, .albedo = black, .normal = normal, .clouds = clouds};
    upload_maps(&f->studio, 0, &maps);
    tr_view view = default_view();
    view.sun[2] = 1;
    for (int quarter = 0; quarter < 4; quarter++) {
        f->planets[0].cloud_turn_rad = quarter * pi / 2;
        draw(f, &view, f->picture);
        const bool west = light_at(f->picture, SIZE / 2 - 100, SIZE / 2, 0) > 0.2;
        const bool east = light_at(f->picture, SIZE / 2 + 100, SIZE / 2, 0) > 0.2;
        assert_true(west == (quarter < 2) && east == (quarter == 1 || quarter == 2));
    }
}

// Black ground: sea west of the meridian of 0 and rock east of it, or sea everywhere.
static void set_coast(fixture *f, bool land) {
    uint8_t albedo[3 * TEXELS], normal[3 * TEXELS], orm[3 * TEXELS];
    memset(albedo, 0, sizeof albedo);
    for (int i = 0; i < TEXELS; i++) {
        const bool rock = land && i % WIDTH >= WIDTH / 2;
        memcpy(normal + 3 * i, (const uint8_t[]){128, 128, 255}, 3);
        memcpy(orm + 3 * i, (const uint8_t[]){255, rock ? 217 : 60, 0}, 3);
    }
    const tr_planet_maps maps = {.width = WIDTH, .levels = 1, .albedo = albedo, .normal = normal, .orm = orm};
    upload_maps(&f->studio, 0, &maps);
}

// Where the filter mixes sea and land, the reflection fades. It is nowhere brighter than the sea alone would be
// there. The mean of both roughnesses would be brighter: it is less smooth and glints over a wider angle.
static void test_coast(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.exposure_ev = 3;
    view.sun[0] = -0.9, view.sun[2] = 0.436; // its reflection is at the left of the coast
    set_coast(f, false);
    draw(f, &view, f->other);
    set_coast(f, true);
    draw(f, &view, f->picture);
    for (int x = SIZE / 2 - 85; x < SIZE / 2 + 85; x++) {
        const double coast = light_at(f->picture, x, SIZE / 2, 3), sea = light_at(f->other, x, SIZE / 2, 3);
        assert_true(coast < 1.05 * sea + 0.001);
        assert_true(x > SIZE / 2 - 75 || coast > 0.95 * sea);
    }
    assert_true(light_at(f->picture, SIZE / 2 + 80, SIZE / 2, 3) < 0.002);
}

#define LIGHT_TEST(function) cmocka_unit_test_setup_teardown(function, start_scene, check_debug)

int main(void) {
    const struct CMUnitTest tests[] = {
        LIGHT_TEST(test_eclipse),
        LIGHT_TEST(test_eclipse_on_clouds),
        LIGHT_TEST(test_eclipse_of_a_point),
        LIGHT_TEST(test_occluders),
        LIGHT_TEST(test_rings_shade_air),
        LIGHT_TEST(test_energy),
        LIGHT_TEST(test_point_and_disc),
        LIGHT_TEST(test_points_with_surroundings),
        LIGHT_TEST(test_point_without_clouds),
        LIGHT_TEST(test_night_lights),
        LIGHT_TEST(test_drift),
        LIGHT_TEST(test_coast),
    };
    return cmocka_run_group_tests(tests, start_group, end_group);
}
