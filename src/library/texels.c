// Patches of maps, and the cache that one bake leaves for the next.
#include "library/private/library.h"

#include <string.h>

// ---- cached field values -------------------------------------------------------------------------

static const size_t cache_bytes = (size_t)256 << 20;

// Returns the cache for a bake of that patch; end the bake with give_back. NULL if another bake uses the cache,
// it could hold nothing, the planet was never edited, or the previous bake was of another patch. With a cache a
// bake computes all fields of all maps, which pays off only if the patch is baked again.
static tr_cache *take_cache(const tr_planet *planet, tr_patch patch) {
    kept *k = planet->kept;
    if (!k->edited || tr_cache_capacity(patch, cache_bytes) == 0 || pthread_mutex_trylock(&k->turn) != 0)
        return NULL;
    const bool again = memcmp(&k->patch, &patch, sizeof patch) == 0;
    k->patch = patch;
    if (!again) {
        tr_cache_destroy(k->cache);
        k->cache = NULL;
    }
    if (!again || (!k->cache && tr_cache_create(patch, cache_bytes, &k->cache, NULL) != TR_OK)) {
        pthread_mutex_unlock(&k->turn);
        return NULL;
    }
    tr_cache_begin(k->cache, planet->surface);
    return k->cache;
}

static void give_back(const tr_planet *planet, tr_status status) {
    if (status == TR_OK)
        tr_cache_commit(planet->kept->cache);
    pthread_mutex_unlock(&planet->kept->turn);
}

// ---- texels --------------------------------------------------------------------------------------

tr_status tr_planet_bake(const tr_planet *planet, const tr_patch *patch, void *const texels[TR_MAP_COUNT],
                         const tr_watch *watch, tr_error *error) {
    tr_error wrong = {0};
    if (tr_patch_check(*patch, &wrong) != TR_OK)
        return tr_fail(error, TR_BAD_USAGE, "%s", wrong.message);
    tr_cache *cache = take_cache(planet, *patch);
    const tr_status status =
        tr_surface_bake_patch(planet->surface, planet->context->pool, cache, *patch, texels, watch, error);
    if (cache)
        give_back(planet, status);
    return status;
}
