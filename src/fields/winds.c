#include "fields/private/winds.h"
#include "fields/private/list.h"
#include "fields/private/rows.h"

#include "base/hash.h"

const tr_flow *tr_winds_find(const tr_prepare_context *m, const char *warp, uint64_t *cache_key) {
    const int index = tr_recipe_find_warp(m->recipe, m->recipe->warp_count, warp);
    const tr_solution *solution = index >= 0 ? m->warps[index].solution : NULL;
    *cache_key = solution ? solution->cache_key : 0;
    return solution ? tr_solution_of(solution) : NULL;
}

tr_status tr_winds_check_of(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const int warp = tr_recipe_find_warp(recipe, recipe->warp_count, layer->source);
    return warp >= 0 && recipe->warps[warp].kind == &tr_warp_flow.kind
               ? TR_OK
               : tr_recipe_fail(error, "layers", layer->name, "flow_from",
                                "there is no warp of the kind 'flow' called '%s'", layer->source);
}

// The winds' own cache key is part of this one: in a preview, too, it is made from the winds that it shows.
uint64_t tr_winds_hash(const void *problem) {
    const tr_winds_view *view = problem;
    return tr_hash_pair(view->winds_cache_key, view->what);
}

tr_status tr_winds_show(const tr_prepare_context *m, int index, const tr_solver *solver, tr_winds_view *view,
                        tr_field_plan *plan) {
    view->winds = tr_winds_find(m, m->recipe->layers[index].source, &view->winds_cache_key);
    return tr_solution_obtain(m, solver, tr_winds_hash(view), view, &plan->solution);
}

void tr_winds_cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    const int warp = tr_recipe_find_warp(recipe, recipe->warp_count, recipe->layers[index].source);
    const double points = warp >= 0 ? tr_flow_points(&recipe->warps[warp]) : 0;
    cost->kept = 4 * points;
    cost->operations = 200 * points;
    cost->sample = TR_CUBE_OPERATIONS;
}

void tr_winds_clear(void *cube) { tr_cube_clear(cube); }

void tr_winds_evaluate(const tr_field_plan *plan, const tr_field_block *b, float *restrict out) {
    if (tr_meter_add(b->meter, TR_CUBE_OPERATIONS * (unsigned)b->count))
        TR_KERNEL_OF(b->isa, tr_cube_sample)(tr_solution_of(plan->solution), b->count, b->x, b->y, b->z, out);
}
