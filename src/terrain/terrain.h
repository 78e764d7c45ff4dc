// Continents and climate from causes: heights, rain and related values, solved for the whole planet on a
// lattice on the sphere (noise/grids/globe.h).
//
//     plates ─► crust ─► mountains ─► sea level ─► rain ─► erosion ─► rain ─► waters ─► cubes for the texels
//
// Each arrow is one function over all points (the files are named after them); work.h has their shared state.
// More: docs/internals/terrain.md.
#pragma once
#include "base/pool.h"
#include "base/watch.h"
#include "noise/grids/globe.h"
#include "noise/kernels.h"
#include "terrain/plates.h"
#include "terrain/rivers.h"

// The values of a terrain at a place.
typedef enum terrain_value {
    TR_TERRAIN_HEIGHT, // metres, the sea at 0
    TR_TERRAIN_CRUST,  // continentality of the ground: 0 at the coast, positive on land, about -1 … 1
    TR_TERRAIN_RAIN,   // 0 in a desert, 1 in a rain forest
    TR_TERRAIN_RELIEF, // height difference in metres between the lowest and the highest ground around
    TR_TERRAIN_UPLIFT, // metres of uplift before erosion
    TR_TERRAIN_FLOW,   // logarithm of the flow: 0 on ridges, 1 at the mouth of a great river
    // (at sea: the plumes of rivers)
    TR_TERRAIN_BORDER, // 1 where plates converge fast, -1 where they diverge, 0 far from their borders
    TR_TERRAIN_RIVER,  // fraction of a texel covered by rivers, 0 … 1
    TR_TERRAIN_BED,    // upper limit of the ground beside a river, in metres; 10^6 far from all rivers
    TR_TERRAIN_LAKE,   // depth of lakes in metres, negative around them, -100 far from all lakes
    TR_TERRAIN_LEVEL,  // height of the surface of a nearby lake, in metres, otherwise of the ground
    TR_TERRAIN_COUNT
} terrain_value;

// The input of a terrain, with knobs applied.
typedef struct terrain_numbers {
    uint64_t seed;
    double cells;       // along an edge of the cube
    double plates;      // 2 … TR_MAX_PLATES
    double erosion;     // number of erosion steps
    double continental; // fraction of the plates that carry a continent
    double land;        // fraction of the planet above 0 m
    double scale;       // of continents: cells of noise per radius
    double noisiness;   // strength of the disturbance of borders and coasts
    double persistence; // of the noise of the crust
    double mountains;   // height to which plates raise them; 1 as on Earth
    double hot_spots;   // number of islands far from any border; 1 as on Earth
    double wetness;     // added to the rain
    double rivers;      // their width; 1 as on Earth
    double lakes;       // depth of their basins; 1 as on Earth
} terrain_numbers;

// Cubes for sampling, one for each terrain_value except those that rivers compute.
typedef struct terrain_cubes {
    tr_cube cubes[TR_TERRAIN_COUNT];
    river_nets rivers;
    tr_cube_vectors slopes; // of the land, slightly smoothed: m per radius, uphill
} terrain_cubes;

// Solves the terrain on all threads of the pool. The result depends neither on their number nor on the
// instruction set. meter counts work and may stop it; it may be NULL. Errors: TR_NO_MEMORY, TR_STOPPED; *out is
// then empty. Free with terrain_clear.
tr_status terrain_solve(const terrain_numbers *numbers, tr_isa isa, tr_pool *pool, tr_meter *meter,
                        terrain_cubes *out, tr_error *error);
// Frees what terrain_solve made. A zeroed terrain is allowed.
void terrain_clear(terrain_cubes *terrain);
