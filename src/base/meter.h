// Counts what a thread computes, and lets it hear on the way that it should stop. Kernels add what they are
// about to do, in pieces; so the same numbers tell how dear a planet is (planet/budget.h) and when to look.
#pragma once
#include "base/watch.h"

enum {
    TR_METER_LOOK = 1 << 20,            // operations between two looks at a watch, at most
    TR_METER_PIECE = TR_METER_LOOK / 2, // to add at a time, at most
    TR_SAMPLE_OPERATIONS = 8            // of any field at a sample, beside its own
};

// What estimates of time take an operation for. `terrella bench field_` and the rows of fields that have their
// own (arcs_200 … twist_20, voronoi_…, sites_5000) tell what it takes (ns/op): on a core of 2023 up to 0.9 ns
// with AVX2 and up to 2.7 ns without vectors (field_wisps).
#define TR_OPERATION_SECONDS 1e-9

// The work of one thread.
typedef struct tr_meter {
    const tr_watch *watch; // or NULL: nothing stops it
    uint64_t operations;   // so far
    uint64_t looked;       // operations at the last look at the watch
    bool stopped;          // once it is, it stays so; what is counted then is not done
} tr_meter;

// Counts operations that come next. False: they are to be left out, because the work should stop; what it was
// for is worth nothing then. Loops may go on and count. meter may be NULL.
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

// Steps that loops below count at a time, of those that are left.
static inline int tr_meter_steps(int left) { return left < 1024 ? left : 1024; }

// for (int i = 0; i < count; i++) that counts so many operations for each step, many steps at a time, and ends
// early once the meter has stopped. `break` is not for its body.
#define TR_METERED(meter, i, count, operations)                                                                \
    for (int i##_next = 0, i##_count = (count);                                                                \
         i##_next < i##_count &&                                                                               \
         tr_meter_add(meter, (uint64_t)(operations) * (uint64_t)tr_meter_steps(i##_count - i##_next));)        \
        for (int i = i##_next, i##_end = (i##_next += tr_meter_steps(i##_count - i##_next)); i < i##_end; i++)

// Looks at the watch now. Errors: TR_STOPPED, also if it stopped before.
static inline tr_status tr_meter_check(tr_meter *meter, tr_error *error) {
    if (!meter)
        return TR_OK;
    meter->looked = meter->operations;
    meter->stopped = meter->stopped || tr_watch_stopped(meter->watch);
    return meter->stopped ? tr_fail(error, TR_STOPPED, "stopped") : TR_OK;
}
