// Bright streaks that radiate from craters, 0 … 1.
#include "fields/private/rows.h"
#include "fields/private/sites.h"

typedef struct rays {
    tr_sited sites;
} rays;
FITS(rays);

// clang-format off
#define AT(member) IN_LAYER(rays, member)
static const tr_parameter rows[] = {
    SITED_ROWS(AT),
    OF("sites_from", "layer whose sites it shares"),
};
// clang-format on

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    const tr_sites_near all = tr_sited_cost(recipe, index, 26, 0, cost);
    cost->sample = all.listed + 12 * all.near;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    ((tr_ray_plan *)plan->state)->seed = (uint32_t)plan->seed;
    return tr_sites_spread(m, index, plan);
}

const tr_field_type tr_field_rays = {.kind = {.name = "rays",
                                              .what = "bright streaks round craters",
                                              .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
                                              .check = tr_sites_check},
                                     .squares = true,
                                     .example = {.name = "rays", .json = EXAMPLE("rays", "")},
                                     .cost = cost,
                                     .range = {0, 1},
                                     .prepare = prepare,
                                     .state_bytes = sizeof(tr_ray_plan),
                                     .kernels = TR_KERNELS(tr_rays),
                                     .clear = tr_sited_clear};
