// Shared functions of the steps that solve a terrain: parallel loops over all points, noise at points,
// quantiles by area.
#include "terrain/private/work.h"
#include "base/hash.h"

#include <string.h>

// ---- over all points ---------------------------------------------------------------------------

typedef struct each {
    terrain_work *work;
    terrain_batch batch;
} each;

static void run_batch(void *context, int index, int worker) {
    const each *e = context;
    const int first = index * TR_BLOCK_SAMPLES, left = e->work->globe.count - first;
    e->batch(e->work, &e->work->scratch[worker], first, left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES);
}

void terrain_run(terrain_work *work, int points, int tasks, unsigned operations, tr_task task, void *context) {
    if (tr_meter_check(work->meter, NULL) == TR_OK &&
        tr_pool_run_watched(work->pool, tasks, task, context, work->meter->watch, NULL) != TR_OK)
        work->meter->stopped = true;
    tr_meter_add(work->meter, (uint64_t)points * operations);
}

void terrain_each(terrain_work *work, unsigned operations, terrain_batch batch) {
    each e = {work, batch};
    terrain_run(work, work->globe.count, (work->globe.count + TR_BLOCK_SAMPLES - 1) / TR_BLOCK_SAMPLES,
                operations, run_batch, &e);
}

static tr_fractal_plan plan_of(const terrain_work *work, const char *name, tr_fractal_numbers numbers) {
    tr_fractal_plan plan;
    numbers.seed = tr_hash_text(work->numbers->seed, name);
    numbers.interpolation = TR_INTERPOLATION_QUINTIC;
    numbers.lacunarity = 2.03;
    for (int k = 0; k < 3; k++)
        numbers.stretch[k] = 1;
    tr_fractal_prepare(&numbers, &plan);
    return plan;
}

void terrain_noise(const terrain_work *work, const char *name, tr_fractal_numbers numbers, const tr_samples *at,
                   terrain_scratch *scratch, float *out) {
    const tr_fractal_plan plan = plan_of(work, name, numbers);
    tr_fractal_evaluate(&plan, work->isa, 4 * work->globe.cells, at, out, scratch->spare[0], scratch->spare[1]);
}

tr_samples terrain_warp(const terrain_work *work, const char *name, tr_fractal_numbers numbers, double amount,
                        const tr_samples *at, terrain_scratch *s) {
    const tr_fractal_plan plan = plan_of(work, name, numbers);
    const size_t bytes = (size_t)at->count * sizeof(float);
    for (int k = 0; k < 3; k++)
        memset(s->shift[k], 0, bytes);
    tr_fractal_add_vector(&plan, work->isa, 4 * work->globe.cells, 0, plan.count, amount, at, s->shift[0],
                          s->shift[1], s->shift[2]);
    memmove(s->moved[0], at->x, bytes), memmove(s->moved[1], at->y, bytes), memmove(s->moved[2], at->z, bytes);
    TR_KERNEL_OF(work->isa, tr_displace)
    (at->count, s->shift[0], s->shift[1], s->shift[2], s->moved[0], s->moved[1], s->moved[2]);
    return (tr_samples){.count = at->count, .x = s->moved[0], .y = s->moved[1], .z = s->moved[2]};
}

// ---- quantiles by area -------------------------------------------------------------------------

// Uses a histogram of area, and interpolates within the bin that contains the quantile.
float terrain_quantile(const tr_globe *globe, const float *values, double fraction) {
    enum { bins = 4096 };
    double area[bins] = {0}, total = 0;
    float low = values[0], high = values[0];
    for (int i = 0; i < globe->count; i++)
        low = values[i] < low ? values[i] : low, high = values[i] > high ? values[i] : high;
    const float scale = high > low ? (float)bins / (high - low) : 0;
    for (int i = 0; i < globe->count; i++) {
        const int bin = (int)((values[i] - low) * scale);
        area[bin < bins ? bin : bins - 1] += (double)globe->area[i], total += (double)globe->area[i];
    }
    double left = fraction * total;
    int bin = bins - 1;
    while (bin > 0 && left > area[bin])
        left -= area[bin--];
    const double within = area[bin] > 0 ? left / area[bin] : 0;
    return (float)((double)low + (double)(high - low) * (bin + 1 - (within < 1 ? within : 1)) / bins);
}
