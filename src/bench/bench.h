// `terrella bench`: its table of rows, and the measurement of a row, which tests/bench also uses for other
// libraries.
// More: docs/internals/speed.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "base/watch.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The environment of a row.
typedef struct tr_bench_setup {
    tr_isa isa;
    tr_pool *pool;
    bool quick;           // one round on small maps: checks that the row works, not its speed
    const tr_watch *stop; // may be NULL
} tr_bench_setup;

// The minimum cost of one sample, and the size of its result.
typedef struct tr_bench_cost {
    double result;        // bytes of the result, wherever it is stored
    double read, written; // bytes transferred from and to memory
    double operations;    // additions, multiplications and so on, counted as described in fields.c
} tr_bench_cost;

struct tr_bench_work;

typedef struct tr_bench_row {
    const char *name; // also used in JSON, so it must not change
    const char *what; // one line
    const struct tr_bench_work *work;
    const void *numbers; // parameters of the work
    int width, height;   // samples
    tr_bench_cost cost;
    int pieces;     // units that users count, such as tiles, reported per second; 0: none
    bool whole;     // reported in ms for the whole instead of ns per sample
    bool serial;    // does not use threads
    bool waits;     // waits for a disk: only wall-clock time is meaningful
    const char *of; // the name of the type or field whose row it is, or NULL
} tr_bench_row;

// A kind of work. `prepare` fills a zeroed state, outside of the measured time. `run` does the work once.
// `clear` frees what the state points to, also after a failure (NULL: nothing). `operations` returns what
// meters counted in all runs so far (base/meter.h); it may be NULL.
typedef struct tr_bench_work {
    size_t state_bytes;
    tr_status (*prepare)(const tr_bench_row *row, const tr_bench_setup *setup, void *state, tr_error *error);
    tr_status (*run)(void *state, tr_error *error);
    void (*clear)(void *state);
    uint64_t (*operations)(const void *state);
} tr_bench_work;

// The rows of one file.
typedef struct tr_bench_table {
    int count;
    const tr_bench_row *rows;
} tr_bench_table;

extern const tr_bench_table tr_bench_limits;  // limits of the machine (limits.c)
extern const tr_bench_table tr_bench_fields;  // fields over maps (fields.c)
extern const tr_bench_table tr_bench_kernels; // loops of the noise module on samples in a cache (kernels.c)
extern const tr_bench_table tr_bench_images;  // images: samples and files (images.c)
extern const tr_bench_table tr_bench_planets; // whole planets, and files of baked maps (planets.c)
extern const tr_bench_table tr_bench_edits;   // delays of edits in the window (edits.c)
extern const tr_bench_table tr_bench_sets;    // sets, from bake to files (sets.c)
extern const tr_bench_table tr_bench_frames;  // lit pictures (frames.c)

// The order of the rows in tr_bench_limits.
enum { TR_BENCH_WRITE, TR_BENCH_READ, TR_BENCH_ARITHMETIC, TR_BENCH_LIMIT_COUNT };

// The row of a planet type: its bake with all maps. Both names must outlive the row. Errors: TR_NO_MEMORY.
tr_status tr_bench_type_row(const char *name, const char *type, tr_bench_row *row, tr_error *error);

// The row of a single field: a map of its example. Both names must outlive the row.
tr_bench_row tr_bench_field_row(const char *name, const char *field);

// Samples along an axis: a sixteenth in quick mode.
static inline int tr_bench_size(int size, bool quick) { return !quick ? size : size < 16 ? 1 : size / 16; }

double tr_bench_samples(const tr_bench_row *row, bool quick);

// Medians of the rounds. Single-threaded work is measured in processor time, which other programs do not
// affect; multi-threaded work and work that waits for a disk in wall-clock time.
typedef struct tr_bench_time {
    int rounds;
    double seconds;       // the time to report: cpu_s for one thread, otherwise wall_s
    double wall_s, cpu_s; // cpu_s: total of all threads
    double least_s;       // fastest round, by the same clock as `seconds`
    double operations;    // counted by meters per round; 0: none
    double peak_mb;       // peak memory of the process during the work; 0: not available on this system
} tr_bench_time;

// Prepares, runs one warm-up round and measures at least five rounds (three if the work takes a second; in
// quick mode one, without warm-up). Errors: TR_STOPPED, TR_NO_MEMORY, and the errors of the work.
tr_status tr_bench_measure(const tr_bench_row *row, const tr_bench_setup *setup, tr_bench_time *time,
                           tr_error *error);
// Measures a single round, and computes medians: for callers that interleave rounds of different work.
typedef struct tr_bench_round {
    double wall_s, cpu_s;
} tr_bench_round;
tr_status tr_bench_time_round(const tr_bench_work *work, void *state, tr_bench_round *round, tr_error *error);
double tr_bench_median(int count, double *values); // sorts the values

// Makes the state of a row, and frees it, for them. Errors: TR_NO_MEMORY, those of prepare.
tr_status tr_bench_prepare(const tr_bench_row *row, const tr_bench_setup *setup, void **state, tr_error *error);
void tr_bench_clear(const tr_bench_row *row, void *state); // NULL is allowed

struct tr_world;
struct tr_recipe;
struct tr_surface;
// The recipe of a world's first planet, a coarse one in the quick mode. Errors: those of tr_world_load.
tr_status tr_bench_load(const struct tr_world *world, const tr_bench_setup *setup, struct tr_recipe **recipe,
                        tr_error *error);
// Prepares a recipe on the threads of the setup. Errors: those of tr_surface_make; TR_STOPPED.
tr_status tr_bench_make(const tr_bench_setup *setup, const struct tr_recipe *recipe,
                        struct tr_surface **surface, tr_error *error);

// ---- the loops that measure the machine's limits (limits_kernel.c) -----------------------------------------

// Fills memory with non-temporal stores.
TR_DECLARE_KERNEL(tr_limit_write, (size_t bytes, void *to))
// Reads all words. *kept depends on each, so that the compiler cannot skip any.
TR_DECLARE_KERNEL(tr_limit_read, (size_t bytes, const void *from, float *kept))
// Executes at least `operations` multiplications and additions of floats, half of each, not fused. The value of
// *kept has no meaning.
TR_DECLARE_KERNEL(tr_limit_arithmetic, (double operations, float *kept))
