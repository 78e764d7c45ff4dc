// Channels, layouts and the grid in pictures: pictures show the values of the maps. Needs EGL with OpenGL 3.3,
// no display.
#include "base/vec.h"
#include "planet/mips.h"
#include "render/layout.h"
#include "render/legend.h"
#include "studio.h"
#include "worlds.h"

#include <stdlib.h>

enum { WIDTH = 256, HEIGHT = 128, MAP = 256 };

typedef struct fixture {
    studio studio; // first, for check_debug
    tr_pool *pool;
    tr_scene scene;
    uint8_t *texels;
    tr_planet_maps maps;
    uint8_t picture[WIDTH * HEIGHT * 3], other[WIDTH * HEIGHT * 3];
} fixture;

static void load(fixture *f, const char *type) {
    enum { cells = 48 };
    tr_surface *surface = NULL;
    const tr_world world = {.name = type, .has_seed = true, .seed = 7};
    free(f->texels);
    tr_scene_clear(&f->scene);
    f->scene = (tr_scene){0};
    f->scene = load_world(world);
    tr_recipe *recipe = f->scene.planets[0].recipe;
    tr_recipe_coarsen(recipe, cells);
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), f->pool, NULL, &surface, NULL), TR_OK);
    f->texels = malloc(tr_mips_bytes(surface, MAP, true));
    assert_non_null(f->texels);
    assert_int_equal(tr_mips_bake(surface, f->pool, NULL, MAP, true, NULL, f->texels, &f->maps, NULL), TR_OK);
    tr_surface_destroy(surface);
    upload_maps(&f->studio, 0, &f->maps);
}

static int start_group(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    *state = f;
    assert_int_equal(tr_pool_create(0, &f->pool, NULL), TR_OK);
    if (open_studio(&f->studio, WIDTH, HEIGHT) != 0)
        return -1;
    load(f, "earthlike");
    return 0;
}

static int end_group(void **state) {
    fixture *f = *state;
    tr_scene_clear(&f->scene);
    tr_pool_destroy(f->pool);
    close_studio(&f->studio);
    free(f->texels);
    free(f);
    return 0;
}

static tr_view look(const fixture *f, tr_view_channel channel, tr_view_layout layout) {
    return (tr_view){.width_px = WIDTH,
                     .height_px = HEIGHT,
                     .channel = channel,
                     .layout = layout,
                     .distance_km = TR_WHOLE_RADII * f->scene.planets[0].recipe->radius_km,
                     .sun = {0, 0, 1},
                     .clouds = true,
                     .background = {9, 9, 9}};
}

static void draw(fixture *f, const tr_view *view, uint8_t *picture) {
    take_picture(&f->studio, &f->scene, view, picture);
}

// The number of bytes that differ by more than `most`.
static int count_other(const uint8_t *a, const uint8_t *b, int most) {
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT * 3; i++)
        count += abs(a[i] - b[i]) > most;
    return count;
}

// The map of a channel as colours, texel by texel, computed from exported values.
static void expect_channel(const fixture *f, tr_view_channel channel, uint8_t *rgb) {
    const tr_planet_maps *m = &f->maps;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        for (int c = 0; c < 3; c++)
            rgb[3 * i + c] = channel == TR_VIEW_ALBEDO      ? m->albedo[3 * i + c]
                             : channel == TR_VIEW_NORMAL    ? m->normal[3 * i + c]
                             : channel == TR_VIEW_ROUGHNESS ? m->orm[3 * i + 1]
                                                            : (m->emission ? m->emission[3 * i + c] : 0);
}

// A map as large as the picture gives that picture, byte by byte.
static void test_maps_are_shown(void **state) {
    static const tr_view_channel channels[] = {TR_VIEW_ALBEDO, TR_VIEW_NORMAL, TR_VIEW_ROUGHNESS,
                                               TR_VIEW_EMISSION};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++) {
        const tr_view view = look(f, channels[i], TR_VIEW_MAP);
        draw(f, &view, f->picture);
        expect_channel(f, channels[i], f->other);
        if (count_other(f->picture, f->other, 0) > 0)
            fail_msg("%s: %d bytes are not those of the map", tr_view_channel_names[channels[i]],
                     count_other(f->picture, f->other, 0));
    }
}

static bool is_sea(const fixture *f, int texel) {
    const tr_recipe *recipe = f->scene.planets[0].recipe;
    return recipe->height_min_m +
               (recipe->height_max_m - recipe->height_min_m) * f->maps.ground[texel] / 65535 <
           0;
}

// Clouds and water are mixed in by their cover, seas below 0 m; heights have the colours of the legend.
static void test_mixed_channels(void **state) {
    fixture *f = *state;
    const tr_recipe *recipe = f->scene.planets[0].recipe;
    const double range = recipe->height_max_m - recipe->height_min_m;
    tr_legend legend;
    tr_view view = look(f, TR_VIEW_CLOUDS, TR_VIEW_MAP);
    draw(f, &view, f->picture);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        assert_in_range(f->picture[3 * i] + 2 - lround(15.3 + 239.7 * f->maps.clouds[4 * i + 3] / 255.0), 0, 4);

    // A map this small shows no lakes, so add one.
    assert_non_null(f->maps.water);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        f->texels[(f->maps.water - f->texels) + i] = i % WIDTH / 16 == 3 ? 255 : 0;
    upload_maps(&f->studio, 0, &f->maps);
    view.channel = TR_VIEW_WATER;
    draw(f, &view, f->picture);
    int wrong = 0, counts[3] = {0};
    for (int i = WIDTH; i < WIDTH * (HEIGHT - 1); i++) {
        const uint8_t *p = f->picture + 3 * i;
        const bool fresh = f->maps.water[i] > 0, sea = is_sea(f, i);
        if (sea != is_sea(f, i - 1) || sea != is_sea(f, i + 1) || sea != is_sea(f, i - WIDTH) ||
            sea != is_sea(f, i + WIDTH))
            continue; // the coast is filtered
        counts[fresh ? 0 : sea ? 1 : 2]++;
        wrong += fresh ? abs(p[2] - 242) > 2 : sea ? abs(p[2] - 128) > 2 || p[0] > 30 : abs(p[0] - 133) > 2;
    }
    assert_true(counts[0] > 1000 && counts[1] > 5000 && counts[2] > 5000);
    if (wrong > 600) // ground at 0 m may have either colour
        fail_msg("%d of %d, %d and %d pixels are not water, sea and land", wrong, counts[0], counts[1],
                 counts[2]);

    view.channel = TR_VIEW_HEIGHT;
    assert_true(tr_renderer_legend(f->studio.renderer, &f->scene, &view, &legend));
    draw(f, &view, f->picture);
    wrong = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        uint8_t expected[3];
        tr_legend_colour(&legend, recipe->height_min_m + range * f->maps.ground[i] / 65535, expected);
        for (int c = 0; c < 3; c++)
            if (abs(expected[c] - f->picture[3 * i + c]) > 6) {
                wrong++;
                break;
            }
    }
    if (wrong > WIDTH * HEIGHT / 4) // lines
        fail_msg("%d pixels have another colour than the legend", wrong);
}

// On globe and cube each place shows the colour of the map there.
static void test_places_show_the_map(void **state) {
    static const tr_view_layout layouts[] = {TR_VIEW_GLOBE, TR_VIEW_CUBE, TR_VIEW_SPLIT};
    fixture *f = *state;
    const tr_planet_maps own = f->maps;
    // Smooth, so that texture filters do not matter.
    uint8_t *smooth = malloc((size_t)MAP * (MAP / 2) * 3);
    assert_non_null(smooth);
    for (int j = 0; j < MAP / 2; j++)
        for (int i = 0; i < MAP; i++) {
            const double lat = TR_PI * (0.5 - (j + 0.5) * 2 / MAP), lon = 2 * TR_PI * ((i + 0.5) / MAP - 0.5);
            const double d[3] = {cos(lat) * cos(lon), sin(lat), -cos(lat) * sin(lon)};
            for (int c = 0; c < 3; c++)
                smooth[3 * (j * MAP + i) + c] = (uint8_t)lround(127.5 + 120 * d[c]);
        }
    const tr_planet_maps maps = {.width = MAP, .levels = 1, .albedo = smooth, .normal = own.normal};
    upload_maps(&f->studio, 0, &maps);
    for (int k = 0; k < 3; k++) {
        tr_view view = look(f, TR_VIEW_ALBEDO, layouts[k]);
        view.latitude_deg = 35, view.longitude_deg = 170;
        int seen = 0;
        draw(f, &view, f->picture);
        for (int y = 0; y < HEIGHT; y += 3)
            for (int x = 0; x < WIDTH; x += 3) {
                const uint8_t *p = f->picture + 3 * (y * WIDTH + x);
                double lat, lon;
                // The whole pixel has to be on the ground, because edges are antialiased.
                bool inside = true;
                for (int side = 0; side < 4; side++)
                    inside &= tr_view_find_ground(&f->scene, &view, x + 2.5 * (side & 1) - 0.75,
                                                  y + 2.5 * (side >> 1) - 0.75, &lat, &lon);
                if (!inside || !tr_view_find_ground(&f->scene, &view, x + 0.5, y + 0.5, &lat, &lon))
                    continue;
                lat = tr_radians(lat), lon = tr_radians(lon);
                const double d[3] = {cos(lat) * cos(lon), sin(lat), -cos(lat) * sin(lon)};
                for (int c = 0; c < 3; c++)
                    if (fabs(p[c] - (127.5 + 120 * d[c])) > 3)
                        fail_msg("%s at %d, %d: %d, not %.1f", tr_view_layout_names[layouts[k]], x, y, p[c],
                                 127.5 + 120 * d[c]);
                seen++;
            }
        assert_true(seen > 400);
        // Outside of it is the background.
        assert_int_equal(f->picture[0], 9);
    }
    free(smooth);
    upload_maps(&f->studio, 0, &own);
}

// Grid lines are where the grid is and nowhere else.
static void test_grid(void **state) {
    fixture *f = *state;
    for (int lit = 0; lit < 2; lit++)
        for (int layout = 0; layout < (lit ? TR_VIEW_CUBE : TR_VIEW_LAYOUTS); layout++) {
            tr_view view = look(f, lit ? TR_VIEW_LIT : TR_VIEW_ROUGHNESS, (tr_view_layout)layout);
            int on = 0, off = 0;
            draw(f, &view, f->other);
            view.grid = true;
            draw(f, &view, f->picture);
            for (int y = 0; y < HEIGHT; y++)
                for (int x = 0; x < WIDTH; x++) {
                    double lat, lon;
                    const int i = 3 * (y * WIDTH + x);
                    const bool same = memcmp(f->picture + i, f->other + i, 3) == 0;
                    if (!tr_view_find_ground(&f->scene, &view, x + 0.5, y + 0.5, &lat, &lon)) {
                        off += !same;
                        continue;
                    }
                    // Lines are 30 or 10 degrees apart. Halfway between two of the finer ones there is none.
                    const double away = fmin(fabs(remainder(lat, 10)), fabs(remainder(lon, 10)));
                    on += !same && away < 2;
                    off += !same && away > 4.5 && fabs(lat) < 60;
                }
            if (on < 300 || off > 120) // edges are antialiased, the limb is narrow
                fail_msg("%s: %d pixels on lines changed, %d off them", tr_view_layout_names[layout], on, off);
        }
}

// Meshes and gas. A camera below the ground sees nothing. Charts do not change later pictures.
static void test_others(void **state) {
    static const struct {
        const char *type;
        tr_view_channel channel;
        tr_view_layout layout;
    } shots[] = {{"asteroid", TR_VIEW_HEIGHT, TR_VIEW_SPLIT}, {"gas-giant", TR_VIEW_HEIGHT, TR_VIEW_GLOBE}};
    fixture *f = *state;
    tr_view view = look(f, TR_VIEW_LIT, TR_VIEW_GLOBE);
    draw(f, &view, f->other);
    view.distance_km *= 0.01;
    view.channel = TR_VIEW_ALBEDO;
    draw(f, &view, f->picture);
    for (int i = 0; i < WIDTH * HEIGHT * 3; i++)
        assert_int_equal(f->picture[i], 9);
    view = look(f, TR_VIEW_LIT, TR_VIEW_GLOBE);
    draw(f, &view, f->picture);
    assert_int_equal(count_other(f->picture, f->other, 0), 0);
    for (size_t k = 0; k < sizeof shots / sizeof shots[0]; k++) {
        tr_legend legend;
        load(f, shots[k].type);
        view = look(f, shots[k].channel, shots[k].layout);
        view.distance_km *= 1.3;
        draw(f, &view, f->picture);
        int painted = 0, grey = 0;
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            const uint8_t *p = f->picture + 3 * i;
            painted += p[0] != 9;
            grey += p[0] == p[1] && p[1] == p[2] && abs(p[0] - 128) < 2;
        }
        const bool gas = f->scene.planets[0].recipe->gas;
        assert_true(painted > 2000);
        assert_true(gas ? grey > 2000 : grey < 100); // gas has no heights: grey
        assert_int_equal(tr_renderer_legend(f->studio.renderer, &f->scene, &view, &legend), !gas);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_maps_are_shown, check_debug),
                                       cmocka_unit_test_teardown(test_mixed_channels, check_debug),
                                       cmocka_unit_test_teardown(test_places_show_the_map, check_debug),
                                       cmocka_unit_test_teardown(test_grid, check_debug),
                                       cmocka_unit_test_teardown(test_others, check_debug)};
    return cmocka_run_group_tests_name("charts", tests, start_group, end_group);
}
