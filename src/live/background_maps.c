#include "live/background_maps.h"

#include "base/memory.h"
#include "live/background.h"
#include "live/private/near_queue.h"

#include <pthread.h>

struct tr_background_maps {
    const tr_scene *scene;
    tr_background_maps_options options;
    tr_background *work;
    atomic_bool over, ended; // read without the lock
    pthread_mutex_t lock;    // guards the members below
    pthread_cond_t change;
    tr_video_maps ready; // texels NULL: none are ready ready
    near_queue tiles;

    // Used only by the thread.
    tr_surface *surface; // of the planet that tiles are requested for
};

// Hands maps over and waits until they are given back.
static void hand_over(tr_background_maps *bake, const tr_video_maps *maps, const tr_watch *watch) {
    pthread_mutex_lock(&bake->lock);
    bake->ready = *maps;
    pthread_mutex_unlock(&bake->lock);
    bake->options.wake();
    pthread_mutex_lock(&bake->lock);
    while (bake->ready.texels && !tr_watch_stopped(watch))
        pthread_cond_wait(&bake->change, &bake->lock);
    pthread_mutex_unlock(&bake->lock);
}

static tr_status bake_all(tr_background_maps *bake, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    const tr_background_maps_options *o = &bake->options;
    const tr_surface_options how = {.isa = o->isa, .pool = pool, .watch = watch};
    tr_status status = TR_OK;
    for (int i = 0; i < bake->scene->planet_count && status == TR_OK; i++) {
        tr_video_maps made = {.planet = i};
        if (o->widths[i] == 0)
            continue;
        status = tr_picture_maps_make(bake->scene->planets[i].recipe, o->widths[i], o->charts, &how,
                                      &made.texels, &made.maps, i == o->near ? &bake->surface : NULL, error);
        if (status == TR_OK)
            hand_over(bake, &made, watch);
        if (status == TR_OK)
            status = tr_watch_check(watch, error);
    }
    return status;
}

// Call with the lock, which is released while tiles are baked.
static tr_status bake_tiles(tr_background_maps *bake, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    near_queue *q = &bake->tiles;
    const tr_near_kinds kinds = q->kinds;
    tr_near_tile tiles[NEAR_BATCH];
    uint8_t *texels[NEAR_BATCH];
    tr_status status = near_queue_begin(q, 2 * tr_pool_threads(pool), error);
    const int count = q->batch_count;
    for (int i = 0; i < count; i++)
        tiles[i] = q->batch[i]->tile, texels[i] = q->batch[i]->texels;
    pthread_mutex_unlock(&bake->lock);
    if (status == TR_OK)
        status = tr_near_bake(bake->surface, tiles, count, kinds, pool, watch, texels, error);
    pthread_mutex_lock(&bake->lock);
    near_queue_end(q, status == TR_OK);
    pthread_mutex_unlock(&bake->lock);
    bake->options.wake();
    pthread_mutex_lock(&bake->lock);
    return status;
}

// Bakes tiles until the caller stops it; a stop is not a failure. Call with the lock.
static tr_status serve(tr_background_maps *bake, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    tr_status status = TR_OK;
    while (status == TR_OK && !tr_watch_stopped(watch)) {
        if (near_queue_has_work(&bake->tiles))
            status = bake_tiles(bake, pool, watch, error);
        else
            pthread_cond_wait(&bake->change, &bake->lock);
    }
    return status == TR_STOPPED ? TR_OK : status;
}

static tr_status run(void *context, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    tr_background_maps *bake = context;
    tr_status status = bake_all(bake, pool, watch, error);
    const bool serves = status == TR_OK && bake->surface;
    atomic_store(&bake->ended, !serves);
    atomic_store(&bake->over, true);
    if (serves) {
        bake->options.wake();
        pthread_mutex_lock(&bake->lock);
        status = serve(bake, pool, watch, error);
        atomic_store(&bake->ended, true);
        pthread_mutex_unlock(&bake->lock);
    }
    tr_surface_destroy(bake->surface);
    return status;
}

static void destroy(tr_background_maps *bake) {
    tr_free(bake->ready.texels);
    near_queue_clear(&bake->tiles);
    pthread_cond_destroy(&bake->change);
    pthread_mutex_destroy(&bake->lock);
    tr_free(bake);
}

tr_status tr_background_maps_start(const tr_scene *scene, const tr_background_maps_options *options,
                                   tr_background_maps **out, tr_error *error) {
    tr_background_maps *bake = tr_calloc(1, sizeof *bake);
    if (!bake)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the maps of a video");
    bake->scene = scene;
    bake->options = *options;
    pthread_mutex_init(&bake->lock, NULL);
    pthread_cond_init(&bake->change, NULL);
    bake->tiles = (near_queue){.lock = &bake->lock, .change = &bake->change};
    const tr_background_job job = {
        .run = run, .context = bake, .threads = options->threads, .wake = options->wake};
    const tr_status status = tr_background_start(&job, &bake->work, error);
    if (status == TR_OK)
        *out = bake;
    else
        destroy(bake);
    return status;
}

const tr_video_maps *tr_background_maps_take(tr_background_maps *bake) {
    pthread_mutex_lock(&bake->lock);
    const bool some = bake->ready.texels != NULL;
    pthread_mutex_unlock(&bake->lock);
    return some ? &bake->ready : NULL; // meanwhile the thread waits
}

void tr_background_maps_give_back(tr_background_maps *bake) {
    pthread_mutex_lock(&bake->lock);
    tr_free(bake->ready.texels);
    bake->ready = (tr_video_maps){0};
    pthread_cond_signal(&bake->change);
    pthread_mutex_unlock(&bake->lock);
}

bool tr_background_maps_is_over(tr_background_maps *bake) { return atomic_load(&bake->over); }
bool tr_background_maps_has_ended(tr_background_maps *bake) { return atomic_load(&bake->ended); }

void tr_background_maps_want(tr_background_maps *bake, const tr_near_tile *tiles, int count,
                             tr_near_kinds kinds) {
    pthread_mutex_lock(&bake->lock);
    near_queue_want(&bake->tiles, 1, tiles, count, kinds);
    pthread_cond_signal(&bake->change);
    pthread_mutex_unlock(&bake->lock);
}

tr_tile_queue *tr_background_maps_tiles(tr_background_maps *bake) { return &bake->tiles; }

tr_status tr_background_maps_finish(tr_background_maps *bake, tr_error *error) {
    if (!bake)
        return TR_OK;
    pthread_mutex_lock(&bake->lock);
    if (!atomic_load(&bake->ended))
        tr_background_stop(bake->work);
    pthread_cond_signal(&bake->change);
    pthread_mutex_unlock(&bake->lock);
    const tr_status status = tr_background_finish(bake->work, error);
    destroy(bake);
    return status;
}
