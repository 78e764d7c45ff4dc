#include "app/baker.h"

#include <assert.h>
#include <stdlib.h>

enum { width_count = 3 };
static const int widths[width_count] = {TR_PREVIEW_WIDTH, TR_MIDDLE_WIDTH, TR_SHARP_WIDTH};
static const size_t cache_megabytes[width_count] = {32, 96, 256};

struct tr_baker {
    tr_isa isa;
    tr_pool *pool;
    tr_cache *caches[width_count];
    tr_surface *surface; // of that edit
    uint64_t edit;
};

tr_status tr_baker_create(int threads, tr_isa isa, tr_baker **out, tr_error *error) {
    tr_baker *baker = calloc(1, sizeof *baker);
    if (!baker)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the background bake");
    baker->isa = isa;
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

// Makes the recipe ready, unless it is already.
static tr_status prepare(tr_baker *baker, const tr_bake *bake, tr_error *error) {
    if (baker->surface && baker->edit == bake->edit)
        return TR_OK;
    tr_surface *previous = baker->surface; // keeps what was solved for the whole planet
    baker->surface = NULL;
    baker->edit = bake->edit;
    tr_status status =
        tr_surface_create(bake->recipe, baker->isa, baker->pool, previous, &baker->surface, error);
    tr_surface_destroy(previous);
    return status;
}

static tr_cache *cache_of(const tr_baker *baker, const tr_bake *bake) {
    for (int i = 0; i < width_count && bake->edited; i++)
        if (widths[i] == bake->width)
            return baker->caches[i];
    return NULL;
}

tr_status tr_baker_prepare(tr_baker *baker, const tr_bake *bake, size_t *bytes, tr_error *error) {
    tr_status status = prepare(baker, bake, error);
    *bytes = status == TR_OK ? tr_pyramid_bytes(baker->surface, bake->width) : 0;
    return status;
}

tr_status tr_baker_run(tr_baker *baker, const tr_bake *bake, uint8_t *texels, tr_planet_maps *maps,
                       tr_error *error) {
    const tr_watch watch = {.stop = bake->stop};
    tr_cache *cache = cache_of(baker, bake);
    if (cache)
        tr_cache_begin(cache, baker->surface);
    tr_status status =
        tr_pyramid_bake(baker->surface, baker->pool, cache, bake->width, &watch, texels, maps, error);
    if (cache && status == TR_OK)
        tr_cache_commit(cache);
    return status;
}
