// Tints: hue, chroma and lightness of colours change as requested. Greys, black and white keep their hue, and
// texture stays.
#include "planet/oklab.h"
#include "planet/surface.h"
#include "support.h"
#include "worlds.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { width = 64, texels = width * width / 2 };

static char file_name[64];

static int remove_file(void **state) {
    (void)state;
    unlink(file_name);
    return 0;
}

// The first texel of a planet of one colour, with a tint, below a paint layer that multiplies it by another
// colour.
static void bake_colour(const char *colour, const char *multiplied, const char *tint, uint8_t rgb[3]) {
    snprintf(file_name, sizeof file_name, "/tmp/terrella-tint-%ld.json", (long)getpid());
    FILE *file = fopen(file_name, "w");
    assert_non_null(file);
    fprintf(file,
            "{\"tint\": %s, \"layers\": [{\"name\": \"a\", \"field\": \"constant\"}], \"albedo\": [{\"name\": "
            "\"a\", "
            "\"channel\": \"height\", \"stops\": [[0, \"%s\"]]}, {\"name\": \"b\", \"channel\": \"height\", "
            "\"blend\": "
            "\"multiply\", \"stops\": [[0, \"%s\"]]}]}",
            tint, colour, multiplied);
    fclose(file);
    const tr_world world = {.name = file_name};
    tr_scene scene;
    tr_surface *surface;
    tr_pool *pool;
    static uint8_t albedo[3 * texels];
    void *const maps[TR_MAP_COUNT] = {[TR_MAP_ALBEDO] = albedo};
    scene = load_world(world);
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), pool, NULL, &surface, NULL),
                     TR_OK);
    assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(width), maps, NULL, NULL), TR_OK);
    memcpy(rgb, albedo, 3);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
    tr_scene_clear(&scene);
}

static void expect_colour(const char *colour, const char *multiplied, const char *tint, int r, int g, int b) {
    uint8_t rgb[3];
    bake_colour(colour, multiplied, tint, rgb);
    if (abs(rgb[0] - r) > 1 || abs(rgb[1] - g) > 1 || abs(rgb[2] - b) > 1)
        print_message("%s under %s: %d %d %d\n", colour, tint, rgb[0], rgb[1], rgb[2]);
    assert_true(abs(rgb[0] - r) <= 1 && abs(rgb[1] - g) <= 1 && abs(rgb[2] - b) <= 1);
}

static void lab_of(const uint8_t code[3], double lab[3]) {
    double rgb[3];
    for (int c = 0; c < 3; c++)
        rgb[c] = pow((code[c] / 255.0 + 0.055) / 1.055, 2.4); // for codes above the linear segment
    tr_oklab_from_linear(rgb, lab);
}

static void test_tints(void **state) {
    (void)state;
    expect_colour("b03a1c", "ffffff", "{}", 0xb0, 0x3a, 0x1c);
    expect_colour("b03a1c", "ffffff", "{\"hue_deg\": 1e-9}", 0xb0, 0x3a, 0x1c); // to OKLab and back
    // no change of hue or chroma affects grey, black or white
    expect_colour("808080", "ffffff", "{\"hue_deg\": 77, \"chroma\": 2}", 0x80, 0x80, 0x80);
    expect_colour("000000", "ffffff", "{\"hue_deg\": 77, \"chroma\": 2, \"lightness\": 1}", 0, 0, 0);
    expect_colour("ffffff", "ffffff", "{\"hue_deg\": 77, \"lightness\": -1}", 255, 255, 255);
    uint8_t plain[3], faded[3], grey[3], light[3], turned[3];
    double lab[3], before[3];
    bake_colour("a05050", "ffffff", "{}", plain);
    bake_colour("a05050", "ffffff", "{\"chroma\": 0.5}", faded);
    lab_of(plain, before), lab_of(faded, lab);
    for (int c = 1; c < 3; c++)
        assert_true(fabs(lab[c] - 0.5 * before[c]) < 0.003);
    bake_colour("b03a1c", "ffffff", "{\"chroma\": 0}", grey);
    assert_true(abs(grey[0] - grey[1]) <= 1 && abs(grey[1] - grey[2]) <= 1);
    bake_colour("808080", "ffffff", "{\"lightness\": 0.3}", light); // 0.600 * (1 + 0.3 * 0.400)
    lab_of(light, lab);
    assert_true(fabs(lab[0] - 0.672) < 0.003);
    // a hue rotation of 120 degrees takes red to green
    bake_colour("a05050", "ffffff", "{\"hue_deg\": 120}", turned);
    assert_true(turned[1] > turned[0] && turned[1] > turned[2]);
    // multiplying layers are not tinted
    expect_colour("ffffff", "a05050", "{\"hue_deg\": 120}", 0xa0, 0x50, 0x50);
}

static void test_oklab_goes_there_and_back(void **state) {
    (void)state;
    for (int r = 0; r <= 10; r++)
        for (int g = 0; g <= 10; g++)
            for (int b = 0; b <= 10; b++) {
                const double rgb[3] = {r / 10.0, g / 10.0, b / 10.0};
                double lab[3], back[3];
                tr_oklab_from_linear(rgb, lab);
                tr_oklab_to_linear(lab, back);
                for (int c = 0; c < 3; c++)
                    assert_true(fabs(back[c] - rgb[c]) < 1e-6);
            }
    for (double x = 1e-12; x <= 1; x *= 1.7)
        assert_true(fabs(tr_cube_root(x) / cbrt(x) - 1) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_tints, remove_file),
        cmocka_unit_test(test_oklab_goes_there_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
