#include "noise/sites/site_tree.h"
#include "base/size.h"

#include <math.h>

static float separation(tr_metric metric, const float a[3], const float b[3]) {
    double d[3];
    for (int k = 0; k < 3; k++)
        d[k] = fabs((double)a[k] - (double)b[k]);
    switch (metric) {
    case TR_METRIC_MANHATTAN:
        return (float)(d[0] + d[1] + d[2]);
    case TR_METRIC_CHEBYSHEV:
        return (float)fmax(d[0], fmax(d[1], d[2]));
    default:
        return (float)sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
}

enum { few_sites = 4096, few_nodes = 4096 }; // between two polls of a watch

// ---- order -------------------------------------------------------------------------------------

typedef struct bounds {
    float low[3], high[3];
} bounds;

static bounds bounds_of(const tr_tree_site *sites, int count) {
    bounds b;
    for (int k = 0; k < 3; k++) {
        b.low[k] = b.high[k] = sites[0].at[k];
        for (int i = 1; i < count; i++) {
            b.low[k] = fminf(b.low[k], sites[i].at[k]);
            b.high[k] = fmaxf(b.high[k], sites[i].at[k]);
        }
    }
    return b;
}

// Moves the `middle` lowest sites along an axis to the front (Hoare 1961, "Find").
static void part(tr_tree_site *sites, int count, int middle, int axis) {
    int first = 0, last = count - 1;
    while (first < last) {
        const float pivot = sites[first + (last - first) / 2].at[axis];
        int i = first, j = last;
        while (i <= j) {
            while (sites[i].at[axis] < pivot)
                i++;
            while (sites[j].at[axis] > pivot)
                j--;
            if (i <= j) {
                tr_tree_site t = sites[i];
                sites[i++] = sites[j];
                sites[j--] = t;
            }
        }
        if (middle <= j)
            last = j;
        else if (middle >= i)
            first = i;
        else
            return;
    }
}

// Sorts sites like a k-d tree (Bentley 1975): halves them repeatedly along their longest side, until there are
// as many parts as leaves. Each half gets half of the leaves, so siblings are adjacent.
static tr_status order_sites(tr_tree_site *sites, int count, int leaves, int *sizes, const tr_watch *watch,
                             tr_error *error) {
    if (leaves == 1) {
        *sizes = count;
        return TR_OK;
    }
    tr_status status = count > few_sites ? tr_watch_check(watch, error) : TR_OK;
    if (status != TR_OK)
        return status;
    bounds b = bounds_of(sites, count);
    int axis = 0;
    for (int k = 1; k < 3; k++)
        axis = b.high[k] - b.low[k] > b.high[axis] - b.low[axis] ? k : axis;
    const int middle = count / 2;
    part(sites, count, middle, axis);
    status = order_sites(sites, middle, leaves / 2, sizes, watch, error);
    return status == TR_OK
               ? order_sites(sites + middle, count - middle, leaves / 2, sizes + leaves / 2, watch, error)
               : status;
}

// ---- levels ------------------------------------------------------------------------------------

static tr_status allocate_level(struct tr_tree_level *level, int nodes, tr_error *error) {
    level->count = (nodes + TR_TREE_WIDTH - 1) / TR_TREE_WIDTH * TR_TREE_WIDTH;
    const size_t n = (size_t)level->count;
    if (!TR_ALLOCATE(TR_ARRAY(level->x, n), TR_ARRAY(level->y, n), TR_ARRAY(level->z, n),
                     TR_ARRAY(level->radius, n)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for a tree of sites");
    for (int i = 0; i < level->count; i++)
        level->x[i] = level->y[i] = level->z[i] = TR_TREE_NOWHERE, level->radius[i] = 0;
    return TR_OK;
}

// Copies sites to their leaves, which have sixteen places each.
static void fill_leaves(const tr_tree_site *sites, const int *sizes, int leaves, tr_site_tree *tree) {
    struct tr_tree_level *level = &tree->level[0];
    for (int leaf = 0; leaf < leaves; leaf++)
        for (int i = 0; i < TR_TREE_WIDTH; i++) {
            const int at = leaf * TR_TREE_WIDTH + i;
            tree->id[at] = INT32_MAX;
            if (i >= sizes[leaf])
                continue;
            level->x[at] = sites->at[0], level->y[at] = sites->at[1], level->z[at] = sites->at[2];
            tree->id[at] = sites->id;
            sites++;
        }
}

// Sets the bounding sphere of a node round those sites, slightly enlarged so that rounding cannot make it too
// small.
static void enclose_sites(const tr_tree_site *sites, int count, tr_metric metric, struct tr_tree_level *level,
                          int node) {
    bounds b = bounds_of(sites, count);
    float centre[3], radius = 0;
    for (int k = 0; k < 3; k++)
        centre[k] = 0.5f * (b.low[k] + b.high[k]);
    for (int i = 0; i < count; i++)
        radius = fmaxf(radius, separation(metric, centre, sites[i].at));
    level->x[node] = centre[0], level->y[node] = centre[1], level->z[node] = centre[2];
    level->radius[node] = radius * 1.0001f + 1e-6f;
}

static tr_status add_levels(const tr_tree_site *sites, const int *sizes, int leaves, tr_metric metric,
                            const tr_watch *watch, tr_site_tree *tree, tr_error *error) {
    tr_status status = TR_OK;
    int nodes = leaves, leaves_of_node = 1;
    while (status == TR_OK && tree->level[tree->levels - 1].count > TR_TREE_TOP) {
        struct tr_tree_level *level = &tree->level[tree->levels++];
        status = allocate_level(level, nodes, error);
        const tr_tree_site *next = sites;
        for (int node = 0; status == TR_OK && node < nodes; node++) {
            int count = 0;
            if (node % few_nodes == 0)
                status = tr_watch_check(watch, error);
            for (int k = node * leaves_of_node; k < (node + 1) * leaves_of_node && k < leaves; k++)
                count += sizes[k];
            enclose_sites(next, count, metric, level, node);
            next += count;
        }
        nodes = (nodes + TR_TREE_WIDTH - 1) / TR_TREE_WIDTH;
        leaves_of_node *= TR_TREE_WIDTH;
    }
    return status;
}

tr_status tr_site_tree_create(tr_tree_site *sites, int count, tr_metric metric, const tr_watch *watch,
                              tr_site_tree *tree, tr_error *error) {
    *tree = (tr_site_tree){.sites = count, .levels = 1};
    int leaves = 1;
    while (leaves * TR_TREE_WIDTH < count)
        leaves *= 2;
    int *sizes = tr_allocate((size_t)leaves, sizeof *sizes);
    tree->id = tr_allocate((size_t)leaves * TR_TREE_WIDTH, sizeof *tree->id);
    tr_status status = sizes && tree->id ? allocate_level(&tree->level[0], leaves * TR_TREE_WIDTH, error)
                                         : tr_fail(error, TR_NO_MEMORY, "no memory for %d sites", count);
    if (status == TR_OK)
        status = order_sites(sites, count, leaves, sizes, watch, error);
    if (status == TR_OK) {
        fill_leaves(sites, sizes, leaves, tree);
        status = add_levels(sites, sizes, leaves, metric, watch, tree, error);
    }
    tr_free(sizes);
    if (status != TR_OK)
        tr_site_tree_clear(tree);
    return status;
}

void tr_site_tree_clear(tr_site_tree *tree) {
    for (int k = 0; k < tree->levels; k++)
        tr_free(tree->level[k].x);
    tr_free(tree->id);
    *tree = (tr_site_tree){0};
}
