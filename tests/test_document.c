// What the window edits: other types, seeds and planets, and what stays of what the user asked for.
#include "app/private/document.h"

#include "support.h"

#include <stdlib.h>

// A document of a world; sets are the user's --set values. Its scene goes with close_document.
typedef struct opened {
    tr_world world;
    tr_scene scene;
    tr_document document;
} opened;

static opened *open_document(const char *name, const char *text, int set_count, const char *const *sets) {
    opened *o = calloc(1, sizeof *o);
    assert_non_null(o);
    o->world = (tr_world){
        .name = name, .text = text, .has_seed = true, .seed = 7, .set_count = set_count, .sets = sets};
    tr_error error = {0};
    if (tr_world_load(&o->world, &o->scene, &error) != TR_OK)
        fail_msg("%s: %s", error.path, error.message);
    tr_document_open(&o->document, &o->world, &o->scene);
    return o;
}

static void close_document(opened *o) {
    tr_document_close(&o->document);
    tr_scene_clear(&o->scene);
    free(o);
}

static void assert_planet(const tr_document *document, const char *type, uint64_t seed) {
    assert_string_equal(tr_document_recipe(document)->type, type);
    assert_int_equal(tr_document_recipe(document)->seed, seed);
}

static void another_type_keeps_the_seed(void **state) {
    (void)state;
    opened *o = open_document("inferno", NULL, 0, NULL);
    tr_document *document = &o->document;
    const int type = tr_document_find_type(document);
    assert_true(type >= 0 && strcmp(document->types[type], "inferno") == 0);
    assert_int_equal(tr_document_set_type(document, "barren", NULL), TR_OK);
    assert_planet(document, "barren", 7);
    char title[TR_TITLE_BYTES];
    tr_document_title(document, title);
    assert_string_equal(title, "barren, seed 7 - Terrella");
    close_document(o);
}

static void after_a_failure_the_planet_stays(void **state) {
    (void)state;
    opened *o = open_document("inferno", NULL, 0, NULL);
    tr_error error = {0};
    assert_int_not_equal(tr_document_set_type(&o->document, "no-such-type", &error), TR_OK);
    assert_true(error.message[0]);
    assert_planet(&o->document, "inferno", 7);
    assert_int_equal(tr_document_set_seed(&o->document, 8, NULL), TR_OK); // and what it was is known
    assert_planet(&o->document, "inferno", 8);
    close_document(o);
}

static void seeds_come_back_the_last_one_first(void **state) {
    (void)state;
    opened *o = open_document("inferno", NULL, 0, NULL);
    tr_document *document = &o->document;
    for (uint64_t seed = 100; seed < 100 + TR_SEED_HISTORY + 5; seed++)
        assert_int_equal(tr_document_set_seed(document, seed, NULL), TR_OK);
    assert_int_equal(document->past_count, TR_SEED_HISTORY); // the oldest are forgotten
    for (uint64_t seed = 100 + TR_SEED_HISTORY + 3; document->past_count > 0; seed--) {
        tr_document_restore_seed(document);
        assert_planet(document, "inferno", seed);
    }
    assert_planet(document, "inferno", 104);
    assert_int_equal(tr_document_set_seed(document, 1, NULL), TR_OK);
    assert_int_equal(tr_document_set_type(document, "barren", NULL), TR_OK);
    assert_int_equal(document->past_count, 0); // those were of another planet
    close_document(o);
}

static void the_users_sets_stay(void **state) {
    (void)state;
    const char *const sets[] = {"seed=3", "radius_km=1234"};
    opened *o = open_document("inferno", NULL, 2, sets);
    assert_int_equal(tr_document_set_seed(&o->document, 99, NULL), TR_OK);
    assert_planet(&o->document, "inferno", 99);
    assert_true(tr_document_recipe(&o->document)->radius_km == 1234);
    assert_int_equal(tr_document_set_type(&o->document, "barren", NULL), TR_OK);
    assert_planet(&o->document, "barren", 99);
    assert_true(tr_document_recipe(&o->document)->radius_km == 1234);
    close_document(o);
}

static const char pair[] =
    "{\"format\": 1, \"star\": {}, \"planets\": ["
    "{\"name\": \"One\", \"type\": \"inferno\", \"orbit\": {\"radius_km\": 1.5e8}},"
    "{\"name\": \"Two\", \"type\": \"barren\", \"seed\": 2, \"orbit\": {\"radius_km\": 2.5e8}}]}";

static void each_planet_of_a_scene_is_edited_alone(void **state) {
    (void)state;
    opened *o = open_document("./pair.json", pair, 0, NULL);
    tr_document *document = &o->document;
    assert_string_equal(document->planet_names[0], "One");
    assert_string_equal(document->planet_names[1], "Two");
    assert_int_equal(tr_document_set_seed(document, 5, NULL), TR_OK);
    tr_document_set_target(document, 1);
    assert_int_equal(document->past_count, 0);
    assert_int_equal(tr_document_set_seed(document, 6, NULL), TR_OK);
    assert_planet(document, "barren", 6);
    tr_document_set_target(document, 0);
    assert_planet(document, "inferno", 5);
    char title[TR_TITLE_BYTES];
    tr_document_title(document, title);
    assert_string_equal(title, "One: inferno, seed 5 - Terrella");
    close_document(o);
}

static tr_recipe *copy_target(const tr_document *document) {
    tr_recipe *copy = NULL;
    assert_int_equal(tr_recipe_copy(tr_document_recipe(document), &copy, NULL), TR_OK);
    return copy;
}

// What a scene's file and the user's sets say of a planet is said of it with each seed; with its own it is what
// it was, whether the seed comes back or is typed.
static void assert_seeds_keep_what_is_said(opened *o, int target) {
    tr_document *document = &o->document;
    tr_document_set_target(document, target);
    tr_recipe *first = copy_target(document);
    assert_int_equal(tr_document_set_seed(document, 77, NULL), TR_OK);
    assert_planet(document, first->type, 77);
    assert_false(tr_recipe_equal(tr_document_recipe(document), first));
    assert_true(tr_document_recipe(document)->radius_km == first->radius_km);
    assert_true(tr_document_recipe(document)->rings.gaps == first->rings.gaps);
    assert_int_equal(tr_document_set_seed(document, first->seed, NULL), TR_OK);
    assert_true(tr_recipe_equal(tr_document_recipe(document), first));
    tr_document_restore_seed(document);
    tr_document_restore_seed(document);
    assert_true(tr_recipe_equal(tr_document_recipe(document), first));
    tr_recipe_destroy(first);
}

static void a_new_seed_keeps_what_the_file_says(void **state) {
    (void)state;
    opened *o = open_document("ringed", NULL, 0, NULL); // with --seed: each planet has one of its own
    assert_true(tr_document_recipe(&o->document)->rings.opacity > 0);
    for (int target = 0; target < o->scene.planet_count; target++)
        if (strcmp(o->scene.planets[target].recipe->type, "asteroid") != 0) // its seed says how large it is
            assert_seeds_keep_what_is_said(o, target);
    close_document(o);

    const char *const sets[] = {"planets.Two.seed=4", "planets.Two.radius_km=3456"};
    o = open_document("./pair.json", pair, 2, sets);
    o->world.has_seed = false;
    assert_seeds_keep_what_is_said(o, 1);
    assert_true(tr_document_recipe(&o->document)->radius_km == 3456);
    assert_int_equal(tr_document_set_type(&o->document, "inferno", NULL), TR_OK);
    assert_int_equal(tr_document_set_seed(&o->document, 5, NULL), TR_OK); // of that type, then
    assert_planet(&o->document, "inferno", 5);
    close_document(o);
}

// What was edited before a new seed comes back with the old one.
static void the_planet_before_comes_back_as_it_was(void **state) {
    (void)state;
    opened *o = open_document("inferno", NULL, 0, NULL);
    tr_document_set_radius(&o->document, 4321);
    tr_recipe *first = copy_target(&o->document);
    assert_int_equal(tr_document_set_seed(&o->document, 77, NULL), TR_OK);
    assert_false(tr_document_recipe(&o->document)->radius_km == 4321);
    tr_document_restore_seed(&o->document);
    assert_true(tr_recipe_equal(tr_document_recipe(&o->document), first));
    tr_recipe_destroy(first);
    close_document(o);
}

// A value beyond a slider's range, from a file, stays until it is changed itself.
static void knobs_keep_to_their_range(void **state) {
    (void)state;
    opened *o = open_document("inferno", NULL, 0, NULL);
    double *knobs = tr_document_recipe(&o->document)->knobs;
    knobs[TR_KNOB_NOISINESS] = 3;
    tr_document_set_knobs(&o->document, 3, 0.25, 40);
    assert_true(knobs[TR_KNOB_NOISINESS] == 3 && knobs[TR_KNOB_PERSISTENCE] == 0.25 &&
                knobs[TR_KNOB_OCTAVES] == 16);
    tr_document_set_knobs(&o->document, 3.1, -1, 0);
    assert_true(knobs[TR_KNOB_NOISINESS] == 2 && knobs[TR_KNOB_PERSISTENCE] == 0 &&
                knobs[TR_KNOB_OCTAVES] == 1);
    tr_document_set_radius(&o->document, 1e9);
    assert_true(tr_document_recipe(&o->document)->radius_km == 200000);
    close_document(o);
}

// Small planets shrink and large ones grow, as far as the recipe's law lets them.
static void a_radius_goes_the_way_it_is_sent(void **state) {
    (void)state;
    static const char *const types[] = {"asteroid", "barren", "star"};
    for (int i = 0; i < 3; i++)
        for (int by = -1; by <= 1; by += 2) {
            opened *o = open_document(types[i], NULL, 0, NULL);
            tr_document *document = &o->document;
            const double before = tr_document_recipe(document)->radius_km;
            double low, high;
            tr_document_slide_radius(document, &low, &high);
            assert_true(low <= before && before <= high);
            tr_document_set_radius(document, before + 0.01 * by * before);
            assert_true((tr_document_recipe(document)->radius_km - before) * by > 0);
            tr_document_set_radius(document, by > 0 ? 1e9 : 0);
            assert_int_equal(tr_recipe_check(tr_document_recipe(document), NULL), TR_OK);
            tr_document_slide_radius(document, &low, &high);
            assert_true(tr_document_recipe(document)->radius_km == (by > 0 ? high : low));
            close_document(o);
        }
}

static void time_goes_by_as_the_target_turns(void **state) {
    (void)state;
    opened *o = open_document("inferno", NULL, 0, NULL);
    const double before_h = o->scene.time_h, day_h = tr_scene_day_h(&o->scene, 0);
    tr_document_pass_time(&o->document, 2, 0.5);
    const double passed_h = o->scene.time_h - before_h;
    assert_true(passed_h > 0 && passed_h <= (day_h > 0 ? day_h : 24) * 3 / 360 * 1.0001);
    close_document(o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_type_keeps_the_seed),
        cmocka_unit_test(after_a_failure_the_planet_stays),
        cmocka_unit_test(seeds_come_back_the_last_one_first),
        cmocka_unit_test(the_users_sets_stay),
        cmocka_unit_test(each_planet_of_a_scene_is_edited_alone),
        cmocka_unit_test(a_new_seed_keeps_what_the_file_says),
        cmocka_unit_test(the_planet_before_comes_back_as_it_was),
        cmocka_unit_test(knobs_keep_to_their_range),
        cmocka_unit_test(a_radius_goes_the_way_it_is_sent),
        cmocka_unit_test(time_goes_by_as_the_target_turns),
    };
    return cmocka_run_group_tests_name("document", tests, NULL, NULL);
}
