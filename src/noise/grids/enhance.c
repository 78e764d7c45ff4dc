#include "noise/grids/enhance.h"
#include "base/size.h"
#include "noise/grids/displacement.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    strides = 4, // of the estimate: residuals at distances 1, 2, 4 and 8
    reach = 3,   // of a residual, in points
    blur_reach = 2,
    least_points = 256,                          // with fewer residuals there is no estimate
    plane_columns = TR_ENHANCE_TILE_COLUMNS + 8, // of the finest mesh, with the margin that its middles read
    plane_rows = TR_ENHANCE_TILE_ROWS + 8,
    halo = reach + blur_reach, // margin that the measurement reads round the points of level 0
    wide_columns = plane_columns + 2 * halo,
    wide_rows = plane_rows + 2 * halo,
    line_columns = plane_columns,
};

// Factor of offsets, in units of the measured residuals. Neighbours have offsets too, which also contribute to
// a residual. With this factor, residuals of results fall from level to level by the persistence.
static const double calibration = 0.88;

// Scratch memory of one worker for a tile.
typedef struct scratch {
    float heights[2][plane_rows * plane_columns]; // levels alternate
    float amplitudes[2][plane_rows * plane_columns];
    float wide[wide_rows * wide_columns]; // heights of level 0 and its margin
    float energies[wide_rows * wide_columns];
    float blurred[wide_rows * wide_columns];
    float lines[4][line_columns]; // rows that were interpolated along the row, but not yet down the columns
    float amplitude_lines[4][line_columns];
    float base[line_columns], amplitude[line_columns], finest[line_columns];
    uint32_t keys[line_columns];
} scratch;

struct tr_enhancement {
    tr_enhance_numbers numbers;
    tr_isa isa;
    tr_axis x, y;
    float sea;          // height of the sea: the map's lowest height if it has flat cells there, else -1
    double persistence; // amplitude ratio of successive levels
    float floor;        // subtracted from squared residuals: what the map's height steps alone can cause
    float scale[TR_ENHANCE_MAX_TIMES + 2];      // of random numbers, per unit of local amplitude
    uint64_t seed[TR_ENHANCE_MAX_TIMES + 2][2]; // of each level and axis
    scratch *scratches;
};

// ---- the map as a whole: steps and roughness ---------------------------------------------------

static int common_divisor(int a, int b) {
    while (b) {
        int rest = a % b;
        a = b, b = rest;
    }
    return a;
}

// The height step of the map: the greatest common divisor of all differences. It is 1 for a map that uses its
// 16 bits, and 257 for a map converted from 8 bits.
static int step_of_map(const tr_enhance_numbers *n) {
    const size_t count = (size_t)n->width * (size_t)n->height;
    int step = 0;
    for (size_t i = 0; i < count && step != 1; i++) {
        const int difference = abs(n->heights[i] - n->heights[0]);
        if (difference)
            step = common_divisor(difference, step);
    }
    return step ? step : 1;
}

// The lowest height of the map if the four corners of some cell have it, which makes it a sea; else -1.
static int find_sea(const tr_enhance_numbers *n) {
    const size_t width = (size_t)n->width, count = width * (size_t)n->height;
    const uint16_t *h = n->heights;
    uint16_t low = h[0];
    for (size_t i = 1; i < count; i++)
        low = h[i] < low ? h[i] : low;
    for (size_t i = 0; i + width + 1 < count; i++)
        if (h[i] == low && h[i + 1] == low && h[i + width] == low && h[i + width + 1] == low &&
            i % width != width - 1)
            return low;
    return -1;
}

// Sums of squared residuals of the rows, at each distance.
typedef struct survey {
    const tr_enhance_numbers *numbers;
    double floor;
    double (*sums)[strides]; // of each row
} survey;

// Sixteen times the difference between a point and its prediction from the points `k` and `3 k` steps away.
static inline int residual_16(const uint16_t *at, ptrdiff_t k) {
    return 16 * at[0] - 9 * (at[-k] + at[k]) + (at[-3 * k] + at[3 * k]);
}

static void survey_row(void *context, int y, int worker) {
    (void)worker;
    const survey *s = context;
    const int width = s->numbers->width, height = s->numbers->height;
    const uint16_t *row = s->numbers->heights + (size_t)y * (size_t)width;
    for (int stride = 0; stride < strides; stride++) {
        const int distance = 1 << stride, margin = reach * distance;
        double sum = 0;
        if (y >= margin && y < height - margin)
            for (int x = margin; x < width - margin; x++) {
                const double along = residual_16(row + x, distance);
                const double down = residual_16(row + x, (ptrdiff_t)distance * width);
                const double energy = (along * along + down * down) * (1 / 512.0) - s->floor;
                sum += energy > 0 ? energy : 0;
            }
        s->sums[y][stride] = sum;
    }
}

// Mean squared residuals at each distance; 0 where there are too few points.
static tr_status survey_map(const tr_enhance_numbers *n, double floor, tr_pool *pool, double energy[strides],
                            tr_error *error) {
    survey s = {n, floor, tr_allocate((size_t)n->height, sizeof *s.sums)};
    if (!s.sums)
        return tr_fail(error, TR_NO_MEMORY, "no memory to measure a map of %d rows", n->height);
    tr_pool_run(pool, n->height, survey_row, &s);
    for (int stride = 0; stride < strides; stride++) {
        const double margins = 2.0 * reach * (1 << stride);
        const double points = fmax(n->width - margins, 0) * fmax(n->height - margins, 0);
        energy[stride] = 0;
        for (int y = 0; y < n->height && points >= least_points; y++)
            energy[stride] += s.sums[y][stride] / points; // in the order of rows, independent of the threads
    }
    tr_free(s.sums);
    return TR_OK;
}

// Estimates the amplitude ratio between a distance and half that distance, and how much of the finest detail is
// missing.
//
// Maps that were scaled down, photographed or baked lack part of their finest detail. That is a property of the
// filter, not of the land. So distance 1 is left out where the map is large enough, and *missing restores its
// amplitude to what distance 2 predicts (at most doubled).
static void estimate(const double energy[strides], double *persistence, double *missing) {
    if (energy[1] > 0 && energy[3] > 0)
        *persistence = sqrt(sqrt(energy[1] / energy[3]));
    else if (energy[0] > 0 && energy[2] > 0)
        *persistence = sqrt(sqrt(energy[0] / energy[2]));
    else
        *persistence = 0.625; // too few points to measure
    *persistence = fmin(fmax(*persistence, 0.5), 1);
    const double promised = *persistence * *persistence * energy[1];
    *missing = promised > energy[0] ? fmin(sqrt(promised / energy[0]), 2) : 1; // a division by 0 gives 2
}

// ---- tiles -------------------------------------------------------------------------------------

// A rectangle of a level.
typedef struct window {
    tr_span columns, rows;
} window;

// The points from which `fine` is computed: those beside its cells, and one more on either side.
static tr_span parent(tr_span fine, bool whole_cells) {
    tr_span span = {fine.first / 2 - 1, fine.count / 2 + 3};
    if (whole_cells) { // its own parent needs a span from an even point to an odd one
        const int odd = (int)(span.first & 1);
        span.first -= odd;
        span.count += odd;
        span.count += span.count & 1;
    }
    return span;
}

// Row y of the map from column `first` on. Beyond an edge the map is extended by point reflection at its last
// point, so that a slope continues.
static void extended_row(const tr_enhancement *e, int64_t y, int64_t first, int count, float *out) {
    const uint16_t *row = e->numbers.heights + (size_t)y * (size_t)e->numbers.width;
    const int64_t last = e->numbers.width - 1;
    const bool mirror = e->x.edges == TR_EDGES_MIRROR;
    for (int i = 0; i < count; i++) {
        const int64_t x = first + i;
        const float height = row[tr_axis_fold(e->x, 0, x)];
        out[i] = mirror && (x < 0 || x > last) ? 2.0f * row[x < 0 ? 0 : last] - height : height;
    }
}

static void fill_wide(const tr_enhancement *e, window level, scratch *s) {
    const int64_t last = e->numbers.height - 1, left = level.columns.first - halo;
    const int count = level.columns.count + 2 * halo;
    float edge[wide_columns];
    for (int j = 0; j < level.rows.count + 2 * halo; j++) {
        const int64_t y = level.rows.first - halo + j;
        float *out = s->wide + (size_t)j * wide_columns;
        extended_row(e, tr_axis_fold(e->y, 0, y), left, count, out);
        if (e->y.edges == TR_EDGES_WRAP || (y >= 0 && y <= last))
            continue;
        extended_row(e, y < 0 ? 0 : last, left, count, edge);
        for (int i = 0; i < count; i++)
            out[i] = 2 * edge[i] - out[i];
    }
}

// Squared amplitudes of the map's own finest detail, for level 0 and two points round it.
static void measure(const tr_enhancement *e, window level, scratch *s) {
    const int count = level.columns.count + 2 * blur_reach;
    const float p = (float)e->persistence;
    // A midpoint of a fractal deviates by that fraction from the mean of its neighbours (Saupe 1988,
    // "Algorithms for random fractals": 1 - 2^(2H - 2), with p = 2^-H).
    const float fraction = 1 - 1 / (4 * p * p);
    for (int j = 0; j < level.rows.count + 2 * blur_reach; j++) {
        const float *here = s->wide + (size_t)(j + reach) * wide_columns + reach;
        float *out = s->energies + (size_t)j * wide_columns;
        if (e->numbers.estimate) {
            const float *rows[5] = {here - 3 * wide_columns, here - wide_columns, here, here + wide_columns,
                                    here + 3 * wide_columns};
            TR_KERNEL_OF(e->isa, tr_enhance_residuals)(count, rows, e->floor, out);
        } else {
            const float *rows[3] = {here - wide_columns, here, here + wide_columns};
            TR_KERNEL_OF(e->isa, tr_enhance_relief)(count, rows, fraction, e->floor, out);
        }
        TR_KERNEL_OF(e->isa, tr_enhance_blur)
        (level.columns.count, out + blur_reach, s->blurred + (size_t)j * wide_columns);
    }
}

// A sea is terrain cut off at one height. Unchanged, its coast would follow the squares of the old lattice. So
// each point of the sea beside land is lowered by the height of the lowest adjacent land, which puts the coast
// midway between them. The result is cut off again where it is below the sea.
static void lower_sea_bed(const tr_enhancement *e, int count, const float *const rows[3], float *out) {
    for (int i = 0; i < count; i++) {
        if (out[i] != e->sea)
            continue;
        float land = INFINITY;
        for (int k = 0; k < 9; k++) {
            const float height = rows[k / 3][i + k % 3 - 1];
            land = height > e->sea && height < land ? height : land;
        }
        if (land < INFINITY)
            out[i] -= land - e->sea;
    }
}

// Heights and amplitudes of level 0.
static void start(const tr_enhancement *e, window level, scratch *s) {
    const int count = level.columns.count;
    fill_wide(e, level, s);
    measure(e, level, s);
    for (int j = 0; j < level.rows.count; j++) {
        const float *energies[5], *here = s->wide + (size_t)(j + halo) * wide_columns + halo;
        const float *heights[3] = {here - wide_columns, here, here + wide_columns};
        for (int k = 0; k < 5; k++)
            energies[k] = s->blurred + (size_t)(j + k) * wide_columns;
        float *row = s->heights[0] + (size_t)j * plane_columns;
        memcpy(row, here, (size_t)count * sizeof *here);
        if (e->sea >= 0)
            lower_sea_bed(e, count, heights, row);
        TR_KERNEL_OF(e->isa, tr_enhance_amplitudes)
        (count, energies, heights, s->amplitudes[0] + (size_t)j * plane_columns);
    }
}

// One step from level `number` - 1 to level `number`.
typedef struct step {
    const tr_enhancement *e;
    scratch *s;
    int number;
    window coarse, fine;
} step;

// Keys of the points first, first + apart … of a level.
static void fill_keys(const step *t, int64_t first, int apart, int count) {
    for (int i = 0; i < count; i++)
        t->s->keys[i] =
            tr_axis_key(t->e->seed[t->number][0], tr_axis_fold(t->e->x, t->number, first + (int64_t)apart * i));
}

static uint32_t key_of_row(const step *t, int64_t y) {
    return tr_axis_key(t->e->seed[t->number][1], tr_axis_fold(t->e->y, t->number, y));
}

// Computes row y of the finer level from its prediction.
static void finish_row(const step *t, int64_t y, const float *base, const float *amplitude) {
    const tr_enhancement *e = t->e;
    const int count = t->fine.columns.count, from_top = (int)(y - t->fine.rows.first);
    float *row = t->s->heights[t->number & 1] + (size_t)from_top * plane_columns;
    // Points of coarser levels get offsets too, smaller by the persistence (Saupe 1988: "random additions").
    // Without these they would show as a lattice of dimples. With them, points of all levels deviate equally
    // from the prediction by their neighbours, to 3 percent.
    const float whole = e->scale[t->number];
    const float scale[2] = {y & 1 ? whole : whole * (float)e->persistence, whole};
    TR_KERNEL_OF(e->isa, tr_enhance_displace)(count, base, amplitude, t->s->keys, key_of_row(t, y), scale, row);
    // The given points keep their values.
    const int64_t given = (int64_t)1 << t->number;
    if ((y & (given - 1)) == 0)
        for (int64_t x = -tr_floor_mod(t->fine.columns.first, given); x < count; x += given)
            if (x >= 0)
                row[x] = base[x];
    memcpy(t->s->amplitudes[t->number & 1] + (size_t)from_top * plane_columns, amplitude,
           (size_t)count * sizeof *amplitude);
}

// Rows pass through a ring buffer of four, because the prediction down the columns needs four rows.
static void refine(const step *t) {
    const tr_isa isa = t->e->isa;
    scratch *s = t->s;
    const int from = (t->number - 1) & 1, cells = t->fine.columns.count / 2, count = 2 * cells;
    const int left = (int)(t->fine.columns.first / 2 - t->coarse.columns.first);
    const int above = (int)(t->fine.rows.first / 2 - t->coarse.rows.first);
    fill_keys(t, t->fine.columns.first, 1, count);
    for (int k = above - 1; k < above + t->fine.rows.count / 2 + 2; k++) {
        const size_t at = (size_t)k * plane_columns + (size_t)left;
        TR_KERNEL_OF(isa, tr_enhance_across)(cells, t->e->sea, s->heights[from] + at, s->lines[k & 3]);
        TR_KERNEL_OF(isa, tr_enhance_across_linear)(cells, s->amplitudes[from] + at, s->amplitude_lines[k & 3]);
        if (k < above + 2)
            continue;
        const int a = (k - 3) & 3, b = (k - 2) & 3, c = (k - 1) & 3, d = k & 3;
        const int64_t y = t->fine.rows.first + 2 * (k - 2 - above);
        finish_row(t, y, s->lines[b], s->amplitude_lines[b]);
        TR_KERNEL_OF(isa, tr_enhance_between)
        (count, t->e->sea, s->lines[a], s->lines[b], s->lines[c], s->lines[d], s->base);
        TR_KERNEL_OF(isa, tr_enhance_between_linear)
        (count, s->amplitude_lines[b], s->amplitude_lines[c], s->amplitude);
        finish_row(t, y + 1, s->base, s->amplitude);
    }
}

// Computes the texels: the points of the level after the finest mesh that are new along both axes.
static void finish(const step *t, int columns, int rows, size_t stride, uint16_t *out) {
    const tr_enhancement *e = t->e;
    scratch *s = t->s;
    const int from = (t->number - 1) & 1, count = t->fine.columns.count / 2;
    const int left = (int)(t->fine.columns.first / 2 - t->coarse.columns.first);
    const int above = (int)(t->fine.rows.first / 2 - t->coarse.rows.first);
    const float scale[2] = {e->scale[t->number], e->scale[t->number]};
    fill_keys(t, t->fine.columns.first + 1, 2, count);
    for (int k = above - 1; k < above + rows + 2; k++) {
        const size_t at = (size_t)k * plane_columns + (size_t)left;
        const float *h = s->heights[from] + at, *amplitude = s->amplitudes[from] + at;
        TR_KERNEL_OF(e->isa, tr_enhance_between)(count, e->sea, h - 1, h, h + 1, h + 2, s->lines[k & 3]);
        TR_KERNEL_OF(e->isa, tr_enhance_between_linear)
        (count, amplitude, amplitude + 1, s->amplitude_lines[k & 3]);
        if (k < above + 2)
            continue;
        const int a = (k - 3) & 3, b = (k - 2) & 3, c = (k - 1) & 3, d = k & 3, row = k - 2 - above;
        TR_KERNEL_OF(e->isa, tr_enhance_between)
        (count, e->sea, s->lines[a], s->lines[b], s->lines[c], s->lines[d], s->base);
        TR_KERNEL_OF(e->isa, tr_enhance_between_linear)
        (count, s->amplitude_lines[b], s->amplitude_lines[c], s->amplitude);
        TR_KERNEL_OF(e->isa, tr_enhance_displace)
        (count, s->base, s->amplitude, s->keys, key_of_row(t, t->fine.rows.first + 2 * row + 1), scale,
         s->finest);
        TR_KERNEL_OF(e->isa, tr_enhance_to_heights)
        (columns, fmaxf(e->sea, 0), s->finest, out + (size_t)row * stride);
    }
}

void tr_enhance_tile(const tr_enhancement *e, int worker, int left, int top, int columns, int rows,
                     size_t stride, uint16_t *out) {
    assert(columns > 0 && rows > 0);
    assert(columns <= TR_ENHANCE_TILE_COLUMNS && rows <= TR_ENHANCE_TILE_ROWS);
    const int last = e->numbers.times + 1;
    const int64_t half = (int64_t)1 << e->numbers.times; // half a given texel, in points of the last level
    scratch *s = &e->scratches[worker];
    window levels[TR_ENHANCE_MAX_TIMES + 2];
    levels[last] = (window){{2 * (int64_t)left - half, 2 * (columns + (columns & 1))},
                            {2 * (int64_t)top - half, 2 * rows}};
    for (int level = last; level > 0; level--)
        levels[level - 1] =
            (window){parent(levels[level].columns, level > 1), parent(levels[level].rows, level > 1)};
    start(e, levels[0], s);
    for (int level = 1; level <= last; level++) {
        const step t = {.e = e, .s = s, .number = level, .coarse = levels[level - 1], .fine = levels[level]};
        if (level < last)
            refine(&t);
        else
            finish(&t, columns, rows, stride, out);
    }
}

// ---- the enhancement ---------------------------------------------------------------------------

static int64_t size_of_result(int size, int times) { return (int64_t)size << times; }

static tr_status check(const tr_enhance_numbers *n, tr_error *error) {
    if (n->width < 2 || n->height < 2)
        return tr_fail(
            error, TR_BAD_INPUT,
            "the map is %d x %d: there must be two points along each side, to put others between them",
            n->width, n->height);
    if (n->times < 1 || n->times > TR_ENHANCE_MAX_TIMES)
        return tr_fail(error, TR_BAD_INPUT, "times is %d: 1 to %d are possible", n->times,
                       TR_ENHANCE_MAX_TIMES);
    if (!n->estimate && !(n->roughness >= 0 && n->roughness <= 1)) // NaN fails too
        return tr_fail(error, TR_BAD_INPUT, "roughness is %g: 0 to 1 are possible", n->roughness);
    const int64_t width = size_of_result(n->width, n->times);
    const int64_t height = size_of_result(n->height, n->times);
    if (width <= TR_ENHANCE_MAX_SIZE && height <= TR_ENHANCE_MAX_SIZE)
        return TR_OK;
    int most = n->times;
    while (most > 0 && (size_of_result(n->width, most) > TR_ENHANCE_MAX_SIZE ||
                        size_of_result(n->height, most) > TR_ENHANCE_MAX_SIZE))
        most--;
    return tr_fail(
        error, TR_BAD_INPUT,
        "a map of %d x %d, doubled %d times, would have %lld x %lld points, and at most %d are possible "
        "along a side: this one can be doubled %d times",
        n->width, n->height, n->times, (long long)width, (long long)height, TR_ENHANCE_MAX_SIZE, most);
}

static void set_levels(tr_enhancement *e, double missing) {
    // Random numbers are uniform in ±2^31, so their standard deviation is 2^31 / sqrt(3).
    double scale = missing * calibration * sqrt(3) * 0x1p-31;
    for (int level = 1; level <= e->numbers.times + 1; level++) {
        scale *= e->persistence;
        e->scale[level] = (float)scale;
        for (int axis = 0; axis < 2; axis++)
            e->seed[level][axis] = tr_axis_seed(e->numbers.seed, level, axis);
    }
}

tr_status tr_enhance_create(const tr_enhance_numbers *numbers, tr_isa isa, tr_pool *pool, tr_enhancement **out,
                            tr_error *error) {
    tr_status status = check(numbers, error);
    if (status != TR_OK)
        return status;
    tr_enhancement *e = tr_calloc(1, sizeof *e);
    if (e)
        e->scratches = tr_allocate((size_t)tr_pool_threads(pool), sizeof *e->scratches);
    if (!e || !e->scratches) {
        tr_enhance_destroy(e);
        return tr_fail(error, TR_NO_MEMORY, "no memory for tiles");
    }
    e->numbers = *numbers;
    e->isa = isa;
    e->x = numbers->wrap_x ? (tr_axis){TR_EDGES_WRAP, numbers->width}
                           : (tr_axis){TR_EDGES_MIRROR, numbers->width - 1};
    e->y = numbers->wrap_y ? (tr_axis){TR_EDGES_WRAP, numbers->height}
                           : (tr_axis){TR_EDGES_MIRROR, numbers->height - 1};
    e->sea = (float)find_sea(numbers);
    const double steps = step_of_map(numbers);
    // Steps on a slope cause residuals of up to half a step in each of two axes. With this amount subtracted,
    // the apparent roughness of such slopes causes offsets of only 3 percent of a step.
    e->floor = (float)(steps * steps * 0.35);
    double energy[strides] = {0}, missing = 1;
    e->persistence = (1 + numbers->roughness) / 2;
    if (numbers->estimate) {
        status = survey_map(numbers, e->floor, pool, energy, error);
        if (status == TR_OK)
            estimate(energy, &e->persistence, &missing);
    }
    set_levels(e, missing);
    if (status == TR_OK)
        *out = e;
    else
        tr_enhance_destroy(e);
    return status;
}

void tr_enhance_destroy(tr_enhancement *e) {
    if (!e)
        return;
    tr_free(e->scratches);
    tr_free(e);
}

int tr_enhance_width(const tr_enhancement *e) {
    return (int)size_of_result(e->numbers.width, e->numbers.times);
}

int tr_enhance_height(const tr_enhancement *e) {
    return (int)size_of_result(e->numbers.height, e->numbers.times);
}

double tr_enhance_roughness(const tr_enhancement *e) { return 2 * e->persistence - 1; }
