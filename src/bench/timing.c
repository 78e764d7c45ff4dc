// Measures the time of a row.
#include "base/memory.h"
#include "base/system.h"
#include "bench/bench.h"
#include "planet/surface.h"
#include "scene/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { rounds_most = 64 };

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double tr_bench_samples(const tr_bench_row *row, bool quick) {
    return (double)tr_bench_size(row->width, quick) * tr_bench_size(row->height, quick);
}

static int compare(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

double tr_bench_median(int count, double *values) {
    qsort(values, (size_t)count, sizeof *values, compare);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

tr_status tr_bench_time_round(const tr_bench_work *work, void *state, tr_bench_round *round, tr_error *error) {
    const double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    tr_status status = work->run(state, error);
    round->cpu_s = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    round->wall_s = now(CLOCK_MONOTONIC) - wall;
    return status;
}

// ---- rounds ------------------------------------------------------------------------------------

// Whether there are enough rounds, by their number and total time.
static bool is_enough(int rounds, double seconds, bool quick) {
    return quick || rounds == rounds_most || (rounds >= 5 && seconds > 0.3) || (rounds >= 3 && seconds > 3);
}

static tr_status measure(const tr_bench_row *row, const tr_bench_setup *setup, void *state, tr_bench_time *time,
                         tr_error *error) {
    double wall[rounds_most], cpu[rounds_most], passed = 0;
    int rounds = 0;
    uint64_t counted = 0;
    tr_bench_round round;
    tr_status status = TR_OK;
    const bool has_peak = tr_memory_forget_peak();
    if (!setup->quick)
        status = tr_bench_time_round(row->work, state, &round, error); // warms caches and touches memory
    if (status == TR_OK && row->work->operations)
        counted = row->work->operations(state);
    while (status == TR_OK && (rounds == 0 || !is_enough(rounds, passed, setup->quick))) {
        status = tr_watch_check(setup->stop, error);
        if (status != TR_OK)
            return status;
        status = tr_bench_time_round(row->work, state, &round, error);
        wall[rounds] = round.wall_s, cpu[rounds] = round.cpu_s;
        passed += round.wall_s;
        rounds++;
    }
    if (status != TR_OK)
        return status;
    *time = (tr_bench_time){
        .rounds = rounds, .wall_s = tr_bench_median(rounds, wall), .cpu_s = tr_bench_median(rounds, cpu)};
    if (row->work->operations)
        time->operations = (double)(row->work->operations(state) - counted) / rounds;
    time->peak_mb = has_peak ? tr_memory_peak_mb() : 0;
    const bool by_wall = tr_pool_threads(setup->pool) > 1 || row->waits;
    time->seconds = by_wall ? time->wall_s : time->cpu_s;
    time->least_s = by_wall ? wall[0] : cpu[0]; // the median sorted them
    return TR_OK;
}

tr_status tr_bench_prepare(const tr_bench_row *row, const tr_bench_setup *setup, void **state,
                           tr_error *error) {
    *state = tr_calloc(1, row->work->state_bytes);
    return *state ? row->work->prepare(row, setup, *state, error)
                  : tr_fail(error, TR_NO_MEMORY, "no memory for a benchmark");
}

void tr_bench_clear(const tr_bench_row *row, void *state) {
    if (state && row->work->clear)
        row->work->clear(state);
    tr_free(state);
}

tr_status tr_bench_measure(const tr_bench_row *row, const tr_bench_setup *setup, tr_bench_time *time,
                           tr_error *error) {
    void *state;
    tr_status status = tr_bench_prepare(row, setup, &state, error);
    if (status == TR_OK)
        status = measure(row, setup, state, time, error);
    tr_bench_clear(row, state);
    return status;
}

// ---- planets -----------------------------------------------------------------------------------

tr_status tr_bench_load(const tr_world *world, const tr_bench_setup *setup, tr_recipe **recipe,
                        tr_error *error) {
    tr_scene scene = {0};
    const tr_status status = tr_world_load(world, &scene, error);
    if (status == TR_OK) {
        *recipe = scene.planets[0].recipe;
        scene.planets[0].recipe = NULL;
        if (setup->quick)
            tr_recipe_coarsen(*recipe, 32);
    }
    tr_scene_clear(&scene);
    return status;
}

tr_status tr_bench_make(const tr_bench_setup *setup, const tr_recipe *recipe, tr_surface **surface,
                        tr_error *error) {
    const tr_surface_options how = {.isa = setup->isa, .pool = setup->pool, .watch = setup->stop};
    return tr_surface_make(recipe, &how, surface, error);
}
