#include "planet/pyramid.h"
#include "base/size.h"
#include "planet/plan.h"

#include <stdlib.h>

// Bytes of all levels of one map.
static size_t pyramid_bytes(int width, int *levels) {
    size_t bytes = 0;
    *levels = 0;
    for (int w = width; w >= 2; w /= 2) {
        bytes += 3 * (size_t)w * (size_t)(w / 2);
        ++*levels;
    }
    return bytes;
}

// One texel of the next level: the mean of four. Colours are mixed in linear light, of 12 bits (linear is the
// light of each code), and go back by the table that encodes maps.
static uint8_t mean_of(const uint8_t four[4], const float *linear, const tr_srgb_table *table) {
    if (!linear)
        return (uint8_t)((four[0] + four[1] + four[2] + four[3] + 2) / 4);
    float light = 0.25f * (linear[four[0]] + linear[four[1]] + linear[four[2]] + linear[four[3]]);
    int code = table->code[(int)(light * TR_SRGB_BINS)];
    return (uint8_t)(code + (light >= table->threshold[code + 1]));
}

static void halve(const uint8_t *in, int width, const float *linear, const tr_srgb_table *table, uint8_t *out) {
    const size_t row = 3 * (size_t)width;
    for (int j = 0; j < width / 4; j++)
        for (int i = 0; i < width / 2; i++)
            for (int c = 0; c < 3; c++) {
                const uint8_t *p = in + 2 * (size_t)j * row + 6 * (size_t)i + c;
                const uint8_t four[4] = {p[0], p[3], p[row], p[row + 3]};
                *out++ = mean_of(four, linear, table);
            }
}

typedef struct levels_job {
    const tr_surface *surface;
    uint8_t *maps[3];
    bool colour[3];
    int width;
    float linear[256];
} levels_job;

static void build_levels(void *context, int index, int worker) {
    (void)worker;
    const levels_job *job = context;
    uint8_t *level = job->maps[index];
    for (int w = job->width; level && w >= 4; w /= 2) {
        uint8_t *next = level + 3 * (size_t)w * (size_t)(w / 2);
        halve(level, w, job->colour[index] ? job->linear : NULL, &job->surface->srgb, next);
        level = next;
    }
}

static tr_status reserve(const tr_surface *surface, int width, tr_pyramid *pyramid, tr_error *error) {
    int levels;
    size_t bytes = pyramid_bytes(width, &levels);
    if (pyramid->width != width) {
        tr_pyramid_clear(pyramid);
        pyramid->memory = tr_allocate(bytes, 3);
        if (!pyramid->memory)
            return tr_fail(error, TR_NO_MEMORY, "no memory for maps %d wide", width);
    }
    pyramid->width = width, pyramid->levels = levels;
    pyramid->albedo = pyramid->memory;
    pyramid->normal = pyramid->memory + bytes;
    pyramid->emission = surface->emission.count ? pyramid->memory + 2 * bytes : NULL;
    return TR_OK;
}

tr_status tr_pyramid_bake(const tr_surface *surface, tr_pool *pool, tr_cache *cache, int width,
                          const tr_watch *watch, tr_pyramid *pyramid, tr_error *error) {
    tr_status status = reserve(surface, width, pyramid, error);
    if (status != TR_OK)
        return status;
    void *const texels[TR_MAP_COUNT] = {[TR_MAP_ALBEDO] = pyramid->albedo,
                                        [TR_MAP_NORMAL] = pyramid->normal,
                                        [TR_MAP_EMISSION] = pyramid->emission};
    status = tr_surface_bake_whole(surface, pool, cache, width, texels, watch, error);
    if (status != TR_OK)
        return status;
    levels_job job = {.surface = surface,
                      .maps = {pyramid->albedo, pyramid->normal, pyramid->emission},
                      .colour = {true, false, true},
                      .width = width};
    for (int code = 0; code < 256; code++)
        job.linear[code] = (float)tr_srgb_decode((uint8_t)code);
    tr_pool_run(pool, 3, build_levels, &job);
    return TR_OK;
}

void tr_pyramid_clear(tr_pyramid *pyramid) {
    free(pyramid->memory);
    *pyramid = (tr_pyramid){0};
}
