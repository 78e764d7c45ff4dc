#include "base/pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { max_threads = 256 };

struct tr_pool {
    pthread_mutex_t turn; // held for a whole run
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t wake, done;
    int threads;    // workers, the caller included
    unsigned round; // counts runs, so that a worker sees a new one
    int busy;       // created threads still in the current run
    bool running;   // and workers[0] is who called
    bool quit;
    tr_task task;
    void *context;
    int count;
    atomic_int next;
    struct worker {
        tr_pool *pool;
        int index;
        pthread_t thread;
    } workers[];
};

static void work(tr_pool *pool, int worker) {
    int index;
    while ((index = atomic_fetch_add(&pool->next, 1)) < pool->count)
        pool->task(pool->context, index, worker);
}

static void *worker_main(void *argument) {
    struct worker *self = argument;
    tr_pool *pool = self->pool;
    unsigned seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->quit && pool->round == seen)
            pthread_cond_wait(&pool->wake, &pool->lock);
        if (pool->quit)
            break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        work(pool, self->index);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

tr_status tr_pool_create(int threads, tr_pool **out, tr_error *error) {
    if (threads <= 0)
        threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    threads = threads < 1 ? 1 : threads > max_threads ? max_threads : threads;
    tr_pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof pool->workers[0]);
    if (!pool)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d threads", threads);
    // Unlike pthread_mutex_init these cannot fail.
    pool->turn = pool->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    pool->wake = pool->done = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    pool->threads = 1;
    for (int i = 1; i < threads; i++) {
        struct worker *worker = &pool->workers[i];
        *worker = (struct worker){.pool = pool, .index = i};
        // A machine that refuses another thread gets fewer workers, not an error: results are the same.
        if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0)
            break;
        pool->threads++;
    }
    *out = pool;
    return TR_OK;
}

void tr_pool_destroy(tr_pool *pool) {
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i < pool->threads; i++)
        pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    pthread_mutex_destroy(&pool->turn);
    free(pool);
}

int tr_pool_threads(const tr_pool *pool) { return pool->threads; }

// Whether this thread is at work in a run: its next one would wait for itself.
static bool runs_here(tr_pool *pool) {
    bool here = false;
    pthread_mutex_lock(&pool->lock);
    for (int i = pool->running ? 0 : 1; i < pool->threads; i++)
        here = here || pthread_equal(pool->workers[i].thread, pthread_self());
    pthread_mutex_unlock(&pool->lock);
    return here;
}

void tr_pool_run(tr_pool *pool, int count, tr_task task, void *context) {
    const bool nested = runs_here(pool);
    assert(!nested && "a task runs tasks on the pool that it runs on itself");
    (void)nested;
    pthread_mutex_lock(&pool->turn);
    pthread_mutex_lock(&pool->lock);
    pool->workers[0].thread = pthread_self();
    pool->running = true;
    pool->task = task;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    pool->busy = pool->threads - 1;
    pool->round++;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    work(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    pool->running = false;
    pthread_mutex_unlock(&pool->lock);
    pthread_mutex_unlock(&pool->turn);
}

typedef struct watched {
    tr_task task;
    void *context;
    const tr_watch *watch;
} watched;

static void run_unless_stopped(void *context, int index, int worker) {
    const watched *w = context;
    if (!tr_watch_stopped(w->watch))
        w->task(w->context, index, worker);
}

tr_status tr_pool_run_watched(tr_pool *pool, int count, tr_task task, void *context, const tr_watch *watch,
                              tr_error *error) {
    watched w = {task, context, watch};
    tr_pool_run(pool, count, run_unless_stopped, &w);
    return tr_watch_check(watch, error);
}
