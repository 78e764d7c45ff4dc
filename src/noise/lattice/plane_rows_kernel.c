// Lattice noise on the wrapped plane over a rectangle of a map, by row expansion.
//
// Between four lattice points noise is a sum of the corners' values, each times a weight that depends only on
// the column and one that depends only on the row. With i, j = 0, 1 for the corners' columns and rows:
//
//     value      n(u, v) = Σ value_ij W_i(u) W_j(v)
//     gradient   n(u, v) = Σ gx_ij M_i(u) W_j(v) + gy_ij W_i(u) M_j(v)
//
// where t is the position in the cell, W_1 its fade and W_0 = 1 - W_1 (weights), M_0 = W_0 t and M_1 = W_1 (t -
// 1) (moments: weights times the distance from the corner). The sum over i is computed once for a lattice row,
// at every column: the row is expanded. As W_0 = 1 - W_1, a row of the map between the lattice rows A and A' is
//
//     value      n(v) = A + W_1(v) (A' - A)
//     gradient   n(v) = A + W_1(v) (A' - A) + M_0(v) B + M_1(v) B'
//
// (gradient: A is expanded from gx by moments, B from gy by weights). A is the level of the octave, the rest
// are its slopes. The levels of all octaves are added into one sum, which is valid for all rows of the map up
// to the next lattice row of any octave. A sample then costs one multiplication and one addition per slope,
// with no hash, fade or gather.
//
// The map is divided into tiles of columns whose expanded rows fit the caches. A column does not depend on its
// neighbours, so the result does not depend on tiles or the rectangle.
// More: docs/internals/rows.md.
#include "noise/lattice/fractal.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/vectors.h"
#include <assert.h>
#include <stdbool.h>

enum {
    octaves_most = TR_MAX_OCTAVES,
    slopes_most = 3, // per octave
    columns_most = 512,
    rows_most = 68,          // rows with stored weights: a band of the bake and its neighbours
    work_floats = 14 * 1024, // per tile; tiles are narrower with more octaves
};

static inline int round_up(int n, int step) { return (n + step - 1) / step * step; }

// ---- weights -----------------------------------------------------------------------------------

// The cells of places along u or v, and the weights of their lower and upper corners. Places and cells are
// computed with the same bits as in the kernels for single samples, so that both use the same cell.
typedef struct weights {
    int32_t *cell;
    float *weight[2], *moment[2]; // moments are NULL for value noise
} weights;

__attribute__((always_inline)) static inline void weigh_with(int interpolation, float period, int count,
                                                             const float *restrict place,
                                                             int32_t *restrict cells, float *restrict part,
                                                             float *restrict lower, float *restrict upper) {
    for (int i = 0; i < count; i++) {
        float x = place[i] * period;
        int32_t c = floor_int(x);
        float t = x - (float)c, w = fade(interpolation, t);
        cells[i] = c, part[i] = t, lower[i] = 1 - w, upper[i] = w;
    }
}

static void weigh(int interpolation, int32_t period, int count, const float *place, const weights *out) {
    float part[columns_most];
    WITH_FADE(interpolation, weigh_with, (float)period, count, place, out->cell, part, out->weight[0],
              out->weight[1])
    if (!out->moment[0])
        return;
    const float *restrict w0 = out->weight[0], *restrict w1 = out->weight[1];
    float *restrict m0 = out->moment[0], *restrict m1 = out->moment[1];
    for (int i = 0; i < count; i++)
        m0[i] = w0[i] * part[i], m1[i] = w1[i] * (part[i] - 1);
}

// ---- tiles -------------------------------------------------------------------------------------

// One octave over the columns of a tile.
typedef struct octave_rows {
    tr_octave octave;
    float scale;   // of lattice values
    int32_t first; // cell of the first column
    int cells;     // number of cells from that one on
    int32_t *ends; // the column where the next cell begins
    weights columns;
    float *level, *slopes; // expanded rows; slopes are tile.stride apart
} octave_rows;

typedef struct tile {
    int interpolation, shape;
    bool gradient, one_pass;              // one_pass: one sum of all octaves
    int count, slopes;                    // visible octaves; slopes of each
    int width, column, columns, capacity; // capacity: columns rounded up to whole vectors
    int stride;
    int entry_count;
    tr_octave_weight entries[octaves_most]; // of all octaves: first the visible ones, then the others
    float *level, *slope;                   // the sum of all levels; slopes of all octaves, consecutive
    octave_rows octaves[octaves_most];
} tile;

// Weights of rows of the map.
typedef struct row_weights {
    int count;
    uint32_t changed[rows_most]; // a bit for each octave whose cell differs from that of the row above
    int32_t cell[octaves_most][rows_most];
    float slope[octaves_most * slopes_most][rows_most];
} row_weights;

// The number of arrays that a tile needs, with an element per column.
static int arrays_of(int count, bool gradient) { return 1 + count * (gradient ? 9 : 5); }

// Divides the work memory. The sum of levels and the slopes, which every row of the map reads, are adjacent.
static void lay_out(tile *t, float *work) {
    t->level = work, t->slope = work + t->stride;
    float *next = t->slope + (size_t)(t->count * t->slopes) * (size_t)t->stride;
#define TAKE() (next += t->stride, next - t->stride)
    for (int k = 0; k < t->count; k++) {
        octave_rows *o = &t->octaves[k];
        o->slopes = t->slope + (size_t)(k * t->slopes) * (size_t)t->stride;
        o->level = TAKE(), o->ends = (int32_t *)(void *)TAKE();
        for (int side = 0; side < 2; side++) {
            o->columns.weight[side] = TAKE();
            o->columns.moment[side] = t->gradient ? TAKE() : NULL;
        }
    }
#undef TAKE
}

// Finds the column where each cell of an octave ends. The estimate is off by at most one column; the cells
// decide.
static void find_ends(const tile *t, octave_rows *o, const int32_t *cells) {
    const double columns_each = (double)t->width / o->octave.period;
    o->first = cells[0], o->cells = cells[t->columns - 1] - cells[0] + 1;
    for (int c = 0; c < o->cells - 1; c++) {
        int32_t next = o->first + c + 1;
        int end = (int)(next * columns_each + 0.5) - t->column;
        end = end < 0 ? 0 : end > t->columns ? t->columns : end;
        while (end > 0 && cells[end - 1] >= next)
            end--;
        while (end < t->columns && cells[end] < next)
            end++;
        o->ends[c] = end;
    }
    o->ends[o->cells - 1] = t->capacity;
}

static void weigh_columns(tile *t) {
    float u[columns_most];
    int32_t cells[columns_most];
    for (int i = 0; i < t->capacity; i++)
        u[i] = (float)((t->column + i + 0.5) / t->width);
    for (int k = 0; k < t->count; k++) {
        octave_rows *o = &t->octaves[k];
        o->columns.cell = cells;
        weigh(t->interpolation, o->octave.period, t->capacity, u, &o->columns);
        find_ends(t, o, cells);
    }
}

// Computes the weights of the next rows of a tile: those after the rows in out, or the first rows if out is
// empty.
static void weigh_rows(const tile *t, int row, int rows, row_weights *out) {
    float v[rows_most], spare[2][rows_most];
    const double height = t->width / 2; // NOLINT(bugprone-integer-division): the width is even
    for (int j = 0; j < rows; j++)
        v[j] = (float)((row + j + 0.5) / height), out->changed[j] = 0;
    for (int k = 0; k < t->count; k++) {
        float(*slope)[rows_most] = out->slope + k * t->slopes;
        int32_t *cells = out->cell[k];
        const bool first = out->count == 0;
        const int32_t before = first ? 0 : cells[out->count - 1];
        weights w = {cells, {spare[0], slope[0]}, {NULL, NULL}};
        if (t->gradient)
            w.moment[0] = slope[1], w.moment[1] = slope[2];
        weigh(t->interpolation, t->octaves[k].octave.period, rows, v, &w);
        out->changed[0] |= (uint32_t)(first || cells[0] != before) << k;
        for (int j = 1; j < rows; j++)
            out->changed[j] |= (uint32_t)(cells[j] != cells[j - 1]) << k;
    }
    out->count = rows;
}

// ---- expansion ---------------------------------------------------------------------------------

// Lattice points of two neighbouring rows.
typedef float points[columns_most + 2 * 16];

// Values of the lattice points in the rows of products y0 and y1. For value noise: numbers, and their rise to
// the next row. For gradients: the same for x, and both rows for y.
static void ask_values(const octave_rows *o, uint32_t y0, uint32_t y1, float *restrict level,
                       float *restrict rise) {
    const int32_t period = o->octave.period, first = o->first;
    const uint32_t seed = o->octave.seed[0];
    const float scale = o->scale;
    const int n = round_up(o->cells + 1, 16);
    for (int i = 0; i < n; i++) {
        int32_t x = first + i;
        x -= x >= period ? period : 0;
        uint32_t product = (uint32_t)x * PRIME_X + seed;
        level[i] = scale * hash_value(hash(product ^ y0));
        rise[i] = scale * hash_value(hash(product ^ y1)) - level[i];
    }
}

static void ask_gradients(const octave_rows *o, uint32_t y0, uint32_t y1, float *restrict level,
                          float *restrict rise, float *restrict lower, float *restrict upper) {
    const int32_t period = o->octave.period, first = o->first;
    const uint32_t seed = o->octave.seed[0], sign = 0x80000000u, scale = as_bits(o->scale);
    const int n = round_up(o->cells + 1, 16);
    for (int i = 0; i < n; i++) {
        int32_t x = first + i;
        x -= x >= period ? period : 0;
        uint32_t product = (uint32_t)x * PRIME_X + seed;
        uint32_t h0 = hash(product ^ y0), h1 = hash(product ^ y1);
        level[i] = as_float(scale ^ (h0 & sign));
        rise[i] = as_float(scale ^ (h1 & sign)) - level[i];
        lower[i] = as_float(scale ^ (h0 << 1 & sign));
        upper[i] = as_float(scale ^ (h1 << 1 & sign));
    }
}

// Expands two rows of lattice points to one number per column. A cell is written in whole vectors; the next
// cell overwrites the excess.
static void expand(const octave_rows *o, float *const weight[2], const float *p, const float *q, float *p_out,
                   float *q_out) {
    const float *lower = weight[0], *upper = weight[1];
    int i = 0;
    for (int c = 0; c < o->cells; c++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): there is one more point than cells
        const float p0 = p[c], p1 = p[c + 1], q0 = q[c], q1 = q[c + 1];
        const int end = o->ends[c];
        for (; i < end; i += lanes) {
            const floats w0 = load(lower + i), w1 = load(upper + i);
            store(p_out + i, w0 * p0 + w1 * p1);
            store(q_out + i, w0 * q0 + w1 * q1);
        }
        i = end;
    }
}

static void expand_octave(const tile *t, const octave_rows *o, int32_t row) {
    const int32_t period = o->octave.period;
    row += row < 0 ? period : row >= period ? -period : 0;
    const int32_t next = row + 1 == period ? 0 : row + 1;
    const uint32_t y0 = (uint32_t)row * PRIME_Y + o->octave.seed[1];
    const uint32_t y1 = (uint32_t)next * PRIME_Y + o->octave.seed[1];
    points level, rise, lower, upper;
    if (t->gradient) {
        ask_gradients(o, y0, y1, level, rise, lower, upper);
        expand(o, o->columns.moment, level, rise, o->level, o->slopes);
        expand(o, o->columns.weight, lower, upper, o->slopes + t->stride, o->slopes + 2 * t->stride);
    } else {
        ask_values(o, y0, y1, level, rise);
        expand(o, o->columns.weight, level, rise, o->level, o->slopes);
    }
}

static void expand_changed(const tile *t, const row_weights *rows, int j) {
    if (!rows->changed[j])
        return;
    for (int k = 0; k < t->count; k++)
        if (rows->changed[j] >> k & 1)
            expand_octave(t, &t->octaves[k], rows->cell[k][j]);
    if (!t->one_pass)
        return;
    for (int i = 0; i < t->capacity; i += lanes) {
        floats sum = {0};
        for (int k = 0; k < t->count; k++)
            sum += load(t->octaves[k].level + i);
        store(t->level + i, sum);
    }
}

// ---- rows of the map ---------------------------------------------------------------------------

// The destination of results.
typedef struct target {
    float *out;
    size_t stride;
    bool streams; // with non-temporal stores; every row is aligned
} target;

static inline void put(const target *to, int row, int i, floats a, floats b) {
    float *out = to->out + (size_t)row * to->stride + (size_t)i;
    if (to->streams) {
        store_past_caches((vector *)(void *)out, (vector)a);
        store_past_caches((vector *)(void *)(out + lanes), (vector)b);
    } else {
        store(out, a);
        store(out + lanes, b);
    }
}

// Columns first … end - 1, in pairs of vectors, of four rows of the map between the same lattice rows: a
// product of two small matrices. Each slope is loaded once for all four. The function calls no others, so that
// the sums stay in registers.
static void sum_four(const tile *t, const row_weights *rows, int j, int first, int end, target to) {
    const int count = t->count * t->slopes;
    const size_t stride = (size_t)t->stride;
    for (int i = first; i < end; i += 2 * lanes) {
        floats a0 = load(t->level + i), b0 = load(t->level + i + lanes);
        floats a1 = a0, b1 = b0, a2 = a0, b2 = b0, a3 = a0, b3 = b0;
        const float *slope = t->slope + i, *w = rows->slope[0] + j;
        for (int m = 0; m < count; m++, slope += stride, w += rows_most) {
            const floats a = load(slope), b = load(slope + lanes);
            a0 += a * w[0], b0 += b * w[0];
            a1 += a * w[1], b1 += b * w[1];
            a2 += a * w[2], b2 += b * w[2];
            a3 += a * w[3], b3 += b * w[3];
        }
        put(&to, 0, i - first, a0, b0);
        put(&to, 1, i - first, a1, b1);
        put(&to, 2, i - first, a2, b2);
        put(&to, 3, i - first, a3, b3);
    }
}

static void sum_one(const tile *t, const row_weights *rows, int j, int first, int end, target to) {
    const int count = t->count * t->slopes;
    const size_t stride = (size_t)t->stride;
    for (int i = first; i < end; i += 2 * lanes) {
        floats a = load(t->level + i), b = load(t->level + i + lanes);
        const float *slope = t->slope + i, *w = rows->slope[0] + j;
        for (int m = 0; m < count; m++, slope += stride, w += rows_most)
            a += load(slope) * *w, b += load(slope + lanes) * *w;
        put(&to, 0, i - first, a, b);
    }
}

// Rows j … j + count - 1, where count is four or one. The last columns, fewer than two vectors, go through a
// buffer.
static void sum_plain(const tile *t, const row_weights *rows, int j, int count, target to) {
    const int whole = t->columns / (2 * lanes) * (2 * lanes), rest = t->columns - whole;
    float spare[4][2 * lanes];
    const target detour = {spare[0], 2 * lanes, false};
    to.out += (size_t)j * to.stride;
    (count == 4 ? sum_four : sum_one)(t, rows, j, 0, whole, to);
    if (rest == 0)
        return;
    (count == 4 ? sum_four : sum_one)(t, rows, j, whole, t->capacity, detour);
    for (int k = 0; k < count; k++)
        memcpy(to.out + (size_t)k * to.stride + whole, spare[k], (size_t)rest * sizeof(float));
}

// The noise of one octave in row j.
static void make_noise(const tile *t, const octave_rows *o, const float (*w)[rows_most], int j, float *noise) {
    const float *slope = o->slopes;
    if (t->gradient)
        for (int i = 0; i < t->columns; i++)
            noise[i] = cut(o->level[i] + w[0][j] * slope[i] + w[1][j] * slope[t->stride + i] +
                           w[2][j] * slope[2 * t->stride + i]);
    else
        for (int i = 0; i < t->columns; i++)
            noise[i] = o->level[i] + w[0][j] * slope[i];
}

// Octave by octave, for shapes that transform each octave before it is added.
static void sum_shaped(const tile *t, const row_weights *rows, int j, float *out) {
    float noise[columns_most], weight[columns_most];
    for (int i = 0; i < t->columns; i++)
        out[i] = 0, weight[i] = 1;
    for (int k = 0; k < t->entry_count; k++) {
        if (k < t->count)
            make_noise(t, &t->octaves[k], rows->slope + k * t->slopes, j, noise);
        TR_KERNEL(tr_accumulate)(&t->entries[k], t->columns, noise, out, weight);
    }
}

// Rows first … end - 1 of those with weights, all between the same lattice rows.
static void sum_rows(const tile *t, const row_weights *rows, int first, int end, const target *to) {
    int j = first;
    if (!t->one_pass) {
        for (; j < end; j++)
            sum_shaped(t, rows, j, to->out + (size_t)j * to->stride);
        return;
    }
    for (; j + 4 <= end; j += 4)
        sum_plain(t, rows, j, 4, *to);
    for (; j < end; j++)
        sum_plain(t, rows, j, 1, *to);
}

static void fill_tile(const tile *t, const tr_rectangle *where, target to, tr_meter *meter) {
    row_weights rows;
    rows.count = 0;
    for (int from = 0; from < where->rows; from += rows_most, to.out += rows_most * to.stride) {
        weigh_rows(t, where->row + from, where->rows - from < rows_most ? where->rows - from : rows_most,
                   &rows);
        for (int j = 0, end; j < rows.count; j = end) {
            end = j + 1;
            while (end < rows.count && !rows.changed[end])
                end++;
            if (!tr_meter_add(meter, TR_OCTAVE_OPERATIONS * (unsigned)(t->count * t->columns * (end - j))))
                return;
            expand_changed(t, &rows, j);
            sum_rows(t, &rows, j, end, &to);
        }
    }
}

static void find_entries(const tr_fractal_plan *plan, tile *t) {
    t->entry_count = plan->count;
    for (int k = 0; k < plan->count; k++) {
        t->entries[k] = tr_fractal_entry(plan, k, t->width);
        t->count = t->entries[k].fraction > 0 ? k + 1 : t->count;
    }
}

// Where no octave is visible, the sum is the same everywhere.
static void fill_with_mean(const tile *t, size_t count, float *out) {
    float sum = 0, weight = 1;
    for (int k = 0; k < t->entry_count; k++)
        TR_KERNEL(tr_accumulate)(&t->entries[k], 1, NULL, &sum, &weight);
    for (size_t i = 0; i < count; i++)
        out[i] = sum;
}

void TR_KERNEL(tr_plane_rows)(const tr_fractal_plan *plan, const tr_rectangle *where, float *out,
                              tr_meter *meter) {
    _Alignas(64) float work[work_floats];
    assert(plan->count <= octaves_most);
    tile t = {.interpolation = (int)plan->interpolation,
              .shape = (int)plan->shape,
              .gradient = plan->basis == TR_BASIS_PERLIN,
              .width = where->width};
    find_entries(plan, &t);
    if (t.count == 0) {
        fill_with_mean(&t, (size_t)where->rows * (size_t)where->columns, out);
        return;
    }
    t.slopes = t.gradient ? 3 : 1;
    // Only gradient noise without interpolation exceeds ±1, so that each octave must be clamped.
    t.one_pass = t.shape == TR_FRACTAL_PLAIN && !(t.gradient && t.interpolation == TR_INTERPOLATION_NONE);
    for (int k = 0; k < t.count; k++) {
        t.octaves[k].octave = plan->octaves[k];
        t.octaves[k].scale = t.gradient ? PERLIN_SCALE : 1;
        if (t.one_pass)
            t.octaves[k].scale *= t.entries[k].amplitude * t.entries[k].fraction;
    }
    // Rows have space for one vector beyond the end. This also avoids cache conflicts between rows.
    int columns = work_floats / arrays_of(t.count, t.gradient) / (2 * lanes) * (2 * lanes) - 2 * lanes;
    columns = columns < columns_most ? columns : columns_most;
    assert(columns > 0);
    const bool large = (size_t)where->rows * (size_t)where->columns * sizeof *out >= TR_STREAM_BYTES;
    for (int from = 0; from < where->columns; from += columns) {
        t.column = where->column + from;
        t.columns = where->columns - from < columns ? where->columns - from : columns;
        t.capacity = round_up(t.columns, 2 * lanes);
        t.stride = t.capacity + lanes;
        target to = {out + from, (size_t)where->columns, false};
        to.streams =
            large && (uintptr_t)to.out % vector_bytes == 0 && to.stride * sizeof *out % vector_bytes == 0;
        lay_out(&t, work);
        weigh_columns(&t);
        fill_tile(&t, where, to, meter);
    }
    if (large)
        stream_end();
}
