#include "live/background_maps.h"

#include "base/memory.h"

#include <pthread.h>

struct tr_background_maps {
    const tr_scene *scene;
    tr_background_maps_options options;
    pthread_t thread;
    atomic_bool stop;     // read by the bake without the lock
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t change;
    tr_film_maps ready; // texels NULL: none are
    bool over;
    tr_status status; // the thread's until it is over
    tr_error error;
};

// Until the maps were given back.
static void hand_over(tr_background_maps *bake, const tr_film_maps *maps) {
    pthread_mutex_lock(&bake->lock);
    bake->ready = *maps;
    pthread_mutex_unlock(&bake->lock);
    bake->options.wake();
    pthread_mutex_lock(&bake->lock);
    while (bake->ready.texels && !atomic_load(&bake->stop))
        pthread_cond_wait(&bake->change, &bake->lock);
    pthread_mutex_unlock(&bake->lock);
}

static tr_status bake_all(tr_background_maps *bake, tr_pool *pool) {
    const tr_background_maps_options *o = &bake->options;
    const tr_watch watch = tr_watch_flag(&bake->stop);
    tr_status status = TR_OK;
    for (int i = 0; i < bake->scene->planet_count && status == TR_OK; i++) {
        tr_film_maps made = {.planet = i};
        if (o->widths[i] == 0)
            continue;
        status = tr_picture_maps_make(bake->scene->planets[i].recipe, o->widths[i], o->charts, o->isa, pool,
                                      &watch, &made.texels, &made.maps, NULL, &bake->error);
        if (status == TR_OK)
            hand_over(bake, &made);
        if (status == TR_OK)
            status = tr_watch_check(&watch, &bake->error);
    }
    return status;
}

static void *bake_main(void *argument) {
    tr_background_maps *bake = argument;
    tr_pool *pool = NULL;
    tr_status status = tr_pool_create(bake->options.threads, &pool, &bake->error);
    if (status == TR_OK)
        status = bake_all(bake, pool);
    tr_pool_destroy(pool);
    pthread_mutex_lock(&bake->lock);
    bake->status = status;
    bake->over = true;
    pthread_mutex_unlock(&bake->lock);
    bake->options.wake();
    return NULL;
}

tr_status tr_background_maps_start(const tr_scene *scene, const tr_background_maps_options *options,
                                   tr_background_maps **out, tr_error *error) {
    tr_background_maps *bake = tr_calloc(1, sizeof *bake);
    if (!bake)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the maps of a film");
    bake->scene = scene;
    bake->options = *options;
    pthread_mutex_init(&bake->lock, NULL);
    pthread_cond_init(&bake->change, NULL);
    if (pthread_create(&bake->thread, NULL, bake_main, bake) == 0) {
        *out = bake;
        return TR_OK;
    }
    pthread_cond_destroy(&bake->change);
    pthread_mutex_destroy(&bake->lock);
    tr_free(bake);
    return tr_fail(error, TR_NO_MEMORY, "no thread for the maps of a film");
}

const tr_film_maps *tr_background_maps_take(tr_background_maps *bake) {
    pthread_mutex_lock(&bake->lock);
    const bool some = bake->ready.texels != NULL;
    pthread_mutex_unlock(&bake->lock);
    return some ? &bake->ready : NULL; // the thread waits meanwhile
}

void tr_background_maps_give_back(tr_background_maps *bake) {
    pthread_mutex_lock(&bake->lock);
    tr_free(bake->ready.texels);
    bake->ready = (tr_film_maps){0};
    pthread_cond_signal(&bake->change);
    pthread_mutex_unlock(&bake->lock);
}

bool tr_background_maps_is_over(tr_background_maps *bake) {
    pthread_mutex_lock(&bake->lock);
    const bool over = bake->over;
    pthread_mutex_unlock(&bake->lock);
    return over;
}

tr_status tr_background_maps_finish(tr_background_maps *bake, tr_error *error) {
    if (!bake)
        return TR_OK;
    pthread_mutex_lock(&bake->lock);
    if (!bake->over)
        atomic_store(&bake->stop, true);
    pthread_cond_signal(&bake->change);
    pthread_mutex_unlock(&bake->lock);
    pthread_join(bake->thread, NULL);
    const tr_status status = bake->status;
    if (status != TR_OK && error)
        *error = bake->error;
    tr_free(bake->ready.texels);
    pthread_cond_destroy(&bake->change);
    pthread_mutex_destroy(&bake->lock);
    tr_free(bake);
    return status;
}
