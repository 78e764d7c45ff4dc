// Common words find the expected entry in Ctrl+K. The list is the one that the window makes for an earthlike
// planet.
#include "app/private/finder.h"
#include "app/private/state.h"
#include "base/memory.h"
#include "editor/rings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct found {
    tr_app app;
    tr_finder_entry *entries;
    int count;
} found;

static void list_entries(found *f) {
    tr_app *app = &f->app;
    app->rows.count = tr_controls_shape(&app->document, TR_MOST_SHAPE_ROWS, app->rows.controls);
    app->rows.knob_count = tr_document_recipe(&app->document)->type_knob_count;
    app->rows.place_count = tr_controls_place(&app->document, TR_MOST_PLACE_ROWS, app->rows.places);
    app->colours.swatch_count = tr_colours_swatches(&app->document, app->colours.swatches);
    app->layers.count = tr_elements_list(&app->document, TR_MOST_ELEMENTS, app->layers.elements);
    tr_types_list(&app->types);
    tr_free(f->entries);
    f->count = tr_finder_list(app, &f->entries);
}

static int open_world(void **state, const char *name) {
    tr_error error = {0};
    found *f = tr_calloc(1, sizeof *f);
    const tr_world world = {.name = name, .has_seed = true, .seed = 7};
    *state = f;
    if (!f || tr_document_open(&f->app.document, &world, &error) != TR_OK)
        return -1;
    list_entries(f);
    return f->count > 100 ? 0 : -1;
}

static int list_all(void **state) {
    tr_error error = {0};
    const tr_change sun = {"star.kelvin", "5772"}; // without a sun the planet has no orbit
    if (open_world(state, "earthlike") != 0)
        return -1;
    found *f = *state;
    if (tr_document_change(&f->app.document, "Sun", 0, true, 1, &sun, &error) != TR_OK)
        return -1;
    list_entries(f);
    return 0;
}

static int list_barren(void **state) { return open_world(state, "barren"); }

static int drop_all(void **state) {
    found *f = *state;
    tr_free(f->entries);
    tr_document_close(&f->app.document);
    tr_free(f);
    return 0;
}

// The first entry that each word finds. The words were chosen before the results were known.
static void everyday_words_find_what_one_expects(void **state) {
    const found *f = *state;
    static const struct {
        const char *query, *answer;
    } words[] = {
        {"land", "Land: fly down to the ground"},
        {"ground", "Land: fly down to the ground"},
        {"surface", "Land: fly down to the ground"},
        {"fly", "Land: fly down to the ground"},
        {"walk", "Land: fly down to the ground"},
        {"zoom", "Land: fly down to the ground"},
        {"reset", "Reset all"},
        {"start over", "Reset all"},
        {"undo", "Undo"},
        {"sea", "Sea level"},
        {"ocean", "Ocean"},
        {"sea level", "Sea level"},
        {"rivers", "Show water"},
        {"lake", "Show water"},
        {"mountain", "Mountains"},
        {"erosion", "Mountains"},
        {"continent", "Continent count"},
        {"island", "Continents"},
        {"tectonic", "Continents"},
        {"beach", "Shallows"},
        {"desert", "Desert"},
        {"jungle", "Vegetation"},
        {"forest", "Vegetation"},
        {"trees", "Vegetation"},
        {"grass", "Vegetation"},
        {"green", "Vegetation"},
        {"snow", "Snow"},
        {"ice age", "Warmth"},
        {"climate", "Warmth"},
        {"cold", "Warmth"},
        {"seasons", "Axial tilt"},
        {"axis", "Axial tilt"},
        {"size", "Export size"},
        {"diameter", "Radius"},
        {"year", "Distance"},
        {"day", "Day length"},
        {"sunrise", "Sun elevation"},
        {"sunset", "Sun elevation"},
        {"shadow", "Sun azimuth"},
        {"sun", "Sun azimuth"},
        {"moon", "Add a moon"},
        {"moons", "Add a moon"},
        {"make a moon", "Add a moon"},
        {"satellite", "Add a moon"},
        {"ring", "Add rings"},
        {"saturn", "Gas giant"},
        {"jupiter", "Gas giant"},
        {"gas giant", "Gas giant"},
        {"mars", "Arid"},
        {"venus", "Greenhouse"},
        {"pluto", "Nitrogen"},
        {"titan", "Methane haze"},
        {"volcano", "Brush: Volcano"},
        {"crater", "Brush: Crater"},
        {"raise", "Brush: Raise"},
        {"paint mountains", "Brush: Mountains"},
        {"biome", "Brush: Biome"},
        {"turn land", "Turn the land"},
        {"lava", "Inferno"},
        {"city", "Ecumenopolis"},
        {"metallic", "Export maps"}, // of two equal matches, the command comes before the type
        {"metal", "Metal"},
        {"star", "Star"},
        {"asteroid", "Asteroid"},
        {"atmosphere", "Atmosphere"},
        {"sky", "Atmosphere"},
        {"fog", "Haze"},
        {"storm", "Storms"},
        {"hurricane", "Storms"},
        {"clouds", "Clouds"},
        {"cloud", "Cloudiness"},
        {"weather", "Cloudiness"},
        {"rain", "Rain"},
        {"seed", "Seed number"},
        {"random", "Random seed"},
        {"dice", "Random colours"},
        {"variations", "Make twenty variations"},
        {"rename", "Name the planet"},
        {"name", "Name the planet"},
        {"craters", "Brush: Crater"},
        {"save", "Save"},
        {"json", "Open a file"},
        {"import", "Open a file"},
        {"load", "Open a file"},
        {"share", "Copy share link"},
        {"link", "Copy share link"},
        {"clipboard", "Copy share link"},
        {"export", "Export"},
        {"textures", "Export"},
        {"bake", "Start the export"},
        {"unity", "Export for Unity (HDRP)"},
        {"unreal", "Export for Unreal Engine"},
        {"ue5", "Export for Unreal Engine"},
        {"godot", "Export for Godot"},
        {"blender", "Export for Blender"},
        {"glb", "Export for glTF (GLB)"},
        {"kerbal", "Export for Kopernicus (KSP)"},
        {"game engine", "Export for an engine"},
        {"heightmap", "Export maps"},
        {"normal map", "Export maps"},
        {"mask", "Export maps"},
        {"albedo", "Show albedo"},
        {"roughness", "Show roughness"},
        {"emission", "Export maps"},
        {"cubemap", "Show cube"},
        {"equirectangular", "Show map"},
        {"tiles", "Export projection"},
        {"resolution", "Export size"},
        {"4k", "Export size"},
        {"folder", "Export folder"},
        {"screenshot", "Screenshot without the panel"},
        {"photo", "Picture"},
        {"wallpaper", "Picture"},
        {"png", "Picture"},
        {"transparent", "Transparent background"},
        {"alpha", "Transparent background"},
        {"video", "Turntable"},
        {"gif", "Turntable"},
        {"brightness", "Exposure"},
        {"dark", "Exposure"},
        {"fps", "Display quality"},
        {"slow", "Display quality"},
        {"performance", "Display quality"},
        {"spin", "Time"},
        {"pause", "Pause and resume time"},
        {"grid", "Toggle latitude and longitude grid"},
        {"layer", "Add a layer"},
        {"noise", "Noisiness"},
        {"bumpy", "Noisiness"},
        {"bump", "Slope factor"},
        {"detail", "Octaves"},
        {"perlin", "Add layer: Perlin"},
        {"voronoi", "Add layer: Voronoi"},
        {"dunes", "Add layer: Dunes"},
        {"water", "Deep water"},
        {"temperature", "Temperature"},
        {"rotation", "Day length"},
        {"diamond square", "Add layer: Diamond-square"},
        {"palette", "Random colours"},
        {"random colours", "Random colours"},
        {"history", "Toggle history"},
        {"favourite", "Add to favourites"},
        {"favorite", "Add to favourites"},
        {"all moons", "Show all bodies"},
        {"all planets", "Show all bodies"},
        {"overview", "Show all bodies"},
        {"whole system", "Show all bodies"},
        {"show everything", "Show all bodies"},
        {"shortcuts", "Help: shortcuts and manual"},
        {"hotkeys", "Help: shortcuts and manual"},
        {"help", "Help: shortcuts and manual"},
        {"fullscreen", "Toggle full screen"},
        {"font", "Larger interface"},
        {"camera", "Tilt the camera up"},
        {"exit", "Quit"},
    };
    int missing = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        int shown[3];
        const int count = tr_finder_search(f->entries, f->count, words[i].query, 3, shown);
        if (count > 0 && strcmp(f->entries[shown[0]].name, words[i].answer) == 0)
            continue;
        missing++;
        print_error("%s: no '%s', but", words[i].query, words[i].answer);
        for (int k = 0; k < count; k++)
            print_error(" '%s' (%s)", f->entries[shown[k]].name, f->entries[shown[k]].kind);
        print_error("\n");
    }
    assert_int_equal(missing, 0);
}

// A command that deletes is never the first result for a harmless word, and is hidden if it is the only one.
static void harmless_words_delete_nothing(void **state) {
    const found *f = *state;
    static const char *const words[] = {"disc",  "disk",   "selected", "selected body", "moon",
                                        "moons", "planet", "body",     "rings"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        int shown[3];
        const int count = tr_finder_search(f->entries, f->count, words[i], 3, shown);
        if (count > 0 && strncmp(f->entries[shown[0]].name, "Remove", 6) == 0)
            fail_msg("'%s' offers '%s' first", words[i], f->entries[shown[0]].name);
    }
    const tr_finder_entry alone = {.name = "Remove rings", .command = {.kind = TR_COMMAND_RINGS}};
    int shown[1];
    assert_int_equal(tr_finder_search(&alone, 1, "rings", 1, shown), 0);
    assert_int_equal(tr_finder_search(&alone, 1, "remove rings", 1, shown), 1);
}

static bool offers(const found *f, const char *name) {
    for (int i = 0; i < f->count; i++)
        if (strcmp(f->entries[i].name, name) == 0)
            return true;
    return false;
}

static const char *first(const found *f, const char *query) {
    int shown[1];
    return tr_finder_search(f->entries, f->count, query, 1, shown) > 0 ? f->entries[shown[0]].name : "";
}

// A command is listed only while it would do something.
static void what_cannot_run_is_not_offered(void **state) {
    found *f = *state;
    tr_error error = {0};
    tr_document *document = &f->app.document;
    static const char *const idle[] = {"Remove rings",
                                       "Remove the selected body",
                                       "Next planet of the scene",
                                       "Previous planet of the scene",
                                       "Undo",
                                       "Redo",
                                       "Previous seed",
                                       "Show clouds",
                                       "Show water",
                                       "Show emission",
                                       "Toggle clouds",
                                       "Compare with the pinned planet",
                                       "Show the pinned planet while held",
                                       "Close the comparison",
                                       "Cancel the export",
                                       "Cancel rendering"};
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++)
        if (offers(f, idle[i]))
            fail_msg("a new barren planet offers '%s'", idle[i]);
    assert_true(offers(f, "Add rings") && offers(f, "Start the export") && offers(f, "Show height"));
    assert_string_equal(first(f, "delete"), "");

    assert_int_equal(tr_rings_add(document, &error), TR_OK);
    assert_int_equal(tr_document_add_body(document, "barren", true, &error), TR_OK);
    list_entries(f);
    assert_string_equal(first(f, "delete"), "Remove rings");
    assert_string_equal(first(f, "rem"), "Remove rings");
    assert_string_equal(first(f, "remove moon"), "Remove the selected body");
    assert_true(offers(f, "Undo") && offers(f, "Next planet of the scene") && !offers(f, "Add rings"));
    char what[TR_STEP_BYTES];
    assert_int_equal(tr_document_undo(document, what, &error), TR_OK);
    list_entries(f);
    assert_true(offers(f, "Redo") && !offers(f, "Remove the selected body"));

    assert_true(tr_history_add(&f->app.thumbnails.history, tr_document_step(document)->text, 0, "a", "") >= 0);
    tr_history_pin(&f->app.thumbnails.history, 0);
    f->app.compare.on = true;
    f->app.capture.phase = TR_SHOT_NONE + 1;
    list_entries(f);
    assert_string_equal(first(f, "compare"), "Compare with the pinned planet");
    assert_true(offers(f, "Close the comparison") && offers(f, "Cancel rendering") &&
                !offers(f, "Render the picture"));
    tr_history_clear(&f->app.thumbnails.history);
}

// Searching for something that the type has not leads to the list of types, and not to anything else.
static void what_the_type_lacks_is_said(void **state) {
    const found *f = *state;
    static const struct {
        const char *query, *answer;
    } words[] = {{"fog", "Haze"}, {"mist", "Haze"}, {"rain", "Rain"}, {"forest", "Life"}, {"storm", "Storms"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        int shown[12], others = 0;
        const int count = tr_finder_search(f->entries, f->count, words[i].query, 12, shown);
        for (int k = 0; k < count; k++) {
            const tr_finder_entry *e = &f->entries[shown[k]];
            if (strncmp(e->name, "Export", 6) == 0)
                fail_msg("'%s' finds '%s'", words[i].query, e->name);
            others += strcmp(e->kind, "Other types") == 0 && strcmp(e->name, words[i].answer) == 0 &&
                      strcmp(e->command.text, "shape Type") == 0 && strstr(e->what, "Barren");
        }
        if (others != 1)
            fail_msg("'%s' does not say that a barren planet has no '%s'", words[i].query, words[i].answer);
    }
}

// Some type has each of these knobs.
static void other_types_have_these_knobs(void **state) {
    (void)state;
    int count;
    const char *const *knobs = tr_finder_knobs(&count);
    bool had[64] = {false};
    tr_types types;
    tr_types_list(&types);
    assert_in_range(count, 1, 64);
    for (int i = 0; i < types.count; i++) {
        tr_scene scene = {0};
        tr_error error = {0};
        const tr_world world = {.name = types.names[i]};
        assert_int_equal(tr_world_load(&world, &scene, &error), TR_OK);
        for (int k = 0; k < count; k++)
            if (tr_recipe_find_type_knob(scene.planets[0].recipe, knobs[k]) >= 0)
                had[k] = true;
        tr_scene_clear(&scene);
    }
    for (int k = 0; k < count; k++)
        if (!had[k])
            fail_msg("no type has '%s'", knobs[k]);
}

// Entries unrelated to a word are not listed for it.
static void unrelated_rows_are_not_listed(void **state) {
    const found *f = *state;
    static const char *const words[] = {"confirm", "reset", "ground", "enter", "cancel", "close", "ok"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        int shown[12];
        const int count = tr_finder_search(f->entries, f->count, words[i], 12, shown);
        for (int k = 0; k < count; k++) {
            const tr_finder_entry *e = &f->entries[shown[k]];
            char all[1024];
            snprintf(all, sizeof all, "%s %s %s %s", e->name, e->kind, e->synonyms ? e->synonyms : "", e->what);
            for (char *c = all; *c; c++)
                *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
            if (!strstr(all, words[i]))
                fail_msg("'%s' lists '%s'", words[i], e->name);
        }
    }
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
    tr_finder_entry list[3] = {{.name = "Mist", .what = "how much haze there is"},
                               {.name = "Hazel", .synonyms = ""},
                               {.name = "Fumes", .synonyms = "haze"}};
    int shown[3];
    assert_int_equal(tr_finder_search(list, 3, "haze", 3, shown), 3);
    assert_int_equal(shown[0], 2); // a whole word
    assert_int_equal(shown[1], 1);
    assert_int_equal(shown[2], 0);
    assert_int_equal(tr_finder_search(list, 3, "nothing", 3, shown), 0);
    assert_int_equal(tr_finder_search(list, 3, "", 2, shown), 2);
}

// Scattered letters match only if nothing better is found.
static void letters_come_alone(void **state) {
    (void)state;
    const tr_finder_entry list[2] = {{.name = "Transparent background"}, {.name = "Ground"}};
    int shown[2];
    assert_int_equal(tr_finder_search(list, 2, "ground", 2, shown), 1);
    assert_int_equal(shown[0], 1);
    assert_int_equal(tr_finder_search(list, 1, "ground", 2, shown), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(everyday_words_find_what_one_expects, list_all, drop_all),
        cmocka_unit_test_setup_teardown(harmless_words_delete_nothing, list_all, drop_all),
        cmocka_unit_test_setup_teardown(what_cannot_run_is_not_offered, list_barren, drop_all),
        cmocka_unit_test_setup_teardown(what_the_type_lacks_is_said, list_barren, drop_all),
        cmocka_unit_test(other_types_have_these_knobs),
        cmocka_unit_test_setup_teardown(unrelated_rows_are_not_listed, list_all, drop_all),
        cmocka_unit_test_setup_teardown(nothing_is_listed_twice, list_all, drop_all),
        cmocka_unit_test(names_come_before_explanations),
        cmocka_unit_test(letters_come_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
