// The knobs that types define: their effect, their priority, and their names.
#include "support.h"

#include "numbers.h"
#include "planets.h"
#include "worlds.h"

#include <math.h>

// A planet of a type. `text` is NULL or the text of a file on top of the type.
static tr_recipe *planet_of(const char *type, const char *text, int set_count, const char *const *sets) {
    const tr_world world = {
        .name = text ? "./knobs.json" : type, .text = text, .set_count = set_count, .sets = sets};
    tr_scene scene;
    tr_recipe *recipe;
    scene = load_world(world);
    assert_int_equal(tr_recipe_copy(scene.planets[0].recipe, &recipe, NULL), TR_OK);
    tr_scene_clear(&scene);
    return recipe;
}

static void refuse(const char *text, const char *path, const char *words) {
    const tr_world world = {.name = "./knobs.json", .text = text};
    tr_scene scene;
    tr_error error = {0};
    assert_int_equal(tr_world_load(&world, &scene, &error), TR_BAD_INPUT);
    assert_string_equal(error.path, path);
    if (!strstr(error.message, words))
        fail_msg("'%s' does not say '%s'", error.message, words);
    tr_scene_clear(&scene);
}

#define DRIVES "\"drives\": [{\"path\": \"tilt_deg\", \"from\": 0, \"to\": 10}]"
#define KNOB(name) "{\"knobs\": {\"" name "\": {\"label\": \"A\", \"what\": \"b\", " DRIVES "}}}"

// ---- their effect --------------------------------------------------------------------------------

static void all_built_in_knobs_drive_what_is_there(void **state) {
    (void)state;
    int knobs = 0;
    for (int type = 0; type < type_count; type++) {
        tr_recipe *r = planet_of(type_names[type], NULL, 0, NULL);
        if (r->type_knob_count > 0 && !(r->type_knob_count >= 6 && r->type_knob_count <= 8))
            fail_msg("%s has %d knobs, not six to eight", type_names[type], r->type_knob_count);
        for (int i = 0; i < r->type_knob_count; i++, knobs++)
            for (int k = 0; k < r->type_knobs[i].drive_count; k++)
                number_at(r, r->type_knobs[i].drives[k].path);
        tr_recipe_destroy(r);
    }
    assert_true(knobs >= 3 * 6);
}

// Other parameters that the seed drew must not make a knob's value invalid, such as a minimum above a maximum.
static void every_seed_takes_knobs_at_both_ends(void **state) {
    (void)state;
    enum { SEEDS = under_sanitizer ? 1 : 8 };
    for (int type = 0; type < type_count; type++) {
        tr_recipe *r = planet_of(type_names[type], NULL, 0, NULL);
        for (int i = 0; i < r->type_knob_count * 2 * SEEDS; i++) {
            char set[TR_NAME_BYTES + 4];
            const char *const sets[] = {set};
            const tr_world world = {.name = type_names[type],
                                    .has_seed = true,
                                    .seed = (uint64_t)(1 + i / 2 % SEEDS),
                                    .set_count = 1,
                                    .sets = sets};
            tr_scene scene;
            snprintf(set, sizeof set, "%s=%d", r->type_knobs[i / (2 * SEEDS)].name, i % 2);
            scene = load_world(world);
            tr_scene_clear(&scene);
        }
        tr_recipe_destroy(r);
    }
}

static void a_knob_that_is_not_set_changes_nothing(void **state) {
    (void)state;
    // the same type without its knobs
    tr_recipe *with = planet_of("earthlike", NULL, 0, NULL), *without = planet_of("earthlike", NULL, 0, NULL);
    without->type_knob_count = 0;
    for (int i = 0; i < with->type_knob_count; i++) {
        const double value = tr_recipe_type_knob(with, i);
        assert_true(value >= 0 && value <= 1);
    }
    with->type_knob_count = 0;
    assert_true(tr_recipe_equal(with, without));
    tr_recipe_destroy(with);
    tr_recipe_destroy(without);
}

static void a_knob_replaces_what_the_seed_drew(void **state) {
    (void)state;
    static const char *const sets[] = {"ocean=0.25"};
    for (int seed = 1; seed <= 3; seed++) {
        const tr_world world = {
            .name = "earthlike", .has_seed = true, .seed = (uint64_t)seed, .set_count = 1, .sets = sets};
        tr_scene scene = load_world(world);
        const tr_recipe *r = scene.planets[0].recipe;
        const tr_type_knob *ocean = &r->type_knobs[tr_recipe_find_type_knob(r, "ocean")];
        assert_true(ocean->drive_count >= 2);
        for (int k = 0; k < ocean->drive_count; k++) {
            const tr_drive *drive = &ocean->drives[k];
            assert_float_equal(number_at(r, drive->path), drive->from + 0.25 * (drive->to - drive->from),
                               1e-12);
        }
        assert_float_equal(tr_recipe_type_knob(r, tr_recipe_find_type_knob(r, "ocean")), 0.25, 1e-12);
        tr_scene_clear(&scene);
    }
}

// An option, in any position, and a key that a file sets on top of the type.
static void an_explicit_path_wins(void **state) {
    (void)state;
    static const char *const sets[] = {"layers.land.land=0.5", "ocean=0.25", "air.haze=0.07", "haze=1"};
    tr_recipe *r = planet_of("earthlike", NULL, 4, sets);
    assert_float_equal(number_at(r, "layers.land.land"), 0.5, 0);
    assert_float_equal(number_at(r, "air.haze"), 0.07, 0);
    assert_true(number_at(r, "layers.sea level.coverage") > 0.6); // from the knob alone
    tr_recipe_destroy(r);

    r = planet_of(NULL, "{\"type\": \"inferno\", \"slope_exaggeration\": 33, \"ridges\": 1, \"lava\": 0.5}", 0,
                  NULL);
    assert_float_equal(number_at(r, "slope_exaggeration"), 33, 0);
    assert_true(number_at(r, "layers.ridges.amount") > 5000);
    const double lava = tr_recipe_type_knob(r, tr_recipe_find_type_knob(r, "lava"));
    assert_float_equal(lava, 0.5, 1e-9);
    tr_recipe_destroy(r);
}

// Recipes that are shown and loaded again keep their knobs, with the same values.
static void knobs_travel_with_the_recipe(void **state) {
    (void)state;
    static const char *const sets[] = {"warmth=0.9"};
    tr_recipe *first = planet_of("earthlike", NULL, 0, NULL);
    char *text;
    assert_int_equal(tr_recipe_to_json(first, true, &text, NULL), TR_OK);
    tr_recipe *again = planet_of(NULL, text, 0, NULL), *turned = planet_of(NULL, text, 1, sets);
    assert_true(tr_recipe_equal(first, again));
    const int warmth = tr_recipe_find_type_knob(turned, "warmth");
    assert_float_equal(tr_recipe_type_knob(turned, warmth), 0.9, 1e-9);
    assert_false(tr_recipe_equal(first, turned));
    tr_free(text);
    tr_recipe_destroy(first);
    tr_recipe_destroy(again);
    tr_recipe_destroy(turned);
}

// A knob's value may be drawn like any other. In a scene it is set on the planet.
static void knobs_are_keys_like_others(void **state) {
    (void)state;
    static const char *const sets[] = {"planets.B.ocean=0.75"};
    const tr_world world = {
        .name = "./scene.json",
        .text = "{\"planets\": [{\"name\": \"A\", \"type\": \"earthlike\", \"ocean\": {\"range\": [0.1, 0.2]}},"
                "{\"name\": \"B\", \"type\": \"earthlike\", \"orbit\": {\"phase_deg\": 90}}]}",
        .set_count = 1,
        .sets = sets};
    tr_scene scene = load_world(world);
    const int ocean = tr_recipe_find_type_knob(scene.planets[0].recipe, "ocean");
    const double a = tr_recipe_type_knob(scene.planets[0].recipe, ocean);
    assert_true(a >= 0.1 && a <= 0.2);
    assert_float_equal(tr_recipe_type_knob(scene.planets[1].recipe, ocean), 0.75, 1e-9);
    tr_scene_clear(&scene);
}

// Parameters of removed elements are no longer driven. The rest of the knob still works.
static void drives_of_what_is_not_there_do_nothing(void **state) {
    (void)state;
    tr_recipe *r = planet_of(NULL,
                             "{\"knobs\": {\"lean\": {\"label\": \"A\", \"what\": \"b\", \"drives\": ["
                             "{\"path\": \"layers.gone.amount\", \"from\": 0, \"to\": 1},"
                             "{\"path\": \"tilt_deg\", \"from\": 0, \"to\": 10}]}}, \"lean\": 0.5}",
                             0, NULL);
    assert_float_equal(number_at(r, "tilt_deg"), 5, 0);
    assert_float_equal(tr_recipe_type_knob(r, 0), 0.5, 0);
    tr_recipe_destroy(r);
}

// ---- refused definitions -------------------------------------------------------------------------

static void values_beyond_0_and_1_are_refused(void **state) {
    (void)state;
    refuse("{\"type\": \"earthlike\", \"ocean\": 1.5}", "ocean", "0 … 1");
    refuse("{\"type\": \"earthlike\", \"ocean\": -0.1}", "ocean", "0 … 1");
    refuse("{\"type\": \"earthlike\", \"ocean\": \"much\"}", "ocean", "0 … 1");
    refuse("{\"type\": \"earthlike\", \"ocaen\": 1}", "ocaen", "'ocean'");
    refuse("{\"type\": \"inferno\", \"ocean\": 1}", "ocean", "unknown key");
}

// A knob cannot have the name of a key; *tried counts those that are no part of a struct.
static void refuse_name(int *tried, const char *key) {
    char text[512], path[64];
    if (strncmp(key, "planets.NAME.", 13) == 0 && !strchr(key + 13, '.'))
        key += 13;
    if (strchr(key, '.'))
        return;
    snprintf(text, sizeof text, "{\"knobs\": {\"%s\": {\"label\": \"A\", \"what\": \"b\", " DRIVES "}}}", key);
    snprintf(path, sizeof path, "knobs.%.50s", key);
    refuse(text, path, "");
    ++*tried;
}

static void refuse_listed(void *context, const tr_listed_parameter *item) { refuse_name(context, item->path); }

// All keys of recipes, planets, scenes and files.
static void names_of_knobs_are_no_other_keys(void **state) {
    (void)state;
    static const char *const files[] = {"format", "summary", "bounds",  "pixels", "sea",   "clouds",
                                        "rings",  "water",   "planets", "time_h", "orbit", "name"};
    int tried = 0;
    tr_parameter_list(refuse_listed, &tried);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        refuse_name(&tried, files[i]);
    assert_true(tried > 40);
}

static void wrong_knobs_are_refused(void **state) {
    (void)state;
    refuse(KNOB("Ocean"), "knobs.Ocean", "small letters");
    refuse(KNOB("much water"), "knobs.much water", "small letters");
    refuse("{\"knobs\": []}", "knobs", "object");
    refuse("{\"knobs\": {\"a\": {\"label\": \"A\", " DRIVES "}}}", "knobs.a.what", "text");
    refuse("{\"knobs\": {\"a\": {\"label\": \"A\\u0007\", \"what\": \"b\", " DRIVES "}}}", "knobs.a.label",
           "control characters");
    refuse("{\"knobs\": {\"a\": {\"label\": \"A\", \"what\": \"b\\u001b[31m\", " DRIVES "}}}", "knobs.a.what",
           "control characters");
    refuse("{\"knobs\": {\"a\": {\"label\": \"A\", \"what\": \"b\", \"drives\": []}}}", "knobs.a.drives",
           "1 …");
    refuse("{\"knobs\": {\"a\": {\"label\": \"A\", \"what\": \"b\", \"wat\": 1, " DRIVES "}}}", "knobs.a",
           "'wat'");
    refuse("{\"knobs\": {\"a\": {\"label\": \"A\", \"what\": \"b\", \"drives\": [{\"path\": \"tilt_deg\", "
           "\"from\": 0}]}}}",
           "knobs.a.drives.0", "from");
    refuse("{\"knobs\": {\"a\": {\"label\": \"A\", \"what\": \"b\", \"drives\": [{\"path\": \"tilt_deg\", "
           "\"from\": 3, "
           "\"to\": 3}]}}}",
           "knobs.a.drives.0.to", "differ");
    refuse("{\"knobs\": {\"a\": {\"label\": \"A\", \"what\": \"b\", \"drives\": [{\"path\": \"tilt_deg\", "
           "\"from\": 0, "
           "\"to\": 3000}]}}}",
           "knobs.a.drives.0.to", "must stay in");
    refuse("{\"knobs\": {\"a\": {\"label\": \"A\", \"what\": \"b\", " DRIVES "},"
           "\"b\": {\"label\": \"A\", \"what\": \"b\", " DRIVES "}}}",
           "knobs.b.drives.0.path", "twice");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_built_in_knobs_drive_what_is_there),
        cmocka_unit_test(every_seed_takes_knobs_at_both_ends),
        cmocka_unit_test(a_knob_that_is_not_set_changes_nothing),
        cmocka_unit_test(a_knob_replaces_what_the_seed_drew),
        cmocka_unit_test(an_explicit_path_wins),
        cmocka_unit_test(knobs_travel_with_the_recipe),
        cmocka_unit_test(knobs_are_keys_like_others),
        cmocka_unit_test(drives_of_what_is_not_there_do_nothing),
        cmocka_unit_test(values_beyond_0_and_1_are_refused),
        cmocka_unit_test(names_of_knobs_are_no_other_keys),
        cmocka_unit_test(wrong_knobs_are_refused),
    };
    return cmocka_run_group_tests(tests, find_types, NULL);
}
