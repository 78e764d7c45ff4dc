#include "noise/grids/cube.h"
#include "base/size.h"
#include "noise/maths/trig.h"

#include <assert.h>

enum { faces = TR_CUBE_FACES, band_rows = 64 };

// Offsets are numbers in ±2^31.
#define RANDOM_UNIT 0x1p-31f

// ---- the surface -------------------------------------------------------------------------------

typedef struct place {
    int face, column, row;
} place;

// Returns the point, or cell, beyond an edge of a face. `count` points are along an axis; column or row is -1
// or `count`. The surface turns by a right angle there, so the step outwards along one axis becomes `step`
// inwards along the face's normal (1 for points, because the edge itself is a point; 0 for cells).
static place across_edge(place p, int count, int step) {
    int at[3];
    at[tr_cube_normal_axis(p.face)] = tr_cube_is_far(p.face) ? count - 1 - step : step;
    at[tr_cube_column_axis(p.face)] = p.column;
    at[tr_cube_row_axis(p.face)] = p.row;
    const int out_of =
        p.column < 0 || p.column >= count ? tr_cube_column_axis(p.face) : tr_cube_row_axis(p.face);
    place q = {.face = 2 * out_of + (at[out_of] >= 0)};
    q.column = at[tr_cube_column_axis(q.face)];
    q.row = at[tr_cube_row_axis(q.face)];
    return q;
}

// ---- memory ------------------------------------------------------------------------------------

// A cube in the memory of another cube that has at least as many cells.
static tr_cube view_cube(int cells, int width, float *memory) {
    const size_t row_stride = tr_round_up((size_t)cells + 3 + TR_LEVEL_PAD) * (size_t)width;
    return (tr_cube){.cells = cells,
                     .width = width,
                     .row_stride = row_stride,
                     .face_stride = row_stride * ((size_t)cells + 3),
                     .values = memory ? memory + 16 - width : NULL, // column 0 starts on a cache line
                     .memory = memory};
}

void tr_cube_clear(tr_cube *cube) {
    tr_free_lines(cube->memory);
    *cube = (tr_cube){0};
}

// ---- the margin --------------------------------------------------------------------------------

static float *point_at(const tr_cube *cube, place p) { return tr_cube_at(cube, p.face, p.column, p.row); }

static float value_at(const tr_cube *cube, place p) { return *point_at(cube, p); }

// Points beyond the edges, of one of their floats. Lines along an edge are continued straight, for both faces
// alike; at the corners of the margin, where three faces meet, there is no such point, and a plane is laid
// through its neighbours.
static void fill_margin(const tr_cube *cube) {
    const int n = cube->cells;
    for (int face = 0; face < faces; face++) {
        for (int side = -1; side <= n + 1; side += n + 2)
            for (int i = 1; i < n; i++) {
                const place beside = {face, side, i}, above = {face, i, side};
                *point_at(cube, beside) = value_at(cube, across_edge(beside, n + 1, 1));
                *point_at(cube, above) = value_at(cube, across_edge(above, n + 1, 1));
            }
        for (int k = 0; k < 4; k++) {
            const int column = k & 1 ? n : 0, row = k & 2 ? n : 0, dx = k & 1 ? 1 : -1, dy = k & 2 ? 1 : -1;
            const float corner = *tr_cube_at(cube, face, column, row);
            const float along = 2 * corner - *tr_cube_at(cube, face, column - dx, row);
            const float down = 2 * corner - *tr_cube_at(cube, face, column, row - dy);
            *tr_cube_at(cube, face, column + dx, row) = along;
            *tr_cube_at(cube, face, column, row + dy) = down;
            *tr_cube_at(cube, face, column + dx, row + dy) = along + down - corner;
        }
    }
}

void tr_cube_complete(tr_cube *cube) {
    tr_cube part = *cube;
    for (int k = 0; k < tr_min(cube->width, 3); k++, part.values++)
        fill_margin(&part);
}

// ---- orientation -------------------------------------------------------------------------------

// Sets a random rotation from a random unit quaternion (Marsaglia 1972: a point in the 4D unit ball).
static void turn_cube(uint64_t seed, tr_cube *cube) {
    double q[4], length = 0;
    for (uint64_t attempt = 0; length < 0.01 || length > 1; attempt++) {
        length = 0;
        for (uint64_t k = 0; k < 4; k++) {
            q[k] = 2 * tr_hash_unit(tr_hash_pair(tr_hash_pair(seed, attempt), k)) - 1;
            length += q[k] * q[k];
        }
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            // for a unit quaternion (a, b, c; w): 2 (w² + a²) - 1 on the diagonal, 2 (a b ± c w) beside it
            const int k = 3 - i - j, next = (i + 1) % 3 == j;
            double sum =
                // NOLINTNEXTLINE(clang-analyzer-core.*): every element was set
                i == j ? q[3] * q[3] + q[i] * q[i] - length / 2 : q[i] * q[j] + (next ? -q[k] : q[k]) * q[3];
            cube->turn[i][j] = (float)(2 * sum / length);
        }
}

// Rotates a point of the cube back by the transposed rotation. The point has coordinate ±1 on the axis of the
// face's normal.
static void turn_back(const tr_cube *cube, int face, double along_columns, double along_rows,
                      float direction[3]) {
    double at[3], length = 0;
    at[tr_cube_normal_axis(face)] = tr_cube_is_far(face) ? 1 : -1;
    at[tr_cube_column_axis(face)] = along_columns;
    at[tr_cube_row_axis(face)] = along_rows;
    for (int k = 0; k < 3; k++)
        length += at[k] * at[k];
    for (int k = 0; k < 3; k++)
        direction[k] = (float)(((double)cube->turn[0][k] * at[0] + (double)cube->turn[1][k] * at[1] +
                                (double)cube->turn[2][k] * at[2]) /
                               sqrt(length));
}

// Lines are at equal angles.
static double line_at(int cells, int i) {
    double s, c;
    tr_sincos(TR_PI / 4 * (2.0 * i / cells - 1), &s, &c);
    return s / c;
}

void tr_cube_row(uint64_t seed, int cells, int face, int row, float *x, float *y, float *z) {
    tr_cube cube = {.cells = cells};
    turn_cube(seed, &cube);
    const double along_rows = line_at(cells, row);
    for (int i = 0; i <= cells; i++) {
        float d[3];
        turn_back(&cube, face, line_at(cells, i), along_rows, d);
        x[i] = d[0], y[i] = d[1], z[i] = d[2];
    }
}

tr_status tr_cube_create(uint64_t seed, int cells, int width, tr_cube *cube, tr_error *error) {
    const size_t floats = view_cube(cells, width, NULL).face_stride * faces + TR_LEVEL_PAD;
    *cube = view_cube(cells, width, tr_allocate_lines(floats, sizeof(float)));
    turn_cube(seed, cube);
    return cube->memory
               ? TR_OK
               : tr_fail(error, TR_NO_MEMORY, "no memory for a cube of %d cells along its edges", cells);
}

// ---- given points ------------------------------------------------------------------------------

// A given point in the space lattice of the finest level.
static void find_given(const tr_cube_numbers *n, const tr_cube *cube, const tr_cube_given *given, int at[3]) {
    int level = 0, away = 0;
    while (level < n->levels && n->base_cells << level < TR_GIVEN_CELLS)
        level++;
    const int cells = n->base_cells << level, step = 1 << (n->levels - level);
    double to[3];
    for (int k = 0; k < 3; k++) {
        to[k] = 0;
        for (int j = 0; j < 3; j++)
            to[k] += (double)cube->turn[k][j] * given->direction[j];
        if (fabs(to[k]) > fabs(to[away]))
            away = k;
    }
    for (int k = 0; k < 3; k++) // along the axis of the face's normal the result is an end of the cube
        at[k] = step * (int)(cells * (0.5 + tr_atan2(to[k], fabs(to[away])) * (2 / TR_PI)) + 0.5);
}

// Overwrites the points of a level of the cube for which values are given. centres: the level consists of the
// centres of cells.
static void put_given(const tr_cube_numbers *n, const tr_cube *cube, const tr_cube *level, bool centres) {
    const int cells = centres ? 2 * (level->cells + 1) : level->cells, step = cube->cells / cells;
    for (int i = 0; i < n->given_count; i++) {
        int at[3];
        find_given(n, cube, &n->given[i], at);
        if (at[0] % step || at[1] % step || at[2] % step)
            continue;
        for (int face = 0; face < faces; face++) {
            const int column = at[tr_cube_column_axis(face)] / step, row = at[tr_cube_row_axis(face)] / step;
            if (at[tr_cube_normal_axis(face)] != (tr_cube_is_far(face) ? cube->cells : 0))
                continue;
            if (!centres)
                *tr_cube_at(level, face, column, row) = n->given[i].value;
            else if (column & row & 1)
                *tr_cube_at(level, face, column / 2, row / 2) = n->given[i].value;
        }
    }
}

// ---- diamond-square ----------------------------------------------------------------------------

// One refinement step, shared by its tasks.
typedef struct step {
    tr_isa isa;
    const tr_cube *coarse, *finer;
    const tr_cube *centres; // of the coarse cells, as points: one column and row fewer than the coarse points
    tr_keys keys[3];        // of each axis, for the finer points
    float amplitude, centre_weight;
    bool six; // the corners of a cell are of different levels
    int bands;
} step;

static uint32_t key_of(const tr_keys keys, int coordinate) {
    return coordinate & 1 ? keys.odd[coordinate / 2] : keys.even[coordinate / 2];
}

// The xor of the keys of a row of finer points, without the keys of its columns.
static uint32_t row_key(const step *s, int face, int row) {
    const int end = tr_cube_is_far(face) ? s->finer->cells : 0;
    return key_of(s->keys[tr_cube_row_axis(face)], row) ^ key_of(s->keys[tr_cube_normal_axis(face)], end);
}

static int band_end(const step *s, int band, int rows) {
    return band == s->bands - 1 ? rows : (band + 1) * band_rows;
}

static void make_centres(void *context, int index, int worker) {
    (void)worker;
    const step *s = context;
    const int face = index / s->bands, band = index % s->bands, cells = s->coarse->cells;
    const uint32_t *keys = s->keys[tr_cube_column_axis(face)].odd;
    for (int j = band * band_rows; j < band_end(s, band, cells); j++) {
        const float *above = tr_cube_at(s->coarse, face, 0, j), *below = tr_cube_at(s->coarse, face, 0, j + 1);
        const uint32_t row = row_key(s, face, 2 * j + 1);
        float *out = tr_cube_at(s->centres, face, 0, j);
        if (s->six)
            TR_KERNEL_OF(s->isa, tr_subdivide_centres_six)
        (cells, (j & 1) == 0, above, below, keys, row, s->amplitude, out);
        else TR_KERNEL_OF(s->isa, tr_subdivide_centres)(cells, above, below, keys, row, s->amplitude, out);
    }
}

// Copies the centres just beyond the edges of each face from the neighbouring faces.
static void exchange_centres(const tr_cube *centres) {
    const int count = centres->cells + 1;
    for (int face = 0; face < faces; face++)
        for (int side = -1; side <= count; side += count + 1)
            for (int i = 0; i < count; i++) {
                *tr_cube_at(centres, face, side, i) =
                    value_at(centres, across_edge((place){face, side, i}, count, 0));
                *tr_cube_at(centres, face, i, side) =
                    value_at(centres, across_edge((place){face, i, side}, count, 0));
            }
}

// Computes midpoints of edges. Those on an edge of the cube are computed for both of its faces from the same
// numbers.
static void make_edges(void *context, int index, int worker) {
    (void)worker;
    const step *s = context;
    const int face = index / s->bands, band = index % s->bands, cells = s->coarse->cells;
    for (int j = band * band_rows; j < band_end(s, band, cells + 1); j++) {
        const int below = j < cells ? j + 1 : j; // the last row has no row below; its values are not used
        const tr_cell_row row = {.above = tr_cube_at(s->coarse, face, 0, j),
                                 .below = tr_cube_at(s->coarse, face, 0, below),
                                 .centres = tr_cube_at(s->centres, face, 0, j),
                                 .centres_above = tr_cube_at(s->centres, face, 0, j - 1)};
        const int lower = j < cells ? 2 * j + 1 : 2 * j;
        const uint32_t keys[2] = {row_key(s, face, 2 * j), row_key(s, face, lower)};
        // For the last row of points, the second output row is in the margin, which is filled later.
        TR_KERNEL_OF(s->isa, tr_subdivide_edges)
        (cells + 1, row, s->keys[tr_cube_column_axis(face)], keys, s->amplitude, s->centre_weight,
         tr_cube_at(s->finer, face, 0, 2 * j), tr_cube_at(s->finer, face, 0, 2 * j + 1));
    }
}

// Level 0, shared by its tasks. A task is a row.
typedef struct base {
    const tr_cube_numbers *numbers;
    const tr_cube *cube;
    uint64_t seeds[3];
    float amplitude;
} base;

// Sets a row of level 0 from given values or from random numbers.
static void make_base_row(void *context, int index, int worker) {
    (void)worker;
    const base *b = context;
    const int side = b->cube->cells + 1, face = index / side, row = index % side;
    const float *given = b->numbers->base ? b->numbers->base + (size_t)index * (size_t)side : NULL;
    const uint32_t row_keys =
        tr_axis_key(b->seeds[tr_cube_row_axis(face)], row) ^
        tr_axis_key(b->seeds[tr_cube_normal_axis(face)], tr_cube_is_far(face) ? b->cube->cells : 0);
    float *out = tr_cube_at(b->cube, face, 0, row);
    for (int i = 0; i < side; i++) {
        const uint32_t keys = row_keys ^ tr_axis_key(b->seeds[tr_cube_column_axis(face)], i);
        out[i] = given ? 0.75f * given[i] : b->amplitude * (tr_point_random(keys) * RANDOM_UNIT);
    }
}

static tr_status make_base(const tr_cube_numbers *n, float amplitude, tr_pool *pool, const tr_cube *cube,
                           tr_error *error) {
    base b = {.numbers = n, .cube = cube, .amplitude = amplitude};
    for (int axis = 0; axis < 3; axis++)
        b.seeds[axis] = tr_axis_seed(n->seed, 0, axis);
    return tr_pool_run_watched(pool, faces * (cube->cells + 1), make_base_row, &b, n->watch, error);
}

static void fill_keys(uint64_t seed, int level, int cells, uint32_t *memory, tr_keys keys[3]) {
    const size_t half = tr_round_up((size_t)cells / 2 + 1 + TR_LEVEL_PAD);
    const tr_span span = {0, cells + 2};
    for (int axis = 0; axis < 3; axis++, memory += 2 * half) {
        keys[axis] = (tr_keys){memory, memory + half};
        tr_keys_fill((tr_axis){0}, tr_axis_seed(seed, level, axis), level, span, keys[axis]);
    }
}

// Level by level; levels take turns between the memory of the result and that of `other`, a cube half as fine.
static tr_status refine_cube(const tr_cube_numbers *n, double amplitude, tr_isa isa, tr_pool *pool,
                             const tr_cube *cube, float *other, float *centre_memory, uint32_t *key_memory,
                             tr_error *error) {
    tr_cube coarse = view_cube(n->base_cells, 1, n->levels & 1 ? other : cube->memory);
    tr_status status = make_base(n, (float)amplitude, pool, &coarse, error);
    put_given(n, cube, &coarse, false);
    for (int level = 1; level <= n->levels && status == TR_OK; level++) {
        const tr_cube finer = view_cube(2 * coarse.cells, 1, (n->levels - level) & 1 ? other : cube->memory);
        const tr_cube centres = view_cube(coarse.cells - 1, 1, centre_memory);
        amplitude *= n->persistence;
        step s = {.isa = isa,
                  .coarse = &coarse,
                  .finer = &finer,
                  .centres = &centres,
                  .amplitude = (float)amplitude * RANDOM_UNIT,
                  .centre_weight = n->six_point ? 1 / 3.0f : 0.5f,
                  .six = n->six_point && level > 1,
                  .bands = (coarse.cells + band_rows - 1) / band_rows};
        fill_keys(n->seed, level, finer.cells, key_memory, s.keys);
        status = tr_pool_run_watched(pool, faces * s.bands, make_centres, &s, n->watch, error);
        put_given(n, cube, &centres, true);
        exchange_centres(&centres);
        if (status == TR_OK)
            status = tr_pool_run_watched(pool, faces * s.bands, make_edges, &s, n->watch, error);
        put_given(n, cube, &finer, false);
        coarse = finer;
    }
    return status;
}

tr_status tr_cube_diamond_square(const tr_cube_numbers *n, tr_isa isa, tr_pool *pool, tr_cube *cube,
                                 tr_error *error) {
    assert(n->base_cells >= 1 && n->levels >= 0 && n->base_cells << n->levels <= TR_CUBE_MAX_CELLS);
    assert(n->persistence >= 0 && n->persistence <= 2);
    const int cells = n->base_cells << n->levels,
              half = n->levels ? cells / 2 : 1; // without levels none is halved
    tr_cube other = {0}, centres = {0};
    uint32_t *keys = tr_allocate_lines(6 * tr_round_up((size_t)cells / 2 + 1 + TR_LEVEL_PAD), sizeof *keys);
    tr_status status = tr_cube_create(n->seed, cells, 1, cube, error);
    if (status == TR_OK)
        status = tr_cube_create(n->seed, half, 1, &other, error);
    if (status == TR_OK)
        status = tr_cube_create(n->seed, half, 1, &centres, error);
    if (status == TR_OK && !keys)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for %d cells", cells);
    if (status == TR_OK) {
        const double rest = tr_subdivision_reach(n->levels, n->persistence, n->six_point);
        const double most =
            (n->base ? 4 * (rest > 0 ? rest : 1) : 1 + rest) * 1.00001; // a base has its own part of the range
        status = refine_cube(n, 1 / most, isa, pool, cube, other.memory, centres.memory, keys, error);
    }
    if (status == TR_OK)
        tr_cube_complete(cube);
    else
        tr_cube_clear(cube);
    tr_cube_clear(&other);
    tr_cube_clear(&centres);
    tr_free_lines(keys);
    return status;
}

// ---- Olsen noise -------------------------------------------------------------------------------

static tr_status make_olsen_face(const tr_olsen_numbers *n, int face, tr_isa isa, tr_pool *pool,
                                 const tr_cube *cube, uint16_t *window, tr_error *error) {
    const int side = cube->cells + 1,
              order[3] = {tr_cube_column_axis(face), tr_cube_row_axis(face), tr_cube_normal_axis(face)};
    int64_t first[3] = {0, 0, 0};
    int size[3] = {side, side, side};
    first[tr_cube_normal_axis(face)] = tr_cube_is_far(face) ? cube->cells : 0;
    size[tr_cube_normal_axis(face)] = 1;
    tr_status status = tr_olsen_3d(n, isa, pool, first, size, order, window, error);
    if (status != TR_OK)
        return status;
    const float unit = 2 / (float)((1u << n->levels) - 1);
    for (int row = 0; row < side && !tr_watch_stopped(n->watch); row++) {
        float *out = tr_cube_at(cube, face, 0, row);
        for (int column = 0; column < side; column++)
            out[column] = (float)window[(size_t)row * (size_t)side + (size_t)column] * unit - 1;
    }
    return tr_watch_check(n->watch, error);
}

tr_status tr_cube_olsen(const tr_olsen_numbers *n, int cells, tr_isa isa, tr_pool *pool, tr_cube *cube,
                        tr_error *error) {
    assert(cells >= 1 && cells <= TR_CUBE_MAX_CELLS);
    const size_t side = (size_t)cells + 1;
    uint16_t *window = tr_allocate(side * side, sizeof *window);
    tr_status status = tr_cube_create(n->seed, cells, 1, cube, error);
    if (status == TR_OK && !window)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for a face of %d cells", cells);
    for (int face = 0; face < faces && status == TR_OK; face++)
        status = make_olsen_face(n, face, isa, pool, cube, window, error);
    if (status == TR_OK)
        tr_cube_complete(cube);
    else
        tr_cube_clear(cube);
    tr_free(window);
    return status;
}
