// Differences from a type: the "set" of files equals --set, and elements of lists are added, removed and moved.
#include "scene/differences.h"
#include "support.h"

static tr_status load(const char *text, int count, const char *const *sets, tr_scene *scene, tr_error *error) {
    const bool file = text[0] == '{';
    const tr_world world = {
        .name = file ? "w.json" : text, .text = file ? text : NULL, .set_count = count, .sets = sets};
    *error = (tr_error){0};
    return tr_world_load(&world, scene, error);
}

static void refuse(const char *text, const char *value, const char *path, const char *words) {
    tr_scene scene;
    tr_error error;
    const int column = (int)(strstr(text, value) - text) + 1;
    const tr_status status = load(text, 0, NULL, &scene, &error);
    if (status != TR_BAD_INPUT || error.column != column || strcmp(error.path, path) != 0 ||
        !strstr(error.message, words) || strstr(error.message, "--set"))
        print_message("%s\n  gave %d:%d: %s: %s\n", text, error.line, error.column, error.path, error.message);
    assert_int_equal(status, TR_BAD_INPUT);
    assert_string_equal(error.file, "w.json");
    assert_int_equal(error.line, 1);
    assert_int_equal(error.column, column);
    assert_string_equal(error.path, path);
    assert_non_null(strstr(error.message, words));
    assert_null(strstr(error.message, "--set"));
    tr_scene_clear(&scene);
}

// The concrete recipe or scene of a world, as JSON text.
static char *show(const char *text, int count, const char *const *sets) {
    tr_scene scene;
    tr_error error;
    char *json = NULL;
    if (load(text, count, sets, &scene, &error) != TR_OK)
        print_message("%s\n  gave %d:%d: %s: %s\n", text, error.line, error.column, error.path, error.message);
    assert_int_equal(error.status, TR_OK);
    assert_int_equal(tr_scene_to_json(&scene, false, &json, NULL), TR_OK);
    tr_scene_clear(&scene);
    return json;
}

static void assert_same(const char *a, const char *b, int count, const char *const *sets) {
    char *x = show(a, 0, NULL), *y = show(b, count, sets);
    assert_string_equal(x, y);
    assert_null(strstr(x, "\"set\""));
    tr_free(x);
    tr_free(y);
}

static void test_set_of_a_file_is_what_set_is(void **state) {
    (void)state;
    const char *const sets[] = {"layers.sea level.coverage=0.3", "albedo.snow.strength=0.5", "radius_km=5500",
                                "liquid=methane", "ocean=0.5"};
    const char *const air[] = {"air.thickness=0"};
    assert_same(
        "{\"type\": \"earthlike\", \"ocean\": 0.4, \"seed\": 7, \"set\": {\"layers.sea level.coverage\": 0.3, "
        "\"albedo.snow.strength\": 0.5, \"radius_km\": 5500, \"liquid\": \"methane\", \"ocean\": 0.5}}",
        "{\"type\": \"earthlike\", \"ocean\": 0.4, \"seed\": 7}", 5, sets);
    assert_same("{\"type\": \"earthlike\", \"set\": {\"air.thickness\": 0}, \"air\": {\"thickness\": 3}}",
                "{\"type\": \"earthlike\", \"air\": {\"thickness\": 3}}", 1, air);
}

// A knob does not change a value that is set directly, also in a file with its own layers. A set of the command
// line is applied last.
static void test_set_wins_over_knobs_and_loses_to_options(void **state) {
    (void)state;
    static const char whole[] =
        "{\"radius_km\": 900, \"knobs\": {\"size\": {\"label\": \"Size\", \"what\": \"how large it is\", "
        "\"drives\": [{\"path\": \"radius_km\", \"from\": 1000, \"to\": 2000}]}}, \"size\": 0.5, "
        "\"layers\": [{\"name\": \"a\", \"field\": \"voronoi\"}]%s}";
    char text[512];
    tr_scene scene;
    tr_error error;
    const char *set = "radius_km=1300";
    snprintf(text, sizeof text, whole, "");
    assert_int_equal(load(text, 0, NULL, &scene, &error), TR_OK);
    assert_true(scene.planets[0].recipe->radius_km == 1500);
    tr_scene_clear(&scene);
    snprintf(text, sizeof text, whole, ", \"set\": {\"radius_km\": 1200}");
    assert_int_equal(load(text, 0, NULL, &scene, &error), TR_OK);
    assert_true(scene.planets[0].recipe->radius_km == 1200);
    tr_scene_clear(&scene);
    assert_int_equal(load(text, 1, &set, &scene, &error), TR_OK);
    assert_true(scene.planets[0].recipe->radius_km == 1300);
    tr_scene_clear(&scene);
}

// Also where a set replaces all layers, so that their former values are lost.
static void test_layers_that_are_set_win_over_knobs(void **state) {
    (void)state;
    const char *set = "layers=[{\"name\": \"a\", \"amount\": 0.7}]";
    static const char text[] =
        "{\"knobs\": {\"size\": {\"label\": \"Size\", \"what\": \"how large it is\", \"drives\": [{\"path\": "
        "\"layers.a.amount\", \"from\": 0, \"to\": 1}]}}, \"size\": 0.5, \"layers\": [{\"name\": \"a\"}]%s}";
    char with[512], without[512];
    snprintf(without, sizeof without, text, "");
    snprintf(with, sizeof with, text, ", \"set\": {\"layers\": [{\"name\": \"a\", \"amount\": 0.7}]}");
    assert_same(with, without, 1, &set);
}

#define TWO(rest)                                                                                              \
    "{\"planets\": [{\"name\": \"Ada\", \"type\": \"toxic\", \"seed\": 3}, {\"name\": \"Bo\", \"type\": "      \
    "\"ice\", \"seed\": 4, \"orbit\": {\"radius_km\": 1e8}" rest "}]}"

static void test_planets_of_scenes_have_sets(void **state) {
    (void)state;
    const char *const sets[] = {"planets.Bo.noisiness=0.25", "planets.Bo.orbit.phase_deg=20"};
    assert_same(TWO(", \"set\": {\"noisiness\": 0.25, \"orbit.phase_deg\": 20}"), TWO(""), 2, sets);
}

#define STACK(rest) "{\"layers\": [{\"name\": \"a\"}, {\"name\": \"b\"}, {\"name\": \"c\"}]" rest "}"

static void check_layers(const char *text, const char *set, const char *names) {
    tr_scene scene;
    tr_error error;
    char all[64] = "";
    if (load(text, set ? 1 : 0, &set, &scene, &error) != TR_OK)
        print_message("%s: %s: %s\n", set ? set : text, error.path, error.message);
    assert_int_equal(error.status, TR_OK);
    const tr_recipe *recipe = scene.planets[0].recipe;
    for (int i = 0; i < recipe->layer_count; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", recipe->layers[i].name);
    assert_string_equal(all, names);
    tr_scene_clear(&scene);
}

static void test_elements_come_go_and_move(void **state) {
    (void)state;
    check_layers(STACK(""), "layers.b=null", "a c");
    check_layers(STACK(""), "layers.1=null", "a c");
    check_layers(STACK(""), "layers.d={\"field\": \"voronoi\"}", "a b c d");
    check_layers(STACK(""), "layers.c.before=a", "c a b");
    check_layers(STACK(""), "layers.a.before=c", "b a c");
    check_layers(STACK(""), "layers.a.before=", "b c a");
    check_layers(STACK(""), "layers.c.before=\"\"", "a b c");
    check_layers(STACK(""), "layers.b.before=b", "a b c");
    check_layers(STACK(", \"set\": {\"layers.c\": null, \"layers.d\": {}, \"layers.d.before\": \"b\", "
                       "\"layers.a.before\": \"\"}"),
                 "layers.d.amount=30", "d b a");
}

static void check_planets(const char *text, int count, const char *const *sets, const char *names) {
    tr_scene scene;
    tr_error error;
    char all[256] = "";
    if (load(text, count, sets, &scene, &error) != TR_OK)
        print_message("%s: %s: %s\n", text, error.path, error.message);
    assert_int_equal(error.status, TR_OK);
    for (int i = 0; i < scene.planet_count; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", scene.planets[i].name);
    assert_string_equal(all, names);
    tr_scene_clear(&scene);
}

// Also in the text of the window's document.
static void test_planets_move(void **state) {
    (void)state;
    static const char *const first[] = {"planets.Bo.before=Ada"}, *const last[] = {"planets.0.before="},
                             *const builtin[] = {"planets.Rime.before=Frost"},
                             *const unknown[] = {"planets.Bo.before=Cy", "tilt_deg=1"};
    static const char file[] = "{\"type\": \"ringed\", \"set\": {\"planets.Rime.before\": \"Frost\"}}";
    const tr_world world = {.name = "w.json", .text = TWO(""), .set_count = 1, .sets = first};
    tr_scene scene;
    tr_error error = {0};
    char *text;
    check_planets(TWO(""), 1, first, "Bo Ada");
    check_planets(TWO(""), 1, last, "Bo Ada");
    check_planets("ringed", 1, builtin, "Corona Rime Frost Shard Amber");
    check_planets(file, 0, NULL, "Corona Rime Frost Shard Amber");
    assert_int_equal(tr_world_text(&world, &text, &error), TR_OK);
    check_planets(text, 0, NULL, "Bo Ada");
    tr_free(text);
    assert_int_equal(load(TWO(""), 2, unknown, &scene, &error), TR_BAD_USAGE);
    assert_non_null(strstr(error.message, "--set planets.Bo.before=Cy: there is no 'Cy'"));
    tr_scene_clear(&scene);
}

// Later edits find a planet by its new name. An edit with the old name is refused with an error that names the
// renaming edit.
static void test_planets_are_renamed(void **state) {
    (void)state;
    static const char *const sets[] = {"planets.Luna.name=Moon",       "planets.Moon.day_h=30",
                                       "planets.Moon.name=Selene",     "planets.Selene.before=Tellus",
                                       "planets.Selene.orbit.around=", "planets.Selene.orbit.radius_km=3e8"},
                             *const gone[] = {"planets.0.name=Terra", "tilt_deg=1"};
    static const char file[] =
        "{\"type\": \"home\", \"set\": {\"planets.Luna.name\": \"Moon\", \"planets.Moon.radius_km\": 1700}}";
    static const char own[] =
        "{\"planets\": [{\"name\": \"A\", \"type\": \"ice\", \"set\": {\"name\": \"B\"}}]}";
    static const char nameless[] = "{\"planets\": [{\"type\": \"ice\"}, {\"name\": \"C\", \"type\": \"ice\", "
                                   "\"orbit\": {\"radius_km\": 1e8}}]}";
    static const char *const of_own[] = {"planets.0.name=C", "planets.C.day_h=30"}, *const named[] = {
                                                                                        "planets.0.name=Ada",
                                                                                        "planets.Ada.day_h=30"};
    static const struct {
        const char *world;
        int count;
        const char *const *sets, *names;
    } cases[] = {{"home", 2, sets, "Tellus Moon"},
                 {"home", 6, sets, "Selene Tellus"},
                 {file, 0, NULL, "Tellus Moon"},
                 {own, 2, of_own, "C"},
                 {nameless, 2, named, "Ada C"}};
    tr_scene scene;
    tr_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const bool is_file = cases[i].world[0] == '{';
        const tr_world world = {.name = is_file ? "w.json" : cases[i].world,
                                .text = is_file ? cases[i].world : NULL,
                                .set_count = cases[i].count,
                                .sets = cases[i].sets};
        char *text;
        check_planets(cases[i].world, cases[i].count, cases[i].sets, cases[i].names);
        error = (tr_error){0};
        if (tr_world_text(&world, &text, &error) != TR_OK)
            fail_msg("%zu: %s", i, error.message);
        check_planets(text, 0, NULL, cases[i].names);
        tr_free(text);
    }
    assert_int_equal(load(file, 0, NULL, &scene, &error), TR_OK);
    assert_true(scene.planets[1].recipe->radius_km == 1700);
    tr_scene_clear(&scene);
    assert_int_equal(load("home", 2, sets, &scene, &error), TR_OK);
    assert_true(scene.planets[1].day_h == 30);
    tr_scene_clear(&scene);
    assert_int_equal(load("home", 2, gone, &scene, &error), TR_BAD_USAGE);
    assert_non_null(strstr(error.message, "--set planets.0.name=Terra: planets.Luna.orbit.around"));
    tr_scene_clear(&scene);
    refuse("{\"type\": \"home\", \"set\": {\"planets.0.name\": \"Terra\", \"noisiness\": 1}}", "\"Terra\"",
           "planets.Luna.orbit.around", "'Tellus'");
}

// A list that the recipe does not have yet is created with its first element.
static void test_lists_are_made(void **state) {
    (void)state;
    tr_scene scene;
    tr_error error;
    const char *const sets[] = {"warps.bend={}", "warps.bend.amount=0.1",
                                "metal.ore={\"channel\": \"height\", \"stops\": [[0, 0], [1, 1]]}",
                                "clouds.cover.veil={\"channel\": \"height\", \"stops\": [[0, 1]]}"};
    const char *const of_planet[] = {"planets.Bo.metal.ore={\"channel\": \"height\", \"stops\": [[0, 1]]}"};
    if (load(STACK(""), 4, sets, &scene, &error) != TR_OK)
        print_message("%s: %s\n", error.path, error.message);
    assert_int_equal(error.status, TR_OK);
    const tr_recipe *recipe = scene.planets[0].recipe;
    assert_int_equal(recipe->warp_count, 1);
    assert_int_equal(recipe->metal.count, 1);
    assert_string_equal(recipe->clouds.cover.paints[0].name, "veil");
    tr_scene_clear(&scene);
    assert_int_equal(load(TWO(""), 1, of_planet, &scene, &error), TR_OK);
    assert_int_equal(scene.planets[1].recipe->metal.count, 1);
    tr_scene_clear(&scene);
}

// ---- invalid differences -----------------------------------------------------------------------

static void test_wrong_differences_are_told_with_their_place(void **state) {
    (void)state;
    refuse(STACK(", \"set\": {\"layers.crust\": {}, \"layers.crst.amount\": 77}"), "77", "layers.crst.amount",
           "did you mean 'crust'");
    refuse(STACK(", \"set\": {\"layers.a.amont\": 77}"), "77", "layers.a.amont", "did you mean 'amount'");
    refuse(STACK(", \"set\": {\"noisiness\": \"loud\"}"), "\"loud\"", "noisiness", "must be a number");
    refuse(STACK(", \"set\": {\"layers.d\": {\"field\": \"voronoi\", \"densty\": 77}}"), "77",
           "layers.d.densty", "did you mean 'density'");
    refuse(STACK(", \"set\": {\"layers.a\": 77}"), "77", "layers.a", "name the parameter too");
    refuse(STACK(", \"set\": {\"layers.9\": {\"octaves\": 1}}"), "{\"octaves", "layers.9", "there is no '9'");
    refuse(STACK(", \"set\": {\"layers.z\": null}"), "null", "layers.z", "there is no 'z'");
    refuse(STACK(", \"set\": {\"layers.a.before\": 77}"), "77", "layers.a.before", "the name of the element");
    refuse(STACK(", \"set\": {\"layers.a.before\": \"z\"}"), "\"z\"", "layers.a.before", "there is no 'z'");
    refuse(STACK(", \"set\": {\"set.x\": 77}"), "77", "set.x", "there is no \"set\" in \"set\"");
    refuse(STACK(", \"set\": {\"seed\": 77}"), "77", "seed", "belongs beside \"set\"");
    refuse(STACK(", \"set\": {\"type\": \"ice\"}"), "\"ice\"", "type", "belongs beside \"set\"");
    refuse(STACK(", \"set\": {\"planets.A.noisiness\": 77}"), "77", "planets.A.noisiness",
           "a \"set\" of its own");
    refuse(STACK(", \"set\": {\"\": 77}"), "77", "", "the path of a parameter");
    refuse(STACK(", \"set\": 77"), "77", "set", "must be an object");
    refuse(TWO(", \"set\": {\"orbit.phase\": 77}"), "77", "planets.Bo.orbit.phase", "phase_deg");
    refuse(TWO("}], \"set\": {\"noisiness\": 1}, \"x\": [{"), "{\"noisiness", "set", "each of its planets");
    refuse("{\"type\": \"ice\", \"set\": {\"knobs.set\": {}}}", "{}", "knobs.set", "is a reserved key");
}

// The error names the difference that breaks a check on two values, or that refers to a removed element.
static void test_the_difference_that_breaks_a_law_is_told(void **state) {
    (void)state;
    refuse(
        "{\"type\": \"earthlike\", \"set\": {\"radius_km\": 6000, \"height_min_m\": 20000, \"noisiness\": 1}}",
        "20000", "height_max_m", "height_min_m must be below");
    refuse("{\"layers\": [{\"name\": \"a\", \"into\": \"wet\"}, {\"name\": \"b\"}], \"albedo\": [{\"name\": "
           "\"c\", "
           "\"channel\": \"wet\", \"stops\": [[0, \"000000\"]]}], \"set\": {\"noisiness\": 1, \"layers.a\": "
           "null}}",
           "null", "albedo.c.channel", "wet");
}

// Valid edits are not named for errors of another edit or of the file, however similar they are.
static void test_only_what_is_wrong_is_blamed(void **state) {
    (void)state;
#define TWO_LAYERS(second) "{\"layers\": [{\"name\": \"low\"}, {\"name\": \"high\"" second "}]"
#define WET                                                                                                    \
    TWO_LAYERS(", \"into\": \"wet\"")                                                                          \
    ", \"albedo\": [{\"name\": \"sea\", \"channel\": \"wet\", \"stops\": [[0, \"000000\"]]}]}"
    static const struct {
        const char *text, *sets[2];
        tr_status status;
        const char *words;
    } cases[] = {
        {"{\"type\": \"earthlike\", \"noisines\": 1}",
         {"noisiness=0.5", "tilt_deg=1"},
         TR_BAD_INPUT,
         "did you mean 'noisiness'"},
        {TWO_LAYERS(", \"field\": \"value\", \"scale\": -3") "}",
         {"layers.low.field=value", "layers.low.scale=3"},
         TR_BAD_INPUT,
         "scale is -3"},
        {WET, {"layers.high=null", "tilt_deg=1"}, TR_BAD_USAGE, "--set layers.high=null: albedo.sea.channel"},
        {WET, {"layers.high.into=dry", "tilt_deg=1"}, TR_BAD_USAGE, "--set layers.high.into=dry: albedo.sea"},
        {"{\"type\": \"earthlike\", \"set\": {\"height_max_m\": 5}}",
         {"height_min_m=6", "tilt_deg=1"},
         TR_BAD_USAGE,
         "--set height_min_m=6: height_max_m"},
        {"{\"type\": \"earthlike\", \"height_min_m\": 20000}",
         {"noisiness=0.5", "tilt_deg=1"},
         TR_BAD_INPUT,
         "height_min_m must be below"},
        {"{\"type\": \"ice\", \"set\": {\"orbit.radius_km\": 5}}",
         {"noisiness=0.5", "tilt_deg=1"},
         TR_BAD_INPUT,
         "unknown key 'orbit'"},
        {"system",
         {"noisiness=0.5", "radius_km=5000"},
         TR_BAD_USAGE,
         "--set radius_km=5000: planets.Timor.orbit"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_scene scene;
        tr_error error;
        const tr_status status = load(cases[i].text, 2, cases[i].sets, &scene, &error);
        if (status != cases[i].status || !strstr(error.message, cases[i].words))
            fail_msg("%zu gave %d, %d:%d: %s: %s", i, (int)status, error.line, error.column, error.path,
                     error.message);
        assert_int_equal(error.line > 0, status == TR_BAD_INPUT);
        tr_scene_clear(&scene);
    }
}

// A file that names a built-in scene opens as that scene in the window, complete.
static void test_texts_of_built_in_scenes(void **state) {
    (void)state;
    static const char text[] = "{\"pixels\": 1, \"type\": \"ringed\", \"seed\": 5, \"set\": "
                               "{\"planets.Shard.seed\": 4, \"noisiness\": 0.5}}";
    const tr_world world = {.name = "w.json", .text = text, .has_seed = true, .seed = 9};
    tr_scene scene;
    tr_error error = {0};
    char *joined, *json;
    assert_int_equal(tr_world_load(&world, &scene, &error), TR_OK);
    assert_int_equal(tr_scene_to_json(&scene, false, &json, NULL), TR_OK);
    tr_scene_clear(&scene);
    assert_int_equal(tr_world_text(&world, &joined, &error), TR_OK);
    assert_non_null(strstr(joined, "\"pixels\": 1"));
    assert_same(joined, json, 0, NULL);
    tr_free(joined);
    tr_free(json);
    const tr_world wrong = {.name = "w.json", .text = "{\"type\": \"ringed\", \"noisiness\": 1}"};
    assert_int_equal(tr_world_text(&wrong, &joined, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "is a scene"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set_of_a_file_is_what_set_is),
        cmocka_unit_test(test_set_wins_over_knobs_and_loses_to_options),
        cmocka_unit_test(test_layers_that_are_set_win_over_knobs),
        cmocka_unit_test(test_planets_of_scenes_have_sets),
        cmocka_unit_test(test_elements_come_go_and_move),
        cmocka_unit_test(test_planets_move),
        cmocka_unit_test(test_planets_are_renamed),
        cmocka_unit_test(test_lists_are_made),
        cmocka_unit_test(test_wrong_differences_are_told_with_their_place),
        cmocka_unit_test(test_the_difference_that_breaks_a_law_is_told),
        cmocka_unit_test(test_only_what_is_wrong_is_blamed),
        cmocka_unit_test(test_texts_of_built_in_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
