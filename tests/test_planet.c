// The planet module: one recipe gives one set of bytes, and colours, heights and normals have the documented
// values.
// ctest: COST 20
#include "base/hash.h"
#include "noise/sites/sites.h"
#include "noise/sites/voronoi.h"
#include "planet/kernels.h"
#include "planet/mips.h"
#include "planet/private/plan.h"
#include "scene/load.h"
#include "support.h"

#include "planets.h"
#include <math.h>
#include <stdlib.h>

// The hash of the ORM and cloud maps.
static uint64_t hash_material(const maps *m) {
    size_t texels = (size_t)m->width * (size_t)(m->width / 2);
    return hash_bytes(hash_bytes(2, m->orm, 3 * texels), m->clouds, 4 * texels);
}

// The hash of the other maps.
static uint64_t hash_maps(const maps *m) {
    size_t texels = (size_t)m->width * (size_t)(m->width / 2);
    uint64_t h = hash_bytes(1, m->albedo, 3 * texels);
    h = hash_bytes(h, m->normal, 3 * texels);
    h = hash_bytes(h, m->emission, 3 * texels);
    return hash_bytes(h, m->height, 2 * texels);
}

// ---- same bits ---------------------------------------------------------------------------------

static void test_types_are_golden_on_every_instruction_set_and_thread_count(void **state) {
    (void)state;
    bool golden = true;
    maps m = make_maps(256);
    for (int t = is_quick(); t < type_count; t += is_quick() ? 9 : 1) {
        tr_scene scene;
        load(type_names[t], 7, 0, NULL, &scene);
        const tr_recipe *recipe = scene.planets[0].recipe;
        tr_surface *solved = bake_after(NULL, recipe, tr_isa_best(), under_sanitizer ? 7 : 1, NULL, &m);
        const uint64_t first = hash_maps(&m), first_material = hash_material(&m);
        // Under sanitizers other tests compare fields and texels on all instruction sets.
        if (!under_sanitizer) {
            tr_surface *shared = bake_after(solved, recipe, tr_isa_best(), 7, NULL, &m);
            assert_int_equal(hash_maps(&m), first);
            assert_int_equal(hash_material(&m), first_material);
            tr_surface_destroy(shared);
        }
        tr_surface_destroy(solved);
        // without TR_FULL: some types
        for (tr_isa isa = 0; isa < tr_isa_best() && !under_sanitizer && (is_full() || t % 3 == 0); isa++) {
            if (!tr_isa_available(isa))
                continue;
            bake(recipe, isa, 2 + isa, NULL, &m);
            assert_int_equal(hash_maps(&m), first);
            assert_int_equal(hash_material(&m), first_material);
        }
        char name[TR_NAME_BYTES + 16];
        snprintf(name, sizeof name, "type_%.31s", type_names[t]);
        golden = is_golden(name, first) && golden;
        snprintf(name, sizeof name, "material_%.31s", type_names[t]);
        golden = is_golden(name, first_material) && golden;
        tr_scene_clear(&scene);
    }
    assert_true(golden);
    free_maps(&m);
}

// Any division into bands gives the bytes of the whole map.
static void test_bands_do_not_show(void **state) {
    (void)state;
    enum { width = 128 };
    tr_scene scene;
    load("earthlike", 3, 0, NULL, &scene);
    tr_surface *surface;
    tr_scratch *scratch;
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    tr_pool *pool;
    const tr_cube *occlusion;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_occlusion(surface, pool, tr_whole_map(width), NULL, &occlusion, NULL), TR_OK);
    assert_int_equal(tr_scratch_create(surface, tr_whole_map(width), occlusion, &scratch, NULL), TR_OK);
    maps whole = make_maps(width), cut = make_maps(width);
    bake(scene.planets[0].recipe, tr_isa_best(), 1, NULL, &whole);
    const int sizes[] = {1, 3, 7, 32};
    for (int k = 0; k < 4; k++) {
        for (int row = 0; row < width / 2; row += sizes[k]) {
            int rows = width / 2 - row < sizes[k] ? width / 2 - row : sizes[k];
            size_t at = (size_t)row * width;
            tr_band band = {.patch = tr_patch_rows(tr_whole_map(width), row, rows),
                            .texels = {[TR_MAP_ALBEDO] = cut.albedo + 3 * at,
                                       [TR_MAP_HEIGHT] = cut.height + at,
                                       [TR_MAP_NORMAL] = cut.normal + 3 * at,
                                       [TR_MAP_EMISSION] = cut.emission + 3 * at,
                                       [TR_MAP_ORM] = cut.orm + 3 * at,
                                       [TR_MAP_CLOUDS] = cut.clouds + 4 * at}};
            tr_surface_bake(surface, scratch, NULL, &band);
        }
        assert_int_equal(hash_maps(&cut), hash_maps(&whole));
        assert_int_equal(hash_material(&cut), hash_material(&whole));
    }
    free_maps(&whole);
    free_maps(&cut);
    tr_pool_destroy(pool);
    tr_scratch_destroy(scratch);
    tr_surface_destroy(surface);
    tr_scene_clear(&scene);
}

// Edits through a cache give the bytes of a bake without one, also when the cache runs out of memory.
static void test_cache_does_not_show(void **state) {
    (void)state;
    enum { width = 64 };
    const size_t bytes[] = {(size_t)1 << 26, (size_t)3 * width * (width / 2 + 2) * 4};
    maps with = make_maps(width), without = make_maps(width);
    for (int t = is_quick() ? 4 : 0; t < type_count; t += is_quick() ? 24 : is_full() ? 3 : 12) {
        tr_cache *caches[2];
        for (int k = 0; k < 2; k++)
            assert_int_equal(tr_cache_create(tr_whole_map(width), bytes[k], &caches[k], NULL), TR_OK);
        tr_surface *surface = NULL;
        tr_scene scene;
        load(type_names[t], 1, 0, NULL, &scene);
        tr_recipe *recipe = scene.planets[0].recipe;
        for (int step = 0; step < 4; step++) {
            bake(recipe, tr_isa_best(), 2, NULL, &without);
            for (int k = 0; k < 2; k++) {
                tr_surface *previous = surface;
                surface = bake_after(previous, recipe, tr_isa_best(), 2, caches[k], &with);
                tr_surface_destroy(previous);
                assert_int_equal(hash_maps(&with), hash_maps(&without));
                assert_int_equal(hash_material(&with), hash_material(&without));
            }
            double *knob = &recipe->knobs[1 + step % 3];
            *knob = step % 3 == 2 ? *knob - 1 : *knob * 0.9;
        }
        tr_surface_destroy(surface);
        for (int k = 0; k < 2; k++)
            tr_cache_destroy(caches[k]);
        tr_scene_clear(&scene);
    }
    free_maps(&with);
    free_maps(&without);
}

// Removes the functions for costly fields from a surface, so that calling one ends the test.
static void forbid_noise(tr_surface *surface) {
    static tr_field_type fields[TR_MAX_LAYERS];
    static tr_warp_type warps[TR_MAX_WARPS];
    for (int i = 0; i < surface->layer_count; i++)
        if (plan_is_costly(&surface->fields[i])) {
            fields[i] = *surface->fields[i].type;
            fields[i].evaluate = NULL;
            surface->fields[i].type = &fields[i];
            surface->fields[i].evaluate_map = NULL;
        }
    for (int i = 0; i < surface->warp_count; i++) {
        warps[i] = *surface->warps[i].type;
        warps[i].apply = NULL;
        surface->warps[i].type = &warps[i];
    }
}

// With a cache, new colours evaluate no costly field.
static void test_new_colours_run_no_noise(void **state) {
    (void)state;
    enum { width = 64 };
    maps with = make_maps(width), without = make_maps(width);
    tr_pool *pool;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    for (int t = is_quick() ? 3 : 0; t < type_count; t += is_quick() ? 24 : is_full() ? 1 : 4) {
        tr_cache *cache;
        assert_int_equal(tr_cache_create(tr_whole_map(width), (size_t)1 << 26, &cache, NULL), TR_OK);
        tr_scene scene;
        load(type_names[t], 1, 0, NULL, &scene);
        tr_recipe *recipe = scene.planets[0].recipe;
        tr_surface *before = bake_after(NULL, recipe, tr_isa_best(), 2, cache, &with), *surface;
        for (int i = 0; i < recipe->stop_count; i++)
            recipe->stops[i].srgb[1] ^= 0x55;
        assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, before, &surface, NULL), TR_OK);
        tr_surface_destroy(before);
        forbid_noise(surface);
        void *const texels[TR_MAP_COUNT] = {with.albedo,   with.height, with.normal,
                                            with.emission, with.orm,    with.clouds};
        tr_cache_begin(cache, surface);
        assert_int_equal(tr_surface_bake_patch(surface, pool, cache, tr_whole_map(width), texels, NULL, NULL),
                         TR_OK);
        bake(recipe, tr_isa_best(), 2, NULL, &without);
        assert_int_equal(hash_maps(&with), hash_maps(&without));
        tr_surface_destroy(surface);
        tr_cache_destroy(cache);
        tr_scene_clear(&scene);
    }
    tr_pool_destroy(pool);
    free_maps(&with);
    free_maps(&without);
}

static atomic_bool stop_now = true;

static void test_a_stopped_bake_leaves_the_cache_right(void **state) {
    (void)state;
    enum { width = 128 };
    tr_scene scene;
    load("desert", 1, 0, NULL, &scene);
    tr_cache *cache;
    tr_surface *surface;
    tr_pool *pool;
    maps m = make_maps(width), plain = make_maps(width);
    assert_int_equal(tr_cache_create(tr_whole_map(width), (size_t)1 << 26, &cache, NULL), TR_OK);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    void *const texels[TR_MAP_COUNT] = {[TR_MAP_ALBEDO] = m.albedo};
    tr_watch watch = tr_watch_flag(&stop_now);
    tr_cache_begin(cache, surface);
    assert_int_equal(tr_surface_bake_patch(surface, pool, cache, tr_whole_map(width), texels, &watch, NULL),
                     TR_STOPPED);
    bake(scene.planets[0].recipe, tr_isa_best(), 2, cache, &m);
    bake(scene.planets[0].recipe, tr_isa_best(), 2, NULL, &plain);
    assert_int_equal(hash_maps(&m), hash_maps(&plain));
    tr_pool_destroy(pool);
    tr_surface_destroy(surface);
    tr_cache_destroy(cache);
    free_maps(&m);
    free_maps(&plain);
    tr_scene_clear(&scene);
}

// ---- values ------------------------------------------------------------------------------------

static const char *const ball_json = TERRELLA_SOURCE_DIR "/tests/data/ball.json";

// Height = 200 km * sine of latitude on a sphere of 1000 km: the slope towards north is 0.2 cos φ.
static void test_height_and_normals_of_a_known_surface(void **state) {
    (void)state;
    enum { width = 256 };
    tr_scene scene;
    load(ball_json, 1, 0, NULL, &scene);
    maps m = make_maps(width);
    bake(scene.planets[0].recipe, tr_isa_best(), 1, NULL, &m);
    for (int j = 0; j < width / 2; j++) {
        double latitude = 3.14159265358979 * (0.5 - (j + 0.5) / (width / 2));
        double slope = 0.2 * cos(latitude), length = sqrt(1 + slope * slope);
        const uint8_t *n = m.normal + 3 * ((size_t)j * width + 31);
        assert_true(fabs(n[0] - 127.5) <= 1);
        assert_true(fabs(n[1] - (127.5 - 127.5 * slope / length)) <= 1);
        assert_true(fabs(n[2] - (127.5 + 127.5 / length)) <= 1);
        double height = 65535 * (200000 * sin(latitude) + 250000) / 500000;
        assert_true(fabs(m.height[(size_t)j * width + 77] - height) <= 1.5);
    }
    free_maps(&m);
    tr_scene_clear(&scene);
}

// A channel can be a field too: the result of earlier layers, through another curve, even added to itself.
static void test_a_channel_is_a_field(void **state) {
    (void)state;
    enum { width = 128 };
    const char *const sets[] = {
        "height_min_m=0", "height_max_m=65535",
        "layers=[{\"name\": \"a\", \"field\": \"abs_sin_latitude\", \"into\": \"a\"},"
        "{\"name\": \"b\", \"field\": \"channel\", \"channel\": \"a\", \"into\": \"a\"},"
        "{\"name\": \"c\", \"field\": \"channel\", \"channel\": \"a\", \"curve\": [[0, 0], [1, 10000], [2, "
        "40000]]}]"};
    tr_scene scene;
    load(ball_json, 1, 3, sets, &scene);
    maps m = make_maps(width);
    bake(scene.planets[0].recipe, tr_isa_best(), 1, NULL, &m);
    for (int j = 0; j < width / 2; j++) {
        const double a = 2 * fabs(sin(3.14159265358979 * (0.5 - (j + 0.5) / (width / 2))));
        const double height = a < 1 ? 10000 * a : 10000 + 30000 * (a - 1);
        assert_true(fabs(m.height[(size_t)j * width + 7] - height) <= 1);
    }
    free_maps(&m);
    tr_scene_clear(&scene);
}

// One broad octave of noise in place of the hill: normals agree with differences of the height map.
static void test_normals_point_away_from_the_slope(void **state) {
    (void)state;
    enum { width = 256 };
    tr_scene scene;
    const char *const sets[] = {"layers.slope.field=fractal", "layers.slope.scale=1.3",
                                "layers.slope.octaves=1"};
    load(ball_json, 1, 3, sets, &scene);
    tr_recipe *recipe = scene.planets[0].recipe;
    maps m = make_maps(width);
    bake(recipe, tr_isa_best(), 1, NULL, &m);
    const double step = 2 * 3.14159265358979 / width, metres = 500000 / 65535.0 / 1e6;
    for (int j = 8; j < width / 2 - 8; j++)
        for (int i = 1; i + 1 < width; i++) {
            const uint16_t *h = m.height + (size_t)j * width + i;
            double around = cos(3.14159265358979 * (0.5 - (j + 0.5) / (width / 2)));
            double east = (h[1] - h[-1]) * metres / (2 * step * around),
                   north = (h[-width] - h[width]) * metres / (2 * step);
            const uint8_t *n = m.normal + 3 * ((size_t)j * width + (size_t)i);
            double scale = 127.5 / sqrt(1 + east * east + north * north);
            assert_true(fabs(n[0] - (127.5 - east * scale)) <= 2);
            assert_true(fabs(n[1] - (127.5 - north * scale)) <= 2);
        }
    free_maps(&m);
    tr_scene_clear(&scene);
}

// Harding 2012: value = d + noisiness * noise, d = F1 / ((F1 + F2) / 2); colour = gradient(value).
static void test_the_articles_formula(void **state) {
    (void)state;
    enum { width = 128 };
    const char *const article = TERRELLA_SOURCE_DIR "/tests/data/article.json";
    const char *const calm_sets[] = {"noisiness=0"}, *const full_sets[] = {"noisiness=0.5"};
    tr_scene calm, full;
    load(article, 1, 1, calm_sets, &calm);
    load(article, 1, 1, full_sets, &full);
    maps a = make_maps(width), b = make_maps(width);
    bake(calm.planets[0].recipe, tr_isa_best(), 1, NULL, &a);
    bake(full.planets[0].recipe, tr_isa_best(), 1, NULL, &b);
    int sites = 0, edges = 0, torn = 0;
    for (int i = 0; i < width * width / 2; i++) {
        double d = a.height[i] / 65535.0 * 4 - 2; // the recipe maps -2 … 2
        assert_true(d > -1e-3 && d < 1 + 1e-3);
        sites += d<0.15, edges += d> 0.9;
        double noise = (b.height[i] - a.height[i]) / 65535.0 * 4 / 0.5;
        assert_true(noise > -1 && noise < 1);
        torn += fabs(noise) > 0.1;
    }
    assert_true(sites > 20 && edges > 500 && torn > 2000);
    free_maps(&a);
    free_maps(&b);
    tr_scene_clear(&calm);
    tr_scene_clear(&full);
}

// The Voronoi field of a layer is that of the noise module, with the layer's sites, value, metric and domain.
static void test_voronoi_layers_are_the_noise_rooms(void **state) {
    (void)state;
    enum { width = 128, texels = width * width / 2 };
    static const char *const sets[][5] = {
        {"noisiness=0", "layers.cells.value=f3-f2+f1", "layers.cells.metric=manhattan",
         "layers.cells.domain=plane", "layers.cells.density=40"},
        {"noisiness=0", "layers.cells.value=edge", "layers.cells.metric=euclid", "layers.cells.domain=sphere",
         "layers.cells.density=90"},
    };
    const tr_voronoi_value values[] = {TR_VORONOI_F3_MINUS_F2_PLUS_F1, TR_VORONOI_EDGE};
    for (int k = 0; k < 2; k++) {
        tr_scene scene;
        load(TERRELLA_SOURCE_DIR "/tests/data/article.json", 1, 5, sets[k], &scene);
        maps m = make_maps(width);
        bake(scene.planets[0].recipe, tr_isa_best(), 3, NULL, &m);
        const bool plane = k == 0;
        tr_spread spread = {.seed = tr_hash_text(1, "cells"),
                            .count = plane ? 40 : 90,
                            .randomness = 0.8,
                            .latitude_max = 90,
                            .plane = plane};
        tr_sites sites;
        tr_voronoi_plan plan;
        assert_int_equal(tr_sites_create(&spread, &sites, NULL), TR_OK);
        assert_int_equal(tr_voronoi_prepare(values[k], plane ? TR_METRIC_MANHATTAN : TR_METRIC_EUCLID, plane,
                                            spread.seed, &sites, NULL, &plan, NULL),
                         TR_OK);
        float *want = malloc(texels * sizeof *want), low = 9, high = -9;
        tr_voronoi_evaluate_map(&plan, TR_ISA_BASELINE, &(tr_rectangle){width, 0, width / 2, 0, width}, want,
                                NULL);
        for (int i = 0; i < texels; i++) {
            double height = 65535 * ((double)want[i] + 2) / 4; // the recipe maps -2 … 2
            assert_true(fabs(m.height[i] - fmin(height, 65535)) <= 1);
            low = fminf(low, want[i]), high = fmaxf(high, want[i]);
        }
        assert_true(high - low > 0.3f);
        free(want);
        tr_voronoi_clear(&plan);
        tr_sites_clear(&sites);
        free_maps(&m);
        tr_scene_clear(&scene);
    }
}

// ---- materials and clouds ----------------------------------------------------------------------

static const char *const clouded_json = TERRELLA_SOURCE_DIR "/tests/data/clouded.json";

// Roughness and cover follow their gradients. Without a paint layer they have their defaults. Clouds are white
// unless a paint layer sets a colour, and their alpha is straight.
static void test_materials_and_clouds_of_a_known_surface(void **state) {
    (void)state;
    enum { width = 128, texels = width * width / 2 };
    tr_scene scene, bare;
    load(clouded_json, 1, 0, NULL, &scene);
    load(ball_json, 1, 0, NULL, &bare);
    maps m = make_maps(width);
    bake(scene.planets[0].recipe, tr_isa_best(), 2, NULL, &m);
    for (int j = 0; j < width / 2; j++) {
        const double sine = sin(3.14159265358979 * (0.5 - (j + 0.5) / (width / 2)));
        const uint8_t *orm = m.orm + 3 * ((size_t)j * width + 5),
                      *cloud = m.clouds + 4 * ((size_t)j * width + 5);
        assert_true(orm[0] >= (fabs(sine) < 0.3 ? 250 : 255));           // next to the cliff at the equator
        assert_true(fabs(orm[1] - 255 * (0.3 + 0.4 * fabs(sine))) <= 1); // 0.3 … 0.7 with latitude
        assert_true(fabs(orm[2] - (sine > 0 ? 0 : 255 * -0.5 * sine)) <= 1);
        assert_true(fabs(cloud[3] - (sine < 0 ? 0 : 255 * sine)) <= 1);
        assert_int_equal(cloud[0], 255);
        assert_true(fabs(m.water[(size_t)j * width + 5] - (sine < 0 ? 0 : 255 * sine)) <= 1);
    }
    bake(bare.planets[0].recipe, tr_isa_best(), 2, NULL, &m);
    for (int i = 0; i < texels; i++) {
        assert_true(m.orm[3 * i] >= 250);        // a slope of 0.2 hides 1 %
        assert_int_equal(m.orm[3 * i + 1], 230); // 0.9
        assert_int_equal(m.orm[3 * i + 2], 0);
        assert_int_equal(m.clouds[4 * i + 3], 0);
        assert_int_equal(m.water[i], 0);
    }
    assert_true(tr_recipe_maps(scene.planets[0].recipe) >> TR_MAP_CLOUDS & 1u);
    assert_false(tr_recipe_maps(bare.planets[0].recipe) >> TR_MAP_CLOUDS & 1u);
    assert_true(tr_recipe_maps(scene.planets[0].recipe) >> TR_MAP_WATER & 1u);
    assert_false(tr_recipe_maps(bare.planets[0].recipe) >> TR_MAP_WATER & 1u);
    free_maps(&m);
    tr_scene_clear(&scene);
    tr_scene_clear(&bare);
}

// Each map alone equals the same map among all others, though only the layers that it needs are evaluated. Here
// noise, which only clouds need, is missing.
static void test_maps_evaluate_only_what_they_need(void **state) {
    (void)state;
    enum { width = 128, texels = width * width / 2 };
    tr_scene scene;
    load(clouded_json, 1, 0, NULL, &scene);
    maps whole = make_maps(width), alone = make_maps(width);
    bake(scene.planets[0].recipe, tr_isa_best(), 1, NULL, &whole);
    tr_surface *surface;
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    void *const all[TR_MAP_COUNT] = {whole.albedo, whole.height, whole.normal, whole.emission,
                                     whole.orm,    whole.clouds, whole.water};
    void *const own[TR_MAP_COUNT] = {alone.albedo, alone.height, alone.normal, alone.emission,
                                     alone.orm,    alone.clouds, alone.water};
    for (int map = TR_MAP_COUNT - 1; map >= 0; map--) { // clouds come before the maps that need no noise
        void *texels_of[TR_MAP_COUNT] = {NULL};
        texels_of[map] = own[map];
        assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(width), texels_of, NULL, NULL),
                         TR_OK);
        assert_memory_equal(own[map], all[map], texels * tr_map_texel_bytes((tr_map)map));
        if (map == TR_MAP_CLOUDS)
            forbid_noise(surface);
    }
    tr_pool_destroy(pool);
    tr_surface_destroy(surface);
    free_maps(&whole);
    free_maps(&alone);
    tr_scene_clear(&scene);
}

// Each level of an 8-bit map is the mean of the level before it, with colours averaged as linear light. Codes
// may differ by one.
static void check_levels(const uint8_t *fine, int width, int levels, int channels, int colours) {
    for (int level = 1; level < levels; level++, width /= 2) {
        const size_t row = (size_t)(width * channels);
        const uint8_t *coarse = fine + row * (size_t)(width / 2);
        for (int i = 0; i < width / 2 * (width / 4) * channels; i++) {
            const int c = i % channels, column = i / channels % (width / 2), y = i / channels / (width / 2);
            const uint8_t *a = fine + 2 * (size_t)y * row + 2 * column * channels + c, *b = a + row;
            const double light = tr_srgb_decode(a[0]) + tr_srgb_decode(a[channels]) + tr_srgb_decode(b[0]) +
                                 tr_srgb_decode(b[channels]);
            const double mean = (a[0] + a[channels] + b[0] + b[channels]) / 4.0;
            if (c >= colours)
                assert_true(fabs(coarse[i] - mean) <= 0.5);
            else
                assert_true(tr_srgb_decode((uint8_t)(coarse[i] > 0 ? coarse[i] - 1 : 0)) <= light / 4 &&
                            light / 4 <= tr_srgb_decode((uint8_t)(coarse[i] < 255 ? coarse[i] + 1 : 255)));
        }
        fine = coarse;
    }
}

static void check_height_levels(const uint16_t *fine, int width, int levels) {
    for (int level = 1; level < levels; level++, width /= 2) {
        const uint16_t *coarse = fine + width * (width / 2);
        for (int i = 0; i < width / 2 * (width / 4); i++) {
            const uint16_t *a = fine + i / (width / 2) * 2 * width + i % (width / 2) * 2, *b = a + width;
            assert_true(fabs(coarse[i] - (a[0] + a[1] + b[0] + b[1]) / 4.0) <= 0.5);
        }
        fine = coarse;
    }
}

static void test_mips_keep_level_zero_and_its_mean(void **state) {
    (void)state;
    tr_scene scene;
    load("inferno", 1, 0, NULL, &scene);
    tr_surface *surface;
    tr_pool *pool;
    tr_planet_maps p;
    maps m = make_maps(128);
    bake(scene.planets[0].recipe, tr_isa_best(), 1, NULL, &m);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    uint8_t *texels = malloc(tr_mips_bytes(surface, 128, false));
    assert_int_equal(tr_mips_bake(surface, pool, NULL, 128, false, NULL, texels, &p, NULL), TR_OK);
    assert_memory_equal(p.albedo, m.albedo, 3 * 128 * 64);
    assert_memory_equal(p.normal, m.normal, 3 * 128 * 64);
    assert_memory_equal(p.emission, m.emission, 3 * 128 * 64);
    for (int i = 0; i < 128 * 64; i++)
        m.orm[3 * i] = 255; // renderers compute horizons themselves
    assert_memory_equal(p.orm, m.orm, 3 * 128 * 64);
    assert_null(p.clouds);
    assert_int_equal(p.levels, 7);
    check_levels(p.albedo, 128, 7, 3, 3);
    check_levels(p.normal, 128, 7, 3, 0);
    check_levels(p.emission, 128, 7, 3, 3);
    check_levels(p.orm, 128, 7, 3, 0);
    free(texels);
    tr_surface_destroy(surface);
    tr_scene_clear(&scene);

    load(clouded_json, 1, 0, NULL, &scene);
    bake(scene.planets[0].recipe, tr_isa_best(), 1, NULL, &m);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    texels = malloc(tr_mips_bytes(surface, 128, false));
    assert_int_equal(tr_mips_bake(surface, pool, NULL, 128, false, NULL, texels, &p, NULL), TR_OK);
    assert_memory_equal(p.clouds, m.clouds, 4 * 128 * 64);
    check_levels(p.clouds, 128, 7, 4, 3);
    const uint8_t *last = texels + tr_mips_bytes(surface, 128, false) - 4 * 2 * 1; // clouds are the last map
    assert_int_equal(last[0], 255);
    free(texels);
    tr_pool_destroy(pool);
    tr_surface_destroy(surface);
    free_maps(&m);
    tr_scene_clear(&scene);
}

// Adding the maps for charts leaves the other maps unchanged. Heights include the sea floor, as in exports, and
// meshes have some.
static void test_mips_of_charts(void **state) {
    (void)state;
    enum { width = under_sanitizer ? 64 : 128 };
    static const char *const types[] = {"terraformed", "asteroid"};
    tr_pool *pool;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    for (int t = 0; t < 2; t++) {
        tr_scene scene;
        tr_surface *surface;
        tr_planet_maps plain, charts;
        load(types[t], 1, 0, NULL, &scene);
        const tr_recipe *recipe = scene.planets[0].recipe;
        assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &surface, NULL), TR_OK);
        const size_t bytes = tr_mips_bytes(surface, width, false), more = tr_mips_bytes(surface, width, true);
        uint8_t *texels = malloc(bytes), *others = malloc(more);
        maps m = make_maps(width);
        bake(recipe, tr_isa_best(), 1, NULL, &m);
        assert_int_equal(tr_mips_bake(surface, pool, NULL, width, false, NULL, texels, &plain, NULL), TR_OK);
        assert_int_equal(tr_mips_bake(surface, pool, NULL, width, true, NULL, others, &charts, NULL), TR_OK);
        const size_t all = (size_t)(plain.normal - plain.albedo); // of a map with its levels
        assert_memory_equal(charts.albedo, plain.albedo, all);
        assert_memory_equal(charts.normal, plain.normal, all);
        assert_memory_equal(charts.orm, plain.orm, all);
        assert_memory_equal(charts.ground, m.height, 2 * width * width / 2);
        assert_true(charts.charts && !plain.charts && !plain.ground && !plain.water);
        assert_int_equal(charts.mesh.columns, plain.mesh.columns);
        if (charts.mesh.columns > 0)
            assert_memory_equal(charts.mesh.positions, plain.mesh.positions,
                                (size_t)tr_mesh_vertices(charts.mesh.columns) * sizeof *charts.mesh.positions);
        assert_int_equal(!charts.height, !plain.height);
        if (plain.height)
            assert_memory_equal(charts.height, plain.height, 2 * all / 3);
        if (plain.height)
            check_height_levels(plain.height, width, plain.levels);
        if (!recipe->gas)
            check_height_levels(charts.ground, width, charts.levels);
        if (recipe->sea)
            assert_memory_not_equal(charts.height, charts.ground, 2 * width * width / 2);
        if (recipe->water.count > 0)
            assert_memory_equal(charts.water, m.water, width * width / 2);
        free(texels);
        free(others);
        free_maps(&m);
        tr_surface_destroy(surface);
        tr_scene_clear(&scene);
    }
    tr_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types_are_golden_on_every_instruction_set_and_thread_count),
        cmocka_unit_test(test_bands_do_not_show),
        cmocka_unit_test(test_cache_does_not_show),
        cmocka_unit_test(test_new_colours_run_no_noise),
        cmocka_unit_test(test_a_stopped_bake_leaves_the_cache_right),
        cmocka_unit_test(test_height_and_normals_of_a_known_surface),
        cmocka_unit_test(test_a_channel_is_a_field),
        cmocka_unit_test(test_normals_point_away_from_the_slope),
        cmocka_unit_test(test_the_articles_formula),
        cmocka_unit_test(test_voronoi_layers_are_the_noise_rooms),
        cmocka_unit_test(test_materials_and_clouds_of_a_known_surface),
        cmocka_unit_test(test_maps_evaluate_only_what_they_need),
        cmocka_unit_test(test_mips_keep_level_zero_and_its_mean),
        cmocka_unit_test(test_mips_of_charts),
    };
    return cmocka_run_group_tests(tests, find_types, NULL);
}
