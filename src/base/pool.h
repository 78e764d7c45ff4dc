// The task interface: distributes independent tasks (tiles, maps) to threads.
#pragma once
#include "base/status.h"
#include "base/watch.h"

typedef struct tr_pool tr_pool;

// One task: index in 0..count-1, worker in 0..threads-1 (no two tasks run on one worker at a time, so
// scratch memory can be kept per worker).
typedef void (*tr_task)(void *context, int index, int worker);

enum { TR_POOL_MOST_THREADS = 256 };

// A pool of `threads` workers, including the caller of tr_pool_run. 0 means one for each core; the maximum is
// TR_POOL_MOST_THREADS. Errors: TR_NO_MEMORY. Destroy with tr_pool_destroy (NULL is allowed).
tr_status tr_pool_create(int threads, tr_pool **pool, tr_error *error);
// A pool without threads, which passes its work to `run` (tr_context_options in terrella/terrella.h) with
// `system`: as many jobs as can have work, at most `threads`. Each job executes tasks until none are left. The
// behaviour of `run` does not affect results: surplus jobs return at once, and remaining tasks are executed on
// the thread of tr_pool_run.
tr_status tr_pool_create_on(int threads, void (*run)(void *system, int count, tr_job job, void *data),
                            void *system, tr_pool **pool, tr_error *error);
void tr_pool_destroy(tr_pool *pool);

int tr_pool_threads(const tr_pool *pool);

// Runs task(context, 0 … count-1) on all workers and returns when all are done. Tasks start in the order of
// their index; results must not depend on the order in which they end. Any thread; a pool executes one run at a
// time, so a second caller waits. A task must not call this for its own pool (assert). If the pool is NULL,
// tasks are executed on this thread in order, as worker 0.
void tr_pool_run(tr_pool *pool, int count, tr_task task, void *context);
// As tr_pool_run, until the watch (NULL is allowed) requests a stop. Tasks that have not started are then
// skipped. Errors: TR_STOPPED.
tr_status tr_pool_run_watched(tr_pool *pool, int count, tr_task task, void *context, const tr_watch *watch,
                              tr_error *error);
// The same, and reports the finished part to the watch, on this thread.
tr_status tr_pool_run_reported(tr_pool *pool, int count, tr_task task, void *context, const tr_watch *watch,
                               tr_error *error);
