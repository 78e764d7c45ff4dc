#include "live/baker.h"

#include "base/memory.h"
#include "planet/budget.h"

enum { width_count = 3 };
static const int widths[width_count] = {TR_PREVIEW_WIDTH, TR_MIDDLE_WIDTH, TR_SHARP_WIDTH};

// A prepared recipe, with the global solutions of its fields.
typedef struct made_surface {
    tr_surface *surface; // NULL: none
    uint64_t edit;       // of the recipe
} made_surface;

struct tr_baker {
    tr_isa isa;
    tr_pool *pool;
    tr_cache *caches[width_count];
    made_surface made[2]; // for planets that are edited ([1]) and for others, so that neither replaces the
                          // other's solutions
};

size_t tr_baker_cache_bytes(int width) {
    return (size_t)(width == TR_SHARP_WIDTH ? 384 : width == TR_MIDDLE_WIDTH ? 96 : 32) << 20;
}

tr_status tr_baker_create(int threads, tr_isa isa, tr_baker **out, tr_error *error) {
    tr_baker *baker = tr_calloc(1, sizeof *baker);
    if (!baker)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the background bake");
    baker->isa = isa;
    tr_status status = tr_pool_create(threads, &baker->pool, error);
    for (int i = 0; i < width_count && status == TR_OK; i++)
        status =
            tr_cache_create(tr_whole_map(widths[i]), tr_baker_cache_bytes(widths[i]), &baker->caches[i], error);
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
    for (int i = 0; i < 2; i++)
        tr_surface_destroy(baker->made[i].surface);
    for (int i = 0; i < width_count; i++)
        tr_cache_destroy(baker->caches[i]);
    tr_pool_destroy(baker->pool);
    tr_free(baker);
}

static made_surface *made_for(tr_baker *baker, const tr_bake *bake) { return &baker->made[bake->edited]; }

// Prepares the recipe, unless it is prepared already. For a preview, the solutions may be those of an earlier
// recipe; for wider maps they are exact.
static tr_status prepare(tr_baker *baker, const tr_bake *bake, tr_error *error) {
    made_surface *made = made_for(baker, bake);
    const bool preview = bake->width == TR_PREVIEW_WIDTH;
    if (made->surface && made->edit == bake->edit && (preview || tr_surface_is_exact(made->surface)))
        return TR_OK;
    const tr_surface_options how = {.isa = baker->isa,
                                    .pool = baker->pool,
                                    .previous = made->surface,
                                    .preview = preview,
                                    .watch = bake->watch};
    tr_surface *surface;
    tr_status status = tr_budget_check(NULL, bake->recipe, NULL, error);
    if (status == TR_OK)
        status = tr_surface_make(bake->recipe, &how, &surface, error);
    if (status != TR_OK)
        return status; // the earlier surface stays, and the next one can use its solutions
    tr_surface_destroy(made->surface);
    *made = (made_surface){surface, bake->edit};
    return TR_OK;
}

const tr_surface *tr_baker_surface(const tr_baker *baker, uint64_t edit) {
    for (int i = 0; i < 2; i++)
        if (baker->made[i].surface && baker->made[i].edit == edit)
            return baker->made[i].surface;
    return NULL;
}

static tr_cache *cache_of(const tr_baker *baker, const tr_bake *bake) {
    for (int i = 0; i < width_count && bake->edited; i++)
        if (widths[i] == bake->width)
            return baker->caches[i];
    return NULL;
}

tr_status tr_baker_prepare(tr_baker *baker, const tr_bake *bake, size_t *bytes, tr_error *error) {
    tr_status status = prepare(baker, bake, error);
    *bytes = status == TR_OK ? tr_mips_bytes(made_for(baker, bake)->surface, bake->width, bake->charts) : 0;
    return status;
}

tr_status tr_baker_run(tr_baker *baker, const tr_bake *bake, uint8_t *texels, tr_planet_maps *maps,
                       tr_error *error) {
    const tr_surface *surface = made_for(baker, bake)->surface;
    tr_cache *cache = cache_of(baker, bake);
    if (cache)
        tr_cache_begin(cache, surface);
    const tr_status status =
        tr_mips_bake(surface, baker->pool, cache, bake->width, bake->charts, bake->watch, texels, maps, error);
    if (cache && status == TR_OK)
        tr_cache_commit(cache);
    return status;
}

tr_status tr_baker_tiles(tr_baker *baker, const tr_bake *bake, const tr_near_tile *tiles, int count,
                         tr_near_kinds kinds, uint8_t *const *texels, tr_error *error) {
    const tr_status status = prepare(baker, bake, error);
    return status == TR_OK ? tr_near_bake(made_for(baker, bake)->surface, tiles, count, kinds, baker->pool,
                                          bake->watch, texels, error)
                           : status;
}

int tr_baker_threads(const tr_baker *baker) { return tr_pool_threads(baker->pool); }
