// Sixteen threads on any machine: a planet is baked, a set is written and a globe is edited, all at once. For
// the thread sanitizer. The results are those of one thread.
#include "folders.h"
#include "live/background_export.h"
#include "live/live.h"
#include "worlds.h"

#include <time.h>

enum { many = 16, edits = 4, width = 128 };

static void nothing(void) {}
static void wait_a_moment(void) { nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL); }

static void load(tr_scene *scene) {
    *scene = load_world((tr_world){.name = "barren", .has_seed = true, .seed = 1});
    tr_recipe_coarsen(scene->planets[0].recipe, 16);
}

static uint64_t bake(const tr_recipe *recipe, int threads) {
    tr_pool *pool;
    tr_surface *surface;
    tr_planet_maps maps;
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    assert_int_equal(tr_pool_threads(pool), threads);
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, NULL), TR_OK);
    const size_t bytes = tr_mips_bytes(surface, width, false);
    uint32_t *texels = calloc(1, bytes + sizeof *texels);
    assert_non_null(texels);
    assert_int_equal(tr_mips_bake(surface, pool, NULL, width, false, NULL, (uint8_t *)texels, &maps, NULL),
                     TR_OK);
    const uint64_t hash = tr_hash_words(bytes, texels, bytes / sizeof *texels);
    free(texels);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
    return hash;
}

static tr_background *begin_export(const tr_scene *scene, const char *directory, int threads,
                                   tr_exported *exported) {
    tr_background *export;
    const tr_background_export_options options = {
        .scene = scene,
        .directory = directory,
        .stem = "set",
        .choice = {.width = 64, .outputs = 1u << TR_MAP_ALBEDO | 1u << TR_MAP_NORMAL | 1u << TR_MAP_HEIGHT},
        .threads = threads,
        .isa = tr_isa_best(),
        .wake = nothing};
    assert_int_equal(tr_background_export_start(&options, exported, &export, NULL), TR_OK);
    return export;
}

static void end_export(tr_background *export, const tr_exported *exported) {
    assert_int_equal(tr_background_finish(export, NULL), TR_OK);
    assert_int_equal(exported->files, 4);
}

static void assert_same_file(struct folder *folder, const char *a, const char *b) {
    size_t a_bytes, b_bytes;
    unsigned char *x = read_file(at(folder, a), &a_bytes), *y = read_file(at(folder, b), &b_bytes);
    assert_true(a_bytes == b_bytes && memcmp(x, y, a_bytes) == 0);
    free(x), free(y);
}

static void wait_for(tr_live *live, uint64_t edit) {
    for (bool over = false; !over;) {
        tr_live_maps *maps = tr_live_take(live);
        if (!maps) {
            wait_a_moment();
            continue;
        }
        over = maps->edit == edit;
        tr_live_give_back(live, maps);
    }
}

static void all_at_a_time(void **state) {
    struct folder *folder = *state;
    tr_scene scene;
    tr_live *live;
    tr_probe probe;
    tr_exported exported;
    uint64_t last = 0;
    load(&scene);
    tr_recipe *recipe = scene.planets[0].recipe;
    const tr_live_options options = {.planet_count = 1, .threads = many, .isa = tr_isa_best(), .wake = nothing};
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    char one[600], sixteen[600];
    snprintf(one, sizeof one, "%s", at(folder, "one"));
    snprintf(sixteen, sizeof sixteen, "%s", at(folder, "sixteen"));
    tr_background *export = begin_export(&scene, sixteen, many, &exported);
    for (int edit = 0; edit < edits; edit++) {
        recipe->layers[0].amount.plus *= 0.9;
        last = tr_live_edit(live, 0, recipe);
        tr_live_probe(live, 0, 10 * edit, 20 * edit);
        wait_a_moment();
    }
    const uint64_t hash = bake(recipe, many);
    end_export(export, &exported);
    wait_for(live, last);
    while (!tr_live_take_probe(live, &probe))
        wait_a_moment();
    assert_int_equal(tr_live_take_failure(live, NULL), TR_OK);
    tr_live_destroy(live);
    assert_true(hash == bake(recipe, 1));
    tr_scene_clear(&scene);
    load(&scene);
    end_export(begin_export(&scene, one, 1, &exported), &exported);
    assert_same_file(folder, "one/set_albedo.png", "sixteen/set_albedo.png");
    assert_same_file(folder, "one/set_normal.png", "sixteen/set_normal.png");
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {FOLDER_TEST(all_at_a_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
