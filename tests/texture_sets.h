// A small planet with all maps, and exports of its texture sets.
#pragma once
#include "base/temporary.h"
#include "digests.h"
#include "export/export.h"
#include "folders.h"
#include "scene/load.h"
#include "support.h"

#include <stdlib.h>

// Wide enough for several bands. `wide` makes several waves of bands, but also four times as many horizons.
enum { set_width = 1024, set_height = set_width / 2, wide = 2048, all_maps = (1 << TR_MAP_COUNT) - 1 };

#define STOPS_COLOUR "\"stops\": [[0, \"14285a\"], [1, \"f0dcb4\"]]"
#define STOPS_NUMBER "\"stops\": [[0, 0.2], [1, 0.9]]"
#define COATS(stops) "[{\"name\": \"ground\", \"channel\": \"height\", " stops "}]"

static inline tr_recipe *make_recipe(void) {
    static const char text[] =
        "{\"type\": \"test\", \"seed\": 7, \"radius_km\": 6100.5, \"height_min_m\": -4000, \"height_max_m\": "
        "4000, "
        "\"slope_exaggeration\": 20, \"emission_strength\": 2.5, \"layers\": [{\"name\": \"ground\", "
        "\"field\": "
        "\"fractal\", "
        "\"octaves\": 3, \"persistence\": 0.5, \"scale\": 3, \"amount\": 3000}], "
        "\"albedo\": " COATS(STOPS_COLOUR) ", \"emission\": " COATS(
            STOPS_COLOUR) ", "
                          "\"roughness\": " COATS(STOPS_NUMBER) ", \"water\": " COATS(
                              STOPS_NUMBER) ", "
                                            "\"clouds\": {\"altitude_km\": 7.5, \"colour\": " COATS(
                                                STOPS_COLOUR) ", \"cover\": " COATS(STOPS_NUMBER) "}}";
    const tr_world world = {.name = "test", .text = text};
    tr_scene scene;
    assert_int_equal(tr_world_load(&world, &scene, NULL), TR_OK);
    tr_recipe *recipe = scene.planets[0].recipe; // NOLINT(clang-analyzer-core.*): it is there
    scene.planets[0].recipe = NULL;
    tr_scene_clear(&scene);
    return recipe;
}

struct set {
    tr_recipe *recipe;
    char *json; // of the recipe
    tr_surface *surface;
    tr_pool *pool;
    tr_export_job job;
    tr_export_result result;
    tr_error error;
};

static inline void begin_set(struct set *set, const char *directory, int threads) {
    *set = (struct set){.recipe = make_recipe()};
    set->recipe->tilt_deg = 12.5;
    set->job = (tr_export_job){.recipe = set->recipe,
                               .day_h = 30.25,
                               .directory = directory,
                               .stem = "test-7",
                               .width = set_width,
                               .maps = all_maps};
    assert_int_equal(tr_recipe_to_json(set->recipe, false, &set->json, &set->error), TR_OK);
    assert_int_equal(tr_surface_create(set->recipe, TR_ISA_BASELINE, NULL, NULL, &set->surface, &set->error),
                     TR_OK);
    assert_int_equal(tr_pool_create(threads, &set->pool, &set->error), TR_OK);
}

static inline tr_status export_set(struct set *set, const tr_watch *watch) {
    set->error = (tr_error){0};
    return tr_export(&set->job, set->surface, set->pool, watch, &set->result, &set->error);
}

// Exports some maps of 128 columns and checks the number of files, manifest included.
static inline void export_small_set(struct set *set, const char *directory, const char *stem, unsigned maps,
                                    int files) {
    begin_set(set, directory, 2);
    set->job.stem = stem;
    set->job.maps = maps;
    set->job.width = 128;
    assert_int_equal(export_set(set, NULL), TR_OK);
    assert_int_equal(set->result.count, files);
}

static inline void end_set(struct set *set) {
    tr_pool_destroy(set->pool);
    tr_surface_destroy(set->surface);
    tr_free(set->json);
    tr_recipe_destroy(set->recipe);
}

static inline void *bake_map(const struct set *set, tr_map map, int width) {
    void *texels[TR_MAP_COUNT] = {NULL};
    texels[map] = malloc((size_t)width * (size_t)(width / 2) * tr_map_texel_bytes(map));
    assert_int_equal(
        tr_surface_bake_patch(set->surface, set->pool, NULL, tr_whole_map(width), texels, NULL, NULL), TR_OK);
    return texels[map];
}

// A checksum of the names and contents of all files in a folder and its subfolders. Adds to *left the number
// of temporary files.
static inline uint64_t sum_below(const char *folder, uint64_t seed, int *left);
struct sum {
    tr_folder in;
    const char *folder;
    uint64_t seed, sum;
    int *left;
};
static inline bool add_entry(void *context, const char *name) {
    struct sum *s = context;
    char path[1024];
    tr_info info;
    tr_digest digest;
    snprintf(path, sizeof path, "%s/%s", s->folder, name);
    const uint64_t own = tr_hash_text(s->seed, name);
    assert_int_equal(tr_name_info(s->in, name, &info), 0);
    if (info.kind == TR_KIND_FOLDER && name[0] != '.')
        s->sum += sum_below(path, own, s->left);
    if (info.kind != TR_KIND_FILE)
        return true;
    *s->left += tr_temporary_is(name);
    if (!tr_temporary_is(name)) {
        assert_int_equal(digest_file(path, NULL, &digest), 0);
        s->sum += tr_hash_text(own, digest.sha256);
    }
    return true;
}
static inline uint64_t sum_below(const char *folder, uint64_t seed, int *left) {
    struct sum s = {.folder = folder, .seed = seed, .left = left};
    assert_int_equal(tr_folder_open(folder, &s.in), 0);
    tr_folder_list(s.in, add_entry, &s);
    tr_folder_close(&s.in);
    return s.sum;
}

static inline uint64_t sum_of_files(const struct folder *folder, int *left) {
    *left = 0;
    return sum_below(folder->path, 1, left);
}
