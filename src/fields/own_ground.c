// The ground of planets without a terrain that follow a map of a part of the globe: the heights of the map and,
// round it, heights that join it and fade. What a type draws as low or high ground follows both.
#include "fields/own_kinds.h"
#include "fields/private/own_join.h"

#include "base/hash.h"

#include <string.h>

typedef struct ground {
    bool share; // how far there is a ground, not its heights
    float black, times, strength;
    tr_solution *join; // or NULL: the map shows the whole globe
} ground;

static tr_status prepare(const tr_prepare_context *m, int layer, tr_field_plan *plan) {
    const int index = own_map_find(m->recipe, tr_own_kind_names[TR_OWN_HEIGHT]);
    const tr_own_map *map = &m->recipe->maps[index];
    ground *g = plan->state;
    const tr_status status = own_map_obtain(m, index, &plan->solution);
    if (status != TR_OK)
        return status;
    const own_scale scale = own_map_scale(m->recipe, map, own_images_of(plan->solution));
    *g = (ground){.share = strcmp(m->recipe->layers[layer].into, "height") != 0,
                  .black = (float)scale.black,
                  .times = (float)(scale.white - scale.black),
                  .strength = (float)map->strength};
    const double numbers[] = {scale.black, scale.white, map->strength, g->share};
    plan->cache_key = tr_hash_numbers(plan->cache_key, numbers, 4);
    return own_ground_obtain(m, plan, &g->join);
}

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const ground *g = plan->state;
    float value[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES], weight[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    float join[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES] = {0};
    if (!tr_meter_add(b->meter, 9 * TR_CUBE_OPERATIONS * (unsigned)b->count))
        return;
    TR_KERNEL_OF(b->isa, tr_image_sample)
    (&own_images_of(plan->solution)->images[0], TR_IMAGE_CUBIC, (double)b->texel, b->count, b->x, b->y, b->z,
     value, weight);
    if (g->join) {
        const own_join *solved = tr_solution_of(g->join);
        TR_KERNEL_OF(b->isa, tr_cube_sample)
        (g->share ? &solved->share : &solved->value, b->count, b->x, b->y, b->z, join);
    }
    for (int i = 0; i < b->count; i++) {
        const float inside = g->share ? 1 : g->black + g->times * value[i], all = g->share ? 1 : g->strength;
        out[i] = all * own_ground_at(join[i], weight[i], inside);
    }
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)recipe, (void)index, (void)width;
    cost->sample = 9 * TR_CUBE_OPERATIONS;
}

static void clear(void *state) { tr_solution_release(((ground *)state)->join); }

const tr_field_type tr_field_own_ground = {.kind = {.name = "ground of a map", .what = "the map \"height\""},
                                           .range = {-9000, 9000},
                                           .cost = cost,
                                           .state_bytes = sizeof(ground),
                                           .prepare = prepare,
                                           .evaluate = evaluate,
                                           .clear = clear};
