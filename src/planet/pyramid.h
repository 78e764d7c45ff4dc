// The maps that a picture of the planet needs, with their mip levels.
#pragma once
#include "planet/surface.h"

// Equirectangular RGB8 maps in one block of memory; of each map, `levels` levels one after another, level k
// (width >> k) x (width/2 >> k), level 0 exactly what the exporter writes. emission is NULL when the planet
// gives off no light.
typedef struct tr_pyramid {
    int width, levels;
    uint8_t *albedo, *normal, *emission;
    uint8_t *memory; // owned
} tr_pyramid;

// Bakes albedo, normal and emission at a width that is a power of two, on all threads of the pool. *pyramid may
// hold an earlier one of the same width, whose memory is used again; zero-initialise the first. cache may be
// NULL. Errors: TR_STOPPED, TR_NO_MEMORY.
tr_status tr_pyramid_bake(const tr_surface *surface, tr_pool *pool, tr_cache *cache, int width,
                          const tr_watch *watch, tr_pyramid *pyramid, tr_error *error);
void tr_pyramid_clear(tr_pyramid *pyramid);
