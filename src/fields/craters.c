// Impact craters with radii by a power law. Lengths are in planet radii.
#include "fields/private/rows.h"
#include "fields/private/sites.h"

typedef struct craters {
    tr_sited sites;
    double transition; // radius where bowls become floors with central peaks, in planet radii
} craters;
FITS(craters);

// clang-format off
#define AT(member) IN_LAYER(craters, member)
static const tr_parameter rows[] = {
    SITED_ROWS(AT),
    {"transition", NUMBER, AT(transition), .low = 1e-3, .high = 100, .fallback = 0.03, .unit = "radii", .label = "Peaks from", .what = "radius from which craters have flat floors and central peaks; smaller ones are bowls", .slide_low = 1e-3, .slide_high = 0.3, .logarithmic = true, .effect = BAKES},
    OF("sites_from", "layer whose sites it shares"),
};
// clang-format on

static void reach(const tr_layer *layer, double *low, double *high) {
    const double radius = PARAMETERS(craters, layer)->sites.radius_max;
    *low = -0.04 * radius, *high = 0.04 * radius;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_spread spread = tr_sites_spread_of(recipe, &recipe->layers[index]);
    const double texel = 2 * TR_PI / width,
                 great = 0.04 / 0.03 * PARAMETERS(craters, &recipe->layers[index])->transition;
    const tr_sites_near all = tr_sites_count_near(&spread, 3, texel),
                        cores = tr_sites_count_near(&spread, 1.5, great > texel ? great : texel);
    tr_sites_cost(&spread, cost);
    cost->sample = all.listed + all.near + 2 * all.shown + 6 * cores.shown;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    tr_sites *sites = plan->state;
    const tr_status status = tr_sites_spread(m, index, plan);
    sites->transition = (float)PARAMETERS(craters, &m->recipe->layers[index])->transition;
    return status;
}

static int radii(const tr_field_plan *plan, double least, int capacity, float *out, tr_meter *meter) {
    const tr_sites *sites = plan->state;
    int count = 0;
    TR_METERED (meter, i, sites->count, 1)
        if ((double)sites->radius[i] >= least && count++ < capacity)
            out[count - 1] = sites->radius[i];
    return count;
}

const tr_field_type tr_field_craters = {.kind = {.name = "craters",
                                                 .what = "impact craters with floors, rims, peaks and ejecta",
                                                 .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
                                                 .check = tr_sites_check},
                                        .squares = true,
                                        .example = {.name = "craters", .json = EXAMPLE("craters", "")},
                                        .cost = cost,
                                        .reach = reach,
                                        .prepare = prepare,
                                        .state_bytes = sizeof(tr_sites),
                                        .kernels = TR_KERNELS(tr_craters),
                                        .radii = radii,
                                        .clear = tr_sited_clear};
