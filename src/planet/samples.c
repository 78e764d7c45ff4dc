// A channel at samples anywhere on the sphere, on all threads, for what is prepared from earlier layers.
#include "base/memory.h"
#include "planet/private/block.h"

typedef struct sampling {
    const tr_surface *surface;
    const plan_wanted *wanted;
    const plan_places *places;
    tr_scratch **scratch; // one for each worker
    float *values;
} sampling;

static void sample_block(void *context, int index, int worker) {
    const sampling *job = context;
    const plan_places *p = job->places;
    const int block = p->rows * p->columns, first = index * block, left = p->count - first;
    const tr_rectangle where = {p->width, 0, left < block ? 1 : p->rows, 0, left < block ? left : p->columns};
    plan_samples_evaluate(job->surface, job->scratch[worker], job->wanted, &where,
                          &(tr_samples){.x = p->x + first, .y = p->y + first, .z = p->z + first},
                          job->values + first);
}

tr_status plan_sample_channel(const tr_surface *surface, const plan_wanted *wanted, const plan_places *places,
                              tr_pool *pool, tr_meter *meter, float *values, tr_error *error) {
    sampling job = {.surface = surface, .wanted = wanted, .places = places, .values = values};
    const int threads = tr_pool_threads(pool), block = places->rows * places->columns;
    job.scratch = tr_calloc((size_t)threads, sizeof(tr_scratch *));
    tr_status status = job.scratch ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for samples");
    for (int i = 0; i < threads && status == TR_OK; i++)
        status = tr_samples_create(surface, meter->watch, &job.scratch[i], error);
    if (status == TR_OK)
        status = tr_pool_run_watched(pool, (places->count + block - 1) / block, sample_block, &job,
                                     meter->watch, error);
    for (int i = 0; i < threads && job.scratch; i++) {
        tr_meter_add(meter, job.scratch[i] ? job.scratch[i]->meter.operations : 0);
        tr_scratch_destroy(job.scratch[i]);
    }
    tr_free(job.scratch);
    return status;
}

bool plan_is_on_plane(const tr_surface *surface, const bool *layers, int end) {
    bool plane = false;
    for (int i = 0; i < end; i++)
        plane = plane || (layers[i] && surface->layers[i].plane);
    return plane;
}
