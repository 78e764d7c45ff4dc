// Breeding of planets, the history, and the pages of the gallery.
#include "editor/gallery.h"
#include "editor/history.h"
#include "editor/private/breed.h"

#include "base/memory.h"
#include "support.h"
#include "worlds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- breeding ------------------------------------------------------------------------------------

static void text_of(const char *type, char text[128]) {
    snprintf(text, 128, "{\"type\": \"%.31s\", \"seed\": 7}", type);
}

static char *breed(const tr_breeding *breeding, int index) {
    char *text = NULL;
    tr_error error = {0};
    if (tr_breed(breeding, index, &text, &error) != TR_OK)
        fail_msg("%s", error.message);
    return text;
}

static double knob(const tr_recipe *recipe, const char *name) {
    return tr_recipe_type_knob(recipe, tr_recipe_find_type_knob(recipe, name));
}

static void relatives_of_all_types_load(void **state) {
    (void)state;
    static char types[64][TR_NAME_BYTES];
    const int count = tr_type_list(types, 64);
    assert_true(count >= 27);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            char parent[128];
            text_of(types[i], parent);
            char *text = breed(&(tr_breeding){.text = parent, .dial = 0.5 * k}, k);
            tr_recipe *recipe = load_recipe(world_of(text));
            assert_string_equal(recipe->type, types[i]);
            assert_string_not_equal(text, parent);
            tr_recipe_destroy(recipe);
            tr_free(text);
        }
}

// The mean distance of children's knobs from the parent's, and the number of children with its seed.
static double distance(double dial, int *same_seed) {
    const char parent[] = "{\"type\": \"inferno\", \"seed\": 7}";
    tr_recipe *mother = load_recipe(world_of(parent));
    double sum = 0;
    *same_seed = 0;
    for (int i = 0; i < 20; i++) {
        char *text = breed(&(tr_breeding){.text = parent, .dial = dial}, i);
        tr_recipe *child = load_recipe(world_of(text));
        *same_seed += child->seed == mother->seed;
        sum +=
            fabs(knob(child, "lava") - knob(mother, "lava")) + fabs(knob(child, "heat") - knob(mother, "heat"));
        tr_recipe_destroy(child);
        tr_free(text);
    }
    tr_recipe_destroy(mother);
    return sum / 40;
}

static void the_dial_goes_from_siblings_to_strangers(void **state) {
    (void)state;
    int siblings, between, strangers;
    const double near = distance(0, &siblings), middle = distance(0.5, &between), far = distance(1, &strangers);
    assert_true(near > 0.005 && near < 0.1);
    assert_true(near < middle && middle < far);
    assert_true(far > 0.15);
    assert_int_equal(siblings, 20);
    assert_in_range(between, 3, 17);
    assert_int_equal(strangers, 0);
}

// A child is determined by its number.
static void relatives_can_be_had_again(void **state) {
    (void)state;
    const tr_breeding breeding = {.text = "{\"type\": \"desert\", \"seed\": 2}", .dial = 0.3};
    char *a = breed(&breeding, 4), *b = breed(&breeding, 4), *c = breed(&breeding, 5);
    assert_string_equal(a, b);
    assert_string_not_equal(a, c);
    tr_free(a), tr_free(b), tr_free(c);
}

static void locks_hold(void **state) {
    (void)state;
    static const char locks[][TR_DIFFERENCE_BYTES] = {"lava", "noisiness", "seed"};
    const char parent[] =
        "{\"type\": \"inferno\", \"seed\": 7, \"set\": {\"noisiness\": 0.77, \"slope_exaggeration\": 44}}";
    tr_recipe *mother = load_recipe(world_of(parent));
    for (int count = 2; count <= 3; count++)
        for (int i = 0; i < 5; i++) {
            char *text =
                breed(&(tr_breeding){.text = parent, .dial = 1, .locks = locks, .lock_count = count}, i);
            tr_recipe *child = load_recipe(world_of(text));
            assert_true(fabs(knob(child, "lava") - knob(mother, "lava")) < 1e-6);
            assert_true(fabs(child->knobs[TR_KNOB_NOISINESS] - 0.77) < 1e-9);
            assert_true((child->seed == 7) == (count == 3));
            assert_true(fabs(knob(child, "heat") - knob(mother, "heat")) > 1e-4);
            tr_recipe_destroy(child);
            tr_free(text);
        }
    tr_recipe_destroy(mother);
}

static void what_is_no_world_has_no_relatives(void **state) {
    (void)state;
    char *text;
    assert_int_not_equal(tr_breed(&(tr_breeding){.text = "{\"type\": 3}"}, 0, &text, NULL), TR_OK);
    assert_null(text);
    const tr_breeding nowhere = {.text = "{\"type\": \"ice\"}", .planet = 4};
    assert_int_equal(tr_breed(&nowhere, 0, &text, NULL), TR_BAD_INPUT);
}

// ---- the history -------------------------------------------------------------------------------

static void set_seed(tr_document *document, uint64_t seed) {
    int kept;
    assert_int_equal(tr_document_set_seed(document, seed, &kept, NULL), TR_OK);
}

static void a_look_of_a_second_makes_a_frame(void **state) {
    (void)state;
    tr_history history = {0};
    tr_document *document = calloc(1, sizeof *document);
    assert_non_null(document);
    assert_int_equal(tr_document_open(document, &(tr_world){.name = "ice"}, NULL), TR_OK);
    assert_false(tr_history_update(&history, document, 10));
    assert_true(fabs(tr_history_due(&history) - 11) < 1e-9);
    assert_true(tr_history_update(&history, document, 11));
    assert_true(isinf(tr_history_due(&history)));
    assert_false(tr_history_update(&history, document, 14));
    set_seed(document, 2); // shown too briefly
    assert_false(tr_history_update(&history, document, 15));
    set_seed(document, 3);
    assert_false(tr_history_update(&history, document, 15.5));
    assert_true(tr_history_update(&history, document, 16.6));
    assert_int_equal(history.count, 2);
    assert_string_equal(history.frames[0].name, "ice 1");
    assert_string_equal(history.frames[1].name, "ice 3");
    assert_string_equal(history.frames[0].step, ""); // the first frame has no step
    assert_string_equal(history.frames[1].step, "Seed 3");
    set_seed(document, 1); // has a frame already, which stays in place
    assert_false(tr_history_update(&history, document, 20) || tr_history_update(&history, document, 22));
    assert_int_equal(history.count, 2);
    tr_document_close(document);
    free(document);
    tr_history_clear(&history);
}

static void another_body_of_a_world_is_no_frame(void **state) {
    (void)state;
    tr_history history = {0};
    tr_document *document = calloc(1, sizeof *document);
    assert_non_null(document);
    assert_int_equal(tr_document_open(document, &(tr_world){.name = "ice"}, NULL), TR_OK);
    assert_int_equal(tr_document_add_body(document, "barren", true, NULL), TR_OK);
    assert_false(tr_history_update(&history, document, 10));
    assert_true(tr_history_update(&history, document, 11));
    for (int i = 0; i < 4; i++) {
        tr_document_set_target(document, 1 - i % 2);
        assert_false(tr_history_update(&history, document, 20 + 5 * i));
        assert_true(isinf(tr_history_due(&history)));
        assert_false(tr_history_update(&history, document, 22 + 5 * i));
    }
    assert_int_equal(history.count, 1);
    assert_string_equal(history.frames[0].name, "ice 1");
    tr_document_set_target(document, 1);
    assert_int_equal(tr_document_add_body(document, "ice", true, NULL), TR_OK); // this makes one
    assert_false(tr_history_update(&history, document, 60));
    assert_true(tr_history_update(&history, document, 61));
    assert_int_equal(history.count, 2);
    tr_document_close(document);
    free(document);
    tr_history_clear(&history);
}

static int add(tr_history *history, int seed) {
    char text[64], name[32];
    snprintf(text, sizeof text, "{\"type\": \"ice\", \"seed\": %d}", seed);
    snprintf(name, sizeof name, "ice %d", seed);
    return tr_history_add(history, text, 0, name, "");
}

// The oldest frames are dropped first, except starred and pinned ones.
static void stars_and_pins_stay(void **state) {
    (void)state;
    tr_history history = {0};
    for (int i = 0; i < 10; i++)
        assert_int_equal(add(&history, i), i);
    assert_int_equal(add(&history, 3), 3);
    tr_history_star(&history, 2, true);
    tr_history_pin(&history, 4);
    for (int i = 10; i < 200; i++)
        assert_true(add(&history, i) >= 0);
    assert_int_equal(history.count, TR_MOST_FRAMES + 2);
    assert_string_equal(history.frames[0].name, "ice 2");
    assert_string_equal(history.frames[1].name, "ice 4");
    assert_string_equal(history.frames[2].name, "ice 140");
    assert_string_equal(history.frames[history.count - 1].name, "ice 199");
    assert_string_equal(tr_history_pinned(&history)->name, "ice 4");
    tr_history_pin(&history, -1);
    assert_int_equal(tr_history_find(&history, tr_history_key("{\"type\": \"ice\", \"seed\": 4}", 0)), -1);
    assert_null(tr_history_pinned(&history));
    tr_history_clear(&history);
}

// ---- the gallery ---------------------------------------------------------------------------------

static void pages_lead_from_types_to_relatives_and_back(void **state) {
    (void)state;
    tr_gallery g = {0};
    assert_null(tr_gallery_chosen(&g));
    assert_int_equal(tr_gallery_show_types(&g, NULL), TR_OK);
    assert_true(tr_gallery_front(&g)->count >= 31);
    assert_true(tr_gallery_chosen(&g)->is_type);
    assert_true(tr_gallery_chosen(&g)->line[0] != 0);
    assert_false(tr_gallery_front(&g)->items[tr_gallery_front(&g)->count - 1].is_type); // a scene
    tr_gallery_move(&g, 3);
    tr_gallery_move(&g, -5); // beyond the edge: no change
    assert_int_equal(tr_gallery_front(&g)->chosen, 3);

    assert_int_equal(tr_gallery_show_seeds(&g, "inferno", NULL), TR_OK);
    assert_string_equal(tr_gallery_front(&g)->title, "Inferno");
    assert_int_equal(tr_gallery_front(&g)->count, TR_GALLERY_BATCH);
    assert_int_equal(tr_gallery_more(&g, NULL, NULL), TR_OK);
    assert_int_equal(tr_gallery_front(&g)->count, 2 * TR_GALLERY_BATCH);
    assert_string_equal(tr_gallery_chosen(&g)->name, "seed 21");

    g.dial = 0.2;
    assert_int_equal(tr_gallery_show_relatives(&g, tr_gallery_chosen(&g)->text, 0, NULL, NULL), TR_OK);
    assert_string_equal(tr_gallery_front(&g)->title, "Variations of inferno 21");
    const uint64_t key = tr_gallery_front(&g)->items[4].key;
    assert_int_equal(tr_gallery_turn_dial(&g, 0.9, NULL, NULL), TR_OK);
    assert_int_equal(tr_gallery_front(&g)->count, TR_GALLERY_BATCH);
    assert_true(tr_gallery_front(&g)->items[4].key != key);
    assert_int_equal(tr_gallery_turn_dial(&g, 0.2, NULL, NULL), TR_OK);
    assert_true(tr_gallery_front(&g)->items[4].key == key);

    assert_true(tr_gallery_back(&g));
    assert_string_equal(tr_gallery_chosen(&g)->name, "seed 21");
    assert_true(tr_gallery_back(&g));
    assert_int_equal(tr_gallery_front(&g)->chosen, 3);
    assert_false(tr_gallery_back(&g));
    assert_null(tr_gallery_front(&g));
    for (int i = 0; i < 2 * TR_GALLERY_DEPTH; i++)
        assert_int_equal(tr_gallery_show_seeds(&g, "ice", NULL), TR_OK);
    tr_gallery_close(&g);
}

// Recent files and unsaved work come before types. Files that cannot be read are left out.
static void recent_worlds_come_first(void **state) {
    (void)state;
    char path[] = "/tmp/terrella-gallery-XXXXXX";
    tr_gallery g = {0};
    const int file = mkstemp(path);
    static const char text[] = "{\"type\": \"arid\", \"seed\": 4}";
    assert_true(file >= 0 && write(file, text, sizeof text - 1) == sizeof text - 1 && close(file) == 0);
    tr_recent recent[3] = {{.path = "/no/such.json"}, {.name = "Lost", .session = true}, {.name = ""}};
    snprintf(recent[2].path, sizeof recent[2].path, "%s", path);
    assert_int_equal(tr_gallery_show_types(&g, NULL), TR_OK);
    const int types = tr_gallery_front(&g)->count;
    tr_gallery_put_first(&g, recent, 3); // the session cannot be read either
    assert_int_equal(tr_gallery_front(&g)->count, types + 1);
    const tr_gallery_item *first = tr_gallery_chosen(&g);
    assert_string_equal(first->path, path);
    assert_string_equal(first->name, strrchr(path, '/') + 1);
    assert_non_null(strstr(first->text, "arid"));
    assert_false(first->is_type);
    tr_gallery_move(&g, 1);
    assert_true(tr_gallery_chosen(&g)->is_type && !tr_gallery_chosen(&g)->path);
    tr_gallery_close(&g);
    assert_int_equal(unlink(path), 0);
}

// Commands also reach a gallery without pages or without more items.
static void a_gallery_without_pages_stays_so(void **state) {
    (void)state;
    tr_gallery gallery = {0};
    assert_null(tr_gallery_chosen(&gallery));
    assert_int_equal(tr_gallery_more(&gallery, NULL, NULL), TR_OK);
    tr_gallery_choose(&gallery, 0);
    tr_gallery_move(&gallery, 1);
    assert_int_equal(tr_gallery_turn_dial(&gallery, 2, NULL, NULL), TR_OK);
    assert_true(gallery.dial == 1);
    assert_int_equal(tr_gallery_turn_dial(&gallery, -1, NULL, NULL), TR_OK);
    assert_true(gallery.dial == 0);
    assert_false(tr_gallery_back(&gallery));
    assert_int_equal(tr_gallery_show_types(&gallery, NULL), TR_OK);
    const int types = tr_gallery_front(&gallery)->count;
    assert_int_equal(tr_gallery_more(&gallery, NULL, NULL), TR_OK); // there are no more
    tr_gallery_choose(&gallery, types);
    tr_gallery_choose(&gallery, -1);
    tr_gallery_move(&gallery, -1);
    assert_int_equal(tr_gallery_front(&gallery)->count, types);
    assert_int_equal(tr_gallery_front(&gallery)->chosen, 0);
    assert_int_equal(tr_gallery_show_seeds(&gallery, "inferno", NULL), TR_OK);
    for (int i = 0; i < TR_GALLERY_MOST; i++)
        assert_int_equal(tr_gallery_more(&gallery, NULL, NULL), TR_OK);
    assert_int_equal(tr_gallery_front(&gallery)->count, TR_GALLERY_MOST);
    tr_gallery_close(&gallery);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relatives_of_all_types_load),
        cmocka_unit_test(the_dial_goes_from_siblings_to_strangers),
        cmocka_unit_test(relatives_can_be_had_again),
        cmocka_unit_test(locks_hold),
        cmocka_unit_test(what_is_no_world_has_no_relatives),
        cmocka_unit_test(a_look_of_a_second_makes_a_frame),
        cmocka_unit_test(another_body_of_a_world_is_no_frame),
        cmocka_unit_test(stars_and_pins_stay),
        cmocka_unit_test(recent_worlds_come_first),
        cmocka_unit_test(a_gallery_without_pages_stays_so),
        cmocka_unit_test(pages_lead_from_types_to_relatives_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
