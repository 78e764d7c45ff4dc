// Rows for fractals on a part of a cube face: by nodes, and by the kernel for arbitrary directions with the
// same octaves. For the latter, directions are prepared in advance; for the former, nothing is.
#include "base/size.h"
#include "bench/bench.h"
#include "noise/lattice/face_noise.h"

#include <math.h>

enum { block_rows = TR_BLOCK_SAMPLES / 64 };

typedef struct face_numbers {
    int level; // 2^level texels along the face
    bool nodes;
    tr_basis basis;
    tr_interpolation fade;
    int octaves;
} face_numbers;

typedef struct face_state {
    tr_bench_setup setup;
    const face_numbers *numbers;
    tr_fractal_plan plan;
    tr_face_sum sum;
    tr_rectangle window;
    tr_face_noise **noise; // for each thread
    float *directions[3], *out;
} face_state;

static const tr_face_axes axes = {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}}; // +Z

static void clear_face(void *state) {
    face_state *s = state;
    for (int i = 0; s->noise && i < tr_pool_threads(s->setup.pool); i++)
        tr_face_noise_destroy(s->noise[i]);
    tr_free(s->directions[0]);
    tr_free(s->noise);
    tr_free(s->out);
}

static tr_status make_directions(face_state *s, tr_error *error) {
    const tr_rectangle *w = &s->window;
    const size_t samples = (size_t)w->rows * (size_t)w->columns;
    if (!TR_ALLOCATE(TR_ARRAY(s->directions[0], samples), TR_ARRAY(s->directions[1], samples),
                     TR_ARRAY(s->directions[2], samples)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for %zu directions", samples);
    const double n = 0.25 * w->width;
    for (size_t i = 0; i < samples; i++) {
        const size_t column = i % (size_t)w->columns, row = i / (size_t)w->columns;
        const double a = (2 * (w->column + (double)column) + 1) / n - 1;
        const double b = (2 * (w->row + (double)row) + 1) / n - 1;
        const double length = sqrt(1 + a * a + b * b);
        s->directions[0][i] = (float)(a / length), s->directions[1][i] = (float)(-b / length);
        s->directions[2][i] = (float)(1 / length);
    }
    return TR_OK;
}

static tr_status make_nodes(face_state *s, tr_error *error) {
    const int threads = tr_pool_threads(s->setup.pool);
    const tr_face_numbers numbers = {.resolution = s->window.width / 4,
                                     .rows = s->window.rows,
                                     .columns = s->window.columns,
                                     .sums = 1,
                                     .sum = &s->sum};
    tr_status status = TR_OK;
    s->noise = tr_calloc((size_t)threads, sizeof(tr_face_noise *));
    if (!s->noise)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d threads", threads);
    for (int i = 0; i < threads && status == TR_OK; i++)
        status = tr_face_noise_create(&numbers, s->setup.isa, &s->noise[i], error);
    return status;
}

static tr_status prepare_face(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                              tr_error *error) {
    face_state *s = state;
    s->setup = *setup;
    s->numbers = row->numbers;
    const int resolution = 1 << s->numbers->level, columns = tr_bench_size(row->width, setup->quick),
              rows = tr_bench_size(row->height, setup->quick);
    s->window = (tr_rectangle){4 * resolution, resolution / 3 / rows * rows, rows,
                               resolution / 5 / columns * columns, columns};
    const tr_fractal_numbers fractal = {.basis = s->numbers->basis,
                                        .interpolation = s->numbers->fade,
                                        .octaves = s->numbers->octaves,
                                        .persistence = 0.5,
                                        .lacunarity = 2,
                                        .scale = 1,
                                        .stretch = {1, 1, 1},
                                        .seed = 7};
    tr_fractal_prepare(&fractal, &s->plan);
    s->sum = (tr_face_sum){&s->plan, -1};
    s->out = tr_calloc((size_t)rows * (size_t)columns, sizeof *s->out);
    if (!s->out)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a tile");
    return s->numbers->nodes ? make_nodes(s, error) : make_directions(s, error);
}

// The whole tile is a window; each thread has a copy.
static void nodes_task(void *context, int index, int worker) {
    (void)index;
    face_state *s = context;
    const tr_rectangle w = s->window;
    tr_face_noise *noise = s->noise[worker];
    float x[TR_BLOCK_SAMPLES], y[TR_BLOCK_SAMPLES], z[TR_BLOCK_SAMPLES], out[TR_BLOCK_SAMPLES];
    tr_face_noise_begin(noise, &axes, &w);
    for (int row = w.row, rows; row < w.row + w.rows; row += rows) {
        rows = w.row + w.rows - row < block_rows ? w.row + w.rows - row : block_rows;
        for (int column = w.column, columns; column < w.column + w.columns; column += columns) {
            columns = w.column + w.columns - column < 64 ? w.column + w.columns - column : 64;
            const tr_rectangle block = {w.width, row, rows, column, columns};
            double origin[3];
            tr_face_noise_places(noise, &block, origin, x, y, z);
            tr_face_noise_sum(noise, 0, &block, origin, x, y, z, out);
            s->out[(row - w.row) * w.columns + column - w.column] = out[0]; // the others stay in the cache
        }
    }
}

// A block of samples.
static void direct_task(void *context, int index, int worker) {
    (void)worker;
    const face_state *s = context;
    const int first = index * TR_BLOCK_SAMPLES, left = s->window.rows * s->window.columns - first;
    const tr_samples at = {.count = left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES,
                           .x = s->directions[0] + first,
                           .y = s->directions[1] + first,
                           .z = s->directions[2] + first};
    float noise[TR_BLOCK_SAMPLES], weight[TR_BLOCK_SAMPLES];
    tr_fractal_evaluate(&s->plan, s->setup.isa, s->window.width, &at, s->out + first, noise, weight);
}

static tr_status run_face(void *state, tr_error *error) {
    face_state *s = state;
    const int blocks = (s->window.rows * s->window.columns + TR_BLOCK_SAMPLES - 1) / TR_BLOCK_SAMPLES;
    return s->numbers->nodes ? tr_pool_run_watched(s->setup.pool, 1, nodes_task, s, s->setup.stop, error)
                             : tr_pool_run_watched(s->setup.pool, blocks, direct_task, s, s->setup.stop, error);
}

static const tr_bench_work face_work = {sizeof(face_state), prepare_face, run_face, clear_face, NULL};

// Down to cells of two texels.
#define TILE(name_, what_, level_, nodes_)                                                                     \
    {                                                                                                          \
        name_ #level_, what_, &face_work,                                                                      \
            &(const face_numbers){(level_), nodes_, TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, (level_)-1},    \
            256, 256, .cost = {4, 0, 4, 0}, .serial = true                                                     \
    }
#define FACE(level)                                                                                            \
    TILE("face_perlin_",                                                                                       \
         "Perlin noise to cells of two texels, a tile of 256 x 256 of 2^" #level " along a face", level,       \
         true),                                                                                                \
        TILE("face_direct_perlin_", "the same by the kernel for any direction", level, false)
#define DIRECT(basis, fade)                                                                                    \
    &face_work, &(const face_numbers){12, false, TR_BASIS_##basis, TR_INTERPOLATION_##fade, 8}, 4096, 2048

static const tr_bench_row rows[] = {
    {"sphere_direct_value_fbm8", "value noise where a warp has moved the samples", DIRECT(VALUE, COSINE),
     .cost = {4, 12, 4, 8 * 150}},
    {"sphere_direct_perlin_fbm8", "Perlin noise where a warp has moved them", DIRECT(PERLIN, QUINTIC),
     .cost = {4, 12, 4, 8 * 145}},
    FACE(10),
    FACE(12),
    FACE(16),
    FACE(20),
};

const tr_bench_table tr_bench_faces = {sizeof rows / sizeof rows[0], rows};
