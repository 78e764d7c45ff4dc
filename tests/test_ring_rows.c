// Rings of a document: adding and removing them as undo steps, and their rows. Also names of planets.
#include "editor/rings.h"

#include "documents.h"
#include "scene/load.h"

#include <math.h>
#include <stdlib.h>

static tr_document *open_text(const char *text) {
    return open_world(&(tr_world){.name = "world", .text = text});
}

static const char *text_of(const tr_document *document) { return tr_document_step(document)->text; }

static const tr_rings *rings_of(const tr_document *document) { return &tr_document_recipe(document)->rings; }

static void undo(tr_document *document, const char *wanted) {
    char what[TR_STEP_BYTES];
    tr_error error = {0};
    must(tr_document_undo(document, what, &error), &error);
    assert_string_equal(what, wanted);
}

// ---- rings ---------------------------------------------------------------------------------------

static void plain_rings_come_and_go(void **state) {
    (void)state;
    tr_document *d = open_type("earthlike", 7);
    tr_error error = {0};
    tr_control rows[16];
    assert_false(tr_rings_are(d));
    assert_true(tr_rings_can_be(d));
    assert_int_equal(tr_rings_rows(d, 16, rows), 0);
    char *before = strdup(text_of(d));
    must(tr_rings_add(d, &error), &error);
    assert_true(rings_of(d)->opacity > 0.5 && rings_of(d)->gradient.count >= 2);
    assert_int_equal(tr_rings_add(d, &error), TR_BAD_USAGE);
    must(tr_document_change(d, "Gaps", 0, false, 1, &(tr_change){"rings.gaps", "5"}, &error), &error);
    must(tr_rings_remove(d, &error), &error);
    assert_false(tr_rings_are(d));
    assert_string_equal(text_of(d), before); // no trace of the rings is left
    undo(d, "Rings removed");
    assert_int_equal((int)rings_of(d)->gaps, 5);
    undo(d, "Gaps");
    undo(d, "Rings");
    assert_string_equal(text_of(d), before);
    free(before);
    close_document(d);
}

static void a_type_has_rings_of_its_own(void **state) {
    (void)state;
    tr_error error = {0};
    int with = 0, without = 0;
    for (uint64_t seed = 1; seed <= 40 && (with == 0 || without == 0); seed++) {
        tr_document *d = open_type("gas-giant", seed);
        const bool had = tr_rings_are(d);
        const double drawn = rings_of(d)->opacity;
        if (had && with++ == 0) { // hidden, then shown again as the seed drew them
            must(tr_rings_remove(d, &error), &error);
            assert_false(tr_rings_are(d));
            must(tr_rings_add(d, &error), &error);
            assert_true(rings_of(d)->opacity == drawn);
        } else if (!had && without++ == 0) { // the seed hid them; they keep their own colours
            must(tr_rings_add(d, &error), &error);
            assert_true(tr_rings_are(d) && rings_of(d)->inner != 1.3);
            assert_false(tr_document_differs(d, "rings.colour"));
            must(tr_rings_remove(d, &error), &error);
            assert_false(tr_rings_are(d));
        }
        close_document(d);
    }
    assert_true(with > 0 && without > 0);
}

static void a_knob_does_not_bring_them_back(void **state) {
    (void)state;
    tr_document *d = open_text("{\"type\": \"ice-giant\", \"seed\": 3, \"set\": {\"ringed\": 0.8}}");
    tr_error error = {0};
    assert_true(tr_rings_are(d));
    must(tr_rings_remove(d, &error), &error);
    assert_false(tr_rings_are(d));
    close_document(d);
}

static void rows_of_rings(void **state) {
    (void)state;
    tr_document *d = open_type("earthlike", 7);
    tr_error error = {0};
    tr_control rows[16];
    must(tr_rings_add(d, &error), &error);
    const int count = tr_rings_rows(d, 16, rows);
    assert_int_equal(count, 8); // seven for rings, and the tilt
    assert_string_equal(rows[0].path, "rings.inner");
    assert_string_equal(rows[count - 1].path, "tilt_deg");
    for (int i = 0; i < count - 1; i++)
        assert_false(rows[i].has_drawn); // the seed drew none of them
    assert_true(rows[count - 1].has_drawn);
    assert_true(rows[2].low > 0); // opacity 0 would remove the rings and this row
    assert_int_equal(tr_rings_rows(d, 3, rows), 3);
    close_document(d);
}

static void edges_push_each_other(void **state) {
    (void)state;
    tr_document *d = open_type("earthlike", 7);
    tr_error error = {0};
    tr_change changes[2] = {{"rings.inner", "3"}};
    char text[32];
    assert_false(tr_rings_push(d, "rings.inner", "3", &changes[1], text)); // there are no rings
    must(tr_rings_add(d, &error), &error);
    assert_false(tr_rings_push(d, "rings.inner", "1.5", &changes[1], text));
    assert_false(tr_rings_push(d, "rings.gaps", "3", &changes[1], text));
    assert_false(tr_rings_push(d, "rings.inner", NULL, &changes[1], text));
    assert_true(tr_rings_push(d, "rings.inner", "3", &changes[1], text));
    assert_string_equal(changes[1].path, "rings.outer");
    must(tr_document_change(d, "Inner edge", 0, false, 2, changes, &error), &error);
    assert_true(rings_of(d)->inner == 3 && rings_of(d)->outer > 3);
    assert_true(tr_rings_push(d, "rings.outer", "2", &changes[1], text));
    assert_true(strtod(text, NULL) < 2);
    close_document(d);
}

static void rings_lie_round_balls(void **state) {
    (void)state;
    tr_document *d = open_type("asteroid", 1);
    tr_error error = {0};
    assert_false(tr_rings_can_be(d));
    assert_int_not_equal(tr_rings_add(d, &error), TR_OK);
    assert_int_equal(d->step, 0);
    close_document(d);
}

// ---- names ---------------------------------------------------------------------------------------

static void a_lone_planet_gets_a_name(void **state) {
    (void)state;
    tr_document *d = open_type("inferno", 7);
    tr_error error = {0};
    char name[TR_TITLE_BYTES], title[TR_TITLE_BYTES];
    char *before = strdup(text_of(d));
    must(tr_document_rename(d, "Ember", &error), &error);
    tr_document_name(d, name);
    tr_document_title(d, title);
    assert_string_equal(name, "Ember");
    assert_string_equal(title, "● Ember - Terrella");
    assert_false(d->remade); // it is the same planet
    assert_false(d->changed[0]);
    must(tr_document_change(d, "Lava", 0, false, 1, &(tr_change){"lava", "0.4"}, &error), &error);
    assert_string_equal(tr_document_planet(d)->name, "Ember");
    must(tr_document_rename(d, "Ember", &error), &error); // adds no undo step
    undo(d, "Lava");
    must(tr_document_rename(d, "", &error), &error);
    assert_string_equal(text_of(d), before);
    undo(d, "Name");
    undo(d, "Name");
    assert_string_equal(text_of(d), before);
    free(before);
    close_document(d);
}

static void names_that_cannot_be(void **state) {
    (void)state;
    tr_document *d = open_type("inferno", 7);
    tr_error error = {0};
    const char *const wrong[] = {"a/b", ".hidden", "new\nline",
                                 "a name of seventy bytes, which is more than files of planets can be called"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(tr_document_rename(d, wrong[i], &error), TR_BAD_USAGE);
    assert_int_equal(d->step_count, 1);
    close_document(d);
}

static const char *const pair =
    "{\"planets\": [{\"name\": \"One\", \"type\": \"inferno\", \"seed\": 1, \"orbit\": {\"radius_km\": 1e8}},"
    " {\"name\": \"Two\", \"type\": \"barren\", \"seed\": 2, \"orbit\": {\"around\": \"One\", \"radius_km\": "
    "3e5}}]}";

static void moons_follow_the_name(void **state) {
    (void)state;
    tr_document *d = open_text(pair);
    tr_error error = {0};
    char *text;
    assert_int_equal(tr_document_rename(d, "Two", &error), TR_BAD_USAGE); // the name of the moon
    assert_int_equal(tr_document_rename(d, "", &error), TR_BAD_USAGE);
    must(tr_document_rename(d, "Ember", &error), &error);
    assert_false(d->remade);
    assert_int_equal(tr_scene_centre(d->scene, 1), 0);
    must(tr_text_rename_planet(text_of(d), 1, "Ash", &text, &error), &error);
    assert_non_null(strstr(text, "\"Ash\""));
    free(text);
    assert_int_not_equal(tr_text_rename_planet(pair, 2, "Three", &text, &error), TR_OK);
    close_document(d);
}

// Files and share links keep the name: a saved name is loaded again.
static void a_name_is_read_again(void **state) {
    (void)state;
    tr_scene scene = {0}, again = {0};
    tr_error error = {0};
    char *json = NULL;
    const tr_world world = {.name = "w", .text = "{\"type\": \"inferno\", \"seed\": 7, \"name\": \"Ember\"}"};
    const tr_world set = {.name = "w", .text = "{\"type\": \"inferno\", \"set\": {\"name\": \"Ember\"}}"};
    must(tr_world_load(&world, &scene, &error), &error);
    assert_string_equal(scene.planets[0].name, "Ember");
    must(tr_scene_to_json(&scene, true, &json, &error), &error);
    assert_null(strstr(json, "\"planets\"")); // still a recipe, not a scene
    must(tr_world_load(&(tr_world){.name = "w", .text = json}, &again, &error), &error);
    assert_string_equal(again.planets[0].name, "Ember");
    assert_true(tr_recipe_equal(scene.planets[0].recipe, again.planets[0].recipe));
    tr_scene_clear(&again);
    must(tr_world_load(&set, &again, &error), &error);
    assert_string_equal(again.planets[0].name, "Ember");
    tr_scene_clear(&again);
    tr_scene_clear(&scene);
    free(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_rings_come_and_go),         cmocka_unit_test(a_type_has_rings_of_its_own),
        cmocka_unit_test(a_knob_does_not_bring_them_back), cmocka_unit_test(rows_of_rings),
        cmocka_unit_test(edges_push_each_other),           cmocka_unit_test(rings_lie_round_balls),
        cmocka_unit_test(a_lone_planet_gets_a_name),       cmocka_unit_test(names_that_cannot_be),
        cmocka_unit_test(moons_follow_the_name),           cmocka_unit_test(a_name_is_read_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
