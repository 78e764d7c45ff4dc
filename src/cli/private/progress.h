// Progress on a terminal: percentage and time left. Quiet everywhere else.
#pragma once
#include "base/watch.h"
#include <stdbool.h>
#include <time.h>

typedef struct tr_progress {
    char what[256];  // "inferno-7", as it is shown
    int done, count; // jobs that are done, of all
    bool shown;      // whether there is a terminal to show it on
    struct timespec start, last;
    const atomic_bool *stop; // may be NULL
} tr_progress;

void tr_progress_begin(tr_progress *progress, const char *what, bool quiet);
// Of a batch of jobs: the next one begins, number `index` from 0 on of `count`. It shows "planet 3 of 20,
// inferno-7" then, and the time left of all.
void tr_progress_next(tr_progress *progress, int index, int count, const char *what);
// Shows how far the present job is; context is the tr_progress.
void tr_progress_report(void *context, double done);
// Clears the line, which the next report shows again.
void tr_progress_hide(tr_progress *progress);
// A watch that reports to it, and stops once the flag is true. It is good as long as the progress is.
tr_watch tr_progress_watch(tr_progress *progress, const atomic_bool *stop);
// Clears the line.
void tr_progress_end(tr_progress *progress);

double tr_progress_seconds(const tr_progress *progress);
