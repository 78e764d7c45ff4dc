#include "planet/near_tiles.h"

#include "base/size.h"

#include <stdatomic.h>
#include <string.h>

// The indices of the pictures of a tile.
enum { ALBEDO, NORMAL, MORE };

bool tr_near_same(const tr_near_tile *a, const tr_near_tile *b) {
    return a->set == b->set && a->face == b->face && a->level == b->level && a->x == b->x && a->y == b->y;
}

tr_patch tr_near_patch(const tr_near_tile *tile) {
    return (tr_patch){.projection = TR_CUBE,
                      .face = tile->face,
                      .resolution = TR_NEAR_TILE << tile->level,
                      .x = tile->x * TR_NEAR_TILE - TR_NEAR_BORDER,
                      .y = tile->y * TR_NEAR_TILE - TR_NEAR_BORDER,
                      .width = TR_NEAR_SIDE,
                      .height = TR_NEAR_SIDE};
}

int tr_near_kind_count(tr_near_set set, tr_near_kinds kinds) {
    return set == TR_NEAR_CLOUDS ? 1 : MORE + kinds.specular + kinds.emission;
}

// The state of a thread: its scratch memory for one level, and the maps of its tile.
typedef struct worker {
    tr_scratch *scratch;
    int level;
    uint8_t *maps[TR_MAP_COUNT];
} worker;

typedef struct job {
    const tr_surface *surface;
    const tr_near_tile *tiles;
    tr_near_kinds kinds;
    const tr_watch *watch;
    uint8_t *const *texels;
    worker *workers;
    atomic_int status;
} job;

static const tr_map ground_maps[] = {TR_MAP_ALBEDO, TR_MAP_NORMAL, TR_MAP_HEIGHT, TR_MAP_ORM, TR_MAP_EMISSION};

static bool has_map(const job *j, tr_near_set set, tr_map map) {
    if (set == TR_NEAR_CLOUDS || map == TR_MAP_CLOUDS)
        return set == TR_NEAR_CLOUDS && map == TR_MAP_CLOUDS;
    return map == TR_MAP_ALBEDO || map == TR_MAP_NORMAL || map == TR_MAP_HEIGHT ||
           (map == TR_MAP_ORM && j->kinds.specular) || (map == TR_MAP_EMISSION && j->kinds.emission);
}

static void bake_maps(const job *j, const worker *w, const tr_near_tile *tile) {
    tr_band all = {.patch = tr_near_patch(tile)};
    for (int map = 0; map < TR_MAP_COUNT; map++)
        if (has_map(j, tile->set, (tr_map)map))
            all.texels[map] = w->maps[map];
    tr_surface_bake_bands(j->surface, w->scratch, &all);
}

static void pack_rgb(const uint8_t *rgb, uint8_t *rgba) {
    for (size_t i = 0; i < TR_NEAR_TEXELS; i++, rgb += 3, rgba += 4)
        rgba[0] = rgb[0], rgba[1] = rgb[1], rgba[2] = rgb[2], rgba[3] = 255;
}

static void pack_heights(const uint16_t *heights, uint8_t *texels) {
    uint8_t *high = texels + 3, *low = high + (size_t)4 * TR_NEAR_TEXELS * NORMAL;
    for (size_t i = 0; i < TR_NEAR_TEXELS; i++, high += 4, low += 4)
        *high = (uint8_t)(heights[i] >> 8), *low = (uint8_t)heights[i];
}

static void pack(const job *j, const worker *w, const tr_near_tile *tile, uint8_t *texels) {
    const size_t picture = (size_t)4 * TR_NEAR_TEXELS;
    if (tile->set == TR_NEAR_CLOUDS) {
        memcpy(texels, w->maps[TR_MAP_CLOUDS], picture);
        return;
    }
    pack_rgb(w->maps[TR_MAP_ALBEDO], texels + ALBEDO * picture);
    pack_rgb(w->maps[TR_MAP_NORMAL], texels + NORMAL * picture);
    pack_heights((const uint16_t *)(const void *)w->maps[TR_MAP_HEIGHT], texels);
    if (j->kinds.specular)
        pack_rgb(w->maps[TR_MAP_ORM], texels + MORE * picture);
    if (j->kinds.emission)
        pack_rgb(w->maps[TR_MAP_EMISSION], texels + (MORE + j->kinds.specular) * picture);
}

// A scratch serves all tiles of one level.
static tr_status move_to(const job *j, worker *w, const tr_near_tile *tile) {
    const tr_patch patch = tr_near_patch(tile);
    if (w->scratch && w->level == tile->level) {
        tr_scratch_move(w->scratch, patch);
        return TR_OK;
    }
    tr_scratch_destroy(w->scratch);
    w->scratch = NULL;
    w->level = tile->level;
    const tr_status status = tr_scratch_create(j->surface, patch, NULL, &w->scratch, NULL);
    if (status == TR_OK)
        tr_scratch_set_watch(w->scratch, j->watch);
    return status;
}

static void bake_tile(void *context, int index, int worker_index) {
    job *j = context;
    worker *w = &j->workers[worker_index];
    if (atomic_load(&j->status) != TR_OK || tr_watch_stopped(j->watch))
        return;
    const tr_status status = move_to(j, w, &j->tiles[index]);
    if (status != TR_OK) {
        atomic_store(&j->status, (int)status);
        return;
    }
    bake_maps(j, w, &j->tiles[index]);
    pack(j, w, &j->tiles[index], j->texels[index]);
}

static bool allocate_maps(const job *j, int threads) {
    bool good = true;
    for (int i = 0; i < threads && good; i++) {
        for (size_t k = 0; k < sizeof ground_maps / sizeof ground_maps[0] && good; k++)
            if (has_map(j, TR_NEAR_GROUND, ground_maps[k]))
                good = (j->workers[i].maps[ground_maps[k]] =
                            tr_allocate(TR_NEAR_TEXELS, tr_map_texel_bytes(ground_maps[k]))) != NULL;
        good = good && (j->workers[i].maps[TR_MAP_CLOUDS] = tr_allocate(TR_NEAR_TEXELS, 4)) != NULL;
    }
    return good;
}

static void free_workers(const job *j, int threads) {
    for (int i = 0; i < threads; i++) {
        tr_scratch_destroy(j->workers[i].scratch);
        for (int map = 0; map < TR_MAP_COUNT; map++)
            tr_free(j->workers[i].maps[map]);
    }
    tr_free(j->workers);
}

tr_status tr_near_bake(const tr_surface *surface, const tr_near_tile *tiles, int count, tr_near_kinds kinds,
                       tr_pool *pool, const tr_watch *watch, uint8_t *const *texels, tr_error *error) {
    const int threads = tr_pool_threads(pool);
    job j = {.surface = surface, .tiles = tiles, .kinds = kinds, .watch = watch, .texels = texels};
    j.workers = tr_calloc((size_t)threads, sizeof *j.workers);
    if (!j.workers)
        return tr_fail(error, TR_NO_MEMORY, "no memory for tiles on %d threads", threads);
    tr_status status = allocate_maps(&j, threads) ? TR_OK : TR_NO_MEMORY;
    if (status == TR_OK) {
        tr_pool_run(pool, count, bake_tile, &j);
        status = (tr_status)atomic_load(&j.status);
    }
    free_workers(&j, threads);
    if (status == TR_NO_MEMORY)
        return tr_fail(error, status, "no memory for tiles on %d threads", threads);
    return status == TR_OK ? tr_watch_check(watch, error)
                           : tr_fail(error, status, "the ground cannot be cut into tiles of a cube");
}
