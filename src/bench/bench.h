// `terrella bench`: the rows of its table, and how a row is measured; tests/bench measures other libraries so.
// More: docs/internals/speed.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "base/watch.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a row works with.
typedef struct tr_bench_setup {
    tr_isa isa;
    tr_pool *pool;
    bool quick;           // one round on small maps: to see that it works, not how fast it is
    const tr_watch *stop; // may be NULL
} tr_bench_setup;

// What one sample costs at least, and what comes out of it.
typedef struct tr_bench_cost {
    double result;        // bytes of the result, wherever it lies
    double read, written; // bytes that come from memory and go to it
    double operations;    // additions, multiplications and the like: fields.c tells how they are counted
} tr_bench_cost;

struct tr_bench_work;

typedef struct tr_bench_row {
    const char *name; // also in JSON: it never changes
    const char *what; // one line
    const struct tr_bench_work *work;
    const void *numbers; // what sort of that work, as the work knows
    int width, height;   // samples
    tr_bench_cost cost;
    int pieces;  // that people count, as tiles: told as so many a second; 0: none
    bool whole;  // people think of it as a whole: told in ms instead of ns per sample
    bool serial; // does not use threads
    bool waits;  // waits for a disk: only wall-clock time tells
} tr_bench_row;

// A kind of work. `prepare` makes what it needs in a state of zeros, outside of the measured time; `run` does
// the work once; `clear` frees what the state points to, also after a failure (NULL: nothing); `operations`,
// which may be NULL, tells what meters counted in all runs so far (base/meter.h).
typedef struct tr_bench_work {
    size_t state_bytes;
    tr_status (*prepare)(const tr_bench_row *row, const tr_bench_setup *setup, void *state, tr_error *error);
    tr_status (*run)(void *state, tr_error *error);
    void (*clear)(void *state);
    uint64_t (*operations)(const void *state);
} tr_bench_work;

// A table of rows that a file has.
typedef struct tr_bench_table {
    int count;
    const tr_bench_row *rows;
} tr_bench_table;

extern const tr_bench_table tr_bench_limits;  // what the machine can do (limits.c)
extern const tr_bench_table tr_bench_fields;  // fields over maps (fields.c)
extern const tr_bench_table tr_bench_kernels; // loops of the noise module on samples in a cache (kernels.c)
extern const tr_bench_table tr_bench_faces;   // fractals on tiles of a face (faces.c)
extern const tr_bench_table tr_bench_planets; // whole planets, and files of what is baked (planets.c)
extern const tr_bench_table tr_bench_edits;   // what a hand in the window waits for (edits.c)
extern const tr_bench_table tr_bench_sets;    // sets, from bake to files (sets.c)
extern const tr_bench_table tr_bench_frames;  // lit pictures (frames.c)

// Order of the rows of tr_bench_limits.
enum { TR_BENCH_WRITE, TR_BENCH_READ, TR_BENCH_ARITHMETIC, TR_BENCH_LIMIT_COUNT };

// The row of a planet type: its bake with all maps. Both names stay with the caller. Errors: TR_NO_MEMORY.
tr_status tr_bench_type_row(const char *name, const char *type, tr_bench_row *row, tr_error *error);

// The row of a single field: a map of its example. Both names stay with the caller.
tr_bench_row tr_bench_field_row(const char *name, const char *field);

// Samples along an axis: a sixteenth in the quick mode.
static inline int tr_bench_size(int size, bool quick) { return !quick ? size : size < 16 ? 1 : size / 16; }

double tr_bench_samples(const tr_bench_row *row, bool quick);

// Medians of the rounds. One thread is measured in time that the processor spent on it, which other programs do
// not change; several threads, and work that waits for a disk, by the clock on the wall.
typedef struct tr_bench_time {
    int rounds;
    double seconds;       // the one to tell: cpu_s of one thread, else wall_s
    double wall_s, cpu_s; // cpu_s: of all threads together
    double least_s;       // fastest round, by the same clock as `seconds`
    double operations;    // that meters counted in a round; 0: none
    double peak_mb;       // memory of the process at most while the work ran; 0: the system does not tell
} tr_bench_time;

// Prepares, warms up with one round and measures at least five (three of work that takes a second; in the
// quick mode one, cold). Errors: TR_STOPPED, TR_NO_MEMORY, and what the work fails with.
tr_status tr_bench_measure(const tr_bench_row *row, const tr_bench_setup *setup, tr_bench_time *time,
                           tr_error *error);
// Times one more round, and the median of several: for those who interleave rounds of different work.
typedef struct tr_bench_round {
    double wall_s, cpu_s;
} tr_bench_round;
tr_status tr_bench_time_round(const tr_bench_work *work, void *state, tr_bench_round *round, tr_error *error);
double tr_bench_median(int count, double *values); // sorts them

// Makes the state of a row, and frees it, for them. Errors: TR_NO_MEMORY, those of prepare.
tr_status tr_bench_prepare(const tr_bench_row *row, const tr_bench_setup *setup, void **state, tr_error *error);
void tr_bench_clear(const tr_bench_row *row, void *state); // NULL is allowed

struct tr_world;
struct tr_recipe;
struct tr_surface;
// The recipe of a world's first planet, a coarse one in the quick mode. Errors: those of tr_world_load.
tr_status tr_bench_load(const struct tr_world *world, const tr_bench_setup *setup, struct tr_recipe **recipe,
                        tr_error *error);
// Makes a recipe ready on the threads of the setup. Errors: those of tr_surface_make; TR_STOPPED.
tr_status tr_bench_make(const tr_bench_setup *setup, const struct tr_recipe *recipe,
                        struct tr_surface **surface, tr_error *error);
