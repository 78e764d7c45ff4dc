#include "live/background.h"

#include "base/memory.h"

#include <pthread.h>

struct tr_background {
    tr_background_job job;
    pthread_t thread;
    atomic_bool stop, over;
    atomic_int percent; // one more than was reported; 0: nothing was
    // Written by the thread until it is over.
    tr_status status;
    tr_error error;
};

static void note_progress(void *context, double done) {
    tr_background *work = context;
    const int percent = (int)(100 * done) + 1;
    if (atomic_exchange(&work->percent, percent) != percent)
        work->job.wake();
}

static bool is_stopped(void *context) { return tr_stop_flag(&((tr_background *)context)->stop); }

static void *work_main(void *argument) {
    tr_background *work = argument;
    const tr_watch watch = {.report = note_progress, .context = work, .stopped = is_stopped};
    tr_pool *pool = NULL;
    work->status = tr_pool_create(work->job.threads, &pool, &work->error);
    if (work->status == TR_OK)
        work->status = work->job.run(work->job.context, pool, &watch, &work->error);
    tr_pool_destroy(pool);
    atomic_store(&work->over, true);
    work->job.wake();
    return NULL;
}

static void destroy(const tr_background_job *job, tr_background *work) {
    if (job->end)
        job->end(job->context);
    tr_free(work);
}

tr_status tr_background_start(const tr_background_job *job, tr_background **out, tr_error *error) {
    tr_background *work = tr_calloc(1, sizeof *work);
    if (work)
        work->job = *job;
    if (!work || pthread_create(&work->thread, NULL, work_main, work) != 0) {
        destroy(job, work);
        return tr_fail(error, TR_NO_MEMORY, "no memory for work in the background");
    }
    *out = work;
    return TR_OK;
}

double tr_background_progress(const tr_background *work) {
    const int percent = atomic_load(&work->percent);
    return percent > 0 ? (percent - 1) / 100.0 : 0;
}

bool tr_background_has_reported(const tr_background *work) { return atomic_load(&work->percent) > 0; }
bool tr_background_over(const tr_background *work) { return atomic_load(&work->over); }
void tr_background_stop(tr_background *work) { atomic_store(&work->stop, true); }

tr_status tr_background_finish(tr_background *work, tr_error *error) {
    pthread_join(work->thread, NULL);
    const tr_status status = work->status;
    if (status != TR_OK && error)
        *error = work->error;
    destroy(&work->job, work);
    return status;
}
