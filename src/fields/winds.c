// Fields of layers that show the winds of a giant, on cubes: the distance to its vortices, and the stretch of
// its flow.
#include "fields/private/winds.h"
#include "fields/private/list.h"
#include "fields/private/rows.h"

#include "base/hash.h"

// The kinds of vortices that a layer can show.
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

const tr_flow *tr_winds_find(const tr_prepare_context *m, const char *warp, uint64_t *cache_key) {
    const int index = tr_recipe_find_warp(m->recipe, m->recipe->warp_count, warp);
    const tr_solution *solution = index >= 0 ? m->warps[index].solution : NULL;
    *cache_key = solution ? solution->cache_key : 0;
    return solution ? tr_solution_of(solution) : NULL;
}

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const int warp = tr_recipe_find_warp(recipe, recipe->warp_count, layer->source);
    return warp >= 0 && recipe->warps[warp].kind == &tr_warp_flow.kind
               ? TR_OK
               : tr_recipe_fail(error, "layers", layer->name, "flow_from",
                                "there is no warp of the kind 'flow' called '%s'", layer->source);
}

// Stretch is higher in thin filaments.
static tr_status solve(const tr_problem *p, const tr_prepare_context *m, void *cube, tr_error *error) {
    const tr_flow *winds = p->from;
    const uint64_t points = 6 * (uint64_t)winds->cells * (uint64_t)winds->cells;
    const bool stretch = p->kind == &tr_field_stretch.kind;
    tr_meter_add(m->meter,
                 points * (uint64_t)(stretch ? 5 * TR_FLOW_PARTS * 20 / 4 : 30 + winds->vortex_count / 8));
    if (stretch)
        return tr_flow_stretch(winds, m->isa, m->pool, m->watch, cube, error);
    const choice which = PARAMETERS(vortices, (const tr_layer *)p->element)->which;
    return tr_flow_vortices(winds, which == ALL ? ~0u : 1u << (which - STORMS), m->pool, m->watch, cube, error);
}

static void clear(void *cube) { tr_cube_clear(cube); }

static const tr_solver solver = {sizeof(tr_cube), NULL, 0, solve, clear};

// The winds' own cache key is part of the cube's: in a preview, too, it is made from the winds that it shows.
static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    tr_layer layer = m->recipe->layers[index];
    tr_problem problem = {.kind = layer.kind, .element = &layer};
    problem.from = tr_winds_find(m, layer.source, &problem.from_key);
    problem.home = layer.kind == &tr_field_stretch.kind
                       ? problem.from_key
                       : tr_hash_pair(problem.from_key, PARAMETERS(vortices, &layer)->which);
    return tr_solution_obtain(m, &solver, &problem, &plan->solution);
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    const int warp = tr_recipe_find_warp(recipe, recipe->warp_count, recipe->layers[index].source);
    const double points = warp >= 0 ? tr_flow_points(&recipe->warps[warp]) : 0;
    cost->kept = 4 * points;
    cost->operations = 200 * points;
    cost->sample = TR_CUBE_OPERATIONS;
}

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    if (tr_meter_add(b->meter, TR_CUBE_OPERATIONS * (unsigned)b->count))
        TR_KERNEL_OF(b->isa, tr_cube_sample)(tr_solution_of(plan->solution), b->count, b->x, b->y, b->z, out);
}

#define COMMON .cost = cost, .prepare = prepare, .evaluate = evaluate

const tr_field_type tr_field_vortices = {
    .kind = {.name = "vortices",
             .what = "the distance to the vortices of a flow, in their radii",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = check},
    .range = {0, TR_FLOW_FAR},
    COMMON};

const tr_field_type tr_field_stretch = {.kind = {.name = "stretch",
                                                 .what = "how far a flow draws out what it carries, from 1",
                                                 .parameters = {"layers.NAME.", rows, 1}, // which flow
                                                 .check = check},
                                        .range = {1, 8},
                                        COMMON};
