// Bright streaks round craters, 0 … 1.
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
    const tr_spread spread = tr_sites_spread_of(recipe, &recipe->layers[index]);
    const tr_sites_near all = tr_sites_count_near(&spread, 26, 0);
    (void)width;
    tr_sites_cost(&spread, cost);
    cost->sample = all.listed + 12 * all.near;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    tr_sites *sites = plan->state = tr_prepare_state(m, sizeof *sites);
    return sites ? tr_sites_spread(m, index, sites) : TR_NO_MEMORY;
}

static void evaluate(const tr_field_plan *plan, const tr_field_block *b, float *restrict out) {
    TR_KERNEL_OF(b->isa, tr_rays)
    (plan->state, (uint32_t)plan->seed, b->count, b->columns, b->x, b->y, b->z, out, b->list, b->meter);
}

static void clear(void *state) { tr_sites_clear(state); }

const tr_field_type tr_field_rays = {.kind = {.name = "rays",
                                              .what = "bright streaks round craters",
                                              .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
                                              .check = tr_sites_check},
                                     .costly = true,
                                     .squares = true,
                                     .example = {.name = "rays", .json = EXAMPLE("rays", "")},
                                     .cost = cost,
                                     .range = {0, 1},
                                     .prepare = prepare,
                                     .evaluate = evaluate,
                                     .clear = clear};
