// Everyday words find in Ctrl+K what one expects: the list that the window makes of an earthlike planet.
#include "app/private/finding.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct found {
    tr_app app;
    tr_entry *entries;
    int count;
} found;

static int list_all(void **state) {
    tr_error error = {0};
    found *f = tr_calloc(1, sizeof *f);
    *state = f;
    const tr_world world = {.name = "earthlike", .has_seed = true, .seed = 7};
    if (!f || tr_document_open(&f->app.document, &world, &error) != TR_OK)
        return -1;
    tr_app *app = &f->app;
    app->rows.controls = tr_calloc(TR_MOST_SHAPE_ROWS, sizeof *app->rows.controls);
    app->rows.places = tr_calloc(TR_MOST_PLACE_ROWS, sizeof *app->rows.places);
    app->layers.elements = tr_calloc(TR_MOST_ELEMENTS, sizeof *app->layers.elements);
    if (!app->rows.controls || !app->rows.places || !app->layers.elements)
        return -1;
    app->rows.count = tr_controls_shape(&app->document, TR_MOST_SHAPE_ROWS, app->rows.controls);
    app->rows.knob_count = tr_document_recipe(&app->document)->type_knob_count;
    app->rows.place_count = tr_controls_place(&app->document, TR_MOST_PLACE_ROWS, app->rows.places);
    app->colours.swatch_count = tr_colours_swatches(&app->document, app->colours.swatches);
    app->layers.count = tr_elements_list(&app->document, TR_MOST_ELEMENTS, app->layers.elements);
    tr_types_list(&app->types);
    f->count = tr_find_entries(app, &f->entries);
    return f->count > 100 ? 0 : -1;
}

static int drop_all(void **state) {
    found *f = *state;
    tr_free(f->entries);
    tr_free(f->app.rows.controls);
    tr_free(f->app.rows.places);
    tr_free(f->app.layers.elements);
    tr_document_close(&f->app.document);
    tr_free(f);
    return 0;
}

static void everyday_words_find_what_one_expects(void **state) {
    const found *f = *state;
    static const struct {
        const char *query, *answer;
    } words[] = {{"atmosphere", "Atmosphere"},
                 {"random", "New seed"},
                 {"transparent", "Transparent background"},
                 {"reset", "Reset all changes of the planet"},
                 {"heightmap", "Show height"},
                 {"moon", "Add a moon"},
                 {"satellite", "Add a moon"},
                 {"water", "Show water"},
                 {"sea", "Ocean"},
                 {"fog", "Haze"},
                 {"temperature", "Warmth"},
                 {"climate", "Warmth"},
                 {"snow", "Snow"},
                 {"forest", "Vegetation"},
                 {"trees", "Vegetation"},
                 {"grass", "Vegetation"},
                 {"weather", "Cloudiness"},
                 {"size", "Radius"},
                 {"diameter", "Radius"},
                 {"axis", "Axial tilt"},
                 {"rotation", "Day length"},
                 {"spin", "Time"},
                 {"bump", "Relief"},
                 {"video", "Turntable"},
                 {"gif", "Turntable"},
                 {"photo", "Picture"},
                 {"wallpaper", "Picture"},
                 {"png", "Transparent background"},
                 {"unity", "Export for an engine"},
                 {"blender", "Export for an engine"},
                 {"resolution", "Export size"},
                 {"cubemap", "Show cube"},
                 {"link", "Copy the share line"},
                 {"clipboard", "Paste a share line"},
                 {"brightness", "Exposure"},
                 {"sunset", "Sun elevation"},
                 {"shadow", "Sun azimuth"},
                 {"saturn", "gas-giant"},
                 {"mars", "arid"},
                 {"lava", "inferno"},
                 {"city", "ecumenopolis"},
                 {"rename", "Rename the planet"},
                 {"exit", "Quit"},
                 {"shortcuts", "Help: shortcuts and manual"},
                 {"palette", "Random colours"},
                 {"color", "Random colours"},
                 {"delete", "Remove the selected body"},
                 {"compare", "Compare with the pinned planet"},
                 {"history", "Toggle history"},
                 {"favorite", "Add to favourites"}};
    int missing = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        int shown[3];
        const int count = tr_entries_search(f->entries, f->count, words[i].query, 3, shown);
        bool there = false;
        for (int k = 0; k < count; k++)
            there = there || strcmp(f->entries[shown[k]].name, words[i].answer) == 0;
        if (there)
            continue;
        missing++;
        print_error("%s: no '%s' among", words[i].query, words[i].answer);
        for (int k = 0; k < count; k++)
            print_error(" '%s'", f->entries[shown[k]].name);
        print_error("\n");
    }
    assert_int_equal(missing, 0);
}

static void nothing_is_listed_twice(void **state) {
    const found *f = *state;
    for (int i = 0; i < f->count; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(f->entries[i].name, f->entries[k].name) == 0 &&
                strcmp(f->entries[i].kind, f->entries[k].kind) == 0)
                fail_msg("'%s', %s, is there twice", f->entries[i].name, f->entries[i].kind);
}

static void names_come_before_explanations(void **state) {
    (void)state;
    tr_entry list[3] = {{.name = "Mist", .what = "how much haze there is"},
                        {.name = "Hazel", .synonyms = ""},
                        {.name = "Fumes", .synonyms = "haze"}};
    int shown[3];
    assert_int_equal(tr_entries_search(list, 3, "haze", 3, shown), 3);
    assert_int_equal(shown[0], 2); // a whole word
    assert_int_equal(shown[1], 1);
    assert_int_equal(shown[2], 0);
    assert_int_equal(tr_entries_search(list, 3, "nothing", 3, shown), 0);
    assert_int_equal(tr_entries_search(list, 3, "", 2, shown), 2);
}

// Letters that are scattered over a name count where nothing better is found.
static void scattered_letters_come_alone(void **state) {
    (void)state;
    const tr_entry list[2] = {{.name = "Gallery of types and scenes"}, {.name = "greenhouse"}};
    int shown[2];
    assert_int_equal(tr_entries_search(list, 2, "green", 2, shown), 1);
    assert_int_equal(shown[0], 1);
    assert_int_equal(tr_entries_search(list, 1, "green", 2, shown), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(everyday_words_find_what_one_expects, list_all, drop_all),
        cmocka_unit_test_setup_teardown(nothing_is_listed_twice, list_all, drop_all),
        cmocka_unit_test(names_come_before_explanations),
        cmocka_unit_test(scattered_letters_come_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
