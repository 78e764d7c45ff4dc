// Courses of rivers. The water of a point p comes from one main river, the one with the greatest flow, and from
// tributaries. The main river's course is a parabola (a quadratic Bézier curve) from the middle of the edge
// that leads to p to the middle of the edge that leads away, with p as its control point. So courses join
// smoothly. Midpoint displacement adds meanders. A tributary has the same shape, but ends on the main river
// three quarters down, nearly parallel to it.
#include "base/hash.h"
#include "base/size.h"
#include "terrain/private/river_parts.h"

#include <math.h>
#include <string.h>

enum { most_bends = 4, most_vertices = (1 << most_bends) + 1 };

static const float first_bend = 0.17f;     // of the length of a course
static const float bend_ratio = 0.52f;     // amplitude ratio of the next finer bends
static const float estuary = 2.2f;         // widening factor of large rivers at their mouths
static const float mouth_bed = -5;         // m: at the coast
static const float sea_bed = -60;          // one step farther out
static const float delta_flow = 0.02f;     // with at least this flow, rivers branch before the sea
static const float branch_fraction = 0.5f; // of the width

typedef struct vertex {
    float at[3], half, bed;
} vertex;

typedef struct tracing {
    const tr_globe *globe;
    const tr_drainage *water;
    const river_numbers *numbers;
    const float *height;
    int bends;
    int32_t *main_donor; // for each point: the source of its main river, or -1 if it starts there
    river_courses *out;
} tracing;

// ---- points ------------------------------------------------------------------------------------

static bool is_river(const tracing *t, int32_t p) {
    return t->water->receiver[p] >= 0 && t->water->flow[p] >= t->numbers->least_flow;
}

static bool is_lake(const tracing *t, int32_t p) {
    return t->water->receiver[p] >= 0 && t->water->filled[p] - t->height[p] > t->numbers->lake_depth;
}

static float level_of(const tracing *t, int32_t p) {
    return t->water->receiver[p] < 0 ? 0 : t->water->filled[p];
}

static float half_of(const tracing *t, int32_t p) {
    const float wide = t->numbers->width * sqrtf(t->water->flow[p]);
    return 0.5f * (wide > t->numbers->narrow ? wide : t->numbers->narrow);
}

// Widening factor of a point's river at its mouth. Tides and waves keep small mouths narrow.
static float flare_of(const tracing *t, int32_t p) {
    const float fraction = t->water->flow[p] / delta_flow;
    return 1 + (estuary - 1) * (fraction < 1 ? fraction : 1);
}

static void place_of(const tracing *t, int32_t p, float out[3]) {
    out[0] = t->globe->x[p], out[1] = t->globe->y[p], out[2] = t->globe->z[p];
}

static vertex vertex_at(const tracing *t, int32_t p, float half) {
    vertex v = {.half = half, .bed = level_of(t, p)};
    place_of(t, p, v.at);
    return v;
}

// The vertex where a river reaches the sea.
static vertex mouth_at(const tracing *t, int32_t sea, float half) {
    vertex v = vertex_at(t, sea, half);
    v.bed = mouth_bed;
    return v;
}

static vertex middle(const tracing *t, int32_t from, int32_t to, float half) {
    vertex a = vertex_at(t, from, half), b = vertex_at(t, to, half);
    for (int k = 0; k < 3; k++)
        a.at[k] = 0.5f * (a.at[k] + b.at[k]);
    a.bed = 0.5f * (a.bed + b.bed);
    return a;
}

// ---- one course --------------------------------------------------------------------------------

// Displacement of a course from its parabola to the left or right, in units of its length, by midpoint
// displacement.
static void meander(uint64_t seed, int bends, float *aside) {
    const int last = 1 << bends;
    float reach = first_bend;
    aside[0] = aside[last] = 0;
    for (int step = last / 2; step > 0; step /= 2, reach *= bend_ratio)
        for (int i = step; i < last; i += 2 * step) {
            // the same number for the same place with any number of bends
            const uint64_t place = (uint64_t)i << (most_bends - bends);
            const float random = (float)(2 * tr_hash_unit(tr_hash_pair(seed, place)) - 1);
            aside[i] = 0.5f * (aside[i - step] + aside[i + step]) + reach * random;
        }
}

static float length_of(const float v[3]) { return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

// Computes the vertices of a course from `from` by way of p to `to`. Half way its bed is at the level of p's
// water.
static void trace(const tracing *t, const vertex *from, int32_t p, const vertex *to, uint64_t name,
                  vertex *out) {
    const int last = 1 << t->bends;
    float aside[most_vertices], way[3], corner[3];
    const float level = level_of(t, p);
    meander(tr_hash_pair(t->numbers->seed, name), t->bends, aside);
    place_of(t, p, corner);
    for (int k = 0; k < 3; k++)
        way[k] = to->at[k] - from->at[k];
    const float length = length_of(way);
    for (int i = 0; i <= last; i++) {
        const float s = (float)i / (float)last, r = 1 - s;
        float along[3], side[3], at[3];
        for (int k = 0; k < 3; k++) {
            at[k] = r * r * from->at[k] + 2 * r * s * corner[k] + s * s * to->at[k];
            along[k] = r * (corner[k] - from->at[k]) + s * (to->at[k] - corner[k]);
        }
        for (int k = 0; k < 3; k++)
            side[k] = at[(k + 1) % 3] * along[(k + 2) % 3] - at[(k + 2) % 3] * along[(k + 1) % 3];
        const float wide = length_of(side), scale = wide > 0 ? aside[i] * length / wide : 0;
        for (int k = 0; k < 3; k++)
            at[k] += scale * side[k];
        const float whole = length_of(at); // projects back onto the sphere
        for (int k = 0; k < 3; k++)
            out[i].at[k] = at[k] / whole;
        out[i].half = r * from->half + s * to->half;
        out[i].bed =
            s < 0.5f ? from->bed + 2 * s * (level - from->bed) : level + (2 * s - 1) * (to->bed - level);
    }
}

// The course of the main river through p.
static void trace_main(const tracing *t, int32_t p, vertex *out) {
    const int32_t donor = t->main_donor[p], receiver = t->water->receiver[p];
    const bool mouth = t->water->receiver[receiver] < 0;
    const float half = half_of(t, p);
    const vertex from = donor >= 0 ? middle(t, donor, p, half_of(t, donor)) : vertex_at(t, p, 0);
    const vertex to = mouth ? mouth_at(t, receiver, flare_of(t, p) * half) : middle(t, p, receiver, half);
    trace(t, &from, p, &to, (uint64_t)p, out);
}

static void trace_tributary(const tracing *t, int32_t donor, int32_t p, const vertex *main, vertex *out) {
    const vertex from = middle(t, donor, p, half_of(t, donor));
    vertex to = main[3 * (1 << t->bends) / 4];
    to.half = from.half;
    trace(t, &from, p, &to, (uint64_t)donor << 32, out);
}

// An arm of a delta, which leaves the main river a quarter down.
static void trace_arm(const tracing *t, int32_t p, int32_t sea, const vertex *main, vertex *out) {
    vertex from = main[(1 << t->bends) / 4];
    from.half *= branch_fraction;
    from.bed = from.bed < level_of(t, p) ? level_of(t, p) : from.bed;
    const vertex to = mouth_at(t, sea, from.half * estuary);
    trace(t, &from, p, &to, ((uint64_t)sea << 32) + 1, out);
}

// Detail of the ground may raise the coast's point above the water, so the river continues to the deepest
// neighbouring point.
static void trace_into_sea(const tracing *t, int32_t sea, float half, vertex *out) {
    int32_t deepest = sea;
    for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++) {
        const int32_t q = t->globe->near[sea][k];
        if (q >= 0 && t->height[q] < t->height[deepest])
            deepest = q;
    }
    const vertex from = mouth_at(t, sea, half);
    vertex to = vertex_at(t, deepest, 0.5f * half);
    to.bed = sea_bed;
    for (int i = 0; i <= 1 << t->bends; i++) {
        const float s = (float)i / (float)(1 << t->bends);
        out[i] =
            (vertex){.half = from.half + s * (to.half - from.half), .bed = from.bed + s * (to.bed - from.bed)};
        for (int k = 0; k < 3; k++)
            out[i].at[k] = from.at[k] + s * (to.at[k] - from.at[k]);
    }
}

// ---- all of them -------------------------------------------------------------------------------

static void add_course(tracing *t, const vertex *course) {
    for (int i = 0; i < 1 << t->bends; i++) {
        river_piece *piece = &t->out->pieces[t->out->count++];
        for (int end = 0; end < 2; end++) {
            memcpy(piece->at[end], course[i + end].at, sizeof piece->at[end]);
            piece->half[end] = course[i + end].half, piece->bed[end] = course[i + end].bed;
        }
    }
}

static float cosine_between(const tracing *t, int32_t p, int32_t a, int32_t b) {
    float at[3], u[3], v[3];
    place_of(t, p, at), place_of(t, a, u), place_of(t, b, v);
    float dot = 0;
    for (int k = 0; k < 3; k++)
        u[k] -= at[k], v[k] -= at[k], dot += u[k] * v[k];
    return dot / (length_of(u) * length_of(v));
}

// Adds arms to the sea on both sides of the main river.
static void add_delta(tracing *t, int32_t p, const vertex *main) {
    const int32_t mouth = t->water->receiver[p];
    for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++) {
        const int32_t q = t->globe->near[p][k];
        if (q < 0 || q == mouth || t->water->receiver[q] >= 0 || cosine_between(t, p, mouth, q) < 0.5f)
            continue;
        vertex arm[most_vertices];
        trace_arm(t, p, q, main, arm);
        add_course(t, arm);
    }
}

static void add_point(tracing *t, int32_t p) {
    const int32_t receiver = t->water->receiver[p], donor = t->main_donor[p];
    vertex main[most_vertices], other[most_vertices];
    trace_main(t, p, main);
    const bool drowned = is_lake(t, p) && is_lake(t, receiver);
    if (!(drowned && donor >= 0 && is_lake(t, donor)))
        add_course(t, main);
    if (t->water->receiver[receiver] < 0) {
        trace_into_sea(t, receiver, main[1 << t->bends].half, other);
        add_course(t, other);
        if (t->water->flow[p] >= delta_flow)
            add_delta(t, p, main);
    }
    for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++) {
        const int32_t q = t->globe->near[p][k];
        if (q < 0 || q == donor || !is_river(t, q) || t->water->receiver[q] != p || (drowned && is_lake(t, q)))
            continue;
        trace_tributary(t, q, p, main, other);
        add_course(t, other);
    }
}

// Finds the main donors and returns the maximum number of courses.
static size_t find_donors(tracing *t) {
    size_t courses = 0;
    memset(t->main_donor, 0xff, (size_t)t->globe->count * sizeof *t->main_donor);
    TR_METERED (t->numbers->meter, p, t->globe->count, 4) {
        if (!is_river(t, p))
            continue;
        const int32_t r = t->water->receiver[p], best = t->main_donor[r];
        if (best < 0 || t->water->flow[p] > t->water->flow[best])
            t->main_donor[r] = p;
        courses += t->water->receiver[r] < 0 ? 2 + TR_GLOBE_NEIGHBOURS : 2; // its own, and its way into another
    }
    return courses;
}

tr_status river_courses_create(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                               const river_numbers *numbers, int bends, river_courses *out, tr_error *error) {
    tracing t = {.globe = globe,
                 .water = drainage,
                 .numbers = numbers,
                 .height = height_m,
                 .bends = bends < most_bends ? bends : most_bends,
                 .main_donor = tr_allocate((size_t)globe->count, sizeof *t.main_donor),
                 .out = out};
    *out = (river_courses){0};
    if (t.main_donor)
        out->pieces = tr_allocate(find_donors(&t) << t.bends, sizeof *out->pieces);
    if (!t.main_donor || !out->pieces) {
        tr_free(t.main_donor);
        return tr_fail(error, TR_NO_MEMORY, "no memory for the rivers of a planet");
    }
    TR_METERED (numbers->meter, p, globe->count, 2)
        if (is_river(&t, p) && tr_meter_add(numbers->meter, 1000))
            add_point(&t, p);
    tr_free(t.main_donor);
    return tr_meter_check(numbers->meter, error);
}
