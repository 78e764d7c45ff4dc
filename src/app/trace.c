#include "app/private/trace.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_places = 512 };

struct tr_trace {
    FILE *file;
    const char *maps_path;         // path prefix for maps; NULL: none are written
    uint64_t message, front, body; // hashes of the last ones
    uint64_t places[most_places];  // hash of the last line for each slot of a name's hash
};

tr_trace *tr_trace_create(const char *path) {
    tr_trace *trace = path ? tr_calloc(1, sizeof *trace) : NULL;
    if (!trace)
        return NULL;
    trace->file = tr_path_stream(path, "a");
    if (!trace->file) {
        tr_free(trace);
        return NULL;
    }
    const char *leaves = getenv("TERRELLA_TRACE_MAPS");
    trace->maps_path = leaves && strcmp(leaves, "1") == 0 ? path : NULL;
    setvbuf(trace->file, NULL, _IOLBF, 0); // tests read it while it is written
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

void tr_trace_maps(const tr_trace *trace, int width, const tr_trace_map *maps, int count) {
    for (int i = 0; i < count && trace && trace->maps_path; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s.%s", trace->maps_path, maps[i].name);
        FILE *file = maps[i].texels ? tr_path_stream(path, "wb") : NULL;
        if (!file)
            continue;
        const size_t texels = (size_t)width * (size_t)(width / 2);
        fwrite(maps[i].texels, (size_t)maps[i].texel_bytes, texels, file); // an incomplete file makes the test
                                                                           // fail
        fclose(file);
    }
}

// Writes a line if it differs from the last line of its kind.
static void write_new(tr_trace *trace, uint64_t *last, const char *kind, const char *text) {
    const uint64_t hash = tr_hash_text(3, text);
    if (*last != hash)
        fprintf(trace->file, "%s %s\n", kind, text);
    *last = hash;
}

void tr_trace_message(tr_trace *trace, const char *text) {
    if (trace)
        write_new(trace, &trace->message, "message", text);
}

void tr_trace_front(tr_trace *trace, const char *name) {
    if (trace)
        write_new(trace, &trace->front, "front", name);
}

void tr_trace_body(tr_trace *trace, const char *name) {
    if (trace)
        write_new(trace, &trace->body, "body", name);
}

void tr_trace_forget_places(tr_trace *trace) {
    if (trace)
        memset(trace->places, 0, sizeof trace->places);
}

void tr_trace_place(tr_trace *trace, const char *name, double x, double y, double width, double height) {
    char line[384], shown[301];
    if (!trace)
        return;
    snprintf(line, sizeof line, "%.0f %.0f %.0f %.0f %s", x, y, width, height,
             tr_text_show(name, shown, sizeof shown));
    const uint64_t slot = tr_hash_text(1, name) % most_places, hash = tr_hash_text(2, line);
    if (trace->places[slot] != hash)
        fprintf(trace->file, "place %s\n", line);
    trace->places[slot] = hash;
}
