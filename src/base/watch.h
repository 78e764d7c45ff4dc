// How a long job tells how far it is, and hears that it should stop.
#pragma once
#include "base/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct tr_watch {
    void (*report)(void *context,
                   double done); // done in 0..1; may be NULL; called on the thread that started the job
    void *context;
    const atomic_bool *stop; // may be NULL; the job ends soon with TR_STOPPED once it is true
} tr_watch;

static inline bool tr_watch_stopped(const tr_watch *watch) {
    return watch && watch->stop && atomic_load_explicit(watch->stop, memory_order_relaxed);
}

// TR_OK, or TR_STOPPED, recorded in *error, once the job should stop.
static inline tr_status tr_watch_check(const tr_watch *watch, tr_error *error) {
    return tr_watch_stopped(watch) ? tr_fail(error, TR_STOPPED, "stopped") : TR_OK;
}

static inline void tr_watch_report(const tr_watch *watch, double done) {
    if (watch && watch->report)
        watch->report(watch->context, done);
}
