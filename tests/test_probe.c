// The probe: values at one place of a planet, and the layers and paint layers that cause them.
#include "planet/probe.h"
#include "support.h"

#include "numbers.h"
#include "planets.h"
#include "work.h"

#include <math.h>
#include <unistd.h>

enum { width = 256 };
static const double texel = 6.283185307179586 / width;

// The latitude of a texel's centre.
static double latitude_of(int row, int of_width) { return 90 - 180 * (row + 0.5) / (of_width / 2); }
static double longitude_of(int column, int of_width) { return 360 * (column + 0.5) / of_width - 180; }

static void probe_at(const tr_surface *surface, double latitude, double longitude, tr_probe *probe) {
    assert_int_equal(tr_surface_probe(surface, latitude, longitude, texel, NULL, probe, NULL), TR_OK);
}

// ---- values of the maps ------------------------------------------------------------------------

static void expect_slope(const tr_probe *probe, const tr_recipe *recipe, const uint8_t normal[3]) {
    if (recipe->mesh_columns > 0) // the map shows only what the mesh lacks
        return;
    const double relief = recipe->slope_exaggeration, z = normal[2] / 127.5 - 1, x = normal[0] / 127.5 - 1,
                 y = normal[1] / 127.5 - 1, steep = tan(probe->slope_deg * 3.14159265358979 / 180) * relief,
                 aspect = probe->aspect_deg * 3.14159265358979 / 180, length = sqrt(1 + steep * steep);
    assert_true(fabs(1 / length - z) < 0.01); // one code is 0.008
    assert_true(fabs(steep * sin(aspect) / length - x) < 0.01);
    assert_true(fabs(steep * cos(aspect) / length - y) < 0.01);
}

static void expect_texel(const tr_surface *surface, const tr_recipe *recipe, const maps *m, int column,
                         int row) {
    tr_probe probe;
    const int k = row * m->width + column;
    const double low = recipe->height_min_m, high = recipe->height_max_m;
    probe_at(surface, latitude_of(row, m->width), longitude_of(column, m->width), &probe);
    assert_int_equal(probe.width, m->width);
    assert_int_equal(probe.column, column);
    assert_int_equal(probe.row, row);
    assert_true(fabs(fmin(fmax(probe.height_m, low), high) - (low + m->height[k] * (high - low) / 65535)) <
                0.51 / 65535 * (high - low));
    assert_memory_equal(probe.albedo, m->albedo + 3 * k, 3);
    assert_memory_equal(probe.emission, m->emission + 3 * k, 3);
    assert_int_equal(lrint(255 * probe.roughness), m->orm[3 * k + 1]);
    assert_int_equal(lrint(255 * probe.metal), m->orm[3 * k + 2]);
    assert_int_equal(lrint(255 * probe.clouds), m->clouds[4 * k + 3]);
    assert_memory_equal(probe.cloud_colour, m->clouds + 4 * k, 3);
    assert_int_equal(lrint(255 * probe.water), m->water[k]);
    assert_int_equal(probe.sea, recipe->sea && probe.height_m < 0);
    assert_int_equal(probe.ground, !recipe->gas);
    assert_int_equal(probe.maps, tr_recipe_maps(recipe));
    assert_int_equal(probe.has_climate, tr_recipe_climate(recipe));
    assert_int_equal(probe.biome != NULL, tr_recipe_climate(recipe));
    expect_slope(&probe, recipe, m->normal + 3 * k);
}

// Compares the names of biomes in a row with those of the biome map.
static void expect_biomes(const tr_surface *surface, const tr_recipe *recipe, const maps *m, int row) {
    tr_scratch *scratch;
    float climate[5 * width], heights[width];
    const tr_patch patch = {.resolution = width, .y = row, .width = width, .height = 1};
    if (!tr_recipe_climate(recipe))
        return;
    assert_int_equal(tr_scratch_create(surface, patch, NULL, &scratch, NULL), TR_OK);
    const tr_band band = {patch, {[TR_BAND_CLIMATE] = climate, [TR_BAND_HEIGHTS] = heights}};
    tr_surface_bake(surface, scratch, NULL, &band);
    tr_scratch_destroy(scratch);
    for (int column = 3; column < width; column += 31) {
        tr_probe probe;
        const int k = row * width + column;
        const tr_biome biome = tr_biome_of(recipe->sea, heights[column],
                                           recipe->water.count > 0 ? &m->water[k] : NULL, climate + 5 * column);
        probe_at(surface, latitude_of(row, width), longitude_of(column, width), &probe);
        assert_string_equal(probe.biome, tr_biome_name(biome));
        const double told[] = {probe.warmth_c, probe.moisture, probe.ice, probe.bog};
        for (int i = 0; i < 4; i++)
            assert_true(fabs(told[i] - (double)climate[5 * column + i]) < 1e-6);
    }
}

// Texels of the maps at the poles, at both edges and in between.
static void test_it_tells_what_the_maps_hold(void **state) {
    (void)state;
    static const char *const types[] = {"earthlike", "inferno", "barren", "gas-giant", "asteroid", "tundra"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        tr_scene scene;
        maps m = make_maps(width);
        load(types[i], 3, 0, NULL, &scene);
        tr_recipe *recipe = scene.planets[0].recipe;
        tr_surface *surface = bake_after(NULL, recipe, tr_isa_best(), 1, NULL, &m);
        static const int places[][2] = {{0, 0}, {17, 1}, {255, 63}, {0, 64}, {100, 40}, {200, 90}, {128, 127}};
        for (size_t k = 0; k < sizeof places / sizeof *places; k++)
            expect_texel(surface, recipe, &m, places[k][0], places[k][1]);
        expect_biomes(surface, recipe, &m, 30);
        tr_surface_destroy(surface);
        tr_scene_clear(&scene);
        free_maps(&m);
    }
}

// ---- places ------------------------------------------------------------------------------------

static tr_surface *make_plain(void) { return make_ready("fractal", width, 1, (const char *const[]){NULL}); }

static void test_places_go_round_and_have_ends(void **state) {
    (void)state;
    tr_surface *surface = make_plain();
    tr_probe probe;
    static const struct {
        double latitude, longitude;
        int column, row;
    } places[] = {{90, 0, 128, 0}, {-90, 0, 128, 127},  {0, -180, 0, 64},     {0, 180, 0, 64},
                  {0, 540, 0, 64}, {0, 179.9, 255, 64}, {0.1, -0.1, 127, 63}, {-0.1, -360.1, 127, 64}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        probe_at(surface, places[i].latitude, places[i].longitude, &probe);
        assert_int_equal(probe.column, places[i].column);
        assert_int_equal(probe.row, places[i].row);
    }
    static const double wrong[][3] = {{90.1, 0, texel}, {NAN, 0, texel}, {0, INFINITY, texel},
                                      {0, NAN, texel},  {0, 0, 0},       {0, 0, -1},
                                      {0, 0, NAN},      {0, 0, 0.2},     {0, 0, 1e-6}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(tr_surface_probe(surface, wrong[i][0], wrong[i][1], wrong[i][2], NULL, &probe, NULL),
                         TR_BAD_USAGE);
    tr_surface_destroy(surface);
}

// ---- causes ------------------------------------------------------------------------------------

static const tr_cause *find_cause(const tr_probe *probe, const char *list, const char *name) {
    for (int i = 0; i < probe->cause_count; i++)
        if (strcmp(probe->causes[i].list, list) == 0 && strcmp(probe->causes[i].name, name) == 0)
            return &probe->causes[i];
    return NULL;
}

static void expect_cause(const tr_probe *probe, const char *list, const char *name, double figure,
                         const char *unit) {
    const tr_cause *cause = find_cause(probe, list, name);
    if (!cause)
        fail_msg("%s.%s is not a cause", list, name);
    if (fabs(cause->figure - figure) > 0.01 || strcmp(cause->unit, unit) != 0) // NOLINT(clang-analyzer-core.*)
        fail_msg("%s.%s made %g %s, not %g %s", list, name, cause->figure, cause->unit, figure, unit);
}

// A world of constants, whose values are known. The mask is 0.5, so half of each masked layer counts.
static const char world[] =
    "{\"height_min_m\": -1000, \"height_max_m\": 9000, \"layers\": ["
    "{\"name\": \"mask\", \"field\": \"constant\", \"amount\": 0.5, \"into\": \"mask\"},"
    "{\"name\": \"base\", \"field\": \"constant\", \"amount\": 1000},"
    "{\"name\": \"hills\", \"field\": \"constant\", \"amount\": 400,"
    " \"where\": {\"channel\": \"mask\", \"from\": 0, \"to\": 1}},"
    "{\"name\": \"double\", \"field\": \"constant\", \"amount\": 2, \"join\": \"multiply\"},"
    "{\"name\": \"below\", \"field\": \"constant\", \"amount\": 100, \"join\": \"max\"},"
    "{\"name\": \"cap\", \"field\": \"constant\", \"amount\": 2000, \"join\": \"min\"},"
    "{\"name\": \"half\", \"field\": \"constant\", \"amount\": 0, \"join\": \"mix\","
    " \"where\": {\"channel\": \"mask\", \"from\": 0, \"to\": 1}},"
    "{\"name\": \"echo\", \"field\": \"channel\", \"channel\": \"height\", \"amount\": 0.1},"
    "{\"name\": \"unseen\", \"field\": \"constant\", \"amount\": 7, \"into\": \"nowhere\"}],"
    "\"albedo\": [{\"name\": \"soil\", \"channel\": \"height\", \"stops\": [[0, \"808080\"]]},"
    "{\"name\": \"rock\", \"channel\": \"height\", \"stops\": [[0, \"ffffff\"]],"
    " \"where\": {\"channel\": \"mask\", \"from\": 0, \"to\": 1}},"
    "{\"name\": \"dark\", \"channel\": \"height\", \"stops\": [[0, \"808080\"]], \"blend\": \"multiply\"},"
    "{\"name\": \"snow\", \"channel\": \"height\", \"stops\": [[0, \"ffffff\"]],"
    " \"where\": {\"channel\": \"height\", \"from\": 5000, \"to\": 6000}}],"
    "\"roughness\": [{\"name\": \"wet\", \"channel\": \"mask\", \"stops\": [[0, 0.25]]}]}";

static tr_surface *make_world(const char *json) {
    char path[256];
    snprintf(path, sizeof path, "%s/probe-%d.json", TERRELLA_TEST_DIR, (int)getpid());
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(json, file);
    assert_int_equal(fclose(file), 0);
    tr_surface *surface = make_ready(path, 0, 1, (const char *const[]){NULL});
    remove(path);
    return surface;
}

static void test_each_join_is_told_by_what_it_does(void **state) {
    (void)state;
    tr_surface *surface = make_world(world);
    tr_probe probe;
    probe_at(surface, 10, 20, &probe);
    // (1000 + 400/2) * 2 = 2400, clamped to 100 … 2000; half of the way to 0; plus a tenth
    assert_true(fabs(probe.height_m - 1100) < 0.2);
    expect_cause(&probe, "layers", "base", 1100 - 0.55 * 400, "m"); // otherwise (0 + 200) * 2
    assert_null(find_cause(&probe, "layers", "hills"));             // 2000 is the maximum with or without it
    expect_cause(&probe, "layers", "double", 1100 - 0.55 * 1200, "m");
    assert_null(find_cause(&probe, "layers", "below"));
    expect_cause(&probe, "layers", "cap", 0.55 * (2000 - 2400), "m");
    expect_cause(&probe, "layers", "half", 1100 - 2200, "m");
    expect_cause(&probe, "layers", "echo", 100, "m");
    // without it hills, half and rock are not there either
    expect_cause(&probe, "layers", "mask", 0.5, "");
    assert_true(fabs(find_cause(&probe, "layers", "mask")->height_m + 1100) < 0.01);
    assert_true(find_cause(&probe, "layers", "mask")->look > 0.1);
    assert_null(find_cause(&probe, "layers", "unseen"));
    tr_surface_destroy(surface);
}

static void test_paints_are_told_by_what_is_seen_of_them(void **state) {
    (void)state;
    tr_surface *surface = make_world(world);
    tr_probe probe;
    probe_at(surface, 10, 20, &probe);
    // in linear light: soil 0.216, mixed half with rock 0.608 (205 of 255), of which dark leaves 0.216: 0.131,
    // which is code 101
    assert_int_equal(probe.albedo[0], 101);
    expect_cause(&probe, "albedo", "soil", 100 * 128 / 255.0, "%");
    expect_cause(&probe, "albedo", "rock", 100 * 128 / 255.0, "%");
    expect_cause(&probe, "albedo", "dark", 100 * (101 - 205) / 255.0, "%");
    expect_cause(&probe, "roughness", "wet", 100, "%");
    assert_null(find_cause(&probe, "albedo", "snow"));
    assert_true(fabs(find_cause(&probe, "albedo", "dark")->look - (205 - 101) / 255.0) < 1e-6);
    assert_true(fabs(find_cause(&probe, "roughness", "wet")->look - 166 / 255.0) <
                1e-6); // 0.9 is what there is else
    tr_surface_destroy(surface);
}

// A basin that defines the depth of a lake. Without that layer, which is 0, the place would be half covered by
// a lake.
static const char basin[] =
    "{\"height_min_m\": -1000, \"height_max_m\": 9000, \"layers\": ["
    "{\"name\": \"land\", \"field\": \"constant\", \"amount\": 500},"
    "{\"name\": \"lakes\", \"field\": \"constant\", \"amount\": %d, \"into\": \"lake\"},"
    "{\"name\": \"level\", \"field\": \"constant\", \"amount\": 800, \"join\": \"mix\","
    " \"where\": {\"channel\": \"lake\", \"from\": -4, \"to\": 4}}],"
    "\"albedo\": [{\"name\": \"soil\", \"channel\": \"height\", \"stops\": [[0, \"a08060\"]]},"
    "{\"name\": \"lakes\", \"channel\": \"lake\", \"stops\": [[0, \"0e2c42\"]],"
    " \"where\": {\"channel\": \"lake\", \"from\": -4, \"to\": 4}}],"
    "\"water\": [{\"name\": \"lakes\", \"channel\": \"lake\", \"stops\": [[-4, 0], [4, 1]]}]}";

static void probe_basin(int amount, tr_probe *probe) {
    char json[sizeof basin + 16];
    snprintf(json, sizeof json, basin, amount);
    tr_surface *surface = make_world(json);
    probe_at(surface, 10, 20, probe);
    tr_surface_destroy(surface);
}

static void test_what_is_not_there_made_nothing(void **state) {
    (void)state;
    tr_probe dry, wet;
    probe_basin(-100, &dry);
    assert_true(dry.water == 0 && fabs(dry.height_m - 500) < 0.2);
    assert_null(find_cause(&dry, "layers", "lakes"));
    assert_string_equal(dry.causes[0].name, "land");
    assert_null(find_cause(&dry, "layers", "level"));
    assert_null(find_cause(&dry, "water", "lakes"));
    probe_basin(100, &wet);
    assert_true(wet.water == 1 && fabs(wet.height_m - 800) < 0.2);
    const tr_cause *lakes = find_cause(&wet, "layers", "lakes");
    assert_true(lakes && lakes->weight > 0.45 && fabs(lakes->height_m - 150) < 0.2); // half of 300 m, half of 1
    expect_cause(&wet, "water", "lakes", 100, "%");
}

static void test_the_heaviest_come_first(void **state) {
    (void)state;
    tr_surface *surface = make_world(world);
    tr_probe probe;
    probe_at(surface, 10, 20, &probe);
    double layers = 0;
    assert_true(probe.cause_count >= 8);
    for (int i = 0; i < probe.cause_count; i++) {
        const tr_cause *cause = &probe.causes[i];
        assert_in_range((long)(cause->weight * 1000), 0, 1000);
        assert_true(i == 0 || cause->weight <= cause[-1].weight);
        layers += fabs(cause->height_m);
    }
    for (int i = 0; i < probe.cause_count; i++) {
        const tr_cause *cause = &probe.causes[i];
        const double part = fabs(cause->height_m) / layers;
        assert_true(fabs(cause->weight - (part > cause->look ? part : cause->look)) < 1e-9);
    }
    tr_surface_destroy(surface);
}

// An earthlike planet with additive layers only: the contributions of the layers add up to the height.
static void test_what_is_added_sums_up(void **state) {
    (void)state;
    tr_scene scene;
    tr_surface *surface;
    load("earthlike", 2, 0, NULL, &scene);
    tr_recipe *recipe = scene.planets[0].recipe;
    int heights = 0;
    for (int i = 0; i < recipe->layer_count; i++) {
        tr_layer *layer = &recipe->layers[i];
        if (strcmp(layer->into, "height") != 0)
            continue;
        const bool adds = layer->join == TR_JOIN_ADD && !layer->where.channel[0];
        heights += adds;
        if (!adds)
            layer->join = TR_JOIN_ADD, layer->amount = layer->offset = (tr_number){0};
    }
    assert_true(heights > 3);
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &surface, NULL), TR_OK);
    for (int i = 0; i < 12; i++) {
        tr_probe probe;
        double sum = 0;
        probe_at(surface, -80 + 14 * i, 31 * i, &probe);
        for (int k = 0; k < probe.cause_count; k++)
            if (strcmp(probe.causes[k].channel, "height") == 0)
                sum += probe.causes[k].figure;
        if (fabs(sum - probe.height_m) > 1)
            fail_msg("%g m are made of %g m", probe.height_m, sum);
    }
    tr_surface_destroy(surface);
    tr_scene_clear(&scene);
}

// ---- cost --------------------------------------------------------------------------------------

// A probe takes no more work than the texels of two small maps, also at a pole.
static void test_it_is_quick(void **state) {
    (void)state;
    enum { map_width = 256, tries = 5 }; // other load may delay one of them
    const double most_part = 2;
    tr_scene scene;
    tr_surface *surface;
    tr_probe probe;
    void *texels[TR_MAP_COUNT] = {NULL};
    tr_pool *pool;
    load("earthlike", 1, 0, NULL, &scene);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    texels[TR_MAP_HEIGHT] = malloc((size_t)map_width * map_width / 2 * 2);
    static const double latitudes[] = {0, 45, -70, 90}; // the last one at a pole, where the window is long
    for (int i = 0; i < 4; i++) {
        double part = INFINITY;
        for (int k = 0; k < tries && part > most_part; k++) {
            const double start = work_so_far();
            assert_int_equal(
                tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(map_width), texels, NULL, NULL), TR_OK);
            const double baked = work_so_far();
            assert_int_equal(tr_surface_probe(surface, latitudes[i], 30, texel / 8, NULL, &probe, NULL), TR_OK);
            part = (work_so_far() - baked) / (baked - start);
        }
        print_message("a look at %g is %.3f of a map of %d x %d\n", latitudes[i], part, map_width,
                      map_width / 2);
        assert_true(part <= most_part);
    }
    free(texels[TR_MAP_HEIGHT]);
    tr_pool_destroy(pool);
    tr_surface_destroy(surface);
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_tells_what_the_maps_hold),
        cmocka_unit_test(test_places_go_round_and_have_ends),
        cmocka_unit_test(test_each_join_is_told_by_what_it_does),
        cmocka_unit_test(test_paints_are_told_by_what_is_seen_of_them),
        cmocka_unit_test(test_what_is_not_there_made_nothing),
        cmocka_unit_test(test_the_heaviest_come_first),
        cmocka_unit_test(test_what_is_added_sums_up),
        cmocka_unit_test(test_it_is_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
