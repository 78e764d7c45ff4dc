// A warp that applies the winds of another warp for part of its time. It needs no solution of its own.
#include "fields/private/list.h"
#include "fields/private/rows.h"
#include "fields/private/winds.h"

#include "base/hash.h"

typedef struct part {
    char source[TR_NAME_BYTES];
    double quarters;
} part;
FITS(part);

// clang-format off
static const tr_parameter rows[] = {
    {"flow_from", NAME, IN_WARP(part, source), .size = TR_NAME_BYTES, .label = "Shared with", .what = "earlier distortion of the kind flow whose winds it shares", .effect = BAKES},
    {"quarters", WHOLE, IN_WARP(part, quarters), .low = 1, .high = TR_FLOW_PARTS, .fallback = 1, .label = "Quarters", .what = "fraction of the time that the wind has blown, in quarters: less keeps fine detail that all of it draws out", .effect = BAKES},
};
// clang-format on

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_warp *warp = &recipe->warps[index];
    const char *of = PARAMETERS(part, warp)->source;
    const int other = tr_recipe_find_warp(recipe, index, of);
    return other >= 0 && recipe->warps[other].kind == &tr_warp_flow.kind
               ? TR_OK
               : tr_recipe_fail(error, "warps", warp->name, "flow_from",
                                "there is no earlier warp of the kind 'flow' called '%s'", of);
}

// A copy of the parameters, and the winds, which belong to the other warp's solution.
typedef struct ready {
    const tr_flow *winds;
    int quarters;
} ready;

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    cost->sample = TR_FLOW_OPERATIONS * PARAMETERS(part, &recipe->warps[index])->quarters;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_warp_plan *plan) {
    const part *p = PARAMETERS(part, &m->recipe->warps[index]);
    ready *state = plan->state;
    uint64_t solved;
    state->winds = tr_winds_find(m, p->source, &solved);
    state->quarters = (int)p->quarters;
    plan->cache_key = tr_hash_pair(plan->cache_key, solved);
    return TR_OK;
}

static void apply(const tr_warp_plan *plan, const tr_block *b, float *x, float *y, float *z) {
    const ready *r = plan->state;
    if (!tr_meter_add(b->meter, TR_FLOW_OPERATIONS * (unsigned)(r->quarters * b->count)))
        return;
    tr_flow_depart(r->winds, r->quarters, b->isa, b->count, x, y, z, b->spare[0], b->spare[1], b->spare[2]);
}

const tr_warp_type tr_warp_part = {.kind = {.name = "part",
                                            .what = "the winds of a flow after a part of its time",
                                            .parameters = TR_PARAMETER_TABLE("warps.NAME.", rows),
                                            .check = check},
                                   .cost = cost,
                                   .state_bytes = sizeof(ready),
                                   .prepare = prepare,
                                   .apply = apply};
