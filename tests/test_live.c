// The background bake without a window: which maps it produces during edits and at the end.
#include "heavy_planet.h"
#include "live/baker.h"
#include "live/live.h"
#include "support.h"

#include "numbers.h"
#include "worlds.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#define LAND "layers.terrain.land"

static void load(tr_scene *scene) {
    const char *const sets[] = {"cells=96", "erosion=4"};
    const tr_world world = {
        .name = "terrain", .has_seed = true, .seed = 5, .sets = sets, .set_count = 2, .field_width = 256};
    *scene = load_world(world);
}

typedef struct fixture {
    tr_scene scene;
    tr_recipe *recipe; // of the planet
    tr_baker *baker;
    tr_bake small, wide; // of the first edit
} fixture;

static tr_bake bake_of(const tr_recipe *recipe, uint64_t edit, int width) {
    return (tr_bake){.recipe = recipe, .edit = edit, .width = width, .edited = true};
}

static void begin(fixture *f) {
    load(&f->scene);
    f->recipe = f->scene.planets[0].recipe;
    f->small = bake_of(f->recipe, 1, TR_PREVIEW_WIDTH), f->wide = bake_of(f->recipe, 1, TR_MIDDLE_WIDTH);
    assert_int_equal(tr_baker_create(2, tr_isa_best(), &f->baker, NULL), TR_OK);
}

static void end(fixture *f) {
    tr_baker_destroy(f->baker);
    tr_scene_clear(&f->scene);
}

static uint64_t hash_of(const uint8_t *texels, size_t bytes) {
    uint64_t h = bytes;
    for (size_t i = 0; i + sizeof h <= bytes; i += sizeof h) {
        uint64_t word;
        memcpy(&word, texels + i, sizeof word);
        h = tr_hash_pair(h, word);
    }
    return h;
}

static uint64_t bake(tr_baker *baker, const tr_bake *what) {
    size_t bytes;
    tr_planet_maps maps;
    assert_int_equal(tr_baker_prepare(baker, what, &bytes, NULL), TR_OK);
    uint8_t *texels = calloc(1, bytes);
    assert_non_null(texels);
    assert_int_equal(tr_baker_run(baker, what, texels, &maps, NULL), TR_OK);
    const uint64_t h = hash_of(texels, bytes);
    free(texels);
    return h;
}

// Bakes the maps that an export of the recipe would have.
static uint64_t bake_fresh(const tr_recipe *recipe, int width) {
    tr_pool *pool;
    tr_surface *surface;
    tr_planet_maps maps;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, NULL), TR_OK);
    const size_t bytes = tr_mips_bytes(surface, width, false);
    uint8_t *texels = calloc(1, bytes);
    assert_non_null(texels);
    assert_int_equal(tr_mips_bake(surface, pool, NULL, width, false, NULL, texels, &maps, NULL), TR_OK);
    const uint64_t h = hash_of(texels, bytes);
    free(texels);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
    return h;
}

static void test_wide_maps_are_exact_after_previews_that_are_not(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    const uint64_t fresh = bake_fresh(f.recipe, TR_PREVIEW_WIDTH);
    assert_true(bake(f.baker, &f.small) != fresh); // with coarse solutions
    assert_true(bake(f.baker, &f.wide) == bake_fresh(f.recipe, TR_MIDDLE_WIDTH));
    assert_true(bake(f.baker, &f.small) == fresh); // now the exact solutions are available
    set_number(f.recipe, LAND, 0.6);
    f.small.edit = f.wide.edit = 2;
    assert_true(bake(f.baker, &f.small) == fresh); // kept
    assert_true(bake(f.baker, &f.wide) == bake_fresh(f.recipe, TR_MIDDLE_WIDTH));
    end(&f);
}

static void test_a_stopped_solve_leaves_what_was_there(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    bake(f.baker, &f.wide);
    const uint64_t first = bake(f.baker, &f.small);
    set_number(f.recipe, LAND, 0.6);
    const atomic_bool stop = true;
    f.small.edit = f.wide.edit = 2;
    const tr_watch watch = tr_watch_flag(&stop);
    f.wide.watch = &watch;
    size_t bytes;
    assert_true(bake(f.baker, &f.small) == first);
    assert_int_equal(tr_baker_prepare(f.baker, &f.wide, &bytes, NULL), TR_STOPPED);
    f.small.edit = f.wide.edit = 3;
    assert_true(bake(f.baker, &f.small) == first);
    f.wide.watch = NULL;
    assert_true(bake(f.baker, &f.wide) == bake_fresh(f.recipe, TR_MIDDLE_WIDTH));
    end(&f);
}

static void test_planets_that_are_not_edited_take_no_solutions_away(void **state) {
    (void)state;
    tr_scene scene;
    tr_baker *baker;
    load(&scene);
    tr_recipe *recipe = scene.planets[0].recipe, *other;
    assert_int_equal(tr_recipe_copy(recipe, &other, NULL), TR_OK);
    other->seed++;
    assert_int_equal(tr_baker_create(2, tr_isa_best(), &baker, NULL), TR_OK);
    const tr_bake wide = bake_of(recipe, 1, TR_MIDDLE_WIDTH);
    bake(baker, &wide);
    tr_bake aside = bake_of(other, 2, TR_PREVIEW_WIDTH);
    aside.edited = false;
    bake(baker, &aside);
    recipe->layers[0].amount.plus *= 0.5;
    const tr_bake small = bake_of(recipe, 3, TR_PREVIEW_WIDTH);
    assert_true(bake(baker, &small) == bake_fresh(recipe, TR_PREVIEW_WIDTH)); // its terrain was solved before
    tr_baker_destroy(baker);
    tr_recipe_destroy(other);
    tr_scene_clear(&scene);
}

// ---- in the background -------------------------------------------------------------------------

static void nothing(void) {}

static void test_edits_in_a_row_end_in_the_maps_of_the_last_one(void **state) {
    (void)state;
    tr_scene scene;
    tr_live *live;
    load(&scene);
    tr_recipe *recipe = scene.planets[0].recipe;
    const tr_live_options options = {.planet_count = 1, .threads = 2, .isa = tr_isa_best(), .wake = nothing};
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    const struct timespec wait = {.tv_nsec = 20000000};
    uint64_t last = 0, sharp = 0;
    for (int edit = 0; edit < 12; edit++) { // some edits come while a terrain is being solved
        set_number(recipe, LAND, 0.2 + 0.05 * edit);
        last = tr_live_edit(live, 0, recipe);
        nanosleep(&wait, NULL);
        if (edit % 4 == 3)
            for (int k = 0; k < 4; k++)
                nanosleep(&wait, NULL);
    }
    for (bool over = false; !over;) {
        tr_live_maps *maps = tr_live_take(live);
        if (!maps) {
            nanosleep(&wait, NULL);
            continue;
        }
        over = maps->sharp && maps->edit == last;
        if (over) {
            assert_int_equal(maps->maps.width, TR_SHARP_WIDTH);
            sharp = hash_of(maps->texels, maps->bytes);
        }
        tr_live_give_back(live, maps);
    }
    assert_true(sharp == bake_fresh(recipe, TR_SHARP_WIDTH));
    tr_error error = {0};
    assert_int_equal(tr_live_take_failure(live, &error), TR_OK);
    tr_live_destroy(live);
    tr_scene_clear(&scene);
}

static void test_a_held_bake_makes_previews_alone(void **state) {
    (void)state;
    tr_scene scene;
    tr_live *live;
    load(&scene);
    const tr_live_options options = {.planet_count = 1, .threads = 2, .isa = tr_isa_best(), .wake = nothing};
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    const struct timespec wait = {.tv_nsec = 20000000};
    tr_live_hold(live, true);
    tr_live_edit(live, 0, scene.planets[0].recipe);
    int widest[2] = {0, 0}; // while held, and after
    for (int held = 1; held >= 0; held--) {
        tr_live_hold(live, held);
        for (int k = 0; k < 20 || (!held && tr_live_busy(live)) || widest[!held] == 0; k++) {
            tr_live_maps *maps = tr_live_take(live);
            if (maps) {
                widest[!held] = maps->maps.width;
                tr_live_give_back(live, maps);
            }
            nanosleep(&wait, NULL);
        }
    }
    assert_int_equal(widest[0], TR_PREVIEW_WIDTH);
    assert_int_equal(widest[1], TR_SHARP_WIDTH);
    tr_live_destroy(live);
    tr_scene_clear(&scene);
}

static sem_t finished, seen;

static void note_finished(void) { sem_post(&finished); }

// Two planets whose recipes cannot be baked.
static tr_live *fail_two(tr_scene *scene) {
    tr_live *live;
    load(scene);
    tr_recipe *recipe = scene->planets[0].recipe;
    const tr_live_options options = {
        .planet_count = 2, .threads = 1, .isa = tr_isa_best(), .wake = note_finished};
    sem_init(&finished, 0, 0);
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    recipe->radius_km = -1;
    tr_live_edit(live, 0, recipe);
    sem_wait(&finished);
    recipe->radius_km = 1000, recipe->slope_exaggeration = -1;
    tr_live_edit(live, 1, recipe);
    sem_wait(&finished);
    return live;
}

static void end_two(tr_live *live, tr_scene *scene) {
    tr_live_destroy(live);
    sem_destroy(&finished);
    tr_scene_clear(scene);
}

static void test_the_first_failure_is_told(void **state) {
    (void)state;
    tr_scene scene;
    tr_live *live = fail_two(&scene);
    tr_error error = {0};
    assert_int_equal(tr_live_take_failure(live, &error), TR_BAD_INPUT);
    assert_string_equal(error.path, "radius_km");
    assert_int_equal(tr_live_take_failure(live, &error), TR_OK);
    end_two(live, &scene);
}

static void test_what_failed_is_tried_again_after_an_edit_alone(void **state) {
    (void)state;
    tr_scene scene;
    tr_live *live = fail_two(&scene);
    tr_error error = {0};
    const struct timespec wait = {.tv_nsec = 20000000}; // these bakes fail much sooner
    assert_int_equal(tr_live_take_failure(live, &error), TR_BAD_INPUT);
    tr_live_set_target(live, 1);
    tr_live_set_target(live, 0);
    nanosleep(&wait, NULL);
    assert_int_equal(tr_live_take_failure(live, &error), TR_OK);
    assert_false(tr_live_busy(live));
    tr_live_edit(live, 0, scene.planets[0].recipe); // still invalid
    sem_wait(&finished);
    assert_int_equal(tr_live_take_failure(live, &error), TR_BAD_INPUT);
    end_two(live, &scene);
}

// An edit that needs too much is rejected before it starts, and the previous maps stay.
static void test_what_takes_too_much_is_refused(void **state) {
    (void)state;
    char text[heavy_bytes];
    fixture f;
    tr_scene heavy;
    tr_error error = {0};
    size_t bytes = 1;
    begin(&f);
    const uint64_t first = bake(f.baker, &f.small);
    heavy = load_world((tr_world){.name = "heavy", .text = heavy_planet(text)});
    const tr_bake much = bake_of(heavy.planets[0].recipe, 2, TR_PREVIEW_WIDTH);
    assert_int_equal(tr_baker_prepare(f.baker, &much, &bytes, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, " s of work, most of it 'l"));
    assert_int_equal(bytes, 0);
    assert_non_null(tr_baker_surface(f.baker, 1));
    assert_true(bake(f.baker, &f.small) == first);
    tr_scene_clear(&heavy);
    end(&f);
}

static atomic_int woken;

static void count_woken(void) { atomic_fetch_add(&woken, 1); }

// Destroying the bake also stops a preview. A share link of 142 letters can make a preview take a minute.
static void test_previews_stop_at_the_end(void **state) {
    (void)state;
    static const char text[] =
        "{\"type\": \"x\", \"radius_km\": 6000, \"layers\": [{\"name\": \"a\", \"field\": \"wisps\", "
        "\"density\": 6000, \"radius_min\": 0.3, \"radius_max\": 1, \"rays\": 200, \"length\": 2}, "
        "{\"name\": \"b\", \"field\": \"quantile\"}]}";
    tr_scene scene;
    tr_live *live;
    scene = load_world((tr_world){.name = "rays", .text = text});
    const tr_live_options options = {
        .planet_count = 1, .threads = 2, .isa = tr_isa_best(), .wake = count_woken};
    const struct timespec wait = {.tv_nsec = 100000000}; // the preview takes much longer
    atomic_store(&woken, 0);
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    tr_live_edit(live, 0, scene.planets[0].recipe);
    nanosleep(&wait, NULL);
    tr_live_destroy(live);
    assert_int_equal(atomic_load(&woken), 0); // otherwise it was baked or rejected
    tr_scene_clear(&scene);
}

// ---- near the ground: maps ---------------------------------------------------------------------

// The bake continues only after the test has taken its maps, so the test misses none.
static void wait_until_seen(void) {
    sem_post(&finished);
    sem_wait(&seen);
}

// Expects these maps next, except for intermediate widths.
static void expect_maps(tr_live *live, int planet, int width, uint64_t edit) {
    for (bool is_step = true; is_step;) {
        sem_wait(&finished);
        tr_live_maps *maps = tr_live_take(live);
        assert_non_null(maps); // otherwise maps of an earlier edit came, which should have been stopped
        is_step = maps->maps.width == TR_MIDDLE_WIDTH && width == TR_SHARP_WIDTH;
        assert_int_equal(maps->planet, planet);
        assert_int_equal(maps->edit, edit);
        assert_int_equal(maps->maps.width, is_step ? TR_MIDDLE_WIDTH : width);
        assert_int_equal(maps->sharp, width > TR_PREVIEW_WIDTH && !is_step);
        tr_live_give_back(live, maps);
        sem_post(&seen);
    }
}

static void test_the_widest_maps_come_when_near_and_at_rest(void **state) {
    (void)state;
    if (is_quick())
        skip();
    tr_scene scene;
    tr_live *live;
    load(&scene);
    const tr_recipe *recipe = scene.planets[0].recipe;
    const tr_live_options options = {
        .planet_count = 2, .threads = 2, .isa = tr_isa_best(), .wake = wait_until_seen};
    const struct timespec wait = {.tv_nsec = 5000000}; // the maps take much longer
    sem_init(&finished, 0, 0), sem_init(&seen, 0, 0);
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    tr_live_edit(live, 0, recipe);
    expect_maps(live, 0, TR_PREVIEW_WIDTH, 1);
    expect_maps(live, 0, TR_SHARP_WIDTH, 1);
    assert_false(tr_live_busy(live)); // the camera is far away
    tr_live_set_near(live, true);
    assert_true(tr_live_busy(live));
    nanosleep(&wait, NULL);
    tr_live_edit(live, 0, recipe); // stops the widest maps
    expect_maps(live, 0, TR_PREVIEW_WIDTH, 2);
    expect_maps(live, 0, TR_SHARP_WIDTH, 2);
    expect_maps(live, 0, TR_NEAR_WIDTH, 2);
    tr_live_set_near(live, false);
    assert_false(tr_live_busy(live));
    tr_live_edit(live, 1, recipe);
    expect_maps(live, 1, TR_PREVIEW_WIDTH, 3);
    expect_maps(live, 1, TR_MIDDLE_WIDTH, 3);
    tr_live_set_near(live, true); // these maps exist already
    tr_live_set_target(live, 1);
    expect_maps(live, 1, TR_SHARP_WIDTH, 3);
    expect_maps(live, 0, TR_MIDDLE_WIDTH, 2); // comes before the widest maps
    expect_maps(live, 1, TR_NEAR_WIDTH, 3);
    assert_false(tr_live_busy(live));
    tr_live_destroy(live);
    sem_destroy(&finished), sem_destroy(&seen);
    tr_scene_clear(&scene);
}

// ---- near the ground: tiles ----------------------------------------------------------------------

// Waits for the next tile. *sharp: whether sharp maps of that edit came before it.
static tr_live_tile *await(tr_live *live, uint64_t edit, bool *sharp) {
    const struct timespec wait = {.tv_nsec = 2000000};
    for (int i = 0; i < 20000; i++) {
        tr_live_tile *tile = tr_tiles_take(tr_live_tiles(live));
        for (tr_live_maps *maps; (maps = tr_live_take(live)) != NULL;) {
            *sharp = maps->sharp && maps->edit == edit;
            tr_live_give_back(live, maps);
        }
        if (tile)
            return tile;
        nanosleep(&wait, NULL);
    }
    fail_msg("no tile was baked");
    return NULL;
}

static void check_albedo(const tr_recipe *recipe, const tr_live_tile *tile) {
    static uint8_t texels[3 * TR_NEAR_TEXELS];
    void *maps[TR_MAP_COUNT] = {[TR_MAP_ALBEDO] = texels};
    tr_pool *pool;
    tr_surface *surface;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, NULL), TR_OK);
    assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_near_patch(&tile->tile), maps, NULL, NULL),
                     TR_OK);
    for (size_t i = 0; i < TR_NEAR_TEXELS; i++)
        assert_memory_equal(tile->texels + 4 * i, texels + 3 * i, 3);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
}

static const char plain[] =
    "{\"format\": 1, \"seed\": 7, \"radius_km\": 6000, \"layers\": [{\"name\": \"a\", \"field\": "
    "\"fractal\", "
    "\"octaves\": 2, \"amount\": 1000}], \"albedo\": [{\"name\": \"ground\", \"channel\": \"height\", "
    "\"stops\": [[-500, \"600000\"], [500, \"ffff00\"]]}]}";

static void test_tiles_come_after_sharp_maps(void **state) {
    (void)state;
    tr_near_tile tiles[40];
    tr_scene scene;
    tr_live *live;
    const tr_world world = {.name = "plain", .text = plain};
    const tr_live_options options = {.planet_count = 1, .threads = 2, .isa = tr_isa_best(), .wake = nothing};
    const tr_near_kinds kinds = {false, false};
    bool sharp = false;
    for (int i = 0; i < 40; i++)
        tiles[i] = (tr_near_tile){TR_NEAR_GROUND, i % 6, 3, i % 8, i / 8};
    scene = load_world(world);
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    tr_recipe *recipe = scene.planets[0].recipe;
    assert_int_equal(tr_live_edit(live, 0, recipe), 1);
    tr_live_want_tiles(live, 1, tiles, 40, kinds);
    for (int i = 0; i < 40; i++) { // more than the queue holds: in order of priority
        tr_live_tile *tile = await(live, 1, &sharp);
        assert_true(sharp && tile->edit == 1 && tr_near_same(&tile->tile, &tiles[i]));
        if (i == 39)
            check_albedo(recipe, tile);
        tr_tiles_give_back(tr_live_tiles(live), tile);
    }
    recipe->layers[0].amount.plus *= 0.5;
    tr_live_want_tiles(live, 1, tiles, 40, kinds);
    for (int i = 0; i < 10000 && tr_tiles_ready(tr_live_tiles(live)) == 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    assert_int_equal(tr_live_edit(live, 0, recipe), 2);
    tr_live_want_tiles(live, 2, tiles + 20, 3, kinds);
    sharp = false;
    for (int i = 20; i < 23; i++) {
        tr_live_tile *tile = await(live, 2, &sharp);
        assert_true(sharp && tile->edit == 2 && tr_near_same(&tile->tile, &tiles[i]));
        tr_tiles_give_back(tr_live_tiles(live), tile);
    }
    tr_live_want_tiles(live, 0, NULL, 0, kinds);
    assert_int_equal(tr_tiles_ready(tr_live_tiles(live)), 0);
    assert_false(tr_live_tiles_failed(live));
    tr_live_destroy(live);
    tr_scene_clear(&scene);
}

static void *no_tiles_malloc(void *context, size_t bytes) {
    (void)context;
    return bytes == TR_NEAR_TILE_BYTES ? NULL : malloc(bytes);
}
static void *plain_realloc(void *context, void *block, size_t bytes) {
    (void)context;
    return realloc(block, bytes);
}
static void plain_free(void *context, void *block) {
    (void)context;
    free(block);
}

// If there is no memory for tiles, this is reported, and edits continue.
static void test_no_memory_for_tiles(void **state) {
    (void)state;
    const tr_allocator short_of = {no_tiles_malloc, plain_realloc, plain_free, NULL};
    const struct timespec wait = {.tv_nsec = 2000000};
    const tr_world world = {.name = "plain", .text = plain};
    const tr_live_options options = {.planet_count = 1, .threads = 2, .isa = tr_isa_best(), .wake = nothing};
    const tr_near_tile tile = {TR_NEAR_GROUND, 0, 3, 0, 0};
    tr_error error = {0};
    tr_scene scene;
    tr_live *live;
    assert_int_equal(tr_set_allocator(&short_of, NULL), TR_OK);
    scene = load_world(world);
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    tr_live_edit(live, 0, scene.planets[0].recipe);
    tr_live_want_tiles(live, 1, &tile, 1, (tr_near_kinds){0});
    bool failed = false, sharp = false;
    for (int i = 0; i < 20000 && !(failed && sharp); i++) {
        failed = failed || tr_live_tiles_failed(live);
        for (tr_live_maps *maps; (maps = tr_live_take(live)) != NULL; tr_live_give_back(live, maps))
            sharp = maps->sharp;
        nanosleep(&wait, NULL);
    }
    assert_true(failed && sharp);
    assert_false(tr_live_tiles_failed(live)); // reported once
    assert_null(tr_tiles_take(tr_live_tiles(live)));
    assert_int_equal(tr_live_take_failure(live, &error), TR_OK); // maps were baked
    tr_live_destroy(live);
    tr_scene_clear(&scene);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

// A planet shown next to the target comes right after the target and is as sharp. Once removed, it is no
// longer baked.
static void test_a_planet_beside_the_target_is_sharp_too(void **state) {
    (void)state;
    tr_scene scene;
    tr_live *live;
    load(&scene);
    const tr_recipe *recipe = scene.planets[0].recipe;
    const tr_live_options options = {
        .planet_count = 2, .threads = 2, .isa = tr_isa_best(), .wake = wait_until_seen};
    sem_init(&finished, 0, 0), sem_init(&seen, 0, 0);
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    tr_live_hold(live, true);
    tr_live_edit(live, 1, recipe);
    expect_maps(live, 1, TR_PREVIEW_WIDTH, 1);
    assert_int_equal(tr_live_set_beside(live, recipe), 2);
    expect_maps(live, TR_LIVE_BESIDE, TR_PREVIEW_WIDTH, 2);
    tr_live_hold(live, false);
    expect_maps(live, TR_LIVE_BESIDE, TR_SHARP_WIDTH, 2); // before a planet that is not the target
    expect_maps(live, 1, TR_MIDDLE_WIDTH, 1);
    assert_false(tr_live_busy(live));
    assert_int_equal(tr_live_set_beside(live, recipe), 3);
    assert_true(tr_live_busy(live));
    assert_int_equal(tr_live_set_beside(live, NULL), 0);
    assert_false(tr_live_busy(live));
    sem_post(&seen); // the bake may have started
    tr_live_destroy(live);
    sem_destroy(&finished), sem_destroy(&seen);
    tr_scene_clear(&scene);
}

// ---- charts ------------------------------------------------------------------------------------

// Maps without the data for charts are baked again once. Later previews have the data.
static void test_charts_are_made_when_asked_for(void **state) {
    (void)state;
    tr_scene scene;
    tr_live *live;
    load(&scene);
    const tr_live_options options = {
        .planet_count = 2, .threads = 2, .isa = tr_isa_best(), .wake = wait_until_seen};
    const struct timespec wait = {.tv_nsec = 20000000};
    sem_init(&finished, 0, 0), sem_init(&seen, 0, 0);
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    tr_live_edit(live, 1, scene.planets[0].recipe); // not the target: its maps are smaller
    expect_maps(live, 1, TR_PREVIEW_WIDTH, 1);
    expect_maps(live, 1, TR_MIDDLE_WIDTH, 1);
    nanosleep(&wait, NULL); // the bake is idle and must be woken
    tr_live_set_charts(live, true);
    sem_wait(&finished);
    tr_live_maps *maps = tr_live_take(live);
    assert_non_null(maps);
    assert_true(maps->maps.charts && maps->maps.ground && maps->maps.width == TR_MIDDLE_WIDTH &&
                maps->edit == 1);
    tr_live_give_back(live, maps);
    sem_post(&seen);
    tr_live_set_charts(live, true);
    tr_live_set_charts(live, false);
    tr_live_edit(live, 1, scene.planets[0].recipe);
    sem_wait(&finished);
    maps = tr_live_take(live);
    assert_true(!maps->maps.charts && !maps->maps.ground && maps->maps.width == TR_PREVIEW_WIDTH);
    assert_int_equal(maps->edit, 2);
    tr_live_give_back(live, maps);
    sem_post(&seen);
    tr_live_set_charts(live, true);
    sem_wait(&finished);
    maps = tr_live_take(live);
    assert_true(maps->maps.charts && maps->maps.width == TR_MIDDLE_WIDTH);
    tr_live_give_back(live, maps);
    sem_post(&seen);
    tr_live_destroy(live);
    sem_destroy(&finished), sem_destroy(&seen);
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wide_maps_are_exact_after_previews_that_are_not),
        cmocka_unit_test(test_a_stopped_solve_leaves_what_was_there),
        cmocka_unit_test(test_planets_that_are_not_edited_take_no_solutions_away),
        cmocka_unit_test(test_edits_in_a_row_end_in_the_maps_of_the_last_one),
        cmocka_unit_test(test_a_held_bake_makes_previews_alone),
        cmocka_unit_test(test_the_first_failure_is_told),
        cmocka_unit_test(test_what_failed_is_tried_again_after_an_edit_alone),
        cmocka_unit_test(test_what_takes_too_much_is_refused),
        cmocka_unit_test(test_previews_stop_at_the_end),
        cmocka_unit_test(test_the_widest_maps_come_when_near_and_at_rest),
        cmocka_unit_test(test_a_planet_beside_the_target_is_sharp_too),
        cmocka_unit_test(test_charts_are_made_when_asked_for),
        cmocka_unit_test(test_tiles_come_after_sharp_maps),
        cmocka_unit_test(test_no_memory_for_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
