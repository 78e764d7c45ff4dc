// Ray systems of young craters that extend across half a globe, 0 … 1.
#include "noise/sites/wisps.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"

typedef struct wisps {
    tr_sited sites;
    double length;
    double rays;
} wisps;
FITS(wisps);

// clang-format off
#define AT(member) IN_LAYER(wisps, member)
static const tr_parameter rows[] = {
    SITED_ROWS(AT),
    {"length", NUMBER, AT(length), .low = 0.02, .high = 2, .fallback = 1.3, .unit = "radii", .label = "Length", .what = "length of the longest rays, straight through the planet, in planet radii; 1.4 reaches a quarter of the way around it", .slide_low = 0.1, .slide_high = 2, .effect = BAKES},
    {"rays", WHOLE, AT(rays), .low = 4, .high = 200, .fallback = 30, .label = "Rays", .what = "long rays around a crater, many of them faint; soft streaks lie between them", .slide_low = 8, .slide_high = 80, .effect = BAKES},
    OF("sites_from", "layer whose sites it shares"),
};
// clang-format on

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_layer *layer = &recipe->layers[index];
    const tr_spread spread = tr_sites_spread_of(recipe, layer);
    const double length = PARAMETERS(wisps, layer)->length;
    (void)width;
    tr_sites_cost(&spread, cost);
    double near = tr_sites_count_near(&spread, 17.6, 0).near / spread.count;
    enum { parts = 8 };
    double long_ones = 0;
    for (int i = 0; i < parts; i++)
        long_ones += tr_near_batch(length * (0.45 + 0.55 * (i + 0.5) / parts)) / parts;
    near = near > long_ones ? near : long_ones;
    cost->sample = 8 + spread.count * (1.0 / TR_BATCH_SAMPLES + 24 * near);
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const wisps *w = PARAMETERS(wisps, &m->recipe->layers[index]);
    tr_wisp_plan *state = plan->state;
    state->seed = (uint32_t)plan->seed, state->length = (float)w->length, state->rays = (int)w->rays;
    return tr_sites_spread(m, index, plan);
}

const tr_field_type tr_field_wisps = {
    .kind = {.name = "wisps",
             .what = "ray systems of young craters: thin, broken rays along great circles",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_sites_check},
    .squares = true,
    .example = {.name = "wisps",
                .json = EXAMPLE("wisps", ", \"density\": 24, \"radius_min\": 0.012, \"radius_max\": 0.03")},
    .cost = cost,
    .range = {0, 1},
    .state_bytes = sizeof(tr_wisp_plan),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_wisps),
    .clear = tr_sited_clear};
