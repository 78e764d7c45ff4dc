#include "app/baker.h"

#include "app/mips.h"

#include <assert.h>
#include <stdlib.h>

enum { width_count = 3 };
static const int widths[width_count] = {TR_PREVIEW_WIDTH, TR_MIDDLE_WIDTH, TR_SHARP_WIDTH};
static const size_t cache_megabytes[width_count] = {32, 96, 256};

struct tr_baker {
    tr_isa isa;
    tr_pool *pool;
    tr_mip_tables tables;
    tr_cache *caches[width_count];
    tr_surface *surface; // of that edit
    uint64_t edit;
};

tr_status tr_baker_create(int threads, tr_isa isa, tr_baker **out, tr_error *error) {
    tr_baker *baker = calloc(1, sizeof *baker);
    if (!baker)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the background bake");
    baker->isa = isa;
    tr_mip_tables_fill(&baker->tables);
    tr_status status = tr_pool_create(threads, &baker->pool, error);
    for (int i = 0; i < width_count && status == TR_OK; i++)
        status = tr_cache_create(widths[i], cache_megabytes[i] << 20, &baker->caches[i], error);
    if (status != TR_OK) {
        tr_baker_destroy(baker);
        return status;
    }
    *out = baker;
    return TR_OK;
}

void tr_baker_destroy(tr_baker *baker) {
    if (!baker)
        return;
    tr_surface_destroy(baker->surface);
    for (int i = 0; i < width_count; i++)
        tr_cache_destroy(baker->caches[i]);
    tr_pool_destroy(baker->pool);
    free(baker);
}

// ---- mip levels --------------------------------------------------------------------------------

typedef struct mip_work {
    const tr_mip_tables *tables;
    int width;
    size_t map_bytes;
    uint8_t *texels; // albedo, normal, emission
} mip_work;

static bool is_colour(int map) { return map != 1; }

static void fill_one_strip(void *context, int index, int worker) {
    (void)worker;
    const mip_work *work = context;
    const int strips = tr_mip_strips(work->width), map = index / strips;
    tr_mip_fill_strip(work->tables, is_colour(map), work->width, index % strips,
                      work->texels + (size_t)map * work->map_bytes);
}

static void fill_mips(tr_baker *baker, int width, int map_count, size_t map_bytes, uint8_t *texels) {
    mip_work work = {&baker->tables, width, map_bytes, texels};
    tr_pool_run(baker->pool, map_count * tr_mip_strips(width), fill_one_strip, &work);
    for (int m = 0; m < map_count; m++)
        tr_mip_fill_rest(work.tables, is_colour(m), width, texels + (size_t)m * map_bytes);
}

// ---- the bake ----------------------------------------------------------------------------------

static int map_count_of(const tr_recipe *recipe) { return recipe->emission.count > 0 ? 3 : 2; }

static size_t map_bytes_of(int width) { return tr_mip_offset(width, tr_mip_levels(width)); }

size_t tr_baker_bytes(const tr_bake *bake) {
    return (size_t)map_count_of(bake->recipe) * map_bytes_of(bake->width);
}

// Makes the recipe ready, unless it is already.
static tr_status prepare(tr_baker *baker, const tr_bake *bake, tr_error *error) {
    if (baker->surface && baker->edit == bake->edit)
        return TR_OK;
    tr_surface_destroy(baker->surface);
    baker->surface = NULL;
    baker->edit = bake->edit;
    return tr_surface_create(bake->recipe, baker->isa, &baker->surface, error);
}

static tr_cache *cache_of(const tr_baker *baker, const tr_bake *bake) {
    for (int i = 0; i < width_count && bake->edited; i++)
        if (widths[i] == bake->width)
            return baker->caches[i];
    return NULL;
}

tr_status tr_baker_run(tr_baker *baker, const tr_bake *bake, uint8_t *texels, tr_planet_maps *maps,
                       tr_error *error) {
    tr_status status = prepare(baker, bake, error);
    if (status != TR_OK)
        return status;
    const size_t map_bytes = map_bytes_of(bake->width);
    const int map_count = map_count_of(bake->recipe);
    void *firsts[TR_MAP_COUNT] = {NULL};
    firsts[TR_MAP_ALBEDO] = texels;
    firsts[TR_MAP_NORMAL] = texels + map_bytes;
    firsts[TR_MAP_EMISSION] = map_count > 2 ? texels + 2 * map_bytes : NULL;
    const tr_watch watch = {.stop = bake->stop};
    tr_cache *cache = cache_of(baker, bake);
    if (cache)
        tr_cache_begin(cache, baker->surface);
    status = tr_surface_bake_whole(baker->surface, baker->pool, cache, bake->width, firsts, &watch, error);
    if (status != TR_OK)
        return status;
    if (cache)
        tr_cache_commit(cache);
    fill_mips(baker, bake->width, map_count, map_bytes, texels);
    *maps = (tr_planet_maps){.width = bake->width,
                             .levels = tr_mip_levels(bake->width),
                             .albedo = firsts[TR_MAP_ALBEDO],
                             .normal = firsts[TR_MAP_NORMAL],
                             .emission = firsts[TR_MAP_EMISSION]};
    return TR_OK;
}
