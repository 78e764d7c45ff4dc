// Swatches of a planet: what they stand for, what recolouring keeps, and reset; harmonies; stops of
// gradients.
#include "editor/colours.h"

#include "base/colour.h"
#include "documents.h"
#include "editor/types.h"
#include "planet/oklab.h"

#include <math.h>
#include <stdlib.h>

static int find(tr_document *document, const char *label, tr_swatch *out) {
    tr_swatch swatches[TR_MOST_SWATCHES];
    const int count = tr_colours_swatches(document, swatches);
    for (int i = 0; i < count; i++)
        if (strcmp(swatches[i].label, label) == 0) {
            *out = swatches[i];
            return i;
        }
    fail_msg("no swatch '%s'", label);
    return -1;
}

static void set(tr_document *document, const char *label, uint32_t rgb, uint64_t drag_id) {
    tr_swatch swatch;
    tr_error error = {0};
    const uint8_t srgb[3] = {(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb};
    must(tr_colours_set(document, find(document, label, &swatch), srgb, drag_id, &error), &error);
}

static void lab_of(const uint8_t srgb[3], double lab[3]) {
    double light[3];
    tr_light_from_srgb(srgb, light);
    tr_oklab_from_linear(light, lab);
}

static const char red_label[] = "Vegetation";

// Each type has swatches with distinct names, and none differs from the type.
static void every_type_has_swatches(void **state) {
    (void)state;
    static tr_types types;
    tr_types_list(&types);
    assert_true(types.count > 20);
    for (int t = 0; t < types.count; t++) {
        tr_swatch s[TR_MOST_SWATCHES];
        tr_document *document = open_type(types.names[t], 5);
        const int count = tr_colours_swatches(document, s);
        if (count < 3)
            fail_msg("%s has %d swatches", types.names[t], count);
        for (int i = 0; i < count; i++) {
            assert_false(s[i].differs);
            assert_true(s[i].label[0] >= 'A' && s[i].label[0] <= 'Z');
            for (int k = 0; k < i; k++)
                assert_string_not_equal(s[i].label, s[k].label);
        }
        close_document(document);
    }
}

static void the_earth_has_those_of_the_book(void **state) {
    (void)state;
    static const char *const labels[] = {"Vegetation", "Arid land",  "Rock",   "Snow",
                                         "Shallows",   "Deep water", "Clouds", "Atmosphere"};
    tr_document *document = open_type("earthlike", 1);
    tr_swatch s;
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        find(document, labels[i], &s);
    close_document(document);
}

// Setting the same colour adds no step, for every type.
static void the_same_colour_changes_nothing(void **state) {
    (void)state;
    static const char *const types[] = {"earthlike", "inferno", "gas-giant", "radiated"};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        tr_document *document = open_type(types[t], 2);
        tr_swatch s[TR_MOST_SWATCHES];
        tr_error error = {0};
        const int count = tr_colours_swatches(document, s);
        for (int i = 0; i < count; i++)
            must(tr_colours_set(document, i, s[i].srgb, 0, &error), &error);
        assert_int_equal(document->step_count, 1);
        close_document(document);
    }
}

// The shown colour is close to the chosen one, forests keep their shades, and the sea does not change.
static void vegetation_becomes_red(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 1);
    tr_gradients before = {0}, after = {0};
    tr_error error = {0};
    tr_swatch s;
    must(tr_gradients_list(document, &before, &error), &error);
    set(document, red_label, 0xa02020, 0);
    must(tr_gradients_list(document, &after, &error), &error);
    find(document, red_label, &s);
    assert_true(s.differs);
    assert_true(s.srgb[0] > 120 && s.srgb[1] < 90 && s.srgb[2] < 90);
    assert_string_equal(tr_document_step(document)->what, red_label);
    assert_string_equal(after.list[0].path, "albedo.biomes.rows");
    double darkest = 1, lightest = 0;
    for (int i = 0; i < after.list[0].count; i++) {
        double old[3], new[3];
        const tr_shown_stop *stop = &after.stops[after.list[0].first + i];
        lab_of(before.stops[before.list[0].first + i].srgb, old);
        lab_of(stop->srgb, new);
        if (stop->position > 0.6) { // forest
            assert_true(stop->srgb[0] > stop->srgb[1] && stop->srgb[0] > stop->srgb[2]);
            darkest = fmin(darkest, new[0]), lightest = fmax(lightest, new[0]);
        }
        if (stop->position < 0.2) // desert
            assert_memory_equal(stop->srgb, before.stops[before.list[0].first + i].srgb, 3);
    }
    assert_true(lightest - darkest > 0.08);
    for (int i = 0; i < after.count; i++)
        if (strcmp(after.list[i].path, "albedo.sea.rows") == 0)
            assert_memory_equal(&after.stops[after.list[i].first], &before.stops[before.list[i].first],
                                (size_t)after.list[i].count * sizeof *after.stops);
    tr_gradients_clear(&before);
    tr_gradients_clear(&after);
    close_document(document);
}

// Wet and dry land share a gradient. Each is reset alone and exactly.
static void a_swatch_goes_back_alone(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 4);
    tr_recipe *first = NULL;
    tr_error error = {0};
    tr_swatch s;
    must(tr_recipe_copy(tr_document_recipe(document), &first, &error), &error);
    set(document, red_label, 0xa02020, 0);
    set(document, "Arid land", 0x8080c0, 0);
    find(document, red_label, &s);
    assert_true(s.srgb[0] > 120 && s.srgb[2] < 90); // the other colour did not change it
    must(tr_colours_reset(document, find(document, red_label, &s), &error), &error);
    find(document, red_label, &s);
    assert_false(s.differs);
    find(document, "Arid land", &s);
    assert_true(s.differs && s.srgb[2] > s.srgb[0]);
    must(tr_colours_reset(document, find(document, "Arid land", &s), &error), &error);
    assert_true(tr_recipe_equal(first, tr_document_recipe(document)));
    assert_null(strstr(tr_document_step(document)->text, "albedo"));
    tr_recipe_destroy(first);
    close_document(document);
}

// A drag is one step, and only its end matters: a drag through black and back equals setting the last colour.
static void a_drag_is_one_step(void **state) {
    (void)state;
    tr_document *a = open_type("earthlike", 1), *b = open_type("earthlike", 1);
    tr_error error = {0};
    char what[TR_STEP_BYTES];
    set(a, "Deep water", 0x000000, 7);
    set(a, "Deep water", 0xffffff, 7);
    set(a, "Deep water", 0x402060, 7);
    set(b, "Deep water", 0x402060, 0);
    assert_int_equal(a->step_count, 2);
    assert_true(tr_recipe_equal(tr_document_recipe(a), tr_document_recipe(b)));
    must(tr_document_undo(a, what, &error), &error);
    assert_string_equal(what, "Deep water");
    close_document(a);
    close_document(b);
}

// Black stays black where nothing glows.
static void light_keeps_its_darkness(void **state) {
    (void)state;
    tr_document *document = open_type("inferno", 1);
    tr_gradients gradients = {0};
    tr_error error = {0};
    set(document, "Glow", 0xc0e8ff, 0);
    must(tr_gradients_list(document, &gradients, &error), &error);
    for (int i = 0; i < gradients.count; i++)
        if (strcmp(gradients.list[i].path, "emission.glow.stops") == 0) {
            const uint8_t *srgb = gradients.stops[gradients.list[i].first].srgb;
            assert_true(srgb[0] < 8 && srgb[1] < 8 && srgb[2] < 8);
        }
    tr_gradients_clear(&gradients);
    close_document(document);
}

// Each of the twelve harmonies is one step on every kind of planet. The result does not depend on harmonies
// applied before.
static void harmonies_do_not_wear(void **state) {
    (void)state;
    int count;
    tr_error error = {0};
    const tr_harmony *harmonies = tr_harmonies(&count);
    assert_int_equal(count, 12);
    tr_document *a = open_type("ocean", 3), *b = open_type("ocean", 3);
    for (int i = 0; i < count; i++)
        must(tr_colours_apply(a, &harmonies[i], &error), &error);
    must(tr_colours_apply(b, &harmonies[count - 1], &error), &error);
    assert_int_equal(a->step_count, 1 + count);
    assert_true(tr_recipe_equal(tr_document_recipe(a), tr_document_recipe(b)));
    assert_string_equal(tr_document_step(a)->what, harmonies[count - 1].name);
    close_document(a);
    close_document(b);
    const tr_harmony one = tr_harmony_roll(6, "Die"), same = tr_harmony_roll(6, "Die"),
                     other = tr_harmony_roll(7, "Die");
    assert_memory_equal(one.srgb, same.srgb, sizeof one.srgb);
    assert_memory_not_equal(one.srgb, other.srgb, sizeof one.srgb);
    a = open_type("gas-giant", 3);
    must(tr_colours_apply(a, &one, &error), &error);
    assert_int_equal(a->step_count, 2);
    close_document(a);
}

// ---- gradients -----------------------------------------------------------------------------------

static int count_of(tr_document *document, const char *path, int stop, tr_shown_stop *out) {
    tr_gradients gradients = {0};
    tr_error error = {0};
    int count = -1;
    must(tr_gradients_list(document, &gradients, &error), &error);
    for (int i = 0; i < gradients.count; i++)
        if (strcmp(gradients.list[i].path, path) == 0) {
            count = gradients.list[i].count;
            *out = gradients.stops[gradients.list[i].first + stop];
        }
    tr_gradients_clear(&gradients);
    return count;
}

static void stops_move_come_and_go(void **state) {
    (void)state;
    static const char path[] = "albedo.snow.stops"; // at -0.25, 0 and 0.2
    tr_document *document = open_type("earthlike", 1);
    tr_error error = {0};
    tr_shown_stop stop;
    must(tr_gradient_add(document, path, 0.1, &error), &error);
    assert_int_equal(count_of(document, path, 2, &stop), 4);
    assert_true(fabs(stop.position - 0.1) < 1e-9 && stop.srgb[0] > 0xe8 && stop.srgb[0] < 0xf4);
    must(tr_gradient_move(document, path, 2, 5, 3, &error), &error);
    must(tr_gradient_move(document, path, 2, 0.15, 3, &error), &error);
    assert_int_equal(document->step_count, 3);
    count_of(document, path, 2, &stop);
    assert_true(fabs(stop.position - 0.15) < 1e-9);
    must(tr_gradient_colour(document, path, 2, (const uint8_t[]){255, 0, 0}, 0, &error), &error);
    count_of(document, path, 2, &stop);
    assert_int_equal(stop.srgb[0], 255);
    for (int i = 0; i < 3; i++)
        must(tr_gradient_remove(document, path, 0, &error), &error);
    assert_int_equal(count_of(document, path, 0, &stop), 1);
    assert_int_equal(tr_gradient_remove(document, path, 0, &error), TR_BAD_USAGE);
    assert_int_equal(tr_gradient_colour(document, path, 1, stop.srgb, 0, &error), TR_BAD_USAGE);
    assert_int_equal(tr_gradient_colour(document, "albedo.none.stops", 0, stop.srgb, 0, &error), TR_BAD_USAGE);
    assert_int_equal(tr_gradient_colour(document, path, -1, stop.srgb, 0, &error), TR_BAD_USAGE);
    assert_int_equal(tr_gradient_move(document, path, 1, 0.5, 0, &error), TR_BAD_USAGE);
    assert_int_equal(tr_gradient_add(document, "albedo.none.stops", 0.5, &error), TR_BAD_USAGE);
    assert_int_equal(tr_gradient_remove(document, path, 1, &error), TR_BAD_USAGE);
    assert_int_equal(tr_gradient_remove(document, "nothing", 0, &error), TR_BAD_USAGE);
    const int steps = document->step_count; // setting the same colour adds no step
    must(tr_gradient_colour(document, path, 0, stop.srgb, 0, &error), &error);
    assert_int_equal(document->step_count, steps);
    must(tr_gradient_add(document, path, 1e3, &error), &error); // after the last and before the first
    must(tr_gradient_add(document, path, -1e3, &error), &error);
    must(tr_gradient_move(document, path, 2, -2e3, 0, &error), &error); // not past its neighbour
    must(tr_gradient_move(document, path, 0, 5, 0, &error), &error);
    close_document(document);
}

// A swatch whose stops were moved keeps their positions. Reset restores the stops of the type.
static void a_swatch_keeps_moved_stops(void **state) {
    (void)state;
    static const char path[] = "albedo.snow.stops";
    tr_document *document = open_type("earthlike", 1);
    tr_error error = {0};
    tr_swatch s;
    tr_shown_stop stop;
    must(tr_gradient_add(document, path, 0.1, &error), &error);
    set(document, "Snow", 0xffc0c0, 0);
    assert_int_equal(count_of(document, path, 2, &stop), 4);
    assert_true(stop.srgb[0] > stop.srgb[1] + 16);
    must(tr_colours_reset(document, find(document, "Snow", &s), &error), &error);
    assert_int_equal(count_of(document, path, 0, &stop), 3);
    close_document(document);
}

static void cells_of_two_channels_change_alone(void **state) {
    (void)state;
    static const char path[] = "albedo.biomes.rows";
    tr_document *document = open_type("earthlike", 1);
    tr_error error = {0};
    tr_shown_stop stop, other;
    const int count = count_of(document, path, 9, &other);
    must(tr_gradient_colour(document, path, 8, (const uint8_t[]){1, 2, 250}, 0, &error), &error);
    assert_int_equal(count_of(document, path, 8, &stop), count);
    assert_int_equal(stop.srgb[2], 250);
    count_of(document, path, 9, &stop);
    assert_memory_equal(stop.srgb, other.srgb, 3);
    assert_int_equal(tr_gradient_add(document, path, 0.5, &error), TR_BAD_USAGE);
    close_document(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_has_swatches),
        cmocka_unit_test(the_earth_has_those_of_the_book),
        cmocka_unit_test(the_same_colour_changes_nothing),
        cmocka_unit_test(vegetation_becomes_red),
        cmocka_unit_test(a_swatch_goes_back_alone),
        cmocka_unit_test(a_drag_is_one_step),
        cmocka_unit_test(light_keeps_its_darkness),
        cmocka_unit_test(harmonies_do_not_wear),
        cmocka_unit_test(stops_move_come_and_go),
        cmocka_unit_test(a_swatch_keeps_moved_stops),
        cmocka_unit_test(cells_of_two_channels_change_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
