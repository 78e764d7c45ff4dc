// Thresholds by area: the requested fraction of a finished map lies above 0, the level is the same number on
// every machine, and it is solved again only after a change of something it depends on.
#include "planet/private/plan.h"
#include "scene/load.h"
#include "support.h"

#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { width = 2048 };

static char file_name[64];

static int remove_file(void **state) {
    (void)state;
    unlink(file_name);
    return 0;
}

// Loads a planet with the height as its only channel: `layers`, then a quantile of it.
static tr_status load_layers(const char *layers, double share, tr_scene *scene, tr_error *error) {
    snprintf(file_name, sizeof file_name, "/tmp/terrella-share-%ld.json", (long)getpid());
    FILE *file = fopen(file_name, "w");
    assert_non_null(file);
    fprintf(
        file,
        "{\"height_min_m\": -2, \"height_max_m\": 2, \"warps\": [{\"name\": \"bend\", \"amount\": 0.2, "
        "\"scale\": 2}], \"layers\": [%s, {\"name\": \"level\", \"field\": \"quantile\", \"coverage\": %g}]}",
        layers, share);
    fclose(file);
    const tr_world world = {.name = file_name, .has_seed = true, .seed = 5};
    *error = (tr_error){0};
    return tr_world_load(&world, scene, error);
}

static tr_surface *make(const tr_recipe *recipe, tr_isa isa, int threads, const tr_surface *previous) {
    tr_pool *pool;
    tr_surface *surface;
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_create(recipe, isa, pool, previous, &surface, NULL), TR_OK);
    tr_pool_destroy(pool);
    return surface;
}

// The fraction of the sphere's area that a finished height map has above 0.
static double fraction_above_zero(const tr_surface *surface) {
    tr_pool *pool;
    uint16_t *height = malloc(sizeof *height * width * (width / 2));
    void *const texels[TR_MAP_COUNT] = {[TR_MAP_HEIGHT] = height};
    double above = 0, all = 0;
    assert_int_equal(tr_pool_create(0, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(width), texels, NULL, NULL),
                     TR_OK);
    tr_pool_destroy(pool);
    for (int j = 0; j < width / 2; j++) {
        const double area = sin((j + 0.5) * 2 * M_PI / width);
        for (int i = 0; i < width; i++)
            above += height[j * width + i] > 32767 ? area : 0, all += area;
    }
    free(height);
    return above / all;
}

static const char *const stacks[] = {
    "{\"name\": \"a\", \"field\": \"fractal\", \"octaves\": 9}",
    "{\"name\": \"a\", \"field\": \"fractal\", \"scale\": 3, \"persistence\": 0.75, \"warp\": \"bend\"}",
    ("{\"name\": \"a\", \"field\": \"fractal\", \"shape\": \"ridged\", \"scale\": 6}, "
     "{\"name\": \"cap\", \"field\": \"abs_sin_latitude\", \"amount\": 0.4}"),
    "{\"name\": \"a\", \"field\": \"voronoi\", \"value\": \"f2-f1\", \"density\": 60, \"warp\": \"bend\"}",
    "{\"name\": \"a\", \"field\": \"sin_latitude\"}",
    "{\"name\": \"a\", \"field\": \"diamond_square\", \"levels\": 7}",
};

static void test_the_coverage_of_the_map_is_above_zero(void **state) {
    (void)state;
    const double shares[] = {0.08, 0.3, 0.65};
    double worst = 0;
    for (size_t s = 0; s < sizeof stacks / sizeof stacks[0]; s++)
        for (int k = 0; k < (under_sanitizer ? 1 : 3); k++) {
            tr_scene scene;
            tr_error error;
            assert_int_equal(load_layers(stacks[s], shares[k], &scene, &error), TR_OK);
            tr_surface *surface = make(scene.planets[0].recipe, tr_isa_best(), 0, NULL);
            const double miss = fabs(fraction_above_zero(surface) - shares[k]);
            if (miss > 0.002)
                print_message("%s: missed %g by %g\n", stacks[s], shares[k], miss);
            worst = fmax(worst, miss);
            tr_surface_destroy(surface);
            tr_scene_clear(&scene);
        }
    print_message("the fraction is missed by %.5f at most\n", worst);
    assert_true(worst <= 0.002);
}

// Half of the sphere lies above the equator, all of it above the lowest place and none above the highest.
static void test_levels_of_a_known_field(void **state) {
    (void)state;
    const double shares[] = {0, 0.25, 0.5, 1}, levels[] = {-1, -0.5, 0, 1};
    for (int k = 0; k < 4; k++) {
        tr_scene scene;
        tr_error error;
        assert_int_equal(
            load_layers("{\"name\": \"a\", \"field\": \"sin_latitude\"}", shares[k], &scene, &error), TR_OK);
        tr_surface *surface = make(scene.planets[0].recipe, tr_isa_best(), 1, NULL);
        assert_true(fabs(surface->layers[1].level.level - levels[k]) < 1e-4);
        tr_surface_destroy(surface);
        tr_scene_clear(&scene);
    }
}

static void test_the_level_is_the_same_everywhere(void **state) {
    (void)state;
    const int threads[] = {1, 2, 7};
    for (size_t s = 0; s < sizeof stacks / sizeof stacks[0]; s++) {
        tr_scene scene;
        tr_error error;
        assert_int_equal(load_layers(stacks[s], 0.3, &scene, &error), TR_OK);
        const tr_recipe *recipe = scene.planets[0].recipe;
        float first = NAN;
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
            for (int k = 0; k < 3; k++) {
                if (!tr_isa_available(isa) || (k > 0 && isa != tr_isa_best()))
                    continue;
                tr_surface *surface = make(recipe, isa, threads[k], NULL);
                const float level = surface->layers[recipe->layer_count - 1].level.level;
                first = isa == 0 && k == 0 ? level : first;
                assert_memory_equal(&level, &first, sizeof first);
                tr_surface_destroy(surface);
            }
        tr_scene_clear(&scene);
    }
}

// A level that the test sets stays as long as the solution is reused.
static void test_a_level_is_kept_while_nothing_changes_it(void **state) {
    (void)state;
    tr_scene scene;
    tr_error error;
    assert_int_equal(
        load_layers("{\"name\": \"a\", \"field\": \"fractal\"}, {\"name\": \"b\", \"field\": \"fractal\", "
                    "\"into\": \"side\"}, {\"name\": \"c\", \"field\": \"constant\", \"where\": {\"channel\": "
                    "\"side\"}}, {\"name\": \"d\", \"field\": \"fractal\", \"into\": \"else\"}",
                    0.3, &scene, &error),
        TR_OK);
    tr_recipe *recipe = scene.planets[0].recipe;
    for (int change = 0; change < 7; change++) {
        tr_surface *before = make(recipe, tr_isa_best(), 1, NULL);
        const bool kept = change < 2;
        before->layers[4].level.level = 77;
        if (change == 0)
            recipe->slope_exaggeration *= 2;
        else if (change == 1)
            recipe->layers[3].amount.plus = 3; // a channel that height does not depend on
        else if (change == 2)
            set_number(recipe, "layers.level.coverage", 0.31);
        else if (change == 3)
            recipe->layers[0].amount.plus = 0.5;
        else if (change == 4)
            set_number(recipe, "layers.b.scale", 1.5); // a channel that limits where
        else if (change == 5)
            recipe->layers[2].where.to = 0.5;
        else
            recipe->seed++;
        tr_surface *after = make(recipe, tr_isa_best(), 1, before);
        assert_int_equal(after->layers[4].level.level == 77, kept);
        tr_surface_destroy(before);
        tr_surface_destroy(after);
    }
    tr_scene_clear(&scene);
}

static void test_layers_on_the_plane_are_refused(void **state) {
    (void)state;
    tr_scene scene;
    tr_error error;
    tr_surface *surface;
    assert_int_equal(
        load_layers("{\"name\": \"a\", \"field\": \"fractal\", \"domain\": \"plane\"}", 0.3, &scene, &error),
        TR_OK);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, &error),
                     TR_BAD_INPUT);
    assert_string_equal(error.path, "layers.level.field");
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_the_coverage_of_the_map_is_above_zero, remove_file),
        cmocka_unit_test_teardown(test_levels_of_a_known_field, remove_file),
        cmocka_unit_test_teardown(test_the_level_is_the_same_everywhere, remove_file),
        cmocka_unit_test_teardown(test_a_level_is_kept_while_nothing_changes_it, remove_file),
        cmocka_unit_test_teardown(test_layers_on_the_plane_are_refused, remove_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
