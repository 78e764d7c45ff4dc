#include "app/private/trace.h"

#include "base/memory.h"
#include <stdio.h>

struct tr_trace {
    FILE *file;
};

tr_trace *tr_trace_create(const char *path) {
    tr_trace *trace = path ? tr_malloc(sizeof *trace) : NULL;
    if (!trace)
        return NULL;
    trace->file = fopen(path, "a");
    if (!trace->file) {
        tr_free(trace);
        return NULL;
    }
    setvbuf(trace->file, NULL, _IOLBF, 0); // a test reads along
    return trace;
}

void tr_trace_destroy(tr_trace *trace) {
    if (!trace)
        return;
    fclose(trace->file);
    tr_free(trace);
}

void tr_trace_frame(tr_trace *trace, uint64_t number, double time_s, double cost_s) {
    if (trace)
        fprintf(trace->file, "frame %llu %.2f %.2f\n", (unsigned long long)number, 1000 * time_s,
                1000 * cost_s);
}

void tr_trace_event(tr_trace *trace, const char *what, uint64_t number, double time_s) {
    if (trace)
        fprintf(trace->file, "%s %llu %.2f\n", what, (unsigned long long)number, 1000 * time_s);
}
