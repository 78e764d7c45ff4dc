// Counts what a thread computes, and lets it hear on the way that it should stop. Kernels add what they are
// about to do, in pieces; so the same numbers tell how dear a planet is (planet/budget.h) and when to look.
#pragma once
#include "base/watch.h"

enum {
    TR_METER_LOOK = 1 << 20,           // operations between two looks at a watch, at most
    TR_METER_PIECE = TR_METER_LOOK / 2 // to add at a time, at most
};

#define TR_OPERATION_SECONDS 1e-9

// The work of one thread. An operation is about a nanosecond of a core of 2020 with AVX2, a quarter of what an
// octave of Perlin noise takes at a sample: `terrella bench operations` measures it.
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

// In the condition of a loop that has step i before it, from 0 on, and takes so many operations for each:
// counts some hundred steps at a time.
static inline bool tr_meter_step(tr_meter *meter, int64_t i, unsigned operations) {
    enum { together = 256 };
    return i % together != 0 || tr_meter_add(meter, (uint64_t)together * operations);
}

// Looks at the watch now. Errors: TR_STOPPED, also if it stopped before.
static inline tr_status tr_meter_check(tr_meter *meter, tr_error *error) {
    if (!meter)
        return TR_OK;
    meter->looked = meter->operations;
    meter->stopped = meter->stopped || tr_watch_stopped(meter->watch);
    return meter->stopped ? tr_fail(error, TR_STOPPED, "stopped") : TR_OK;
}
