// A terrain that follows maps: their coast, the crust and the sea floor by the distance to it, their heights,
// and the lakes of their basins.
//
// Coasts keep their place at the resolution of the lattice: a point is land where the map is land just there,
// while heights are averaged over the spacing of the points. A map whose sea is flat has no sea floor. Ours
// falls from the coast over a shelf and a slope to the plain, over a shorter distance round small islands,
// which have no shelf.
//
// Round a map of a part of the globe, crust and heights of ours change so that they join it: what the map
// differs from ours at its edge is extended over its surroundings.
#include "base/size.h"
#include "terrain/private/shaping.h"
#include "terrain/private/work.h"

#include <math.h>
#include <string.h>

enum { km_per_radius = 6371 }; // distances are those of an Earth

float terrain_strength(const terrain_work *w, terrain_map map) {
    return w->numbers->input ? w->numbers->input->strength[map] : 0;
}

bool terrain_has_heights(const terrain_work *w) { return terrain_strength(w, TR_TERRAIN_MAP_HEIGHT) > 0; }

bool terrain_has_coast(const terrain_work *w) {
    return terrain_has_heights(w) || terrain_strength(w, TR_TERRAIN_MAP_LAND) > 0;
}

static float spacing_of(const tr_globe *globe) { return 1.5707963f / (float)globe->cells; }

// ---- sampling ----------------------------------------------------------------------------------

static void sample(const terrain_work *w, terrain_map map, double texel, const tr_samples *at, float *value,
                   float *weight) {
    const terrain_input *input = w->numbers->input;
    const float strength = terrain_strength(w, map);
    if (strength <= 0) {
        memset(weight, 0, (size_t)at->count * sizeof *weight);
        return;
    }
    input->sample(input->context, map, texel, at->count, at->x, at->y, at->z, value, weight);
    for (int i = 0; i < at->count; i++)
        weight[i] *= strength;
}

void terrain_sample(const terrain_work *w, terrain_map map, const tr_samples *at, float *value, float *weight) {
    sample(w, map, (double)spacing_of(&w->globe), at, value, weight);
}

// Above 0 for all heights, and the height itself where that is well above 0.
static float raised(float height) {
    const float low = 20; // m
    return height > low ? height : low * low / (2 * low - height);
}

// A map of a part of the globe is followed up to its edge, because what is outside joins it. Texels, which are
// finer, blend within its margin.
static float whole_weight(const terrain_work *w, terrain_map map, float weight) {
    return weight > 0 && w->numbers->input->side[map] > 0 ? terrain_strength(w, map) : weight;
}

static void sample_batch(terrain_work *w, terrain_scratch *s, int first, int count) {
    const tr_samples at = terrain_points(&w->globe, first, count);
    float *mean = s->noise[0], *weight = s->noise[1], *here = s->noise[2], *same = s->noise[3];
    float *land = s->noise[4], *lands = s->noise[5];
    terrain_sample(w, TR_TERRAIN_MAP_HEIGHT, &at, mean, weight);
    sample(w, TR_TERRAIN_MAP_HEIGHT, 0, &at, here, same);
    sample(w, TR_TERRAIN_MAP_LAND, 0, &at, land, lands);
    for (int i = 0; i < count; i++) {
        const bool is_land = lands[i] > 0 ? land[i] > 0.5f : weight[i] > 0 && here[i] > 0;
        const float height = weight[i] > 0 ? mean[i] : 0;
        const float coast = whole_weight(w, TR_TERRAIN_MAP_LAND, lands[i]);
        const float measured = whole_weight(w, TR_TERRAIN_MAP_HEIGHT, weight[i]);
        w->known[first + i] = is_land ? raised(height) : -raised(-height);
        w->given[first + i] = coast > measured ? coast : measured;
        w->measured[first + i] = w->numbers->input->side[TR_TERRAIN_MAP_HEIGHT] > 0 ? measured
                                 : terrain_has_heights(w)                           ? w->given[first + i]
                                                                                    : 0;
    }
}

// ---- surroundings of a part of the globe -----------------------------------------------------------

float terrain_part(const terrain_work *w) {
    const float *side = w->numbers->input->side;
    return fmaxf(side[TR_TERRAIN_MAP_HEIGHT], side[TR_TERRAIN_MAP_LAND]);
}

// Arrays for all points.
typedef struct joining {
    terrain_work *work;
    uint8_t *known;
    float *reach, *change, *share;
} joining;

static void find_reach(void *context, int index, int worker) {
    const joining *j = context;
    terrain_work *w = j->work;
    terrain_scratch *s = &w->scratch[worker];
    const int first = index * TR_BLOCK_SAMPLES, left = w->globe.count - first;
    const tr_samples at = terrain_points(&w->globe, first, left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES);
    terrain_noise(w, "joins",
                  (tr_fractal_numbers){.scale = terrain_reach_noise.scale,
                                       .octaves = terrain_reach_noise.octaves,
                                       .persistence = terrain_reach_noise.persistence},
                  &at, s, s->noise[0]);
    for (int i = 0; i < at.count; i++)
        j->reach[first + i] = terrain_reach(terrain_part(w), s->noise[0][i]);
}

static tr_status begin_join(terrain_work *w, joining *j, tr_error *error) {
    const int n = w->globe.count;
    *j = (joining){.work = w};
    if (!TR_ALLOCATE(TR_ARRAY(j->reach, (size_t)n), TR_ARRAY(j->change, (size_t)n),
                     TR_ARRAY(j->share, (size_t)n), TR_ARRAY(j->known, (size_t)n)))
        return tr_fail(error, TR_NO_MEMORY, "no memory to join a map of a part of a planet");
    terrain_run(w, n, (n + TR_BLOCK_SAMPLES - 1) / TR_BLOCK_SAMPLES, 60, find_reach, j);
    return tr_meter_check(w->meter, error);
}

static tr_status extend(const joining *j, tr_error *error) {
    const terrain_work *w = j->work;
    return tr_globe_extend(&w->globe, j->known, j->reach, w->meter, j->change, j->share, error);
}

// The crust of a height by a map.
static float crust_at(const terrain_work *w, float known) {
    const float inland = 0.05f, off_coast = -0.1f, crust = terrain_crust_of(known);
    const bool floor = terrain_has_heights(w) && !w->numbers->input->flat_sea;
    return known > 0 ? fmaxf(crust, inland) : floor ? crust : off_coast;
}

// Where land is outside of the map: our crust, changed so that coasts cross its edge.
static tr_status join_coast(terrain_work *w, tr_error *error) {
    joining j;
    tr_status status = begin_join(w, &j, error);
    for (int p = 0; p < w->globe.count && status == TR_OK; p++) {
        j.known[p] = w->given[p] > 0;
        j.change[p] = j.known[p] ? crust_at(w, w->known[p]) - w->crust[p] : 0;
    }
    if (status == TR_OK)
        status = extend(&j, error);
    const float strength =
        fmaxf(terrain_strength(w, TR_TERRAIN_MAP_HEIGHT), terrain_strength(w, TR_TERRAIN_MAP_LAND));
    for (int p = 0; p < w->globe.count && status == TR_OK; p++)
        if (!j.known[p]) {
            w->known[p] = w->crust[p] + strength * j.change[p] > 0 ? raised(0) : -raised(0);
            w->joined[p] = strength * j.share[p];
        }
    tr_free(j.reach);
    return status;
}

// ---- distance to the coast ---------------------------------------------------------------------

typedef struct shore {
    const terrain_work *work;
    int32_t *queue; // of points, as a ring
    int32_t *from;  // the point of the coast that is nearest, or -1
    float *far;     // distance to the coast in km; at sea multiplied by the steepness there
    float *steep;   // how much shorter the way to deep water is at a point of the coast
    uint8_t *state;
} shore;

static bool is_land(const terrain_work *w, int32_t p) { return w->known[p] > 0; }

// Collects the points of the same kind that are connected with `start`. Returns their number; adds their area.
static int32_t collect(const shore *s, int32_t start, double *area) {
    const terrain_work *w = s->work;
    int32_t count = 0;
    *area = 0;
    s->queue[count++] = start, s->state[start] = 1;
    for (int32_t i = 0; i < count; i++) { // it grows
        *area += (double)w->globe.area[s->queue[i]];
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++) {
            const int32_t q = w->globe.near[s->queue[i]][k];
            if (q >= 0 && !s->state[q] && is_land(w, q) == is_land(w, start))
                s->state[q] = 1, s->queue[count++] = q;
        }
    }
    tr_meter_add(w->meter, (uint64_t)count * 20);
    return count;
}

// Makes small holes in the land of a map with a flat sea land: they are lakes, or ground below the sea.
static void fill_holes(shore *s) {
    const double largest = 0.0057; // steradians: 230,000 km² on an Earth
    const terrain_work *w = s->work;
    memset(s->state, 0, (size_t)w->globe.count);
    for (int32_t p = 0; p < w->globe.count && w->numbers->input->flat_sea; p++) {
        double area;
        if (s->state[p] || is_land(w, p) || tr_meter_check(w->meter, NULL) != TR_OK)
            continue;
        const int32_t count = collect(s, p, &area);
        for (int32_t i = 0; i < count && area < largest; i++)
            w->known[s->queue[i]] = 1;
    }
}

// Coasts of a continent have a shelf, those of small islands fall to the deep sea at once.
static void find_steepness(shore *s) {
    const terrain_work *w = s->work;
    const double continent = 0.02; // steradians: as large as Borneo
    memset(s->state, 0, (size_t)w->globe.count);
    for (int32_t p = 0; p < w->globe.count; p++)
        s->steep[p] = 10;
    for (int32_t p = 0; p < w->globe.count; p++) {
        double area;
        if (s->state[p] || !is_land(w, p) || tr_meter_check(w->meter, NULL) != TR_OK)
            continue;
        const int32_t count = collect(s, p, &area);
        const float steep = tr_clampf((float)__builtin_sqrt(continent / area), 1, 10);
        for (int32_t i = 0; i < count; i++)
            for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++) {
                const int32_t q = w->globe.near[s->queue[i]][k];
                if (q >= 0 && !is_land(w, q) && s->steep[q] > steep)
                    s->steep[q] = steep;
            }
    }
}

static float distance(const shore *s, int32_t p, int32_t from) {
    const tr_globe *g = &s->work->globe;
    const float x = g->x[p] - g->x[from], y = g->y[p] - g->y[from], z = g->z[p] - g->z[from];
    const float half = 0.5f * spacing_of(g); // the coast runs between points
    const float km = km_per_radius * (half + __builtin_sqrtf(x * x + y * y + z * z));
    return is_land(s->work, p) ? km : km * s->steep[from];
}

// Puts the points of the coast, land and sea, at distance 0 into the queue.
static int32_t find_coast(shore *s) {
    const terrain_work *w = s->work;
    int32_t count = 0;
    for (int32_t p = 0; p < w->globe.count; p++) {
        bool coast = false;
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS && w->globe.near[p][k] >= 0; k++)
            coast |= is_land(w, w->globe.near[p][k]) != is_land(w, p);
        s->state[p] = coast, s->from[p] = coast ? p : -1;
        s->far[p] = coast ? distance(s, p, p) : 1e9f;
        if (coast)
            s->queue[count++] = p;
    }
    return count;
}

// Passes the nearest point of the coast on from point to point, until nothing changes.
static void spread(shore *s) {
    const terrain_work *w = s->work;
    const int32_t size = w->globe.count;
    int32_t left = find_coast(s), head = 0;
    for (uint32_t done = 0; left > 0; left--, done++) {
        if (done % 1024 == 0 && !tr_meter_add(w->meter, 1024 * 60))
            return;
        const int32_t p = s->queue[head];
        head = head + 1 < size ? head + 1 : 0;
        s->state[p] = 0;
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS && w->globe.near[p][k] >= 0; k++) {
            const int32_t q = w->globe.near[p][k];
            const float far = is_land(w, q) == is_land(w, p) ? distance(s, q, s->from[p]) : 1e9f;
            if (far >= s->far[q])
                continue;
            s->far[q] = far, s->from[q] = s->from[p];
            if (!s->state[q]) {
                const int32_t tail = (head + left - 1) % size; // p has left
                s->state[q] = 1, s->queue[tail] = q, left++;
            }
        }
    }
}

// ---- crust -------------------------------------------------------------------------------------

// By the distance to the coast in km, for the curve of heights by crust (orogeny.c).
static float crust_of(bool land, float km) {
    static const float inland[][2] = {{0, 0}, {150, 0.12f}, {600, 0.35f}, {2000, 0.7f}, {1e9f, 0.7f}};
    static const float seaward[][2] = {{0, -0.004f},  {40, -0.03f},   {130, -0.085f}, {250, -0.13f},
                                       {450, -0.22f}, {1500, -0.45f}, {4000, -1.1f},  {1e9f, -1.1f}};
    const float(*curve)[2] = land ? inland : seaward;
    int i = 0;
    while (curve[i + 1][0] <= km && curve[i + 1][0] < 1e9f)
        i++;
    const float t = (km - curve[i][0]) / (curve[i + 1][0] - curve[i][0]);
    return curve[i][1] + t * (curve[i + 1][1] - curve[i][1]);
}

// Writes the distances, which lie in `relief`, into the crust. Shelves are wide in places and narrow in others.
static void crust_batch(terrain_work *w, terrain_scratch *s, int first, int count) {
    const tr_samples at = terrain_points(&w->globe, first, count);
    const bool loose = w->numbers->input->loose;
    float *shelf = s->noise[0];
    terrain_noise(w, "shelves", (tr_fractal_numbers){.scale = 5, .octaves = 5, .persistence = 0.55}, &at, s,
                  shelf);
    for (int i = 0; i < count; i++) {
        const int p = first + i;
        const bool land = is_land(w, p);
        const float width = land ? 1 : 0.15f + 1.4f * tr_smoothf(-0.3f, 0.45f, shelf[i]);
        const float crust = crust_of(land, w->relief[p] / width), given = w->given[p] + w->joined[p];
        const float follows =
            loose ? given * (0.5f + 0.5f * given) : given; // coasts are steep: weak noise moves them little
        w->crust[p] += follows * (crust - w->crust[p]);
        if (loose && given > 0)
            w->known[p] = w->crust[p] > 0 ? raised(0) : -raised(0);
        if (terrain_has_heights(w)) // no plates
            w->border[p] += given * (1 - w->border[p]), w->closing[p] *= 1 - given;
    }
}

tr_status terrain_follow_coast(terrain_work *w, tr_error *error) {
    const size_t n = (size_t)w->globe.count;
    if (!terrain_has_coast(w))
        return tr_meter_check(w->meter, error);
    shore s = {.work = w, .far = w->relief}; // unused until the end
    if (!TR_ALLOCATE(TR_ARRAY(s.queue, n), TR_ARRAY(s.from, n), TR_ARRAY(s.steep, n), TR_ARRAY(s.state, n)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for the coasts of a planet");
    terrain_each(w, 200, sample_batch);
    tr_status status = terrain_part(w) > 0 ? join_coast(w, error) : TR_OK;
    if (status == TR_OK) {
        fill_holes(&s);
        find_steepness(&s);
        status = terrain_fill_bays(w, s.steep, error);
    }
    if (status == TR_OK) {
        find_steepness(&s);
        spread(&s);
        terrain_each(w, 40, crust_batch);
    }
    tr_free(s.queue);
    return status == TR_OK ? tr_meter_check(w->meter, error) : status;
}

// ---- heights -----------------------------------------------------------------------------------

// What the maps make of our height.
static float target_of(const terrain_work *w, int p, float ours) {
    const bool floor = !w->numbers->input->flat_sea;
    const float known = w->known[p], measured = w->measured[p];
    const float highest = 0.3f * terrain_hypsometry(w->crust[p]) - 2; // volcanoes stay below the sea
    const float below = ours < highest ? ours : highest < -2 ? highest : -2;
    const float coast = known > 0 ? raised(ours) : below, height = known > 0 || floor ? known : below;
    return measured >= w->given[p] ? height : measured <= 0 ? coast : coast + measured * (height - coast);
}

static void follow_batch(terrain_work *w, terrain_scratch *s, int first, int count) {
    (void)s;
    for (int p = first; p < first + count; p++) {
        w->height[p] += w->given[p] * (target_of(w, p, w->height[p]) - w->height[p]);
        w->uplift[p] *= 1 - w->measured[p];
    }
}

void terrain_follow_heights(terrain_work *w) { terrain_each(w, 10, follow_batch); }

tr_status terrain_join_heights(terrain_work *w, tr_error *error) {
    joining j;
    if (terrain_part(w) <= 0) {
        terrain_follow_heights(w);
        return tr_meter_check(w->meter, error);
    }
    tr_status status = begin_join(w, &j, error);
    for (int p = 0; p < w->globe.count && status == TR_OK; p++) {
        j.known[p] = w->given[p] > 0;
        j.change[p] = j.known[p] ? w->given[p] * (target_of(w, p, w->height[p]) - w->height[p]) : 0;
    }
    if (status == TR_OK)
        status = extend(&j, error);
    for (int p = 0; p < w->globe.count && status == TR_OK; p++) {
        w->height[p] += j.change[p];
        w->uplift[p] *= 1 - w->measured[p];
    }
    tr_free(j.reach);
    return status;
}

// ---- lakes of closed basins --------------------------------------------------------------------

// Water of a basin: rain that runs off, against what the lake loses to dry air. Units: as tr_drainage.flow.
static const float run_off = 0.35f, evaporation = 0.9f;
static const float gorge = 150; // m: rims up to this high are cut by valleys that the lattice does not show

// Empties the pit of the queue's points if its lake would dry out. exact: the lattice shows its rim as it is.
static void dry_pit(terrain_work *w, const int32_t *queue, int32_t count, const float *water, bool exact) {
    double area = 0, rain = 0, inflow = 0, deepest = 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t p = queue[i];
        const double a = (double)w->globe.area[p], depth = (double)(w->drainage.filled[p] - w->height[p]);
        area += a, rain += a * (double)water[p];
        inflow = (double)w->drainage.flow[p] > inflow ? (double)w->drainage.flow[p] : inflow;
        deepest = depth > deepest ? depth : deepest;
    }
    const bool full = run_off * (inflow - rain) + rain > evaporation * area;
    const bool cut = !exact && (deepest < gorge || count > 40);
    for (int32_t i = 0; i < count && (!full || cut); i++)
        w->drainage.filled[queue[i]] = w->height[queue[i]];
}

tr_status terrain_dry_out(terrain_work *w, const float *water, tr_error *error) {
    const size_t n = (size_t)w->globe.count;
    const tr_drainage *d = &w->drainage;
    const float sea = (float)w->numbers->sea_m;
    int32_t *queue;
    uint8_t *seen;
    if (!TR_ALLOCATE(TR_ARRAY(queue, n), TR_ARRAY(seen, n)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for the lakes of a planet");
    memset(seen, 0, n);
    TR_METERED (w->meter, start, w->globe.count, 20) {
        int32_t count = 0;
        const bool bared = w->height[start] + sea <= 0; // a lower sea has left it
        const bool painted = w->added && w->added[start] != 0;
        if (seen[start] || d->receiver[start] < 0 || d->filled[start] - w->height[start] < 1 ||
            !(bared || painted || (terrain_has_heights(w) && w->given[start] >= 0.5f)))
            continue;
        queue[count++] = start, seen[start] = 1;
        for (int32_t i = 0; i < count; i++) // it grows
            for (int k = 0; k < TR_GLOBE_NEIGHBOURS && w->globe.near[queue[i]][k] >= 0; k++) {
                const int32_t q = w->globe.near[queue[i]][k];
                if (!seen[q] && d->receiver[q] >= 0 && d->filled[q] - w->height[q] >= 1)
                    seen[q] = 1, queue[count++] = q;
            }
        dry_pit(w, queue, count, water, painted);
    }
    tr_free(queue);
    return tr_meter_check(w->meter, error);
}
