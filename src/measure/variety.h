// How much the planets of a type differ, and whether each stays within the type's bounds.
#pragma once
#include "measure/measure.h"
#include "planet/surface.h"
#include "scene/load.h"

// ---- the maps of one planet in memory, to take figures from (maps.c) ------------------------------

typedef struct tr_measured_maps {
    int width;
    uint8_t *albedo, *normal, *emission; // emission is NULL if the planet does not glow
    float *height;                       // in metres, not limited to the range of a height map
    double low_m, high_m;                // its range: that of the recipe, extended where heights exceed it
    tr_sizes craters;                    // craters placed by layers, with a radius of four texels or more
    uint8_t *clouds;                     // colour and cover; NULL: no clouds, or not requested
} tr_measured_maps;

// Bakes the maps of a recipe, with or without its clouds. watch may be NULL. Errors: those of tr_surface_make
// and tr_surface_bake_patch. Call tr_measured_clear when done, also after a failure.
tr_status tr_measured_bake(const tr_recipe *recipe, int width, bool clouds, tr_isa isa, tr_pool *pool,
                           const tr_watch *watch, tr_measured_maps *maps, tr_error *error);
// Measures the colours of a planet: of its albedo, or of its emission if the albedo is black, as for a star.
// *shown is the map that was measured. watch: as in measure.h. Errors: TR_STOPPED.
tr_status tr_measured_colours(const tr_measured_maps *maps, const tr_watch *watch, const uint8_t **shown,
                              tr_colours *colours, tr_error *error);
void tr_measured_clear(tr_measured_maps *maps);

// ---- planets of a type (variety.c) ----------------------------------------------------------------

// The figures of one seed that are compared.
typedef struct tr_portrait {
    double value[TR_BOUND_COUNT];
    tr_colours colours;
    double shape[TR_SHAPE_BINS]; // of displaced planets
} tr_portrait;

typedef struct tr_variety {
    int count;                   // of seeds: 1 … count
    tr_portrait *seeds;          // of seed k + 1; owned
    bool counts[TR_BOUND_COUNT]; // whether a figure has a meaning for this type
    tr_bounds bounds;
    double nearest, median; // distances of pairs
    int near[2];            // the seeds of the nearest pair
    int broken;             // number of broken bounds; set by tr_variety_check
} tr_variety;

// What variety is measured with. watch may be NULL.
typedef struct tr_variety_options {
    int seeds, width; // seeds: at least 2; width: of the maps
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

// Counts the bounds that seeds break; the first one is the error. Errors: TR_OUT_OF_BOUNDS, also if there are
// few seeds and two of them look almost the same.
tr_status tr_variety_check(tr_variety *variety, const char *name, tr_error *error);
