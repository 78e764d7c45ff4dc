// The maps of one planet in memory, to take figures from.
#pragma once
#include "measure/measure.h"
#include "planet/surface.h"

typedef struct tr_measured_maps {
    int width;
    uint8_t *albedo, *normal, *emission; // emission is NULL where the planet does not glow
    float *height;                       // in metres, whatever range a height map has
    double low_m, high_m;                // its range: that of the recipe, or more where there is more
    tr_sizes craters;                    // that layers place, of four texels' radius and more
    uint8_t *clouds;                     // colour and cover; NULL where there are none, or not asked for
} tr_measured_maps;

// Bakes the maps of a recipe, with its clouds or without. watch may be NULL. Errors: those of tr_surface_make
// and tr_surface_bake_patch. Clear them when done, also after a failure.
tr_status tr_measured_bake(const tr_recipe *recipe, int width, bool clouds, tr_isa isa, tr_pool *pool,
                           const tr_watch *watch, tr_measured_maps *maps, tr_error *error);
// The colours of a planet; of one that reflects nothing, as a star, those of its light. *shown: the map they
// are of. watch: as in measure.h. Errors: TR_STOPPED.
tr_status tr_measured_colours(const tr_measured_maps *maps, const tr_watch *watch, const uint8_t **shown,
                              tr_colours *colours, tr_error *error);
void tr_measured_clear(tr_measured_maps *maps);
