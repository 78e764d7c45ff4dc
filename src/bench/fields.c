// Benchmark rows for lattice noise over whole maps, for displacement alone, and for lattice noise at arbitrary
// directions. A map is split into bands of whole rows, each a task of the pool, with the height that a bake
// uses (tr_band_rows). Rows of other fields are in planets.c.
//
// Operations are those of one sample if everything that neighbours in a row can share is shared. Every
// addition, multiplication, comparison, conversion, shift or logical instruction (of up to three operands)
// counts as one, a square root or a division as eight. For each octave of a fractal:
//
//   plane, value      2: the weight of the row times the difference of two lattice rows, which are faded along
//                        the row once for many rows, to the sum
//   plane, Perlin     6: the same, with three such products
//   sphere, value    17: along a latitude a cell is c0 + fx c1 + fy (c2 + fx c3), 6; to the sum, 1; the place
//                        in the cell and its fades, 42, are shared by the four quarters of a row
//   sphere, Perlin   29: the four coefficients are planes themselves, 16 more; quintic fades cost less
//   direct, Perlin  145: cell and place in it 23, fades 21, eight corners with hash and gradient 75, seven
//                        mixes 21, scale and bounds 3, sum 2
//   direct, value   150: the same with fades 48, corners 56 and no bounds
//
// Voronoi: 11 for each site that a sample is compared with (about 4 of 300 sites and 16 of 5000, which squares
// of 64 neighbours cannot exclude), two roots, one difference. Displacement: a new point takes 5 for its hash,
// 2 for its offset and 4 for the mean, and a map has as many new points as samples. Olsen: 12 for blur and bit
// of a sample, on all levels together 4/3 of that. Fields not listed here have no count.
#include "base/size.h"
#include "bench/bench.h"
#include "noise/grids/cube.h"
#include "noise/lattice/fractal.h"
#include "planet/surface.h"

#include <math.h>

#define FBM(...) .persistence = 0.5, .lacunarity = 2, .scale = 1, .stretch = {1, 1, 1}, .seed = 7, __VA_ARGS__

// ---- maps in bands -----------------------------------------------------------------------------

typedef struct map_state {
    tr_bench_setup setup;
    int width, height, band_rows;
    tr_fractal_plan plan;
    float *out;
    tr_meter *meters; // for each thread
} map_state;

static void clear_map(void *state) {
    map_state *m = state;
    tr_free(m->meters);
    tr_free(m->out);
}

static tr_status prepare_map(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                             tr_error *error) {
    map_state *m = state;
    m->setup = *setup;
    m->width = tr_bench_size(row->width, setup->quick), m->height = tr_bench_size(row->height, setup->quick);
    m->band_rows = tr_band_rows(tr_whole_map(m->width), 0);
    m->out = tr_calloc((size_t)m->width * (size_t)m->height, sizeof *m->out);
    m->meters = tr_calloc((size_t)tr_pool_threads(setup->pool), sizeof *m->meters);
    tr_fractal_prepare(row->numbers, &m->plan);
    return m->out && m->meters
               ? TR_OK
               : tr_fail(error, TR_NO_MEMORY, "no memory for a map of %d x %d", m->width, m->height);
}

static void fill_band(void *context, int index, int worker) {
    const map_state *m = context;
    const int first = index * m->band_rows, left = m->height - first;
    const tr_rectangle band = {m->width, first, left < m->band_rows ? left : m->band_rows, 0, m->width};
    tr_fractal_evaluate_map(&m->plan, m->setup.isa, &band, m->out + (size_t)first * (size_t)m->width,
                            &m->meters[worker]);
}

static tr_status run_map(void *state, tr_error *error) {
    map_state *m = state;
    return tr_pool_run_watched(m->setup.pool, (m->height + m->band_rows - 1) / m->band_rows, fill_band, m,
                               m->setup.stop, error);
}

static uint64_t count_map(const void *state) {
    const map_state *m = state;
    uint64_t sum = 0;
    for (int i = 0; i < tr_pool_threads(m->setup.pool); i++)
        sum += m->meters[i].operations;
    return sum;
}

static const tr_bench_work map_work = {sizeof(map_state), prepare_map, run_map, clear_map, count_map};

// ---- displacement ------------------------------------------------------------------------------

typedef struct displacement_state {
    tr_bench_setup setup;
    int width, height;
    void *out;
    tr_cube cube;
} displacement_state;

static tr_status prepare_displacement(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                                      tr_error *error) {
    displacement_state *s = state;
    s->setup = *setup;
    s->width = tr_bench_size(row->width, setup->quick), s->height = tr_bench_size(row->height, setup->quick);
    s->out = tr_allocate_lines((size_t)s->width * (size_t)s->height, sizeof(float));
    return s->out ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for a map of %d x %d", s->width, s->height);
}

static void clear_displacement(void *state) {
    displacement_state *s = state;
    tr_free_lines(s->out);
    tr_cube_clear(&s->cube);
}

static tr_status fill_midpoint(void *state, tr_error *error) {
    displacement_state *s = state;
    const tr_midpoint_numbers numbers = {
        .width = s->width, .height = s->height, .wrap = true, .amplitude = 0.5, .persistence = 0.5, .seed = 7};
    return tr_midpoint(&numbers, s->setup.isa, s->setup.pool, s->out, error);
}

static tr_status fill_diamond_square(void *state, tr_error *error) {
    displacement_state *s = state;
    const tr_diamond_square_numbers numbers = {
        .seed = 7, .iterations = 24, .persistence = 0.5, .period_x = 4, .period_y = 2};
    return tr_diamond_square(&numbers, s->setup.isa, s->setup.pool, 1234567, -7654321, s->width, s->height,
                             s->out, error);
}

static tr_status fill_olsen(void *state, tr_error *error) {
    displacement_state *s = state;
    const tr_olsen_numbers numbers = {.seed = 7, .levels = 16, .period = {256, 128}};
    return tr_olsen_2d(&numbers, s->setup.isa, s->setup.pool, 1234567, -7654321, s->width, s->height, s->out,
                       error);
}

// On the cube the width is that of a face.
static tr_status fill_cube_diamond_square(void *state, tr_error *error) {
    displacement_state *s = state;
    tr_cube_numbers numbers = {.seed = 7, .base_cells = 1, .persistence = 0.5};
    while (1 << numbers.levels < s->width)
        numbers.levels++;
    tr_cube_clear(&s->cube);
    return tr_cube_diamond_square(&numbers, s->setup.isa, s->setup.pool, &s->cube, error);
}

static tr_status fill_cube_olsen(void *state, tr_error *error) {
    displacement_state *s = state;
    const tr_olsen_numbers numbers = {.seed = 7, .levels = 8};
    tr_cube_clear(&s->cube);
    return tr_cube_olsen(&numbers, s->width, s->setup.isa, s->setup.pool, &s->cube, error);
}

// ---- directions of a part of a face ------------------------------------------------------------

// Uses the kernel for arbitrary directions, which are prepared in advance.
typedef struct direct_numbers {
    int level; // 2^level texels along the face
    tr_basis basis;
    tr_interpolation fade;
    int octaves;
} direct_numbers;

typedef struct direct_state {
    tr_bench_setup setup;
    tr_fractal_plan plan;
    tr_rectangle window;
    float *x, *y, *z, *out;
} direct_state;

static void clear_direct(void *state) { tr_free(((direct_state *)state)->x); }

static tr_status prepare_direct(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                                tr_error *error) {
    direct_state *s = state;
    const direct_numbers *numbers = row->numbers;
    const int resolution = 1 << numbers->level, columns = tr_bench_size(row->width, setup->quick),
              rows = tr_bench_size(row->height, setup->quick);
    const size_t samples = (size_t)rows * (size_t)columns;
    s->setup = *setup;
    s->window = (tr_rectangle){4 * resolution, resolution / 3 / rows * rows, rows,
                               resolution / 5 / columns * columns, columns};
    tr_fractal_prepare(&(tr_fractal_numbers){FBM(.basis = numbers->basis, .interpolation = numbers->fade,
                                                 .octaves = numbers->octaves)},
                       &s->plan);
    if (!TR_ALLOCATE(TR_ARRAY(s->x, samples), TR_ARRAY(s->y, samples), TR_ARRAY(s->z, samples),
                     TR_ARRAY(s->out, samples)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for %zu directions", samples);
    for (size_t i = 0; i < samples; i++) {
        const double a = (2 * (s->window.column + (double)(i % (size_t)columns)) + 1) / resolution - 1;
        const double b = (2 * (s->window.row + (double)(i / (size_t)columns)) + 1) / resolution - 1;
        const double length = sqrt(1 + a * a + b * b);
        s->x[i] = (float)(a / length), s->y[i] = (float)(-b / length), s->z[i] = (float)(1 / length);
    }
    return TR_OK;
}

// A block of samples.
static void direct_task(void *context, int index, int worker) {
    (void)worker;
    const direct_state *s = context;
    const int first = index * TR_BLOCK_SAMPLES, left = s->window.rows * s->window.columns - first;
    const tr_samples at = {.count = left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES,
                           .x = s->x + first,
                           .y = s->y + first,
                           .z = s->z + first};
    float noise[TR_BLOCK_SAMPLES], weight[TR_BLOCK_SAMPLES];
    tr_fractal_evaluate(&s->plan, s->setup.isa, s->window.width, &at, s->out + first, noise, weight);
}

static tr_status run_direct(void *state, tr_error *error) {
    direct_state *s = state;
    const int blocks = (s->window.rows * s->window.columns + TR_BLOCK_SAMPLES - 1) / TR_BLOCK_SAMPLES;
    return tr_pool_run_watched(s->setup.pool, blocks, direct_task, s, s->setup.stop, error);
}

static const tr_bench_work direct_work = {sizeof(direct_state), prepare_direct, run_direct, clear_direct, NULL};

// ---- the table ---------------------------------------------------------------------------------

// Eight octaves. The plane begins at octave 1, with two cells across the map; the sphere begins at octave 0,
// with one cell per radius.
#define FBM8(basis_, fade_, shape_, plane_, first)                                                             \
    &map_work,                                                                                                 \
        &(const tr_fractal_numbers){FBM(.basis = TR_BASIS_##basis_, .interpolation = TR_INTERPOLATION_##fade_, \
                                        .shape = TR_FRACTAL_##shape_, .plane = (plane_), .start = (first),     \
                                        .octaves = 8)},                                                        \
        4096, 2048
#define SPHERE_FBM8(basis_, fade_, shape_) FBM8(basis_, fade_, shape_, false, 0)
#define PLANE_FBM8(basis_, fade_) FBM8(basis_, fade_, PLAIN, true, 1)
#define DISPLACEMENT(fill)                                                                                     \
    &(const tr_bench_work){sizeof(displacement_state), prepare_displacement, fill, clear_displacement, NULL},  \
        NULL
#define DIRECT(level, basis, fade, octaves)                                                                    \
    &direct_work, &(const direct_numbers) { (level), TR_BASIS_##basis, TR_INTERPOLATION_##fade, (octaves) }
#define FACE_DIRECT(level)                                                                                     \
    {                                                                                                          \
        "face_direct_perlin_" #level, "face_perlin_" #level " by the kernel for any direction",                \
            DIRECT(level, PERLIN, QUINTIC, level - 1), 256, 256, .cost = {4, 0, 4, 0}, .serial = true          \
    }
// For a map of floats that is only written: its bytes, and operations.
#define WRITTEN(operations) .cost = {4, 0, 4, (operations)}

static const tr_bench_row rows[] = {
    {"plane_value_fbm8", "value noise on the plane, cosine", PLANE_FBM8(VALUE, COSINE), WRITTEN(8 * 2)},
    {"plane_perlin_fbm8", "Perlin noise on the plane, quintic", PLANE_FBM8(PERLIN, QUINTIC), WRITTEN(8 * 6)},
    {"plane_simplex_fbm8", "simplex noise on the plane", PLANE_FBM8(SIMPLEX, QUINTIC), WRITTEN(0)},
    {"sphere_value_fbm8", "value noise in space on the sphere, cosine", SPHERE_FBM8(VALUE, COSINE, PLAIN),
     WRITTEN(8 * 17)},
    {"sphere_perlin_fbm8", "Perlin noise on the sphere, quintic", SPHERE_FBM8(PERLIN, QUINTIC, PLAIN),
     WRITTEN(8 * 29)},
    {"sphere_perlin_ridged8", "the same with ridges", SPHERE_FBM8(PERLIN, QUINTIC, RIDGED), WRITTEN(8 * 37)},
    {"sphere_simplex_fbm8", "simplex noise on the sphere", SPHERE_FBM8(SIMPLEX, QUINTIC, PLAIN), WRITTEN(0)},
    {"midpoint_4096", "wrapped midpoint displacement", DISPLACEMENT(fill_midpoint), 4096, 4096, WRITTEN(11),
     .whole = true},
    {"diamond_square_window_4096", "a window of a field of 24 iterations", DISPLACEMENT(fill_diamond_square),
     4096, 4096, WRITTEN(11), .whole = true},
    {"olsen_4096", "a window of Olsen noise of 16 levels, 16 bits", DISPLACEMENT(fill_olsen), 4096, 4096,
     .cost = {2, 0, 2, 16}, .whole = true},
    {"cube_diamond_square_1024", "six faces of 1024 x 1024 cells", DISPLACEMENT(fill_cube_diamond_square), 1024,
     6 * 1024, WRITTEN(11), .whole = true},
    {"cube_olsen_1024", "the same of Olsen noise in space", DISPLACEMENT(fill_cube_olsen), 1024, 6 * 1024,
     WRITTEN(0), .whole = true},
    {"sphere_direct_value_fbm8", "value noise where a warp has moved the samples", DIRECT(12, VALUE, COSINE, 8),
     4096, 2048, .cost = {4, 12, 4, 8 * 150}},
    {"sphere_direct_perlin_fbm8", "Perlin noise where a warp has moved them", DIRECT(12, PERLIN, QUINTIC, 8),
     4096, 2048, .cost = {4, 12, 4, 8 * 145}},
    FACE_DIRECT(10),
    FACE_DIRECT(12),
    FACE_DIRECT(16),
    FACE_DIRECT(20),
};

const tr_bench_table tr_bench_fields = {sizeof rows / sizeof rows[0], rows};
