// How much the planets of a type differ, and whether each keeps the type's bounds.
#pragma once
#include "measure/measure.h"
#include "planet/surface.h"
#include "scene/load.h"

// ---- the maps of one planet in memory, to take figures from (maps.c) ------------------------------

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

// ---- planets of a type (variety.c) ----------------------------------------------------------------

// What is compared of one seed.
typedef struct tr_portrait {
    double value[TR_BOUND_COUNT];
    tr_colours colours;
    double shape[TR_SHAPE_BINS]; // of displaced planets
} tr_portrait;

typedef struct tr_variety {
    int count;                   // of seeds: 1 … count
    tr_portrait *seeds;          // of seed k + 1; owned
    bool counts[TR_BOUND_COUNT]; // whether a figure means something in this type
    tr_bounds bounds;
    double nearest, median; // distances of pairs
    int near[2];            // the seeds of the nearest pair
    int broken;             // how many bounds; tr_variety_check counts
} tr_variety;

// What variety is measured with. watch may be NULL.
typedef struct tr_variety_options {
    int seeds, width; // 2 … seeds, of maps
    tr_isa isa;
    tr_pool *pool;
    const tr_watch *watch;
} tr_variety_options;

// Bakes the planets of seeds 1 … N of a world and compares all pairs. Lattices are no finer than texels.
// Errors: TR_BAD_USAGE for a scene of several planets, those of tr_world_load and tr_measured_bake. Clear it
// when done, also after a failure.
tr_status tr_variety_measure(const tr_world *world, const tr_variety_options *how, tr_variety *variety,
                             tr_error *error);
void tr_variety_clear(tr_variety *variety);

// The seeds with the lowest and the highest value of a bound, as indices.
void tr_variety_extremes(const tr_variety *variety, int bound, int *lowest, int *highest);

// Counts the bounds that seeds break; the first one is the error. Errors: TR_OUT_OF_BOUNDS, also where two of a
// few seeds look alike.
tr_status tr_variety_check(tr_variety *variety, const char *name, tr_error *error);
