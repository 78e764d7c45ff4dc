// The distance to the vortices of a flow, in their radii, 0 … 3.
#include "fields/private/rows.h"
#include "fields/private/winds.h"

// Which of them a layer shows.
typedef enum choice { ALL, STORMS, PEARLS, SMALL } choice;

typedef struct vortices {
    choice which;
} vortices;
FITS(vortices);

static const char *const which_names[] = {"all", "storms", "pearls", "small", NULL};

// clang-format off
#define AT(member) IN_LAYER(vortices, member)
static const tr_parameter rows[] = {
    OF("flow_from", "warp of the kind flow that it shows"),
    {"which", CHOICE, AT(which), .names = which_names, .label = "Vortices", .what = "which vortices of the flow it shows", .effect = REFORMS},
};
// clang-format on

static tr_status solve(const void *problem, const tr_prepare_context *m, void *solution, tr_error *error) {
    const tr_winds_view *view = problem;
    const unsigned kinds = view->what == ALL ? ~0u : 1u << (view->what - STORMS);
    const uint64_t cells = (uint64_t)view->winds->cells;
    tr_meter_add(m->meter, 6 * cells * cells * (uint64_t)(30 + view->winds->vortex_count / 8));
    return tr_flow_vortices(view->winds, kinds, m->pool, m->watch, solution, error);
}

static const tr_solver solver = {sizeof(tr_cube), tr_winds_hash, NULL, solve, tr_winds_clear};

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    tr_winds_view view = {.what = PARAMETERS(vortices, &m->recipe->layers[index])->which};
    return tr_winds_show(m, index, &solver, &view, plan);
}

const tr_field_type tr_field_vortices = {
    .kind = {.name = "vortices",
             .what = "the distance to the vortices of a flow, in their radii",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_winds_check_of},
    .range = {0, TR_FLOW_FAR},
    .cost = tr_winds_cost,
    .prepare = prepare,
    .evaluate = tr_winds_evaluate};
