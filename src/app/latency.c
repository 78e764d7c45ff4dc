#include "app/latency.h"

#include "base/size.h"

#include <stdlib.h>

enum { most_waiting = 256 }; // edits that no picture has shown yet; more are not counted

typedef struct series {
    double *ms; // owned
    int count;
} series;

struct tr_latency {
    struct {
        uint64_t number;
        double time_s;
        bool seen;
    } waiting[most_waiting]; // by number, the oldest first
    int waiting_count, edits;
    series seen, sharp;
};

tr_latency *tr_latency_create(void) { return tr_calloc(1, sizeof(tr_latency)); }

void tr_latency_destroy(tr_latency *latency) {
    if (!latency)
        return;
    tr_free(latency->seen.ms);
    tr_free(latency->sharp.ms);
    tr_free(latency);
}

static void add(series *s, double ms) {
    if (tr_grow(&s->ms, s->count, sizeof *s->ms))
        s->ms[s->count++] = ms;
}

void tr_latency_edit(tr_latency *latency, uint64_t number, double time_s) {
    if (!latency)
        return;
    latency->edits++;
    if (latency->waiting_count == most_waiting)
        return;
    latency->waiting[latency->waiting_count].number = number;
    latency->waiting[latency->waiting_count].time_s = time_s;
    latency->waiting[latency->waiting_count++].seen = false;
}

void tr_latency_picture(tr_latency *latency, uint64_t number, bool sharp, double time_s) {
    if (!latency)
        return;
    int kept = 0;
    for (int i = 0; i < latency->waiting_count; i++) {
        const bool shown = latency->waiting[i].number <= number;
        const double ms = 1000 * (time_s - latency->waiting[i].time_s);
        if (shown && !latency->waiting[i].seen)
            add(&latency->seen, ms);
        if (shown && sharp && latency->waiting[i].number == number)
            add(&latency->sharp, ms);
        latency->waiting[i].seen = latency->waiting[i].seen || shown;
        if (!shown || (latency->waiting[i].number == number && !sharp)) // the edit may still become sharp
            latency->waiting[kept++] = latency->waiting[i];
    }
    latency->waiting_count = kept;
}

// ---- report ------------------------------------------------------------------------------------

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The smallest value that this percentage of values does not exceed.
static double percentile(const double *sorted, int count, int of_hundred) {
    const int rank = (count * of_hundred + 99) / 100;
    return sorted[rank > 0 ? rank - 1 : 0];
}

static tr_delays delays_of(const series *s) {
    double *sorted = s->count > 0 ? tr_allocate((size_t)s->count, sizeof *sorted) : NULL;
    if (!sorted)
        return (tr_delays){0};
    for (int i = 0; i < s->count; i++)
        sorted[i] = s->ms[i];
    qsort(sorted, (size_t)s->count, sizeof *sorted, compare);
    const tr_delays delays = {s->count, percentile(sorted, s->count, 50), percentile(sorted, s->count, 99)};
    tr_free(sorted);
    return delays;
}

void tr_latency_print(const tr_latency *latency, tr_latency_report *report) {
    *report = (tr_latency_report){0};
    if (!latency)
        return;
    *report = (tr_latency_report){latency->edits, delays_of(&latency->seen), delays_of(&latency->sharp)};
}
