// Voronoi distances (Worley 1996), equal to a search of all sites bit for bit.
//
// Neighbouring samples share their nearest sites, so what can matter is looked for once for a block of samples,
// in the tree of sites, and again for each tile of the block among what was found. The tile's samples are then
// compared with the few sites that are left, several vectors of samples at a time in registers; roots are taken
// at the end.
//
// A ball. Let ρ be the reach of a box of samples from its centre c, and D the distance from c to the k-th
// nearest site. The k-th nearest site of a sample is at most D + ρ away from it, and a site is at least as far
// from the sample as from c, less ρ. So a site further than D + 2ρ from c is not among the k nearest of any
// sample.
//
// A bisector. In the metric of Euclid a site s is further from a sample p than a site t when
// d²(p, s) - d²(p, t) = 2p·(t - s) + s² - t² is positive. This is linear in p: its least value in a box with
// half-sides h is that at the centre less 2 Σ |t - s| h, over the axes. A site is set aside when k others are
// nearer everywhere in the box; the k nearest to the centre are tried.
//
// An edge. The plane amid sites a and b has the distance e(b) = (d_b² - d_a²) / (2 |a - b|) from p. With a the
// nearest site, |a - b| <= d_a + d_b gives e(b) >= (d_b - F1) / 2. For the second nearest site, |a - b| >=
// F2 - F1 gives e <= (F1 + F2) / 2. So a site with d_b > 2 F1 + F2 has no edge as near as that. For a box, with
// D1 and D2 from its centre: what is further from it than 2 (D1 + ρ) + (D2 + ρ) + ρ cannot matter.
//
// All tests leave a margin for rounding. What they keep that does not matter changes no minimum.
#include "base/hash.h"
#include "noise/stream.h"
#include "noise/vectors.h"
#include "noise/voronoi.h"
#include <assert.h>
#include <float.h>

enum {
    tile_columns = 32,
    tile_rows = 32,  // of tall tiles, where little is near
    usual_rows = 16, // of the others
    little = 8,      // sites near a block
    tile_samples = tile_columns * tile_rows,
    block_columns = 64,
    panel_columns = 256, // of blocks side by side, finished in the L2 cache before they go to memory
    leaves_most = 128,   // nodes of one level of the tree that are followed
    near_most = leaves_most * TR_TREE_WIDTH,
    rise_most = 64,       // sites up to which their heights over the rows of a tile are worth a table
    part = TR_TREE_WIDTH, // loops over sites go in such parts, which become vectors
#if defined __AVX512F__
    group = 4, // vectors of samples that are in registers at a time
#else
    group = 2,
#endif
    stride = group * lanes,
};

_Static_assert(TR_TREE_LEAST >= 3,
               "a node alone has the three nearest sites of a place, or nearer ones are there");
_Static_assert(tile_columns * 2 % stride == 0, "a group of vectors fills whole rows or lies within one");

// What is looked for: so many nearest sites, or the edges round the nearest.
typedef struct search_for {
    tr_metric metric;
    int order;
    bool edge;
} search_for;

static search_for what_to_search(const tr_voronoi_plan *plan) {
    return (search_for){plan->metric, tr_voronoi_least_sites(plan->value), plan->value == TR_VORONOI_EDGE};
}

// ---- distances ---------------------------------------------------------------------------------

// Distances are compared as powers: squares in the metric of Euclid, which need no root, themselves in others.

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

// A box round samples and its reach in the metric, a little wider than need be.
typedef struct box {
    float x, y, z;    // centre
    float hx, hy, hz; // half-sides
    float reach;
} box;

// From the smallest to the largest of some numbers.
typedef struct range {
    float low, high;
} range;

static inline range unite(range a, range b) {
    return (range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

// Of at least one number. Sixteen interleaved ranges vectorise, one does not.
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

// ---- what is near ------------------------------------------------------------------------------

// Sites that can matter, filled up to a multiple of `part` with places that are nowhere.
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

// The sites with the smallest powers, `order` of them, or ones that are nearly as near: the bits of a power are
// in its own order, and their lower end makes room for the index. The smallest are kept for sixteen interleaved
// parts, so that the loop vectorises.
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

// How far from the centre of a box a site may be that matters, by the ball or by the edges (above).
static float limit_of(search_for s, const box *b, const float nearest[3]) {
    float limit = s.edge ? 2 * nearest[0] + nearest[1] + 4 * b->reach : nearest[s.order - 1] + 2 * b->reach;
    return limit < 1e15f ? limit * 1.0002f + 1e-6f : 1e15f; // what is nowhere stays out
}

// Excess over zero means that the site is set aside.
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

// Keeps of a list what can matter in a box.
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

// The children of nodes of a level that can hold what matters in a box; -1 when they are too many.
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
    float all_within = FLT_MAX; // one node has all its sites, TR_TREE_LEAST or more, as near as this
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

// Finds what can matter in a box; false when that is too much for a list.
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

// ---- search ------------------------------------------------------------------------------------

// Samples in rows of tile_columns; what is short is filled up with copies, rows to an even number. While they
// are level, the sample of a row and a column is (line_x * around, up, line_z * around) of them, and x, y, z
// are not filled.
typedef struct tile {
    int rows, columns;
    bool level;
    float line_x[tile_columns], line_z[tile_columns], around[tile_rows], up[tile_rows];
    float x[tile_samples], y[tile_samples], z[tile_samples];
} tile;

// Sites to compare with: near ones, or all of a tree.
typedef struct sites_view {
    int count;
    const float *x, *y, *z;
    const int32_t *id;
} sites_view;

__attribute__((always_inline)) static inline floats share_of_axis(int metric, floats v) {
    return metric == TR_METRIC_EUCLID ? v * v : magnitude(v);
}

__attribute__((always_inline)) static inline floats join_axes(int metric, floats a, floats b) {
    return metric == TR_METRIC_CHEBYSHEV ? most(a, b) : a + b;
}

__attribute__((always_inline)) static inline floats distance_of(int metric, floats power) {
    return metric == TR_METRIC_EUCLID ? root(power) : power;
}

// Puts a power in its place among the `order` smallest, of which `known` are known.
__attribute__((always_inline)) static inline void insert(int order, int known, floats power, floats f[3]) {
    for (int n = 0; n < order && n < known; n++) {
        floats smaller = least(f[n], power);
        power = most(f[n], power);
        f[n] = smaller;
    }
    if (known < order)
        f[known] = power;
}

// Cell numbers: the index and the seed, mixed, in [-1, 1].
__attribute__((always_inline)) static inline floats number_of_cell(const tr_voronoi_plan *plan, integers id) {
    words h = ((words)id ^ plan->seed) * TR_HASH_FIRST;
    h = (h ^ (h >> 15)) * TR_HASH_SECOND;
    return __builtin_convertvector((integers)(h ^ (h >> 13)), floats) * 0x1p-31f;
}

// What a field gives for the distances f.
__attribute__((always_inline)) static inline floats value_of(const tr_voronoi_plan *plan, const floats f[3]) {
    switch (plan->value) {
    case TR_VORONOI_F1:
        return f[0] * plan->scale;
    case TR_VORONOI_F2:
        return f[1] * plan->scale;
    case TR_VORONOI_F2_MINUS_F1:
        return (f[1] - f[0]) * plan->scale;
    case TR_VORONOI_F3:
        return f[2] * plan->scale;
    case TR_VORONOI_F3_MINUS_F1:
        return (f[2] - f[0]) * plan->scale;
    case TR_VORONOI_F3_MINUS_F2:
        return (f[2] - f[1]) * plan->scale;
    case TR_VORONOI_F3_MINUS_F2_PLUS_F1:
        return (f[2] - f[1] + f[0]) * plan->scale;
    default:                                           // the planet article's distance
        return f[0] / (0.5f * (f[0] + f[1]) + 1e-30f); // two sites may fall onto one place
    }
}

// The share of the vertical axis in the distances of every site from every row.
static void make_rises(int metric, const tile *t, const sites_view *sites, float (*restrict rises)[tile_rows]) {
    for (int j = 0; j < sites->count; j++) {
        const float y = sites->y[j];
        for (int row = 0; row < tile_rows; row++) {
            float d = t->up[row] - y;
            rises[j][row] = metric == TR_METRIC_EUCLID ? d * d : absolute(d);
        }
    }
}

// The row of a vector of a tile, `at` a multiple of the stride.
__attribute__((always_inline)) static inline int row_of(int at, int k) {
    return at / tile_columns + k * lanes / tile_columns;
}

// One comparison of a group of samples, from `at` on, with site j.
__attribute__((always_inline)) static inline void compare(int metric, int order, bool level, int known,
                                                          const tile *t, int at, const sites_view *sites, int j,
                                                          float (*rises)[tile_rows], const floats x[group],
                                                          const floats z[group], floats f[group][3]) {
    const floats sx = splat(sites->x[j]), sz = splat(sites->z[j]);
#pragma GCC unroll 4
    for (int k = 0; k < group; k++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): all rises were made
        floats rise = level ? splat(rises[j][row_of(at, k)])
                            : share_of_axis(metric, load(t->y + at + k * lanes) - splat(sites->y[j]));
        floats power = join_axes(metric, share_of_axis(metric, x[k] - sx), rise);
        insert(order, known, join_axes(metric, power, share_of_axis(metric, z[k] - sz)), f[k]);
    }
}

__attribute__((always_inline)) static inline void search(int metric, int order, bool level,
                                                         const tr_voronoi_plan *plan, const tile *t,
                                                         const sites_view *sites, float *restrict out) {
    float rises[rise_most][tile_rows];
    if (level)
        make_rises(metric, t, sites, rises);
    for (int at = 0; at < t->rows * tile_columns; at += stride) {
        floats x[group], z[group], f[group][3];
#pragma GCC unroll 4
        for (int k = 0; k < group; k++) {
            const int column = (at + k * lanes) % tile_columns;
            x[k] = level ? load(t->line_x + column) * splat(t->around[row_of(at, k)])
                         : load(t->x + at + k * lanes);
            z[k] = level ? load(t->line_z + column) * splat(t->around[row_of(at, k)])
                         : load(t->z + at + k * lanes);
        }
        compare(metric, order, level, 0, t, at, sites, 0, rises, x, z, f);
        if (order > 1)
            compare(metric, order, level, 1, t, at, sites, 1, rises, x, z, f);
        if (order > 2)
            compare(metric, order, level, 2, t, at, sites, 2, rises, x, z, f);
        for (int j = order; j < sites->count; j++)
            compare(metric, order, level, 3, t, at, sites, j, rises, x, z, f);
#pragma GCC unroll 4
        for (int k = 0; k < group; k++) {
            for (int n = 0; n < 3; n++) // values do not use more than there are
                f[k][n] = n < order ? distance_of(metric, f[k][n]) : f[k][0];
            store(out + at + k * lanes, value_of(plan, f[k]));
        }
    }
}

// The nearest of sites that are equally near is the one with the lowest index.
__attribute__((always_inline)) static inline void search_cells(int metric, const tr_voronoi_plan *plan,
                                                               const tile *t, const sites_view *sites,
                                                               float *restrict out) {
    for (int at = 0; at < t->rows * tile_columns; at += lanes) {
        const floats x = load(t->x + at), y = load(t->y + at), z = load(t->z + at);
        floats nearest = splat(FLT_MAX);
        integers cell = (integers){0} + INT32_MAX;
        for (int j = 0; j < sites->count; j++) {
            const integers id = (integers){0} + sites->id[j];
            floats power = join_axes(metric, share_of_axis(metric, x - splat(sites->x[j])),
                                     share_of_axis(metric, y - splat(sites->y[j])));
            power = join_axes(metric, power, share_of_axis(metric, z - splat(sites->z[j])));
            integers nearer = (power < nearest) | ((power == nearest) & (id < cell));
            cell = choose_integers(nearer, id, cell);
            nearest = least(power, nearest);
        }
        store(out + at, number_of_cell(plan, cell));
    }
}

// Distances to edges. d_b² - d_a² is taken as (a - b) · ((p - a) + (p - b)), which does not cancel where a and
// b lie close together. On the sphere it is 2 p · (a - b), and the distance the sine of the angle to the great
// circle amid a and b.
static void search_edges(const tr_voronoi_plan *plan, const tile *t, const sites_view *sites,
                         float *restrict out) {
    for (int at = 0; at < t->rows * tile_columns; at += lanes) {
        const floats x = load(t->x + at), y = load(t->y + at), z = load(t->z + at);
        floats nearest = splat(FLT_MAX), ax = x, ay = y, az = z, edge = splat(2);
        integers cell = (integers){0} + INT32_MAX;
        for (int j = 0; j < sites->count; j++) {
            const floats sx = splat(sites->x[j]), sy = splat(sites->y[j]), sz = splat(sites->z[j]);
            const integers id = (integers){0} + sites->id[j];
            floats dx = x - sx, dy = y - sy, dz = z - sz, power = dx * dx + dy * dy + dz * dz;
            integers nearer = (power < nearest) | ((power == nearest) & (id < cell));
            cell = choose_integers(nearer, id, cell);
            ax = choose(nearer, sx, ax), ay = choose(nearer, sy, ay), az = choose(nearer, sz, az);
            nearest = least(power, nearest);
        }
        for (int j = 0; j < sites->count; j++) {
            const floats sx = splat(sites->x[j]), sy = splat(sites->y[j]), sz = splat(sites->z[j]);
            floats nx = ax - sx, ny = ay - sy, nz = az - sz, apart = nx * nx + ny * ny + nz * nz;
            floats more = nx * ((x - ax) + (x - sx)) + ny * ((y - ay) + (y - sy)) + nz * ((z - az) + (z - sz));
            floats distance = more / (2 * root(apart));
            edge = least(choose(apart > 0, distance, edge), edge);
        }
        store(out + at, most(edge, (floats){0}) * plan->scale);
    }
}

static void search_tile(const tr_voronoi_plan *plan, const tile *t, const sites_view *sites, float *out) {
    const search_for s = what_to_search(plan);
    const bool level = t->level;
#define SEARCH(metric)                                                                                         \
    do {                                                                                                       \
        if (plan->value == TR_VORONOI_CELL)                                                                    \
            search_cells(metric, plan, t, sites, out);                                                         \
        else if (s.order == 1 && level)                                                                        \
            search(metric, 1, true, plan, t, sites, out);                                                      \
        else if (s.order == 2 && level)                                                                        \
            search(metric, 2, true, plan, t, sites, out);                                                      \
        else if (level)                                                                                        \
            search(metric, 3, true, plan, t, sites, out);                                                      \
        else if (s.order == 1)                                                                                 \
            search(metric, 1, false, plan, t, sites, out);                                                     \
        else if (s.order == 2)                                                                                 \
            search(metric, 2, false, plan, t, sites, out);                                                     \
        else                                                                                                   \
            search(metric, 3, false, plan, t, sites, out);                                                     \
    } while (0)
    if (s.edge)
        search_edges(plan, t, sites, out);
    else if (s.metric == TR_METRIC_EUCLID)
        SEARCH(TR_METRIC_EUCLID);
    else if (s.metric == TR_METRIC_MANHATTAN)
        SEARCH(TR_METRIC_MANHATTAN);
    else
        SEARCH(TR_METRIC_CHEBYSHEV);
#undef SEARCH
}

// ---- tiles -------------------------------------------------------------------------------------

// Fills the tile's short rows up, and adds a row where their number is odd.
static void fill_tile(tile *t) {
    float *const arrays[] = {t->x, t->y, t->z};
    for (int k = 0; k < 3; k++) {
        for (int j = 0; t->columns < tile_columns && j < t->rows; j++)
            for (int i = t->columns; i < tile_columns; i++)
                arrays[k][j * tile_columns + i] = arrays[k][j * tile_columns];
        if (t->rows & 1)
            memcpy(arrays[k] + t->rows * tile_columns, arrays[k], tile_columns * sizeof(float));
    }
}

// Gives all samples of a level tile their coordinates.
static void spread_tile(tile *t) {
    for (int j = 0; j < tile_rows; j++)
        for (int i = 0; i < tile_columns; i++) {
            t->x[j * tile_columns + i] = t->line_x[i] * t->around[j];
            t->y[j * tile_columns + i] = t->up[j];
            t->z[j * tile_columns + i] = t->line_z[i] * t->around[j];
        }
    t->level = false;
}

static box box_of_tile(int metric, const tile *t) {
    const int count = t->rows * tile_columns;
    return box_of(metric, range_of(count, t->x), range_of(count, t->y), range_of(count, t->z));
}

static void take_part(const tile *from, int row, int rows, int column, int columns, tile *to) {
    to->rows = rows, to->columns = columns, to->level = false;
    const float *const sources[] = {from->x, from->y, from->z};
    float *const targets[] = {to->x, to->y, to->z};
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < rows; j++)
            memcpy(targets[k] + j * tile_columns, sources[k] + (row + j) * tile_columns + column,
                   (size_t)columns * sizeof(float));
    fill_tile(to);
}

// Evaluates a tile among the sites near its block, or, when they are NULL because they were too many, among
// all. Where too many are near the tile too it is halved, down to a single sample, which is compared with every
// site.
static void evaluate_tile(const tr_voronoi_plan *plan, const near_sites *of_block, const box *b, tile *t,
                          float *out) {
    const search_for s = what_to_search(plan);
    near_sites near;
    const near_sites *of_tile = &near;
    if (of_block && of_block->count <= s.order + 2) // as fast as to look closer
        of_tile = of_block;
    else if (of_block)
        narrow(s, b, of_block, &near);
    else if (!find_near(s, &plan->tree, b, &near))
        of_tile = NULL;
    if (t->level && (!of_tile || of_tile->count > rise_most || s.edge || plan->value == TR_VORONOI_CELL))
        spread_tile(t);
    if (of_tile) {
        search_tile(plan, t, &(sites_view){of_tile->count, of_tile->x, of_tile->y, of_tile->z, of_tile->id},
                    out);
        return;
    }
    if (t->rows == 1 && t->columns == 1) {
        const struct tr_tree_level *all = &plan->tree.level[0];
        search_tile(plan, t, &(sites_view){all->count, all->x, all->y, all->z, plan->tree.id}, out);
        return;
    }
    const bool across = t->columns > t->rows; // halve the longer side
    const int rows = across ? t->rows : (t->rows + 1) / 2, columns = across ? (t->columns + 1) / 2 : t->columns;
    for (int row = 0; row < t->rows; row += rows)
        for (int column = 0; column < t->columns; column += columns) {
            tile half;
            float values[tile_samples];
            take_part(t, row, t->rows - row < rows ? t->rows - row : rows, column,
                      t->columns - column < columns ? t->columns - column : columns, &half);
            const box around = box_of_tile(s.metric, &half);
            evaluate_tile(plan, NULL, &around, &half, values);
            for (int j = 0; j < half.rows; j++)
                memcpy(out + (row + j) * tile_columns + column, values + j * tile_columns,
                       (size_t)half.columns * sizeof *out);
        }
}

// Copies a row of a tile. Whole rows, the most of them, have a length that compilers know.
static inline void copy_row(int columns, const float *restrict from, float *restrict to) {
    if (columns == tile_columns)
        memcpy(to, from, tile_columns * sizeof *to);
    else
        memcpy(to, from, (size_t)columns * sizeof *to);
}

static void put_tile(const tile *t, const float *restrict values, int step, float *restrict out) {
    for (int j = 0; j < t->rows; j++)
        copy_row(t->columns, values + j * tile_columns, out + (size_t)j * (size_t)step);
}

// Rows of tiles of about the same height, at most usual_rows and even.
static int tile_height(int rows) {
    const int tiles = (rows + usual_rows - 1) / usual_rows;
    return ((rows + tiles - 1) / tiles + 1) / 2 * 2;
}

static inline int lesser(int a, int b) { return a < b ? a : b; }

// ---- samples anywhere --------------------------------------------------------------------------

static void gather_tile(int columns, const float *restrict x, const float *restrict y, const float *restrict z,
                        tile *restrict t) {
    const float *const sources[] = {x, y, z};
    float *const targets[] = {t->x, t->y, t->z};
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < t->rows; j++)
            copy_row(t->columns, sources[k] + j * columns, targets[k] + j * tile_columns);
    t->level = false;
    fill_tile(t);
}

static void voronoi(const tr_voronoi_plan *plan, int count, int columns, const float *x, const float *y,
                    const float *z, float *out) {
    const search_for s = what_to_search(plan);
    const int rows = count / columns, height = tile_height(rows);
    float values[tile_samples];
    const box block = box_of(s.metric, range_of(count, x), range_of(count, y), range_of(count, z));
    near_sites near;
    const bool found = find_near(s, &plan->tree, &block, &near);
    for (int row = 0; row < rows; row += height)
        for (int column = 0; column < columns; column += tile_columns) {
            const int first = row * columns + column;
            tile t;
            t.rows = lesser(rows - row, height), t.columns = lesser(columns - column, tile_columns);
            gather_tile(columns, x + first, y + first, z + first, &t);
            const box b = box_of_tile(s.metric, &t);
            evaluate_tile(plan, found ? &near : NULL, &b, &t, values);
            put_tile(&t, values, columns, out + first);
        }
}

// ---- samples where lines cross -----------------------------------------------------------------

static void cross_lines(const tr_lines *lines, int column, int row, tile *restrict t) {
    for (int i = 0; i < tile_columns; i++) {
        const int from = column + (i < t->columns ? i : 0);
        t->line_x[i] = lines->x[from], t->line_z[i] = lines->z[from];
    }
    for (int j = 0; j < tile_rows; j++) {
        const int from = row + (j < t->rows ? j : 0);
        t->around[j] = lines->around[from], t->up[j] = lines->up[from];
    }
    t->level = true;
}

// The ranges of the lines of each tile.
typedef struct line_ranges {
    int height; // rows of a usual tile
    range x[TR_LINES_COLUMNS / tile_columns], z[TR_LINES_COLUMNS / tile_columns];
    range around[TR_LINES_ROWS], up[TR_LINES_ROWS];
} line_ranges;

static void find_line_ranges(const tr_lines *l, line_ranges *ranges) {
    assert(l->columns <= TR_LINES_COLUMNS && l->rows <= TR_LINES_ROWS);
    for (int i = 0; i < l->columns; i += tile_columns) {
        const int columns = lesser(l->columns - i, tile_columns);
        ranges->x[i / tile_columns] = range_of(columns, l->x + i);
        ranges->z[i / tile_columns] = range_of(columns, l->z + i);
    }
    ranges->height = tile_height(l->rows);
    for (int j = 0; j < l->rows; j += ranges->height) {
        const int rows = lesser(l->rows - j, ranges->height);
        ranges->around[j / ranges->height] = range_of(rows, l->around + j);
        ranges->up[j / ranges->height] = range_of(rows, l->up + j);
    }
}

static box box_of_lines(int metric, const line_ranges *r, int column, int tiles_across, int row,
                        int tiles_down) {
    range x = r->x[column], z = r->z[column], around = r->around[row], up = r->up[row];
    for (int i = column + 1; i < column + tiles_across; i++)
        x = unite(x, r->x[i]), z = unite(z, r->z[i]);
    for (int j = row + 1; j < row + tiles_down; j++)
        around = unite(around, r->around[j]), up = unite(up, r->up[j]);
    return box_of(metric, product(x, around), up, product(z, around));
}

// Columns `column` … column+columns-1 of all rows, into a panel.
static void cross_block(const tr_voronoi_plan *plan, const tr_lines *lines, const line_ranges *ranges,
                        int column, int columns, float *panel) {
    const search_for s = what_to_search(plan);
    const int height = ranges->height, down = (lines->rows + height - 1) / height;
    const int first = column / tile_columns, across = (columns + tile_columns - 1) / tile_columns;
    const box block = box_of_lines(s.metric, ranges, first, across, 0, down);
    near_sites near;
    const bool found = find_near(s, &plan->tree, &block, &near);
    const int step = found && near.count <= little ? 2 : 1; // usual tiles in one above the other
    for (int j = 0; j < down; j += step)
        for (int i = 0; i < across; i++) {
            float values[tile_samples];
            tile t;
            t.rows = lesser(lines->rows - j * height, step * height);
            t.columns = lesser(columns - i * tile_columns, tile_columns);
            cross_lines(lines, column + i * tile_columns, j * height, &t);
            const box b = box_of_lines(s.metric, ranges, first + i, 1, j, lesser(down - j, step));
            evaluate_tile(plan, found ? &near : NULL, &b, &t, values);
            put_tile(&t, values, panel_columns, panel + j * height * panel_columns + i * tile_columns);
        }
}

// Rows of a map lie far apart in memory. Written tile by tile they would fall into the same few places of the
// caches, each line read before it is written; whole rows of a panel go past the caches instead.
static void put_panel(int columns, int rows, const float *panel, int step, bool past_caches, float *out) {
    for (int j = 0; j < rows; j++) {
        float *to = out + (size_t)j * (size_t)step;
        if (past_caches)
            stream((size_t)columns * sizeof *to, panel + j * panel_columns, to);
        else
            memcpy(to, panel + j * panel_columns, (size_t)columns * sizeof *to);
    }
}

static void voronoi_lines(const tr_voronoi_plan *plan, const tr_lines *lines, bool past_caches, int step,
                          float *out) {
    _Alignas(64) float panel[panel_columns * TR_LINES_ROWS];
    line_ranges ranges = {0};
    find_line_ranges(lines, &ranges);
    for (int first = 0; first < lines->columns; first += panel_columns) {
        const int columns = lesser(lines->columns - first, panel_columns);
        for (int i = 0; i < columns; i += block_columns)
            cross_block(plan, lines, &ranges, first + i, lesser(columns - i, block_columns), panel + i);
        put_panel(columns, lines->rows, panel, step, past_caches, out + first);
    }
    if (past_caches)
        stream_end();
}

void TR_KERNEL(tr_voronoi_kernels)(tr_noise_kernels *kernels);
void TR_KERNEL(tr_voronoi_kernels)(tr_noise_kernels *kernels) {
    kernels->voronoi = voronoi;
    kernels->voronoi_lines = voronoi_lines;
}
