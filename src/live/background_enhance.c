#include "live/background_enhance.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>

struct tr_background_enhance {
    tr_background_enhance_options options;
    char *source, *path; // strings of the job
    pthread_t thread;
    atomic_bool stop, over;
    atomic_int percent;
    // Written by the thread until it is over.
    tr_status status;
    tr_error error;
    tr_enhance_result result;
};

static void destroy(tr_background_enhance *enhance) {
    tr_free(enhance->source);
    tr_free(enhance->path);
    tr_free(enhance);
}

static void note_progress(void *context, double done) {
    tr_background_enhance *enhance = context;
    const int percent = (int)(100 * done);
    if (atomic_exchange(&enhance->percent, percent) != percent)
        enhance->options.wake();
}

static bool is_stopped(void *context) { return tr_stop_flag(&((tr_background_enhance *)context)->stop); }

static void *enhance_main(void *argument) {
    tr_background_enhance *enhance = argument;
    const tr_watch watch = {.report = note_progress, .context = enhance, .stopped = is_stopped};
    tr_pool *pool = NULL;
    enhance->status = tr_pool_create(enhance->options.threads, &pool, &enhance->error);
    if (enhance->status == TR_OK)
        enhance->status = tr_enhance_file(&enhance->options.job, enhance->options.isa, pool, &watch,
                                          &enhance->result, &enhance->error);
    tr_pool_destroy(pool);
    atomic_store(&enhance->over, true);
    enhance->options.wake();
    return NULL;
}

tr_status tr_background_enhance_start(const tr_background_enhance_options *options, tr_background_enhance **out,
                                      tr_error *error) {
    tr_background_enhance *enhance = tr_calloc(1, sizeof *enhance);
    if (!enhance)
        return tr_fail(error, TR_NO_MEMORY, "no memory to enhance a height map");
    enhance->options = *options;
    enhance->options.job.source = enhance->source = tr_strdup(options->job.source);
    enhance->options.job.path = enhance->path = tr_strdup(options->job.path);
    if (!enhance->source || !enhance->path ||
        pthread_create(&enhance->thread, NULL, enhance_main, enhance) != 0) {
        destroy(enhance);
        return tr_fail(error, TR_NO_MEMORY, "no memory to enhance a height map");
    }
    *out = enhance;
    return TR_OK;
}

double tr_background_enhance_progress(const tr_background_enhance *enhance) {
    return atomic_load(&enhance->percent) / 100.0;
}

bool tr_background_enhance_over(const tr_background_enhance *enhance) { return atomic_load(&enhance->over); }

void tr_background_enhance_stop(tr_background_enhance *enhance) { atomic_store(&enhance->stop, true); }

tr_status tr_background_enhance_finish(tr_background_enhance *enhance, tr_enhance_result *result,
                                       tr_error *error) {
    pthread_join(enhance->thread, NULL);
    const tr_status status = enhance->status;
    *result = enhance->result;
    if (status != TR_OK && error)
        *error = enhance->error;
    destroy(enhance);
    return status;
}
