// The document that the window edits: steps with undo and redo; other seeds and types, and which changes they
// keep; files.
#include "editor/controls.h"
#include "editor/document.h"
#include "editor/listing.h"
#include "editor/own_maps.h"

#include "base/memory.h"
#include "documents.h"
#include "folders.h"
#include "worlds.h"

#include <math.h>
#include <stdlib.h>

static tr_status load_text(tr_document *document, const char *text, const char *what) {
    return tr_document_load(document, &(tr_world){.name = "world", .text = text}, what, NULL);
}

static void assert_planet(const tr_document *document, const char *type, uint64_t seed) {
    assert_string_equal(tr_document_recipe(document)->type, type);
    assert_int_equal(tr_document_recipe(document)->seed, seed);
}

static void change(tr_document *document, const char *path, const char *value) {
    tr_error error = {0};
    if (tr_document_change(document, path, 0, false, 1, &(tr_change){path, value}, &error) != TR_OK)
        fail_msg("%s: %s", path, error.message);
}

static double number_of(const tr_document *document, const char *path) {
    double value = -1e30;
    const tr_recipe *recipe = tr_document_recipe(document);
    const int knob = tr_recipe_find_type_knob(recipe, path);
    if (knob >= 0)
        return tr_recipe_type_knob(recipe, knob);
    assert_true(tr_recipe_number_at(recipe, path, &value));
    return value;
}

static const char pair[] =
    "{\"format\": 1, \"star\": {}, \"planets\": ["
    "{\"name\": \"One\", \"type\": \"inferno\", \"orbit\": {\"radius_km\": 1.5e8}},"
    "{\"name\": \"Two\", \"type\": \"barren\", \"seed\": 2, \"orbit\": {\"radius_km\": 2.5e8}}]}";

// ---- texts -------------------------------------------------------------------------------------

// Pictures and GLB files hold whole recipes. Opening one gives a document that lists only the differences
// from its type, has exactly the same recipe, and keeps the view.
static void what_is_whole_becomes_differences(void **state) {
    (void)state;
    tr_error error = {0};
    tr_document *document = open_type("inferno", 7);
    change(document, "noisiness", "0.4");
    char *whole = NULL, seen[1 << 17];
    assert_int_equal(tr_recipe_to_json(tr_document_recipe(document), false, &whole, &error), TR_OK);
    assert_true(strstr(whole, "\"layers\"") && strlen(whole) + 64 < sizeof seen);
    snprintf(seen, sizeof seen, "%.*s,\"view\":{\"latitude_deg\":12}}", (int)strlen(whole) - 1, whole);
    tr_document *opened = open_world(&(tr_world){.name = "world", .text = seen});
    const char *text = tr_document_step(opened)->text;
    assert_null(strstr(text, "\"layers\""));
    assert_non_null(strstr(text, "latitude_deg"));
    assert_true(strlen(text) < 4000);
    assert_true(tr_document_differs(opened, "noisiness"));
    assert_false(tr_document_differs(opened, "persistence"));
    assert_true(tr_recipe_equal(tr_document_recipe(opened), tr_document_recipe(document)));
    tr_free(whole);
    close_document(opened);
    close_document(document);
}

// A document has the same recipes as its world, and its text holds only the differences.
static void a_document_is_its_world(void **state) {
    (void)state;
    const char *const sets[] = {"lava=0.4", "layers.lava.amount=0.5"};
    const tr_world worlds[] = {
        {.name = "inferno"},
        {.name = "earthlike", .has_seed = true, .seed = 12},
        {.name = "ringed", .has_seed = true, .seed = 3},
        {.name = "home"},
        {.name = "inferno", .set_count = 1, .sets = sets},
        {.name = "ringed", .set_count = 1, .sets = (const char *const[]){"planets.Shard.seed=9"}},
        {.name = "ringed", .set_count = 2, .sets = (const char *const[]){"time_h=5", "noisiness=0.5"}},
        {.name = "pair.json", .text = pair},
        {.name = "terrella:inferno/7?lava=0.4"},
        {.name = "terrella:ringed?seed=my+home&time_h=5&planets.Shard.noisiness=0.5"},
    };
    for (size_t i = 0; i < sizeof worlds / sizeof worlds[0]; i++) {
        tr_scene scene = {0};
        tr_document *document = open_world(&worlds[i]);
        scene = load_world(worlds[i]);
        assert_int_equal(document->scene->planet_count, scene.planet_count);
        for (int k = 0; k < scene.planet_count; k++)
            assert_true(tr_recipe_equal(document->scene->planets[k].recipe, scene.planets[k].recipe));
        assert_true(document->scene->time_h == scene.time_h);
        assert_true(strlen(tr_document_step(document)->text) < 4000);
        tr_scene_clear(&scene);
        close_document(document);
    }
}

static void one_change_is_one_line(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    change(document, "lava", "0.4");
    change(document, "radius_km", "1234");
    change(document, "lava", "0.6");
    assert_string_equal(tr_document_step(document)->text, "{\n  \"type\": \"inferno\",\n  \"seed\": 7,\n"
                                                          "  \"set\": {\"lava\": 0.6, \"radius_km\": 1234}\n}");
    change(document, "lava", NULL);
    change(document, "radius_km", NULL);
    assert_string_equal(tr_document_step(document)->text, "{\"type\": \"inferno\", \"seed\": 7}");
    close_document(document);
}

// A value that the file sets is changed in place.
static void a_file_is_changed_in_its_place(void **state) {
    (void)state;
    tr_document *document = open_world(
        &(tr_world){.name = "x", .text = "{\"type\": \"inferno\", \"lava\": 0.2, \"air\": {\"haze\": 0.1}}"});
    change(document, "lava", "0.7");
    change(document, "air.haze", "0.25");
    assert_string_equal(tr_document_step(document)->text,
                        "{\n  \"type\": \"inferno\",\n  \"lava\": 0.7,\n  \"air\": {\"haze\": 0.25}\n}");
    change(document, "air.haze", NULL);
    assert_null(strstr(tr_document_step(document)->text, "haze"));
    close_document(document);
}

// ---- steps -------------------------------------------------------------------------------------

static tr_recipe *copy_target(const tr_document *document) {
    tr_recipe *copy = NULL;
    assert_int_equal(tr_recipe_copy(tr_document_recipe(document), &copy, NULL), TR_OK);
    return copy;
}

// Many edits of all kinds. Undoing all gives the first planet, redoing all the last one.
static void all_steps_go_back_and_on(void **state) {
    (void)state;
    const int edits = is_full() ? 500 : is_quick() ? 40 : 120;
    tr_document *document = open_world(&(tr_world){.name = "pair.json", .text = pair});
    tr_recipe *first = copy_target(document);
    unsigned chance = 1;
    for (int i = 0; i < edits; i++) {
        char value[32];
        int kept, dropped;
        chance = chance * 1103515245u + 12345u;
        const unsigned which = chance >> 16 & 15;
        snprintf(value, sizeof value, "%.3f", (chance >> 8 & 255) / 256.0);
        if (which == 0)
            assert_int_equal(tr_document_set_seed(document, chance >> 4, &kept, NULL), TR_OK);
        else if (which == 1)
            assert_int_equal(
                tr_document_set_type(document, chance & 256 ? "inferno" : "barren", &kept, &dropped, NULL),
                TR_OK);
        else if (which == 2)
            change(document, "noisiness", NULL);
        else
            change(document, which < 8 ? "noisiness" : "persistence", value);
    }
    tr_recipe *last = copy_target(document);
    assert_false(tr_recipe_equal(first, last));
    char what[TR_STEP_BYTES];
    int steps = 0;
    while (tr_document_undo(document, what, NULL) == TR_OK)
        steps++;
    assert_int_equal(steps, edits);
    assert_true(tr_recipe_equal(tr_document_recipe(document), first));
    while (tr_document_redo(document, what, NULL) == TR_OK)
        steps--;
    assert_int_equal(steps, 0);
    assert_true(tr_recipe_equal(tr_document_recipe(document), last));
    tr_recipe_destroy(first);
    tr_recipe_destroy(last);
    close_document(document);
}

static void a_drag_is_one_step(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    const double drawn = number_of(document, "lava");
    for (int i = 1; i < 10; i++) {
        char value[16];
        snprintf(value, sizeof value, "0.%d", i);
        assert_int_equal(tr_document_change(document, "Lava", 5, false, 1, &(tr_change){"lava", value}, NULL),
                         TR_OK);
    }
    assert_int_equal(document->step_count, 2);
    assert_int_equal(tr_document_change(document, "Lava", 6, false, 1, &(tr_change){"lava", "0.1"}, NULL),
                     TR_OK);
    assert_int_equal(document->step_count, 3); // another drag
    char what[TR_STEP_BYTES];
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_string_equal(what, "Lava");
    assert_true(fabs(number_of(document, "lava") - 0.9) < 1e-9);
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_true(number_of(document, "lava") == drawn);
    assert_int_equal(tr_document_undo(document, what, NULL), TR_BAD_USAGE);
    close_document(document);
}

// An edit after an undo replaces the undone steps.
static void another_way_forgets_the_old_one(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    char what[TR_STEP_BYTES];
    change(document, "lava", "0.2");
    change(document, "lava", "0.4");
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    change(document, "noisiness", "0.5");
    assert_int_equal(tr_document_redo(document, what, NULL), TR_BAD_USAGE);
    assert_int_equal(document->step_count, 3);
    close_document(document);
}

// Strokes of the text and of its "set", with another type and another seed.
static void strokes_stay(void **state) {
    (void)state;
    tr_document *document = open_world(
        &(tr_world){.name = "x",
                    .text = "{\"type\": \"inferno\", \"strokes\": [{\"name\": \"a\", \"points\": \"0 "
                            "0\"}], \"lava\": 0.2}"});
    int kept, dropped;
    change(document, "strokes.b", "{\"tool\": \"raise\", \"points\": \"1 2 3 4\"}");
    change(document, "strokes.a.radius", "7");
    assert_int_equal(tr_document_set_type(document, "barren", &kept, &dropped, NULL), TR_OK);
    assert_int_equal(dropped, 1); // the lava
    assert_int_equal(tr_document_set_seed(document, 9, &kept, NULL), TR_OK);
    const tr_recipe *recipe = tr_document_recipe(document);
    assert_string_equal(recipe->type, "barren");
    assert_int_equal(recipe->stroke_count, 2);
    assert_true(recipe->strokes[0].radius == 7);
    assert_int_equal(recipe->points[2].longitude, 6);
    close_document(document);
}

// An own map stays where the new type can follow it, and goes with its settings where not.
static void maps_stay(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 7);
    int kept, dropped;
    change(document, "maps.land", "{\"file\": \"a.png\", \"strength\": 0.5}");
    change(document, "maps.height", "{\"file\": \"b.png\"}");
    change(document, "maps.land.softness", "0.3");
    assert_int_equal(tr_document_set_type(document, "barren", &kept, &dropped, NULL), TR_OK); // no sea
    assert_int_equal(tr_document_recipe(document)->map_count, 1);
    assert_string_equal(tr_document_recipe(document)->maps[0].file, "b.png");
    assert_int_equal(dropped, 2);
    assert_int_equal(tr_document_undo(document, (char[TR_STEP_BYTES]){0}, NULL), TR_OK);
    assert_int_equal(tr_document_set_type(document, "ocean", &kept, &dropped, NULL), TR_OK);
    assert_int_equal(tr_document_recipe(document)->map_count, 2);
    assert_int_equal(dropped, 0);
    assert_int_equal(tr_document_set_type(document, "gas-giant", &kept, &dropped, NULL), TR_OK); // no ground
    assert_int_equal(tr_document_recipe(document)->map_count, 0);
    close_document(document);
}

static void after_a_failure_the_planet_stays(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    tr_error error = {0};
    int kept, dropped;
    const uint64_t revision = document->revision;
    assert_int_not_equal(tr_document_set_type(document, "no-such-type", &kept, &dropped, &error), TR_OK);
    assert_true(error.message[0]);
    assert_int_equal(tr_document_change(document, "x", 0, false, 1, &(tr_change){"no.such", "1"}, NULL),
                     TR_BAD_INPUT);
    assert_int_equal(tr_document_change(document, "x", 0, false, 1, &(tr_change){"noisiness", "99"}, NULL),
                     TR_BAD_INPUT);
    assert_int_equal(load_text(document, "{\"type\": ", "Paste"), TR_BAD_INPUT);
    assert_planet(document, "inferno", 7);
    assert_int_equal(document->step_count, 1);
    assert_int_equal(document->revision, revision);
    close_document(document);
}

// A pasted text counts as unsaved if it is more than a type and a seed.
static void texts_are_unsaved(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    assert_int_equal(load_text(document, "{\"type\": \"arid\", \"seed\": 4}", "Paste"), TR_OK);
    assert_true(tr_document_step(document)->saved);
    const char *text = "{\"type\": \"arid\", \"seed\": 4, \"set\": {\"noisiness\": 1.25}}";
    assert_int_equal(load_text(document, text, "Paste"), TR_OK);
    assert_false(tr_document_step(document)->saved);
    close_document(document);
}

// Browsing types and seeds leaves nothing to save. A change stays unsaved after switching to another seed or
// type.
static void browsing_is_no_change(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    int kept, dropped;
    assert_int_equal(tr_document_set_seed(document, 8, &kept, NULL), TR_OK);
    assert_true(tr_document_step(document)->saved);
    assert_int_equal(tr_document_set_type(document, "barren", &kept, &dropped, NULL), TR_OK);
    assert_true(tr_document_step(document)->saved);
    assert_int_equal(tr_document_set_seed(document, 9, &kept, NULL), TR_OK);
    assert_int_equal(tr_document_restore_seed(document, NULL), TR_OK);
    assert_true(tr_document_step(document)->saved);
    change(document, "noisiness", "0.77");
    assert_false(tr_document_step(document)->saved);
    assert_int_equal(tr_document_set_seed(document, 10, &kept, NULL), TR_OK);
    assert_false(tr_document_step(document)->saved);
    change(document, "noisiness", NULL);
    change(document, "radius_km", "1234"); // no other type keeps the radius
    assert_int_equal(tr_document_set_type(document, "ice", &kept, &dropped, NULL), TR_OK);
    assert_int_equal(kept, 0);
    assert_int_equal(dropped, 1);
    assert_false(tr_document_step(document)->saved);
    close_document(document);
}

// Opening a frame of the history does not ask to save. Closing asks about the unsaved steps that it left.
static void what_the_history_leaves_is_known(void **state) {
    (void)state;
    static const char *const other = "{\"type\": \"arid\", \"seed\": 4}";
    tr_document *document = open_type("inferno", 7);
    assert_int_equal(load_text(document, other, TR_STEP_OF_HISTORY), TR_OK);
    assert_int_equal(tr_document_left_unsaved(document), -1); // nothing was changed
    change(document, "noisiness", "0.77");
    const int left = document->step;
    char *text = tr_strdup(tr_document_step(document)->text);
    assert_int_equal(tr_document_left_unsaved(document), -1); // it is the current step
    assert_int_equal(load_text(document, other, "Open"), TR_OK);
    assert_int_equal(tr_document_left_unsaved(document), -1); // opening a file has asked already
    assert_int_equal(tr_document_go_back(document, left, NULL), TR_OK);
    assert_int_equal(load_text(document, other, TR_STEP_OF_HISTORY), TR_OK);
    assert_true(tr_document_step(document)->saved);
    assert_int_equal(tr_document_left_unsaved(document), left);
    assert_int_equal(load_text(document, text, TR_STEP_OF_HISTORY), TR_OK);
    assert_int_equal(tr_document_left_unsaved(document), -1); // it is the current step again
    assert_int_equal(load_text(document, other, "Open"), TR_OK);
    assert_int_equal(tr_document_left_unsaved(document), left);
    assert_int_equal(tr_document_go_back(document, left, NULL), TR_OK);
    assert_planet(document, "arid", 4);
    assert_true(number_of(document, "noisiness") == 0.77);
    tr_free(text);
    close_document(document);
}

static void who_changed_is_told(void **state) {
    (void)state;
    tr_document *document = open_world(&(tr_world){.name = "pair.json", .text = pair});
    assert_false(document->remade);
    tr_document_set_target(document, 1);
    change(document, "noisiness", "0.5");
    assert_true(document->changed[1] && !document->changed[0] && !document->remade);
    document->changed[1] = false;
    change(document, "noisiness", "0.5"); // the same planet
    assert_false(document->changed[1]);
    assert_int_equal(tr_document_load(document, &(tr_world){.name = "toxic"}, "Open", NULL), TR_OK);
    assert_true(document->remade && document->target == 0);
    char what[TR_STEP_BYTES];
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_int_equal(document->scene->planet_count, 2);
    close_document(document);
}

// ---- seeds and types ---------------------------------------------------------------------------

static void a_new_seed_keeps_what_was_changed(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    int kept = -1;
    assert_int_equal(tr_document_set_seed(document, 8, &kept, NULL), TR_OK);
    assert_int_equal(kept, 0);
    change(document, "lava", "0.31");
    change(document, "radius_km", "1234");
    assert_int_equal(tr_document_set_seed(document, 99, &kept, NULL), TR_OK);
    assert_int_equal(kept, 2);
    assert_planet(document, "inferno", 99);
    assert_true(fabs(number_of(document, "lava") - 0.31) < 1e-9);
    assert_true(tr_document_recipe(document)->radius_km == 1234);
    close_document(document);
}

static void what_is_locked_stays(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    const double lava = number_of(document, "lava"), radius_km = number_of(document, "radius_km");
    int kept;
    tr_document_lock(document, "lava", true);
    tr_document_lock(document, "radius_km", true);
    tr_document_lock(document, "radius_km", false);
    assert_true(tr_document_is_locked(document, "lava") && !tr_document_is_locked(document, "radius_km"));
    assert_int_equal(tr_document_set_seed(document, 8, &kept, NULL), TR_OK);
    assert_int_equal(kept, 1);
    assert_true(fabs(number_of(document, "lava") - lava) < 1e-6);
    assert_true(number_of(document, "radius_km") != radius_km);
    close_document(document);
}

static void seeds_come_back_the_last_one_first(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    int kept, dropped;
    for (uint64_t seed = 100; seed < 100 + TR_SEED_HISTORY + 5; seed++)
        assert_int_equal(tr_document_set_seed(document, seed, &kept, NULL), TR_OK);
    for (uint64_t seed = 100 + TR_SEED_HISTORY + 3; seed >= 104; seed--) {
        assert_int_equal(tr_document_restore_seed(document, NULL), TR_OK);
        assert_planet(document, "inferno", seed);
    }
    assert_int_equal(tr_document_restore_seed(document, NULL), TR_BAD_USAGE); // the oldest seeds are dropped
    assert_int_equal(tr_document_set_seed(document, 1, &kept, NULL), TR_OK);
    assert_int_equal(tr_document_set_type(document, "barren", &kept, &dropped, NULL), TR_OK);
    assert_int_equal(tr_document_restore_seed(document, NULL), TR_BAD_USAGE); // they were another planet's
    close_document(document);
}

// Changes that the other type also has are kept, except the size. None of them prevents the switch.
static void another_type_keeps_what_it_knows(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    int kept = -1, dropped = -1;
    change(document, "lava", "0.3");
    change(document, "noisiness", "0.77");
    change(document, "radius_km", "1234");
    assert_int_equal(tr_document_set_type(document, "barren", &kept, &dropped, NULL), TR_OK);
    assert_planet(document, "barren", 7);
    assert_int_equal(kept, 1);
    assert_int_equal(dropped, 2);
    assert_true(number_of(document, "noisiness") == 0.77 && number_of(document, "radius_km") != 1234);
    assert_null(strstr(tr_document_step(document)->text, "lava"));
    for (int i = 0; i < 27; i++) {
        char names[64][TR_NAME_BYTES];
        const int count = tr_type_list(names, 64);
        assert_true(count >= 27);
        assert_int_equal(tr_document_set_type(document, names[i], &kept, &dropped, NULL), TR_OK);
        assert_planet(document, names[i], 7);
    }
    close_document(document);
}

// A knob or layer with the same name but another meaning is not kept: "dust" is a storm on a desert and pale
// ground on an asteroid.
static void what_means_something_else_goes(void **state) {
    (void)state;
    tr_document *document = open_type("desert", 7);
    int kept = -1, dropped = -1;
    change(document, "dust", "0.9");
    change(document, "tint.hue_deg", "5");
    assert_int_equal(tr_document_set_type(document, "arid", &kept, &dropped, NULL), TR_OK);
    assert_int_equal(kept, 2); // it is the same storm there
    assert_int_equal(dropped, 0);
    assert_int_equal(tr_document_set_type(document, "asteroid", &kept, &dropped, NULL), TR_OK);
    assert_int_equal(kept, 1);
    assert_null(strstr(tr_document_step(document)->text, "dust"));
    assert_true(number_of(document, "tint.hue_deg") == 5);

    // Both types have a layer "land": one is a quantile, the other a terrain.
    change(document, "tint.hue_deg", NULL);
    assert_int_equal(tr_document_set_type(document, "inferno", &kept, &dropped, NULL), TR_OK);
    change(document, "layers.land.offset", "120");
    assert_int_equal(tr_document_set_type(document, "earthlike", &kept, &dropped, NULL), TR_OK);
    assert_int_equal(kept, 0);
    assert_null(strstr(tr_document_step(document)->text, "offset"));
    close_document(document);
}

static void all_changes_go_in_one_step(void **state) {
    (void)state;
    tr_document *document = open_type("desert", 7);
    char what[TR_STEP_BYTES];
    int gone = -1, kept = -1, dropped = -1;
    assert_int_equal(tr_document_reset(document, &gone, NULL), TR_BAD_USAGE);
    assert_int_equal(gone, 0);
    change(document, "dust", "0.9");
    change(document, "tint.hue_deg", "5");
    assert_int_equal(tr_document_set_type(document, "arid", &kept, &dropped, NULL), TR_OK);
    change(document, "radius_km", "5000");
    const int step = document->step;
    assert_int_equal(tr_document_reset(document, &gone, NULL), TR_OK);
    assert_int_equal(gone, 3);
    assert_int_equal(document->step, step + 1);
    assert_string_equal(tr_document_recipe(document)->type, "arid");
    assert_int_equal(tr_document_recipe(document)->seed, 7);
    assert_false(tr_document_differs(document, "dust"));
    assert_true(number_of(document, "tint.hue_deg") != 5);
    assert_true(number_of(document, "radius_km") != 5000);
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_string_equal(what, "Reset all");
    assert_true(number_of(document, "tint.hue_deg") == 5 && number_of(document, "radius_km") == 5000);
    close_document(document);
}

// A file with layers that the other type does not have.
static void a_whole_recipe_becomes_a_type(void **state) {
    (void)state;
    tr_scene scene = {0};
    char *text;
    int kept, dropped;
    scene = load_world((tr_world){.name = "earthlike"});
    assert_int_equal(tr_recipe_to_json(scene.planets[0].recipe, true, &text, NULL), TR_OK);
    tr_document *document = open_world(&(tr_world){.name = "earth.json", .text = text});
    assert_int_equal(tr_document_set_type(document, "gas-giant", &kept, &dropped, NULL), TR_OK);
    assert_true(tr_document_recipe(document)->gas);
    tr_document *plain = open_type("gas-giant", 1);
    assert_true(tr_recipe_equal(tr_document_recipe(document), tr_document_recipe(plain)));
    close_document(plain);
    close_document(document);
    tr_free(text);
    tr_scene_clear(&scene);
}

static void each_planet_of_a_scene_is_edited_alone(void **state) {
    (void)state;
    tr_document *document = open_world(&(tr_world){.name = "pair.json", .text = pair});
    int kept, dropped;
    assert_int_equal(tr_document_set_seed(document, 5, &kept, NULL), TR_OK);
    tr_document_set_target(document, 1);
    assert_int_equal(tr_document_restore_seed(document, NULL), TR_BAD_USAGE);
    assert_int_equal(tr_document_set_type(document, "toxic", &kept, &dropped, NULL), TR_OK);
    assert_planet(document, "toxic", 2);
    assert_int_equal(kept, 0); // its orbit and its name are not changes
    assert_int_equal(dropped, 0);
    assert_string_equal(tr_document_planet(document)->name, "Two");
    assert_true(tr_document_planet(document)->orbit.radius_km == 2.5e8);
    char title[TR_TITLE_BYTES];
    tr_document_title(document, title);
    assert_string_equal(title, "● One - Terrella");
    tr_document_set_target(document, 0);
    assert_planet(document, "inferno", 5);
    close_document(document);
}

// A scene is called after its file, or without one after its first planet, whichever of them is selected. The
// selected one keeps its own name.
static void scenes_have_one_name(void **state) {
    (void)state;
    char folder[TR_FULL_PATH_BYTES], path[TR_FULL_PATH_BYTES + 64], name[TR_TITLE_BYTES], title[TR_TITLE_BYTES];
    assert_int_equal(tr_path_make_temporary(folder), 0);
    snprintf(path, sizeof path, "%s/two worlds.v2.json", folder);
    tr_document *document = open_world(&(tr_world){.name = "pair.json", .text = pair});
    for (int target = 0; target < 2; target++) {
        tr_document_set_target(document, target);
        tr_document_world_name(document, name);
        assert_string_equal(name, "One");
        assert_string_equal(tr_document_first(document)->name, "One");
    }
    assert_int_equal(tr_document_save(document, path, NULL, NULL), TR_OK);
    tr_document_world_name(document, name);
    tr_document_title(document, title);
    assert_string_equal(name, "two worlds.v2");
    assert_string_equal(title, "two worlds.v2 - two worlds.v2.json - Terrella");
    tr_document_name(document, name);
    assert_string_equal(name, "Two");
    assert_int_equal(tr_document_remove_body(document, NULL), TR_OK); // a lone planet has its own name
    tr_document_world_name(document, name);
    assert_string_equal(name, "One");
    close_document(document);
    unlink(path);
    rmdir(folder);
}

// A recipe need not have a type. The title then shows only the seed.
static void planets_without_a_type_have_titles(void **state) {
    (void)state;
    char title[TR_TITLE_BYTES], name[TR_TITLE_BYTES];
    tr_document *document = open_world(&(tr_world){
        .name = "plain.json",
        .text = "{\"format\": 1, \"seed\": 9, \"layers\": [{\"name\": \"a\", \"field\": \"fractal\"}]}"});
    tr_document_title(document, title);
    tr_document_name(document, name);
    assert_string_equal(title, "● seed 9 - Terrella");
    assert_string_equal(name, "seed 9");
    close_document(document);
}

// Moons are added to the planet whichever body is selected, and the selection stays.
static void moons_go_round_planets(void **state) {
    (void)state;
    tr_document *document = open_type("metal", 7);
    assert_int_equal(tr_document_add_body(document, "barren", true, NULL), TR_OK);
    tr_document_set_target(document, 1);
    assert_int_equal(tr_document_add_body(document, "barren", true, NULL), TR_OK);
    assert_int_equal(tr_document_add_body(document, "ice", true, NULL), TR_OK);
    assert_int_equal(document->target, 1);
    assert_int_equal(document->scene->planet_count, 4);
    for (int i = 1; i < 4; i++)
        assert_int_equal(tr_scene_centre(document->scene, i), 0);
    close_document(document);
}

// A planet whose name the scene made from its type and seed has no name given by the user.
static void files_are_called_by_one_rule(void **state) {
    (void)state;
    char stem[TR_STEM_BYTES];
    tr_document *document = open_type("metal", 7);
    assert_int_equal(tr_planet_stem(tr_document_planet(document), stem, NULL), TR_OK);
    assert_string_equal(stem, "metal-7");
    assert_int_equal(tr_document_add_body(document, "barren", true, NULL), TR_OK);
    assert_string_equal(tr_document_planet(document)->name, "metal 7");
    assert_int_equal(tr_planet_stem(tr_document_planet(document), stem, NULL), TR_OK);
    assert_string_equal(stem, "metal-7");
    assert_int_equal(tr_document_rename(document, "Nova Terra", NULL), TR_OK);
    assert_int_equal(tr_planet_stem(tr_document_planet(document), stem, NULL), TR_OK);
    assert_string_equal(stem, "Nova Terra");
    assert_int_equal(tr_set_stem(document->scene, 1, "", "/x/mine.json", stem, NULL), TR_OK);
    assert_string_equal(stem, "Moon"); // the file has other planets, too
    close_document(document);

    const struct {
        const char *given, *file, *stem;
    } cases[] = {{"", NULL, "metal-7"},
                 {"", "/x/mine.json", "mine"},
                 {"given", "/x/mine.json", "given"},
                 {"", "mine.old.json", "mine.old"},
                 {"", "/x/.json", "metal-7"},
                 {"", "/x/a:b.json", "metal-7"}};
    document = open_type("metal", 7);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(tr_set_stem(document->scene, 0, cases[i].given, cases[i].file, stem, NULL), TR_OK);
        assert_string_equal(stem, cases[i].stem);
    }
    assert_int_equal(tr_document_rename(document, "Nova", NULL), TR_OK);
    assert_int_equal(tr_set_stem(document->scene, 0, "", "/x/mine.json", stem, NULL), TR_OK);
    assert_string_equal(stem, "Nova");
    close_document(document);
}

// Naming a planet after its file is not a step: undo skips it and keeps the name for the same planet only. A
// file that cannot be saved gives no name.
static void a_name_by_a_file_is_no_step(void **state) {
    (void)state;
    char folder[TR_FULL_PATH_BYTES], path[TR_FULL_PATH_BYTES + 64], first[TR_FULL_PATH_BYTES + 64],
        what[TR_STEP_BYTES];
    int kept;
    assert_int_equal(tr_path_make_temporary(folder), 0);
    snprintf(path, sizeof path, "%s/Frost.json", folder);
    snprintf(first, sizeof first, "%s/Ice.json", folder);
    tr_document *document = open_type("metal", 7);
    assert_int_equal(tr_document_set_seed(document, 8, &kept, NULL), TR_OK);
    assert_int_equal(tr_document_save(document, "/no/such/folder/x.json", "x", NULL), TR_CANNOT_WRITE);
    assert_string_equal(tr_document_planet(document)->name, "");
    assert_true(tr_document_step(document)->saved);
    change(document, "noisiness", "0.3");
    change(document, "noisiness", "0.5");
    assert_int_equal(tr_document_save(document, first, "Ice", NULL), TR_OK);
    change(document, "noisiness", "0.4");
    change(document, "persistence", "0.3");
    const int steps = document->step_count;
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_int_equal(tr_document_save(document, path, "Frost", NULL), TR_OK);
    assert_int_equal(document->step_count, steps);
    assert_true(tr_document_step(document)->saved);
    assert_string_equal(tr_document_planet(document)->name, "Frost");
    assert_int_equal(tr_document_redo(document, what, NULL), TR_OK);
    assert_string_equal(tr_document_planet(document)->name, "Frost");
    assert_true(number_of(document, "persistence") == 0.3);
    static const char *const names[] = {"Frost", "Ice", "Frost", "Frost"}; // saved as Ice
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
        assert_string_equal(tr_document_planet(document)->name, names[i]);
        assert_true(tr_document_step(document)->saved == (i < 2));
    }
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_string_equal(tr_document_planet(document)->name, ""); // another seed
    assert_int_equal(tr_document_save(document, path, "a/b", NULL), TR_OK);
    assert_string_equal(tr_document_planet(document)->name, ""); // not a valid name
    close_document(document);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(unlink(first), 0);
    assert_int_equal(rmdir(folder), 0);
}

// Undo past the first save stays in the file, and so does redo; a step of another planet, or one that is saved
// in another file, does not.
static void undo_stays_in_the_file(void **state) {
    (void)state;
    char folder[TR_FULL_PATH_BYTES], first[TR_FULL_PATH_BYTES + 64], second[TR_FULL_PATH_BYTES + 64],
        what[TR_STEP_BYTES], title[TR_TITLE_BYTES];
    int kept;
    assert_int_equal(tr_path_make_temporary(folder), 0);
    snprintf(first, sizeof first, "%s/first.json", folder);
    snprintf(second, sizeof second, "%s/second.json", folder);
    tr_document *document = open_type("metal", 7);
    assert_int_equal(tr_document_set_seed(document, 8, &kept, NULL), TR_OK);
    change(document, "noisiness", "0.3");
    change(document, "noisiness", "0.5");
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_int_equal(tr_document_save(document, first, NULL, NULL), TR_OK);
    assert_true(tr_document_step(document)->saved);
    assert_int_equal(tr_document_redo(document, what, NULL), TR_OK);
    assert_string_equal(tr_document_step(document)->path, first);
    assert_false(tr_document_step(document)->saved);
    assert_int_equal(tr_document_save(document, second, NULL, NULL), TR_OK);
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_string_equal(tr_document_step(document)->path, first);
    assert_true(tr_document_step(document)->saved);
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK); // seed 8 without changes
    assert_string_equal(tr_document_step(document)->path, first);
    tr_document_title(document, title);
    assert_non_null(strstr(title, "●"));
    assert_non_null(strstr(title, "first.json"));
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK); // seed 7
    assert_null(tr_document_step(document)->path);
    assert_true(tr_document_step(document)->saved);
    close_document(document);
    assert_int_equal(unlink(first) + unlink(second) + rmdir(folder), 0);
}

// A planet gets moons, which can be moved and removed.
static void bodies_come_and_go(void **state) {
    (void)state;
    tr_document *document = open_type("metal", 7);
    tr_recipe *lone = copy_target(document);
    tr_control row;
    tr_scene_place(document->scene, 5);
    assert_int_equal(tr_document_add_body(document, "barren", true, NULL), TR_OK);
    assert_int_equal(document->scene->planet_count, 2);
    assert_int_equal(document->target, 0); // the planet stays selected
    assert_true(document->remade && document->kept_target);
    assert_true(document->scene->time_h == 5);
    assert_string_equal(tr_document_planet(document)->name, "metal 7");
    assert_true(tr_control_find(document, "star.kelvin", &row));
    assert_string_equal(row.nothing, "white");
    tr_document_set_target(document, 1);
    assert_string_equal(tr_document_planet(document)->orbit.around, document->scene->planets[0].name);
    assert_true(tr_recipe_equal(document->scene->planets[0].recipe, lone)); // the planet itself is unchanged
    assert_true(tr_control_find(document, "orbit.radius_km", &row) && !row.of_scene);
    change(document, "orbit.radius_km", "400000");
    assert_true(tr_document_planet(document)->orbit.radius_km == 400000);
    assert_true(tr_control_find(document, "orbit.radius_km", &row));
    assert_string_equal(row.unit, "km"); // as the radius
    assert_true(row.value == 400000 && row.unit_size == 1);
    change(document, "orbit.radius_km", "149597870.7");
    assert_true(tr_control_find(document, "orbit.radius_km", &row));
    assert_string_equal(row.unit, "AU");
    change(document, "orbit.radius_km", "400000");
    assert_int_equal(tr_document_add_body(document, "ice", false, NULL), TR_OK); // a second moon
    assert_int_equal(document->target, 1);
    tr_document_set_target(document, 2);
    assert_string_equal(tr_document_planet(document)->name, "Moon 2");
    assert_true(tr_document_planet(document)->orbit.radius_km > 400000);
    assert_true(tr_control_find(document, "star.kelvin", &row) && row.of_scene);
    tr_document_set_target(document, 0);
    tr_error error = {0};
    assert_int_equal(tr_document_remove_body(document, &error), TR_BAD_USAGE); // it still has moons
    tr_document_set_target(document, 1);
    assert_int_equal(tr_document_remove_body(document, NULL), TR_OK);
    assert_int_equal(document->scene->planet_count, 2);
    char what[TR_STEP_BYTES];
    while (tr_document_undo(document, what, NULL) == TR_OK)
        continue;
    assert_int_equal(document->scene->planet_count, 1);
    assert_true(tr_recipe_equal(tr_document_recipe(document), lone));
    while (tr_document_add_body(document, "barren", true, &error) == TR_OK)
        tr_document_set_target(document, 0);
    assert_int_equal(document->scene->planet_count, TR_MAX_PLANETS);
    tr_recipe_destroy(lone);
    close_document(document);
}

// ---- rows of the panel -------------------------------------------------------------------------

static void rows_know_what_the_seed_drew(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    tr_control rows[32], row;
    const int count = tr_controls_shape(document, 32, rows),
              knobs = tr_document_recipe(document)->type_knob_count;
    assert_true(knobs >= 6 && count >= knobs + 4);
    for (int i = 0; i < count; i++) {
        assert_true(rows[i].label[0] && rows[i].what[0] && rows[i].low < rows[i].high);
        assert_true(rows[i].low <= rows[i].value && rows[i].value <= rows[i].high);
        assert_true(rows[i].has_drawn && rows[i].drawn == rows[i].value && !rows[i].differs);
        char value[32]; // any row can be set to either end of its range and the planet is still valid
        for (int end = 0; end < 2; end++) {
            tr_control_write(&rows[i], end ? rows[i].high : rows[i].low, value);
            change(document, rows[i].path, value);
        }
        assert_true(tr_control_find(document, rows[i].path, &row));
        assert_true(row.differs && row.drawn == rows[i].drawn && row.value != row.drawn);
        change(document, rows[i].path, NULL);
    }
    assert_false(tr_control_find(document, "no.such", &row));
    assert_false(tr_control_find(document, "type", &row));
    close_document(document);
}

// The radius can be made smaller for small planets and larger for large ones, within the range of recipes.
static void a_radius_goes_the_way_it_is_sent(void **state) {
    (void)state;
    static const char *const types[] = {"asteroid", "barren", "star"};
    for (int i = 0; i < 3; i++)
        for (int high = 0; high < 2; high++) {
            tr_document *document = open_type(types[i], 7);
            tr_control row;
            char value[32];
            const double before = number_of(document, "radius_km");
            assert_true(tr_control_find(document, "radius_km", &row));
            tr_control_write(&row, high ? row.high : row.low, value);
            change(document, "radius_km", value);
            assert_true((number_of(document, "radius_km") > before) == (high != 0));
            assert_true(document->kept_size);
            close_document(document);
        }
}

// ---- files -------------------------------------------------------------------------------------

// Another type is another planet than the one in the file. Saving it there would overwrite that one, also in
// a scene.
static void another_type_has_no_file(void **state) {
    (void)state;
    char folder[TR_FULL_PATH_BYTES], path[TR_FULL_PATH_BYTES + 64], what[TR_STEP_BYTES];
    int kept, dropped;
    assert_int_equal(tr_path_make_temporary(folder), 0);
    snprintf(path, sizeof path, "%s/my.json", folder);
    tr_document *document = open_type("inferno", 7);
    assert_int_equal(tr_document_save(document, path, NULL, NULL), TR_OK);
    assert_int_equal(tr_document_set_type(document, "barren", &kept, &dropped, NULL), TR_OK);
    assert_null(tr_document_step(document)->path);
    assert_true(tr_document_step(document)->saved); // a type and a seed
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_string_equal(tr_document_step(document)->path, path);
    assert_int_equal(tr_document_set_seed(document, 8, &kept, NULL), TR_OK);
    assert_string_equal(tr_document_step(document)->path, path);
    assert_false(tr_document_step(document)->saved); // the file has another seed
    assert_int_equal(tr_document_add_body(document, "barren", true, NULL), TR_OK);
    assert_int_equal(tr_document_save(document, path, NULL, NULL), TR_OK);
    assert_int_equal(tr_document_set_type(document, "ice", &kept, &dropped, NULL), TR_OK);
    assert_null(tr_document_step(document)->path);
    close_document(document);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

// The first of two clicks has moved a slider. That step is removed and can be neither undone nor redone.
static void a_step_of_a_hand_is_taken_back(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    change(document, "lava", "0.4");
    const int steps = document->step_count;
    const tr_change slid = {"lava", "0.8"};
    assert_int_equal(tr_document_change(document, "Lava", 5, false, 1, &slid, NULL), TR_OK);
    assert_int_equal(tr_document_take_back(document, 4, NULL), TR_OK); // another drag
    assert_true(fabs(number_of(document, "lava") - 0.8) < 1e-9);
    assert_int_equal(tr_document_take_back(document, 5, NULL), TR_OK);
    assert_true(fabs(number_of(document, "lava") - 0.4) < 1e-9);
    assert_int_equal(document->step_count, steps);
    assert_int_equal(tr_document_take_back(document, 0, NULL), TR_OK); // no drag
    assert_int_equal(document->step_count, steps);
    close_document(document);
}

static void what_is_saved_opens_again(void **state) {
    (void)state;
    char folder[TR_FULL_PATH_BYTES], path[TR_FULL_PATH_BYTES + 64], title[TR_TITLE_BYTES],
        expected[TR_TITLE_BYTES];
    assert_int_equal(tr_path_make_temporary(folder), 0);
    // The title escapes control characters. Windows refuses the second one.
    const char *const control = is_posix ? "\n" : "", *const shown = is_posix ? "\\n" : "";
    snprintf(path, sizeof path, "%s/m\xe2\x80\xaey%s.json", folder, control);
    tr_document *document = open_type("inferno", 7);
    assert_true(tr_document_step(document)->saved);
    change(document, "lava", "0.4");
    assert_false(tr_document_step(document)->saved);
    assert_int_equal(tr_document_save(document, path, NULL, NULL), TR_OK);
    assert_true(tr_document_step(document)->saved);
    tr_document_title(document, title);
    snprintf(expected, sizeof expected, "● inferno, seed 7 - m\\u202ey%s.json - Terrella", shown);
    assert_string_equal(title, expected + strlen("● "));
    change(document, "lava", "0.5");
    tr_document_title(document, title);
    assert_string_equal(title, expected);
    tr_document *again = open_world(&(tr_world){.name = path});
    assert_true(fabs(number_of(again, "lava") - 0.4) < 1e-9);
    assert_true(tr_document_step(again)->saved);
    char what[TR_STEP_BYTES];
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_true(tr_document_step(document)->saved); // the file has this state
    change(document, "lava", "0.9");
    assert_int_equal(tr_document_save(document, NULL, NULL, NULL), TR_OK); // under the same name
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_false(tr_document_step(document)->saved); // the file holds another planet now
    tr_error error = {0};
    assert_int_equal(tr_document_save(document, "/no/such/folder/x.json", NULL, &error), TR_CANNOT_WRITE);
    assert_string_equal(tr_document_step(document)->path, path);
    remove(path);
    remove(folder);
    close_document(again);
    close_document(document);
}

static void time_goes_by_as_the_target_turns(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 7);
    const double before_h = document->scene->time_h, day_h = tr_scene_day_h(document->scene, 0);
    tr_document_pass_time(document, 2, 0.5);
    const double passed_h = document->scene->time_h - before_h;
    assert_true(passed_h > 0 && passed_h <= (day_h > 0 ? day_h : 24) * 3 / 360 * 1.0001);
    const double now_h = document->scene->time_h;
    change(document, "lava", "0.4"); // an edit does not reset the clock
    assert_true(document->scene->time_h == now_h);
    close_document(document);
}

// The day, orbit and sun of a lone planet: changing one makes it a scene of one planet, and undo reverts
// that.
static void a_lone_planet_gets_a_day_and_a_sun(void **state) {
    (void)state;
    tr_document *document = open_type("metal", 7);
    tr_recipe *lone = copy_target(document);
    tr_control rows[16];
    tr_error error = {0};
    int count = tr_controls_place(document, 16, rows);
    assert_true(count == 3); // tilt, day, sun: without a sun there is nothing to orbit
    for (int i = 0; i < count; i++)
        assert_true(strncmp(rows[i].path, "orbit.", 6) != 0);
    change(document, "day_h", "30");
    assert_true(tr_document_planet(document)->day_h == 30);
    assert_string_equal(tr_document_planet(document)->name, "metal 7");
    assert_true(tr_recipe_equal(tr_document_recipe(document), lone));
    tr_control sun;
    assert_true(tr_control_find(document, "star.kelvin", &sun) && sun.of_scene);
    if (tr_document_change(document, "Sun", 0, true, 1, &(tr_change){"star.kelvin", "5000"}, &error) != TR_OK)
        fail_msg("%s", error.message);
    assert_true(document->scene->star.kelvin == 5000);
    assert_true(tr_controls_place(document, 16, rows) == count + 4);
    change(document, "orbit.radius_km", "2e8");
    assert_true(tr_document_planet(document)->orbit.radius_km == 2e8);
    char what[TR_STEP_BYTES];
    while (tr_document_undo(document, what, NULL) == TR_OK)
        continue;
    assert_true(tr_document_planet(document)->day_h == 24 && document->scene->star.kelvin == 0);
    if (tr_document_change(document, "Sun", 0, true, 1, &(tr_change){"star.kelvin", "4000"}, &error) != TR_OK)
        fail_msg("%s", error.message);
    assert_true(document->scene->star.kelvin == 4000); // on the first edit
    tr_recipe_destroy(lone);
    close_document(document);
}

// Gives the document the map `height` in a file of that content.
static void add_map(tr_document *document, const char *path, const char *content) {
    tr_error error = {0};
    tr_shared_file *file;
    char value[256];
    write_text(path, content);
    assert_int_equal(tr_shared_file_at(path, "a.png", NULL, &file, &error), TR_OK);
    assert_int_equal(tr_shared_files_add(&document->files, file, &error), TR_OK);
    snprintf(value, sizeof value, "{\"file\": \"a.png\", \"sha256\": \"%s\"}", file->sha256);
    change(document, "maps.height", value);
    tr_shared_file_release(file);
}

static const tr_shared_file *map_file(const tr_document *document) {
    const tr_recipe *recipe = tr_document_recipe(document);
    return recipe->map_count == 1 ? tr_recipe_file(recipe, recipe->maps[0].file) : NULL;
}

// Steps keep the files of their maps, and saving copies them beside the recipe, over no other file.
static void maps_travel(void **state) {
    struct folder *folder = *state;
    int planet = -1;
    char what[TR_STEP_BYTES], path[TR_LISTING_PATH_BYTES];
    tr_document *document = open_type("earthlike", 7);
    add_map(document, at(folder, "first"), "one");
    assert_non_null(map_file(document));
    change(document, "ocean", "0.4");
    assert_non_null(map_file(document));
    add_map(document, at(folder, "second"), "two"); // another file of that name
    assert_true(strstr(map_file(document)->path, "second") != NULL);
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_true(strstr(map_file(document)->path, "first") != NULL);
    assert_null(tr_document_missing(document, &planet));
    assert_int_equal(mkdir(at(folder, "here"), 0700), 0);
    assert_int_equal(tr_document_save(document, at(folder, "here/p.json"), NULL, NULL), TR_OK);
    assert_content(at(folder, "here/a.png"), "one");
    assert_non_null(strstr(map_file(document)->path, "/here/a.png")); // it follows the copy from now on
    remove(at(folder, "first"));
    assert_null(tr_document_changed(document, &planet));
    assert_int_equal(mkdir(at(folder, "there"), 0700), 0);
    write_text(at(folder, "there/a.png"), "other");
    snprintf(path, sizeof path, "%s", at(folder, "there/p.json"));
    assert_int_equal(tr_document_save(document, path, NULL, NULL), TR_OK);
    assert_content(at(folder, "there/a.png"), "other");
    assert_content(at(folder, "there/a-2.png"), "one");
    assert_int_equal(tr_document_save(document, path, NULL, NULL), TR_OK);
    assert_int_equal(count_entries(at(folder, "there")), 3); // it is there already
    close_document(document);
    tr_document *again = open_world(&(tr_world){.name = path});
    assert_string_equal(map_file(again)->name, "a-2.png");
    close_document(again);
}

// A disk that is too full for the picture: Save says so, leaves nothing, and works once there is space.
static void maps_on_a_full_disk(void **state) {
    if (!is_posix)
        skip();
    enum { bytes = 100000 };
    struct folder *folder = *state;
    char path[TR_LISTING_PATH_BYTES], *content = malloc(bytes + 1);
    tr_error error = {0};
    memset(content, 'x', bytes), content[bytes] = 0;
    tr_document *document = open_type("earthlike", 7);
    add_map(document, at(folder, "first"), content);
    assert_int_equal(mkdir(at(folder, "here"), 0700), 0);
    snprintf(path, sizeof path, "%s", at(folder, "here/p.json"));
    limit_files(bytes / 2);
    const tr_status status = tr_document_save(document, path, NULL, &error);
    limit_files(0);
    assert_int_equal(status, TR_CANNOT_WRITE);
    assert_non_null(strstr(error.file, "here/a.png"));
    assert_int_equal(count_entries(at(folder, "here")), 0);
    assert_true(!document->steps[document->step].saved && strstr(map_file(document)->path, "/first") != NULL);
    assert_int_equal(tr_document_save(document, path, NULL, NULL), TR_OK);
    assert_content(at(folder, "here/a.png"), content);
    close_document(document);

    // Where the recipe cannot be written, the copy goes, and the planet has its map as before.
    document = open_type("earthlike", 7);
    add_map(document, at(folder, "first"), content);
    assert_int_equal(mkdir(at(folder, "taken"), 0700), 0);
    assert_int_equal(mkdir(at(folder, "taken/p.json"), 0700), 0);
    write_text(at(folder, "taken/a.png"), "other");
    snprintf(path, sizeof path, "%s", at(folder, "taken/p.json"));
    for (int equal = 0; equal < 2; equal++) { // the second time the folder has the file by another name
        assert_int_equal(tr_document_save(document, path, NULL, NULL), TR_CANNOT_WRITE);
        assert_int_equal(count_entries(at(folder, "taken")), 2 + equal);
        assert_content(at(folder, "taken/a.png"), "other");
        assert_string_equal(map_file(document)->name, "a.png");
        write_text(at(folder, "taken/a-2.png"), content);
    }
    assert_string_equal(map_file(document)->name, "a.png");
    assert_non_null(strstr(map_file(document)->path, "/first"));
    assert_false(tr_document_step(document)->saved);
    close_document(document);

    // Five small faces and one that is too large: none stays.
    static const char *const faces[] = {"px", "nx", "py", "ny", "nz", "pz"};
    char name[32], value[128];
    tr_shared_file *file;
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "%s.png", faces[i]);
        write_text(at(folder, name), i < 5 ? faces[i] : content);
    }
    document = open_type("earthlike", 7);
    assert_int_equal(tr_shared_file_at(at(folder, "{face}.png"), "{face}.png", NULL, &file, NULL), TR_OK);
    assert_int_equal(tr_shared_files_add(&document->files, file, NULL), TR_OK);
    snprintf(value, sizeof value, "{\"file\": \"{face}.png\", \"sha256\": \"%s\"}", file->sha256);
    tr_shared_file_release(file);
    change(document, "maps.height", value);
    assert_int_equal(mkdir(at(folder, "faces"), 0700), 0);
    snprintf(path, sizeof path, "%s", at(folder, "faces/p.json"));
    limit_files(bytes / 2);
    assert_int_equal(tr_document_save(document, path, NULL, NULL), TR_CANNOT_WRITE);
    limit_files(0);
    assert_int_equal(count_entries(at(folder, "faces")), 0);
    close_document(document);
    free(content);
}

// A planet whose map is missing opens without it, and keeps its name.
static void missing_maps_are_known(void **state) {
    struct folder *folder = *state;
    int planet = -1;
    char path[TR_LISTING_PATH_BYTES];
    tr_document *document = open_type("earthlike", 7);
    add_map(document, at(folder, "first"), "one");
    snprintf(path, sizeof path, "%s", at(folder, "p.json"));
    assert_int_equal(tr_document_save(document, path, NULL, NULL), TR_OK);
    close_document(document);
    write_text(at(folder, "a.png"), "changed");
    for (int i = 0; i < 2; i++) {
        tr_document *again = open_world(&(tr_world){.name = path});
        assert_non_null(tr_document_missing(again, &planet));
        assert_string_equal(tr_document_missing(again, &planet)->file, "a.png");
        assert_true(tr_document_recipe(again)->maps[0].strength == 0);
        change(again, "ocean", "0.4");
        assert_non_null(strstr(tr_document_step(again)->text, "a.png"));
        assert_int_equal(tr_document_save(again, at(folder, "other.json"), NULL, NULL), TR_OK);
        close_document(again);
        remove(at(folder, "a.png"));
    }
}

// A file that changes or vanishes while the document is open: steps keep what was read, saving goes on, and a
// file is given in its place.
static void files_change_and_are_given(void **state) {
    struct folder *folder = *state;
    int planet = -1;
    char what[TR_STEP_BYTES];
    bool other;
    tr_shared_file *file;
    tr_document *document = open_type("earthlike", 7);
    add_map(document, at(folder, "first"), "one");
    assert_null(tr_document_changed(document, &planet));
    remove(at(folder, "first"));
    assert_string_equal(tr_document_changed(document, &planet)->file, "a.png");
    change(document, "ocean", "0.4");
    assert_non_null(map_file(document)); // as it was read
    assert_int_equal(tr_document_save(document, at(folder, "p.json"), NULL, NULL), TR_OK);
    tr_document_forget_changed(document);
    assert_int_equal(tr_document_look_again(document, NULL), TR_OK);
    assert_string_equal(tr_document_missing(document, &planet)->file, "a.png");
    assert_true(planet == 0 && document->changed[0]);
    // The same content from elsewhere: no step.
    const int steps = document->step_count;
    write_text(at(folder, "elsewhere"), "one");
    assert_int_equal(tr_shared_file_at(at(folder, "elsewhere"), "a.png", NULL, &file, NULL), TR_OK);
    assert_int_equal(tr_document_give_file(document, 0, "height", file, &other, NULL), TR_OK);
    tr_shared_file_release(file);
    assert_true(!other && document->step_count == steps && !tr_document_step(document)->saved);
    assert_true(!tr_document_missing(document, &planet) && tr_document_recipe(document)->maps[0].strength == 1);
    // Another content: a step, which is undone.
    write_text(at(folder, "elsewhere"), "three");
    assert_int_equal(tr_shared_file_at(at(folder, "elsewhere"), "b.png", NULL, &file, NULL), TR_OK);
    assert_int_equal(tr_document_give_file(document, 0, "height", file, &other, NULL), TR_OK);
    assert_true(other && document->step_count == steps + 1);
    assert_string_equal(map_file(document)->sha256, file->sha256);
    assert_string_equal(tr_document_recipe(document)->maps[0].file, "b.png");
    assert_int_equal(tr_document_give_file(document, 0, "land", file, &other, NULL), TR_BAD_USAGE);
    assert_int_equal(tr_document_give_file(document, 7, "height", file, &other, NULL), TR_BAD_USAGE);
    tr_shared_file_release(file);
    assert_int_equal(tr_document_undo(document, what, NULL), TR_OK);
    assert_string_equal(tr_document_recipe(document)->maps[0].file, "a.png");
    assert_int_equal(tr_document_remove_map(document, "height", NULL), TR_OK);
    assert_int_equal(tr_document_recipe(document)->map_count, 0);
    close_document(document);
}

// Save copies all faces of a cube, and gives all another number if one name is taken.
static void faces_are_saved(void **state) {
    struct folder *folder = *state;
    static const char *const faces[] = {"px", "nx", "py", "ny", "pz", "nz"};
    char name[64], value[128];
    tr_shared_file *file;
    mkdir(at(folder, "far"), 0700);
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "far/%s.png", faces[i]);
        write_text(at(folder, name), faces[i]);
    }
    write_text(at(folder, "ny.png"), "mine");
    tr_document *document = open_type("earthlike", 7);
    assert_int_equal(tr_shared_file_at(at(folder, "far/{face}.png"), "{face}.png", NULL, &file, NULL), TR_OK);
    assert_int_equal(tr_shared_files_add(&document->files, file, NULL), TR_OK);
    snprintf(value, sizeof value, "{\"file\": \"{face}.png\", \"sha256\": \"%s\"}", file->sha256);
    change(document, "maps.height", value);
    assert_int_equal(tr_document_save(document, at(folder, "p.json"), NULL, NULL), TR_OK);
    assert_string_equal(tr_document_recipe(document)->maps[0].file, "{face}-2.png");
    assert_string_equal(map_file(document)->sha256, file->sha256);
    tr_shared_file_release(file);
    close_document(document);
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "%s-2.png", faces[i]);
        assert_int_equal(remove(at(folder, name)), 0);
        snprintf(name, sizeof name, "far/%s.png", faces[i]);
        remove(at(folder, name));
    }
    remove(at(folder, "ny.png"));
}

// Recipes of two folders whose maps are called alike and have no SHA-256: each has the file of its folder.
static void maps_called_alike_stay_apart(void **state) {
    struct folder *folder = *state;
    static const char *const folders[] = {"one", "two"}, *const recipes[] = {"one/p.json", "two/p.json"},
                             *const maps[] = {"one/a.png", "two/a.png"};
    char path[TR_LISTING_PATH_BYTES];
    tr_document *document = open_type("earthlike", 7);
    for (int i = 0; i < 2; i++) {
        mkdir(at(folder, folders[i]), 0700);
        write_text(
            at(folder, recipes[i]),
            "{\"type\": \"earthlike\", \"set\": {\"maps\": [{\"name\": \"height\", \"file\": \"a.png\"}]}}");
        write_text(at(folder, maps[i]), folders[i]);
    }
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s", at(folder, recipes[i % 2]));
        assert_int_equal(tr_document_load(document, &(tr_world){.name = path}, "Open", NULL), TR_OK);
        assert_non_null(strstr(map_file(document)->path, i % 2 ? "/two/" : "/one/"));
        change(document, "ocean", "0.4");
        assert_non_null(strstr(map_file(document)->path, i % 2 ? "/two/" : "/one/"));
    }
    close_document(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_type_has_no_file),
        cmocka_unit_test(a_step_of_a_hand_is_taken_back),
        cmocka_unit_test(a_document_is_its_world),
        cmocka_unit_test(what_is_whole_becomes_differences),
        cmocka_unit_test(one_change_is_one_line),
        cmocka_unit_test(a_file_is_changed_in_its_place),
        cmocka_unit_test(all_steps_go_back_and_on),
        cmocka_unit_test(a_drag_is_one_step),
        cmocka_unit_test(another_way_forgets_the_old_one),
        cmocka_unit_test(strokes_stay),
        cmocka_unit_test(maps_stay),
        cmocka_unit_test(after_a_failure_the_planet_stays),
        cmocka_unit_test(who_changed_is_told),
        cmocka_unit_test(a_new_seed_keeps_what_was_changed),
        cmocka_unit_test(what_is_locked_stays),
        cmocka_unit_test(seeds_come_back_the_last_one_first),
        cmocka_unit_test(another_type_keeps_what_it_knows),
        cmocka_unit_test(what_means_something_else_goes),
        cmocka_unit_test(all_changes_go_in_one_step),
        cmocka_unit_test(a_whole_recipe_becomes_a_type),
        cmocka_unit_test(each_planet_of_a_scene_is_edited_alone),
        cmocka_unit_test(scenes_have_one_name),
        cmocka_unit_test(planets_without_a_type_have_titles),
        cmocka_unit_test(moons_go_round_planets),
        cmocka_unit_test(files_are_called_by_one_rule),
        cmocka_unit_test(a_name_by_a_file_is_no_step),
        cmocka_unit_test(undo_stays_in_the_file),
        cmocka_unit_test(bodies_come_and_go),
        cmocka_unit_test(rows_know_what_the_seed_drew),
        cmocka_unit_test(a_radius_goes_the_way_it_is_sent),
        cmocka_unit_test(texts_are_unsaved),
        cmocka_unit_test(browsing_is_no_change),
        cmocka_unit_test(what_the_history_leaves_is_known),
        cmocka_unit_test(what_is_saved_opens_again),
        cmocka_unit_test(time_goes_by_as_the_target_turns),
        cmocka_unit_test(a_lone_planet_gets_a_day_and_a_sun),
        cmocka_unit_test_setup_teardown(maps_travel, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(files_change_and_are_given, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(faces_are_saved, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(maps_on_a_full_disk, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(maps_called_alike_stay_apart, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(missing_maps_are_known, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
