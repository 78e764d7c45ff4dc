// Layers, warps and paint layers by name: switching off and on, solo, rows, removing, moving, adding.
#include "editor/layers.h"

#include "documents.h"
#include "editor/types.h"

#include <stdlib.h>
#include <string.h>

static tr_element elements[TR_MOST_ELEMENTS];

static int find(const tr_document *document, const char *path) {
    const int count = tr_elements_list(document, TR_MOST_ELEMENTS, elements);
    for (int i = 0; i < count; i++)
        if (strcmp(elements[i].path, path) == 0)
            return i;
    return -1;
}

static bool is_on(const tr_document *document, const char *path) {
    const int at = find(document, path);
    assert_true(at >= 0);
    return elements[at].on;
}

static void all_lists_are_told(void **state) {
    (void)state;
    static const char *const paths[] = {"layers.snow",      "warps.stir",    "albedo.biomes",
                                        "water.lakes",      "roughness.sea", "clouds.colour.billows",
                                        "clouds.cover.deck"};
    tr_document *document = open_type("earthlike", 1);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        assert_true(is_on(document, paths[i]));
    close_document(document);
}

// Switching an element off changes the recipe, and switching it on restores it.
static void all_switch_off_and_on(void **state) {
    (void)state;
    static const char *const types[] = {"earthlike", "inferno", "gas-giant"};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        tr_document *document = open_type(types[t], 1);
        tr_recipe *first = NULL;
        tr_error error = {0};
        must(tr_recipe_copy(tr_document_recipe(document), &first, &error), &error);
        const int count = tr_elements_list(document, TR_MOST_ELEMENTS, elements);
        assert_true(count > 10);
        for (int i = 0; i < count; i++) {
            char path[TR_CONTROL_PATH_BYTES];
            tr_elements_list(document, TR_MOST_ELEMENTS, elements);
            memcpy(path, elements[i].path, sizeof path);
            if (!elements[i].can_rest || !elements[i].on)
                continue;
            must(tr_element_switch(document, path, false, &error), &error);
            assert_false(is_on(document, path));
            assert_false(tr_recipe_equal(first, tr_document_recipe(document)));
            must(tr_element_switch(document, path, true, &error), &error);
            assert_true(is_on(document, path));
            assert_true(tr_recipe_equal(first, tr_document_recipe(document)));
        }
        tr_recipe_destroy(first);
        close_document(document);
    }
}

static void one_paint_layer_alone(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 1);
    tr_error error = {0};
    must(tr_element_solo(document, "albedo.biomes", true, &error), &error);
    assert_true(is_on(document, "albedo.biomes") && !is_on(document, "albedo.sea"));
    assert_true(is_on(document, "roughness.sea") && is_on(document, "layers.snow"));
    assert_string_equal(tr_document_step(document)->what, "biomes alone");
    must(tr_element_solo(document, "albedo.biomes", false, &error), &error);
    assert_true(is_on(document, "albedo.sea"));
    must(tr_element_solo(document, "layers.snow grain", true, &error), &error);
    assert_true(!is_on(document, "layers.snow") && is_on(document, "layers.rain")); // another channel
    close_document(document);
}

static const tr_element_row *find_row(const tr_element_row *rows, int count, const char *path) {
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].control.path, path) == 0)
            return &rows[i];
    fail_msg("no row '%s'", path);
    return NULL;
}

static void an_element_has_rows(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 1);
    tr_element_row rows[TR_MOST_ELEMENT_ROWS];
    const int count = tr_element_rows(document, "layers.showers", TR_MOST_ELEMENT_ROWS, rows);
    assert_int_equal(find_row(rows, count, "layers.showers.scale")->kind, TR_ROW_NUMBER);
    assert_true(find_row(rows, count, "layers.showers.scale")->control.value > 2.8);
    assert_int_equal(find_row(rows, count, "layers.showers.absolute")->kind, TR_ROW_FLAG);
    assert_string_equal(find_row(rows, count, "layers.showers.into")->text, "moisture");
    const tr_element_row *join = find_row(rows, count, "layers.showers.join");
    assert_string_equal(join->choices[join->choice], "add");
    assert_int_equal(tr_element_rows(document, "layers.nothing", TR_MOST_ELEMENT_ROWS, rows), 0);
    close_document(document);
}

static void elements_go_and_move(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 1);
    tr_error error = {0};
    char what[TR_STEP_BYTES];
    const int at = find(document, "albedo.salt");
    must(tr_element_move(document, "albedo.salt", -1, &error), &error);
    assert_int_equal(find(document, "albedo.salt"), at - 1);
    must(tr_element_move(document, "albedo.salt", 1, &error), &error);
    assert_int_equal(find(document, "albedo.salt"), at);
    must(tr_element_move(document, "albedo.salt", 1, &error), &error);
    assert_int_equal(find(document, "albedo.salt"), at + 1);
    const int steps = document->step_count;
    must(tr_element_move(document, "albedo.biomes", -1, &error), &error); // it is the first
    must(tr_element_move(document, "albedo.sea ice", 1, &error), &error); // it is the last
    assert_int_equal(document->step_count, steps);
    must(tr_element_remove(document, "albedo.salt", &error), &error);
    assert_int_equal(find(document, "albedo.salt"), -1);
    must(tr_document_undo(document, what, &error), &error);
    assert_string_equal(what, "salt removed");
    assert_int_equal(find(document, "albedo.salt"), at + 1);
    assert_int_not_equal(tr_element_remove(document, "layers.land", &error), TR_OK); // others depend on it
    assert_int_equal(find(document, "layers.land"), 0);
    assert_int_equal(tr_element_remove(document, "layers.none", &error), TR_BAD_USAGE);
    close_document(document);
}

static void layers_come(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 1);
    tr_error error = {0};
    char path[TR_CONTROL_PATH_BYTES];
    must(tr_element_add(document, "craters", path, &error), &error);
    assert_string_equal(path, "layers.craters");
    assert_true(is_on(document, path));
    must(tr_element_add(document, "craters", path, &error), &error);
    assert_string_equal(path, "layers.craters 2");
    assert_true(is_on(document, path));
    assert_int_equal(tr_element_add(document, "nothing", path, &error), TR_BAD_USAGE);
    close_document(document);
}

static void layers_that_came_go(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 1);
    tr_error error = {0};
    char path[TR_CONTROL_PATH_BYTES], again[TR_CONTROL_PATH_BYTES];
    must(tr_element_add(document, "craters", path, &error), &error);
    must(tr_element_switch(document, path, false, &error), &error);
    must(tr_element_switch(document, path, true, &error), &error);
    must(tr_element_remove(document, path, &error), &error);
    must(tr_element_add(document, "craters", again, &error), &error);
    assert_string_equal(again, path); // the name is available again
    must(tr_element_switch(document, again, false, &error), &error);
    must(tr_element_remove(document, again, &error), &error);
    close_document(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_lists_are_told),    cmocka_unit_test(all_switch_off_and_on),
        cmocka_unit_test(one_paint_layer_alone), cmocka_unit_test(an_element_has_rows),
        cmocka_unit_test(elements_go_and_move),  cmocka_unit_test(layers_come),
        cmocka_unit_test(layers_that_came_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
