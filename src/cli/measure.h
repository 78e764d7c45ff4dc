// Figures of planets, for `terrella measure`. Private to measure_*.c.
#pragma once
#include "cli/commands.h"
#include "planet/measure.h"
#include "planet/surface.h"

// The maps of one planet in memory.
typedef struct tr_measured_maps {
    int width;
    uint8_t *albedo, *normal, *emission; // emission is NULL where the planet does not glow
    float *height;                       // in metres, as the height map tells them
} tr_measured_maps;

// Bakes the maps of a recipe. Errors: those of tr_surface_create and tr_surface_bake_whole. Clear them when
// done.
tr_status tr_measured_bake(const tr_command_context *context, const tr_recipe *recipe, tr_pool *pool, int width,
                           tr_measured_maps *maps);
// The colours of a planet; of one that reflects nothing, as a star, those of its light.
void tr_measured_colours(const tr_measured_maps *maps, tr_colours *colours);
void tr_measured_clear(tr_measured_maps *maps);

// terrella measure TYPE --seeds N.
tr_status tr_measure_seeds(const tr_command_context *context, tr_pool *pool, int width);
