// The scene module: types, seeds, files and sets become recipes; recipes become JSON and can be loaded again;
// errors are reported with their position.
#include "base/platform.h"
#include "base/version.h"
#include "support.h"

#include "numbers.h"
#include "worlds.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static char file_name[64];

// Makes a file with these bytes. Its name has a slash and a dot, so it is read as a file name.
static const char *file_with_bytes(const char *bytes, size_t count) {
    snprintf(file_name, sizeof file_name, "/tmp/terrella-scene-%ld.json", (long)getpid());
    FILE *file = fopen(file_name, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
    return file_name;
}

static const char *file_with(const char *text) { return file_with_bytes(text, strlen(text)); }

static int remove_file(void **state) {
    (void)state;
    unlink(file_name);
    return 0;
}

static tr_status load(const char *name, int set_count, const char *const *sets, tr_scene *scene,
                      tr_error *error) {
    tr_world world = {.name = name, .set_count = set_count, .sets = sets};
    *error = (tr_error){0};
    return tr_world_load(&world, scene, error);
}

static void load_well(const char *name, int set_count, const char *const *sets, tr_scene *scene) {
    tr_error error;
    if (load(name, set_count, sets, scene, &error) != TR_OK)
        print_message("%s:%d:%d: %s: %s\n", error.file, error.line, error.column, error.path, error.message);
    assert_int_equal(error.status, TR_OK);
}

static bool tell_difference(void *context, const char *path) {
    print_message("%s: %s differs\n", (const char *)context, path);
    return true;
}

static void assert_recipes_equal(const tr_recipe *a, const tr_recipe *b) {
    char type[TR_NAME_BYTES];
    memcpy(type, a->type, sizeof type);
    tr_recipe_differences(a, b, tell_difference, type);
    assert_true(tr_recipe_equal(a, b));
}

static void assert_planets_equal(const tr_scene_planet *a, const tr_scene_planet *b) {
    tr_scene_planet first = *a, second = *b;
    assert_recipes_equal(a->recipe, b->recipe);
    first.recipe = second.recipe = NULL;
    assert_memory_equal(&first, &second, sizeof first);
}

// A scene that is shown and loaded again is the same to the last bit.
static void assert_comes_back(const tr_scene *scene, bool indented) {
    tr_scene again;
    char *json;
    assert_int_equal(tr_scene_to_json(scene, indented, &json, NULL), TR_OK);
    load_well(file_with(json), 0, NULL, &again);
    assert_int_equal(again.planet_count, scene->planet_count);
    for (int i = 0; i < again.planet_count; i++)
        assert_planets_equal(&scene->planets[i], &again.planets[i]);
    assert_memory_equal(&scene->star, &again.star, sizeof(tr_star));
    tr_free(json);
    tr_scene_clear(&again);
}

// ---- valid input -------------------------------------------------------------------------------

static bool count_json(void *context, const char *name) {
    *(int *)context += strstr(name, ".json") != NULL;
    return true;
}

// The types are the files in scenes/types. A new file needs no other change.
static void test_types_are_all_there_and_each_says_what_it_is(void **state) {
    (void)state;
    static const char folder[] = TERRELLA_SOURCE_DIR "/scenes/types/";
    tr_folder types;
    int files = 0;
    assert_int_equal(tr_folder_open(folder, &types), 0);
    tr_folder_list(types, count_json, &files);
    tr_folder_close(&types);
    char names[64][TR_NAME_BYTES], summary[256], path[sizeof folder + TR_NAME_BYTES + 8];
    const int count = tr_type_list(names, 64);
    assert_int_equal(count, files);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s%.*s.json", folder, TR_NAME_BYTES - 1, names[i]);
        assert_true(tr_path_exists(path));
        assert_int_equal(tr_type_summary(names[i], summary, sizeof summary, NULL), TR_OK);
        assert_true(strlen(summary) > 10);
    }
}

// show | load is the identity: the JSON alone reproduces the recipe to the last bit.
static void test_shown_recipes_come_back_to_the_bit(void **state) {
    (void)state;
    char names[64][TR_NAME_BYTES];
    int count = tr_type_list(names, 64);
    for (int t = 0; t < count; t++)
        for (uint64_t seed = 1; seed < 20; seed += 6)
            for (int indented = 0; indented < 2; indented++) {
                tr_scene a;
                tr_world world = {.name = names[t], .has_seed = true, .seed = seed * 1000000007u};
                a = load_world(world);
                assert_comes_back(&a, indented);
                tr_scene_clear(&a);
            }
}

static const char *const draws =
    "{\"radius_km\": {\"range\": [1000, 2000]}, \"noisiness\": {\"range\": [0, 1]},"
    "\"layers\": [%s{\"name\": \"a\", \"field\": \"voronoi\", \"density\": {\"range\": [10, 90]}}],"
    "\"albedo\": [{\"name\": \"p\", \"channel\": \"height\", \"stops\": [[0, {\"choose\": [\"000000\", "
    "\"ffffff\"], \"by\": \"palette\"}], [1, {\"choose\": [\"000001\", \"fffffe\"], \"by\": "
    "\"palette\"}]]}]}";

// Two types with the same text draw different numbers from one seed, and different seeds for their layers.
static void test_draws_are_salted_with_the_type(void **state) {
    (void)state;
    tr_scene scenes[2];
    for (int k = 0; k < 2; k++) {
        char text[160];
        snprintf(text, sizeof text,
                 "{\"type\": \"%s\", \"layers\": [], \"radius_km\": {\"range\": [1000, 2000]}}",
                 k ? "ocean" : "earthlike");
        const tr_world world = {.name = file_with(text), .has_seed = true, .seed = 7};
        scenes[k] = load_world(world);
    }
    const tr_recipe *a = scenes[0].planets[0].recipe, *b = scenes[1].planets[0].recipe;
    assert_true(a->radius_km != b->radius_km);
    assert_true(tr_recipe_seed(a, "clouds") != tr_recipe_seed(b, "clouds"));
    for (int k = 0; k < 2; k++)
        tr_scene_clear(&scenes[k]);
}

// A falling range, drawn together with a rising one: the minimum of one comes with the maximum of the other.
static void test_ranges_may_fall(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        tr_world world = {.has_seed = true,
                          .seed = seed,
                          .name = file_with("{\"radius_km\": {\"range\": [1, 3.5], \"by\": \"size\"},"
                                            "\"height_min_m\": {\"range\": [-100.5, -350.5], \"by\": \"size\"},"
                                            "\"octaves\": {\"range\": [9, 3], \"by\": \"size\"}}")};
        tr_scene scene = load_world(world);
        const tr_recipe *r = scene.planets[0].recipe;
        assert_float_equal(r->height_min_m, -0.5 - 100 * r->radius_km, 0.01);
        const double octaves = r->knobs[TR_KNOB_OCTAVES];
        assert_true(octaves >= 3 && octaves <= 9 && fabs(octaves - (9.5 - 7 * (r->radius_km - 1) / 2.5)) < 1);
        tr_scene_clear(&scene);
    }
}

static void test_draws_depend_on_seed_and_path_alone(void **state) {
    (void)state;
    char text[2048];
    int different = 0, dark = 0;
    double before = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        tr_scene a, b;
        tr_world world = {.has_seed = true, .seed = seed};
        snprintf(text, sizeof text, draws, "");
        world.name = file_with(text);
        a = load_world(world);
        snprintf(text, sizeof text, draws,
                 "{\"name\": \"first\", \"field\": \"abs_sin_latitude\", \"amount\": {\"range\": [1, 5]}}, ");
        file_with(text);
        b = load_world(world);
        const tr_recipe *r = a.planets[0].recipe, *s = b.planets[0].recipe;
        assert_true(r->radius_km == s->radius_km &&
                    number_at(r, "layers.a.density") == number_at(s, "layers.a.density"));
        assert_true(r->radius_km >= 1000 && r->radius_km <= 2000);
        assert_true(number_at(r, "layers.a.density") >= 10 && number_at(r, "layers.a.density") <= 90);
        assert_true(r->stops[1].srgb[0] == r->stops[0].srgb[0]); // tied by "palette"
        different += r->radius_km != before;
        dark += r->stops[0].srgb[0] == 0;
        before = r->radius_km;
        tr_scene_clear(&a);
        tr_scene_clear(&b);
    }
    assert_true(different >= 38);
    assert_true(dark > 8 && dark < 32);
}

static void test_sets_come_last(void **state) {
    (void)state;
    const char *const sets[] = {"noisiness=0.25", "layers.crust.density=33",
                                "layers.crust.where.channel=height", "air.density=0.125",
                                "albedo.0.stops=[[0,\"102030\"]]"};
    tr_scene scene;
    load_well(
        file_with("{\"noisiness\": 1, \"layers\": [{\"name\": \"crust\", \"field\": \"voronoi\"}],"
                  "\"albedo\": [{\"name\": \"g\", \"channel\": \"height\", \"stops\": [[0, \"ffffff\"]]}]}"),
        5, sets, &scene);
    const tr_recipe *r = scene.planets[0].recipe;
    assert_true(r->knobs[TR_KNOB_NOISINESS] == 0.25);
    assert_true(number_at(r, "layers.crust.density") == 33);
    assert_string_equal(r->layers[0].where.channel, "height");
    assert_true(r->air.density == 0.125);
    assert_int_equal(r->stops[0].srgb[1], 0x20);
    tr_scene_clear(&scene);
}

// Numbers from sliders have more digits than typed ones.
static void test_long_numbers_come_back_to_the_bit(void **state) {
    (void)state;
    const char *const sets[] = {"noisiness=0.12345678901234567", "radius_km=6371.0000000000009"};
    tr_scene a;
    load_well("inferno", 2, sets, &a);
    assert_comes_back(&a, false);
    tr_scene_clear(&a);
}

static void test_voronoi_parameters_come_back(void **state) {
    (void)state;
    static const char *const values[] = {"distance", "f1",    "f2",    "f2-f1",    "cell",
                                         "f3",       "f3-f1", "f3-f2", "f3-f2+f1", "edge"};
    for (size_t value = 0; value < sizeof values / sizeof values[0]; value++) {
        char text[256];
        snprintf(
            text, sizeof text,
            "{\"layers\": [{\"name\": \"a\", \"field\": \"voronoi\", \"value\": \"%s\", \"metric\": \"%s\", "
            "\"domain\": \"plane\", \"density\": 7}]}",
            values[value], strcmp(values[value], "edge") == 0 ? "euclid" : "chebyshev");
        tr_scene a;
        load_well(file_with(text), 0, NULL, &a);
        const bool edge = strcmp(values[value], "edge") == 0;
        assert_string_equal(choice_at(a.planets[0].recipe, "layers.a.value"), values[value]);
        assert_string_equal(choice_at(a.planets[0].recipe, "layers.a.metric"), edge ? "euclid" : "chebyshev");
        assert_string_equal(choice_at(a.planets[0].recipe, "layers.a.domain"), "plane");
        assert_comes_back(&a, false);
        tr_scene_clear(&a);
    }
}

#define BIOMES(across, rows)                                                                                   \
    "{\"layers\": [{\"name\": \"a\", \"field\": \"abs_sin_latitude\", \"into\": \"warmth\"}], \"albedo\": "    \
    "[{\"name\": "                                                                                             \
    "\"land\", \"channel\": \"height\"" across ", \"rows\": " rows "}]}"

// Ranges and choices may be inside of rows. The drawn values can be loaded again.
static void test_rows_of_a_gradient_come_back(void **state) {
    (void)state;
    tr_scene a;
    load_well(
        file_with(BIOMES(", \"across\": \"warmth\"",
                         "[[-12, [[0, \"102030\"]]], [{\"range\": [20, 30]}, {\"choose\": [[[0, \"405060\"], "
                         "[1, \"708090\"]], [[0, \"405060\"], [2, \"a0b0c0\"]]]}]]")),
        0, NULL, &a);
    const tr_recipe *r = a.planets[0].recipe;
    const tr_row *row = &r->rows[r->albedo.paints[0].rows.first];
    assert_int_equal(r->albedo.paints[0].rows.count, 2);
    assert_string_equal(r->albedo.paints[0].across, "warmth");
    assert_true(row[0].position == -12 && row[1].position >= 20 && row[1].position <= 30);
    assert_int_equal(row[0].gradient.count, 1);
    assert_int_equal(row[1].gradient.count, 2);
    assert_int_equal(r->stops[row[1].gradient.first].srgb[2], 0x60);
    assert_comes_back(&a, false);
    tr_scene_clear(&a);
}

static void test_a_file_may_build_on_a_type(void **state) {
    (void)state;
    tr_scene plain, file;
    tr_world world = {.name = "inferno", .has_seed = true, .seed = 9};
    plain = load_world(world);
    load_well(file_with("{\"type\": \"inferno\", \"seed\": 9, \"radius_km\": 1234}"), 0, NULL, &file);
    assert_true(file.planets[0].recipe->radius_km == 1234);
    file.planets[0].recipe->radius_km = plain.planets[0].recipe->radius_km;
    assert_recipes_equal(plain.planets[0].recipe, file.planets[0].recipe);
    tr_scene_clear(&plain);
    tr_scene_clear(&file);
}

static void test_scenes_place_their_planets(void **state) {
    (void)state;
    tr_scene scene;
    const char *const sets[] = {"planets.B.noisiness=0.5", "persistence=0.4"};
    load_well(
        file_with(
            "{\"format\": 1, \"name\": \"Two\", \"star\": {\"colour\": \"ffcc99\", \"radius_km\": 900}, "
            "\"planets\": ["
            "{\"name\": \"A\", \"type\": \"barren\", \"radius_km\": 500, \"orbit\": {\"radius_km\": 10000}},"
            "{\"name\": \"B\", \"type\": \"barren\", \"orbit\": {\"radius_km\": 20000, \"phase_deg\": 90}}]}"),
        2, sets, &scene);
    assert_int_equal(scene.planet_count, 2);
    assert_true(scene.planets[0].position_km[0] == 10000 && scene.planets[0].recipe->radius_km == 500);
    assert_true(scene.planets[1].position_km[2] < -19999.9); // eastward is -Z
    assert_true(scene.planets[1].recipe->knobs[TR_KNOB_NOISINESS] == 0.5);
    assert_true(scene.planets[0].recipe->knobs[TR_KNOB_PERSISTENCE] == 0.4);
    assert_true(scene.planets[1].recipe->knobs[TR_KNOB_PERSISTENCE] == 0.4);
    assert_int_equal(scene.star.srgb[1], 0xcc);
    assert_comes_back(&scene, true);
    tr_scene_clear(&scene);
}

// A type that the seed draws accepts overrides like a type that is given.
static void test_types_can_be_drawn(void **state) {
    (void)state;
    tr_scene scene;
    int layers = 0, other = 0;
    for (int seed = 1; seed <= 20; seed++) {
        char text[256];
        snprintf(
            text, sizeof text,
            "{\"planets\": [{\"name\": \"A\", \"seed\": %d, \"type\": {\"choose\": [\"ice\", \"barren\"]}}]}",
            seed);
        load_well(file_with(text), 0, NULL, &scene);
        layers += scene.planets[0].recipe->layer_count > 0;
        other += strcmp(scene.planets[0].recipe->type, "barren") == 0;
        assert_comes_back(&scene, true);
        // the planet of this type and seed
        tr_scene written;
        const tr_world world = {
            .name = scene.planets[0].recipe->type, .has_seed = true, .seed = (uint64_t)seed};
        written = load_world(world);
        assert_recipes_equal(scene.planets[0].recipe, written.planets[0].recipe);
        tr_scene_clear(&written);
        tr_scene_clear(&scene);
    }
    assert_int_equal(layers, 20);
    assert_true(other > 2 && other < 18);
}

// A seed that is set draws the ranges and is written to the recipe. The last of several wins, whatever path
// sets it.
static void test_the_last_seed_that_is_set_wins(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"planets.A.seed=4", "seed=9"},
                                           {"seed=4", "planets.A.seed=9"},
                                           {"planets.A.seed=4", "planets.0.seed=9"},
                                           {"seed=4", "planets.A.seed= 9 "}};
    const char *text = "{\"planets\": [{\"name\": \"A\", \"type\": \"barren\"}]}";
    tr_scene nine, scene;
    const tr_world world = {.name = file_with(text), .has_seed = true, .seed = 9};
    nine = load_world(world);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        load_well(file_name, 2, cases[i], &scene);
        assert_recipes_equal(scene.planets[0].recipe, nine.planets[0].recipe);
        tr_scene_clear(&scene);
    }
    tr_scene_clear(&nine);
}

static void test_moons_come_back(void **state) {
    (void)state;
    tr_scene scene;
    load_well(
        file_with("{\"$schema\": \"scene.schema.json\", \"name\": \"Home\", \"summary\": \"a moon\","
                  "\"star\": {\"kelvin\": 3200, \"mass_suns\": 0.25}, \"planets\": ["
                  "{\"name\": \"A\", \"type\": \"barren\", \"day_h\": 30, \"mass_earths\": 2},"
                  "{\"name\": \"B\", \"type\": \"barren\", \"locked\": true, \"orbit\": {\"around\": \"A\","
                  "\"radius_km\": 4e5, \"eccentricity\": 0.25, \"node_deg\": 20, \"periapsis_deg\": 5}}]}"),
        0, NULL, &scene);
    assert_string_equal(scene.planets[1].orbit.around, "A");
    assert_true(scene.planets[0].orbit.radius_km == 149597870.7 && scene.planets[0].day_h == 30);
    assert_true(scene.planets[1].locked && scene.planets[1].orbit.eccentricity == 0.25);
    assert_true(scene.star.kelvin == 3200 && scene.star.mass_suns == 0.25 && scene.planets[0].mass_earths == 2);
    assert_comes_back(&scene, true);
    tr_scene_place(&scene, -1234.56789); // the state at this time can be loaded again
    assert_true(scene.time_h == -1234.56789 && scene.planets[0].rotation_rad > 0);
    assert_comes_back(&scene, true);
    tr_scene_clear(&scene);
}

// Draws other than those of the ground: seeds of a type differ in size and tilt, some gas giants have rings and
// others do not, and cloud cover varies.
static void test_seeds_differ_in_size_tilt_rings_and_clouds(void **state) {
    (void)state;
    enum { seeds = 24 };
    char names[64][TR_NAME_BYTES];
    const int count = tr_type_list(names, 64);
    for (int t = 0; t < count; t++) {
        double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1, -1, -1}; // radius, tilt, fraction of clouds
        int ringed = 0;
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            const tr_world world = {.name = names[t], .has_seed = true, .seed = seed};
            tr_scene scene = load_world(world);
            const tr_recipe *recipe = scene.planets[0].recipe; // NOLINT(clang-analyzer-core.*): it is there
            double drawn[3] = {recipe->radius_km, recipe->tilt_deg, -1};
            for (int i = 0; i < recipe->layer_count; i++)
                if (strcmp(recipe->layers[i].kind->name, "quantile") == 0 &&
                    strcmp(recipe->layers[i].into, "cloud") == 0) {
                    char path[80];
                    snprintf(path, sizeof path, "layers.%s.coverage", recipe->layers[i].name);
                    drawn[2] = number_at(recipe, path);
                }
            for (int k = 0; k < 3; k++) {
                low[k] = drawn[k] < low[k] ? drawn[k] : low[k];
                high[k] = drawn[k] > high[k] ? drawn[k] : high[k];
            }
            ringed += tr_recipe_has_rings(recipe);
            tr_scene_clear(&scene);
        }
        const bool giant = strcmp(names[t], "gas-giant") == 0 || strcmp(names[t], "ice-giant") == 0;
        const bool well = high[0] >= 1.2 * low[0] && high[1] >= low[1] + 2 &&
                          (high[2] < 0 || high[2] >= low[2] + 0.1) &&
                          (!giant || (ringed > 0 && ringed < seeds));
        if (!well)
            print_message("%s: %g to %g km, tilts of %g to %g, clouds over %g to %g, %d with rings\n", names[t],
                          low[0], high[0], low[1], high[1], low[2], high[2], ringed);
        assert_true(well);
    }
}

// ---- invalid input -----------------------------------------------------------------------------

// Asserts that the text is refused at this position (0: anywhere), with this path and this message.
static void refuse(const char *text, int line, int column, const char *path, const char *words) {
    tr_scene scene;
    tr_error error;
    tr_status status = load(file_with(text), 0, NULL, &scene, &error);
    if (status != TR_BAD_INPUT || !strstr(error.message, words) || strcmp(error.path, path) != 0 ||
        (line && (error.line != line || error.column != column)))
        print_message("%.60s…\n  gave %s:%d:%d: %s: %s\n", text, error.file, error.line, error.column,
                      error.path, error.message);
    assert_int_equal(status, TR_BAD_INPUT);
    assert_string_equal(error.file, file_name);
    assert_non_null(strstr(error.message, words));
    assert_string_equal(error.path, path);
    assert_true(error.line > 0 && error.column > 0);
    if (line) {
        assert_int_equal(error.line, line);
        assert_int_equal(error.column, column);
    }
    tr_scene_clear(&scene);
}

// Checks the pixel version of a file, and whether a warning names it.
static void check_pixels(const char *text, int pixels, const char *words) {
    tr_scene scene;
    tr_error error;
    char warning[TR_WARNING_BYTES];
    assert_int_equal(load(file_with(text), 0, NULL, &scene, &error), TR_OK);
    assert_int_equal(scene.pixels, pixels);
    assert_int_equal(tr_scene_warning(&scene, warning), words != NULL);
    assert_non_null(strstr(warning, words ? words : ""));
    tr_scene_clear(&scene);
}

static void test_other_pixels_are_told(void **state) {
    (void)state;
    char text[160];
    check_pixels("{}", TR_PIXELS, NULL);
    snprintf(text, sizeof text, "{\"type\": \"ice\", \"pixels\": %d}", TR_PIXELS);
    check_pixels(text, TR_PIXELS, NULL);
    check_pixels("{\"pixels\": 99999}", 99999, "the newer terrella");
    snprintf(text, sizeof text, "{\"pixels\": %d, \"planets\": [{\"name\": \"A\", \"pixels\": 99998}]}",
             TR_PIXELS);
    check_pixels(text, 99998, "looks different");
    // a document that is written again has the current pixel version
    tr_scene scene;
    tr_error error;
    char *json;
    assert_int_equal(load(file_with("{\"pixels\": 99999}"), 0, NULL, &scene, &error), TR_OK);
    assert_int_equal(tr_scene_to_json(&scene, false, &json, &error), TR_OK);
    snprintf(text, sizeof text, "\"pixels\":%d", TR_PIXELS);
    assert_non_null(strstr(json, text));
    tr_free(json);
    tr_scene_clear(&scene);
}

static void test_broken_json_is_told_with_its_place(void **state) {
    (void)state;
    refuse("", 0, 0, "", "the text ends where a value should stand");
    refuse("{\"radius_km\": 3000,\n \"noisiness\": }", 2, 15, "", "'}' stands where a value should");
    refuse("{\"noisiness\": NaN}", 0, 0, "", "'NaN' stands where a value should");
    refuse("{\"noisiness\": Infinity}", 0, 0, "", "'Infinity' stands where a value should");
    refuse("{\"noisiness\": 1e999}", 0, 0, "", "beyond");
    refuse("\xef\xbb\xbf{\"radius_km\": 3000,\n \"noisiness\": }", 2, 15, "",
           "'}' stands where a value should");
    refuse("\xef\xbb\xbf{\"noisiness\": 9}", 1, 15, "noisiness", "0 … 4"); // the BOM is not a column
    refuse("{\"noisiness\": 1} x", 0, 0, "", "'x' stands where the end of the text should");
    refuse("{\"noisiness\": 1, \"noisiness\": 2}", 0, 0, "", "two members called");
    refuse("[1, 2]", 1, 1, "", "JSON object");
    refuse("{\"seed\": 99999999999999999999}", 0, 0, "", "beyond");
}

// Text after a zero byte is not ignored.
static void test_zero_bytes_are_told(void **state) {
    (void)state;
    static const char bytes[] = "{\"radius_km\": 3000}\n\0{\"noisiness\": 9}";
    tr_scene scene;
    tr_error error;
    assert_int_equal(load(file_with_bytes(bytes, sizeof bytes - 1), 0, NULL, &scene, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "a byte 0x00 stands where the end of the text should"));
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 1);
    tr_scene_clear(&scene);
}

// Also where the path of a planet leads to another planet, or to none.
static void test_planets_without_a_path_are_told_with_their_place(void **state) {
    (void)state;
    refuse(
        "{\"planets\": [\n {\"name\": \"A\", \"type\": \"ice\"},\n {\"name\": \"A\",\n  \"type\": \"icy\"}]}",
        4, 11, "planets.A.type", "did you mean 'ice'");
    refuse("{\"planets\": [\n {\"name\": \"St. John\", \"type\": \"icy\"}]}", 2, 31, "planets.St. John.type",
           "did you mean 'ice'");
    refuse("{\"planets\": [\n {\"name\": \"St. John\", \"set\": 3}]}", 2, 30, "planets.St. John.set",
           "must be an object");
    refuse("{\"planets\": [\n {\"seed\": {\"range\": [1, 2]}}]}", 2, 11, "planets..seed", "seed must be fixed");
}

static void test_wrong_values_are_told_with_path_and_place(void **state) {
    (void)state;
    refuse("{\"noisiness\":\n  -1}", 2, 3, "noisiness", "must be 0 … 4");
    refuse("{\"noisiness\": \"much\"}", 1, 15, "noisiness", "must be a number");
    refuse("{\"seed\": -5}", 1, 10, "seed", "0 … 9223372036854775807");
    refuse("{\"seed\": {\"range\": [1, 9]}}", 1, 10, "seed", "seed must be fixed");
    refuse("{\"planets\": [{\"name\": \"A\", \"seed\": {\"choose\": [1, 9]}}]}", 1, 36, "planets.A.seed",
           "seed must be fixed");
    refuse("{\"noisines\": 1}", 1, 14, "noisines", "did you mean 'noisiness'");
    refuse("{\"layers\": [\n {\"name\": \"a\", \"field\": \"abs_sin_latitude\"},\n {\"name\": \"b\",\n  "
           "\"field\": "
           "\"vornoi\"}]}",
           4, 12, "layers.b.field", "did you mean 'voronoi'");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"abs_sin_latitude\", \"octaves\": 3}]}", 1, 67,
           "layers.a.octaves", "does not belong");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"fractal\", \"octaves\": 25}]}", 1, 58,
           "layers.a.octaves", "1 … 24");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"fractal\", \"octaves\": {\"knob\": \"loudness\"}}]}",
           0, 0, "layers.a.octaves", "a knob is");
    refuse("{\"layers\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}", 0, 0, "layers.a", "two called");
    refuse("{\"layers\": [{\"field\": \"abs_sin_latitude\"}]}", 1, 13, "layers.0", "needs a \"name\"");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"vortices\", \"flow_from\": \"w\"}]}", 1, 61,
           "layers.a.flow_from", "there is no warp of the kind 'flow'");
    refuse("{\"warps\": [{\"name\": \"b\", \"kind\": \"part\", \"flow_from\": \"w\"}]}", 1, 55,
           "warps.b.flow_from", "there is no earlier warp of the kind 'flow'");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"gullies\"}]}", 0, 0, "layers.a.terrain_from",
           "gullies need the name of a layer with a terrain");
    refuse("{\"layers\": [{\"name\": \"a\", \"warp\": \"w\"}]}", 1, 35, "layers.a.warp", "there is no warp");
    refuse("{\"layers\": [{\"name\": \"a\", \"where\": {\"channel\": \"c\"}}]}", 0, 0, "layers.a.where.channel",
           "writes the channel");
    refuse("{\"layers\": [{\"name\": \"a\", \"curve\": [[1, 0], [0, 1]]}]}", 0, 0, "layers.a.curve",
           "below the one before");
    refuse("{\"albedo\": [{\"name\": \"a\", \"channel\": \"height\", \"stops\": [[0, \"red\"]]}]}", 0, 0,
           "albedo.a.stops", "colour");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"voronoi\", \"density\": 0}]}", 1, 58,
           "layers.a.density", "1 … 1000000");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"voronoi\", \"density\": 1}]}", 1, 58,
           "layers.a.density", "must be 2 … 1000000");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"voronoi\", \"value\": \"f3-f1\", \"density\": 2}]}", 1,
           76, "layers.a.density", "must be 3 … 1000000");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"voronoi\", \"density\": 2},"
           "{\"name\": \"b\", \"field\": \"voronoi\", \"sites_from\": \"a\", \"value\": \"f3\"}]}",
           0, 0, "layers.b.value", "density of 'a' must be 3 … 1000000");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"voronoi\"},"
           "{\"name\": \"b\", \"field\": \"voronoi\", \"sites_from\": \"a\", \"domain\": \"plane\"}]}",
           0, 0, "layers.b.domain", "other domain");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"voronoi\", \"value\": \"edge\", \"metric\": "
           "\"manhattan\"}]}",
           0, 0, "layers.a.metric", "'euclid' only");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"voronoi\", \"metric\": \"chebychev\"}]}", 0, 0,
           "layers.a.metric", "did you mean 'chebyshev'");
    refuse("{\"warps\": [{\"name\": \"w\", \"kind\": \"noise\"}],\"layers\": [{\"name\": \"a\", \"field\": "
           "\"voronoi\", "
           "\"domain\": \"plane\", \"warp\": \"w\"}]}",
           0, 0, "layers.a.warp", "cannot be warped");
    refuse("{\"type\": \"infermo\"}", 1, 10, "type", "did you mean 'inferno'");
    refuse("{\"format\": 2}", 1, 12, "format", "format 1");
    refuse("{\"bounds\": {\"land\": [0.2, 1.5]}}", 1, 21, "bounds.land", "must be 0 … 1");
    refuse("{\"bounds\": {\"glow\": [-0.1, 0.5]}}", 1, 21, "bounds.glow", "must be 0 … 1");
    refuse("{\"pixels\": 0}", 1, 12, "pixels", "a whole number from 1 on");
    refuse("{\"planets\": [{\"name\": \"A\", \"pixels\": \"1\"}]}", 1, 38, "planets.A.pixels",
           "a whole number");
    refuse("{\"height_min_m\": 5, \"height_max_m\": 5}", 1, 37, "height_max_m", "below");
    refuse("{\"layers\": [{\"name\": \"a\", \"where\": {\"channel\": \"height\", \"from\": 2, \"to\": 2}}]}", 0,
           0, "layers.a.where.to", "must differ");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"craters\", \"radius_min\": 0.3}]}", 0, 0,
           "layers.a.radius_max", "may not be above");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"arcs\", \"width_min\": 0.3}]}", 0, 0,
           "layers.a.width_max", "may not be above");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"channel\", \"channel\": \"heat\"}]}", 0, 0,
           "layers.a.channel", "no layer before this one writes");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"arcs\"}, {\"name\": \"b\", \"field\": \"streets\", "
           "\"sites_from\": \"a\"}]}",
           0, 0, "layers.b.sites_from", "no layer before this one has such sites");
    refuse("{\"warps\": [{\"name\": \"w\", \"kind\": \"twist\"}], \"layers\": [{\"name\": \"a\", \"field\": "
           "\"craters\", "
           "\"sites_from\": \"w\"}]}",
           0, 0, "layers.a.sites_from", "no layer before this one has such sites");
    refuse("{\"warps\": [{\"name\": \"w\"}], \"layers\": [{\"name\": \"a\", \"field\": \"spots\", "
           "\"sites_from\": \"w\"}]}",
           0, 0, "layers.a.sites_from", "no layer before this one has such sites");
    refuse("{\"warps\": [{\"name\": \"w\", \"kind\": \"twist\"}], \"layers\": [{\"name\": \"w\", \"field\": "
           "\"fractal\"}, {\"name\": \"a\", \"field\": \"spots\", \"sites_from\": \"w\"}]}",
           0, 0, "layers.a.sites_from", "a layer without such sites");
    refuse("{\"warps\": [{\"name\": \"a\", \"kind\": \"twist\", \"latitude_min\": 50, \"latitude_max\": 50}]}",
           0, 0, "warps.a.latitude_max", "may not be above");
    refuse("{\"layers\": [{\"name\": \"a\", \"amount\": {\"knob\": \"noisiness\", \"times\": 1e300}}]}", 0, 0,
           "layers.a.amount.times", "1e9");
    refuse("{\"noisiness\": {\"range\": [\"a\", \"b\"]}}", 1, 15, "noisiness", "must be a number");
    refuse("{\"noisiness\": {\"range\": [2, 1, 0]}}", 1, 15, "noisiness", "must be a number");
    refuse("{\"range\": [0, 1]}", 1, 1, "", "must be an object");
    refuse("{\"planets\": [{\"choose\": [\"a\", \"b\"]}]}", 1, 14, "planets.", "must be an object");
    refuse("{\"orbit\": 5}", 1, 11, "orbit", "unknown key");
    refuse("{\"day_h\": 5}", 1, 11, "day_h",
           "unknown key"); // a key of planets in a scene
    refuse("{\"planets\": []}", 1, 13, "planets", "1 … 64");
    refuse("{\"planets\": [{\"name\": \"A\", \"type\": \"barren\", \"noisiness\": 9}]}", 1, 59,
           "planets.A.noisiness", "0 … 4");
    refuse("{\"planets\": [{\"name\": \"../A\", \"type\": \"barren\"}]}", 0, 0, "planets.../A.name",
           "may not contain");
}

#define PAIR(second)                                                                                           \
    "{\"planets\": [{\"name\": \"Ada\", \"type\": \"barren\", \"radius_km\": 2000},\n{\"name\": \"Bo\", "      \
    "\"type\": \"barren\", \"radius_km\": 1000, \"orbit\": " second "}]}"

static void test_impossible_orbits_are_told(void **state) {
    (void)state;
    refuse(PAIR("{\"around\": \"Adda\"}"), 2, 73, "planets.Bo.orbit.around", "did you mean 'Ada'");
    refuse(PAIR("{\"around\": \"Bo\"}"), 2, 73, "planets.Bo.orbit.around", "no planet 'Bo' before this one");
    refuse(PAIR("{\"around\": \"Ada\", \"radius_km\": 3000}"), 2, 93, "planets.Bo.orbit.radius_km",
           "meets Ada: more than 3000 km are needed");
    refuse(PAIR("{\"around\": \"Ada\", \"radius_km\": 6000, \"eccentricity\": 0.5}"), 0, 0,
           "planets.Bo.orbit.radius_km", "comes as near as 3000 km");
    refuse(PAIR("{\"radius_km\": 697000}"), 0, 0, "planets.Bo.orbit.radius_km", "meets the star");
    refuse(PAIR("{\"phase_deg\": 0.001}"), 2, 62, "planets.Bo.orbit", "'Bo' would be inside 'Ada'");
    refuse(PAIR("{\"radius_km\": NaN}"), 0, 0, "", "'NaN' stands where a value should");
    refuse(PAIR("{\"eccentricity\": 1}"), 0, 0, "planets.Bo.orbit.eccentricity", "0 … 0.95");
    refuse(PAIR("{\"excentricity\": 1}"), 0, 0, "planets.Bo.orbit.excentricity", "did you mean 'eccentricity'");
    refuse("{\"planets\": [{\"name\": \"A\", \"type\": \"barren\", \"orbit\": {\"around\": \"B\"}}, {\"name\": "
           "\"B\", \"type\": \"barren\", \"orbit\": {\"around\": \"A\"}}]}",
           0, 0, "planets.A.orbit.around", "no planet 'B' before this one");
    refuse("{\"star\": {\"kelvin\": -1}, \"planets\": [{\"name\": \"A\", \"type\": \"barren\"}]}", 0, 0,
           "star.kelvin", "0 … 100000");
}

// Paint layers of numeric channels, and clouds with their paint layers, under the names that sets use.
static void test_materials_and_clouds_come_back(void **state) {
    (void)state;
    const char *const sets[] = {"clouds.cover.high.strength=0.25",
                                "roughness.ground.stops=[[0, 0.125], [1, 1]]"};
    tr_scene a;
    load_well(
        file_with(
            "{\"roughness\": [{\"name\": \"ground\", \"channel\": \"height\", \"stops\": [[0, 0.5]]}], "
            "\"metal\": [{\"name\": \"ore\", \"channel\": \"height\", \"stops\": [[0, {\"range\": [0, 1]}]]}], "
            "\"clouds\": {\"altitude_km\": 11, \"cover\": [{\"name\": \"high\", \"channel\": \"height\", "
            "\"stops\": [[0, 0], [1, 1]]}], \"colour\": [{\"name\": \"dust\", \"channel\": \"height\", "
            "\"stops\": [[0, \"c0a080\"]]}]}}"),
        2, sets, &a);
    const tr_recipe *r = a.planets[0].recipe;
    assert_int_equal(r->roughness.paints[0].gradient.count, 2);
    assert_true(r->stops[r->roughness.paints[0].gradient.first].value == 0.125);
    assert_true(r->clouds.altitude_km == 11 && r->clouds.cover.paints[0].strength.plus == 0.25);
    assert_int_equal(r->stops[r->clouds.colour.paints[0].gradient.first].srgb[1], 0xa0);
    assert_comes_back(&a, true);
    tr_scene_clear(&a);
}

static void test_wrong_materials_are_told(void **state) {
    (void)state;
    refuse("{\"roughness\": [{\"name\": \"a\", \"channel\": \"height\", \"stops\": [[0, 1.5]]}]}", 0, 0,
           "roughness.a.stops", "the number 0 … 1");
    refuse("{\"metal\": [{\"name\": \"a\", \"channel\": \"height\", \"stops\": [[0, \"ffffff\"]]}]}", 0, 0,
           "metal.a.stops", "[position, number]");
    refuse("{\"roughness\": [{\"name\": \"a\", \"channel\": \"height\", \"rows\": []}]}", 0, 0,
           "roughness.a.rows", "unknown key");
    refuse("{\"clouds\": {\"cover\": [{\"name\": \"a\", \"channel\": \"sky\", \"stops\": [[0, 1]]}]}}", 0, 0,
           "clouds.cover.a.channel", "no layer writes the channel 'sky'");
    refuse("{\"clouds\": {\"colour\": [{\"name\": \"a\", \"channel\": \"height\", \"stops\": [[0, "
           "\"ffffff\"]]}]}}",
           0, 0, "clouds.colour", "need a cover");
    refuse("{\"clouds\": {\"altitude_km\": -1}}", 1, 28, "clouds.altitude_km", "0 … 1000");
    refuse("{\"clouds\": {\"altitud_km\": 1}}", 0, 0, "clouds.altitud_km", "did you mean 'altitude_km'");
}

static void test_wrong_rows_are_told_with_their_number(void **state) {
    (void)state;
    refuse(BIOMES("", "[[0, [[0, \"102030\"]]]]"), 0, 0, "albedo.land.rows", "need a second channel");
    refuse(BIOMES(", \"across\": \"wamth\"", "[[0, [[0, \"102030\"]]]]"), 0, 0, "albedo.land.across",
           "no layer writes the channel 'wamth'");
    refuse(BIOMES(", \"across\": \"warmth\", \"stops\": [[0, \"000000\"]]", "[[0, [[0, \"102030\"]]]]"), 0, 0,
           "albedo.land.rows", "not both");
    refuse(BIOMES(", \"across\": \"warmth\"", "[]"), 0, 0, "albedo.land.rows", "must be gradients");
    refuse(BIOMES(", \"across\": \"warmth\"", "[[0, [[0, \"102030\"]]], [0, [[0, \"102030\"]]]]"), 0, 0,
           "albedo.land.rows", "row 1 is not above");
    refuse(BIOMES(", \"across\": \"warmth\"", "[[0, [[0, \"102030\"]]], [1, [[0, \"12345\"]]]]"), 0, 0,
           "albedo.land.rows.1", "colour");
    refuse("{\"albedo\": [{\"name\": \"a\", \"channel\": \"height\"}]}", 0, 0, "albedo.a.stops",
           "needs a gradient");
    refuse("{\"albedo\": [{\"name\": \"a\", \"channel\": \"height\", \"across\": \"height\", \"stops\": [[0, "
           "\"000000\"]]}]}",
           0, 0, "albedo.a.rows", "needs rows");
}

static void test_limits_are_checked(void **state) {
    (void)state;
    char *text = malloc(TR_WORLD_BYTES + 16), *s = text;
    memset(text, ' ', TR_WORLD_BYTES + 16);
    memcpy(text, "{}", 2);
    text[TR_WORLD_BYTES + 5] = 0;
    tr_scene scene;
    tr_error error;
    assert_int_equal(load(file_with(text), 0, NULL, &scene, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "4 MiB"));
    s = text;
    for (int i = 0; i < 40; i++)
        s += sprintf(s, "{\"a\":");
    s += sprintf(s, "1");
    for (int i = 0; i < 40; i++)
        s += sprintf(s, "}");
    refuse(text, 1, 161, "", "deeper than 32");
    s = text + sprintf(text, "{\"layers\": [");
    for (int i = 0; i < 257; i++)
        s += sprintf(s, "%s{\"name\": \"l%d\"}", i ? "," : "", i);
    sprintf(s, "]}");
    refuse(text, 0, 0, "layers.l256", "at most 256");
    s = text + sprintf(text, "{\"albedo\": [{\"name\": \"a\", \"channel\": \"height\", \"stops\": [");
    for (int i = 0; i < 1025; i++)
        s += sprintf(s, "%s[%d, \"000000\"]", i ? "," : "", i);
    sprintf(s, "]}]}");
    refuse(text, 0, 0, "albedo.a.stops", "at most 1024");
    refuse("{\"layers\": [{\"name\": \"a\", \"field\": \"voronoi\", \"density\": 1000001}]}", 0, 0,
           "layers.a.density", "1000000");
    free(text);
}

static void test_wrong_sets_and_types_are_wrong_usage(void **state) {
    (void)state;
    static const struct {
        const char *world, *set, *words;
    } cases[] = {
        {"infero", NULL, "did you mean 'inferno'"},
        {"x", NULL, "list types"},
        {"inferno", "noisines=1", "did you mean 'noisiness'"},
        {"inferno", "noisiness=loud", "must be a number"},
        {"inferno", "noisiness=NaN", "must be a number"},
        {"inferno", "noisiness", "KEY=VALUE"},
        {"inferno", "=1", "KEY=VALUE"},
        {"inferno", "layers.nowhere.octaves=3", "there is no 'nowhere'"},
        {"inferno", "air.colr=ffffff", "did you mean 'colour'"},
        {"inferno", "seed=-1", "seed"},
        {"inferno", "type=toxic", "the world itself"},
        {"inferno", "noisiness.x=1", "must be a number"},
        {"inferno", "layers.0.nosuch.thing=1", "unknown key"},
        {"inferno", "albedo.0.stops.0.0.x=1", "nothing below"},
        {"home", "planets.1={\"name\": \"A\", \"type\": \"ice\"}", "name the parameter too: planets.NAME.KEY"},
        {"home", "planets.Luna=5", "name the parameter too"},
        {"home", "planets=[{\"name\": \"A\", \"type\": \"ice\"}]", "name the parameter too"},
        {"ice", "planets=[{\"name\": \"A\"}]", "name the parameter too"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_scene scene;
        tr_error error;
        tr_status status = load(cases[i].world, cases[i].set ? 1 : 0, &cases[i].set, &scene, &error);
        if (status != TR_BAD_USAGE || !strstr(error.message, cases[i].words))
            print_message("%s %s gave %s: %s\n", cases[i].world, cases[i].set ? cases[i].set : "", error.path,
                          error.message);
        assert_int_equal(status, TR_BAD_USAGE);
        assert_non_null(strstr(error.message, cases[i].words));
        tr_scene_clear(&scene);
    }
}

// An error of a check on two values names the set that causes it, whichever value the check names. It never
// names a valid set or file.
static void test_the_set_that_breaks_a_law_is_told(void **state) {
    (void)state;
    static const struct {
        const char *text; // of a file, or the name of a type
        const char *sets[2];
        tr_status status;
        const char *words;
    } cases[] = {
        {"earthlike",
         {"height_min_m=20000", "radius_km=6000"},
         TR_BAD_USAGE,
         "--set height_min_m=20000: height_max_m: height_min_m must be below"},
        {"earthlike", {"radius_km=6000", "height_min_m=20000"}, TR_BAD_USAGE, "--set height_min_m=20000: "},
        {"{\"type\": \"earthlike\"}",
         {"height_min_m=20000", "radius_km=6000"},
         TR_BAD_USAGE,
         "--set height_min_m"},
        {"{\"height_max_m\": 5}", {"radius_km=6000", "height_min_m=20000"}, TR_BAD_USAGE, "--set height_min_m"},
        {PAIR("{\"around\": \"Ada\", \"radius_km\": 5000}"),
         {"planets.Ada.radius_km=4500", "planets.Bo.noisiness=1"},
         TR_BAD_USAGE,
         "--set planets.Ada.radius_km=4500: planets.Bo.orbit.radius_km: an orbit"},
        {"earthlike",
         {"mesh_columns=128", "height_min_m=20000"},
         TR_BAD_USAGE,
         "--set mesh_columns=128: air.thickness: a planet with mesh_columns cannot have air"},
        {"earthlike", {"radius_km=6000", "noisiness=9"}, TR_BAD_USAGE, "--set noisiness=9: noisiness is 9"},
        {"{\"height_min_m\": 5, \"height_max_m\": 5}",
         {"radius_km=6000", "noisiness=1"},
         TR_BAD_INPUT,
         "height_min_m must be below"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_scene scene;
        tr_error error;
        const char *name = cases[i].text[0] == '{' ? file_with(cases[i].text) : cases[i].text;
        const tr_status status = load(name, 2, cases[i].sets, &scene, &error);
        if (status != cases[i].status || !strstr(error.message, cases[i].words))
            print_message("%d gave %s:%d: %s: %s\n", (int)i, error.file, error.line, error.path, error.message);
        assert_int_equal(status, cases[i].status);
        assert_non_null(strstr(error.message, cases[i].words));
        assert_int_equal(error.line > 0, status == TR_BAD_INPUT);
        tr_scene_clear(&scene);
    }
}

static void test_sets_leave_alone_what_is_no_planet(void **state) {
    (void)state;
    const char *set = "0=1"; // a path that is an index
    tr_scene scene;
    tr_error error;
    assert_int_equal(load(file_with("{\"planets\": [5]}"), 1, &set, &scene, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "a planet needs a \"name\""));
    tr_scene_clear(&scene);
}

static void test_names_near_each_other(void **state) {
    (void)state;
    const char *const names[] = {"noisiness", "persistence", "octaves", "seed"};
    assert_string_equal(tr_nearest_name("noisyness", names, 4), "noisiness");
    assert_string_equal(tr_nearest_name("pers", names, 4), "persistence");
    assert_string_equal(tr_nearest_name("sede", names, 4), "seed");
    assert_null(tr_nearest_name("zzzzzz", names, 4));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types_are_all_there_and_each_says_what_it_is),
        cmocka_unit_test(test_shown_recipes_come_back_to_the_bit),
        cmocka_unit_test(test_draws_depend_on_seed_and_path_alone),
        cmocka_unit_test(test_draws_are_salted_with_the_type),
        cmocka_unit_test(test_ranges_may_fall),
        cmocka_unit_test(test_other_pixels_are_told),
        cmocka_unit_test(test_seeds_differ_in_size_tilt_rings_and_clouds),
        cmocka_unit_test(test_sets_come_last),
        cmocka_unit_test(test_long_numbers_come_back_to_the_bit),
        cmocka_unit_test(test_voronoi_parameters_come_back),
        cmocka_unit_test(test_rows_of_a_gradient_come_back),
        cmocka_unit_test(test_materials_and_clouds_come_back),
        cmocka_unit_test(test_wrong_materials_are_told),
        cmocka_unit_test(test_wrong_rows_are_told_with_their_number),
        cmocka_unit_test(test_a_file_may_build_on_a_type),
        cmocka_unit_test(test_scenes_place_their_planets),
        cmocka_unit_test(test_types_can_be_drawn),
        cmocka_unit_test(test_the_last_seed_that_is_set_wins),
        cmocka_unit_test(test_moons_come_back),
        cmocka_unit_test(test_impossible_orbits_are_told),
        cmocka_unit_test(test_broken_json_is_told_with_its_place),
        cmocka_unit_test(test_zero_bytes_are_told),
        cmocka_unit_test(test_planets_without_a_path_are_told_with_their_place),
        cmocka_unit_test(test_wrong_values_are_told_with_path_and_place),
        cmocka_unit_test(test_limits_are_checked),
        cmocka_unit_test(test_wrong_sets_and_types_are_wrong_usage),
        cmocka_unit_test(test_the_set_that_breaks_a_law_is_told),
        cmocka_unit_test(test_sets_leave_alone_what_is_no_planet),
        cmocka_unit_test(test_names_near_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, remove_file);
}
