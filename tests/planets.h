// Helpers for tests of planets: all maps of one recipe, and the list of types. Include after support.h.
#pragma once
#include "planet/surface.h"
#include "scene/load.h"

#include <stdlib.h>

typedef struct maps {
    int width;
    uint8_t *albedo, *normal, *emission, *orm, *clouds, *water;
    uint16_t *height;
} maps;

static inline maps make_maps(int width) {
    size_t texels = (size_t)width * (size_t)(width / 2);
    return (maps){width,
                  malloc(3 * texels),
                  malloc(3 * texels),
                  malloc(3 * texels),
                  malloc(3 * texels),
                  malloc(4 * texels),
                  malloc(texels),
                  malloc(2 * texels)};
}

static inline void free_maps(maps *m) {
    free(m->albedo);
    free(m->normal);
    free(m->emission);
    free(m->orm);
    free(m->clouds);
    free(m->water);
    free(m->height);
}

static inline void load(const char *world_name, uint64_t seed, int set_count, const char *const *sets,
                        tr_scene *scene) {
    tr_world world = {.name = world_name, .has_seed = true, .seed = seed, .set_count = set_count, .sets = sets};
    tr_error error = {0};
    if (tr_world_load(&world, scene, &error) != TR_OK)
        print_message("%s: %s: %s\n", world_name, error.path, error.message);
    assert_int_equal(error.status, TR_OK);
    // solved fields use a coarser lattice: the maps here are small and there are hundreds of them
    tr_recipe *recipe = scene->planets[0].recipe; // NOLINT(clang-analyzer-core.*): it is there
    for (int i = 0; i < recipe->warp_count; i++)
        if (recipe->warps[i].kind->coarsen)
            recipe->warps[i].kind->coarsen(&recipe->warps[i], 64);
    for (int i = 0; i < recipe->layer_count; i++)
        if (recipe->layers[i].kind->coarsen)
            recipe->layers[i].kind->coarsen(&recipe->layers[i], 32);
}

// Loads a world unchanged and makes its surface. `sets` ends with NULL. `field_width` is the map width for a
// field's preview world, 0 for other worlds.
static inline tr_surface *make_ready(const char *name, int field_width, uint64_t seed,
                                     const char *const *sets) {
    tr_world world = {.name = name, .has_seed = true, .seed = seed, .sets = sets, .field_width = field_width};
    while (sets[world.set_count])
        world.set_count++;
    tr_scene scene;
    tr_surface *surface;
    tr_error error = {0};
    if (tr_world_load(&world, &scene, &error) != TR_OK)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    tr_scene_clear(&scene);
    return surface;
}

// Bakes all maps with a new surface and returns it. The new surface reuses what `previous` (may be NULL) has
// solved.
static inline tr_surface *bake_after(const tr_surface *previous, const tr_recipe *recipe, tr_isa isa,
                                     int threads, tr_cache *cache, maps *m) {
    tr_surface *surface;
    tr_pool *pool;
    assert_int_equal(tr_surface_create(recipe, isa, NULL, previous, &surface, NULL), TR_OK);
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    void *const texels[TR_MAP_COUNT] = {
        [TR_MAP_ALBEDO] = m->albedo,     [TR_MAP_HEIGHT] = m->height, [TR_MAP_NORMAL] = m->normal,
        [TR_MAP_EMISSION] = m->emission, [TR_MAP_ORM] = m->orm,       [TR_MAP_CLOUDS] = m->clouds,
        [TR_MAP_WATER] = m->water};
    if (cache)
        tr_cache_begin(cache, surface);
    assert_int_equal(tr_surface_bake_patch(surface, pool, cache, tr_whole_map(m->width), texels, NULL, NULL),
                     TR_OK);
    if (cache)
        tr_cache_commit(cache);
    tr_pool_destroy(pool);
    return surface;
}

static inline void bake(const tr_recipe *recipe, tr_isa isa, int threads, tr_cache *cache, maps *m) {
    tr_surface_destroy(bake_after(NULL, recipe, isa, threads, cache, m));
}

static inline uint64_t hash_bytes(uint64_t h, const void *data, size_t bytes) {
    const unsigned char *b = data;
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ b[i]) * 0x100000001b3u;
    return h;
}

static char type_names[64][TR_NAME_BYTES];
static int type_count;

static inline int find_types(void **state) {
    (void)state;
    type_count = tr_type_list(type_names, 64);
    return type_count > 0 ? 0 : 1;
}
