#include "base/pool.h"

#include "base/memory.h"
#include "base/system.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct tr_pool {
    pthread_mutex_t turn; // held for a whole run
    pthread_mutex_t lock; // protects the following
    pthread_cond_t wake, done;
    int threads;    // including the caller
    unsigned round; // number of runs, so that a worker detects a new one
    int busy;       // created threads that still work in the current run
    bool quit;
    tr_task task;
    void *context;
    int count;
    atomic_int next;
    // The caller's job system, for a pool without own threads; otherwise NULL.
    void (*run)(void *system, int count, tr_job job, void *data);
    void *system;
    struct worker {
        tr_pool *pool;
        int index;
        pthread_t thread;
        bool at_work; // thread is one that executes tasks, or may do so at any time
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

// A pool with space for `threads` workers, but without any.
static tr_pool *make_pool(int *threads, tr_error *error) {
    if (*threads <= 0)
        *threads = tr_processors();
    *threads = *threads < 1 ? 1 : *threads > TR_POOL_MOST_THREADS ? TR_POOL_MOST_THREADS : *threads;
    tr_pool *pool = tr_calloc(1, sizeof *pool + (size_t)*threads * sizeof pool->workers[0]);
    if (!pool) {
        tr_fail(error, TR_NO_MEMORY, "no memory for %d threads", *threads);
        return NULL;
    }
    // Unlike pthread_mutex_init, static initialisers cannot fail.
    pool->turn = pool->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    pool->wake = pool->done = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    return pool;
}

// Starts a worker with the system's default stack, enlarged where that is small (`ulimit -s 64`). Returns 0 or
// an errno.
static int start_worker(struct worker *worker) {
    enum { least = 1 << 20 };
    pthread_attr_t attributes;
    size_t usual = 0;
    int reason = pthread_attr_init(&attributes);
    if (reason)
        return reason;
    pthread_attr_getstacksize(&attributes, &usual);
    if (usual < least)
        pthread_attr_setstacksize(&attributes, least);
    reason = pthread_create(&worker->thread, &attributes, worker_main, worker);
    pthread_attr_destroy(&attributes);
    return reason;
}

tr_status tr_pool_create(int threads, tr_pool **out, tr_error *error) {
    tr_pool *pool = make_pool(&threads, error);
    if (!pool)
        return TR_NO_MEMORY;
    pthread_mutex_lock(&pool->lock);
    pool->threads = 1;
    for (int i = 1; i < threads; i++) {
        struct worker *worker = &pool->workers[i];
        *worker = (struct worker){.pool = pool, .index = i};
        // If the machine refuses another thread, the pool has fewer workers, which is not an error: results are
        // the same.
        if (start_worker(worker) != 0)
            break;
        worker->at_work = true;
        pool->threads++;
    }
    pthread_mutex_unlock(&pool->lock);
    *out = pool;
    return TR_OK;
}

tr_status tr_pool_create_on(int threads, void (*run)(void *system, int count, tr_job job, void *data),
                            void *system, tr_pool **out, tr_error *error) {
    tr_pool *pool = make_pool(&threads, error);
    if (!pool)
        return TR_NO_MEMORY;
    pool->threads = threads;
    pool->run = run;
    pool->system = system;
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
    for (int i = 1; i < pool->threads && !pool->run; i++)
        pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    pthread_mutex_destroy(&pool->turn);
    tr_free(pool);
}

int tr_pool_threads(const tr_pool *pool) { return pool ? pool->threads : 1; }

// Whether this thread is executing tasks of a run. Another run from it would wait for itself.
static bool runs_here(tr_pool *pool) {
    bool here = false;
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        here = here || (pool->workers[i].at_work && pthread_equal(pool->workers[i].thread, pthread_self()));
    pthread_mutex_unlock(&pool->lock);
    return here;
}

// ---- on the caller's job system ------------------------------------------------------------------

// Takes the number of a free worker, or -1 if the maximum is reached.
static int become_worker(tr_pool *pool) {
    int worker = 0;
    pthread_mutex_lock(&pool->lock);
    while (worker < pool->threads && pool->workers[worker].at_work)
        worker++;
    if (worker < pool->threads)
        pool->workers[worker].at_work = true, pool->workers[worker].thread = pthread_self();
    pthread_mutex_unlock(&pool->lock);
    return worker < pool->threads ? worker : -1;
}

static void do_tasks(void *data) {
    tr_pool *pool = data;
    const int worker = become_worker(pool);
    if (worker < 0)
        return;
    work(pool, worker);
    pthread_mutex_lock(&pool->lock);
    pool->workers[worker].at_work = false;
    pthread_mutex_unlock(&pool->lock);
}

static void run_on_system(tr_pool *pool) {
    const int jobs = pool->count < pool->threads ? pool->count : pool->threads;
    if (jobs > 0)
        pool->run(pool->system, jobs, do_tasks, pool);
    do_tasks(pool); // the remaining tasks
}

// ---- on threads of its own -----------------------------------------------------------------------

static void run_on_threads(tr_pool *pool) {
    work(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    pool->workers[0].at_work = false;
    pthread_mutex_unlock(&pool->lock);
}

void tr_pool_run(tr_pool *pool, int count, tr_task task, void *context) {
    if (!pool) {
        for (int i = 0; i < count; i++)
            task(context, i, 0);
        return;
    }
    const bool nested = runs_here(pool);
    assert(!nested && "a task runs tasks on the pool that it runs on itself");
    if (nested) { // waiting would never end
        tr_pool_run(NULL, count, task, context);
        return;
    }
    pthread_mutex_lock(&pool->turn);
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    if (!pool->run) {
        pool->workers[0].thread = pthread_self();
        pool->workers[0].at_work = true;
        pool->busy = pool->threads - 1;
        pool->round++;
        pthread_cond_broadcast(&pool->wake);
    }
    pthread_mutex_unlock(&pool->lock);
    if (pool->run)
        run_on_system(pool);
    else
        run_on_threads(pool);
    pthread_mutex_unlock(&pool->turn);
}

typedef struct watched {
    tr_task task;
    void *context;
    const tr_watch *watch;
    // for reports:
    pthread_t caller;
    atomic_int done;
    int count;
} watched;

static void run_unless_stopped(void *context, int index, int worker) {
    const watched *w = context;
    if (!tr_watch_stopped(w->watch))
        w->task(w->context, index, worker);
}

tr_status tr_pool_run_watched(tr_pool *pool, int count, tr_task task, void *context, const tr_watch *watch,
                              tr_error *error) {
    watched w = {.task = task, .context = context, .watch = watch};
    tr_pool_run(pool, count, run_unless_stopped, &w);
    return tr_watch_check(watch, error);
}

static void run_and_report(void *context, int index, int worker) {
    watched *w = context;
    run_unless_stopped(w, index, worker);
    const int done = atomic_fetch_add(&w->done, 1) + 1;
    if (pthread_equal(w->caller, pthread_self()) && !tr_watch_stopped(w->watch))
        tr_watch_report(w->watch, (double)done / w->count);
}

tr_status tr_pool_run_reported(tr_pool *pool, int count, tr_task task, void *context, const tr_watch *watch,
                               tr_error *error) {
    watched w = {task, context, watch, pthread_self(), 0, count};
    tr_pool_run(pool, count, run_and_report, &w);
    const tr_status status = tr_watch_check(watch, error);
    if (status == TR_OK)
        tr_watch_report(watch, 1);
    return status;
}
