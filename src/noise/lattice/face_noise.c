#include "noise/lattice/face_noise.h"
#include "base/size.h"
#include "noise/lattice/private/face_kernels.h"
#include "noise/maths/trig.h"

#include <assert.h>
#include <string.h>

enum { levels = TR_FACE_LEVELS };

static double squared(double x) { return x * x; }

// ---- plans --------------------------------------------------------------------------------------

// The levels of a fractal's octaves, in descending order. Octaves of level 0 are evaluated at each texel, the
// others at nodes.
typedef struct octaves {
    const tr_fractal_plan *fractal;
    bool quintic, smooth; // whether its noise has two derivatives, or at least one
    int level[TR_MAX_OCTAVES];
    int coarse; // number of octaves with a level above 0
    int top;    // the level of the first octave
} octaves;

// A move of samples. The first one is the identity and has the places of the nodes. The places of a move are
// inputs of later moves and sums, from the coarsest level on where these have octaves.
typedef struct move {
    octaves octaves;
    double amount;
    int after;      // index into noise->moves
    int needed;     // the coarsest level at which its places are used
    double stretch; // factor by which it may raise the frequency of noise sampled behind it
    // Root mean square error of its places if they are interpolated from nodes of a level.
    double error[levels + 1];
    double *way[3]; // sum of its smooth octaves at the nodes of level 1, or NULL
    float *place[levels + 1][3];
    bool ready;
} move;

// The octaves of a plain fractal share one sum at nodes. Other shapes apply at texels, so each octave has a sum
// of its own.
typedef struct sum {
    octaves octaves;
    int move;
    double *nodes[TR_MAX_OCTAVES]; // of level 1
    bool ready;
} sum;

struct tr_face_noise {
    tr_isa isa;
    int resolution, width; // of the face, and of the map with the same resolution
    tr_face_axes axes;
    int moves, sums;
    move *move; // moves + 1 elements
    sum *sum;
    size_t capacity[levels + 1];    // maximum number of nodes of a window
    tr_face_grid grids[levels + 1]; // of the window; without values
    double *work[levels + 1][3];    // of levels from 2 on
    float *lanes[8];                // TR_BLOCK_SAMPLES elements each
    double *block;                  // of the same size
    tr_fractal_plan seen;           // a fractal relative to the origin of a block
    char *memory;                   // of all that was taken
    size_t taken;                   // of it
};

// ---- levels ------------------------------------------------------------------------------------

// Root mean square error of doubling for an octave of amplitude 1 whose cells are `nodes` nodes wide, as
// measured (tests/test_face_noise.c repeats it). Noise with a quintic fade and simplex noise have two
// derivatives, other smooth fades one. Noise with jumps or bends is never smooth.
static double doubling_error(bool quintic, bool smooth, double nodes) {
    const double q = 8 / nodes;
    return quintic ? 6.5e-4 * q * q * q * sqrt(q) : smooth ? 8e-4 * q * q * sqrt(q) : 1;
}

// The width of a cell in texels where it is largest, in the middle of a face.
static double cell_texels(const tr_face_noise *noise, double frequency) {
    return noise->resolution / (2 * frequency);
}

// Half a percent of the finest visible octave for each octave; together they stay below one percent. If that
// octave is coarse, less is allowed by its width, for the slopes between texels.
static double allowed_error(const tr_face_noise *noise, const tr_fractal_plan *fractal) {
    double allowed = 1;
    for (int k = 0; k < fractal->count; k++) {
        const tr_octave *octave = &fractal->octaves[k];
        const double wide = cell_texels(noise, tr_octave_frequency(octave));
        if ((double)tr_fractal_entry(fractal, k, noise->width).fraction >= 0.5)
            allowed = 0.0055 * (double)octave->amplitude * (wide > 2 ? 2 / wide : 1);
    }
    return allowed;
}

// Chooses levels for octaves behind a move. An error counts times `amount` times the octave's amplitude.
static void choose_levels(const tr_face_noise *noise, const move *behind, double amount, double allowed,
                          octaves *o) {
    const tr_fractal_plan *fractal = o->fractal;
    int level = levels;
    while (level > 0 && noise->resolution >> level < 32)
        level--;
    for (int k = 0; k < fractal->count; k++) {
        const tr_octave *octave = &fractal->octaves[k];
        const double frequency = tr_octave_frequency(octave), wide = cell_texels(noise, frequency);
        for (; level > 0; level--) {
            const double nodes = wide / (behind->stretch * (1 << level));
            const double error =
                doubling_error(o->quintic, o->smooth, nodes) + frequency * behind->error[level];
            if (nodes >= 4 && amount * (double)octave->amplitude * error <= allowed)
                break;
        }
        o->level[k] = level;
        o->coarse += level > 0;
    }
    o->top = fractal->count > 0 ? o->level[0] : 0;
}

static void plan_move(tr_face_noise *noise, const tr_face_move *given, move *m) {
    m->octaves = (octaves){.fractal = given->fractal, .quintic = true, .smooth = true}; // for any interpolation
    m->amount = given->amount;
    m->after = given->after + 1;
    const move *behind = &noise->move[m->after];
    const double amount = m->amount < 0 ? -m->amount : m->amount;
    // A quarter of a percent of a texel: everything sampled behind the move inherits the error.
    choose_levels(noise, behind, amount, 0.0025 * 2 / noise->resolution, &m->octaves);
    double slopes = 0; // of its octaves, summed squares
    for (int k = 0; k < given->fractal->count; k++)
        slopes += squared(amount * (double)given->fractal->octaves[k].amplitude *
                          tr_octave_frequency(&given->fractal->octaves[k]));
    const double bent = 1 + sqrt(slopes);
    m->stretch = behind->stretch * bent;
    for (int level = 1; level <= levels; level++) {
        double squares = squared(behind->error[level] * bent);
        for (int k = 0; k < given->fractal->count; k++) {
            const tr_octave *octave = &given->fractal->octaves[k];
            const double nodes =
                cell_texels(noise, tr_octave_frequency(octave)) / (behind->stretch * (1 << level));
            squares += squared(amount * (double)octave->amplitude * doubling_error(true, true, nodes));
        }
        m->error[level] = sqrt(squares);
    }
}

static void plan_sum(const tr_face_noise *noise, const tr_face_sum *given, sum *s) {
    const tr_interpolation fade = given->fractal->interpolation;
    s->octaves.fractal = given->fractal;
    s->octaves.quintic = given->fractal->basis == TR_BASIS_SIMPLEX || fade == TR_INTERPOLATION_QUINTIC;
    s->octaves.smooth = s->octaves.quintic || fade == TR_INTERPOLATION_CUBIC || fade == TR_INTERPOLATION_COSINE;
    s->move = given->move + 1;
    // Shapes are steeper than the noise: billows by 2, ridges by 2.5, or 4 including the weight for the next
    // octaves.
    static const double steep_of[TR_FRACTAL_COUNT] = {1, 2, 4};
    const double steep = steep_of[given->fractal->shape];
    choose_levels(noise, &noise->move[s->move], steep, allowed_error(noise, given->fractal), &s->octaves);
}

static void need(tr_face_noise *noise, int index, int level) {
    for (;; index = noise->move[index].after) {
        move *m = &noise->move[index];
        m->needed = m->needed > level ? m->needed : level;
        level = m->needed > m->octaves.top ? m->needed : m->octaves.top;
        if (index == 0)
            return;
    }
}

static void plan_all(tr_face_noise *noise, const tr_face_numbers *numbers) {
    noise->move[0].stretch = 1;
    for (int i = 0; i < numbers->moves; i++)
        plan_move(noise, &numbers->move[i], &noise->move[i + 1]);
    for (int i = 0; i < numbers->sums; i++)
        plan_sum(noise, &numbers->sum[i], &noise->sum[i]);
    for (int i = 0; i < numbers->moves; i++)
        need(noise, noise->move[i + 1].after, noise->move[i + 1].octaves.top);
    for (int i = 0; i < numbers->sums; i++)
        need(noise, noise->sum[i].move, noise->sum[i].octaves.top);
}

// ---- memory ------------------------------------------------------------------------------------

static int parts_of(const sum *s) {
    return s->octaves.fractal->shape == TR_FRACTAL_PLAIN ? s->octaves.coarse > 0 : s->octaves.coarse;
}

// Takes the next `count` elements of the memory. In the first pass, which only counts, it returns NULL.
static void *take(tr_face_noise *noise, size_t count, size_t bytes) {
    void *taken = noise->memory ? noise->memory + noise->taken : NULL;
    noise->taken += (count * bytes + 63) / 64 * 64;
    return taken;
}

static void lay_out(tr_face_noise *noise) {
    bool vectors = false;
    int top = 0;
    noise->taken = 0;
    for (int i = 0; i <= noise->moves; i++) {
        move *m = &noise->move[i];
        for (int axis = 0; axis < 3; axis++) {
            for (int level = 1; level <= m->needed; level++)
                m->place[level][axis] = take(noise, noise->capacity[level], sizeof(float));
            if (m->octaves.coarse > 0)
                m->way[axis] = take(noise, noise->capacity[1], sizeof(double));
        }
        vectors = vectors || m->octaves.coarse > 0;
        top = m->octaves.top > top ? m->octaves.top : top;
        top = m->needed > top ? m->needed : top;
    }
    for (int i = 0; i < noise->sums; i++)
        for (int part = 0; part < parts_of(&noise->sum[i]); part++)
            noise->sum[i].nodes[part] = take(noise, noise->capacity[1], sizeof(double));
    for (int level = 2; level <= top; level++)
        for (int axis = 0; axis < (vectors ? 3 : 1); axis++)
            noise->work[level][axis] = take(noise, noise->capacity[level], sizeof(double));
    for (size_t i = 0; i < sizeof noise->lanes / sizeof noise->lanes[0]; i++)
        noise->lanes[i] = take(noise, TR_BLOCK_SAMPLES, sizeof(float));
    noise->block = take(noise, TR_BLOCK_SAMPLES, sizeof(double));
}

tr_status tr_face_noise_create(const tr_face_numbers *numbers, tr_isa isa, tr_face_noise **out,
                               tr_error *error) {
    assert(numbers->resolution >= TR_FACE_LEAST);
    tr_face_noise *noise = tr_calloc(1, sizeof *noise);
    bool ok = noise != NULL;
    if (noise) {
        noise->isa = isa;
        noise->resolution = numbers->resolution, noise->width = 4 * numbers->resolution;
        noise->moves = numbers->moves, noise->sums = numbers->sums;
        noise->move = tr_calloc((size_t)numbers->moves + 1, sizeof *noise->move);
        noise->sum = tr_calloc((size_t)numbers->sums + 1, sizeof *noise->sum);
        ok = noise->move && noise->sum;
        size_t rows = (size_t)numbers->rows, columns = (size_t)numbers->columns;
        for (int level = 1; level <= levels; level++)
            rows = rows / 2 + 5, columns = columns / 2 + 5, noise->capacity[level] = rows * columns;
    }
    if (ok) {
        plan_all(noise, numbers);
        lay_out(noise);
        noise->memory = tr_malloc(noise->taken);
        ok = noise->memory != NULL;
    }
    if (!ok) {
        tr_face_noise_destroy(noise);
        return tr_fail(error, TR_NO_MEMORY, "no memory for noise on a face of %d texels", numbers->resolution);
    }
    lay_out(noise);
    *out = noise;
    return TR_OK;
}

void tr_face_noise_destroy(tr_face_noise *noise) {
    if (!noise)
        return;
    tr_free(noise->memory);
    tr_free(noise->move);
    tr_free(noise->sum);
    tr_free(noise);
}

// ---- blocks of nodes ---------------------------------------------------------------------------

void tr_face_noise_begin(tr_face_noise *noise, const tr_face_axes *axes, const tr_rectangle *window) {
    noise->axes = *axes;
    for (int i = 0; i <= noise->moves; i++)
        noise->move[i].ready = false;
    for (int i = 0; i < noise->sums; i++)
        noise->sum[i].ready = false;
    tr_face_grid g = {window->row, window->rows, window->column, window->columns, NULL};
    for (int level = 0; level <= levels; level++) {
        noise->grids[level] = g;
        assert(level == 0 || (size_t)g.rows * (size_t)g.columns <= noise->capacity[level]);
        const int row = half_of(g.row) - 1, column = half_of(g.column) - 1;
        g.rows = half_of(g.row + g.rows - 1) + 3 - row,
        g.columns = half_of(g.column + g.columns - 1) + 3 - column;
        g.row = row, g.column = column;
    }
}

static double place_of(const tr_face_noise *noise, int level, int index) {
    return (2.0 * index * (1 << level) + 1) / noise->resolution - 1;
}

static tr_face_origin origin_of(const tr_face_noise *noise, int level, int row, int column) {
    const int middle = TR_FACE_SQUARE / 2;
    tr_face_origin o = {.a = place_of(noise, level, tr_face_next_square(column) - middle),
                        .b = place_of(noise, level, tr_face_next_square(row) - middle)};
    o.length = sqrt(1 + o.a * o.a + o.b * o.b);
    for (int i = 0; i < 3; i++)
        o.direction[i] =
            (noise->axes.major[i] + o.a * noise->axes.right[i] + o.b * noise->axes.down[i]) / o.length;
    return o;
}

static void find_places(const tr_face_noise *noise, int level, const tr_rectangle *block,
                        const tr_face_origin *origin, float *x, float *y, float *z) {
    float *far = noise->lanes[6], *square = noise->lanes[7];
    for (int i = 0; i < block->columns; i++) {
        const double a = place_of(noise, level, block->column + i);
        far[i] = (float)(a - origin->a), square[i] = (float)((a - origin->a) * (a + origin->a));
    }
    for (int j = 0; j < block->rows; j++) {
        const int at = j * block->columns;
        TR_KERNEL_OF(noise->isa, tr_face_offsets)
        (&noise->axes, origin, block->columns, &(tr_face_columns){far, square},
         place_of(noise, level, block->row + j), x + at, y + at, z + at);
    }
}

void tr_face_noise_places(tr_face_noise *noise, const tr_rectangle *block, double origin[3], float *x, float *y,
                          float *z) {
    const tr_face_origin o = origin_of(noise, 0, block->row, block->column);
    memcpy(origin, o.direction, sizeof o.direction);
    find_places(noise, 0, block, &o, x, y, z);
}

// The block of nodes of a level that begins at a row and a column, within a square and the window.
static tr_rectangle block_at(const tr_face_grid *g, int row, int column) {
    enum { rows_most = 16, columns_most = TR_FACE_BLOCK_SAMPLES / rows_most };
    tr_rectangle b = {0, row, tr_face_next_square(row) - row, column, tr_face_next_square(column) - column};
    const int rows = g->row + g->rows - row, columns = g->column + g->columns - column;
    b.rows = b.rows < rows ? b.rows : rows, b.columns = b.columns < columns ? b.columns : columns;
    b.rows = b.rows < rows_most ? b.rows : rows_most,
    b.columns = b.columns < columns_most ? b.columns : columns_most;
    return b;
}

// Runs statement for all blocks b of the nodes of a level, relative to origin.
#define FOR_BLOCKS(noise, level, statement)                                                                    \
    do {                                                                                                       \
        const tr_face_grid *g_ = &(noise)->grids[level];                                                       \
        for (int row_ = g_->row, rows_; row_ < g_->row + g_->rows; row_ += rows_) {                            \
            rows_ = block_at(g_, row_, g_->column).rows;                                                       \
            for (int column_ = g_->column; column_ < g_->column + g_->columns;) {                              \
                const tr_rectangle b = block_at(g_, row_, column_);                                            \
                const tr_face_origin origin = origin_of(noise, level, row_, column_);                          \
                statement;                                                                                     \
                column_ += b.columns;                                                                          \
            }                                                                                                  \
        }                                                                                                      \
    } while (0)

static size_t node_of(const tr_face_grid *g, const tr_rectangle *b, int row) {
    return (size_t)(b->row + row - g->row) * (size_t)g->columns + (size_t)(b->column - g->column);
}

static void get_lane(const tr_face_grid *g, const tr_rectangle *b, const float *from, float *lane) {
    for (int j = 0; j < b->rows; j++)
        memcpy(lane + j * b->columns, from + node_of(g, b, j), (size_t)b->columns * sizeof *lane);
}

static void put_lane(const tr_face_grid *g, const tr_rectangle *b, const float *lane, float *to) {
    for (int j = 0; j < b->rows; j++)
        memcpy(to + node_of(g, b, j), lane + j * b->columns, (size_t)b->columns * sizeof *lane);
}

static void double_grid(const tr_face_noise *noise, int level, double *coarse, double *fine) {
    tr_face_grid from = noise->grids[level + 1], to = noise->grids[level];
    from.values = coarse, to.values = fine;
    TR_KERNEL_OF(noise->isa, tr_face_double)(&from, &to);
}

static void clear_grid(const tr_face_noise *noise, int level, double *values) {
    const tr_face_grid *g = &noise->grids[level];
    memset(values, 0, (size_t)g->rows * (size_t)g->columns * sizeof *values);
}

// Sets first … end-1 to the octaves of that level.
static void find_octaves(const octaves *o, int level, int *first, int *end) {
    for (*first = 0; *first < o->fractal->count && o->level[*first] > level;)
        ++*first;
    for (*end = *first; *end < o->fractal->count && o->level[*end] == level;)
        ++*end;
}

// ---- moves -------------------------------------------------------------------------------------

static void add_way(const tr_face_noise *noise, const move *m, const tr_fractal_plan *seen, int first, int end,
                    int count, float *const at[3], float *const way[3]) {
    const tr_samples samples = {.count = count, .x = at[0], .y = at[1], .z = at[2]};
    tr_fractal_add_vector(seen, noise->isa, noise->width, first, end, m->amount, &samples, way[0], way[1],
                          way[2]);
}

static void clear_way(int count, float *const way[3]) {
    for (int axis = 0; axis < 3; axis++)
        memset(way[axis], 0, (size_t)count * sizeof **way);
}

static void displace(const tr_face_noise *noise, const double origin[3], int count, float *const way[3],
                     float *const at[3]) {
    TR_KERNEL_OF(noise->isa, tr_face_displace)(origin, count, way[0], way[1], way[2], at[0], at[1], at[2]);
}

static void move_nodes(tr_face_noise *noise, move *m, int level, const tr_rectangle *b, const double origin[3],
                       double *const sums[3]) {
    const tr_face_grid *g = &noise->grids[level];
    const move *behind = &noise->move[m->after];
    const int count = b->rows * b->columns;
    float *const at[3] = {noise->lanes[0], noise->lanes[1], noise->lanes[2]};
    float *const way[3] = {noise->lanes[3], noise->lanes[4], noise->lanes[5]};
    int first, end;
    find_octaves(&m->octaves, level, &first, &end);
    for (int axis = 0; axis < 3; axis++)
        get_lane(g, b, behind->place[level][axis], at[axis]);
    tr_fractal_rebase(m->octaves.fractal, first, m->octaves.fractal->count, origin, &noise->seen);
    clear_way(count, way);
    add_way(noise, m, &noise->seen, first, end, count, at, way);
    for (int axis = 0; axis < 3 && sums[0]; axis++)
        for (int j = 0; j < b->rows; j++) {
            const float *lane = way[axis] + j * b->columns;
            TR_KERNEL_OF(noise->isa, tr_face_add)(b->columns, 1, lane, sums[axis] + node_of(g, b, j));
        }
    if (level > m->needed)
        return;
    clear_way(count, way);
    add_way(noise, m, &noise->seen, end, m->octaves.fractal->count, count, at, way);
    for (int axis = 0; axis < 3 && sums[0]; axis++)
        for (int j = 0; j < b->rows; j++) {
            float *lane = way[axis] + j * b->columns;
            TR_KERNEL_OF(noise->isa, tr_face_join)(b->columns, sums[axis] + node_of(g, b, j), lane);
        }
    displace(noise, origin, count, way, at);
    for (int axis = 0; axis < 3; axis++)
        put_lane(g, b, at[axis], m->place[level][axis]);
}

static void ready_places(tr_face_noise *noise, move *m) {
    for (int level = 1; level <= m->needed; level++)
        FOR_BLOCKS(noise, level, {
            find_places(noise, level, &b, &origin, noise->lanes[0], noise->lanes[1], noise->lanes[2]);
            for (int axis = 0; axis < 3; axis++)
                put_lane(g_, &b, noise->lanes[axis], m->place[level][axis]);
        });
}

static void ready_move(tr_face_noise *noise, int index) {
    move *m = &noise->move[index];
    if (m->ready)
        return;
    m->ready = true;
    if (index == 0) {
        ready_places(noise, m);
        return;
    }
    ready_move(noise, m->after);
    const int top = m->octaves.top > m->needed ? m->octaves.top : m->needed;
    for (int level = top; level > 0; level--) {
        double *sums[3] = {NULL, NULL, NULL};
        for (int axis = 0; axis < 3 && level <= m->octaves.top; axis++) {
            sums[axis] = level > 1 ? noise->work[level][axis] : m->way[axis];
            if (level == m->octaves.top)
                clear_grid(noise, level, sums[axis]);
            else
                double_grid(noise, level, noise->work[level + 1][axis], sums[axis]);
        }
        FOR_BLOCKS(noise, level, move_nodes(noise, m, level, &b, origin.direction, sums));
    }
}

// Interpolates nodes of level 1 to a block.
static void fill_in(tr_face_noise *noise, const tr_rectangle *block, double *nodes) {
    tr_face_grid from = noise->grids[1];
    const tr_face_grid to = {block->row, block->rows, block->column, block->columns, noise->block};
    from.values = nodes;
    TR_KERNEL_OF(noise->isa, tr_face_double)(&from, &to);
}

void tr_face_noise_move(tr_face_noise *noise, int index, const tr_rectangle *block, const double origin[3],
                        float *x, float *y, float *z) {
    move *m = &noise->move[index + 1];
    const int count = block->rows * block->columns;
    float *const at[3] = {x, y, z};
    float *const way[3] = {noise->lanes[0], noise->lanes[1], noise->lanes[2]};
    if (m->octaves.coarse > 0)
        ready_move(noise, index + 1);
    clear_way(count, way);
    tr_fractal_rebase(m->octaves.fractal, m->octaves.coarse, m->octaves.fractal->count, origin, &noise->seen);
    add_way(noise, m, &noise->seen, m->octaves.coarse, m->octaves.fractal->count, count, at, way);
    for (int axis = 0; axis < 3 && m->octaves.coarse > 0; axis++) {
        fill_in(noise, block, m->way[axis]);
        TR_KERNEL_OF(noise->isa, tr_face_join)(count, noise->block, way[axis]);
    }
    displace(noise, origin, count, way, at);
}

// ---- sums --------------------------------------------------------------------------------------

// Whether an octave is so strong that in float the finest octaves would be lost. Its nodes are few, so
// evaluating them in double costs nothing.
static bool is_strong(const tr_fractal_plan *fractal, int k) {
    const double finest = (double)fractal->octaves[fractal->count - 1].amplitude;
    return fractal->basis != TR_BASIS_SIMPLEX && fractal->shape == TR_FRACTAL_PLAIN &&
           (double)fractal->octaves[k].amplitude * 0x1p-14 > finest;
}

static void add_strong(const tr_face_noise *noise, const tr_fractal_plan *fractal, int k, int level,
                       double amplitude, const tr_rectangle *b, const double origin[3], double *values) {
    const float *x = noise->lanes[0], *y = noise->lanes[1], *z = noise->lanes[2];
    for (int j = 0, i = 0; j < b->rows; j++) {
        double *row = values + node_of(&noise->grids[level], b, j);
        for (int c = 0; c < b->columns; c++, i++) {
            const double at[3] = {origin[0] + (double)x[i], origin[1] + (double)y[i], origin[2] + (double)z[i]};
            row[c] += amplitude * tr_fractal_exact_octave(fractal, k, at);
        }
    }
}

// Adds octaves to their sum at the nodes of a block.
static void add_nodes(tr_face_noise *noise, const sum *s, int level, int first, int end, const tr_rectangle *b,
                      const double origin[3], double *values) {
    const tr_face_grid *g = &noise->grids[level];
    const tr_fractal_plan *fractal = s->octaves.fractal;
    const bool plain = fractal->shape == TR_FRACTAL_PLAIN;
    const int count = b->rows * b->columns;
    for (int axis = 0; axis < 3; axis++)
        get_lane(g, b, noise->move[s->move].place[level][axis], noise->lanes[axis]);
    const tr_samples samples = {
        .count = count, .x = noise->lanes[0], .y = noise->lanes[1], .z = noise->lanes[2]};
    tr_fractal_rebase(fractal, first, end, origin, &noise->seen);
    for (int k = first; k < end; k++) {
        const tr_octave_weight entry = tr_fractal_entry(fractal, k, noise->width);
        const double amplitude = plain ? (double)entry.amplitude * (double)entry.fraction : 1;
        if (is_strong(fractal, k)) {
            add_strong(noise, fractal, k, level, amplitude, b, origin, values);
            continue;
        }
        tr_fractal_octave(&noise->seen, noise->isa, k, &samples, noise->lanes[3]);
        for (int j = 0; j < b->rows; j++) {
            const float *lane = noise->lanes[3] + j * b->columns;
            TR_KERNEL_OF(noise->isa, tr_face_add)(b->columns, amplitude, lane, values + node_of(g, b, j));
        }
    }
}

// Sums octaves first … end-1, all of them smooth, from the coarsest nodes down to those of level 1.
static void ready_part(tr_face_noise *noise, const sum *s, int first, int end, double *nodes) {
    for (int level = s->octaves.level[first]; level > 0; level--) {
        double *values = level > 1 ? noise->work[level][0] : nodes;
        if (level == s->octaves.level[first])
            clear_grid(noise, level, values);
        else
            double_grid(noise, level, noise->work[level + 1][0], values);
        int from, to;
        find_octaves(&s->octaves, level, &from, &to);
        from = from > first ? from : first, to = to < end ? to : end;
        if (from < to)
            FOR_BLOCKS(noise, level, add_nodes(noise, s, level, from, to, &b, origin.direction, values));
    }
}

static void ready_sum(tr_face_noise *noise, sum *s) {
    if (s->ready)
        return;
    s->ready = true;
    ready_move(noise, s->move);
    if (s->octaves.fractal->shape == TR_FRACTAL_PLAIN)
        ready_part(noise, s, 0, s->octaves.coarse, s->nodes[0]);
    else
        for (int k = 0; k < s->octaves.coarse; k++)
            ready_part(noise, s, k, k + 1, s->nodes[k]);
}

void tr_face_noise_sum(tr_face_noise *noise, int index, const tr_rectangle *block, const double origin[3],
                       const float *x, const float *y, const float *z, float *out) {
    sum *s = &noise->sum[index];
    const tr_fractal_plan *fractal = s->octaves.fractal;
    const bool plain = fractal->shape == TR_FRACTAL_PLAIN;
    const int count = block->rows * block->columns;
    float *lane = noise->lanes[0], *weight = noise->lanes[1];
    const tr_samples samples = {.count = count, .x = x, .y = y, .z = z};
    if (s->octaves.coarse > 0)
        ready_sum(noise, s);
    for (int i = 0; i < count; i++)
        out[i] = 0, weight[i] = 1;
    for (int k = 0; k < s->octaves.coarse && !plain; k++) {
        const tr_octave_weight entry = tr_fractal_entry(fractal, k, noise->width);
        fill_in(noise, block, s->nodes[k]);
        for (int i = 0; i < count; i++)
            lane[i] = (float)noise->block[i];
        TR_KERNEL_OF(noise->isa, tr_accumulate)(&entry, count, lane, out, weight);
    }
    tr_fractal_rebase(fractal, s->octaves.coarse, fractal->count, origin, &noise->seen);
    tr_fractal_add(&noise->seen, noise->isa, noise->width, s->octaves.coarse, fractal->count, &samples, out,
                   lane, weight);
    if (!plain || s->octaves.coarse == 0)
        return;
    fill_in(noise, block, s->nodes[0]);
    TR_KERNEL_OF(noise->isa, tr_face_join)(count, noise->block, out);
}
