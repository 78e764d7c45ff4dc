// How far a flow draws out what it carries, from 1.
#include "fields/private/rows.h"
#include "fields/private/winds.h"

// clang-format off
static const tr_parameter rows[] = {
    OF("flow_from", "warp of the kind flow that it shows"),
};
// clang-format on

// More in thin filaments.
static tr_status solve(const void *problem, const tr_prepare_context *m, void *solution, tr_error *error) {
    const tr_winds_view *view = problem;
    const uint64_t cells = (uint64_t)view->winds->cells;
    tr_meter_add(m->meter, 6 * cells * cells * (uint64_t)(5 * TR_FLOW_PARTS * 20 / 4));
    return tr_flow_stretch(view->winds, m->isa, m->pool, m->watch, solution, error);
}

static const tr_solver solver = {sizeof(tr_cube), tr_winds_hash, NULL, solve, tr_winds_clear};

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    tr_winds_view view = {.what = 0};
    return tr_winds_show(m, index, &solver, &view, plan);
}

const tr_field_type tr_field_stretch = {.kind = {.name = "stretch",
                                                 .what = "how far a flow draws out what it carries, from 1",
                                                 .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
                                                 .check = tr_winds_check_of},
                                        .range = {1, 8},
                                        .cost = tr_winds_cost,
                                        .prepare = prepare,
                                        .evaluate = tr_winds_evaluate};
