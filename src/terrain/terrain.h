// Continents with a reason, and climate: heights, rain and what they come from, solved for the whole planet on
// a lattice round it (noise/grids/globe.h).
//
//     plates ─► crust ─► mountains ─► sea level ─► rain ─► erosion ─► rain ─► waters ─► cubes for the texels
//
// Each arrow is one function over all points (the files are named after them); work.h is what they share.
// More: docs/internals/terrain.md.
#pragma once
#include "base/pool.h"
#include "base/watch.h"
#include "noise/grids/displacement.h"
#include "noise/grids/globe.h"
#include "noise/kernels.h"
#include "terrain/plates.h"
#include "terrain/rivers.h"

// What a terrain knows of a place.
typedef enum terrain_value {
    TR_TERRAIN_HEIGHT, // metres, the sea at 0
    TR_TERRAIN_CRUST,  // how continental the ground is: 0 at the coast, above it on land, about -1 … 1
    TR_TERRAIN_RAIN,   // 0 in a desert, 1 in a rain forest
    TR_TERRAIN_RELIEF, // metres between the lowest and the highest ground around
    TR_TERRAIN_UPLIFT, // metres that mountains were pushed up there, before water wore them down
    TR_TERRAIN_FLOW,   // water that runs through, by doublings: 0 on ridges, 1 at the mouth of a great river
    // (at sea: what is left of rivers)
    TR_TERRAIN_BORDER, // 1 where plates close fast, -1 where they part, 0 far from their borders
    TR_TERRAIN_RIVER,  // how much of a texel is river, 0 … 1
    TR_TERRAIN_BED,    // metres that the ground does not rise above beside a river; 10^6 far from all
    TR_TERRAIN_LAKE,   // metres of water in lakes, below 0 around them, -100 far from all
    TR_TERRAIN_LEVEL,  // metres of the surface of a lake that is near, else of the ground
    TR_TERRAIN_COUNT
} terrain_value;

// What a terrain is made from, knobs resolved.
typedef struct terrain_numbers {
    uint64_t seed;
    double cells;       // along an edge of the cube
    double plates;      // 2 … TR_MAX_PLATES
    double erosion;     // steps of wearing down
    double continental; // fraction of the plates that carry a continent
    double land;        // fraction of the planet above 0 m
    double scale;       // of continents: cells of noise per radius
    double noisiness;   // how much borders and coasts are disturbed
    double persistence; // of the noise of the crust
    double mountains;   // how high plates pile them up, 1: as on Earth
    double hot_spots;   // how many islands rise far from any border, 1: as on Earth
    double wetness;     // added to the rain
    double rivers;      // how wide they are, 1: as on Earth
    double lakes;       // how deep their basins are scoured, 1: as on Earth
} terrain_numbers;

// Cubes to be sampled, one for each terrain_value but those that rivers give by themselves.
typedef struct terrain_cubes {
    tr_cube cubes[TR_TERRAIN_COUNT];
    river_nets rivers;
    tr_cube_vectors slopes; // of the land, a little smoothed: m for each radius, uphill
} terrain_cubes;

// Solves on all threads of the pool; the result depends neither on them nor on the instruction set.
// watch may be NULL; it is looked at between steps. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status terrain_solve(const terrain_numbers *numbers, tr_isa isa, tr_pool *pool, tr_meter *meter,
                        terrain_cubes *out, tr_error *error);
void terrain_clear(terrain_cubes *terrain);
