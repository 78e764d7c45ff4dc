// How long edits take until they are seen.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Milliseconds from the moment an edit was handed to the bake until a picture with it was on its way to the
// screen: the first one, and the first with its sharp maps. `edits` is how many were seen.
typedef struct tr_delays {
    int count;
    double median_ms, most_ms; // the latter: of 99 in a hundred
} tr_delays;

typedef struct tr_latency_report {
    int edits;
    tr_delays seen, sharp;
} tr_latency_report;

typedef struct tr_latency tr_latency;

// NULL without memory: all other functions then do nothing.
tr_latency *tr_latency_create(void);
void tr_latency_destroy(tr_latency *latency);

// Edit `number` was handed over; numbers grow.
void tr_latency_edit(tr_latency *latency, uint64_t number, double time_s);
// A picture with that edit, and so with all before it, is on its way. An edit that another one replaced before
// its maps were sharp never counts as sharp.
void tr_latency_picture(tr_latency *latency, uint64_t number, bool sharp, double time_s);
// All zero without memory.
void tr_latency_print(const tr_latency *latency, tr_latency_report *report);
