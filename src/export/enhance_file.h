// A height map from a PNG, with believable detail, as a larger PNG (noise/grids/enhance.h).
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "base/status.h"
#include "base/watch.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_enhance_job {
    const char *source; // any PNG whose texels are grey
    const char *path;   // of the result: 16 bits, grey; it appears whole or not at all
    int times;          // 1 … 8: each doubles the resolution
    bool wrap_x, wrap_y;
    bool estimate;    // the roughness, from the map
    double roughness; // else: 0 … 1
    uint64_t seed;
} tr_enhance_job;

typedef struct tr_enhance_result {
    int width, height;
    double roughness; // that was set or found
    bool had_alpha;   // which was left out
} tr_enhance_result;

// Writes it; *result is told as far as it came. Errors: those of tr_png_read_heights, tr_enhance_create and of
// writing, with the file; TR_STOPPED. Any thread; it spreads the work over the pool.
tr_status tr_enhance_file(const tr_enhance_job *job, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                          tr_enhance_result *result, tr_error *error);

// How large a PNG says that it is. False: it is none, or cannot be read.
bool tr_enhance_inspect(const char *path, int *width, int *height);

// How many samples the result has along an axis where the map has so many. It may be more than can be made.
int64_t tr_enhance_length(int samples, int times);
