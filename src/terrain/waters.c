// Rivers and lakes of a terrain.
#include "base/size.h"
#include "noise/maths/turn.h"
#include "terrain/private/shaping.h"
#include "terrain/private/work.h"

#include <string.h>

// ---- ponds -------------------------------------------------------------------------------------

// Collects all sea that is connected with a point at the beginning of the queue. Returns the number of points.
static int32_t find_water(const terrain_work *w, int32_t start, uint8_t *seen, int32_t *queue) {
    int32_t count = 0;
    queue[count++] = start, seen[start] = 1;
    for (int32_t i = 0; i < count && (i % 1024 != 1023 || tr_meter_add(w->meter, 1024 * 15)); i++) // it grows
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++) {
            const int32_t q = w->globe.near[queue[i]][k];
            if (q >= 0 && w->height[q] <= 0 && !seen[q])
                seen[q] = 1, queue[count++] = q;
        }
    return count;
}

tr_status terrain_fill_ponds(terrain_work *work, tr_error *error) {
    enum { largest = 12 }; // points: about 130 km across on the usual lattice
    const size_t count = (size_t)work->globe.count;
    int32_t *queue = tr_allocate(count, sizeof *queue);
    uint8_t *seen = tr_calloc(count, 1);
    const bool ok = queue && seen;
    TR_METERED (work->meter, p, ok ? work->globe.count : 0, 2) {
        if (seen[p] || work->height[p] > 0)
            continue;
        const int32_t found = find_water(work, p, seen, queue);
        for (int32_t i = 0; i < found && found <= largest; i++)
            work->height[queue[i]] = 1;
    }
    tr_free(queue);
    tr_free(seen);
    return ok ? tr_meter_check(work->meter, error)
              : tr_fail(error, TR_NO_MEMORY, "no memory for the ponds of a planet");
}

// ---- basins ------------------------------------------------------------------------------------

// The sines of latitudes, on the planet.
static void find_latitudes(const terrain_work *w, int first, int count, float *up) {
    const tr_globe *g = &w->globe;
    const tr_turn turn = tr_turn_of(w->numbers->turn);
    const double *row = turn.m[1];
    for (int i = 0, p = first; i < count; i++, p++)
        up[i] = (float)(row[0] * (double)g->x[p] + row[1] * (double)g->y[p] + row[2] * (double)g->z[p]);
}

// Rivers leave no pits, but ice does: in high latitudes, and where the ground is rough enough. Elsewhere lakes
// are rare.
static void scour_batch(terrain_work *w, terrain_scratch *s, int first, int count) {
    const tr_samples at = terrain_points(&w->globe, first, count);
    float *basins = s->noise[0], *country = s->noise[1], *up = s->noise[2];
    const float sea = (float)w->numbers->sea_m; // basins are of the relief, which does not follow it
    terrain_noise(w, "basins", (tr_fractal_numbers){.scale = 13, .octaves = 6, .persistence = 0.7}, &at, s,
                  basins);
    terrain_noise(w, "lake country", (tr_fractal_numbers){.scale = 3, .octaves = 3, .persistence = 0.5}, &at, s,
                  country);
    find_latitudes(w, first, count, up);
    for (int i = 0; i < count; i++) {
        const int p = first + i;
        const float y = up[i], cold = tr_smoothf(0.35f, 0.8f, y * y);
        const float fraction =
            tr_smoothf(0.15f, 0.5f, country[i]) + 0.8f * cold * tr_smoothf(-0.2f, 0.3f, country[i]);
        const float low = (float)w->numbers->lakes * fraction * 800 * tr_smoothf(0.12f, 0.6f, basins[i]);
        const float height = w->height[p] + sea, rest = height / (1 + height / 150); // keeps basins above it
        const float ours = terrain_has_heights(w) ? 1 - w->given[p] : 1; // the basins of a map are in the map
        if (height > 0)
            w->height[p] -= ours * (low < rest ? low : rest);
    }
}

// ---- flow --------------------------------------------------------------------------------------

// An approximation of log2(x) for x ≥ 1, linear between powers of two, from the bits of a float.
static float doublings(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (float)(bits - 0x3f800000u) * 0x1p-23f;
}

// The river water at a point of the sea. Water of rivers spreads along the shelf from point to point, and mixes
// with the sea faster where it is deeper.
static float carried_to(const terrain_work *work, const float *flow, int point) {
    const tr_globe *g = &work->globe;
    const float cell = 1.5707963f / (float)g->cells, depth = work->height[point] < 0 ? -work->height[point] : 0;
    const float mixed = cell * (6 + 0.012f * depth);
    float most = flow[point];
    for (int k = 0; k < TR_GLOBE_NEIGHBOURS && g->near[point][k] >= 0; k++) {
        const float left = flow[g->near[point][k]] - mixed;
        most = left > most ? left : most;
    }
    return most;
}

// Plumes of rivers over the sea, up to 0.1 radians from the coast. `spare` is a second array of points.
static void find_plumes(terrain_work *work, float *spare) {
    const size_t bytes = (size_t)work->globe.count * sizeof *spare;
    for (int round = 0; round < work->globe.cells / 16; round++) {
        memcpy(spare, work->flow, bytes);
        TR_METERED (work->meter, i, work->globe.count, 10)
            if (work->drainage.receiver[i] < 0 || terrain_is_bay(work, i))
                work->flow[i] = carried_to(work, spare, i);
    }
}

// The flow through each point, scaled for texels.
static void find_flow(terrain_work *work) {
    const float cell = 1.5707963f / (float)work->globe.cells, scale = 1 / (cell * cell);
    const float most = doublings(1 + 0.05f * scale); // the runoff of a twentieth of a steradian of rain forest
    TR_METERED (work->meter, i, work->globe.count, 4) {
        const bool land = work->drainage.receiver[i] >= 0 && !terrain_is_bay(work, i); // bays show as sea
        const float fraction = doublings(1 + scale * work->drainage.flow[i]) / most;
        work->flow[i] = !land ? 0 : fraction < 1 ? fraction : 1;
    }
    find_plumes(work, work->relief); // it is unused until the end
}

// ---- the whole ---------------------------------------------------------------------------------

static tr_status make_lakes(terrain_work *work, float least_m, terrain_cubes *out, tr_error *error) {
    const size_t count = (size_t)work->globe.count;
    float *depth, *level;
    tr_status status = TR_ALLOCATE(TR_ARRAY(depth, count), TR_ARRAY(level, count))
                           ? TR_OK
                           : tr_fail(error, TR_NO_MEMORY, "no memory for the lakes of a planet");
    if (status == TR_OK)
        status = rivers_find_lakes(&work->globe, &work->drainage, work->height, least_m, depth, level, error);
    if (status == TR_OK)
        status = tr_globe_to_cube(&work->globe, 1, depth, work->meter, &out->cubes[TR_TERRAIN_LAKE], error);
    if (status == TR_OK)
        status = tr_globe_to_cube(&work->globe, 1, level, work->meter, &out->cubes[TR_TERRAIN_LEVEL], error);
    tr_free(depth);
    return status;
}

tr_status terrain_make_waters(terrain_work *work, terrain_cubes *out, tr_error *error) {
    river_numbers numbers = river_numbers_usual(work->numbers->seed);
    numbers.meter = work->meter;
    numbers.width *= (float)work->numbers->rivers;
    numbers.narrow *= (float)work->numbers->rivers;
    float *water = work->flow; // unused so far
    tr_status status = TR_OK;
    for (int i = 0; i < work->globe.count; i++)
        water[i] = work->rain[i] > 0 ? work->rain[i] : 0;
    terrain_each(work, 50, scour_batch);
    tr_drainage_solve(&work->drainage, &work->globe, work->height, water);
    if (terrain_has_heights(work) || work->numbers->sea_m < 0 || work->added)
        status = terrain_dry_out(work, water, error);
    if (status != TR_OK)
        return status;
    find_flow(work); // once the meter has stopped, the other steps return at once
    status = tr_meter_check(work->meter, error);
    if (status == TR_OK)
        status = make_lakes(work, numbers.lake_depth, out, error);
    return status == TR_OK
               ? rivers_create(&work->globe, &work->drainage, work->height, &numbers, &out->rivers, error)
               : status;
}
