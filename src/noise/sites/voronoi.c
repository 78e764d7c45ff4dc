#include "noise/sites/voronoi.h"
#include "base/size.h"
#include "noise/maths/stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- the plane repeated ------------------------------------------------------------------------

// How far the repetitions of sites are needed round the unit square. In a metric that is at least the larger of
// |x| and |y|, everything farther from a sample than M lies outside the square enlarged by M. What must be
// inside?
//
// Third nearest sites: with a single site, at distances a and b along the axes (0 … 1/2), its repetitions at
// (a, b), (1 - a, b) and (a, 1 - b) exist, at most 3/2 away (Manhattan). Edges: the cell of a site extends at
// most half-way to its repetitions, √½ from the site. The nearest point of an edge is at most √½ from the
// sample and as far from the two sites that it separates, so both are within 2 √½ < 3/2. More sites only reduce
// these distances.
//
// Many sites need less. If each of k * k squares has three sites, the third nearest is at most the diagonal of
// a square away, 2 / k (Manhattan), and an edge depends only on sites within 2 F1 + F2 <= 3 √2 / k.
static double margin_of(const tr_sites *sites) {
    enum { finest = 64 };
    double margin = 1.5;
    unsigned char held[finest * finest];
    for (int k = 4; k <= finest; k *= 2) {
        memset(held, 0, sizeof held);
        for (int j = 0; j < sites->count; j++) {
            const int column = (int)(sites->x[j] * (float)k), row = (int)(sites->y[j] * (float)k);
            unsigned char *square = &held[(row < k ? row : k - 1) * k + (column < k ? column : k - 1)];
            *square = (unsigned char)(*square < 3 ? *square + 1 : 3);
        }
        for (int i = 0; i < k * k; i++)
            if (held[i] < 3)
                return margin;
        margin = 4.25 / k < margin ? 4.25 / k : margin;
    }
    return margin;
}

// Counts the repetitions of sites within the margin, and writes them if out is not NULL.
static size_t repeat_sites(const tr_sites *sites, double margin, tr_tree_site *out) {
    const float beyond = 1 / 16.0f; // samples may be this far outside the unit square
    const float low = (float)-margin - beyond, high = 1 + (float)margin + beyond;
    size_t count = 0;
    for (int j = 0; j < sites->count; j++)
        for (int row = -2; row <= 2; row++)
            for (int column = -2; column <= 2; column++) {
                const float u = sites->x[j] + (float)column, v = sites->y[j] + (float)row;
                if (u < low || u > high || v < low || v > high)
                    continue;
                if (out)
                    out[count] = (tr_tree_site){{u, v, 0}, j};
                count++;
            }
    return count;
}

// ---- plans -------------------------------------------------------------------------------------

enum { few_sites = 4096 }; // maximum number that is sorted without polling the watch

static int compare_sites(const void *a, const void *b) {
    const tr_tree_site *one = a, *other = b;
    for (int k = 0; k < 3; k++)
        if (one->at[k] != other->at[k])
            return one->at[k] < other->at[k] ? -1 : 1;
    return one->id < other->id ? -1 : 1;
}

// Quicksort (Hoare 1961) that can be stopped: qsort takes long for a million sites.
static tr_status sort_sites(tr_tree_site *sites, int count, const tr_watch *watch, tr_error *error) {
    if (count <= few_sites) {
        qsort(sites, (size_t)count, sizeof *sites, compare_sites);
        return TR_OK;
    }
    const tr_tree_site pivot = sites[count / 2];
    int i = 0, j = count - 1;
    while (i <= j) {
        while (compare_sites(&sites[i], &pivot) < 0)
            i++;
        while (compare_sites(&pivot, &sites[j]) < 0)
            j--;
        if (i <= j) {
            const tr_tree_site t = sites[i];
            sites[i++] = sites[j];
            sites[j--] = t;
        }
    }
    tr_status status = tr_watch_check(watch, error);
    if (status == TR_OK)
        status = sort_sites(sites, j + 1, watch, error);
    return status == TR_OK ? sort_sites(sites + i, count - i, watch, error) : status;
}

// Two sites at the same place have no edge between them. For edges they count as one.
static int drop_twins(tr_tree_site *sites, int count) {
    int kept = 1;
    for (int i = 1; i < count; i++) {
        const float *a = sites[kept - 1].at, *b = sites[i].at;
        if (a[0] != b[0] || a[1] != b[1] || a[2] != b[2])
            sites[kept++] = sites[i];
    }
    return kept;
}

tr_status tr_voronoi_prepare(tr_voronoi_value value, tr_metric metric, bool plane, uint64_t seed,
                             const tr_sites *sites, const tr_watch *watch, tr_voronoi_plan *plan,
                             tr_error *error) {
    assert(sites->count >= tr_voronoi_least_sites(value));
    assert(value != TR_VORONOI_EDGE || metric == TR_METRIC_EUCLID);
    *plan = (tr_voronoi_plan){
        .value = value, .metric = metric, .plane = plane, .seed = (uint32_t)seed, .scale = 1 / sites->spacing};
    const double margin = plane ? margin_of(sites) : 0;
    const size_t count = plane ? repeat_sites(sites, margin, NULL) : (size_t)sites->count;
    tr_tree_site *all = count <= INT32_MAX / 2 ? tr_allocate(count, sizeof *all) : NULL;
    if (!all)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %zu sites", count);
    if (plane)
        repeat_sites(sites, margin, all);
    else
        for (int j = 0; j < sites->count; j++)
            all[j] = (tr_tree_site){{sites->x[j], sites->y[j], sites->z[j]}, j};
    tr_status status = value == TR_VORONOI_EDGE ? sort_sites(all, (int)count, watch, error) : TR_OK;
    const int different =
        value == TR_VORONOI_EDGE && status == TR_OK ? drop_twins(all, (int)count) : (int)count;
    if (status == TR_OK)
        status = tr_site_tree_create(all, different, metric, watch, &plan->tree, error);
    tr_free(all);
    return status;
}

void tr_voronoi_clear(tr_voronoi_plan *plan) { tr_site_tree_clear(&plan->tree); }

// ---- values ------------------------------------------------------------------------------------

// The columns of a rectangle: directions in the equatorial plane, or u. On the plane a sample is (u, v, 0).
static void find_columns(const tr_rectangle *where, bool plane, float *restrict x, float *restrict z) {
    if (!plane)
        tr_sphere_columns(where->width, where->column, where->columns, x, z);
    for (int i = 0; plane && i < where->columns; i++)
        x[i] = (float)((where->column + i + 0.5) / where->width), z[i] = 0;
}

static void find_rows(const tr_rectangle *where, bool plane, float *restrict around, float *restrict up) {
    const double height = where->width / 2; // NOLINT(bugprone-integer-division): the width is even
    if (!plane)
        tr_sphere_rows(where->width, where->row, where->rows, around, up);
    for (int j = 0; plane && j < where->rows; j++)
        around[j] = 1, up[j] = (float)((where->row + j + 0.5) / height);
}

void tr_voronoi_evaluate_map(const tr_voronoi_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                             tr_meter *meter) {
    float x[TR_LINES_COLUMNS], z[TR_LINES_COLUMNS], around[TR_LINES_ROWS], up[TR_LINES_ROWS];
    const bool past_caches = (size_t)where->rows * (size_t)where->columns * sizeof *out >= TR_STREAM_BYTES;
    for (int i = 0; i < where->columns; i += TR_LINES_COLUMNS) {
        tr_rectangle strip = *where;
        strip.column += i;
        strip.columns = where->columns - i < TR_LINES_COLUMNS ? where->columns - i : TR_LINES_COLUMNS;
        find_columns(&strip, plan->plane, x, z);
        for (int j = 0; j < where->rows; j += TR_LINES_ROWS) {
            strip.row = where->row + j;
            strip.rows = where->rows - j < TR_LINES_ROWS ? where->rows - j : TR_LINES_ROWS;
            find_rows(&strip, plan->plane, around, up);
            const tr_lines lines = {strip.columns, strip.rows, x, z, around, up};
            TR_KERNEL_OF(isa, tr_voronoi_lines)
            (plan, &lines, past_caches, where->columns, out + (size_t)j * (size_t)where->columns + (size_t)i,
             meter);
        }
    }
}
