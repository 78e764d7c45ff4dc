// The latency of edits: the time until a picture shows them.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Milliseconds from handing an edit to the bake until a picture with it is sent to the screen: the first
// picture, and the first with sharp maps. `edits`: the number of edits that were shown.
typedef struct tr_delays {
    int count;
    double median_ms, most_ms; // most_ms: the 99th percentile
} tr_delays;

typedef struct tr_latency_report {
    int edits;
    tr_delays seen, sharp;
} tr_latency_report;

typedef struct tr_latency tr_latency;

// NULL without memory: all other functions then do nothing.
tr_latency *tr_latency_create(void);
void tr_latency_destroy(tr_latency *latency);

// Call when the bake of edit `number` was requested; numbers increase.
void tr_latency_edit(tr_latency *latency, uint64_t number, double time_s);
// A picture with that edit, and so with all earlier edits, is sent to the screen. An edit that was replaced
// before its maps were sharp never counts as sharp.
void tr_latency_picture(tr_latency *latency, uint64_t number, bool sharp, double time_s);
// All zero without memory.
void tr_latency_print(const tr_latency *latency, tr_latency_report *report);
