// Water on a globe. Three passes over the land, each in linear time:
//
// - Land is sorted by height and flooded from below. In that order, each point that the flood has reached
//   passes it to its neighbours. A higher neighbour waits for its own turn in the order. Any other neighbour
//   lies in a pit, which is full to this level: it is flooded at once, and so are lower points beyond it. This
//   is the priority flood of Barnes, Lehman and Mulla. A point enters its queue only while the level is below
//   it, so the sorted land serves as the queue.
// - Each point drains to the steepest neighbour that was flooded before it, or, on the flat water of a pit, to
//   the neighbour that flooded it.
// - In the reverse order, each point passes its water on.
#include "terrain/drainage.h"
#include "base/hash.h"
#include "base/size.h"

#include <math.h>
#include <string.h>

enum { near_count = TR_GLOBE_NEIGHBOURS };

// State of the flood at a point: not reached (also below a rim), waiting for the level to rise, or flooded.
enum { dry, waiting, flooded };

static const float jitter = 0.7f; // points are displaced by up to ± half of this, in distances between points
static const float hair = 0.01f;  // m

// The land as a separate graph, in the order of the globe's points, followed by the shore: points of the sea
// next to land. It is kept as long as the same points are land.
typedef struct drainage_land {
    int count, nodes;                          // number of land points; of land and shore points
    int32_t *point;                            // for each node, its point on the globe
    int32_t *node;                             // for each point, its node, or -1
    int32_t (*near)[near_count];               // neighbours of a node; the node itself where the globe has none
    float (*nearness)[near_count];             // 1 / distance to the neighbour, in 1/radians
    float *height, *level, *flow, *cut, *rise; // height, level, cut and rise in m; flow as in tr_drainage
    int32_t *receiver, *sorted, *order, *queue;
    uint32_t *key[2]; // for sorting
    int32_t *spare;
    uint8_t *state;  // state of the flood
    tr_meter *meter; // or NULL
} drainage_land;

// ---- memory ------------------------------------------------------------------------------------

// Displaces a point at random within a cube as wide as the jitter.
static void jitter_place(const tr_globe *globe, int point, float place[3]) {
    const float reach = jitter * sqrtf(globe->area[point]);
    const float from[3] = {globe->x[point], globe->y[point], globe->z[point]};
    float length = 0;
    for (int k = 0; k < 3; k++) {
        const uint64_t h = tr_hash_pair(globe->seed ^ (uint64_t)k, (uint64_t)point);
        place[k] = from[k] + reach * (float)(tr_hash_unit(h) - 0.5);
        length += place[k] * place[k];
    }
    for (int k = 0; k < 3; k++)
        place[k] /= sqrtf(length);
}

tr_status tr_drainage_create(const tr_globe *globe, tr_meter *meter, tr_drainage *drainage, tr_error *error) {
    const size_t n = (size_t)globe->count;
    drainage_land l = {.meter = meter};
    *drainage = (tr_drainage){.count = globe->count, .meter = meter};
    if (!TR_ALLOCATE(TR_ARRAY(drainage->land, 1), TR_ARRAY(drainage->place, 3 * n),
                     TR_ARRAY(drainage->filled, n), TR_ARRAY(drainage->receiver, n),
                     TR_ARRAY(drainage->order, n), TR_ARRAY(drainage->flow, n), TR_ARRAY(l.point, n),
                     TR_ARRAY(l.node, n), TR_ARRAY(l.near, n), TR_ARRAY(l.nearness, n), TR_ARRAY(l.height, n),
                     TR_ARRAY(l.level, n), TR_ARRAY(l.flow, n), TR_ARRAY(l.cut, n), TR_ARRAY(l.rise, n),
                     TR_ARRAY(l.receiver, n), TR_ARRAY(l.sorted, n), TR_ARRAY(l.order, n), TR_ARRAY(l.queue, n),
                     TR_ARRAY(l.key[0], n), TR_ARRAY(l.key[1], n), TR_ARRAY(l.spare, n), TR_ARRAY(l.state, n)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for rivers over %d points", globe->count);
    memset(l.node, 0xff, n * sizeof *l.node);
    *drainage->land = l;
    TR_METERED (meter, p, globe->count, 40)
        jitter_place(globe, p, drainage->place + 3 * (size_t)p);
    const tr_status status = tr_meter_check(meter, error);
    if (status != TR_OK)
        tr_drainage_clear(drainage);
    return status;
}

void tr_drainage_clear(tr_drainage *drainage) {
    tr_free(drainage->land);
    *drainage = (tr_drainage){0};
}

// ---- the graph of the land ---------------------------------------------------------------------

// Everything above this height is land: 0, or the height of the lowest point if there is no sea.
static float sea_level(int count, const float *height) {
    float lowest = height[0];
    for (int p = 1; p < count; p++)
        lowest = height[p] < lowest ? height[p] : lowest;
    return lowest > 0 ? lowest : 0;
}

static bool is_same_land(const drainage_land *l, int count, const float *height, float sea) {
    int different = 0;
    for (int p = 0; p < count; p++)
        different |= (height[p] > sea) != (l->node[p] >= 0 && l->node[p] < l->count);
    return l->nodes > 0 && !different;
}

static float nearness_of(const float *places, int32_t p, int32_t q) {
    const float *a = places + 3 * (size_t)p, *b = places + 3 * (size_t)q;
    const float x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2], square = x * x + y * y + z * z;
    return square > 0 ? 1 / sqrtf(square) : 0;
}

static void find_land(const tr_globe *globe, const float *height, float sea, const float *places,
                      drainage_land *l) {
    l->count = 0;
    TR_METERED (l->meter, p, globe->count, 3) {
        l->node[p] = height[p] > sea ? l->count : -1;
        if (height[p] > sea)
            l->point[l->count++] = p;
    }
    l->nodes = l->count;
    TR_METERED (l->meter, i, l->count, 80) {
        const int32_t p = l->point[i];
        for (int k = 0; k < near_count; k++) {
            const int32_t q = globe->near[p][k] < 0 ? p : globe->near[p][k];
            if (l->node[q] < 0)
                l->node[q] = l->nodes, l->point[l->nodes++] = q;
            l->near[i][k] = l->node[q];
            l->nearness[i][k] = nearness_of(places, p, q);
        }
    }
}

// ---- the flood ---------------------------------------------------------------------------------

// Sorts land by height, and by number for equal heights: three rounds of a radix sort. The bits of positive
// floats sort like their values.
static void sort_land(drainage_land *l) {
    enum { digit_bits = 11, digits = 1 << digit_bits };
    uint32_t *key = l->key[0], *next_key = l->key[1];
    int32_t *value = l->spare, *next = l->sorted;
    TR_METERED (l->meter, i, l->count, 2) {
        memcpy(&key[i], &l->height[i], sizeof key[i]);
        value[i] = i;
    }
    for (int shift = 0; shift < 32; shift += digit_bits) {
        int32_t start[digits + 1] = {0};
        TR_METERED (l->meter, i, l->count, 2)
            start[(key[i] >> shift & (digits - 1)) + 1]++;
        for (int d = 0; d < digits; d++)
            start[d + 1] += start[d];
        TR_METERED (l->meter, i, l->count, 6) {
            const int32_t to = start[key[i] >> shift & (digits - 1)]++;
            next_key[to] = key[i], next[to] = value[i];
        }
        uint32_t *const k = key;
        int32_t *const v = value;
        key = next_key, value = next, next_key = k, next = v;
    }
    if (value != l->sorted)
        memcpy(l->sorted, value, (size_t)l->count * sizeof *value);
}

// Passes the flood from a node to its neighbours. Neighbours in the same pit are added to the queue.
static int flood_node(drainage_land *l, int32_t i, int queued) {
    const float level = l->level[i];
    for (int k = 0; k < near_count; k++) {
        const int32_t q = l->near[i][k];
        if (l->state[q] != dry)
            continue;
        l->state[q] = waiting, l->receiver[q] = i;
        if (l->height[q] <= level)
            l->state[q] = flooded, l->level[q] = level, l->queue[queued++] = q;
    }
    return queued;
}

// Computes levels and the order of the flood, which starts at the shore. Receivers are set to the point that
// flooded each point.
static void flood(drainage_land *l) {
    TR_METERED (l->meter, i, l->nodes, 2) {
        l->state[i] = i < l->count ? dry : flooded;
        l->level[i] = l->height[i];
    }
    TR_METERED (l->meter, i, l->count, 6)
        for (int k = 0; k < near_count; k++)
            if (l->near[i][k] >= l->count)
                l->state[i] = waiting, l->receiver[i] = l->near[i][k];
    int done = 0;
    TR_METERED (l->meter, s, l->count, 40) {
        if (l->state[l->sorted[s]] != waiting)
            continue; // in a pit: not reached yet, or already flooded over its rim
        int queued = 0;
        l->state[l->sorted[s]] = flooded;
        l->queue[queued++] = l->sorted[s];
        for (int q = 0; q < queued; q++) {
            l->order[done++] = l->queue[q];
            queued = flood_node(l, l->queue[q], queued);
        }
    }
}

// Water takes the steepest way down. (Lower points were flooded earlier, because levels only rise in that
// order.) On the flat water of a pit it goes where the flood came from.
static void choose_receivers(drainage_land *l) {
    TR_METERED (l->meter, i, l->count, 30) {
        float steepest = 0;
        int32_t receiver = l->receiver[i];
        for (int k = 0; k < near_count; k++) {
            const int32_t q = l->near[i][k];
            const float slope = (l->level[i] - l->level[q]) * l->nearness[i][k];
            receiver = slope > steepest ? q : receiver; // no branches: half would be mispredicted
            steepest = slope > steepest ? slope : steepest;
        }
        l->receiver[i] = receiver;
    }
}

// Accumulates water downstream, and gives flat levels a slope of one `hair` per point.
static void run_down(drainage_land *l, const tr_globe *globe, const float *rain) {
    TR_METERED (l->meter, i, l->nodes, 4) {
        const int32_t p = l->point[i];
        l->flow[i] = i < l->count ? globe->area[p] * (rain ? rain[p] : 1) : 0;
    }
    TR_METERED (l->meter, up, l->count, 10) {
        const int32_t i = l->order[l->count - 1 - up];
        l->flow[l->receiver[i]] += l->flow[i];
    }
    TR_METERED (l->meter, s, l->count, 8) {
        const int32_t i = l->order[s];
        const float least = l->level[l->receiver[i]] + hair;
        l->level[i] = l->level[i] < least ? least : l->level[i];
    }
}

// ---- the whole ---------------------------------------------------------------------------------

static void hand_out(tr_drainage *d, const float *height_m) {
    const drainage_land *l = d->land;
    d->sea_count = 0;
    TR_METERED (l->meter, p, d->count, 8) {
        const int32_t i = l->node[p];
        const bool land = i >= 0 && i < l->count;
        if (!land)
            d->order[d->sea_count++] = p;
        d->filled[p] = land ? l->level[i] : height_m[p];
        d->receiver[p] = land ? l->point[l->receiver[i]] : -1;
        d->flow[p] = i >= 0 ? l->flow[i] : 0;
    }
    TR_METERED (l->meter, s, l->count, 3)
        d->order[d->sea_count + s] = l->point[l->order[s]];
}

void tr_drainage_solve(tr_drainage *drainage, const tr_globe *globe, const float *height_m, const float *rain) {
    drainage_land *l = drainage->land;
    l->meter = drainage->meter; // once it has stopped, the steps do nothing
    const float sea = sea_level(globe->count, height_m);
    if (!is_same_land(l, globe->count, height_m, sea))
        find_land(globe, height_m, sea, drainage->place, l);
    TR_METERED (l->meter, i, l->nodes, 3)
        l->height[i] = i < l->count ? height_m[l->point[i]] : sea;
    sort_land(l);
    flood(l);
    choose_receivers(l);
    run_down(l, globe, rain);
    hand_out(drainage, height_m);
}

// ---- erosion -----------------------------------------------------------------------------------

void tr_drainage_erode(const tr_drainage *drainage, int steps, float strength, float *height_m,
                       const float *uplift_m) {
    const drainage_land *l = drainage->land;
    TR_METERED (l->meter, i, l->count, 20) {
        const int32_t p = l->point[i];
        l->height[i] = 0.5f * (height_m[p] + l->level[i]);
        l->cut[i] = strength * sqrtf(l->flow[i]) * nearness_of(drainage->place, p, l->point[l->receiver[i]]);
        l->rise[i] = uplift_m[p];
    }
    for (int step = 0; step < steps; step++)
        TR_METERED (l->meter, s, l->count, 10) {
            const int32_t i = l->order[s];
            const float cut = l->cut[i];
            l->height[i] = (l->height[i] + l->rise[i] + cut * l->height[l->receiver[i]]) / (1 + cut);
        }
    TR_METERED (l->meter, i, l->count, 3)
        height_m[l->point[i]] = l->height[i];
}
