// Surfaces for previews: what is solved for the whole planet is kept or solved on a coarse lattice, and is
// exact again afterwards. Also cache keys, which tell solutions apart, and solvers that are stopped.
#include "live/baker.h"
#include "noise/grids/flow.h"
#include "noise/grids/subdivide.h"
#include "noise/sites/sites.h"
#include "planet/private/plan.h"
#include "support.h"
#include "terrain/terrain.h"

#include "numbers.h"
#include "work.h"
#include "worlds.h"

#include <pthread.h>

enum { width = 128, texels = width * width / 2 };

// One layer (two for winds) whose field is solved, on a lattice finer than that of previews.
typedef struct solved_kind {
    const char *name;
    const char *sets[4];
    int layer; // the one with a solution
} solved_kind;

static const solved_kind kinds[] = {
    {"terrain", {"cells=80", "erosion=2", NULL}, 0}, {"flow", {"cells=128", NULL}, 1},
    {"midpoint", {"cells=8", "levels=6", NULL}, 0},  {"diamond_square", {"cells=2", "levels=8", NULL}, 0},
    {"olsen", {"cells=2", "levels=9", NULL}, 0},
};
enum { kind_count = sizeof kinds / sizeof kinds[0] };

static tr_recipe *load(const solved_kind *kind, tr_scene *scene) {
    const char *sets[4];
    int count = 0;
    for (; kind->sets[count]; count++)
        sets[count] = kind->sets[count];
    const tr_world world = {.name = kind->name,
                            .has_seed = true,
                            .seed = 5,
                            .sets = sets,
                            .set_count = count,
                            .field_width = tr_example_find(kind->name) ? width : 0};
    *scene = load_world(world);
    tr_recipe *recipe = scene->planets[0].recipe;
    if (strcmp(kind->name, "flow") == 0) {
        assert_int_equal(add_layer(recipe, &tr_field_find("vortices")->kind, NULL), TR_OK);
        tr_layer *storms = &recipe->layers[recipe->layer_count - 1];
        snprintf(storms->name, sizeof storms->name, "storms");
        snprintf(storms->source, sizeof storms->source, "flow");
    }
    return recipe;
}

// Makes an edit after which the field has to be solved again.
static void edit(const solved_kind *kind, tr_recipe *recipe) {
    char path[80];
    const bool terrain = strcmp(kind->name, "terrain") == 0, flow = strcmp(kind->name, "flow") == 0;
    const bool olsen = strcmp(kind->name, "olsen") == 0;
    snprintf(path, sizeof path, "%s.%s.%s", flow ? "warps" : "layers", kind->name,
             terrain ? "land"
             : flow  ? "turns"
             : olsen ? "levels"
                     : "persistence");
    set_number(recipe, path, number_at(recipe, path) + (terrain ? 0.05 : flow ? 0.5 : olsen ? -1 : 0.1));
}

static tr_surface *make(const tr_recipe *recipe, bool preview, const tr_surface *previous) {
    tr_surface *surface;
    const tr_surface_options how = {.isa = tr_isa_best(), .previous = previous, .preview = preview};
    assert_int_equal(tr_surface_make(recipe, &how, &surface, NULL), TR_OK);
    return surface;
}

static void bake_heights(const tr_surface *surface, tr_cache *cache, uint16_t *heights) {
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    void *const maps[TR_MAP_COUNT] = {[TR_MAP_HEIGHT] = heights};
    if (cache)
        tr_cache_begin(cache, surface);
    assert_int_equal(tr_surface_bake_patch(surface, pool, cache, tr_whole_map(width), maps, NULL, NULL), TR_OK);
    if (cache)
        tr_cache_commit(cache);
    tr_pool_destroy(pool);
}

static uint64_t bake(const tr_surface *surface, tr_cache *cache) {
    static uint16_t heights[texels];
    bake_heights(surface, cache, heights);
    uint32_t words[texels / 2];
    memcpy(words, heights, sizeof words);
    return tr_hash_words(0, words, texels / 2);
}

static const tr_solution *solution_of(const solved_kind *kind, const tr_surface *surface) {
    return surface->fields[kind->layer].solution;
}

// Makes the exact surface that follows previews. Its texels (their hash) equal those of a surface that reuses
// nothing.
static tr_surface *make_exact(const tr_recipe *recipe, const tr_surface *previous, tr_cache *cache,
                              uint64_t *hash) {
    tr_surface *exact = make(recipe, false, previous), *fresh = make(recipe, false, NULL);
    assert_true(tr_surface_is_exact(exact));
    *hash = bake(fresh, NULL);
    assert_true(bake(exact, cache) == *hash);
    tr_surface_destroy(fresh);
    return exact;
}

static void test_a_preview_keeps_solutions_and_exact_ones_follow(void **state) {
    (void)state;
    for (int k = 0; k < kind_count; k++) {
        const solved_kind *kind = &kinds[k];
        tr_scene scene;
        tr_cache *cache;
        tr_recipe *recipe = load(kind, &scene);
        assert_int_equal(tr_cache_create(tr_whole_map(width), 1 << 20, &cache, NULL), TR_OK);
        tr_surface *first = make(recipe, false, NULL);
        const uint64_t before = bake(first, cache);
        uint64_t after;
        edit(kind, recipe);
        tr_surface *preview = make(recipe, true, first);
        assert_ptr_equal(solution_of(kind, preview), solution_of(kind, first));
        assert_true(preview->fields[kind->layer].cache_key == first->fields[kind->layer].cache_key);
        assert_true(tr_surface_is_exact(first) && !tr_surface_is_exact(preview));
        assert_true(bake(preview, cache) == before);
        edit(kind, recipe); // the next edit of the drag
        tr_surface *next = make(recipe, true, preview);
        assert_ptr_equal(solution_of(kind, next), solution_of(kind, first));
        tr_surface_destroy(preview);
        tr_surface *exact = make_exact(recipe, next, cache, &after);
        assert_ptr_not_equal(solution_of(kind, exact), solution_of(kind, first));
        assert_true(after != before || strcmp(kind->name, "flow") == 0);
        tr_surface *const all[] = {first, next, exact};
        for (int i = 0; i < 3; i++)
            tr_surface_destroy(all[i]);
        tr_cache_destroy(cache);
        tr_scene_clear(&scene);
    }
}

static void test_a_preview_without_solutions_is_coarse_and_exact_ones_follow(void **state) {
    (void)state;
    for (int k = 0; k < kind_count; k++) {
        const solved_kind *kind = &kinds[k];
        tr_scene scene;
        tr_cache *cache;
        tr_recipe *recipe = load(kind, &scene);
        assert_int_equal(tr_cache_create(tr_whole_map(width), 1 << 20, &cache, NULL), TR_OK);
        tr_surface *preview = make(recipe, true, NULL);
        assert_false(tr_surface_is_exact(preview));
        bake(preview, cache);
        uint64_t hash;
        tr_surface *exact = make_exact(recipe, preview, cache, &hash);
        assert_true(solution_of(kind, preview)->cache_key != solution_of(kind, exact)->cache_key);
        assert_true(preview->fields[kind->layer].cache_key != exact->fields[kind->layer].cache_key);
        tr_surface_destroy(preview);
        tr_surface_destroy(exact);
        tr_cache_destroy(cache);
        tr_scene_clear(&scene);
    }
}

// Lattices with few levels, or with a window, are as coarse as any other and show the same.
static void test_previews_of_any_lattice_are_coarse(void **state) {
    (void)state;
    const solved_kind large[] = {{"midpoint", {"cells=4096", "levels=0", NULL}, 0},
                                 {"olsen", {"cells=1024", "levels=1", NULL}, 0},
                                 {"midpoint", {"domain=plane", "columns=4096", "cells=2048", NULL}, 0},
                                 {"diamond_square", {"domain=plane", "columns=4096", "cells=0", NULL}, 0},
                                 {"olsen", {"domain=plane", "columns=4096", "levels=12", NULL}, 0}};
    for (int k = 0; k < 5; k++) {
        tr_scene scene;
        tr_surface *preview = make(load(&large[k], &scene), true, NULL);
        if (tr_surface_is_exact(preview))
            print_message("%s, %s: not coarse\n", large[k].name, large[k].sets[0]);
        assert_false(tr_surface_is_exact(preview));
        tr_surface_destroy(preview);
        tr_scene_clear(&scene);
    }
    static uint16_t heights[2][texels];
    tr_scene scene;
    tr_recipe *recipe = load(&large[4], &scene);
    double sum = 0, squares = 0, difference = 0;
    set_number(recipe, "layers.olsen.x", -9000);
    for (int preview = 0; preview < 2; preview++) {
        tr_surface *surface = make(recipe, preview, NULL);
        bake_heights(surface, NULL, heights[preview]);
        tr_surface_destroy(surface);
    }
    for (int i = 0; i < texels; i++) {
        const double d = (double)heights[1][i] - heights[0][i];
        sum += heights[0][i], squares += (double)heights[0][i] * heights[0][i], difference += d * d;
    }
    const double differs = difference / (squares - sum * sum / texels);
    if (!(differs < 0.05))
        print_message("its preview differs by %g of the variance\n", differs);
    assert_true(differs < 0.05);
    tr_scene_clear(&scene);
}

static void test_other_edits_solve_nothing_and_a_preview_is_exact(void **state) {
    (void)state;
    for (int k = 0; k < kind_count; k++) {
        const solved_kind *kind = &kinds[k];
        tr_scene scene;
        tr_recipe *recipe = load(kind, &scene);
        tr_surface *before = make(recipe, false, NULL);
        recipe->layers[0].amount.plus *= 0.5;
        recipe->slope_exaggeration *= 2;
        tr_surface *after = make(recipe, true, before);
        assert_true(tr_surface_is_exact(after));
        assert_ptr_equal(solution_of(kind, after), solution_of(kind, before));
        tr_surface_destroy(before);
        tr_surface_destroy(after);
        tr_scene_clear(&scene);
    }
}

static void test_a_preview_takes_nothing_of_other_planets(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++)
        for (int change = 0; change < 3; change++) {
            const solved_kind *kind = &kinds[k];
            tr_scene scene;
            tr_recipe *recipe = load(kind, &scene);
            tr_surface *before = make(recipe, false, NULL);
            if (change == 0)
                recipe->seed++;
            else
                edit(kind, recipe);
            if (change == 1)
                snprintf(recipe->type, sizeof recipe->type, "another");
            tr_surface *after = make(recipe, true, before);
            if (change < 2)
                assert_ptr_not_equal(solution_of(kind, after), solution_of(kind, before));
            else
                assert_ptr_equal(solution_of(kind, after), solution_of(kind, before));
            tr_surface_destroy(before);
            tr_surface_destroy(after);
            tr_scene_clear(&scene);
        }
}

// ---- cache keys --------------------------------------------------------------------------------

// Changes a parameter a little. False if the parameter is not a number.
static bool nudge(const tr_parameter *p, void *element) {
    void *place = tr_parameter_at(p, element);
    const bool knobbed = p->kind == TR_PARAMETER_KNOBBED, whole = p->kind == TR_PARAMETER_WHOLE;
    if (!knobbed && !whole && p->kind != TR_PARAMETER_NUMBER)
        return false;
    double *x = knobbed ? &((tr_number *)place)->plus : place;
    *x += whole ? 1 : knobbed ? 0.6 : 0.01; // octaves are scaled by knobs and then rounded
    return true;
}

// Makes the recipe anew for each parameter that belongs only to this kind of layer or warp.
static int nudge_all(tr_recipe *recipe, const tr_parameter_table *table, void *element, size_t size) {
    unsigned char kept[sizeof(tr_layer) > sizeof(tr_warp) ? sizeof(tr_layer) : sizeof(tr_warp)];
    tr_surface *before = make(recipe, false, NULL);
    int changed = 0;
    memcpy(kept, element, size);
    for (int i = 0; i < table->count; i++) {
        const tr_parameter *p = &table->rows[i];
        if (nudge(p, element) && tr_recipe_check(recipe, NULL) == TR_OK) {
            tr_surface *after = make(recipe, false, NULL);
            const tr_field_plan *now = &after->fields[after->layer_count - 1];
            const tr_field_plan *then = &before->fields[before->layer_count - 1];
            const bool same = now->cache_key == then->cache_key;
            // the lacunarity of one octave makes no difference; solved fields have other inputs than the map
            // shows
            if (same && (now->solution || bake(after, NULL) != bake(before, NULL)))
                fail_msg("%s: another %s has the same signature", recipe->type, p->key);
            // a parameter that reforms the field changes the key of its solution, and no other parameter does
            const tr_solution *solved = now->solution, *old = then->solution;
            if (solved && (solved->cache_key != old->cache_key) != (p->effect == TR_EFFECT_REFORMS))
                fail_msg("%s: another %s %s", recipe->type, p->key,
                         p->effect == TR_EFFECT_REFORMS ? "is not solved anew" : "is solved anew");
            changed += !same;
            tr_surface_destroy(after);
        }
        memcpy(element, kept, size);
    }
    tr_surface_destroy(before);
    return changed;
}

// With a number missing from its cache key, an old solution or old cached values would stay.
static void test_every_number_of_a_field_is_in_its_cache_key(void **state) {
    (void)state;
    tr_listed_field list[64];
    const int count = tr_field_list(list, 64);
    int changed = 0;
    for (int i = 0; i < count; i++) {
        const solved_kind kind = {.name = list[i].name};
        tr_scene scene;
        tr_recipe *recipe = load(&kind, &scene);
        tr_layer *layer = &recipe->layers[recipe->layer_count - 1]; // gullies need terrain before them
        char path[80];
        snprintf(path, sizeof path, "layers.%s.levels", layer->name);
        if (strcmp(layer->kind->name, "streets") != 0)
            tr_recipe_set_number(recipe, path, 3);
        snprintf(path, sizeof path, "layers.%s.erosion", recipe->layers[0].name);
        tr_recipe_set_number(recipe, path, 1);
        tr_recipe_coarsen(recipe, 32);
        if (recipe->warp_count > 0) {
            tr_warp *warp = &recipe->warps[0];
            changed += nudge_all(recipe, &warp->kind->parameters, warp, sizeof *warp);
        }
        changed += nudge_all(recipe, &layer->kind->parameters, layer, sizeof *layer);
        tr_scene_clear(&scene);
    }
    print_message("%d numbers of %d fields\n", changed, count);
    assert_true(changed > 100);
}

// ---- stopping ----------------------------------------------------------------------------------

static void test_every_solver_looks_at_the_watch(void **state) {
    (void)state;
    const atomic_bool stop = true;
    const tr_watch watch = tr_watch_flag(&stop);
    tr_meter meter = {.watch = &watch};
    const tr_isa isa = tr_isa_best();
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    terrain_cubes terrain;
    const terrain_numbers ground = {.seed = 1, .cells = 32, .plates = 4, .scale = 1, .land = 0.3};
    assert_int_equal(terrain_solve(&ground, isa, pool, &meter, &terrain, NULL), TR_STOPPED);
    assert_null(terrain.cubes[TR_TERRAIN_HEIGHT].values);
    tr_fractal_plan eddies;
    const tr_fractal_numbers plain = {
        .octaves = 1, .persistence = 0.5, .lacunarity = 2, .scale = 8, .stretch = {1, 1, 1}};
    tr_fractal_prepare(&plain, &eddies);
    tr_flow flow;
    const tr_flow_numbers winds = {.cells = 16,
                                   .time = 1,
                                   .jets = 4,
                                   .jet_width = 0.5,
                                   .eddies = &eddies,
                                   .eddy_scale = 8,
                                   .equator_width_rad = 0.2};
    assert_int_equal(tr_flow_create(&winds, isa, pool, &watch, &flow, NULL), TR_STOPPED);
    assert_null(flow.vortices);
    tr_cube shown;
    assert_int_equal(tr_flow_create(&winds, isa, pool, NULL, &flow, NULL), TR_OK);
    assert_int_equal(tr_flow_vortices(&flow, ~0u, pool, &watch, &shown, NULL), TR_STOPPED);
    assert_null(shown.values);
    assert_int_equal(tr_flow_stretch(&flow, isa, pool, &watch, &shown, NULL), TR_STOPPED);
    assert_null(shown.values);
    tr_flow_clear(&flow);
    tr_cube cube;
    const tr_cube_numbers square = {.base_cells = 2, .levels = 3, .persistence = 0.5, .watch = &watch};
    assert_int_equal(tr_cube_diamond_square(&square, isa, pool, &cube, NULL), TR_STOPPED);
    assert_null(cube.values);
    tr_pool_destroy(pool);
}

static void test_every_lattice_looks_at_the_watch(void **state) {
    (void)state;
    enum { side = 64 };
    const atomic_bool stop = true;
    const tr_watch watch = tr_watch_flag(&stop);
    const tr_isa isa = tr_isa_best();
    static float out[side * side];
    static uint16_t whole[side * side];
    tr_error error = {0};
    tr_pool *pool;
    tr_cube cube;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    const tr_midpoint_numbers midpoint = {.width = side, .height = side, .wrap = true, .watch = &watch};
    assert_int_equal(tr_midpoint(&midpoint, isa, pool, out, &error), TR_STOPPED);
    assert_int_equal(error.status, TR_STOPPED);
    const tr_diamond_square_numbers square = {.iterations = 4, .watch = &watch};
    assert_int_equal(tr_diamond_square(&square, isa, pool, 0, 0, side, side, out, NULL), TR_STOPPED);
    const tr_olsen_numbers olsen = {.levels = 4, .watch = &watch};
    assert_int_equal(tr_olsen_2d(&olsen, isa, pool, 0, 0, side, side, whole, NULL), TR_STOPPED);
    assert_int_equal(tr_cube_olsen(&olsen, 16, isa, pool, &cube, NULL), TR_STOPPED);
    assert_null(cube.values);
    const tr_cube_numbers level_0 = {.base_cells = 16, .persistence = 0.5, .watch = &watch};
    assert_int_equal(tr_cube_diamond_square(&level_0, isa, pool, &cube, NULL), TR_STOPPED);
    assert_null(cube.values);
    tr_pool_destroy(pool);
}

static void test_darts_look_at_the_watch(void **state) {
    (void)state;
    const atomic_bool stop = true;
    const tr_watch watch = tr_watch_flag(&stop);
    tr_meter meter = {.watch = &watch};
    const tr_spread spread = {.count = 20, .randomness = 1, .latitude_max = 90, .meter = &meter};
    tr_sites sites;
    tr_error error = {0};
    assert_int_equal(tr_sites_create(&spread, &sites, &error), TR_STOPPED);
    assert_int_equal(error.status, TR_STOPPED);
    assert_null(sites.x);
}

static void test_shapes_and_quantiles_look_at_the_watch(void **state) {
    (void)state;
    const solved_kind kind = {.name = "asteroid"};
    const atomic_bool stop = true;
    const tr_watch watch = tr_watch_flag(&stop);
    tr_scene scene;
    tr_pool *pool;
    tr_recipe *recipe = load(&kind, &scene);
    tr_surface *surface = make(recipe, false, NULL);
    plan_shape *shape;
    float level;
    uint64_t cache_key;
    tr_error error = {0};
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    assert_int_equal(plan_shape_create(surface, recipe, pool, &watch, &shape, &error), TR_STOPPED);
    assert_int_equal(error.status, TR_STOPPED);
    assert_null(shape);
    assert_int_equal(
        plan_find_level(surface, 1, 0.3, NULL, pool, &(tr_meter){.watch = &watch}, &level, &cache_key, NULL),
        TR_STOPPED);
    tr_pool_destroy(pool);
    tr_surface_destroy(surface);
    tr_scene_clear(&scene);
}

// Counts polls of the watch while a surface is made, and the most work between two polls. Requests a stop from
// poll `stop_at` on.
typedef struct looks {
    int count, stop_at; // stop_at 0: never
    double last, longest, stopped;
} looks;

static bool look(void *context) {
    looks *l = context;
    const double now = work_so_far();
    l->longest = fmax(l->longest, now - l->last);
    l->last = now;
    if (++l->count == l->stop_at)
        l->stopped = now;
    return l->stop_at > 0 && l->count >= l->stop_at;
}

// Returns the work of the whole, or the work done after the stop.
static double make_watched(const solved_kind *kind, looks *l) {
    tr_scene scene;
    tr_recipe *recipe = load(kind, &scene);
    const tr_watch watch = {.stopped = look, .context = l};
    const tr_surface_options how = {.isa = tr_isa_best(), .watch = &watch};
    tr_surface *surface = NULL;
    tr_error error = {0};
    const double start = l->last = work_so_far();
    assert_int_equal(tr_surface_make(recipe, &how, &surface, &error), l->stop_at ? TR_STOPPED : TR_OK);
    assert_int_equal(error.status, l->stop_at ? TR_STOPPED : TR_OK);
    assert_true(!surface == (l->stop_at > 0));
    const double end = work_so_far();
    l->longest = fmax(l->longest, end - l->last);
    tr_surface_destroy(surface);
    tr_scene_clear(&scene);
    return end - (l->stop_at ? l->stopped : start);
}

// The largest part of the work between two polls, or after a stop one third or two thirds of the way.
static double largest_part(const solved_kind *kind) {
    looks all = {0};
    const double whole = make_watched(kind, &all);
    double part = all.longest / whole;
    assert_true(all.count > 3);
    for (int third = 1; third <= 2; third++) {
        looks stopped = {.stop_at = 1 + all.count * third / 3};
        part = fmax(part, make_watched(kind, &stopped) / whole);
    }
    print_message("%s: %d polls, at most %.3f of the work between two\n", kind->name, all.count, part);
    return part;
}

static void test_a_surface_stops_while_it_is_solved(void **state) {
    (void)state;
    if (under_sanitizer) // test_stops covers these under sanitizers
        skip();
    enum { tries = 5 }; // other load may delay one of them
    const double most = 0.3;
    const solved_kind large[] = {
        {"terrain", {"cells=96", "erosion=40", NULL}, 0},
        {"midpoint", {"from=fractal", "cells=512", "levels=0", NULL}, 0},
        {"midpoint", {"domain=plane", "from=fractal", "cells=2048", NULL}, 0},
        {"voronoi", {"density=150000", "randomness=0", NULL}, 0},
        {"voronoi", {"density=150000", "randomness=1", NULL}, 0},
        {"voronoi", {"density=150000", "randomness=1", "value=edge", NULL}, 0},
    };
    for (size_t k = 0; k < sizeof large / sizeof large[0]; k++)
        for (int i = 0; largest_part(&large[k]) > most; i++)
            if (i == tries)
                fail_msg("%s: %g of the work is done without a poll of the watch", large[k].name, most);
}

// New colours of a planet of any type evaluate no noise: costly fields are kept at each width that the window
// uses.
static void all_costly_fields_of_a_type_are_kept(void **state) {
    (void)state;
    static const int widths[] = {TR_PREVIEW_WIDTH, TR_MIDDLE_WIDTH, TR_SHARP_WIDTH};
    char names[64][TR_NAME_BYTES];
    const int count = tr_type_list(names, 64);
    assert_true(count > 20);
    for (int type = 0; type < count; type += is_quick() ? 12 : 1) {
        tr_scene scene;
        const tr_world world = {.name = names[type]};
        scene = load_world(world);
        tr_surface *surface = make(scene.planets[0].recipe, true, NULL);
        for (int i = 0; i < 3; i++) {
            tr_cache *cache;
            assert_int_equal(
                tr_cache_create(tr_whole_map(widths[i]), tr_baker_cache_bytes(widths[i]), &cache, NULL), TR_OK);
            for (int bake = 0; bake < 2; bake++) { // the first bake fills what layers share
                tr_cache_begin(cache, surface);
                tr_cache_commit(cache);
            }
            for (int k = 0; k < surface->layer_count; k++) {
                bool ready = false;
                const bool wanted = plan_is_costly(&surface->fields[k]) && surface->layers[k].maps & PLAN_MAPS;
                if (wanted && (!tr_cache_values(cache, k, &ready) || !ready))
                    fail_msg("%s: layer %d is not kept at %d", world.name, k, widths[i]);
            }
            tr_cache_destroy(cache);
        }
        tr_surface_destroy(surface);
        tr_scene_clear(&scene);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_costly_fields_of_a_type_are_kept),
        cmocka_unit_test(test_a_preview_keeps_solutions_and_exact_ones_follow),
        cmocka_unit_test(test_a_preview_without_solutions_is_coarse_and_exact_ones_follow),
        cmocka_unit_test(test_previews_of_any_lattice_are_coarse),
        cmocka_unit_test(test_other_edits_solve_nothing_and_a_preview_is_exact),
        cmocka_unit_test(test_a_preview_takes_nothing_of_other_planets),
        cmocka_unit_test(test_every_number_of_a_field_is_in_its_cache_key),
        cmocka_unit_test(test_every_solver_looks_at_the_watch),
        cmocka_unit_test(test_every_lattice_looks_at_the_watch),
        cmocka_unit_test(test_darts_look_at_the_watch),
        cmocka_unit_test(test_shapes_and_quantiles_look_at_the_watch),
        cmocka_unit_test(test_a_surface_stops_while_it_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
