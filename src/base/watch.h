// Progress reports and stop requests of long jobs: tr_watch (terrella/terrella.h).
#pragma once
#include "base/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A watch that requests a stop once the flag is true; NULL: never.
static inline tr_watch tr_watch_flag(const atomic_bool *flag) {
    return (tr_watch){.stopped = flag ? tr_stop_flag : NULL, .context = (void *)(uintptr_t)flag};
}

static inline bool tr_watch_stopped(const tr_watch *watch) {
    return watch && watch->stopped && watch->stopped(watch->context);
}

// TR_OK, or TR_STOPPED, recorded in *error, if the job should stop.
static inline tr_status tr_watch_check(const tr_watch *watch, tr_error *error) {
    return tr_watch_stopped(watch) ? tr_fail(error, TR_STOPPED, "stopped") : TR_OK;
}

static inline void tr_watch_report(const tr_watch *watch, double done) {
    if (watch && watch->report)
        watch->report(watch->context, done);
}
