// Voronoi distances (Worley 1996), equal to a search of all sites bit for bit.
//
// Neighbouring samples share their nearest sites. So the sites that can have an effect (voronoi_near.h) are
// searched once for a block of samples, in the tree of sites, and again for each tile of the block among the
// results. The tile's samples are then compared with the few remaining sites, several vectors of samples at a
// time in registers. Roots are taken at the end.
#include "base/hash.h"
#include "noise/maths/vectors.h"
#include "noise/sites/private/voronoi_near.h"

#include <assert.h>

enum {
    tile_columns = 32,
    tile_rows = 32,  // of tall tiles, used where few sites are near
    usual_rows = 16, // of other tiles
    little = 8,      // maximum number of sites near a block for tall tiles
    tile_samples = tile_columns * tile_rows,
    block_columns = 64,
    panel_columns = 256, // of adjacent blocks, completed in the L2 cache before they are written to memory
    rise_most = 64,      // up to so many sites, a table of their vertical terms is worthwhile
#if defined __AVX512F__
    group = 4, // vectors of samples in registers at a time
#else
    group = 2,
#endif
    stride = group * lanes,
};

_Static_assert(tile_columns * 2 % stride == 0, "a group of vectors fills whole rows or lies within one");

// ---- search ------------------------------------------------------------------------------------

// Samples in rows of tile_columns. Short rows are padded with copies, and the number of rows is made even.
// While `level` is set, the sample of a row and a column is (line_x * around, up, line_z * around), and x, y, z
// are unset.
typedef struct tile {
    int rows, columns;
    bool level;
    float line_x[tile_columns], line_z[tile_columns], around[tile_rows], up[tile_rows];
    float x[tile_samples], y[tile_samples], z[tile_samples];
} tile;

// Sites for the comparison: those nearby, or all of a tree.
typedef struct sites_view {
    int count;
    const float *x, *y, *z;
    const int32_t *id;
} sites_view;

__attribute__((always_inline)) static inline floats fraction_of_axis(int metric, floats v) {
    return metric == TR_METRIC_EUCLID ? v * v : magnitude(v);
}

__attribute__((always_inline)) static inline floats join_axes(int metric, floats a, floats b) {
    return metric == TR_METRIC_CHEBYSHEV ? most(a, b) : a + b;
}

__attribute__((always_inline)) static inline floats distance_of(int metric, floats power) {
    return metric == TR_METRIC_EUCLID ? root(power) : power;
}

// Inserts a power into the `order` smallest ones, of which `known` are set.
__attribute__((always_inline)) static inline void insert(int order, int known, floats power, floats f[3]) {
    for (int n = 0; n < order && n < known; n++) {
        floats smaller = least(f[n], power);
        power = most(f[n], power);
        f[n] = smaller;
    }
    if (known < order)
        f[known] = power;
}

// Cell numbers in [-1, 1]: a hash of the index and the seed.
__attribute__((always_inline)) static inline floats number_of_cell(const tr_voronoi_plan *plan, integers id) {
    words h = ((words)id ^ plan->seed) * TR_HASH_FIRST;
    h = (h ^ (h >> 15)) * TR_HASH_SECOND;
    return __builtin_convertvector((integers)(h ^ (h >> 13)), floats) * 0x1p-31f;
}

// The value of a field for the distances f.
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
    default:                                           // the distance of Harding 2012
        return f[0] / (0.5f * (f[0] + f[1]) + 1e-30f); // two sites may coincide
    }
}

// The term of the vertical axis in the distances between all sites and all rows.
static void make_rises(int metric, const tile *t, const sites_view *sites, float (*restrict rises)[tile_rows]) {
    for (int j = 0; j < sites->count; j++) {
        const float y = sites->y[j];
        for (int row = 0; row < tile_rows; row++) {
            float d = t->up[row] - y;
            rises[j][row] = metric == TR_METRIC_EUCLID ? d * d : absolute(d);
        }
    }
}

// The row of vector k of a group that starts at `at`, a multiple of the stride.
__attribute__((always_inline)) static inline int row_of(int at, int k) {
    return at / tile_columns + k * lanes / tile_columns;
}

// Compares a group of samples, from `at` on, with site j.
__attribute__((always_inline)) static inline void compare(int metric, int order, bool level, int known,
                                                          const tile *t, int at, const sites_view *sites, int j,
                                                          float (*rises)[tile_rows], const floats x[group],
                                                          const floats z[group], floats f[group][3]) {
    const floats sx = splat(sites->x[j]), sz = splat(sites->z[j]);
#pragma GCC unroll 4
    for (int k = 0; k < group; k++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): all rises were made
        floats rise = level ? splat(rises[j][row_of(at, k)])
                            : fraction_of_axis(metric, load(t->y + at + k * lanes) - splat(sites->y[j]));
        floats power = join_axes(metric, fraction_of_axis(metric, x[k] - sx), rise);
        insert(order, known, join_axes(metric, power, fraction_of_axis(metric, z[k] - sz)), f[k]);
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
            for (int n = 0; n < 3; n++) // uses no more values than there are
                f[k][n] = n < order ? distance_of(metric, f[k][n]) : f[k][0];
            store(out + at + k * lanes, value_of(plan, f[k]));
        }
    }
}

// Among equally near sites the one with the lowest index is the nearest.
__attribute__((always_inline)) static inline void search_cells(int metric, const tr_voronoi_plan *plan,
                                                               const tile *t, const sites_view *sites,
                                                               float *restrict out) {
    for (int at = 0; at < t->rows * tile_columns; at += lanes) {
        const floats x = load(t->x + at), y = load(t->y + at), z = load(t->z + at);
        floats nearest = splat(FLT_MAX);
        integers cell = (integers){0} + INT32_MAX;
        for (int j = 0; j < sites->count; j++) {
            const integers id = (integers){0} + sites->id[j];
            floats power = join_axes(metric, fraction_of_axis(metric, x - splat(sites->x[j])),
                                     fraction_of_axis(metric, y - splat(sites->y[j])));
            power = join_axes(metric, power, fraction_of_axis(metric, z - splat(sites->z[j])));
            integers nearer = (power < nearest) | ((power == nearest) & (id < cell));
            cell = choose_integers(nearer, id, cell);
            nearest = least(power, nearest);
        }
        store(out + at, number_of_cell(plan, cell));
    }
}

// Distances to edges. d_b² - d_a² is computed as (a - b) · ((p - a) + (p - b)), which avoids cancellation if a
// and b are close. On the sphere it is 2 p · (a - b), and the distance is the sine of the angle to the great
// circle midway between a and b.
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

// Pads the tile's short rows, and adds a row if their number is odd.
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

// Computes the coordinates of all samples of a level tile.
static void spread_tile(tile *t) {
    for (int j = 0; j < tile_rows; j++)
        for (int i = 0; i < tile_columns; i++) {
            t->x[j * tile_columns + i] = t->line_x[i] * t->around[j];
            t->y[j * tile_columns + i] = t->up[j];
            t->z[j * tile_columns + i] = t->line_z[i] * t->around[j];
        }
    t->level = false;
}

static inline int lesser(int a, int b) { return a < b ? a : b; }

// Copies a row of a tile. Most rows are complete and have a constant length.
static inline void copy_row(int columns, const float *restrict from, float *restrict to) {
    if (columns == tile_columns)
        memcpy(to, from, tile_columns * sizeof *to);
    else
        memcpy(to, from, (size_t)columns * sizeof *to);
}

// Samples in rows `step` apart.
static void gather_tile(int step, const float *restrict x, const float *restrict y, const float *restrict z,
                        tile *restrict t) {
    const float *const sources[] = {x, y, z};
    float *const targets[] = {t->x, t->y, t->z};
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < t->rows; j++)
            copy_row(t->columns, sources[k] + j * step, targets[k] + j * tile_columns);
    t->level = false;
    fill_tile(t);
}

static box box_of_tile(int metric, const tile *t) {
    const int count = t->rows * tile_columns;
    return box_of(metric, range_of(count, t->x), range_of(count, t->y), range_of(count, t->z));
}

// Evaluates a tile with the sites near its block, or with all sites if of_block is NULL, which means that there
// were too many. If too many are near the tile too, it is halved, down to a single sample, which is compared
// with every site.
static void evaluate_tile(const tr_voronoi_plan *plan, const near_sites *of_block, const box *b, tile *t,
                          tr_meter *meter, float *out) {
    const search_for s = what_to_search(plan);
    near_sites near;
    const near_sites *of_tile = &near;
    if (of_block && of_block->count <= s.order + 2) // as fast as a closer search
        of_tile = of_block;
    else if (of_block)
        narrow(s, b, of_block, &near);
    else if (!find_near(s, &plan->tree, b, &near))
        of_tile = NULL;
    if (of_tile && of_tile->count * t->rows * tile_columns * 3 / 2 > TR_METER_PIECE) // halves need fewer
        of_tile = NULL;
    if (t->level && (!of_tile || of_tile->count > rise_most || s.edge || plan->value == TR_VORONOI_CELL))
        spread_tile(t);
    if (of_tile) {
        const unsigned compared = (unsigned)(of_tile->count * t->rows * tile_columns);
        if (tr_meter_add(meter, TR_VORONOI_SEARCH_OPERATIONS + compared * (s.edge ? 3 : (unsigned)s.order) / 2))
            search_tile(plan, t, &(sites_view){of_tile->count, of_tile->x, of_tile->y, of_tile->z, of_tile->id},
                        out);
        return;
    }
    if (t->rows == 1 && t->columns == 1) {
        const struct tr_tree_level *all = &plan->tree.level[0];
        if (tr_meter_add(meter, 2 * (unsigned)all->count))
            search_tile(plan, t, &(sites_view){all->count, all->x, all->y, all->z, plan->tree.id}, out);
        return;
    }
    const bool across = t->columns > t->rows; // halves the longer side
    const int rows = across ? t->rows : (t->rows + 1) / 2, columns = across ? (t->columns + 1) / 2 : t->columns;
    for (int row = 0; row < t->rows; row += rows)
        for (int column = 0; column < t->columns; column += columns) {
            tile half;
            float values[tile_samples];
            const int at = row * tile_columns + column;
            half.rows = lesser(t->rows - row, rows), half.columns = lesser(t->columns - column, columns);
            gather_tile(tile_columns, t->x + at, t->y + at, t->z + at, &half);
            const box around = box_of_tile(s.metric, &half);
            evaluate_tile(plan, NULL, &around, &half, meter, values);
            for (int j = 0; j < half.rows; j++)
                memcpy(out + (row + j) * tile_columns + column, values + j * tile_columns,
                       (size_t)half.columns * sizeof *out);
        }
}

static void put_tile(const tile *t, const float *restrict values, int step, float *restrict out) {
    for (int j = 0; j < t->rows; j++)
        copy_row(t->columns, values + j * tile_columns, out + (size_t)j * (size_t)step);
}

// The height of tiles of nearly equal height: at most usual_rows, and even.
static int tile_height(int rows) {
    const int tiles = (rows + usual_rows - 1) / usual_rows;
    return ((rows + tiles - 1) / tiles + 1) / 2 * 2;
}

// ---- samples anywhere --------------------------------------------------------------------------

void TR_KERNEL(tr_voronoi_evaluate)(const void *of, const tr_block *all, float *out) {
    const tr_voronoi_plan *plan = of;
    const search_for s = what_to_search(plan);
    const int count = all->count, columns = all->columns;
    const float *x = all->x, *y = all->y, *z = all->z;
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
            evaluate_tile(plan, found ? &near : NULL, &b, &t, all->meter, values);
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

// Evaluates columns `column` … column+columns-1 of all rows into a panel.
static void cross_block(const tr_voronoi_plan *plan, const tr_lines *lines, const line_ranges *ranges,
                        int column, int columns, tr_meter *meter, float *panel) {
    const search_for s = what_to_search(plan);
    const int height = ranges->height, down = (lines->rows + height - 1) / height;
    const int first = column / tile_columns, across = (columns + tile_columns - 1) / tile_columns;
    const box block = box_of_lines(s.metric, ranges, first, across, 0, down);
    near_sites near;
    const bool found = find_near(s, &plan->tree, &block, &near);
    const int step = found && near.count <= little ? 2 : 1; // usual tiles per tall tile
    for (int j = 0; j < down; j += step)
        for (int i = 0; i < across; i++) {
            float values[tile_samples];
            tile t;
            t.rows = lesser(lines->rows - j * height, step * height);
            t.columns = lesser(columns - i * tile_columns, tile_columns);
            cross_lines(lines, column + i * tile_columns, j * height, &t);
            const box b = box_of_lines(s.metric, ranges, first + i, 1, j, lesser(down - j, step));
            evaluate_tile(plan, found ? &near : NULL, &b, &t, meter, values);
            put_tile(&t, values, panel_columns, panel + j * height * panel_columns + i * tile_columns);
        }
}

// Rows of a map are far apart in memory. Written tile by tile, they would map to the same few cache sets, and
// each line would be read before it is written. So whole rows of a panel are written with non-temporal stores.
static void put_panel(int columns, int rows, const float *panel, int step, bool past_caches, float *out) {
    for (int j = 0; j < rows; j++) {
        float *to = out + (size_t)j * (size_t)step;
        if (past_caches)
            stream((size_t)columns * sizeof *to, panel + j * panel_columns, to);
        else
            memcpy(to, panel + j * panel_columns, (size_t)columns * sizeof *to);
    }
}

void TR_KERNEL(tr_voronoi_lines)(const tr_voronoi_plan *plan, const tr_lines *lines, bool past_caches, int step,
                                 float *out, tr_meter *meter) {
    _Alignas(64) float panel[panel_columns * TR_LINES_ROWS];
    line_ranges ranges = {0};
    find_line_ranges(lines, &ranges);
    for (int first = 0; first < lines->columns; first += panel_columns) {
        const int columns = lesser(lines->columns - first, panel_columns);
        for (int i = 0; i < columns; i += block_columns)
            cross_block(plan, lines, &ranges, first + i, lesser(columns - i, block_columns), meter, panel + i);
        put_panel(columns, lines->rows, panel, step, past_caches, out + first);
    }
    if (past_caches)
        stream_end();
}
