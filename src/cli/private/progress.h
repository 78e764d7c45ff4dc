// Progress on a terminal: percentage and time left. Quiet everywhere else.
#pragma once
#include "base/watch.h"
#include <stdbool.h>
#include <time.h>

typedef struct tr_progress {
    const char *what; // "inferno-7"
    bool shown;       // whether there is a terminal to show it on
    struct timespec start, last;
} tr_progress;

void tr_progress_begin(tr_progress *progress, const char *what, bool quiet);
// For tr_watch.report: context is the tr_progress.
void tr_progress_report(void *progress, double done);
// Clears the line.
void tr_progress_end(tr_progress *progress);

double tr_progress_seconds(const tr_progress *progress);
