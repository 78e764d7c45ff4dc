// Work in the background, on one thread with a pool for its parts. Its owner can poll its progress and stop it.
#pragma once
#include "base/pool.h"
#include "base/watch.h"

typedef struct tr_background tr_background;

typedef struct tr_background_job {
    tr_status (*run)(void *context, tr_pool *pool, const tr_watch *watch, tr_error *error); // on the thread
    void (*end)(void *context); // frees the context after the end, also if nothing was started; NULL: it stays
    void *context;
    int threads;        // 0: one per core
    void (*wake)(void); // called on the thread when the progress changes and when it is over
} tr_background_job;

// Starts a thread. Errors: TR_NO_MEMORY.
tr_status tr_background_start(const tr_background_job *job, tr_background **out, tr_error *error);

// The progress, 0 … 1, and whether it is over.
double tr_background_progress(const tr_background *work);
bool tr_background_has_reported(const tr_background *work); // even that nothing is done yet
bool tr_background_over(const tr_background *work);

// Requests a stop, which follows soon. A stopped job leaves no files behind.
void tr_background_stop(tr_background *work);

// Waits for the end, frees everything, and returns what `run` did.
tr_status tr_background_finish(tr_background *work, tr_error *error);
