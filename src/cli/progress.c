#include "cli/private/progress.h"

#include "base/words.h"

#include <stdio.h>
#include <unistd.h>

static double seconds_between(const struct timespec *a, const struct timespec *b) {
    return (double)(b->tv_sec - a->tv_sec) + 1e-9 * (double)(b->tv_nsec - a->tv_nsec);
}

void tr_progress_begin(tr_progress *progress, const char *what, bool quiet) {
    *progress = (tr_progress){.count = 1, .shown = !quiet && isatty(STDERR_FILENO)};
    tr_text_show(what, progress->what, sizeof progress->what);
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
    progress->last = progress->start;
}

void tr_progress_next(tr_progress *progress, int index, int count, const char *what) {
    char name[256];
    tr_text_show(what, name, sizeof name);
    progress->done = index, progress->count = count;
    if (count > 1)
        snprintf(progress->what, sizeof progress->what, "planet %d of %d, %.200s", index + 1, count, name);
    else
        snprintf(progress->what, sizeof progress->what, "%s", name);
}

double tr_progress_seconds(const tr_progress *progress) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return seconds_between(&progress->start, &now);
}

void tr_progress_report(void *context, double done) {
    tr_progress *progress = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!progress->shown || seconds_between(&progress->last, &now) < 0.1)
        return;
    progress->last = now;
    const double passed = seconds_between(&progress->start, &now);
    done = (progress->done + done) / progress->count;
    if (done > 0.01)
        fprintf(stderr, "\r%s: %3.0f %%, %.0f s left \x1b[K", progress->what, 100 * done,
                passed * (1 - done) / done);
    else
        fprintf(stderr, "\r%s: %3.0f %% \x1b[K", progress->what, 100 * done);
    fflush(stderr);
}

static bool stopped(void *context) {
    const tr_progress *progress = context;
    return progress->stop && atomic_load_explicit(progress->stop, memory_order_relaxed);
}

tr_watch tr_progress_watch(tr_progress *progress, const atomic_bool *stop) {
    progress->stop = stop;
    return (tr_watch){tr_progress_report, stopped, progress};
}

void tr_progress_hide(tr_progress *progress) {
    if (progress->shown)
        fprintf(stderr, "\r\x1b[K");
}

void tr_progress_end(tr_progress *progress) {
    tr_progress_hide(progress);
    progress->shown = false;
}
