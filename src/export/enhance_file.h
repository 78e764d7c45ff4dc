// Enhances a height map from a PNG with plausible detail, into a larger PNG (noise/grids/enhance.h).
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "base/status.h"
#include "base/watch.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_enhance_job {
    const char *source; // any grey PNG
    const char *path;   // the result: 16-bit grey; written atomically
    int times;          // 1 … 8: each doubles the resolution
    bool wrap_x, wrap_y;
    bool estimate;    // estimates the roughness from the map
    double roughness; // otherwise: 0 … 1
    uint64_t seed;
} tr_enhance_job;

typedef struct tr_enhance_result {
    int width, height;
    double roughness; // set or estimated
    bool had_alpha;   // an alpha channel was dropped
} tr_enhance_result;

// Writes the enhanced map. *result is filled in as far as the work got. Errors: those of tr_png_read_heights,
// tr_enhance_create and of writing, with the file; TR_STOPPED. Any thread; it uses the pool for the work.
tr_status tr_enhance_file(const tr_enhance_job *job, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                          tr_enhance_result *result, tr_error *error);

// Reads the size of a PNG from its header. False: it is not a PNG, or cannot be read.
bool tr_enhance_inspect(const char *path, int *width, int *height);

// The number of samples in the result along an axis. It may exceed the maximum.
int64_t tr_enhance_length(int samples, int times);
