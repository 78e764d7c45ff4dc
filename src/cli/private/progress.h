// Progress on a terminal: percentage and time left. Quiet everywhere else.
#pragma once
#include "base/watch.h"
#include <stdbool.h>
#include <time.h>

typedef struct tr_progress {
    char what[256]; // "inferno-7", as it is shown
    bool shown;     // whether there is a terminal to show it on
    struct timespec start, last;
    const atomic_bool *stop; // may be NULL
} tr_progress;

void tr_progress_begin(tr_progress *progress, const char *what, bool quiet);
// Shows how far it is; context is the tr_progress.
void tr_progress_report(void *context, double done);
// A watch that reports to it, and stops once the flag is true. It is good as long as the progress is.
tr_watch tr_progress_watch(tr_progress *progress, const atomic_bool *stop);
// Clears the line.
void tr_progress_end(tr_progress *progress);

double tr_progress_seconds(const tr_progress *progress);
