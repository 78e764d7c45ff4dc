// The warp of a recipe whose land is turned: samples move from the planet to where the land was before.
// Surfaces add it (planet/moved_land.c); users cannot name it.
#include "fields/own_kinds.h"

#include "base/hash.h"
#include "noise/maths/turn.h"

static tr_status prepare(const tr_prepare_context *m, int index, tr_warp_plan *plan) {
    const tr_turn turn = tr_turn_of(m->recipe->land_turn);
    (void)index;
    *(tr_turn *)plan->state = tr_turn_back(&turn);
    plan->cache_key = tr_hash_numbers(plan->cache_key, m->recipe->land_turn, 3);
    return TR_OK;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)recipe, (void)index, (void)width;
    cost->sample = 1;
}

static void apply(const tr_warp_plan *plan, const tr_block *b, float *x, float *y, float *z) {
    if (tr_meter_add(b->meter, (unsigned)b->count))
        tr_turn_directions(plan->state, b->count, x, y, z);
}

const tr_warp_type tr_warp_turn = {.kind = {.name = "turned land", .what = "land_turn"},
                                   .cost = cost,
                                   .state_bytes = sizeof(tr_turn),
                                   .prepare = prepare,
                                   .apply = apply};
