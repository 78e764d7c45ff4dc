#include "live/background_reel.h"

#include "base/memory.h"
#include "live/background.h"

#include <pthread.h>

// A picture to encode.
typedef struct picture {
    uint8_t *texels; // NULL: none
    char *text;
    bool last;
} picture;

struct tr_background_reel {
    tr_reel *reel; // used by the thread
    void (*wake)(void);
    tr_background *work;
    pthread_mutex_t lock; // guards the members below
    pthread_cond_t change;
    picture next;
};

static void drop(picture *p) {
    tr_free(p->texels);
    tr_free(p->text);
    *p = (picture){0};
}

static picture wait_for_next(tr_background_reel *reel, const tr_watch *watch) {
    pthread_mutex_lock(&reel->lock);
    while (!reel->next.texels && !tr_watch_stopped(watch))
        pthread_cond_wait(&reel->change, &reel->lock);
    const picture next = reel->next;
    reel->next = (picture){0};
    pthread_mutex_unlock(&reel->lock);
    reel->wake();
    return next;
}

static tr_status run(void *context, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    tr_background_reel *reel = context;
    tr_status status = TR_OK;
    (void)pool; // one picture comes after another
    for (bool last = false; status == TR_OK && !last;) {
        picture next = wait_for_next(reel, watch);
        status = tr_watch_check(watch, error);
        if (status == TR_OK)
            status = tr_reel_add(reel->reel, next.texels, next.text, watch, error);
        last = next.last;
        drop(&next);
    }
    if (status == TR_OK)
        return tr_reel_commit(reel->reel, watch, error);
    tr_reel_abort(reel->reel);
    return status;
}

static void destroy(tr_background_reel *reel) {
    drop(&reel->next);
    pthread_cond_destroy(&reel->change);
    pthread_mutex_destroy(&reel->lock);
    tr_free(reel);
}

tr_status tr_background_reel_start(const tr_reel_options *options, void (*wake)(void), tr_background_reel **out,
                                   tr_error *error) {
    tr_background_reel *reel = tr_calloc(1, sizeof *reel);
    if (!reel)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a video");
    const tr_background_job job = {.run = run, .context = reel, .threads = 1, .wake = wake};
    reel->wake = wake;
    pthread_mutex_init(&reel->lock, NULL);
    pthread_cond_init(&reel->change, NULL);
    tr_status status = tr_reel_open(options, &reel->reel, error);
    if (status == TR_OK) {
        status = tr_background_start(&job, &reel->work, error);
        if (status != TR_OK)
            tr_reel_abort(reel->reel);
    }
    if (status == TR_OK)
        *out = reel;
    else
        destroy(reel);
    return status;
}

bool tr_background_reel_has_space(tr_background_reel *reel) {
    pthread_mutex_lock(&reel->lock);
    const bool capacity = !reel->next.texels;
    pthread_mutex_unlock(&reel->lock);
    return capacity;
}

void tr_background_reel_add(tr_background_reel *reel, uint8_t *texels, char *text, bool last) {
    pthread_mutex_lock(&reel->lock);
    drop(&reel->next); // left by a video that has failed
    reel->next = (picture){texels, text, last};
    pthread_cond_signal(&reel->change);
    pthread_mutex_unlock(&reel->lock);
}

bool tr_background_reel_is_over(tr_background_reel *reel) { return tr_background_over(reel->work); }

tr_status tr_background_reel_finish(tr_background_reel *reel, tr_error *error) {
    pthread_mutex_lock(&reel->lock);
    if (!tr_background_over(reel->work)) // it stops soon, and leaves no file
        tr_background_stop(reel->work);
    pthread_cond_signal(&reel->change);
    pthread_mutex_unlock(&reel->lock);
    const tr_status status = tr_background_finish(reel->work, error);
    destroy(reel);
    return status;
}
