// Rows for the limits of the machine, with which other rows are compared.
#include "base/size.h"
#include "bench/bench.h"

#include <string.h>

enum { slices = 64, operations_each = 64 };

typedef struct limit_state {
    tr_bench_setup setup;
    tr_task task;
    size_t slice_bytes;
    double slice_samples;
    char *memory;
    float kept[slices]; // stored results, which prevent the compiler from removing the loop
} limit_state;

static void write_slice(void *context, int index, int worker) {
    (void)worker;
    limit_state *s = context;
    TR_KERNEL_OF(s->setup.isa, tr_limit_write)(s->slice_bytes, s->memory + (size_t)index * s->slice_bytes);
}

static void read_slice(void *context, int index, int worker) {
    (void)worker;
    limit_state *s = context;
    TR_KERNEL_OF(s->setup.isa, tr_limit_read)
    (s->slice_bytes, s->memory + (size_t)index * s->slice_bytes, &s->kept[index]);
}

static void calculate(void *context, int index, int worker) {
    (void)worker;
    limit_state *s = context;
    TR_KERNEL_OF(s->setup.isa, tr_limit_arithmetic)(s->slice_samples * operations_each, &s->kept[index]);
}

static tr_status prepare(const tr_bench_row *row, const tr_bench_setup *setup, void *state, tr_error *error) {
    limit_state *s = state;
    const double samples = tr_bench_samples(row, setup->quick);
    const size_t bytes = (size_t)(samples * (row->cost.read + row->cost.written));
    s->setup = *setup;
    s->task = row->cost.written > 0 ? write_slice : row->cost.read > 0 ? read_slice : calculate;
    s->slice_bytes = bytes / slices;
    s->slice_samples = samples / slices;
    s->memory = tr_allocate(bytes, 1);
    if (!s->memory)
        return tr_fail(error, TR_NO_MEMORY, "no memory to measure memory");
    memset(s->memory, 1, bytes); // pages that were never written to would all map to one page
    return TR_OK;
}

static tr_status run(void *state, tr_error *error) {
    limit_state *s = state;
    return tr_pool_run_watched(s->setup.pool, slices, s->task, s, s->setup.stop, error);
}

static void clear(void *state) { tr_free(((limit_state *)state)->memory); }

static const tr_bench_work work = {sizeof(limit_state), prepare, run, clear, NULL};

// 128 MiB, more than the caches.
static const tr_bench_row rows[TR_BENCH_LIMIT_COUNT] = {
    [TR_BENCH_WRITE] = {"limit_write", "memory written past the caches", &work, NULL, 4096, 8192,
                        .cost = {4, 0, 4, 0}},
    [TR_BENCH_READ] = {"limit_read", "memory read", &work, NULL, 4096, 8192, .cost = {4, 4, 0, 0}},
    [TR_BENCH_ARITHMETIC] = {"limit_arithmetic",
                             "64 multiplications and additions of floats a sample, not fused", &work, NULL,
                             4096, 2048, .cost = {0, 0, 0, operations_each}},
};

const tr_bench_table tr_bench_limits = {TR_BENCH_LIMIT_COUNT, rows};
