// What the steps of solving a terrain share. Private to the module.
#pragma once
#include "base/pool.h"
#include "noise/lattice/fractal.h"
#include "terrain/drainage.h"
#include "terrain/terrain.h"

typedef float terrain_lane[TR_BLOCK_SAMPLES];

// Memory that one thread needs for a batch of points.
typedef struct terrain_scratch {
    terrain_lane moved[3], shift[3]; // samples that a warp moved, and by how much
    terrain_lane noise[9], spare[2];
} terrain_scratch;

typedef struct terrain_work {
    const terrain_numbers *numbers;
    tr_isa isa;
    tr_pool *pool;
    tr_meter *meter;          // counts, and stops it; never NULL
    terrain_scratch *scratch; // of each thread of the pool
    tr_globe globe;
    plate_set plates;
    // Of each point of the globe.
    float *border, *closing, *over; // plates_found
    float *crust;                   // continentality: 0 at the coast, above it on continents
    float *height, *uplift;         // metres
    float *rain;                    // 0 … about 1
    tr_drainage drainage;           // where water runs, in the end
    float *flow;                    // as TR_TERRAIN_FLOW
    float *relief;                  // metres from the lowest to the highest of a point and its neighbours
    float (*slope)[3];              // of the land, a little smoothed: m for each radius
} terrain_work;

// Runs batch over all points in parts of at most TR_BLOCK_SAMPLES, on all threads: so many operations for each.
// Once the meter has stopped, nothing: then what it was to fill is not.
typedef void (*terrain_batch)(terrain_work *work, terrain_scratch *scratch, int first, int count);
// Runs tasks over so many points on all threads, in the same way.
void terrain_run(terrain_work *work, int points, int tasks, unsigned operations, tr_task task, void *context);
void terrain_each(terrain_work *work, unsigned operations, terrain_batch batch);

// A fractal with a seed of its own by its name, at samples; its interpolation, lacunarity and stretch are those
// of all.
void terrain_noise(const terrain_work *work, const char *name, tr_fractal_numbers numbers, const tr_samples *at,
                   terrain_scratch *scratch, float *out);
// The samples moved by `amount` times three such fractals, into scratch->moved, where they may be already.
tr_samples terrain_warp(const terrain_work *work, const char *name, tr_fractal_numbers numbers, double amount,
                        const tr_samples *at, terrain_scratch *scratch);
static inline tr_samples terrain_points(const tr_globe *globe, int first, int count) {
    return (tr_samples){.count = count, .x = globe->x + first, .y = globe->y + first, .z = globe->z + first};
}

// The value that `fraction` of the globe's area exceeds, within 2^-12 of the range of the values.
float terrain_quantile(const tr_globe *globe, const float *values, double fraction);

// Fills border, closing, over and crust (crust.c).
void terrain_make_crust(terrain_work *work);
// Fills height, with the sea at 0, and uplift, from the crust and the plates (orogeny.c).
void terrain_make_mountains(terrain_work *work);
// Makes lowland of puddles that the sea's level left inland: rivers would end in them (waters.c). Errors:
// TR_NO_MEMORY.
tr_status terrain_fill_ponds(terrain_work *work, tr_error *error);
// Scours basins, lets water run over the finished ground, under the rain that falls there: fills flow, and
// rivers and lakes of `out` (waters.c). Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status terrain_make_waters(terrain_work *work, terrain_cubes *out, tr_error *error);
// Fills rain from the height (climate.c); *kept, unless it is NULL, becomes a cube of it. Errors: TR_NO_MEMORY.
tr_status terrain_make_rain(terrain_work *work, tr_cube *kept, tr_error *error);
