// Compares the estimated memory of planets with the memory that they use, which the test's allocator counts.
#include "base/meter.h"
#include "fields/field.h"
#include "folders.h"
#include "image_files.h"
#include "planet/budget.h"
#include "planet/surface.h"
#include "support.h"
#include "worlds.h"

#include <malloc.h>
#include <stdlib.h>

static struct { size_t now, peak; } memory; // one thread

static void note(size_t more, size_t less) {
    memory.now += more - less;
    memory.peak = memory.now > memory.peak ? memory.now : memory.peak;
}

static void *counted_malloc(void *context, size_t bytes) {
    (void)context;
    void *got = malloc(bytes);
    note(malloc_usable_size(got), 0);
    return got;
}

static void *counted_realloc(void *context, void *old, size_t bytes) {
    (void)context;
    const size_t before = malloc_usable_size(old);
    void *got = realloc(old, bytes);
    if (got)
        note(malloc_usable_size(got), before);
    return got;
}

static void counted_free(void *context, void *old) {
    (void)context;
    note(0, malloc_usable_size(old));
    free(old);
}

// The memory in use is at most a fifth above the estimate and at least a third of it. (test_work.c checks
// work.)
static void assert_world_estimated(const char *what, tr_world world) {
    tr_recipe *recipe = load_recipe(world);
    tr_pool *pool;
    tr_needs needs;
    tr_surface *surface;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    assert_int_equal(tr_recipe_needs(recipe, &needs, NULL), TR_OK);
    const size_t before = memory.now;
    memory.peak = before;
    const tr_surface_options how = {.isa = tr_isa_best(), .pool = pool};
    assert_int_equal(tr_surface_make(recipe, &how, &surface, NULL), TR_OK);
    const double peak = (double)(memory.peak - before) / 1e6, told = (double)needs.bytes / 1e6;
    print_message("%-28s %7.1f MB estimated, %7.1f measured\n", what, told, peak);
    assert_true(peak <= 1.2 * told);
    assert_true(told <= 3 * peak);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
    tr_recipe_destroy(recipe);
}

static void assert_estimated(const char *what, const char *json) {
    assert_world_estimated(what, world_of(json));
}

#define RECIPE(layers) "{\"type\": \"x\", \"radius_km\": 6000, \"layers\": [" layers "]}"
#define LAYER(name, rest) "{\"name\": \"" name "\", \"field\": " rest "}"

static void test_estimates(void **state) {
    (void)state;
    assert_estimated("terrain 128", RECIPE(LAYER("a", "\"terrain\", \"cells\": 128")));
    assert_estimated("two terrains 96", RECIPE(LAYER("a", "\"terrain\", \"cells\": 96") "," LAYER(
                                            "b", "\"terrain\", \"cells\": 96, \"erosion\": 60")));
    assert_estimated("terrain 128, seen twice",
                     RECIPE(LAYER("a", "\"terrain\", \"cells\": 128") "," LAYER(
                         "b", "\"terrain\", \"terrain_from\": \"a\", \"value\": \"rain\"")));
    assert_estimated("midpoint 1 x 2^9", RECIPE(LAYER("a", "\"midpoint\", \"cells\": 1, \"levels\": 9")));
    assert_estimated(
        "three of 600 x 2^0",
        RECIPE(LAYER("a", "\"midpoint\", \"cells\": 600, \"levels\": 0") "," LAYER(
            "b", "\"midpoint\", \"cells\": 600, \"levels\": 0") "," LAYER("c", "\"midpoint\", \"cells\": 600, "
                                                                               "\"levels\": 0")));
    assert_estimated("midpoint on the plane",
                     RECIPE(LAYER("a", "\"midpoint\", \"domain\": \"plane\", \"cells\": 2, \"levels\": 10")));
    assert_estimated("olsen on the plane",
                     RECIPE(LAYER("a", "\"olsen\", \"domain\": \"plane\", \"cells\": 2, \"levels\": 11")));
    assert_estimated("olsen", RECIPE(LAYER("a", "\"olsen\", \"cells\": 2, \"levels\": 9")));
    assert_estimated(
        "diamond-square",
        RECIPE(LAYER("a", "\"diamond_square\", \"cells\": 1024, \"domain\": \"plane\", \"levels\": 0")));
    assert_estimated("voronoi", RECIPE(LAYER("a", "\"voronoi\", \"density\": 100000, \"randomness\": 1")));
    assert_estimated("voronoi, even", RECIPE(LAYER("a", "\"voronoi\", \"density\": 50000, \"randomness\": 0")));
    assert_estimated("craters", RECIPE(LAYER("a", "\"craters\", \"density\": 100000")));
    assert_estimated("winds",
                     "{\"type\": \"x\", \"radius_km\": 6000, \"warps\": [{\"name\": \"w\", \"kind\": \"flow\", "
                     "\"cells\": 128}], \"layers\": [" LAYER("a", "\"fractal\", \"warp\": \"w\"") "," LAYER(
                         "b", "\"vortices\", \"flow_from\": \"w\"") "]}");
    assert_estimated("shares", RECIPE(LAYER("a", "\"fractal\"") "," LAYER("b", "\"quantile\"") "," LAYER(
                                   "c", "\"fractal\"") "," LAYER("d", "\"quantile\"")));
}

// Own maps count with the texels that they keep.
static void test_maps(void **state) {
    enum { width = 1024, height = width / 2 };
    struct folder *folder = *state;
    static uint16_t codes[width * height];
    static uint8_t colours[width * height * 3];
    for (int i = 0; i < width * height; i++) {
        codes[i] = (uint16_t)(i % width < width / 3 ? 0 : 40 * (i % width) + i / width);
        for (int c = 0; c < 3; c++)
            colours[3 * i + c] = (uint8_t)(i * (c + 1));
    }
    const struct sample_picture relief = {width, height, 1, 16, false, false, codes};
    const struct sample_picture picture = {width, height, 3, 8, false, false, colours};
    write_png_file(at(folder, "relief.png"), &relief);
    write_png_file(at(folder, "colours.png"), &picture);
    char text[4][512];
    static const char *const format = "{\"type\": \"x\", \"radius_km\": 6000, \"sea\": true, \"maps\": [%s], "
                                      "\"layers\": [{\"name\": \"a\", %s}]}";
    static const char *const plain = "\"field\": \"constant\"", *const terrain =
                                                                    "\"field\": \"terrain\", \"cells\": 128";
    static const char *const heights = "{\"name\": \"height\", \"file\": \"relief.png\"}",
                             *const fog = "{\"name\": \"fog\", \"file\": \"colours.png\"}";
    snprintf(text[0], sizeof text[0], format, heights, plain);
    snprintf(text[1], sizeof text[1], format, fog, plain);
    snprintf(text[2], sizeof text[2], format, "{\"name\": \"colour\", \"file\": \"colours.png\"}", plain);
    snprintf(text[3], sizeof text[3], format, heights, terrain);
    static const char *const names[] = {"heights", "a channel", "colours", "terrain 128 with heights"};
    for (int i = 0; i < 4; i++)
        assert_world_estimated(names[i], (tr_world){.name = "test", .text = text[i], .folder = folder->path});

    tr_recipe *recipe = load_recipe((tr_world){.name = "test", .text = text[0], .folder = folder->path});
    tr_needs needs;
    tr_error error = {0};
    assert_int_equal(tr_budget_check(&(tr_budget){.bytes = 2500000}, recipe, &needs, &error), TR_BAD_INPUT);
    assert_string_equal(needs.most_bytes, "height");
    assert_string_equal(needs.most_seconds, "height");
    const double operations = needs.seconds / TR_OPERATION_SECONDS / (width * height); // of a texel
    assert_true(operations > 60 && operations < 600);
    recipe->maps[0].strength = 0; // it is not read
    assert_int_equal(tr_budget_check(&(tr_budget){.bytes = 2500000}, recipe, NULL, NULL), TR_OK);
    tr_recipe_destroy(recipe);
}

// A painted planet whose sea level is that of the planet without strokes has two terrains, which cost less than
// twice as much as one: what strokes leave as it is, is solved once.
static void test_strokes(void **state) {
    (void)state;
    static const char *const tools[] = {"colour", "raise", "mountains"};
    static const double most[] = {1, 1.6, 1.9}; // terrains
    double one = 0;
    for (int i = 0; i < 3; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "{\"type\": \"x\", \"radius_km\": 6000, \"sea\": true, \"strokes\": [{\"name\": \"a\", "
                 "\"tool\": \"%s\", "
                 "\"points\": \"0 0\", \"radius\": 20}], \"layers\": [{\"name\": \"a\", \"field\": "
                 "\"terrain\", \"cells\": "
                 "128}, {\"name\": \"b\", \"field\": \"quantile\"}]}",
                 tools[i]);
        assert_estimated(tools[i], text);
        tr_recipe *recipe = load_recipe(world_of(text));
        tr_surface *surface;
        tr_needs needs;
        assert_int_equal(tr_recipe_needs(recipe, &needs, NULL), TR_OK);
        assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &surface, NULL), TR_OK);
        const double counted = (double)tr_surface_operations(surface),
                     told = needs.seconds / TR_OPERATION_SECONDS;
        print_message("%.0f million operations estimated, %.0f counted\n", told / 1e6, counted / 1e6);
        assert_true(told > 0.8 * counted && told < 1.25 * counted);
        one = i == 0 ? counted : one;
        assert_true(counted <= most[i] * one);
        tr_surface_destroy(surface);
        tr_recipe_destroy(recipe);
    }
}

// Every built-in type stays below half of the limits.
static void test_all_worlds_keep_to_the_budget(void **state) {
    (void)state;
    char names[64][TR_NAME_BYTES];
    const int count = tr_type_list(names, 64);
    assert_in_range(count, 10, 64);
    for (int i = 0; i < count; i++) {
        tr_recipe *recipe = load_recipe(world_of(names[i]));
        tr_needs needs;
        assert_int_equal(tr_recipe_needs(recipe, &needs, NULL), TR_OK);
        print_message("%-20s %4.0f MB, %4.1f s\n", names[i], (double)needs.bytes / 1e6, needs.seconds);
        assert_true(needs.bytes < TR_BUDGET_BYTES / 2 && needs.seconds < TR_BUDGET_SECONDS / 2);
        tr_recipe_destroy(recipe);
    }
}

static void test_budgets(void **state) {
    (void)state;
    tr_recipe *recipe = load_recipe(world_of(RECIPE(
        LAYER("heavy one", "\"midpoint\", \"cells\": 4096, \"levels\": 0") "," LAYER("b", "\"constant\""))));
    tr_needs needs;
    tr_error error = {0};
    assert_int_equal(tr_budget_check(NULL, recipe, &needs, NULL), TR_OK);
    assert_string_equal(needs.most_bytes, "heavy one");
    assert_int_equal(tr_budget_check(&(tr_budget){.bytes = needs.bytes}, recipe, NULL, NULL), TR_OK);
    assert_int_equal(tr_budget_check(&(tr_budget){.bytes = needs.bytes - 1}, recipe, NULL, &error),
                     TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "needs about "));
    assert_non_null(strstr(error.message, "'heavy one'"));
    error = (tr_error){0};
    assert_int_equal(tr_budget_check(&(tr_budget){.seconds = needs.seconds / 2}, recipe, NULL, &error),
                     TR_BAD_INPUT);
    assert_non_null(strstr(error.message, " s of work"));
    tr_recipe_destroy(recipe);
}

int main(void) {
    const tr_allocator counted = {counted_malloc, counted_realloc, counted_free, NULL};
    if (tr_set_allocator(&counted, NULL) != TR_OK)
        return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_estimates), FOLDER_TEST(test_maps),
                                       cmocka_unit_test(test_all_worlds_keep_to_the_budget),
                                       cmocka_unit_test(test_strokes), cmocka_unit_test(test_budgets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
