// The task interface: how independent tasks (tiles, maps) are spread over threads.
#pragma once
#include "base/status.h"
#include "base/watch.h"

typedef struct tr_pool tr_pool;

// One task: index in 0..count-1, worker in 0..threads-1 (no two tasks run on one worker at a time, so
// scratch memory can be kept per worker).
typedef void (*tr_task)(void *context, int index, int worker);

enum { TR_POOL_MOST_THREADS = 256 };

// A pool of `threads` workers, the caller of tr_pool_run among them; 0 means one for each core, more than
// TR_POOL_MOST_THREADS that many. Errors: TR_NO_MEMORY. Destroy with tr_pool_destroy (NULL is allowed).
tr_status tr_pool_create(int threads, tr_pool **pool, tr_error *error);
// A pool that has no threads, but gives its work to `run` (tr_context_options in terrella/terrella.h), with
// `system`: as many jobs as can have work, at most `threads`. Each does tasks until there are none left. What
// `run` does with them changes no result: jobs that it calls beyond those return at once, and tasks that are
// left are done on the thread of tr_pool_run.
tr_status tr_pool_create_on(int threads, void (*run)(void *system, int count, tr_job job, void *data),
                            void *system, tr_pool **pool, tr_error *error);
void tr_pool_destroy(tr_pool *pool);

int tr_pool_threads(const tr_pool *pool);

// Runs task(context, 0 … count-1) on all workers and returns when all are done. Tasks start in the order
// of their index; no result may depend on the order in which they end. Any thread; a pool makes one run at a
// time, so a second caller waits for its turn. A task must not call it for its own pool: that is an assert.
// Without a pool, NULL, tasks are done here one after another: worker 0.
void tr_pool_run(tr_pool *pool, int count, tr_task task, void *context);
// The same until the watch (NULL is allowed) says stop: tasks that have not begun by then are left out. Errors:
// TR_STOPPED.
tr_status tr_pool_run_watched(tr_pool *pool, int count, tr_task task, void *context, const tr_watch *watch,
                              tr_error *error);
