// Counts the work of a thread and reports when it should stop. Kernels add their work in pieces before they do
// it. The same numbers estimate the cost of a planet (planet/budget.h) and determine when to poll the watch.
#pragma once
#include "base/watch.h"

enum {
    TR_METER_LOOK = 1 << 20,            // maximum number of operations between two polls of a watch
    TR_METER_PIECE = TR_METER_LOOK / 2, // maximum number to add at a time
    TR_SAMPLE_OPERATIONS = 8            // of any field per sample, besides its own
};

// Time per operation that estimates assume. `terrella bench field_` and the rows of fields that have rows of
// their own (arcs_200 … twist_20, voronoi_…, sites_5000) measure it (ns/op): on a core of 2023 up to 0.9 ns
// with AVX2 and up to 2.7 ns without vectors (field_wisps).
#define TR_OPERATION_SECONDS 1e-9

// The work of one thread.
typedef struct tr_meter {
    const tr_watch *watch; // or NULL: it cannot be stopped
    uint64_t operations;   // so far
    uint64_t looked;       // operations at the last poll of the watch
    bool stopped;          // stays true; work counted after that is not done
} tr_meter;

// Counts the operations that follow. False: skip them, because the work should stop; its result is then
// meaningless. Loops may continue to count. meter may be NULL.
static inline bool tr_meter_add(tr_meter *meter, uint64_t operations) {
    if (!meter)
        return true;
    meter->operations += operations;
    if (meter->operations - meter->looked >= TR_METER_PIECE) {
        meter->looked = meter->operations;
        meter->stopped = meter->stopped || tr_watch_stopped(meter->watch);
    }
    return !meter->stopped;
}

// The number of steps, of those that are left, that the loops below count at a time.
static inline int tr_meter_steps(int left) { return left < 1024 ? left : 1024; }

// for (int i = 0; i < count; i++) with `operations` counted per step, many steps at a time. It ends early once
// the meter has stopped. The body must not use `break`.
#define TR_METERED(meter, i, count, operations)                                                                \
    for (int i##_next = 0, i##_count = (count);                                                                \
         i##_next < i##_count &&                                                                               \
         tr_meter_add(meter, (uint64_t)(operations) * (uint64_t)tr_meter_steps(i##_count - i##_next));)        \
        for (int i = i##_next, i##_end = (i##_next += tr_meter_steps(i##_count - i##_next)); i < i##_end; i++)

// Polls the watch now. Errors: TR_STOPPED, also if it stopped before.
static inline tr_status tr_meter_check(tr_meter *meter, tr_error *error) {
    if (!meter)
        return TR_OK;
    meter->looked = meter->operations;
    meter->stopped = meter->stopped || tr_watch_stopped(meter->watch);
    return meter->stopped ? tr_fail(error, TR_STOPPED, "stopped") : TR_OK;
}
