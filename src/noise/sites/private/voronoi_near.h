// Finds the sites of a tree that can affect the samples in a box, for voronoi_kernel.c.
//
// Ball: let ρ be the reach of a box of samples from its centre c, and D the distance from c to the k-th nearest
// site. The k-th nearest site of a sample is at most D + ρ away from it, and a site is at least as far from the
// sample as from c, minus ρ. So a site farther than D + 2ρ from c is not among the k nearest of any sample.
//
// Bisector: in the Euclidean metric a site s is farther from a sample p than a site t if d²(p, s) - d²(p, t) =
// 2p·(t - s) + s² - t² is positive. This is linear in p: its minimum in a box with half-sides h is the value at
// the centre minus 2 Σ |t - s| h, over the axes. A site is discarded if k others are nearer everywhere in the
// box; the k nearest to the centre are tried.
//
// Edge: the plane midway between sites a and b has the distance e(b) = (d_b² - d_a²) / (2 |a - b|) from p. With
// a the nearest site, |a - b| <= d_a + d_b gives e(b) >= (d_b - F1) / 2. For the second nearest site, |a - b|
// >= F2 - F1 gives e <= (F1 + F2) / 2. So the edge of a site with d_b > 2 F1 + F2 is not the nearest one. For a
// box, with D1 and D2 from its centre, sites farther from it than 2 (D1 + ρ) + (D2 + ρ) + ρ have no effect.
//
// All tests leave a margin for rounding. Sites that they keep without need change no minimum.
#pragma once
#include "noise/sites/voronoi.h"
#include <float.h>
#include <string.h>

enum {
    leaves_most = 128, // maximum number of visited nodes of one level of the tree
    near_most = leaves_most * TR_TREE_WIDTH,
    part = TR_TREE_WIDTH, // loops over sites process such parts, which vectorises
};

_Static_assert(TR_TREE_LEAST >= 3,
               "a node alone has the three nearest sites of a place, or nearer ones are there");

// The target of a search: the `order` nearest sites, or the edges round the nearest.
typedef struct search_for {
    tr_metric metric;
    int order;
    bool edge;
} search_for;

static search_for what_to_search(const tr_voronoi_plan *plan) {
    return (search_for){plan->metric, tr_voronoi_least_sites(plan->value), plan->value == TR_VORONOI_EDGE};
}

// ---- distances ---------------------------------------------------------------------------------

// Distances are compared as powers: squares in the Euclidean metric, which need no root; unchanged in others.

__attribute__((always_inline)) static inline float absolute(float x) { return x < 0 ? -x : x; }

__attribute__((always_inline)) static inline float power_of(int metric, float x, float y, float z) {
    if (metric == TR_METRIC_EUCLID)
        return x * x + y * y + z * z;
    x = absolute(x), y = absolute(y), z = absolute(z);
    if (metric == TR_METRIC_MANHATTAN)
        return x + y + z;
    x = x > y ? x : y;
    return x > z ? x : z;
}

static inline float power_to_distance(int metric, float power) {
    return metric == TR_METRIC_EUCLID ? __builtin_sqrtf(power) : power;
}

static inline float distance_to_power(int metric, float distance) {
    return metric == TR_METRIC_EUCLID ? distance * distance : distance;
}

// ---- boxes -------------------------------------------------------------------------------------

// A box that contains samples, and its reach in the metric, slightly enlarged.
typedef struct box {
    float x, y, z;    // centre
    float hx, hy, hz; // half-sides
    float reach;
} box;

// The smallest and the largest of some numbers.
typedef struct range {
    float low, high;
} range;

static inline range unite(range a, range b) {
    return (range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

// For at least one number. Sixteen interleaved ranges vectorise, a single one does not.
static range range_of(int count, const float *restrict v) {
    float low[part], high[part];
    for (int k = 0; k < part; k++)
        low[k] = high[k] = v[0];
    int i = 0;
    for (; i + part <= count; i += part)
        for (int k = 0; k < part; k++) {
            low[k] = v[i + k] < low[k] ? v[i + k] : low[k];
            high[k] = v[i + k] > high[k] ? v[i + k] : high[k];
        }
    range all = {low[0], high[0]};
    for (; i < count; i++)
        all = unite(all, (range){v[i], v[i]});
    for (int k = 1; k < part; k++)
        all = unite(all, (range){low[k], high[k]});
    return all;
}

static range product(range a, range b) {
    const float p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
    return unite(unite((range){p, p}, (range){q, q}), unite((range){r, r}, (range){s, s}));
}

static box box_of(int metric, range x, range y, range z) {
    box b = {.x = 0.5f * (x.low + x.high), .y = 0.5f * (y.low + y.high), .z = 0.5f * (z.low + z.high)};
    b.hx = 0.5f * (x.high - x.low) * 1.0001f + 1e-6f;
    b.hy = 0.5f * (y.high - y.low) * 1.0001f + 1e-6f;
    b.hz = 0.5f * (z.high - z.low) * 1.0001f + 1e-6f;
    b.reach = power_to_distance(metric, power_of(metric, b.hx, b.hy, b.hz)) * 1.0001f;
    return b;
}

// ---- nearby sites ------------------------------------------------------------------------------

// Sites that can have an effect, padded to a multiple of `part` with sites at infinity.
typedef struct near_sites {
    int count;
    float x[near_most + part], y[near_most + part], z[near_most + part];
    int32_t id[near_most + part];
} near_sites;

static inline int whole_parts(int count) { return (count + part - 1) / part * part; }

static void fill_up(near_sites *list) {
    for (int k = 0; k < part; k++) {
        const int at = list->count + k;
        list->x[at] = list->y[at] = list->z[at] = TR_TREE_NOWHERE;
        list->id[at] = INT32_MAX;
    }
}

static void measure(int metric, const box *around, int count, const near_sites *sites, float *restrict power) {
    const box b = *around; // a local copy cannot alias power
    const float *restrict x = sites->x, *restrict y = sites->y, *restrict z = sites->z;
#define MEASURE(m)                                                                                             \
    for (int j = 0; j < count; j++)                                                                            \
    power[j] = power_of(m, x[j] - b.x, y[j] - b.y, z[j] - b.z)
    if (metric == TR_METRIC_EUCLID)
        MEASURE(TR_METRIC_EUCLID);
    else if (metric == TR_METRIC_MANHATTAN)
        MEASURE(TR_METRIC_MANHATTAN);
    else
        MEASURE(TR_METRIC_CHEBYSHEV);
#undef MEASURE
}

// Finds the `order` sites with the smallest powers, or nearly so: the bits of a power sort like the power, and
// the index replaces their lower end. The minima are kept for sixteen interleaved parts, so that the loop
// vectorises.
static void find_nearest(int count, const float *restrict power, int order, int nearest[3]) {
    int32_t kept[3][part], best[3] = {INT32_MAX, INT32_MAX, INT32_MAX};
    int32_t *restrict a = kept[0], *restrict b = kept[1], *restrict c = kept[2];
    for (int k = 0; k < part; k++)
        a[k] = b[k] = c[k] = INT32_MAX;
    for (int j = 0; j < count; j += part) {
        int32_t bits[part];
        memcpy(bits, power + j, sizeof bits);
        for (int k = 0; k < part; k++) {
            int32_t key = (bits[k] & ~(near_most - 1)) | (j + k);
            int32_t second = key > a[k] ? key : a[k], third = second > b[k] ? second : b[k];
            a[k] = key < a[k] ? key : a[k];
            b[k] = second < b[k] ? second : b[k];
            c[k] = third < c[k] ? third : c[k];
        }
    }
    for (int n = 0; n < order && n * part < count; n++)
        for (int k = 0; k < part; k++) {
            int32_t key = kept[n][k];
            int32_t second = key > best[0] ? key : best[0], third = second > best[1] ? second : best[1];
            best[0] = key < best[0] ? key : best[0];
            best[1] = second < best[1] ? second : best[1];
            best[2] = third < best[2] ? third : best[2];
        }
    for (int n = 0; n < 3; n++)
        nearest[n] = best[n] & (near_most - 1);
}

// The maximum distance of a relevant site from the centre of a box, by the sphere or edge test (above).
static float limit_of(search_for s, const box *b, const float nearest[3]) {
    float limit = s.edge ? 2 * nearest[0] + nearest[1] + 4 * b->reach : nearest[s.order - 1] + 2 * b->reach;
    return limit < 1e15f ? limit * 1.0002f + 1e-6f : 1e15f; // padding is excluded
}

// A positive excess discards the site.
static void compare_with_ball(search_for s, const box *b, int count, const float *restrict power,
                              const int nearest[3], float *restrict excess) {
    float distances[3] = {0};
    for (int n = 0; n < s.order; n++)
        distances[n] = power_to_distance(s.metric, power[nearest[n]]);
    const float limit = distance_to_power(s.metric, limit_of(s, b, distances));
    for (int j = 0; j < count; j++)
        excess[j] = power[j] - limit;
}

static void compare_with_bisectors(search_for s, const box *around, int count, const near_sites *sites,
                                   const float *restrict power, const int nearest[3], float *restrict excess) {
    const box b = *around;
    const float *restrict x = sites->x, *restrict y = sites->y, *restrict z = sites->z;
    for (int n = 0; n < s.order; n++) {
        const int t = nearest[n];
        const float tx = x[t], ty = y[t], tz = z[t];
        const float margin = 1e-4f * (b.hx * b.hx + b.hy * b.hy + b.hz * b.hz) + 1e-30f;
        const float least_power = power[t] * 1.0002f + margin;
        for (int j = 0; j < count; j++) {
            float across = absolute(x[j] - tx) * b.hx + absolute(y[j] - ty) * b.hy + absolute(z[j] - tz) * b.hz;
            float more = power[j] * 0.9998f - 2 * across - least_power;
            excess[j] = n > 0 && excess[j] < more ? excess[j] : more;
        }
    }
}

// Keeps the sites of a list that can have an effect in a box.
static void narrow(search_for s, const box *b, const near_sites *from, near_sites *restrict to) {
    float power[near_most], excess[near_most];
    int nearest[3];
    const int count = whole_parts(from->count);
    measure(s.metric, b, count, from, power);
    find_nearest(count, power, s.order, nearest);
    if (s.metric == TR_METRIC_EUCLID && !s.edge)
        compare_with_bisectors(s, b, count, from, power, nearest, excess);
    else
        compare_with_ball(s, b, count, power, nearest, excess);
    int32_t kept[near_most + 1];
    int n = 0;
    for (int j = 0; j < from->count; j++) {
        kept[n] = j;
        n += !(excess[j] > 0);
    }
    for (int k = 0; k < n; k++) {
        const int j = kept[k];
        to->x[k] = from->x[j], to->y[k] = from->y[j], to->z[k] = from->z[j], to->id[k] = from->id[j];
    }
    to->count = n;
    fill_up(to);
}

// The children of a level's nodes that can contain sites with an effect in a box; -1 if there are too many.
static int follow(search_for s, const box *b, const struct tr_tree_level *level, int nodes,
                  const int32_t *restrict node, int32_t *restrict kept) {
    float nearer[near_most], further[part];
    for (int k = 0; k < part; k++)
        further[k] = FLT_MAX;
    for (int i = 0; i < nodes; i++)
        for (int k = 0; k < part; k++) {
            const int child = node[i] * part + k;
            float d = power_to_distance(s.metric, power_of(s.metric, level->x[child] - b->x,
                                                           level->y[child] - b->y, level->z[child] - b->z));
            nearer[i * part + k] = d - level->radius[child];
            float most_away = d + level->radius[child];
            further[k] = most_away < further[k] ? most_away : further[k];
        }
    float all_within = FLT_MAX; // one node has all its sites, at least TR_TREE_LEAST, within this distance
    for (int k = 0; k < part; k++)
        all_within = further[k] < all_within ? further[k] : all_within;
    const float limit = limit_of(s, b, (float[3]){all_within, all_within, all_within});
    int n = 0;
    for (int i = 0; i < nodes; i++)
        for (int k = 0; k < part; k++) {
            if (n == leaves_most)
                return -1;
            kept[n] = node[i] * part + k;
            n += nearer[i * part + k] <= limit;
        }
    return n;
}

// Finds the sites that can have an effect in a box; false if they are too many for a list.
static bool find_near(search_for s, const tr_site_tree *tree, const box *b, near_sites *to) {
    int32_t nodes[2][leaves_most + 1] = {{0}};
    int top = tree->levels - 1, count = tree->level[top].count / part;
    for (int i = 0; i < count && i < leaves_most; i++)
        nodes[top & 1][i] = i;
    for (int level = top; level > 0 && count >= 0; level--)
        count = follow(s, b, &tree->level[level], count, nodes[level & 1], nodes[(level - 1) & 1]);
    if (count < 0 || count > leaves_most)
        return false;
    near_sites all;
    all.count = count * part;
    for (int i = 0; i < count; i++) {
        const size_t from = (size_t)nodes[0][i] * part, bytes = part * sizeof(float);
        memcpy(all.x + i * part, tree->level[0].x + from, bytes);
        memcpy(all.y + i * part, tree->level[0].y + from, bytes);
        memcpy(all.z + i * part, tree->level[0].z + from, bytes);
        memcpy(all.id + i * part, tree->id + from, bytes);
    }
    narrow(s, b, &all, to);
    return true;
}
