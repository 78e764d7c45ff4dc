#include "base/maths.h"
#include "base/size.h"
#include "terrain/private/work.h"

#include <string.h>

// ---- erosion -----------------------------------------------------------------------------------

// A map of heights is the truth, unless the input asks for erosion, or blends it with our ground.
static bool keeps_map(const terrain_work *work) {
    return terrain_strength(work, TR_TERRAIN_MAP_HEIGHT) >= 1 && work->numbers->input->erosion <= 0;
}

static int steps_of(const terrain_work *work) {
    if (!terrain_has_heights(work))
        return (int)work->numbers->erosion;
    if (work->numbers->input->erosion > 0)
        return (int)work->numbers->input->erosion;
    for (int p = 0; p < work->globe.count; p++)
        if (work->given[p] < 1)
            return (int)work->numbers->erosion;
    return 0; // nothing is ours
}

// Alternates uplift and river erosion. Some water runs in deserts too.
static tr_status erode(terrain_work *work, tr_error *error) {
    enum { together = 3 }; // steps with the same rivers: heights have the same spread within 0.01 %
    const float strength = 0.035f, rise = 0.04f, drizzle = 0.2f;
    float *uplift = work->relief, *water = work->flow; // both are unused until the end
    for (int i = 0; i < work->globe.count; i++) {
        uplift[i] = rise * work->uplift[i];
        water[i] = drizzle + (work->rain[i] > 0 ? work->rain[i] : 0);
    }
    const int most = steps_of(work);
    tr_status status = tr_meter_check(work->meter, error);
    for (int step = 0, steps = 1; step < most && status == TR_OK; step += steps) {
        const int left = most - step;
        steps = left < together ? left : together;
        tr_drainage_solve(&work->drainage, &work->globe, work->height, water);
        tr_drainage_erode(&work->drainage, steps, strength, work->height, uplift);
        // the last change at the edge of a map of a part of the globe passes on to its surroundings
        if (keeps_map(work) && (terrain_part(work) <= 0 || step + steps < most))
            terrain_follow_heights(work);
        status = tr_meter_check(work->meter, error);
    }
    return status == TR_OK && keeps_map(work) && terrain_part(work) > 0 ? terrain_join_heights(work, error)
                                                                        : status;
}

// ---- values for texels --------------------------------------------------------------------------

static void find_relief(terrain_work *work, terrain_scratch *scratch, int first, int count) {
    (void)scratch;
    const float shore = -200; // the slope down to the deep sea does not count as relief of a coast
    for (int p = first; p < first + count; p++) {
        float low = work->height[p], high = low;
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS && work->globe.near[p][k] >= 0; k++) {
            const float h = work->height[work->globe.near[p][k]];
            low = h < low ? h : low, high = h > high ? h : high;
        }
        low = low > shore ? low : shore;
        work->relief[p] = high > low ? high - low : 0;
    }
}

// Smooths the land slightly, because large gullies would curl where slopes change from point to point. Writes
// into the array of the rain, which is no longer needed.
static void smooth_land(terrain_work *work, terrain_scratch *scratch, int first, int count) {
    (void)scratch;
    for (int p = first; p < first + count; p++) {
        float sum = work->height[p] > 0 ? work->height[p] : 0, points = 1;
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS && work->globe.near[p][k] >= 0; k++, points += 1) {
            const float h = work->height[work->globe.near[p][k]];
            sum += h > 0 ? h : 0;
        }
        work->rain[p] = sum / points;
    }
}

static void find_slopes(terrain_work *work, terrain_scratch *scratch, int first, int count) {
    (void)scratch;
    const float half = 200; // m above the sea: low land cannot be carved far, or its valleys would be flooded
    for (int p = first; p < first + count; p++) {
        tr_globe_slope(&work->globe, work->rain, p, work->slope[p]);
        for (int axis = 0; axis < 3; axis++)
            work->slope[p][axis] *= work->rain[p] / (work->rain[p] + half);
    }
}

// 1 where plates converge and -1 where they diverge, fading with the distance from their border.
static void find_border(terrain_work *work, terrain_scratch *scratch, int first, int count) {
    (void)scratch;
    for (int p = first; p < first + count; p++) {
        const float closing = work->closing[p], near = 1 / (1 + work->border[p] * work->border[p] * 625);
        work->border[p] = near * (closing < -1 ? -1 : closing > 1 ? 1 : closing);
    }
}

static tr_status make_cubes(terrain_work *work, terrain_cubes *out, tr_error *error) {
    terrain_each(work, 15, find_relief);
    terrain_each(work, 5, find_border);
    const float *values[TR_TERRAIN_COUNT] = {
        [TR_TERRAIN_HEIGHT] = work->height, [TR_TERRAIN_CRUST] = work->crust,
        [TR_TERRAIN_RELIEF] = work->relief, [TR_TERRAIN_UPLIFT] = work->uplift,
        [TR_TERRAIN_FLOW] = work->flow,     [TR_TERRAIN_BORDER] = work->border,
        [TR_TERRAIN_PAINTED] = work->added};
    tr_status status = tr_meter_check(work->meter, error);
    for (int v = 0; v < TR_TERRAIN_COUNT && status == TR_OK; v++)
        if (values[v])
            status = tr_globe_to_cube(&work->globe, 1, values[v], work->meter, &out->cubes[v], error);
    if (status != TR_OK)
        return status;
    terrain_each(work, 15, smooth_land);
    terrain_each(work, 100, find_slopes);
    return tr_globe_to_cube(&work->globe, 3, (const float *)work->slope, work->meter, &out->slopes, error);
}

// ---- the whole ---------------------------------------------------------------------------------

static tr_status allocate(terrain_work *work, tr_error *error) {
    const terrain_input *input = work->numbers->input;
    const size_t n = (size_t)work->globe.count, given = input ? n : 0;
    const size_t threads = (size_t)tr_pool_threads(work->pool), words = input ? input->list_words : 0;
    const bool adds = input && input->painted[TR_TERRAIN_PAINT_RELIEF];
    float *added, *known, *measured, *joined;
    if (!TR_ALLOCATE(TR_ARRAY(work->scratch, threads), TR_ARRAY(work->border, n), TR_ARRAY(work->closing, n),
                     TR_ARRAY(work->over, n), TR_ARRAY(work->crust, n), TR_ARRAY(work->height, n),
                     TR_ARRAY(work->uplift, n), TR_ARRAY(work->rain, n), TR_ARRAY(work->relief, n),
                     TR_ARRAY(work->flow, n), TR_ARRAY(work->slope, n), TR_ARRAY(work->given, given),
                     TR_ARRAY(known, given), TR_ARRAY(measured, given), TR_ARRAY(joined, given),
                     TR_ARRAY(added, adds ? n : 0), TR_ARRAY(work->lists, threads * words)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for a terrain of %d points", work->globe.count);
    for (size_t i = 0; i < threads; i++)
        work->scratch[i].list = work->lists + i * words;
    work->added = adds ? added : NULL;
    work->known = input ? known : NULL, work->measured = measured, work->joined = joined;
    for (size_t p = 0; p < given; p++)
        work->given[p] = work->known[p] = work->measured[p] = work->joined[p] = 0;
    return TR_OK;
}

static void clear(terrain_work *work) {
    tr_free(work->scratch);
    tr_drainage_clear(&work->drainage);
    tr_globe_clear(&work->globe);
}

// The ground that plates and maps make.
static tr_status make_ground(terrain_work *work, tr_error *error) {
    tr_status status =
        tr_globe_create(work->numbers->seed, (int)work->numbers->cells, work->meter, &work->globe, error);
    if (status == TR_OK)
        status = allocate(work, error);
    if (status == TR_OK)
        status = tr_drainage_create(&work->globe, work->meter, &work->drainage, error);
    if (status != TR_OK)
        return status;
    terrain_make_crust(work); // once the meter has stopped, nothing does anything
    status = terrain_find_sea(work, error);
    if (status == TR_OK)
        status = terrain_follow_coast(work, error);
    return status == TR_OK ? terrain_make_mountains(work, error) : status;
}

// Water wears the ground down, with the land and mountains that brushes add.
static tr_status wear_ground(terrain_work *work, tr_error *error) {
    terrain_paint_land(work);
    tr_status status = terrain_fill_ponds(work, error);
    if (status == TR_OK)
        status = terrain_make_rain(work, NULL, error);
    return status == TR_OK ? erode(work, error) : status;
}

// Raises the sea over ground that stays, so heights and the distance to the coast shrink. Air fills what the
// sea leaves.
static void move_sea(terrain_work *work, terrain_cubes *out) {
    const float sea = (float)work->numbers->sea_m, coast = terrain_crust_of(sea);
    double rise = 0;
    for (int p = 0; p < work->globe.count && sea != 0; p++) {
        const float ground = work->height[p], before = ground > 0 ? ground : 0,
                    after = ground > sea ? ground : sea;
        rise += (double)work->globe.area[p] * (double)(after - before);
        work->height[p] -= sea, work->crust[p] -= coast;
    }
    out->sea_m = sea, out->base_m = (float)(rise / (4 * TR_PI));
}

// Heights that brushes paint, rain and water on the ground that is worn.
static tr_status finish(terrain_work *work, terrain_cubes *out, tr_error *error) {
    terrain_paint_heights(work);
    move_sea(work, out);
    tr_status status = terrain_make_rain(work, &out->cubes[TR_TERRAIN_RAIN], error);
    if (status == TR_OK)
        status = terrain_make_waters(work, out, error);
    return status == TR_OK ? make_cubes(work, out, error) : status;
}

tr_status terrain_solve(const terrain_numbers *numbers, tr_isa isa, tr_pool *pool, tr_meter *meter,
                        terrain_cubes *out, tr_error *error) {
    tr_meter own = {0};
    terrain_work work = {.numbers = numbers, .isa = isa, .pool = pool, .meter = meter ? meter : &own};
    *out = (terrain_cubes){0};
    tr_status status = make_ground(&work, error);
    if (status == TR_OK)
        status = wear_ground(&work, error);
    if (status == TR_OK)
        status = finish(&work, out, error);
    clear(&work);
    if (status != TR_OK)
        terrain_clear(out);
    return status;
}

// ---- with and without paint ----------------------------------------------------------------------

// What later steps change of a ground that both terrains have.
enum { common_values = 6 };

static void copy_values(const terrain_work *work, float *copy, bool back) {
    const size_t n = (size_t)work->globe.count;
    float *values[common_values] = {work->height, work->crust, work->uplift,
                                    work->border, work->given, work->measured};
    for (int v = 0; v < common_values; v++)
        memcpy(back ? values[v] : copy + (size_t)v * n, back ? copy + (size_t)v * n : values[v],
               n * sizeof *copy);
}

// Both terrains of a ground, which is worn unless brushes change what wears it.
static tr_status finish_both(terrain_work *work, bool worn, terrain_cubes *plain, terrain_cubes *painted,
                             tr_error *error) {
    const terrain_numbers *numbers = work->numbers;
    terrain_input bare = *numbers->input;
    terrain_numbers without = *numbers;
    float *added = work->added, *copy = tr_allocate((size_t)work->globe.count * common_values, sizeof *copy);
    if (!copy)
        return tr_fail(error, TR_NO_MEMORY, "no memory for two terrains of %d points", work->globe.count);
    memset(bare.painted, 0, sizeof bare.painted);
    without.input = &bare;
    copy_values(work, copy, false);
    work->numbers = &without, work->added = NULL;
    tr_status status = worn ? TR_OK : wear_ground(work, error);
    if (status == TR_OK)
        status = finish(work, plain, error);
    copy_values(work, copy, true);
    work->numbers = numbers, work->added = added;
    if (status == TR_OK && !worn)
        status = wear_ground(work, error);
    if (status == TR_OK)
        status = finish(work, painted, error);
    tr_free(copy);
    return status;
}

tr_status terrain_solve_both(const terrain_numbers *numbers, tr_isa isa, tr_pool *pool, tr_meter *meter,
                             terrain_cubes *plain, terrain_cubes *painted, tr_error *error) {
    tr_meter own = {0};
    terrain_work work = {.numbers = numbers, .isa = isa, .pool = pool, .meter = meter ? meter : &own};
    const bool *by = numbers->input->painted;
    const bool worn =
        !by[TR_TERRAIN_PAINT_LAND] && !by[TR_TERRAIN_PAINT_MOUNTAINS] && !by[TR_TERRAIN_PAINT_RAIN];
    *plain = *painted = (terrain_cubes){0};
    tr_status status = make_ground(&work, error);
    if (status == TR_OK && worn)
        status = wear_ground(&work, error);
    if (status == TR_OK)
        status = finish_both(&work, worn, plain, painted, error);
    clear(&work);
    if (status != TR_OK)
        terrain_clear(plain), terrain_clear(painted);
    return status;
}

void terrain_clear(terrain_cubes *terrain) {
    for (int v = 0; v < TR_TERRAIN_COUNT; v++)
        tr_cube_clear(&terrain->cubes[v]);
    rivers_clear(&terrain->rivers);
    tr_cube_clear(&terrain->slopes);
}
