// The winds of a giant: what a warp of the kind flow has solved, and what fields show of it.
#pragma once
#include "fields/field.h"
#include "noise/grids/flow.h"

// The winds of a warp of that name that is ready, or NULL; *solved is its cache key.
const tr_flow *tr_winds_find(const tr_prepare_context *m, const char *warp, uint64_t *cache_key);

// For fields that name a warp of the kind flow by "flow_from". Errors: TR_BAD_INPUT where there is none.
tr_status tr_winds_check_of(const tr_recipe *recipe, int index, tr_error *error);

// Points of the lattice of a warp of that kind; 0: another one (flow_warp.c).
double tr_flow_points(const tr_warp *warp);

// What such fields take.
enum { TR_FLOW_OPERATIONS = 24 }; // to move a sample by a part of its way

void tr_winds_cost(const tr_recipe *recipe, int index, int width, tr_cost *cost);

// What a field shows of winds, on a cube.
typedef struct tr_winds_view {
    const tr_flow *winds;
    uint64_t winds_cache_key, what; // `what` tells views of the same winds apart
} tr_winds_view;

// Into plan->solution, a tr_cube: makes and shares it. view->winds is set here.
tr_status tr_winds_show(const tr_prepare_context *m, int index, const tr_solver *solver, tr_winds_view *view,
                        tr_field_plan *plan);
uint64_t tr_winds_hash(const void *view);
void tr_winds_clear(void *cube);
void tr_winds_evaluate(const tr_field_plan *plan, const tr_field_block *block, float *restrict out);
