#include "live/background_reel.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>

// A picture to be encoded.
typedef struct picture {
    uint8_t *texels; // NULL: none
    char *text;
    bool last;
} picture;

struct tr_background_reel {
    tr_reel *reel; // used by the thread
    void (*wake)(void);
    pthread_t thread;
    atomic_bool stop, over; // read without the lock
    pthread_mutex_t lock;   // guards the members below
    pthread_cond_t change;
    picture next;
    tr_status status; // written by the thread until it is over
    tr_error error;
};

static void drop(picture *p) {
    tr_free(p->texels);
    tr_free(p->text);
    *p = (picture){0};
}

static picture wait_for_next(tr_background_reel *reel) {
    pthread_mutex_lock(&reel->lock);
    while (!reel->next.texels && !atomic_load(&reel->stop))
        pthread_cond_wait(&reel->change, &reel->lock);
    const picture next = reel->next;
    reel->next = (picture){0};
    pthread_mutex_unlock(&reel->lock);
    reel->wake();
    return next;
}

static void *reel_main(void *argument) {
    tr_background_reel *reel = argument;
    const tr_watch watch = tr_watch_flag(&reel->stop);
    tr_status status = TR_OK;
    for (bool last = false; status == TR_OK && !last;) {
        picture next = wait_for_next(reel);
        status = tr_watch_check(&watch, &reel->error);
        if (status == TR_OK)
            status = tr_reel_add(reel->reel, next.texels, next.text, &watch, &reel->error);
        last = next.last;
        drop(&next);
    }
    if (status == TR_OK)
        status = tr_reel_commit(reel->reel, &watch, &reel->error);
    else
        tr_reel_abort(reel->reel);
    reel->status = status;
    atomic_store(&reel->over, true);
    reel->wake();
    return NULL;
}

tr_status tr_background_reel_start(const tr_reel_options *options, void (*wake)(void), tr_background_reel **out,
                                   tr_error *error) {
    tr_background_reel *reel = tr_calloc(1, sizeof *reel);
    if (!reel)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a video");
    reel->wake = wake;
    tr_status status = tr_reel_open(options, &reel->reel, error);
    if (status == TR_OK) {
        pthread_mutex_init(&reel->lock, NULL);
        pthread_cond_init(&reel->change, NULL);
        if (pthread_create(&reel->thread, NULL, reel_main, reel) == 0) {
            *out = reel;
            return TR_OK;
        }
        status = tr_fail(error, TR_NO_MEMORY, "no thread for a video");
        tr_reel_abort(reel->reel);
        pthread_cond_destroy(&reel->change);
        pthread_mutex_destroy(&reel->lock);
    }
    tr_free(reel);
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

bool tr_background_reel_is_over(tr_background_reel *reel) { return atomic_load(&reel->over); }

tr_status tr_background_reel_finish(tr_background_reel *reel, tr_error *error) {
    pthread_mutex_lock(&reel->lock);
    if (!atomic_load(&reel->over)) // it stops soon, and leaves no file
        atomic_store(&reel->stop, true);
    pthread_cond_signal(&reel->change);
    pthread_mutex_unlock(&reel->lock);
    pthread_join(reel->thread, NULL);
    const tr_status status = reel->status;
    if (status != TR_OK && error)
        *error = reel->error;
    drop(&reel->next);
    pthread_cond_destroy(&reel->change);
    pthread_mutex_destroy(&reel->lock);
    tr_free(reel);
    return status;
}
