// Texture sets and height maps written in the background: progress, stops, failures, no files left behind.
#include "base/pace.h"
#include "export/enhance_file.h"
#include "folders.h"
#include "heavy_planet.h"
#include "live/background_export.h"
#include "live/background_maps.h"
#include "worlds.h"

#include <stdatomic.h>
#include <time.h>

static atomic_int wakes;
static void wake(void) { atomic_fetch_add(&wakes, 1); }

static void wait_a_moment(void) { nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); }

static void load(const char *name, tr_scene *scene) {
    *scene = load_world((tr_world){.name = name, .has_seed = true, .seed = 1});
    tr_recipe_coarsen(scene->planets[0].recipe, 16);
}

static tr_background_export_options ask(const struct folder *folder, const tr_scene *scene, int width) {
    return (tr_background_export_options){.scene = scene,
                                          .directory = folder->path,
                                          .stem = "set",
                                          .choice = {.width = width, .outputs = 1u << TR_MAP_ALBEDO},
                                          .threads = 1,
                                          .isa = tr_isa_best(),
                                          .wake = wake};
}

// Preparing a planet takes 10 s, its texels 20 s.
static void the_rest_is_told_by_the_pace_of_texels(void **state) {
    (void)state;
    tr_pace pace = {0};
    assert_true(tr_pace_left_s(&pace, 5) < 0);
    tr_pace_note(&pace, 10, 0);
    tr_pace_note(&pace, 12, 0); // the same report
    assert_true(tr_pace_left_s(&pace, 12) < 0);
    tr_pace_note(&pace, 15, 0.25);
    assert_true(fabs(tr_pace_left_s(&pace, 15) - 15) < 1e-9);
    assert_true(fabs(tr_pace_left_s(&pace, 17) - 13) < 1e-9); // time passes between reports
    assert_true(tr_pace_left_s(&pace, 99) == 0);
    tr_pace_note(&pace, 30, 1);
    assert_true(tr_pace_left_s(&pace, 30) == 0);
}

static void a_set_is_written(void **state) {
    struct folder *folder = *state;
    tr_scene scene;
    tr_background *export;
    tr_exported exported;
    load("inferno", &scene);
    tr_background_export_options options = ask(folder, &scene, 64);
    options.world = "{\"type\": \"inferno\"}";
    assert_int_equal(tr_background_export_start(&options, &exported, &export, NULL), TR_OK);
    tr_scene_clear(&scene); // the export has its own copy
    while (!tr_background_over(export))
        wait_a_moment();
    assert_true(tr_background_progress(export) == 1);
    assert_int_equal(tr_background_finish(export, NULL), TR_OK);
    assert_int_equal(exported.files, 2);
    assert_string_equal(exported.first, at(folder, "set_albedo.png"));
    assert_string_equal(exported.stem, "set");
    assert_int_equal(exported.replaced, 0);
    load("inferno", &scene);
    assert_int_equal(tr_background_export_start(&options, &exported, &export, NULL), TR_OK); // again
    tr_scene_clear(&scene);
    assert_int_equal(tr_background_finish(export, NULL), TR_OK);
    assert_int_equal(exported.replaced, 1);
    assert_int_equal(exported.files, 2);
    assert_int_equal(count_entries(folder->path), 2);
    assert_true(atomic_load(&wakes) > 0);
}

// All planets of a scene, each under its own name. A map that a planet lacks is left out of its set.
static void all_planets_are_written(void **state) {
    struct folder *folder = *state;
    static const char *const world =
        "{\"planets\": [{\"name\": \"One\", \"type\": \"earthlike\", \"seed\": 1},"
        "{\"name\": \"Two\", \"type\": \"barren\", \"seed\": 2, \"orbit\": {\"phase_deg\": 90}}]}";
    tr_scene scene = {0};
    tr_background *export;
    tr_exported exported;
    scene = load_world((tr_world){.name = "world", .text = world});
    for (int i = 0; i < 2; i++)
        tr_recipe_coarsen(scene.planets[i].recipe, 16);
    tr_background_export_options options = ask(folder, &scene, 512);
    options.stem = NULL;
    options.choice.outputs = 1u << TR_MAP_ALBEDO | 1u << TR_MAP_CLOUDS;
    assert_int_equal(tr_background_export_start(&options, &exported, &export, NULL), TR_OK);
    tr_scene_clear(&scene);
    while (!tr_background_over(export))
        wait_a_moment();
    assert_true(tr_background_progress(export) == 1);
    assert_int_equal(tr_background_finish(export, NULL), TR_OK);
    assert_int_equal(exported.sets, 2);
    assert_int_equal(exported.files, 5);
    assert_string_equal(exported.first, at(folder, "One_albedo.png"));
    assert_int_equal(count_entries(folder->path), 5);
    assert_true(file_size(at(folder, "One_clouds.png")) > 0);
    assert_true(file_size(at(folder, "Two_albedo.png")) > 0);
    assert_true(file_size(at(folder, "Two.manifest.json")) > 0);
}

static void a_stopped_set_leaves_nothing(void **state) {
    struct folder *folder = *state;
    tr_scene scene;
    tr_background *export;
    tr_exported exported;
    load("inferno", &scene);
    const tr_background_export_options options = ask(folder, &scene, 4096);
    assert_int_equal(tr_background_export_start(&options, &exported, &export, NULL), TR_OK);
    tr_background_stop(export);
    tr_error error = {0};
    assert_int_equal(tr_background_finish(export, &error), TR_STOPPED);
    assert_int_equal(error.status, TR_STOPPED);
    assert_int_equal(count_entries(folder->path), 0);
    tr_scene_clear(&scene);
}

static void what_cannot_be_is_told(void **state) {
    struct folder *folder = *state;
    tr_scene scene;
    tr_background *export;
    tr_error error = {0};
    tr_exported exported;
    load("inferno", &scene);
    tr_background_export_options options = ask(folder, &scene, 63);
    assert_int_not_equal(tr_background_export_start(&options, &exported, &export, &error), TR_OK);
    assert_true(error.message[0] != 0);
    write_text(at(folder, "file"), "");
    options = ask(folder, &scene, 64);
    options.directory = at(folder, "file");
    error = (tr_error){0};
    if (tr_background_export_start(&options, &exported, &export, &error) == TR_OK)
        assert_int_equal(tr_background_finish(export, &error), TR_CANNOT_WRITE);
    assert_int_equal(error.status, TR_CANNOT_WRITE);
    tr_scene_clear(&scene);
}

static void what_takes_too_much_is_not_begun(void **state) {
    struct folder *folder = *state;
    char text[heavy_bytes];
    tr_exported exported;
    tr_scene scene;
    tr_background *export;
    tr_error error = {0};
    scene = load_world((tr_world){.name = "heavy", .text = heavy_planet(text)});
    const tr_background_export_options options = ask(folder, &scene, 64);
    assert_int_equal(tr_background_export_start(&options, &exported, &export, NULL), TR_OK);
    assert_int_equal(tr_background_finish(export, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, " s of work, most of it 'l"));
    assert_int_equal(count_entries(folder->path), 0);
    tr_scene_clear(&scene);
}

// ---- height maps ---------------------------------------------------------------------------------

typedef struct height_map {
    tr_enhance_job job;
    tr_enhance_result result;
} height_map;

static tr_status enhance(void *context, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    height_map *map = context;
    return tr_enhance_file(&map->job, TR_ISA_BASELINE, pool, watch, &map->result, error);
}

static void a_height_map_is_enhanced(void **state) {
    struct folder *folder = *state;
    char source[600], path[600];
    snprintf(source, sizeof source, "%s/tests/data/fuzz_png/grey16.png", TERRELLA_SOURCE_DIR);
    snprintf(path, sizeof path, "%s", at(folder, "fine.png"));
    int width, height;
    assert_true(tr_enhance_inspect(source, &width, &height));
    height_map map = {.job = {.source = source, .path = path, .times = 1, .estimate = true}};
    const tr_background_job job = {.run = enhance, .context = &map, .threads = 1, .wake = wake};
    tr_background *work;
    for (int stops = 0; stops < 2; stops++) {
        tr_error error = {0};
        assert_int_equal(tr_background_start(&job, &work, NULL), TR_OK);
        while (!tr_background_over(work))
            wait_a_moment();
        if (stops)
            tr_background_stop(work); // the result is already written
        assert_in_range((int)(100 * tr_background_progress(work)), 0, 100);
        if (tr_background_finish(work, &error) != TR_OK)
            fail_msg("%s", error.message);
        assert_int_equal(map.result.width, tr_enhance_length(width, 1));
        assert_int_equal(map.result.height, tr_enhance_length(height, 1));
    }
    assert_int_equal(count_entries(folder->path), 1);
    map.job.source = at(folder, "none.png");
    assert_int_equal(tr_background_start(&job, &work, NULL), TR_OK);
    assert_int_equal(tr_background_finish(work, NULL), TR_BAD_INPUT);
}

// ---- maps of videos -------------------------------------------------------------------------------

static void start_maps(const tr_scene *scene, tr_background_maps **bake) {
    const tr_background_maps_options options = {
        .widths = {64, scene->planet_count > 1 ? 64 : 0}, .threads = 1, .isa = tr_isa_best(), .wake = wake};
    assert_int_equal(tr_background_maps_start(scene, &options, bake, NULL), TR_OK);
}

static void maps_come_one_planet_at_a_time(void **state) {
    (void)state;
    tr_scene scene;
    tr_background_maps *bake;
    tr_error error = {0};
    load("ringed", &scene);
    for (int i = 1; i < scene.planet_count; i++)
        tr_recipe_coarsen(scene.planets[i].recipe, 16);
    assert_true(scene.planet_count > 1);
    start_maps(&scene, &bake);
    for (int taken = 0; taken < 2; taken++) {
        const tr_video_maps *maps;
        while (!(maps = tr_background_maps_take(bake)))
            wait_a_moment();
        assert_int_equal(maps->planet, taken);
        assert_non_null(maps->texels);
        assert_false(tr_background_maps_is_over(bake));
        tr_background_maps_give_back(bake);
    }
    while (!tr_background_maps_is_over(bake))
        wait_a_moment();
    assert_null(tr_background_maps_take(bake));
    assert_int_equal(tr_background_maps_finish(bake, &error), TR_OK);
    start_maps(&scene, &bake); // stopped half-way
    assert_int_equal(tr_background_maps_finish(bake, &error), TR_STOPPED);
    assert_int_equal(tr_background_maps_finish(NULL, NULL), TR_OK);
    tr_scene_clear(&scene);
}

// Videos near the ground: first the maps, then tiles on request.
static void tiles_follow_the_maps(void **state) {
    (void)state;
    tr_scene scene;
    tr_background_maps *bake;
    tr_error error = {0};
    load("barren", &scene);
    const tr_background_maps_options options = {
        .widths = {64}, .near = 0, .threads = 1, .isa = tr_isa_best(), .wake = wake};
    const tr_near_tile tiles[] = {{TR_NEAR_GROUND, 1, 3, 2, 5}, {TR_NEAR_GROUND, 4, 2, 1, 0}};
    assert_int_equal(tr_background_maps_start(&scene, &options, &bake, NULL), TR_OK);
    while (!tr_background_maps_take(bake))
        wait_a_moment();
    assert_int_equal(tr_tiles_ready(tr_background_maps_tiles(bake)), 0);
    tr_background_maps_give_back(bake);
    while (!tr_background_maps_is_over(bake))
        wait_a_moment();
    for (int i = 0; i < 2; i++) {
        tr_live_tile *tile;
        tr_background_maps_want(bake, &tiles[i], 1, (tr_near_kinds){false, false});
        while (tr_tiles_ready(tr_background_maps_tiles(bake)) == 0)
            wait_a_moment();
        assert_non_null(tile = tr_tiles_take(tr_background_maps_tiles(bake)));
        assert_true(tr_near_same(&tile->tile, &tiles[i]));
        assert_int_equal(tr_tiles_ready(tr_background_maps_tiles(bake)), 0);
        tr_tiles_give_back(tr_background_maps_tiles(bake), tile);
    }
    assert_false(tr_background_maps_has_ended(bake));
    assert_int_equal(tr_background_maps_finish(bake, &error), TR_OK);
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(all_planets_are_written),
        FOLDER_TEST(a_set_is_written),
        FOLDER_TEST(a_stopped_set_leaves_nothing),
        FOLDER_TEST(what_cannot_be_is_told),
        FOLDER_TEST(what_takes_too_much_is_not_begun),
        FOLDER_TEST(a_height_map_is_enhanced),
        cmocka_unit_test(the_rest_is_told_by_the_pace_of_texels),
        cmocka_unit_test(maps_come_one_planet_at_a_time),
        cmocka_unit_test(tiles_follow_the_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
