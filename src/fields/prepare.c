// The common part of preparing fields and warps.
#include "base/hash.h"
#include "base/size.h"
#include "fields/field.h"

static void release(tr_solution *solution, void *state, void (*clear)(void *state)) {
    tr_solution_release(solution);
    if (state && clear)
        clear(state);
    tr_free(state);
}

static tr_status make_state(const tr_prepare_context *m, size_t bytes, void **state) {
    *state = bytes ? tr_calloc(1, bytes) : NULL;
    return bytes && !*state ? tr_fail(m->error, TR_NO_MEMORY, "no memory to prepare a field") : TR_OK;
}

// ---- fields ------------------------------------------------------------------------------------

tr_status tr_field_prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_recipe *recipe = m->recipe;
    const tr_layer *layer = &recipe->layers[index], *owner = tr_recipe_owner(recipe, layer);
    const tr_field_type *type = tr_layer_type(layer);
    *plan =
        (tr_field_plan){.type = type, .seed = tr_recipe_seed(recipe, owner->name), .warp = -1, .channel = -1};
    if (layer->warp[0] && !type->placeless)
        plan->warp = tr_recipe_find_warp(recipe, recipe->warp_count, layer->warp);
    uint64_t h = tr_hash_text(plan->seed, type->kind.name);
    if (plan->warp >= 0)
        h = tr_hash_pair(h, m->warps[plan->warp].cache_key);
    h = tr_parameters_hash(h, recipe, &type->kind.parameters, layer, false);
    if (owner != layer)
        h = tr_parameters_hash(h, recipe, &owner->kind->parameters, owner, false);
    plan->cache_key = h;
    tr_status status = tr_watch_check(m->watch, m->error);
    if (status == TR_OK)
        status = make_state(m, type->state_bytes, &plan->state);
    if (status == TR_OK && type->prepare)
        status = type->prepare(m, index, plan);
    if (plan->solution)
        plan->cache_key = tr_hash_pair(plan->cache_key, plan->solution->cache_key);
    return status;
}

void tr_field_clear(tr_field_plan *plan) {
    release(plan->solution, plan->state, plan->type ? plan->type->clear : NULL);
    *plan = (tr_field_plan){0};
}

// ---- warps -------------------------------------------------------------------------------------

tr_status tr_warp_prepare(const tr_prepare_context *m, int index, tr_warp_plan *plan) {
    const tr_recipe *recipe = m->recipe;
    const tr_warp *warp = &recipe->warps[index];
    const tr_warp_type *type = (const tr_warp_type *)(const void *)warp->kind; // the kind is its first member
    *plan = (tr_warp_plan){.type = type, .after = -1, .seed = tr_recipe_seed(recipe, warp->name)};
    if (warp->after[0])
        plan->after = tr_recipe_find_warp(recipe, index, warp->after);
    uint64_t h = tr_hash_text(plan->seed, type->kind.name);
    if (plan->after >= 0)
        h = tr_hash_pair(h, m->warps[plan->after].cache_key);
    plan->cache_key = tr_parameters_hash(h, recipe, &type->kind.parameters, warp, false);
    tr_status status = make_state(m, type->state_bytes, &plan->state);
    if (status == TR_OK)
        status = type->prepare(m, index, plan);
    if (plan->solution)
        plan->cache_key = tr_hash_pair(plan->cache_key, plan->solution->cache_key);
    return status;
}

void tr_warp_clear(tr_warp_plan *plan) {
    release(plan->solution, plan->state, plan->type ? plan->type->clear : NULL);
    *plan = (tr_warp_plan){0};
}

// ---- for the types -----------------------------------------------------------------------------

static void settle_numbers(const tr_recipe *recipe, const tr_parameter_table *table, void *element) {
    for (int i = 0; i < table->count; i++) {
        const tr_parameter *p = &table->rows[i];
        tr_number *number = tr_parameter_at(p, element);
        if (p->kind == TR_PARAMETER_KNOBBED)
            *number = (tr_number){.plus = tr_number_within(*number, recipe, p->low, p->high)};
    }
}

tr_layer tr_layer_under_knobs(const tr_recipe *recipe, const tr_layer *layer) {
    tr_layer settled = *layer;
    settle_numbers(recipe, &layer->kind->parameters, &settled);
    return settled;
}

tr_warp tr_warp_under_knobs(const tr_recipe *recipe, const tr_warp *warp) {
    tr_warp settled = *warp;
    settle_numbers(recipe, &warp->kind->parameters, &settled);
    return settled;
}

void tr_prepare_list(const tr_prepare_context *m, int sites) {
    const size_t capacity = TR_LIST_CAPACITY(&(tr_sites){.count = sites});
    *m->list_capacity = capacity > *m->list_capacity ? capacity : *m->list_capacity;
}
