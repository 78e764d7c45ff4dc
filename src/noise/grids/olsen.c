#include "noise/grids/olsen.h"
#include "base/maths.h"
#include "base/size.h"
#include "noise/maths/stream.h"

#include <assert.h>
#include <string.h>

enum {
    tile_slices = 32,
    pad = 8, // elements between rows
};

// Data shared by the tiles of one column of tiles. Axes are in the order of memory: 0 along rows, 1 from row to
// row, 2 from slice to slice. The plane has one slice at every level.
typedef struct tile_plan {
    const tr_olsen_numbers *numbers;
    tr_isa isa;
    int axes;
    int order[3]; // the axis of space for each axis
    tr_axis axis[3];
    int64_t first[3];
    int size[3];
    int left;                  // columns of the window left of this column of tiles
    float near, far, fraction; // weights of the blur along an axis; reciprocal of the sum of all weights
    tr_span columns[TR_OLSEN_MAX_LEVELS];
    tr_keys keys[TR_OLSEN_MAX_LEVELS]; // of the part of each level that is computed
    uint64_t seed[TR_OLSEN_MAX_LEVELS][3];
    uint16_t *out;
    bool stream;
    struct tile_scratch *scratch; // one for each worker
} tile_plan;

typedef struct tile_scratch {
    uint16_t *level[2]; // levels alternate
    uint16_t *line;     // a row of the last level
    float *blend;       // a row blurred along the other axes
} tile_scratch;

// A level of a tile: slices of rows of `stride` values that start at column `first_column`.
typedef struct tile_level {
    uint16_t *values;
    int64_t first_column;
    size_t stride;
    tr_span rows, slices;
} tile_level;

static tr_span stored_columns(const tile_plan *plan, int level) {
    return level ? tr_span_refined(plan->columns[level - 1]) : plan->columns[0];
}

static tile_level level_of_tile(const tile_plan *plan, const tile_scratch *scratch, int level, tr_span rows,
                                tr_span slices) {
    tr_span stored = stored_columns(plan, level);
    return (tile_level){scratch->level[level & 1], stored.first, (size_t)(stored.count + pad), rows, slices};
}

static uint16_t *row_of_level(const tile_level *level, int64_t y, int64_t z) {
    size_t slice = (size_t)(z - level->slices.first), row = (size_t)(y - level->rows.first);
    return level->values + (slice * (size_t)level->rows.count + row) * level->stride;
}

static uint32_t axis_key(const tile_plan *plan, int level, int axis, int64_t coordinate) {
    return tr_axis_key(plan->seed[level][axis], tr_axis_fold(plan->axis[axis], level, coordinate));
}

// The xor of the keys of a row of a level.
static uint32_t row_key(const tile_plan *plan, int level, int64_t y, int64_t z) {
    uint32_t key = axis_key(plan, level, 1, y);
    return plan->axes == 3 ? key ^ axis_key(plan, level, 2, z) : key;
}

// ---- levels ------------------------------------------------------------------------------------

static void base_row(const tile_plan *plan, int64_t y, int64_t z, uint16_t *row) {
    const uint32_t key = row_key(plan, 0, y, z);
    const int shift = 32 - plan->numbers->levels; // the top bit of the hash becomes the value's top bit
    for (int i = 0; i < plan->columns[0].count; i++) {
        uint32_t h = tr_point_hash(axis_key(plan, 0, 0, plan->columns[0].first + i) ^ key);
        row[i] = (uint16_t)((h >> shift) & (1u << (31 - shift)));
    }
}

// Row (y, z) of level `finer`, blurred along all axes except the first, before the division. Along an axis, an
// even point has weight `near` for its own cell of the coarser level and `far` for the next one; for an odd
// point the weights are exchanged.
static void blend_row(const tile_plan *plan, int finer, const tile_level *coarse, int64_t y, int64_t z,
                      float *out) {
    const int64_t skipped = plan->columns[finer - 1].first - coarse->first_column;
    const int count = plan->columns[finer - 1].count;
    const float here = y & 1 ? plan->far : plan->near, next = y & 1 ? plan->near : plan->far;
    const bool flat = plan->axes == 2; // all of the blur is in this slice
    const int64_t j = y >> 1, k = flat ? z : z >> 1;
    const float own = z & 1 ? plan->far : plan->near, this_slice = flat ? 1 : own,
                next_slice = plan->near + plan->far - own;
    TR_KERNEL_OF(plan->isa, tr_olsen_blend)
    (count, row_of_level(coarse, j, k) + skipped, row_of_level(coarse, j + 1, k) + skipped, this_slice * here,
     this_slice * next, out);
    if (flat)
        return;
    TR_KERNEL_OF(plan->isa, tr_olsen_blend_add)
    (count, row_of_level(coarse, j, k + 1) + skipped, row_of_level(coarse, j + 1, k + 1) + skipped,
     next_slice * here, next_slice * next, out);
}

// Copies a row of the last level to the window.
static void finish_row(const tile_plan *plan, int64_t y, int64_t z, const uint16_t *row) {
    const tr_span columns = plan->columns[plan->numbers->levels - 1];
    const size_t slice = (size_t)(z - plan->first[2]), line = (size_t)(y - plan->first[1]);
    uint16_t *to = plan->out + (slice * (size_t)plan->size[1] + line) * (size_t)plan->size[0] + plan->left;
    const size_t bytes = (size_t)columns.count * sizeof *row;
    if (plan->stream)
        TR_KERNEL_OF(plan->isa, tr_stream)(bytes, row, to);
    else
        memcpy(to, row, bytes);
}

// All rows of level `finer->…` from the level before it (NULL for level 0).
static void make_level(const tile_plan *plan, tile_scratch *scratch, int number, const tile_level *coarse,
                       const tile_level *level) {
    const bool last = number + 1 == plan->numbers->levels;
    const int cells = stored_columns(plan, number).count / 2;
    const int shift = 32 - plan->numbers->levels + number;
    for (int64_t z = level->slices.first; z < level->slices.first + level->slices.count; z++)
        for (int64_t y = level->rows.first; y < level->rows.first + level->rows.count; y++) {
            uint16_t *row = last ? scratch->line : row_of_level(level, y, z);
            if (coarse) {
                blend_row(plan, number, coarse, y, z, scratch->blend);
                TR_KERNEL_OF(plan->isa, tr_olsen_row)
                (cells, scratch->blend, plan->keys[number], row_key(plan, number, y, z), plan->near, plan->far,
                 plan->fraction, shift, row);
            } else {
                base_row(plan, y, z, row);
            }
            if (last)
                finish_row(plan, y, z, row + (plan->columns[number].first - level->first_column));
        }
}

static tr_span part(int64_t first, int size, int index, int step) {
    const int before = index * step, rest = size - before;
    return (tr_span){first + before, rest < step ? rest : step};
}

static int parts(int size, int step) { return (size + step - 1) / step; }

static void make_tile(void *context, int index, int worker) {
    const tile_plan *plan = context;
    tile_scratch *scratch = &plan->scratch[worker];
    const int last = plan->numbers->levels - 1, bands = parts(plan->size[1], TR_TILE_ROWS);
    tr_span rows[TR_OLSEN_MAX_LEVELS], slices[TR_OLSEN_MAX_LEVELS];
    rows[last] = part(plan->first[1], plan->size[1], index % bands, TR_TILE_ROWS);
    slices[last] = part(plan->first[2], plan->size[2], index / bands, tile_slices);
    for (int level = last; level > 0; level--) {
        rows[level - 1] = tr_span_parent(rows[level], 0);
        slices[level - 1] = plan->axes == 3 ? tr_span_parent(slices[level], 0) : slices[level];
    }
    tile_level coarse;
    for (int level = 0; level <= last; level++) {
        tile_level finer = level_of_tile(plan, scratch, level, rows[level], slices[level]);
        make_level(plan, scratch, level, level ? &coarse : NULL, &finer);
        coarse = finer;
    }
    if (plan->stream)
        TR_KERNEL_OF(plan->isa, tr_stream_end)();
}

// ---- memory and keys ---------------------------------------------------------------------------

typedef struct memory {
    uint16_t *values;
    float *blend;
    uint32_t *keys;
    tile_scratch *scratch;
} memory;

// For tiles at most `columns` wide.
static tr_status get_memory(const tile_plan *plan, int columns, int threads, memory *m, tr_error *error) {
    size_t width = (size_t)columns + 2, keys = 0, level_size[2] = {0, 0};
    size_t rows = (size_t)tr_min(plan->size[1], TR_TILE_ROWS);
    size_t slices = (size_t)tr_min(plan->size[2], tile_slices);
    const size_t line = width + 2 + pad;
    for (int level = plan->numbers->levels - 1; level >= 0; level--) {
        size_t stride = width + 2 + pad, size = stride * rows * slices;
        keys += stride;
        if (level < plan->numbers->levels - 1)
            level_size[level & 1] = size > level_size[level & 1] ? size : level_size[level & 1];
        width = width / 2 + 3, rows = rows / 2 + 2;
        slices = plan->axes == 3 ? slices / 2 + 2 : 1;
    }
    const size_t each = level_size[0] + level_size[1] + line;
    if (!TR_ALLOCATE(TR_ARRAY(m->keys, keys), TR_ARRAY(m->values, each * (size_t)threads),
                     TR_ARRAY(m->blend, line * (size_t)threads), TR_ARRAY(m->scratch, (size_t)threads)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for tiles of %d columns", columns);
    for (size_t i = 0; i < (size_t)threads; i++) {
        uint16_t *at = m->values + each * i;
        m->scratch[i] =
            (tile_scratch){{at, at + level_size[0]}, at + level_size[0] + level_size[1], m->blend + line * i};
    }
    return TR_OK;
}

static void plan_columns(tile_plan *plan, int count, uint32_t *keys) {
    const int last = plan->numbers->levels - 1;
    plan->columns[last] = (tr_span){plan->first[0] + plan->left, count};
    for (int level = last; level > 0; level--) {
        plan->columns[level - 1] = tr_span_parent(plan->columns[level], 0);
        tr_span stored = stored_columns(plan, level);
        plan->keys[level] = (tr_keys){keys, keys + stored.count / 2};
        tr_keys_fill(plan->axis[0], plan->seed[level][0], level, stored, plan->keys[level]);
        keys += stored.count;
    }
}

static void plan_field(const tr_olsen_numbers *n, tile_plan *plan) {
    const float weight = n->tent ? 4 : 3;
    plan->near = n->tent ? 3 : 2, plan->far = 1;
    plan->fraction = 1 / (plan->axes == 3 ? weight * weight * weight : weight * weight);
    for (int k = 0; k < plan->axes; k++) {
        const int64_t period = n->period[plan->order[k]];
        plan->axis[k] = (tr_axis){period ? TR_EDGES_WRAP : TR_EDGES_NONE, period};
        for (int level = 0; level < n->levels; level++)
            plan->seed[level][k] = tr_axis_seed(n->seed, level, plan->order[k]);
    }
}

// ---- windows -----------------------------------------------------------------------------------

static tr_status fill_window(tile_plan *plan, tr_pool *pool, tr_error *error) {
    assert(plan->numbers->levels >= 1 && plan->numbers->levels <= TR_OLSEN_MAX_LEVELS);
    memory m = {0};
    // Tiles of space are narrower because they have depth.
    const int columns = tr_min(plan->size[0], plan->axes == 3 ? TR_TILE_COLUMNS / 16 : TR_TILE_COLUMNS);
    tr_status status = get_memory(plan, columns, tr_pool_threads(pool), &m, error);
    if (status == TR_OK) {
        plan_field(plan->numbers, plan);
        plan->scratch = m.scratch;
        plan->stream = (size_t)plan->size[0] * (size_t)plan->size[1] * (size_t)plan->size[2] >=
                       TR_STREAM_BYTES / sizeof *plan->out;
        const int tiles = parts(plan->size[1], TR_TILE_ROWS) * parts(plan->size[2], tile_slices);
        for (plan->left = 0; plan->left < plan->size[0] && status == TR_OK; plan->left += columns) {
            plan_columns(plan, tr_min(plan->size[0] - plan->left, columns), m.keys);
            status = tr_pool_run_watched(pool, tiles, make_tile, plan, plan->numbers->watch, error);
        }
    }
    tr_free(m.keys);
    return status;
}

tr_status tr_olsen_2d(const tr_olsen_numbers *numbers, tr_isa isa, tr_pool *pool, int64_t x0, int64_t y0,
                      int width, int height, uint16_t *out, tr_error *error) {
    tile_plan plan = {.numbers = numbers, .isa = isa, .axes = 2, .order = {0, 1}, .out = out};
    plan.first[0] = x0, plan.first[1] = y0;
    plan.size[0] = width, plan.size[1] = height, plan.size[2] = 1;
    return fill_window(&plan, pool, error);
}

tr_status tr_olsen_3d(const tr_olsen_numbers *numbers, tr_isa isa, tr_pool *pool, const int64_t first[3],
                      const int size[3], const int order[3], uint16_t *out, tr_error *error) {
    tile_plan plan = {.numbers = numbers, .isa = isa, .axes = 3, .out = out};
    for (int k = 0; k < 3; k++)
        plan.order[k] = order[k], plan.first[k] = first[order[k]], plan.size[k] = size[order[k]];
    return fill_window(&plan, pool, error);
}
