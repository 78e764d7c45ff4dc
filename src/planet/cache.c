// Values of fields for a patch, kept from one bake to the next, so that moving a slider evaluates only the
// fields that it affects.
#include "base/size.h"
#include "planet/private/plan.h"

typedef struct slot {
    uint64_t cache_key;
    float *values; // over the window; NULL: the slot is empty
    bool ready;
} slot;

struct tr_cache {
    plan_window window;
    size_t floats;
    int most; // slots that fit the memory limit
    slot slots[TR_MAX_LAYERS];
    int slot_of_layer[TR_MAX_LAYERS]; // or -1
};

int tr_cache_capacity(tr_patch patch, size_t bytes) {
    const plan_window all = plan_window_of(patch, patch, true);
    const size_t most = bytes / ((size_t)all.rows * (size_t)all.columns * sizeof(float));
    return !plan_has_equal_windows(patch) ? 0 : most > TR_MAX_LAYERS ? TR_MAX_LAYERS : (int)most;
}

tr_status tr_cache_create(tr_patch patch, size_t bytes, tr_cache **out, tr_error *error) {
    tr_cache *cache = tr_calloc(1, sizeof *cache);
    if (!cache)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a cache");
    cache->window = plan_window_of(patch, patch, true);
    cache->floats = (size_t)cache->window.rows * (size_t)cache->window.columns;
    cache->most = tr_cache_capacity(patch, bytes);
    *out = cache;
    return TR_OK;
}

void tr_cache_destroy(tr_cache *cache) {
    if (!cache)
        return;
    for (int i = 0; i < TR_MAX_LAYERS; i++)
        tr_free(cache->slots[i].values);
    tr_free(cache);
}

static int find_slot(const tr_cache *cache, uint64_t cache_key) {
    for (int i = 0; i < cache->most; i++)
        if (cache->slots[i].values && cache->slots[i].cache_key == cache_key)
            return i;
    return -1;
}

static bool has_cache_key(const tr_surface *surface, uint64_t cache_key) {
    for (int i = 0; i < surface->layer_count; i++)
        if (surface->fields[i].cache_key == cache_key)
            return true;
    return false;
}

// Gets a slot for a field that has none: an unused slot with its memory, or new memory. Lack of memory is not
// an error: the field is then computed each time.
static int claim_slot(tr_cache *cache, uint64_t cache_key) {
    for (int i = 0; i < cache->most; i++) {
        slot *s = &cache->slots[i];
        if (s->values && s->cache_key != 0)
            continue;
        if (!s->values)
            s->values = tr_allocate(cache->floats + TR_BATCH_SAMPLES, sizeof(float));
        if (!s->values)
            return -1;
        s->cache_key = cache_key;
        s->ready = false;
        return i;
    }
    return -1;
}

void tr_cache_begin(tr_cache *cache, const tr_surface *surface) {
    for (int i = 0; i < cache->most; i++)
        if (!cache->slots[i].ready || !has_cache_key(surface, cache->slots[i].cache_key))
            cache->slots[i].cache_key = 0, cache->slots[i].ready = false;
    for (int i = 0; i < surface->layer_count; i++) {
        const tr_field_plan *field = &surface->fields[i];
        int found = -1;
        if (plan_is_costly(field) && surface->layers[i].maps & PLAN_MAPS) { // others are not evaluated
            found = find_slot(cache, field->cache_key);
            // layers with the same field share the slot once it is ready, but only one of them may fill it
            for (int k = 0; k < i && found >= 0 && !cache->slots[found].ready; k++)
                if (cache->slot_of_layer[k] == found)
                    found = -2;
            if (found == -1)
                found = claim_slot(cache, field->cache_key);
        }
        cache->slot_of_layer[i] = found < 0 ? -1 : found;
    }
}

void tr_cache_commit(tr_cache *cache) {
    for (int i = 0; i < cache->most; i++)
        if (cache->slots[i].values && cache->slots[i].cache_key != 0)
            cache->slots[i].ready = true;
}

float *tr_cache_values(tr_cache *cache, int index, bool *ready) {
    int found = cache->slot_of_layer[index];
    if (found < 0)
        return NULL;
    *ready = cache->slots[found].ready;
    return cache->slots[found].values;
}

plan_window tr_cache_window(const tr_cache *cache) { return cache->window; }
