// Craters that strokes paint on a planet with a sea, on texels: the painted heights are in the channel already,
// and those of craters on land are raised above the sea.
#include "fields/private/strokes.h"
#include "terrain/paint.h"

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    (void)index;
    const tr_status status = tr_strokes_obtain(m, TR_STROKES_OF_RELIEF, &plan->solution);
    if (status != TR_OK)
        return status;
    const tr_strokes *set = tr_solution_of(plan->solution);
    *(tr_strokes_plan *)plan->state = (tr_strokes_plan){.set = set, .value = TR_STROKES_HOLLOW};
    plan->channel = 0; // the height
    tr_prepare_list(m, TR_STROKES_SITES(set));
    return TR_OK;
}

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    float hollow[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    TR_KERNEL_OF(b->isa, tr_strokes_paint)(plan->state, b, hollow);
    for (int i = 0; i < b->count; i++) {
        const float h = b->channel[i];
        out[i] = hollow[i] < 0 ? terrain_crater_floor(h - hollow[i], hollow[i]) : h;
    }
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)index;
    tr_strokes_cost(recipe, TR_STROKES_OF_RELIEF, width, cost);
}

const tr_field_type tr_field_own_craters = {.kind = {.name = "painted craters", .what = "strokes of craters"},
                                            .squares = true,
                                            .range = {-9000, 9000},
                                            .cost = cost,
                                            .state_bytes = sizeof(tr_strokes_plan),
                                            .prepare = prepare,
                                            .evaluate = evaluate};
