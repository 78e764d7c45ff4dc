// Rain: air takes up water over the sea, winds carry it, and it falls over land, mostly where the ground makes
// air rise. Areas behind a mountain range stay dry.
//
// Air at a point comes from the points upwind of it. Moving it by one point is a sum over three neighbours;
// `steps` such steps follow the wind far enough. Half the lattice's resolution suffices, because recipes add
// noise to the result anyway.
#include "terrain/private/climate.h"
#include "base/size.h"
#include "noise/maths/turn.h"
#include "terrain/private/shaping.h"

#include <string.h>

enum { donors = climate_donors, part = climate_part, steps = 64 };
enum { season_cells = 128 }; // at most: finer lattices would not change where it rains

// With seasons. Forests give back most of the rain, so air loses little water on its way over plains.
static const float season_loss = 0.0056f, season_shadow = 0.3f, season_least = 0.05f, season_wetness = 2.4f;
// What eddies exchange between neighbours in a step. Without it, the air over a wedge of land behind one point
// of the coast, where winds part, would be that point's alone, with straight edges.
static const float season_mixing = 0.1f;

// ---- winds -------------------------------------------------------------------------------------

// The wind at a point, as a tangent vector in space.
static void wind_at(const climate *c, int p, float wind[3]) {
    const float x = c->globe.x[p], y = c->globe.y[p], z = c->globe.z[p];
    const float gx = c->noise[1][p], gy = c->noise[2][p], gz = c->noise[3][p];
    const float around = __builtin_sqrtf(x * x + z * z) + 1e-4f;
    float east, north;
    climate_zonal_wind(y, &east, &north);
    const float ex = z / around, ez = -x / around;               // +Y is north
    const float nx = y * ez, ny = z * ex - x * ez, nz = -y * ex; // p × east
    wind[0] = east * ex + north * nx + 1.2f * (y * gz - z * gy); // plus p × noise, along the ground
    wind[1] = north * ny + 1.2f * (z * gx - x * gz);
    wind[2] = east * ez + north * nz + 1.2f * (x * gy - y * gx);
}

// Finds the neighbours from which the wind comes. Their weight is the fourth power of the cosine between their
// direction and the wind's, so nearly all of it goes to those nearest to upwind.
static void find_donors(const climate *c, int p, air *a) {
    const tr_globe *g = &c->globe;
    float wind[3], total = 0, way = 0;
    if (c->season != 0)
        season_wind_at(c, p, wind);
    else
        wind_at(c, p, wind);
    for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++) {
        const int32_t n = g->near[p][k];
        if (n < 0)
            continue;
        const float dx = g->x[n] - g->x[p], dy = g->y[n] - g->y[p], dz = g->z[n] - g->z[p];
        const float length = __builtin_sqrtf(dx * dx + dy * dy + dz * dz);
        const float cosine = -(wind[0] * dx + wind[1] * dy + wind[2] * dz) / length;
        const float square = cosine > 0 ? cosine * cosine : 0, weight = square * square;
        int place = donors; // kept in order of descending weight
        while (place > 0 && weight > a->fraction[place - 1])
            place--;
        for (int j = donors - 1; j > place; j--)
            a->fraction[j] = a->fraction[j - 1], a->from[j] = a->from[j - 1];
        if (place < donors)
            a->fraction[place] = weight, a->from[place] = n;
        way += length * weight, total += weight;
    }
    const float kept = a->fraction[0] + a->fraction[1] + a->fraction[2];
    float upwind = 0;
    for (int k = 0; k < donors; k++) {
        a->fraction[k] = kept > 0 ? a->fraction[k] / kept : k == 0;
        upwind += a->fraction[k] * c->ground[a->from[k]];
    }
    const float far = total > 0 ? way / total / 0.014f : 1; // rates are for a distance of 0.014 radians
    a->climb = c->ground[p] > upwind ? (c->ground[p] - upwind) / 1000 : 0;
    const float warm = tr_clampf(1.15f - 0.9f * g->y[p] * g->y[p], 0.2f, 1);
    const float loss = c->season != 0 ? season_loss * far + season_shadow * a->climb
                                      : 0.75f * (0.03f * far + 0.28f * a->climb);
    a->gain = c->height[p] > 0 ? (loss < 0.9f ? loss : 0.9f) : 0.14f * far;
    a->target = c->height[p] > 0 ? 0 : warm;
}

// Air rises and rains near the equator and in the storms of middle latitudes; between them it sinks and dries.
static float zone_at(const climate *c, int p) {
    const float y = c->globe.y[p], s = y < 0 ? -y : y;
    const double rest = 1 - (double)s * (double)s;
    const float degrees = (float)(tr_atan2((double)s, sqrt(rest > 0 ? rest : 0)) * 180 / TR_PI);
    const float moved = degrees + 14 * c->noise[0][p]; // climate belts vary in latitude from land to land
    return shape_bell(moved, 13) + 0.75f * shape_bell(moved - 50, 17);
}

// ---- steps over parts of the points ------------------------------------------------------------

static void prepare_part(void *context, int index, int worker) {
    climate *c = context;
    terrain_scratch *s = &c->work->scratch[worker];
    for (int first = index * part; first < climate_part_end(c, index); first += TR_BLOCK_SAMPLES) {
        const int left = climate_part_end(c, index) - first,
                  count = left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES;
        const tr_samples at = terrain_points(&c->globe, first, count);
        const tr_fractal_numbers gusts = {.scale = 2.2, .octaves = 2, .persistence = 0.5};
        terrain_noise(c->work, "zones", (tr_fractal_numbers){.scale = 3, .octaves = 3, .persistence = 0.5}, &at,
                      s, c->noise[0] + first);
        terrain_noise(c->work, "gusts x", gusts, &at, s, c->noise[1] + first);
        terrain_noise(c->work, "gusts y", gusts, &at, s, c->noise[2] + first);
        terrain_noise(c->work, "gusts z", gusts, &at, s, c->noise[3] + first);
    }
    for (int p = index * part; p < climate_part_end(c, index); p++) {
        c->air[p] = (air){{p, p, p}, {0}, 0, 0, 0, c->season != 0 ? season_zone_at(c, p) : zone_at(c, p)};
        find_donors(c, p, &c->air[p]);
        c->q[p] = 0.45f;
    }
}

static void carry_part(void *context, int index, int worker) {
    const climate *c = context;
    const float mixed = season_mixing * (float)c->globe.cells / season_cells;
    (void)worker;
    for (int p = index * part; p < climate_part_end(c, index); p++) {
        const air *a = &c->air[p];
        float q = a->fraction[0] * c->q[a->from[0]] + a->fraction[1] * c->q[a->from[1]] +
                  a->fraction[2] * c->q[a->from[2]];
        if (c->season != 0) {
            float sum = 0, count = 0;
            for (int k = 0; k < TR_GLOBE_NEIGHBOURS && c->globe.near[p][k] >= 0; k++)
                sum += c->q[c->globe.near[p][k]], count++;
            q += mixed * (sum / count - q);
        }
        c->next[p] = q + a->gain * (a->target - q);
    }
}

// Rain depends on the zone, and on where air rises.
static void rain_part(void *context, int index, int worker) {
    const climate *c = context;
    (void)worker;
    for (int p = index * part; p < climate_part_end(c, index); p++) {
        const air *a = &c->air[p];
        const float least = c->season != 0 ? season_least : 0.1f;
        const float rain = c->q[p] * (1.6f * (least + a->zone) + 0.53f * a->climb * (0.3f + a->zone));
        const float square = rain * rain;
        c->next[p] = 1.2f * square / (0.12f + square); // more rain than a forest needs makes no difference
    }
}

// Averages over neighbours and adds the wetness of the planet.
static void blur_part(void *context, int index, int worker) {
    const climate *c = context;
    (void)worker;
    for (int p = index * part; p < climate_part_end(c, index); p++) {
        float sum = 2 * c->next[p], count = 2;
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS && c->globe.near[p][k] >= 0; k++)
            sum += c->next[c->globe.near[p][k]], count++;
        c->q[p] = sum / count;
        if (c->season == 0)
            c->q[p] += (float)c->work->numbers->wetness;
    }
}

// ---- the whole ---------------------------------------------------------------------------------

static void blow(climate *c) {
    const int count = c->globe.count, parts = (count + part - 1) / part;
    terrain_run(c->work, count, parts, 140, prepare_part, c);
    // with seasons, the wind goes equally far on all lattices
    const int all = c->season != 0 ? steps * c->globe.cells / season_cells : steps;
    for (int step = 0; step < all; step++) {
        terrain_run(c->work, count, parts, 5, carry_part, c);
        float *swap = c->q;
        c->q = c->next, c->next = swap;
    }
    terrain_run(c->work, count, parts, 10, rain_part, c);
    terrain_run(c->work, count, parts, 15, blur_part, c);
}

// The mean of summer and winter. A wetter planet rains more where it rains, so deserts stay where they are.
static void blow_seasons(climate *c) {
    const float wetter = 1 + season_wetness * (float)c->work->numbers->wetness;
    memset(c->rain, 0, (size_t)c->globe.count * sizeof *c->rain);
    seasons_average(c);
    for (c->season = 1; c->season >= -1; c->season -= 2) {
        blow(c);
        for (int p = 0; p < c->globe.count; p++)
            c->rain[p] += 0.5f * wetter * c->q[p];
    }
    memcpy(c->q, c->rain, (size_t)c->globe.count * sizeof *c->rain);
}

// Where maps give the coast of the whole globe. A map of a part of it lies on a planet whose climate stays.
static bool has_seasons(const terrain_work *work) { return terrain_has_coast(work) && terrain_part(work) <= 0; }

static tr_status allocate(climate *c, tr_error *error) {
    const size_t count = (size_t)c->globe.count, seasons = has_seasons(c->work) ? count : 0;
    return TR_ALLOCATE(TR_ARRAY(c->height, count), TR_ARRAY(c->ground, count), TR_ARRAY(c->noise[0], count),
                       TR_ARRAY(c->noise[1], count), TR_ARRAY(c->noise[2], count), TR_ARRAY(c->noise[3], count),
                       TR_ARRAY(c->q, count), TR_ARRAY(c->next, count), TR_ARRAY(c->air, count),
                       TR_ARRAY(c->land, seasons), TR_ARRAY(c->rain, seasons))
               ? TR_OK
               : tr_fail(error, TR_NO_MEMORY, "no memory for a climate of %d points", c->globe.count);
}

// Samples the height of the fine globe at the points of the coarse one, and the rain at the points of the fine
// one.
static void look_up(terrain_work *work, const tr_cube *cube, const tr_globe *g, float *out) {
    for (int first = 0; first < g->count && tr_meter_add(work->meter, 8 * TR_BLOCK_SAMPLES);
         first += TR_BLOCK_SAMPLES) {
        const int left = g->count - first, count = left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES;
        TR_KERNEL_OF(work->isa, tr_cube_sample)
        (cube, count, g->x + first, g->y + first, g->z + first, out + first);
    }
}

static void mix_part(void *context, int index, int worker) {
    climate *c = context;
    terrain_scratch *s = &c->work->scratch[worker];
    float *rain = s->noise[0], *weight = s->noise[1];
    for (int first = index * part; first < climate_part_end(c, index); first += TR_BLOCK_SAMPLES) {
        const int left = climate_part_end(c, index) - first;
        const tr_samples at =
            terrain_points(&c->globe, first, left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES);
        terrain_sample(c->work, TR_TERRAIN_MAP_RAIN, &at, rain, weight);
        for (int i = 0; i < at.count; i++)
            c->q[first + i] += weight[i] * (rain[i] - c->q[first + i]);
    }
}

// A map of rain replaces ours.
static void mix_given(climate *c) {
    if (terrain_strength(c->work, TR_TERRAIN_MAP_RAIN) > 0)
        terrain_run(c->work, c->globe.count, (c->globe.count + part - 1) / part, 100, mix_part, c);
}

tr_status terrain_make_rain(terrain_work *work, tr_cube *kept, tr_error *error) {
    climate c = {.work = work};
    tr_cube height = {0}, rain = {0};
    const tr_turn turn = tr_turn_of(work->numbers->turn);
    const int half = work->globe.cells / 2;
    const int cells = has_seasons(work) && half > season_cells ? season_cells : half;
    tr_status status = tr_globe_create(work->globe.seed, cells, work->meter, &c.globe, error);
    if (status == TR_OK)
        status = allocate(&c, error);
    if (status == TR_OK)
        status = tr_globe_to_cube(&work->globe, 1, work->height, work->meter, &height, error);
    if (status == TR_OK) {
        look_up(work, &height, &c.globe, c.height);
        tr_turn_directions(&turn, c.globe.count, c.globe.x, c.globe.y, c.globe.z);
        for (int p = 0; p < c.globe.count; p++)
            c.ground[p] = c.height[p] > 0 ? c.height[p] : 0;
        if (has_seasons(work))
            blow_seasons(&c);
        else
            blow(&c);
        mix_given(&c);
        status = tr_globe_to_cube(&c.globe, 1, c.q, work->meter, &rain, error);
    }
    if (status == TR_OK)
        look_up(work, &rain, &work->globe, work->rain), terrain_paint_rain(work);
    if (status == TR_OK)
        status = tr_meter_check(work->meter, error);
    if (kept && status == TR_OK)
        *kept = rain;
    else
        tr_cube_clear(&rain);
    tr_cube_clear(&height);
    tr_free(c.height);
    tr_globe_clear(&c.globe);
    return status;
}
