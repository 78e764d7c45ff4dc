// The coasts of land and sea that strokes paint, on texels: the height is above the sea where the terrain has
// painted land, and below it where it has painted sea. Coasts have bays and capes at every scale, as broad as
// the strokes are soft.
#include "fields/private/strokes.h"
#include "terrain/paint.h"

typedef struct coast {
    tr_strokes_plan land;
    tr_fractal_plan noise;
} coast;

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    (void)index;
    coast *c = plan->state;
    const tr_status status = tr_strokes_obtain(m, TR_STROKES_OF_LAND, &plan->solution);
    if (status != TR_OK)
        return status;
    c->land.set = tr_solution_of(plan->solution);
    c->noise = terrain_coast_noise(plan->seed);
    plan->channel = 0; // the height
    tr_prepare_list(m, TR_STROKES_SITES(c->land.set));
    return TR_OK;
}

typedef float lane[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const coast *c = plan->state;
    lane weight, painted, noise, spare[2];
    tr_strokes_plan land = c->land;
    bool any = false;
    land.value = TR_STROKES_WEIGHT;
    TR_KERNEL_OF(b->isa, tr_strokes_paint)(&land, b, weight);
    for (int i = 0; i < b->count; i++) {
        any = any || weight[i] > 0;
        out[i] = b->channel[i];
    }
    if (!any)
        return;
    const tr_samples at = {.count = b->count, .x = b->x, .y = b->y, .z = b->z};
    land.value = TR_STROKES_WEIGHTED;
    TR_KERNEL_OF(b->isa, tr_strokes_paint)(&land, b, painted);
    tr_fractal_evaluate(&c->noise, b->isa, b->width, &at, noise, spare[0], spare[1]);
    for (int i = 0; i < b->count; i++) {
        const float h = b->channel[i], side = terrain_coast_side(painted[i], weight[i], h, noise[i]);
        out[i] = h + terrain_coast_share(weight[i]) * (terrain_coast_height(h, side) - h);
    }
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)index;
    tr_strokes_cost(recipe, TR_STROKES_OF_LAND, width, cost);
    cost->sample = 2 * cost->sample + 60;
}

const tr_field_type tr_field_own_coast = {.kind = {.name = "painted coasts", .what = "strokes of land and sea"},
                                          .squares = true,
                                          .range = {-9000, 9000},
                                          .cost = cost,
                                          .state_bytes = sizeof(coast),
                                          .prepare = prepare,
                                          .evaluate = evaluate};
