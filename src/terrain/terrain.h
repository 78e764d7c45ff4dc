// Continents and climate from causes: heights, rain and related values, solved for the whole planet on a
// lattice on the sphere (noise/grids/globe.h).
//
//     plates ─► crust ─► mountains ─► sea level ─► rain ─► erosion ─► rain ─► waters ─► cubes for the texels
//
// Maps may give a part of this (follow.c), and brushes change it (paint.c).
// Each arrow is one function over all points (the files are named after them); work.h has their shared state.
// More: docs/internals/terrain.md.
#pragma once
#include "base/maths.h"
#include "base/pool.h"
#include "base/watch.h"
#include "noise/grids/globe.h"
#include "noise/kernels.h"
#include "noise/lattice/fractal.h"
#include "terrain/continents.h"
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
    TR_TERRAIN_BORDER,  // 1 where plates converge fast, -1 where they diverge, 0 far from their borders
    TR_TERRAIN_RIVER,   // fraction of a texel covered by rivers, 0 … 1
    TR_TERRAIN_BED,     // upper limit of the ground beside a river, in metres; 10^6 far from all rivers
    TR_TERRAIN_LAKE,    // depth of lakes in metres, negative around them, -100 far from all lakes
    TR_TERRAIN_LEVEL,   // height of the surface of a nearby lake, in metres, otherwise of the ground
    TR_TERRAIN_PAINTED, // metres that brushes have added to the height
    TR_TERRAIN_COUNT
} terrain_value;

// What maps may give to a terrain.
typedef enum terrain_map {
    TR_TERRAIN_MAP_HEIGHT,      // metres, the sea at 0 and below
    TR_TERRAIN_MAP_LAND,        // above ½ on land
    TR_TERRAIN_MAP_UPLIFT,      // where mountains rise, 0 … 1
    TR_TERRAIN_MAP_TEMPERATURE, // yearly mean in degrees Celsius
    TR_TERRAIN_MAP_RAIN,        // as TR_TERRAIN_RAIN
    TR_TERRAIN_MAP_COUNT
} terrain_map;

// What brushes may paint on a terrain.
typedef enum terrain_tool {
    TR_TERRAIN_PAINT_LAND,      // 1: land, -1: sea
    TR_TERRAIN_PAINT_MOUNTAINS, // 1 where mountains rise
    TR_TERRAIN_PAINT_RELIEF,    // metres that are added, once ground is removed as far as the weight says
    TR_TERRAIN_PAINT_HOLLOW,    // the part of them by which craters go below 0, on a planet with a sea
    TR_TERRAIN_PAINT_RAIN,      // is added to the rain
    TR_TERRAIN_TOOL_COUNT
} terrain_tool;

// Maps that a terrain follows. Where they are given, plates give way to a map of heights, and the coast is that
// of the heights or of the land.
typedef struct terrain_input {
    float strength[TR_TERRAIN_MAP_COUNT]; // 0: not given … 1: the map is the truth
    // Values of a map in directions, averaged over texels that span so many radians (0: not averaged), and
    // weights: 0 where nothing is given. Any thread.
    void (*sample)(const void *context, terrain_map map, double texel, int count, const float *x,
                   const float *y, const float *z, float *value, float *weight);
    const void *context;
    bool painted[TR_TERRAIN_TOOL_COUNT];
    // What brushes painted: values times weights, and weights, 0 … 1. `list` has list_words words. Any thread.
    void (*paint)(const void *context, terrain_tool tool, double texel, const tr_samples *at, int32_t *list,
                  float *value, float *weight);
    size_t list_words;
    // Of a map of a part of the globe: its shorter side in radians; 0: it shows the whole globe.
    float side[TR_TERRAIN_MAP_COUNT];
    bool loose;    // the coast of the map of land is moved by noise of ours, the farther, the weaker the map is
    bool flat_sea; // the map of heights has no sea floor: its sea lies at 0 or below everywhere
    double erosion; // number of erosion steps where a map of heights is given; usually 0
} terrain_input;

// The input of a terrain, with knobs applied.
typedef struct terrain_numbers {
    const terrain_input *input; // or NULL
    uint64_t seed;
    double cells;       // along an edge of the cube
    double plates;      // 2 … TR_MAX_PLATES
    double erosion;     // number of erosion steps
    double continental; // fraction of the plates that carry a continent
    double land;        // fraction of the planet above 0 m
    double continents;  // their number, 0 … TR_MAX_CONTINENTS; 0: as the noise has it
    double unequal;     // 0: continents of a given number are alike … 1: one is large
    double scale;       // of continents: cells of noise per radius
    double noisiness;   // strength of the disturbance of borders and coasts
    double persistence; // of the noise of the crust
    double mountains;   // height to which plates raise them; 1 as on Earth
    double hot_spots;   // number of islands far from any border; 1 as on Earth
    double wetness;     // added to the rain
    double rivers;      // their width; 1 as on Earth
    double lakes;       // depth of their basins; 1 as on Earth
    double sea_m;       // raises the sea by so many metres once the relief is made
    double turn[3];     // degrees by which the land is turned (noise/maths/turn.h); the climate stays
} terrain_numbers;

// Cubes for sampling, one for each terrain_value except those that rivers compute. Directions are those of the
// land before its turn.
typedef struct terrain_cubes {
    float sea_m;  // of the numbers: heights are over the raised sea
    float base_m; // by how much the air rises with the sea: the mean rise of the surface of ground and sea
    tr_cube cubes[TR_TERRAIN_COUNT];
    river_nets rivers;
    tr_cube_vectors slopes; // of the land, slightly smoothed: m per radius, uphill
} terrain_cubes;

// Solves the terrain on all threads of the pool. The result depends neither on their number nor on the
// instruction set. meter counts work and may stop it; it may be NULL. Errors: TR_NO_MEMORY, TR_STOPPED; *out is
// then empty. Free with terrain_clear.
tr_status terrain_solve(const terrain_numbers *numbers, tr_isa isa, tr_pool *pool, tr_meter *meter,
                        terrain_cubes *out, tr_error *error);
// The same for two terrains: *plain without the paint of the input, and *painted with it. What both have in
// common is solved once.
tr_status terrain_solve_both(const terrain_numbers *numbers, tr_isa isa, tr_pool *pool, tr_meter *meter,
                             terrain_cubes *plain, terrain_cubes *painted, tr_error *error);
// Frees what they made. A zeroed terrain is allowed.
void terrain_clear(terrain_cubes *terrain);

// How far from a map of a part of the globe our ground changes so that it joins the map, in radians: about as
// far as the map is wide, and more in places than in others, so that its shape does not show. side: its shorter
// side. noise: of terrain_reach_noise.
static inline float terrain_reach(float side, float noise) {
    return tr_clampf(side, 0.05f, 0.3f) * tr_clampf(0.95f + 4 * noise, 0.3f, 1.6f);
}
static const struct terrain_reach_noise {
    double scale, persistence;
    int octaves;
} terrain_reach_noise = {7, 0.6, 4};
