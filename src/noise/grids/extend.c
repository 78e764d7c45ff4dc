#include "noise/grids/globe.h"

#include "base/maths.h"
#include "base/size.h"

#include <string.h>

// Each point gets the value of the nearest point that is known, smoothed over a length that grows with the
// distance. That is the screened Poisson equation, u = first + length² Δu, by successive over-relaxation.
// Laplace's equation, without a first value, loses what is narrow at once: bays would end in straight coasts.
enum { sweeps = 48 };
static const float relaxation = 1.6f, length_of_distance = 0.5f;

typedef struct extension {
    const tr_globe *globe;
    const uint8_t *known;
    const float *reach;
    tr_meter *meter;
    float *values;
    int32_t *queue; // as a ring
    int32_t *from;  // the point that is known and nearest, or -1
    float *far;     // how far it is
    uint8_t *waits; // in the queue
    int32_t *list;  // of the points that are extended
    int32_t count;
    float *first; // their values at first
} extension;

static float distance(const tr_globe *g, int32_t p, int32_t q) {
    const float x = g->x[p] - g->x[q], y = g->y[p] - g->y[q], z = g->z[p] - g->z[q];
    return __builtin_sqrtf(x * x + y * y + z * z);
}

// Passes the nearest point that is known on from point to point, until nothing changes.
static void spread(extension *e) {
    const tr_globe *g = e->globe;
    int32_t head = 0, left = 0;
    for (int32_t p = 0; p < g->count; p++) {
        e->from[p] = e->known[p] ? p : -1, e->far[p] = e->known[p] ? 0 : 1e9f, e->waits[p] = e->known[p];
        if (e->known[p])
            e->queue[left++] = p;
    }
    for (uint32_t done = 0; left > 0; left--, done++) {
        if (done % 1024 == 0 && !tr_meter_add(e->meter, 1024 * 60))
            return;
        const int32_t p = e->queue[head];
        head = head + 1 < g->count ? head + 1 : 0;
        e->waits[p] = 0;
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS && g->near[p][k] >= 0; k++) {
            const int32_t q = g->near[p][k];
            const float far = distance(g, q, e->from[p]);
            if (far >= e->far[q] || far >= e->reach[q])
                continue;
            e->far[q] = far, e->from[q] = e->from[p];
            if (!e->waits[q]) {
                const int32_t tail = (head + left - 1) % g->count; // p has left
                e->waits[q] = 1, e->queue[tail] = q, left++;
            }
        }
    }
}

static void begin(extension *e) {
    for (int32_t p = 0; p < e->globe->count; p++) {
        if (e->known[p] || e->from[p] < 0)
            continue;
        e->values[p] = e->first[e->count] = e->values[e->from[p]];
        e->list[e->count++] = p;
    }
}

// The mean of the neighbours that have a value.
static float mean_at(const extension *e, int32_t p) {
    const int32_t *near = e->globe->near[p];
    float sum = 0, points = 0;
    for (int k = 0; k < TR_GLOBE_NEIGHBOURS && near[k] >= 0; k++)
        if (e->from[near[k]] >= 0)
            sum += e->values[near[k]], points += 1;
    return points > 0 ? sum / points : e->values[p];
}

static void smooth(const extension *e) {
    const float spacing = (float)(TR_PI / 2) / (float)e->globe->cells;
    for (int sweep = 0; sweep < sweeps && tr_meter_add(e->meter, (uint64_t)e->count * 20); sweep++)
        for (int32_t i = 0; i < e->count; i++) {
            const int32_t k = sweep % 2 ? e->count - 1 - i : i, p = e->list[k];
            const float length = length_of_distance * e->far[p] / spacing, weight = 8.f / 3 * length * length;
            const float to = (e->first[k] + weight * mean_at(e, p)) / (1 + weight);
            e->values[p] += relaxation * (to - e->values[p]);
        }
}

static void fade(const extension *e, float *share) {
    for (int32_t p = 0; p < e->globe->count; p++) {
        share[p] = e->from[p] < 0 ? 0 : 1 - tr_smoothf(0, 1, e->far[p] / e->reach[p]);
        e->values[p] = share[p] > 0 ? share[p] * e->values[p] : 0;
    }
}

tr_status tr_globe_extend(const tr_globe *globe, const uint8_t *known, const float *reach, tr_meter *meter,
                          float *values, float *share, tr_error *error) {
    const size_t n = (size_t)globe->count;
    extension e = {.globe = globe, .known = known, .reach = reach, .meter = meter, .values = values};
    if (!TR_ALLOCATE(TR_ARRAY(e.queue, n), TR_ARRAY(e.from, n), TR_ARRAY(e.far, n), TR_ARRAY(e.list, n),
                     TR_ARRAY(e.first, n), TR_ARRAY(e.waits, n)))
        return tr_fail(error, TR_NO_MEMORY, "no memory to extend values over a globe");
    spread(&e);
    if (tr_meter_check(meter, NULL) == TR_OK) { // otherwise not all points have a value
        begin(&e);
        smooth(&e);
        fade(&e, share);
    }
    tr_free(e.queue);
    return tr_meter_check(meter, error);
}
