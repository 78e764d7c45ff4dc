// Shared state of the steps that solve a terrain. Private to the module.
#pragma once
#include "base/pool.h"
#include "noise/lattice/fractal.h"
#include "terrain/drainage.h"
#include "terrain/terrain.h"

typedef float terrain_lane[TR_BLOCK_SAMPLES];

// Memory of one thread for a batch of points.
typedef struct terrain_scratch {
    terrain_lane moved[3], shift[3]; // samples after a warp, and their displacement
    terrain_lane noise[10], spare[2];
    terrain_lane painted[2], paint[2]; // of brushes: values times weights, and weights
    int32_t *list;                     // of the input's paint
} terrain_scratch;

// Input, intermediate values and result of all steps.
typedef struct terrain_work {
    const terrain_numbers *numbers;
    tr_isa isa;
    tr_pool *pool;
    tr_meter *meter;          // counts work and may stop it; never NULL
    terrain_scratch *scratch; // of each thread of the pool
    tr_globe globe;           // of the land, before it is turned
    plate_set plates;
    continent_set continents;
    // For each point of the globe.
    float *border, *closing, *over; // plates_found
    float *crust;                   // continentality: 0 at the coast, above it on continents
    float *height, *uplift;         // metres
    float *rain;                    // 0 … about 1
    tr_drainage drainage;           // the final drainage
    float *flow;                    // as TR_TERRAIN_FLOW
    float *relief;                  // metres between the highest and the lowest of a point and neighbours
    float (*slope)[3];              // of the land, slightly smoothed: m per radius
    // With an input, for each point. Without one they are empty, and `known` and `added` are NULL.
    float *given;    // how far the coast is that of a map, 0 … 1
    float *known;    // height in metres there, by the map
    float *measured; // how far the height is that of a map
    float *joined;   // round maps of a part of the globe: 1 beside them, falling to 0
    float sea;       // is subtracted from heights, in metres
    float *added;    // metres that brushes added; NULL: none
    int32_t *lists;
} terrain_work;

// A function for the points first … first+count-1 of the globe.
typedef void (*terrain_batch)(terrain_work *work, terrain_scratch *scratch, int first, int count);
// Runs `tasks` calls of `task`, which together handle `points` points, on all threads, at `operations`
// operations per point. Once the meter has stopped it does nothing, and the output is not filled.
void terrain_run(terrain_work *work, int points, int tasks, unsigned operations, tr_task task, void *context);
// Runs `batch` over all points of the globe in the same way, in parts of at most TR_BLOCK_SAMPLES.
void terrain_each(terrain_work *work, unsigned operations, terrain_batch batch);

// A fractal with a seed from its name, at samples. Interpolation, lacunarity and stretch are the same for all
// fractals.
void terrain_noise(const terrain_work *work, const char *name, tr_fractal_numbers numbers, const tr_samples *at,
                   terrain_scratch *scratch, float *out);
// Samples moved by `amount` times three such fractals, into scratch->moved, which may also be the input.
tr_samples terrain_warp(const terrain_work *work, const char *name, tr_fractal_numbers numbers, double amount,
                        const tr_samples *at, terrain_scratch *scratch);
static inline tr_samples terrain_points(const tr_globe *globe, int first, int count) {
    return (tr_samples){.count = count, .x = globe->x + first, .y = globe->y + first, .z = globe->z + first};
}

// The value that `fraction` of the globe's area exceeds, within 2^-12 of the range of the values.
float terrain_quantile(const tr_globe *globe, const float *values, double fraction);

// Fills border, closing, over and crust (crust.c).
void terrain_make_crust(terrain_work *work);
// Finds the sea of our own ground round a map of a part of the globe (orogeny.c); crust is still ours. Errors:
// TR_STOPPED.
tr_status terrain_find_sea(terrain_work *work, tr_error *error);
// Fills height, with the sea at 0, and uplift, from the crust and the plates (orogeny.c). Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status terrain_make_mountains(terrain_work *work, tr_error *error);
// The heights above the sea in metres of a batch with the crusts as they are now, and its uplift: it is that of
// `mountains`, 0 … 1, as far as `share` says. Visits only points with keep[i] > 0.
void terrain_raise_again(terrain_work *work, terrain_scratch *scratch, int first, int count, const float *keep,
                         const float *mountains, const float *share, float *height);
// Height in metres for a crust without mountains (crust.c).
float terrain_hypsometry(float crust);
// The crust that has that height without mountains, within the range of the curve.
float terrain_crust_of(float height);

// Steps that follow the input. Without maps of heights or land they do nothing (follow.c).
// Samples the coast, and takes the crust from the distance to it. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status terrain_follow_coast(terrain_work *work, tr_error *error);
// The height of filled bays by the map, by which they are known. Other land is higher.
static const float terrain_bay = 0.5f;
static inline bool terrain_is_bay(const terrain_work *work, int point) {
    const terrain_input *input = work->numbers->input;
    return input && input->flat_sea && work->known[point] == terrain_bay;
}
// Makes bays of a map with a flat sea land where great rivers end in them (bays.c). steep: how steep the coast
// is at points of the sea beside land; islands are steep. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status terrain_fill_bays(terrain_work *work, const float *steep, tr_error *error);
// Sets the heights to those of the map, or keeps land above the sea and sea below it.
void terrain_follow_heights(terrain_work *work);
// The same, and round a map of a part of the globe heights change so that they join it. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status terrain_join_heights(terrain_work *work, tr_error *error);
// The shorter side in radians of a map that gives the coast of a part of the globe; 0: none does.
float terrain_part(const terrain_work *work);
// Whether the input gives the coast, and whether it gives the heights.
bool terrain_has_coast(const terrain_work *work);
bool terrain_has_heights(const terrain_work *work);
// The strength of a map, or 0.
float terrain_strength(const terrain_work *work, terrain_map map);
// Samples a map at points, averaged over the spacing of the lattice, and its weight times its strength.
void terrain_sample(const terrain_work *work, terrain_map map, const tr_samples *at, float *value,
                    float *weight);
// Empties pits of a map, of painted heights, and of ground that a lower sea has left, if their lake would dry
// out, so that filled is their ground. Routes of rivers remain. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status terrain_dry_out(terrain_work *work, const float *water, tr_error *error);

// Steps that follow brushes. Without strokes they do nothing (paint.c).
// Changes the crust, the height and the uplift where land, sea or mountains are painted.
void terrain_paint_land(terrain_work *work);
// Changes the height where it is painted itself.
void terrain_paint_heights(terrain_work *work);
// Changes the rain that rivers get.
void terrain_paint_rain(terrain_work *work);

// Raises small inland areas below sea level to lowland, because rivers would end in them (waters.c). Errors:
// TR_NO_MEMORY.
tr_status terrain_fill_ponds(terrain_work *work, tr_error *error);
// Carves basins and solves the drainage of the finished ground under its rain: fills flow, and the rivers and
// lakes of `out` (waters.c). Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status terrain_make_waters(terrain_work *work, terrain_cubes *out, tr_error *error);
// Fills rain from the height (climate.c). Unless kept is NULL, *kept becomes a cube of it. Errors:
// TR_NO_MEMORY.
tr_status terrain_make_rain(terrain_work *work, tr_cube *kept, tr_error *error);
