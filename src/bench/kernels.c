// Rows for single inner loops over one block of samples that stays in the cache of a core: the time of a kernel
// without memory access. The samples are 48 x 48 neighbours of a map 4096 wide; the octave has 64 cells per
// radius.
//
// Operations are counted as described in fields.c.
#include "base/memory.h"
#include "bench/bench.h"
#include "noise/lattice/fractal.h"

enum { side = 48, rounds_each = 56 };

typedef float lane[TR_BLOCK_SAMPLES];

// For one thread.
typedef struct block {
    lane x, y, z, u, v; // of the samples
    lane value, zero;   // numbers in [0, 1], and zeros
    lane out[3];
} block;

typedef struct kernel_state {
    tr_bench_setup setup;
    const struct kernel_numbers *numbers;
    tr_octave octave;
    int samples, tasks; // per block; number of repetitions
    block *blocks;
} kernel_state;

typedef struct kernel_numbers {
    void (*run)(const kernel_state *s, block *b);
    int kind, fade; // a basis and an interpolation, or a shape
} kernel_numbers;

static void fill_block(block *b) {
    const tr_rectangle where = {4096, 700, side, 1000, side};
    tr_sphere_samples(&where, b->x, b->y, b->z, b->u, b->v);
    for (int i = 0; i < TR_BLOCK_SAMPLES; i++)
        b->value[i] = (float)(i * 37 % 256) / 255;
}

static tr_status prepare(const tr_bench_row *row, const tr_bench_setup *setup, void *state, tr_error *error) {
    kernel_state *s = state;
    s->blocks = tr_calloc((size_t)tr_pool_threads(setup->pool), sizeof *s->blocks);
    if (!s->blocks)
        return tr_fail(error, TR_NO_MEMORY, "no memory for blocks of samples");
    s->setup = *setup;
    s->numbers = row->numbers;
    s->octave = (tr_octave){.frequency = {64, 64, 64}, .period = 257, .seed = {7, 8}, .amplitude = 0.5f};
    s->samples = tr_bench_size(row->width, setup->quick);
    s->tasks = tr_bench_size(row->height, setup->quick) / rounds_each;
    for (int i = 0; i < tr_pool_threads(setup->pool); i++)
        fill_block(&s->blocks[i]);
    return TR_OK;
}

static void run_task(void *context, int index, int worker) {
    (void)index;
    const kernel_state *s = context;
    for (int i = 0; i < rounds_each; i++)
        s->numbers->run(s, &s->blocks[worker]);
}

static tr_status run(void *state, tr_error *error) {
    kernel_state *s = state;
    return tr_pool_run_watched(s->setup.pool, s->tasks, run_task, s, s->setup.stop, error);
}

static void clear(void *state) { tr_free(((kernel_state *)state)->blocks); }

static const tr_bench_work work = {sizeof(kernel_state), prepare, run, clear, NULL};

// ---- the kernels -------------------------------------------------------------------------------

static void space(const kernel_state *s, block *b) {
    TR_KERNEL_OF(s->setup.isa, tr_lattice)
    (&s->octave, s->numbers->kind, s->numbers->fade, s->samples, b->x, b->y, b->z, b->out[0]);
}

static void plane(const kernel_state *s, block *b) {
    TR_KERNEL_OF(s->setup.isa, tr_lattice_plane)
    (&s->octave, s->numbers->kind, s->numbers->fade, s->samples, b->u, b->v, b->out[0]);
}

static void perlin_vector(const kernel_state *s, block *b) {
    TR_KERNEL_OF(s->setup.isa, tr_perlin_vector)
    (&s->octave, s->samples, b->x, b->y, b->z, b->out[0], b->out[1], b->out[2]);
}

static void accumulate(const kernel_state *s, block *b) {
    const tr_octave_weight entry = {.shape = s->numbers->kind, .amplitude = 0.5f, .fraction = 1};
    TR_KERNEL_OF(s->setup.isa, tr_accumulate)(&entry, s->samples, b->value, b->out[0], b->out[1]);
}

static void displace(const kernel_state *s, block *b) {
    TR_KERNEL_OF(s->setup.isa, tr_displace)(s->samples, b->zero, b->zero, b->zero, b->x, b->y, b->z);
}

// ---- the table ---------------------------------------------------------------------------------

#define KERNEL(...) &work, &(const kernel_numbers){.run = __VA_ARGS__}, TR_BLOCK_SAMPLES, 64 * rounds_each
// Bytes of the result, which stays in the cache.
#define CACHED(bytes, operations) .cost = {(bytes), 0, 0, (operations)}

static const tr_bench_row rows[] = {
    {"kernel_perlin", "an octave of Perlin noise in space, quintic",
     KERNEL(space, .kind = TR_BASIS_PERLIN, .fade = TR_INTERPOLATION_QUINTIC), CACHED(4, 143)},
    {"kernel_value", "an octave of value noise in space, cosine",
     KERNEL(space, .kind = TR_BASIS_VALUE, .fade = TR_INTERPOLATION_COSINE), CACHED(4, 148)},
    {"kernel_perlin_plane", "an octave of Perlin noise on the plane, quintic",
     KERNEL(plane, .kind = TR_BASIS_PERLIN, .fade = TR_INTERPOLATION_QUINTIC), CACHED(4, 80)},
    {"kernel_value_plane", "an octave of value noise on the plane, cosine",
     KERNEL(plane, .kind = TR_BASIS_VALUE, .fade = TR_INTERPOLATION_COSINE), CACHED(4, 97)},
    {"kernel_perlin_vector", "an octave of three Perlin noises from one hash", KERNEL(perlin_vector),
     CACHED(12, 316)},
    {"kernel_accumulate", "an octave to the sum", KERNEL(accumulate, .kind = TR_FRACTAL_PLAIN), CACHED(4, 2)},
    {"kernel_accumulate_ridged", "a ridged octave to the sum", KERNEL(accumulate, .kind = TR_FRACTAL_RIDGED),
     CACHED(8, 10)},
    {"kernel_displace", "samples moved and put back onto the sphere", KERNEL(displace), CACHED(12, 28)},
};

const tr_bench_table tr_bench_kernels = {sizeof rows / sizeof rows[0], rows};
