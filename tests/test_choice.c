// Every set that can be chosen for a target and a type can be exported, and its size estimate is about right.
#include "export/choice.h"
#include "export/export.h"

#include "folders.h"
#include "worlds.h"

static tr_recipe *load(const char *type, tr_scene *scene) {
    *scene = load_world((tr_world){.name = type});
    return scene->planets[0].recipe;
}

static tr_export_job job_of(const tr_export_choice *choice, const tr_recipe *recipe, const char *folder) {
    return (tr_export_job){.recipe = recipe,
                           .directory = folder,
                           .stem = "x",
                           .target = choice->target,
                           .layout = choice->layout,
                           .tiles = {.size = 512, .border = choice->target ? choice->target->border : 0},
                           .width = choice->width,
                           .maps = tr_export_choice_outputs(choice, recipe),
                           .format = TR_FORMAT_PNG};
}

static void assert_can_be(tr_export_choice *choice, const tr_recipe *recipe, const char *folder) {
    tr_error error = {0};
    tr_export_choice_fit(choice, recipe);
    const tr_export_job job = job_of(choice, recipe, folder);
    if (tr_export_check(&job, NULL, &error) != TR_OK)
        fail_msg("%s, %s, %d: %s", choice->target ? choice->target->name : "textures",
                 tr_layout_name(choice->layout), choice->width, error.message);
}

static void whatever_is_chosen_can_be_exported(void **state) {
    struct folder *folder = *state;
    static const char *const types[] = {"earthlike", "gas-giant", "asteroid"};
    int count;
    const tr_target *targets = tr_target_list(&count);
    for (int t = 0; t < 3; t++) {
        tr_scene scene = {0};
        const tr_recipe *recipe = load(types[t], &scene);
        for (int i = -1; i < count; i++)
            for (int layout = 0; layout < TR_LAYOUT_COUNT; layout++) {
                int widths[TR_CHOICE_WIDTHS];
                tr_export_choice choice = {i < 0 ? NULL : &targets[i], (tr_layout)layout, 4096, 0};
                assert_can_be(&choice, recipe, folder->path);
                assert_true(tr_target_has_layout(choice.target, choice.layout));
                const int width_count = tr_export_choice_widths(&choice, widths);
                choice.width = 1;
                assert_can_be(&choice, recipe, folder->path);
                assert_int_equal(choice.width, widths[0]);
                choice.width = 1 << 30;
                assert_can_be(&choice, recipe, folder->path);
                assert_int_equal(choice.width, widths[width_count - 1]);
                choice.outputs = tr_export_choice_offered(&choice, recipe);
                assert_can_be(&choice, recipe, folder->path);
            }
        tr_scene_clear(&scene);
    }
}

static void what_a_planet_lacks_is_left_out(void **state) {
    (void)state;
    tr_scene earth = {0}, rock = {0};
    const tr_recipe *recipe = load("barren", &rock);
    tr_export_choice choice = {NULL, TR_LAYOUT_EQUIRECT, 1024, 1u << TR_MAP_CLOUDS | 1u << TR_MAP_ALBEDO};
    assert_int_equal(tr_export_choice_outputs(&choice, load("earthlike", &earth)), choice.outputs);
    assert_int_equal(tr_export_choice_outputs(&choice, recipe), 1u << TR_MAP_ALBEDO);
    choice.outputs = 1u << TR_MAP_CLOUDS; // falls back to the default outputs
    assert_int_equal(tr_export_choice_outputs(&choice, recipe), tr_export_outputs(recipe));
    tr_scene_clear(&earth);
    tr_scene_clear(&rock);
}

// The estimate is within a factor of two of the bytes written.
static void assert_size(const char *target, struct folder *folder, const tr_recipe *recipe,
                        const tr_surface *surface, tr_pool *pool) {
    tr_error error = {0};
    tr_export_choice choice = {tr_target_find(target), TR_LAYOUT_EQUIRECT, 512, 0};
    tr_export_result *result = calloc(1, sizeof *result);
    const tr_export_job job = job_of(&choice, recipe, folder->path);
    assert_int_equal(tr_export(&job, surface, pool, NULL, result, &error), TR_OK);
    double bytes = 0;
    for (int k = 0; k < result->count; k++) {
        bytes += (double)file_size(result->paths[k]);
        remove(result->paths[k]);
    }
    const tr_export_cost cost = tr_export_choice_cost(&choice, recipe, 1);
    if (cost.bytes < bytes / 2 || cost.bytes > 2 * bytes)
        fail_msg("%s: about %.0f bytes, but they are %.0f", target, cost.bytes, bytes);
    assert_true(cost.seconds > 0);
    choice.width *= 2; // four times as many texels, and one mesh
    const double mesh = tr_export_choice_outputs(&choice, recipe) & 1u << TR_EXPORT_MESH ? 1e6 : 0;
    assert_true(tr_export_choice_cost(&choice, recipe, 1).bytes > 3 * (cost.bytes - mesh) - 120e3);
    free(result);
}

static void sizes_are_about_right(void **state) {
    static const char *const targets[] = {"", "bevy", "web", "kopernicus"};
    const int count = is_quick() ? 2 : 4;
    tr_scene scene = {0};
    tr_surface *surface;
    tr_pool *pool;
    const tr_recipe *recipe = load("barren", &scene);
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    const tr_surface_options how = {.isa = tr_isa_best(), .pool = pool};
    assert_int_equal(tr_surface_make(recipe, &how, &surface, NULL), TR_OK);
    for (int i = 0; i < count; i++)
        assert_size(targets[i], *state, recipe, surface, pool);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
    tr_scene_clear(&scene);
}

// A pyramid takes a third more than its finest level; a cube takes six squares.
static void layouts_take_what_they_have(void **state) {
    (void)state;
    tr_scene scene = {0};
    const tr_recipe *recipe = load("barren", &scene);
    tr_export_choice choice = {NULL, TR_LAYOUT_EQUIRECT, 8192, 1u << TR_MAP_ALBEDO};
    const double map = tr_export_choice_cost(&choice, recipe, 1).bytes;
    choice.layout = TR_LAYOUT_GEODETIC;
    assert_in_range(1000 * tr_export_choice_cost(&choice, recipe, 1).bytes / map, 1320, 1340);
    choice.layout = TR_LAYOUT_TILES;
    assert_in_range(1000 * tr_export_choice_cost(&choice, recipe, 1).bytes / map, 990, 1010);
    choice.layout = TR_LAYOUT_CUBE;
    choice.width = 2048;
    assert_in_range(1000 * tr_export_choice_cost(&choice, recipe, 1).bytes / map, 740, 760);
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(whatever_is_chosen_can_be_exported, make_folder, remove_folder),
        cmocka_unit_test(what_a_planet_lacks_is_left_out),
        cmocka_unit_test_setup_teardown(sizes_are_about_right, make_folder, remove_folder),
        cmocka_unit_test(layouts_take_what_they_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
