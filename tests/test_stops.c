// A stop at any poll of the watch: the operation either returns TR_STOPPED or is complete. A partial result is
// never TR_OK. With TR_FULL=1 at every poll, or at a thousand of them if there are more.
#include "base/meter.h"
#include "export/enhance_file.h"
#include "export/target.h"
#include "measure/variety.h"
#include "planet/near_tiles.h"
#include "planet/probe.h"
#include "planet/surface.h"
#include "texture_sets.h"

#include "planets.h"
#include "worlds.h"

#include <limits.h>

// ---- the driver ----------------------------------------------------------------------------------

// How many polls are answered with "continue" before all others are answered with "stop".
struct patience {
    long left, asked;
};

static bool stops(void *context) {
    struct patience *p = context;
    p->asked++;
    return p->left-- <= 0;
}

// An operation on one thread, and a hash of its results.
struct work {
    tr_status (*run)(const struct work *work, const tr_watch *watch, uint64_t *sum);
    const char *name; // of a world
    const char *set;  // an assignment; NULL: none
    struct folder *folder;
    tr_pool *pool;
};

static void stop_at_all(const struct work *of, struct folder *folder) {
    struct work work = *of;
    struct patience whole = {.left = LONG_MAX};
    uint64_t wanted = 0;
    int stopped = 0, done = 0;
    work.folder = folder;
    assert_int_equal(tr_pool_create(1, &work.pool, NULL), TR_OK);
    assert_int_equal(work.run(&work, &(tr_watch){.stopped = stops, .context = &whole}, &wanted), TR_OK);
    assert_true(whole.asked > 0);
    const long most = under_sanitizer ? 3 : is_full() ? 1000 : 10, step = 1 + (whole.asked - 1) / most;
    for (long k = whole.asked - 1; k >= 0; k -= step) { // the last poll is always one of them
        struct patience patience = {.left = k};
        uint64_t sum = 0;
        const tr_status status = work.run(&work, &(tr_watch){.stopped = stops, .context = &patience}, &sum);
        if (status != TR_STOPPED && (status != TR_OK || sum != wanted))
            fail_msg("%s: stopped at poll %ld of %ld it returns %d with a different result", work.name, k + 1,
                     whole.asked, status);
        stopped += status == TR_STOPPED, done += status == TR_OK;
    }
    tr_pool_destroy(work.pool);
    print_message("%s: %ld polls, %d stopped, %d complete\n", work.name, whole.asked, stopped, done);
    assert_true(stopped > 0);
}

// ---- the operations ------------------------------------------------------------------------------

static tr_status run_variety(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    const tr_world world = {.name = work->name};
    const tr_variety_options how = {
        .seeds = 2, .width = 64, .isa = tr_isa_best(), .pool = work->pool, .watch = watch};
    tr_variety v = {0};
    const tr_status status = tr_variety_measure(&world, &how, &v, NULL);
    if (status == TR_OK)
        *sum = hash_bytes(hash_bytes(1, v.seeds, 2 * sizeof *v.seeds), &v.nearest, sizeof v.nearest);
    tr_variety_clear(&v);
    return status;
}

static tr_status make_surface(const struct work *work, const tr_watch *watch, tr_surface **surface) {
    const tr_surface_options how = {.isa = tr_isa_best(), .pool = work->pool, .watch = watch};
    tr_scene scene;
    *surface = NULL;
    load(work->name, 1, work->set != NULL, &work->set, &scene);
    if (!is_full()) // the same steps, with less work between them
        tr_recipe_coarsen(scene.planets[0].recipe, 48);
    const tr_status status = tr_surface_make(scene.planets[0].recipe, &how, surface, NULL);
    tr_scene_clear(&scene);
    return status;
}

static tr_status run_maps(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    enum { columns = 64, texels = columns * columns / 2 };
    static uint8_t albedo[3 * texels], height[2 * texels], orm[3 * texels], clouds[4 * texels];
    void *const all[TR_MAP_COUNT] = {
        [TR_MAP_ALBEDO] = albedo, [TR_MAP_HEIGHT] = height, [TR_MAP_ORM] = orm, [TR_MAP_CLOUDS] = clouds};
    tr_surface *surface;
    tr_status status = make_surface(work, watch, &surface);
    if (status == TR_OK)
        status = tr_surface_bake_patch(surface, work->pool, NULL, tr_whole_map(columns), all, watch, NULL);
    *sum = hash_bytes(hash_bytes(1, albedo, sizeof albedo), height, sizeof height);
    *sum = hash_bytes(hash_bytes(*sum, orm, sizeof orm), clouds, sizeof clouds);
    tr_surface_destroy(surface);
    return status;
}

static tr_status run_tiles(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    static const tr_near_tile tiles[] = {{TR_NEAR_GROUND, 2, 3, 1, 2}, {TR_NEAR_CLOUDS, 2, 3, 1, 2}};
    static uint8_t ground[TR_NEAR_TILE_BYTES], clouds[TR_NEAR_TILE_BYTES];
    uint8_t *const texels[] = {ground, clouds};
    tr_surface *surface;
    tr_status status = make_surface(work, watch, &surface);
    if (status == TR_OK)
        status = tr_near_bake(surface, tiles, 2, (tr_near_kinds){true, false}, work->pool, watch, texels, NULL);
    *sum = hash_bytes(hash_bytes(1, ground, sizeof ground), clouds, sizeof clouds);
    tr_surface_destroy(surface);
    return status;
}

static void empty(struct folder *folder) {
    remove_below(folder->path);
    assert_int_equal(mkdir(folder->path, 0777), 0);
}

// Sets that were stopped leave no files. Of tiles, finished ones stay, and the next run completes them.
static tr_status run_export(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    const bool tiles = strcmp(work->name, "tiles") == 0;
    struct set set;
    int left;
    empty(work->folder);
    begin_set(&set, work->folder->path, 1);
    set.job.width = tiles ? 512 : 64;
    set.job.layout = tiles ? TR_LAYOUT_GEODETIC : TR_LAYOUT_EQUIRECT;
    set.job.tiles = (tr_tiles){.size = 256};
    set.job.maps = tiles ? 1u << TR_MAP_ALBEDO : all_maps | 1u << TR_EXPORT_MESH;
    if (strcmp(work->name, "page") == 0)
        set.job.target = tr_target_find("web"), set.job.maps = 1u << TR_MAP_ALBEDO;
    const tr_status status = export_set(&set, watch);
    *sum = sum_of_files(work->folder, &left);
    assert_int_equal(left, 0);
    if (status != TR_OK && !tiles)
        assert_int_equal(count_entries(work->folder->path), 0);
    if (status != TR_OK && tiles) {
        static uint64_t whole = 0;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        *sum = sum_of_files(work->folder, &left);
        whole = whole ? whole : *sum;
        assert_int_equal(*sum, whole);
    }
    end_set(&set);
    return status;
}

static tr_status run_enhance(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    char source[600], path[600];
    tr_enhance_result result;
    struct set set;
    int left;
    empty(work->folder);
    snprintf(source, sizeof source, "%s", at(work->folder, "test-7_height.png"));
    snprintf(path, sizeof path, "%s", at(work->folder, "finer.png"));
    export_small_set(&set, work->folder->path, "test-7", 1u << TR_MAP_HEIGHT, 2);
    end_set(&set);
    const tr_enhance_job job = {.source = source, .path = path, .times = 2, .wrap_x = true, .estimate = true};
    const tr_status status = tr_enhance_file(&job, tr_isa_best(), work->pool, watch, &result, NULL);
    assert_int_equal(access(path, F_OK) == 0, status == TR_OK);
    *sum = sum_of_files(work->folder, &left);
    assert_int_equal(left, 0);
    return status;
}

// ---- within sites --------------------------------------------------------------------------------

// Ray systems that all cover the whole sphere. The operations of a sample are known, and so is the least number
// of polls.
enum { ray_systems = 100, of_sample = ray_systems * 20 };

// Makes a planet with these layers.
static tr_status make_layers(const struct work *work, const char *layers, const tr_watch *watch,
                             tr_surface **surface) {
    const tr_surface_options how = {.isa = tr_isa_best(), .pool = work->pool, .watch = watch};
    char text[512];
    *surface = NULL;
    snprintf(text, sizeof text, "{\"type\": \"x\", \"radius_km\": 6000, \"layers\": [%s]}", layers);
    tr_recipe *recipe = load_recipe(world_of(text));
    const tr_status status = tr_surface_make(recipe, &how, surface, NULL);
    tr_recipe_destroy(recipe);
    return status;
}

static tr_status make_rays(const struct work *work, bool share, const tr_watch *watch, tr_surface **surface) {
    char layers[256];
    snprintf(layers, sizeof layers,
             "{\"name\": \"a\", \"field\": \"wisps\", \"density\": %d, \"radius_min\": 0.3, \"radius_max\": 1, "
             "\"length\": 2}%s",
             ray_systems, share ? ", {\"name\": \"b\", \"field\": \"quantile\"}" : "");
    return make_layers(work, layers, watch, surface);
}

static tr_status run_quantile(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    tr_surface *surface;
    const tr_status status = make_rays(work, true, watch, &surface);
    *sum = 1;
    tr_surface_destroy(surface);
    return status;
}

static tr_status run_bake(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    enum { columns = 64 };
    static uint16_t height[columns * columns / 2];
    void *const all[TR_MAP_COUNT] = {[TR_MAP_HEIGHT] = height};
    tr_surface *surface;
    tr_status status = make_rays(work, false, NULL, &surface);
    if (status == TR_OK)
        status = tr_surface_bake_patch(surface, work->pool, NULL, tr_whole_map(columns), all, watch, NULL);
    *sum = hash_bytes(1, height, sizeof height);
    tr_surface_destroy(surface);
    return status;
}

static tr_status run_near(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    static const tr_near_tile tiles[] = {{TR_NEAR_GROUND, 2, 3, 1, 2}};
    static uint8_t ground[TR_NEAR_TILE_BYTES];
    uint8_t *const texels[] = {ground};
    tr_surface *surface;
    tr_status status = make_rays(work, false, NULL, &surface);
    if (status == TR_OK)
        status = tr_near_bake(surface, tiles, 1, (tr_near_kinds){0}, work->pool, watch, texels, NULL);
    *sum = hash_bytes(1, ground, sizeof ground);
    tr_surface_destroy(surface);
    return status;
}

static tr_status run_layers(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    static uint8_t grey[TR_LAYER_MAP_TEXELS];
    tr_surface *surface;
    tr_status status = make_rays(work, false, NULL, &surface);
    if (status == TR_OK)
        status = tr_layer_maps(surface, 1, watch, grey, NULL);
    *sum = hash_bytes(1, grey, sizeof grey);
    tr_surface_destroy(surface);
    return status;
}

static tr_status run_probe(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    tr_surface *surface;
    tr_probe probe;
    tr_status status = make_rays(work, false, NULL, &surface);
    if (status == TR_OK)
        status = tr_surface_probe(surface, 10, 20, 0.01, watch, &probe, NULL);
    *sum = hash_bytes(1, &probe.height_m, sizeof probe.height_m);
    tr_surface_destroy(surface);
    return status;
}

// Craters in a lattice that has more than 200 cells along each axis.
enum { crater_cells = 200 * 200 * 200 };

static tr_status run_craters(const struct work *work, const tr_watch *watch, uint64_t *sum) {
    static const char layers[] = "{\"name\": \"a\", \"field\": \"impacts\", \"largest\": 0.0039}";
    static float radii[1 << 20];
    tr_surface *surface;
    int count = 0;
    tr_status status = make_layers(work, layers, NULL, &surface);
    if (status == TR_OK)
        status = tr_surface_craters(surface, 0.0038, 1 << 20, radii, &count, watch, NULL);
    *sum = hash_bytes(1, radii, sizeof *radii * (size_t)count);
    tr_surface_destroy(surface);
    return status;
}

// At least one poll for each TR_METER_LOOK operations of all samples or cells.
static void test_within_sites(void **state) {
    static const struct {
        struct work work;
        double operations;
    } cases[] = {{{.run = run_quantile, .name = "quantile"}, of_sample * (1 << 16)},
                 {{.run = run_bake, .name = "bake"}, of_sample * 64 * 32},
                 {{.run = run_near, .name = "near"}, of_sample * 256 * 256},
                 {{.run = run_layers, .name = "layers"}, of_sample * TR_LAYER_MAP_TEXELS},
                 {{.run = run_probe, .name = "probe"}, of_sample},
                 {{.run = run_craters, .name = "craters"}, crater_cells}};
    if (under_sanitizer) // polls are the same there
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct work work = cases[i].work;
        struct patience patience = {.left = LONG_MAX};
        uint64_t sum;
        assert_int_equal(tr_pool_create(1, &work.pool, NULL), TR_OK);
        assert_int_equal(work.run(&work, &(tr_watch){.stopped = stops, .context = &patience}, &sum), TR_OK);
        tr_pool_destroy(work.pool);
        print_message("%s: %ld polls\n", work.name, patience.asked);
        assert_true((double)patience.asked >= cases[i].operations / TR_METER_LOOK);
        stop_at_all(&work, *state);
    }
}

// ---- tests ---------------------------------------------------------------------------------------

static void test_variety(void **state) {
    stop_at_all(&(struct work){.run = run_variety, .name = "inferno"}, *state);
    stop_at_all(&(struct work){.run = run_variety, .name = "star"}, *state);
}

static void test_maps(void **state) {
    static const struct work works[] = {{.name = "earthlike"}, {.name = "gas-giant"}, {.name = "asteroid"},
                                        {.name = "ocean"},     {.name = "ice"},       {.name = "inferno"}};
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i += under_sanitizer ? 2 : 1) {
        struct work one = works[i];
        one.run = run_maps;
        stop_at_all(&one, *state);
    }
}

static void test_tiles(void **state) {
    stop_at_all(&(struct work){.run = run_tiles, .name = "earthlike"}, *state);
}

static void test_sets(void **state) {
    stop_at_all(&(struct work){.run = run_export, .name = "set"}, *state);
    stop_at_all(&(struct work){.run = run_export, .name = "tiles"}, *state);
}

// A page bakes its own heights, with at least one poll in each band.
static void test_page(void **state) {
    struct work page = {.run = run_export, .name = "page", .folder = *state};
    struct patience patience = {.left = LONG_MAX};
    uint64_t sum;
    const tr_patch heights = tr_whole_map(1024);
    assert_int_equal(tr_pool_create(1, &page.pool, NULL), TR_OK);
    assert_int_equal(page.run(&page, &(tr_watch){.stopped = stops, .context = &patience}, &sum), TR_OK);
    tr_pool_destroy(page.pool);
    print_message("page: %ld polls\n", patience.asked);
    // Its small textures alone poll eight times, twice for each of these bands.
    assert_true(patience.asked > 3 * (heights.height / tr_band_rows(heights, 0)));
    stop_at_all(&page, *state);
}

static void test_enhanced_maps(void **state) {
    stop_at_all(&(struct work){.run = run_enhance, .name = "finer"}, *state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_variety),      FOLDER_TEST(test_maps), FOLDER_TEST(test_tiles),
        FOLDER_TEST(test_sets),         FOLDER_TEST(test_page), FOLDER_TEST(test_enhanced_maps),
        FOLDER_TEST(test_within_sites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
