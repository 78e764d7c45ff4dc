// Patches of maps, and what of their bakes is kept for the next one.
#include "library/private/library.h"

#include <string.h>

// ---- field values that are kept ------------------------------------------------------------------

static const size_t cache_bytes = (size_t)256 << 20;

// The cache, ready for a bake of that patch, which then ends with give_back; NULL where another bake has it, it
// would hold nothing, nobody edits this planet, or the bake before was of another patch: it makes a bake
// compute all fields of all maps, which has to pay.
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
