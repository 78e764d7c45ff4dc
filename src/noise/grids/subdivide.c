#include "noise/grids/subdivide.h"
#include "base/size.h"
#include "noise/maths/stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Offsets are numbers in ±2^31.
#define RANDOM_UNIT 0x1p-31f

// Data shared by the tiles of one column of tiles.
typedef struct tile_plan {
    const tr_subdivision *field;
    tr_isa isa;
    tr_span columns[TR_MAX_LEVELS + 1]; // the part of each level that the finer level reads
    tr_keys keys[TR_MAX_LEVELS + 1];    // of tr_span_refined(columns[level - 1])
    uint64_t row_seed[TR_MAX_LEVELS + 1];
    int64_t y0;
    int height, width, left; // of the picture; columns left of this column of tiles
    float *out;
    bool stream;                  // the picture is larger than the caches
    bool direct;                  // the last level is written to it in whole vectors
    struct tile_scratch *scratch; // one for each worker
} tile_plan;

typedef struct tile_scratch {
    float *level[2];  // levels alternate
    float *centre[2]; // rows of centres above and below
    float *line[2];   // rows of the finest level
    size_t size;      // elements of all of these, from level[0] on
    bool ready;       // whether they were cleared; each worker clears its own
} tile_scratch;

// ---- given points ------------------------------------------------------------------------------

static int compare_given(const void *a, const void *b) {
    const tr_given *p = a, *q = b;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->value > q->value) - (p->value < q->value);
}

void tr_given_sort(tr_given *given, int count) {
    if (count > 1)
        qsort(given, (size_t)count, sizeof *given, compare_given);
}

// Index of the first given point in row y or a later row.
static int first_given(const tr_subdivision *field, int64_t y) {
    int low = 0, high = field->given_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (field->given[middle].y < y)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Sets value at all columns first, first + step, … of a row that represent point x of a level.
static void set_images(tr_axis axis, int level, int64_t x, float value, int64_t first, int step, int count,
                       float *row) {
    const int64_t end = first + (int64_t)step * count;
    const int64_t cells = axis.cells << level;
    const int64_t again = axis.edges == TR_EDGES_WRAP ? cells : 2 * cells;
    const int images = axis.edges == TR_EDGES_MIRROR ? 2 : 1;
    for (int image = 0; image < images; image++) {
        int64_t at = image ? -x : x;
        if (axis.edges != TR_EDGES_NONE)
            at = first + tr_floor_mod(at - first, again);
        for (; at < end; at += again) {
            if (at >= first && (at - first) % step == 0)
                row[(at - first) / step] = value;
            if (axis.edges == TR_EDGES_NONE)
                break;
        }
    }
}

// Writes the given points of row y of a level into a row with columns first, first + step, …
static void put_given(const tr_subdivision *field, int level, int64_t y, int64_t first, int step, int count,
                      float *row) {
    const int shift = field->levels - level;
    const int64_t finest_y = tr_axis_fold(field->y, level, y) * ((int64_t)1 << shift);
    const int64_t within = ((int64_t)1 << shift) - 1;
    for (int i = first_given(field, finest_y); i < field->given_count && field->given[i].y == finest_y; i++)
        if ((field->given[i].x & within) == 0)
            set_images(field->x, level, field->given[i].x >> shift, field->given[i].value, first, step, count,
                       row);
}

// ---- level 0 -----------------------------------------------------------------------------------

static void base_row(const tile_plan *plan, int64_t y, float *row) {
    const tr_subdivision *field = plan->field;
    const tr_span columns = plan->columns[0];
    const uint64_t column_seed = tr_axis_seed(field->seed, 0, 0);
    const int64_t folded_y = tr_axis_fold(field->y, 0, y);
    const int64_t base_width = field->x.cells + (field->x.edges == TR_EDGES_MIRROR);
    const uint32_t row_key = tr_axis_key(plan->row_seed[0], folded_y);
    for (int i = 0; i < columns.count; i++) {
        int64_t x = tr_axis_fold(field->x, 0, columns.first + i);
        float random = tr_point_random(tr_axis_key(column_seed, x) ^ row_key) * RANDOM_UNIT;
        row[i] = field->base ? field->base[folded_y * base_width + x]
                             : field->base_centre + field->base_amplitude * random;
    }
    if (field->given_count)
        put_given(field, 0, y, columns.first, 1, columns.count, row);
}

// ---- one level from the one before -------------------------------------------------------------

// A level of a tile: rows of `stride` values; the first is row first_row from column first_column on.
typedef struct tile_level {
    float *values;
    int64_t first_column, first_row;
    size_t stride;
    tr_span needed; // rows that the finer level reads
} tile_level;

static tile_level level_of_tile(const tile_plan *plan, const tile_scratch *scratch, int level,
                                const tr_span *rows) {
    tr_span columns = level ? tr_span_refined(plan->columns[level - 1]) : plan->columns[0];
    tr_span stored = level ? tr_span_refined(rows[level - 1]) : rows[0];
    // The first element that the finer level reads of a row is aligned to a cache line, because it is read
    // several times.
    int64_t skipped = plan->columns[level].first - columns.first;
    return (tile_level){scratch->level[level & 1] + (TR_LEVEL_PAD - skipped), columns.first, stored.first,
                        tr_round_up((size_t)columns.count + TR_LEVEL_PAD), rows[level]};
}

// Row y of a level, from its first stored column.
static float *stored_row(const tile_level *level, int64_t y) {
    return level->values + (size_t)(y - level->first_row) * level->stride;
}

// Row y of a level, from the first column that the finer level reads.
static const float *needed_row(const tile_plan *plan, const tile_level *level, int number, int64_t y) {
    return stored_row(level, y) + (plan->columns[number].first - level->first_column);
}

static float *picture_row(const tile_plan *plan, int64_t y) {
    return plan->out + (size_t)(y - plan->y0) * (size_t)plan->width + plan->left;
}

// Computes the centres between rows y and y + 1 of level `number`.
static void make_centres(const tile_plan *plan, int number, int64_t y, const float *above, const float *below,
                         float *out) {
    const tr_subdivision *field = plan->field;
    const tr_span columns = plan->columns[number];
    const int cells = columns.count - 1, finer = number + 1;
    const float amplitude = field->amplitude[number] * RANDOM_UNIT;
    const uint32_t row = tr_axis_key(plan->row_seed[finer], tr_axis_fold(field->y, finer, 2 * y + 1));
    // All points of level 0 are of the same age.
    if (field->six_point && number > 0)
        TR_KERNEL_OF(plan->isa, tr_subdivide_centres_six)
    (cells, ((columns.first ^ y) & 1) == 0, above, below, plan->keys[finer].odd, row, amplitude, out);
    else TR_KERNEL_OF(plan->isa, tr_subdivide_centres)(cells, above, below, plan->keys[finer].odd, row,
                                                       amplitude, out);
    if (field->given_count)
        put_given(field, finer, 2 * y + 1, 2 * columns.first + 1, 2, cells, out);
    out[-1] = out[0]; // never used: the column that depends on it is outside the window
}

// Copies row y of the finest level to the picture if it is inside.
static void finish_row(const tile_plan *plan, const tile_level *level, int64_t y, float *line) {
    if (y < level->needed.first || y >= level->needed.first + level->needed.count)
        return;
    const tr_span columns = plan->columns[plan->field->levels];
    line += columns.first - level->first_column;
    const size_t bytes = (size_t)columns.count * sizeof *line;
    if (plan->stream)
        TR_KERNEL_OF(plan->isa, tr_stream)(bytes, line, picture_row(plan, y));
    else
        memcpy(picture_row(plan, y), line, bytes);
}

// Whether rows 2 y and 2 y + 1 can be written to the picture directly.
static bool goes_to_memory(const tile_plan *plan, const tile_level *finest, int64_t y) {
    const tr_span rows = finest->needed;
    return plan->direct && 2 * y >= rows.first && 2 * y + 1 < rows.first + rows.count;
}

// Computes rows 2 y and 2 y + 1 of level `number` + 1.
static void make_rows(const tile_plan *plan, tile_scratch *scratch, int number, int64_t y,
                      const tr_cell_row *cells, const tile_level *finer) {
    const tr_subdivision *field = plan->field;
    const int count = plan->columns[number].count - 1, next = number + 1;
    const bool last = next == field->levels;
    const tr_keys keys = plan->keys[next];
    const uint32_t row_keys[2] = {tr_axis_key(plan->row_seed[next], tr_axis_fold(field->y, next, 2 * y)),
                                  tr_axis_key(plan->row_seed[next], tr_axis_fold(field->y, next, 2 * y + 1))};
    const float amplitude = field->amplitude[number] * RANDOM_UNIT;
    const float centre_weight = field->six_point ? 1 / 3.0f : 0.5f;
    if (last && goes_to_memory(plan, finer, y)) {
        const tr_span columns = plan->columns[next];
        const int skipped = (int)(columns.first - finer->first_column);
        TR_KERNEL_OF(plan->isa, tr_subdivide_edges_stream)
        (*cells, keys, row_keys, amplitude, centre_weight, skipped, columns.count, picture_row(plan, 2 * y),
         picture_row(plan, 2 * y + 1));
        return;
    }
    float *const upper = last ? scratch->line[0] : stored_row(finer, 2 * y);
    float *const rows[2] = {upper, last ? scratch->line[1] : upper + finer->stride};
    TR_KERNEL_OF(plan->isa, tr_subdivide_edges)
    (count, *cells, keys, row_keys, amplitude, centre_weight, rows[0], rows[1]);
    for (int k = 0; k < 2; k++) {
        if (field->given_count)
            put_given(field, next, 2 * y + k, 2 * plan->columns[number].first, 1, 2 * count, rows[k]);
        if (last)
            finish_row(plan, finer, 2 * y + k, rows[k]);
    }
}

// Computes level `number` + 1 from level `number`.
static void refine(const tile_plan *plan, tile_scratch *scratch, int number, const tile_level *coarse,
                   const tile_level *finer) {
    const int64_t first = coarse->needed.first, end = first + coarse->needed.count - 1;
    for (int64_t j = first; j < end; j++) {
        float *centres = scratch->centre[j & 1], *centres_above = scratch->centre[(j + 1) & 1];
        // The first row has no row above, as the first column has none to its left. The midpoints there are not
        // needed.
        const tr_cell_row cells = {.above = needed_row(plan, coarse, number, j),
                                   .below = needed_row(plan, coarse, number, j + 1),
                                   .centres = centres,
                                   .centres_above = j == first ? centres : centres_above};
        make_centres(plan, number, j, cells.above, cells.below, centres);
        make_rows(plan, scratch, number, j, &cells, finer);
    }
}

static void make_tile(void *context, int index, int worker) {
    const tile_plan *plan = context;
    tile_scratch *scratch = &plan->scratch[worker];
    const int levels = plan->field->levels, top = index * TR_TILE_ROWS;
    const int rest = plan->height - top;
    if (!scratch->ready) // kernels read beyond the ends of rows, but those values have no effect
        memset(scratch->level[0], 0, scratch->size * sizeof *scratch->level[0]);
    scratch->ready = true;
    tr_span rows[TR_MAX_LEVELS + 1];
    rows[levels] = (tr_span){plan->y0 + top, rest < TR_TILE_ROWS ? rest : TR_TILE_ROWS};
    for (int level = levels; level > 0; level--)
        rows[level - 1] = tr_span_parent(rows[level], 1);
    tile_level coarse = level_of_tile(plan, scratch, 0, rows);
    for (int j = 0; j < rows[0].count; j++) {
        float *row = levels ? coarse.values + (size_t)j * coarse.stride : scratch->line[0];
        base_row(plan, rows[0].first + j, row);
        if (!levels)
            finish_row(plan, &coarse, rows[0].first + j, row);
    }
    for (int level = 0; level < levels; level++) {
        tile_level finer = level_of_tile(plan, scratch, level + 1, rows);
        refine(plan, scratch, level, &coarse, &finer);
        coarse = finer;
    }
    if (plan->stream)
        TR_KERNEL_OF(plan->isa, tr_stream_end)();
}

// ---- memory and keys ---------------------------------------------------------------------------

typedef struct memory {
    float *values;
    uint32_t *keys;
    tile_scratch *scratch;
} memory;

// For the widest column of tiles, at most `columns` wide.
static tr_status get_memory(int levels, int columns, int threads, memory *m, tr_error *error) {
    size_t width = (size_t)columns + 2, rows = TR_TILE_ROWS, keys = 0, level_size[2] = {0, 0};
    for (int level = levels; level >= 0; level--) {
        size_t stride = tr_round_up(width + 2 + TR_LEVEL_PAD), size = stride * rows + TR_LEVEL_PAD;
        keys += stride + TR_LEVEL_PAD;
        if (level < levels)
            level_size[level & 1] = size > level_size[level & 1] ? size : level_size[level & 1];
        width = width / 2 + 3, rows = rows / 2 + 4;
    }
    const size_t line = tr_round_up((size_t)columns + 4 + 2 * TR_LEVEL_PAD);
    const size_t each = level_size[0] + level_size[1] + 4 * line;
    m->keys = tr_allocate_lines(keys, sizeof *m->keys);
    m->values = tr_allocate_raw_lines(each * (size_t)threads, sizeof *m->values);
    m->scratch = tr_allocate((size_t)threads, sizeof *m->scratch);
    if (!m->keys || !m->values || !m->scratch)
        return tr_fail(error, TR_NO_MEMORY, "no memory for tiles of %d columns", columns);
    for (int i = 0; i < threads; i++) {
        float *at = m->values + each * (size_t)i, *lines = at + level_size[0] + level_size[1];
        m->scratch[i] = (tile_scratch){{at, at + level_size[0]},
                                       {lines + TR_LEVEL_PAD, lines + line + TR_LEVEL_PAD}, // [-1] is written
                                       {lines + 2 * line, lines + 3 * line},
                                       .size = each};
    }
    return TR_OK;
}

static void plan_columns(tile_plan *plan, int64_t x0, int count, uint32_t *keys) {
    const tr_subdivision *field = plan->field;
    plan->columns[field->levels] = (tr_span){x0, count};
    for (int level = field->levels; level > 0; level--) {
        plan->columns[level - 1] = tr_span_parent(plan->columns[level], 1);
        tr_span stored = tr_span_refined(plan->columns[level - 1]);
        const size_t half = tr_round_up((size_t)stored.count / 2);
        plan->keys[level] = (tr_keys){keys, keys + half};
        tr_keys_fill(field->x, tr_axis_seed(field->seed, level, 0), level, stored, plan->keys[level]);
        keys += 2 * half;
    }
    // Pairs of columns must lie on cache lines in both rows of a pair.
    const size_t start = (size_t)((uintptr_t)(plan->out + plan->left) / sizeof *plan->out);
    plan->direct = plan->stream && !field->given_count && field->levels > 0 && count >= 64 &&
                   plan->width % 16 == 0 && (start & 1) == 0 && (x0 & 1) == 0;
}

tr_status tr_subdivide(const tr_subdivision *field, tr_isa isa, tr_pool *pool, int64_t x0, int64_t y0,
                       int width, int height, float *out, tr_error *error) {
    assert(field->levels >= 0 && field->levels <= TR_MAX_LEVELS);
    memory m = {0};
    const int columns = width < TR_TILE_COLUMNS ? width : TR_TILE_COLUMNS;
    tr_status status = get_memory(field->levels, columns, tr_pool_threads(pool), &m, error);
    if (status == TR_OK) {
        tile_plan plan = {.field = field, .isa = isa, .y0 = y0, .width = width, .height = height, .out = out};
        plan.scratch = m.scratch;
        plan.stream = (size_t)width * (size_t)height * sizeof *out >= TR_STREAM_BYTES;
        for (int level = 0; level <= field->levels; level++)
            plan.row_seed[level] = tr_axis_seed(field->seed, level, 1);
        for (plan.left = 0; plan.left < width && status == TR_OK; plan.left += columns) {
            int rest = width - plan.left;
            plan_columns(&plan, x0 + plan.left, rest < columns ? rest : columns, m.keys);
            status = tr_pool_run_watched(pool, (height + TR_TILE_ROWS - 1) / TR_TILE_ROWS, make_tile, &plan,
                                         field->watch, error);
        }
    }
    tr_free_lines(m.keys);
    tr_free_lines(m.values);
    tr_free(m.scratch);
    return status;
}

// ---- amplitudes and bounds ---------------------------------------------------------------------

void tr_subdivision_amplitudes(tr_subdivision *field, double first, double persistence) {
    double amplitude = first;
    for (int level = 0; level < field->levels; level++, amplitude *= persistence)
        field->amplitude[level] = (float)amplitude;
}

// Works in place, as in Println 2014b: a wrapped square of 2^levels points with level 0 at (0, 0).
void tr_subdivision_highest(int levels, double persistence, bool six_point, double *out) {
    assert(levels >= 0 && levels <= 10);
    const int side = 1 << levels, mask = side - 1;
    double amplitude = 1;
#define AT(x, y) out[((y)&mask) * side + ((x)&mask)]
    AT(0, 0) = 0;
    for (int step = side, half = side / 2; half > 0; step = half, half /= 2, amplitude *= persistence) {
        for (int y = half; y < side; y += step)
            for (int x = half; x < side; x += step) {
                double one = AT(x - half, y - half) + AT(x + half, y + half);
                double other = AT(x + half, y - half) + AT(x - half, y + half);
                double older = ((x ^ y) & step) == 0 ? one : other;
                bool six = six_point && step < side;
                AT(x, y) = (six ? (one + other + older) / 6 : (one + other) / 4) + amplitude;
            }
        const double centre = six_point ? 1 / 6.0 : 0.25, point = 0.5 - centre;
        for (int y = 0; y < side; y += step)
            for (int x = half; x < side; x += step) {
                // the midpoint (x, y) of a horizontal edge and (y, x) of a vertical one
                AT(x, y) = (AT(x - half, y) + AT(x + half, y)) * point +
                           (AT(x, y - half) + AT(x, y + half)) * centre + amplitude;
                AT(y, x) = (AT(y, x - half) + AT(y, x + half)) * point +
                           (AT(y - half, x) + AT(y + half, x)) * centre + amplitude;
            }
    }
#undef AT
}

double tr_subdivision_range(int levels, double persistence, bool six_point) {
    enum { exact = 6 }; // levels; a bound suffices for finer ones: a level adds at most 1.5 times its amplitude
    double pattern[1 << 2 * exact], highest = 0, amplitude = 1;
    const int first = levels < exact ? levels : exact;
    tr_subdivision_highest(first, persistence, six_point, pattern);
    for (int i = 0; i < 1 << 2 * first; i++)
        // NOLINTNEXTLINE(clang-analyzer-core.*): every element was set
        highest = pattern[i] > highest ? pattern[i] : highest;
    for (int level = 0; level < levels; level++, amplitude *= persistence)
        if (level >= exact)
            highest += amplitude * 1.5;
    return highest;
}

double tr_subdivision_reach(int levels, double persistence, bool six_point) {
    const double reach = persistence * tr_subdivision_range(levels, persistence, six_point);
    return reach > 1e-30 ? reach : 0;
}

// ---- midpoint displacement ---------------------------------------------------------------------

// The amplitude with which even the largest random numbers keep the map in [0, 1]; a small margin covers
// rounding.
static double usual_amplitude(const tr_midpoint_numbers *n, int levels) {
    const double most = (n->base ? 0 : 1) + tr_subdivision_reach(levels, n->persistence, n->six_point);
    return most > 0 ? 0.5 / (most * 1.00001) : 0;
}

tr_status tr_midpoint(const tr_midpoint_numbers *n, tr_isa isa, tr_pool *pool, float *out, tr_error *error) {
    const tr_edges edges = n->wrap ? TR_EDGES_WRAP : TR_EDGES_MIRROR;
    const int end = n->wrap ? 0 : 1, least = 1 + end;
    tr_subdivision field = {.seed = n->seed,
                            .six_point = n->six_point,
                            .x = {edges, (n->base_width ? n->base_width : least) - end},
                            .y = {edges, (n->base_height ? n->base_height : least) - end},
                            .base = n->base,
                            .base_centre = 0.5f,
                            .given = n->given,
                            .given_count = n->given_count,
                            .watch = n->watch};
    assert(field.x.cells >= 1 && field.y.cells >= 1 && n->persistence >= 0 && n->persistence <= 2);
    while ((field.x.cells << field.levels) + end < n->width ||
           (field.y.cells << field.levels) + end < n->height)
        field.levels++;
    const double first = n->amplitude > 0 ? n->amplitude : usual_amplitude(n, field.levels);
    field.base_amplitude = (float)first;
    tr_subdivision_amplitudes(&field, first * n->persistence, n->persistence);
    tr_given_sort(n->given, n->given_count);
    return tr_subdivide(&field, isa, pool, 0, 0, n->width, n->height, out, error);
}

// ---- diamond-square ----------------------------------------------------------------------------

static tr_axis axis(int64_t period) { return (tr_axis){period ? TR_EDGES_WRAP : TR_EDGES_NONE, period}; }

tr_status tr_diamond_square(const tr_diamond_square_numbers *n, tr_isa isa, tr_pool *pool, int64_t x0,
                            int64_t y0, int width, int height, float *out, tr_error *error) {
    assert(n->iterations >= 0 && n->iterations <= TR_MAX_LEVELS && n->persistence >= 0 && n->persistence <= 2);
    // Level 0 has amplitude 1 and the first iteration `persistence`; a small margin covers rounding.
    const double most = 1 + tr_subdivision_reach(n->iterations, n->persistence, n->six_point);
    const double scale = 1 / (most * 1.00001);
    tr_subdivision field = {.seed = n->seed,
                            .levels = n->iterations,
                            .six_point = n->six_point,
                            .x = axis(n->period_x),
                            .y = axis(n->period_y),
                            .base_amplitude = (float)scale,
                            .watch = n->watch};
    tr_subdivision_amplitudes(&field, n->persistence * scale, n->persistence);
    return tr_subdivide(&field, isa, pool, x0, y0, width, height, out, error);
}
