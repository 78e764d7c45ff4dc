// A warp that rotates the surroundings of random centres.
#include "fields/private/list.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"

enum { most_rotation = 12 }; // radians: the range in which the kernel's series for sine and cosine are accurate

typedef struct twist {
    tr_number amount;                  // rotation at a centre, in radians
    double density;                    // centres on the whole sphere
    double radius_min, radius_max;     // in radii
    double latitude_min, latitude_max; // degrees, in both hemispheres
} twist;
FITS(twist);

// clang-format off
#define AT(member) IN_WARP(twist, member)
static const tr_parameter rows[] = {
    {"amount", KNOBBED, AT(amount), .low = -most_rotation, .high = most_rotation, .fallback = 1, .unit = "radians", .label = "Rotation", .what = "rotation in the middle, in radians; negative is counter-clockwise in the north, as on Earth", .effect = BAKES},
    {"density", WHOLE, AT(density), .low = 1, .high = 2000, .fallback = 20, .label = "Number", .what = "how many swirls the planet has", .slide_low = 1, .slide_high = 200, .logarithmic = true, .effect = BAKES},
    {"radius_min", NUMBER, AT(radius_min), .low = 1e-3, .high = 1, .fallback = 0.05, .unit = "radii", .label = "Smallest", .what = "radius of the smallest swirl, in planet radii", .slide_low = 0.01, .slide_high = 0.5, .logarithmic = true, .effect = BAKES},
    {"radius_max", NUMBER, AT(radius_max), .low = 1e-3, .high = 1, .fallback = 0.2, .unit = "radii", .label = "Largest", .what = "radius of the largest swirl, in planet radii", .slide_low = 0.01, .slide_high = 0.5, .logarithmic = true, .effect = BAKES},
    {"latitude_min", NUMBER, AT(latitude_min), .low = 0, .high = 90, .fallback = 0, .unit = "degrees", .label = "Lowest latitude", .what = "swirls are at least so far from the equator, in degrees", .effect = BAKES},
    {"latitude_max", NUMBER, AT(latitude_max), .low = 0, .high = 90, .fallback = 90, .unit = "degrees", .label = "Highest latitude", .what = "swirls are at most so far from the equator, in degrees", .effect = BAKES},
};
// clang-format on

tr_spread tr_twist_spread(const tr_recipe *recipe, const tr_warp *warp) {
    const twist *t = PARAMETERS(twist, warp);
    return (tr_spread){.seed = tr_recipe_seed(recipe, warp->name),
                       .count = (int)t->density,
                       .randomness = 0.3,
                       .radius_min = t->radius_min,
                       .radius_max = t->radius_max,
                       .slope = 1,
                       .latitude_min = t->latitude_min,
                       .latitude_max = t->latitude_max,
                       .apart = true};
}

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_warp *warp = &recipe->warps[index];
    const twist *t = PARAMETERS(twist, warp);
    const tr_status status = tr_recipe_check_range(error, "warps", warp->name, "radius_min", t->radius_min,
                                                   "radius_max", t->radius_max);
    // in a narrower band darts might never land
    return status == TR_OK ? tr_recipe_check_range(error, "warps", warp->name, "latitude_min + 1",
                                                   t->latitude_min + 1, "latitude_max", t->latitude_max)
                           : status;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_spread spread = tr_twist_spread(recipe, &recipe->warps[index]);
    const tr_sites_near all = tr_sites_count_near(&spread, 1, 0);
    (void)width;
    tr_sites_cost(&spread, cost);
    cost->sample = all.listed + 4 * all.near;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_warp_plan *plan) {
    const tr_warp warp = tr_warp_under_knobs(m->recipe, &m->recipe->warps[index]);
    tr_spread spread = tr_twist_spread(m->recipe, &warp);
    tr_twist_plan *state = plan->state;
    state->amount = (float)PARAMETERS(twist, &warp)->amount.plus;
    spread.meter = m->meter;
    tr_prepare_list(m, spread.count);
    const tr_status status = tr_sites_create(&spread, &state->sites, m->error);
    // storms turn one way in the north and the other way in the south, with varying strength
    for (int j = 0; status == TR_OK && j < state->sites.count; j++)
        state->sites.strength[j] =
            (0.5f + 0.5f * state->sites.strength[j]) * (state->sites.y[j] < 0 ? -1.0f : 1.0f);
    return status;
}

static void apply(const tr_warp_plan *plan, const tr_block *b, float *x, float *y, float *z) {
    TR_KERNEL_OF(b->isa, tr_twist)(plan->state, b, x, y, z);
}

const tr_warp_type tr_warp_twist = {.kind = {.name = "twist",
                                             .what = "turns the surroundings of random centres, like storms do",
                                             .parameters = TR_PARAMETER_TABLE("warps.NAME.", rows),
                                             .check = check},
                                    .squares = true,
                                    .cost = cost,
                                    .state_bytes = sizeof(tr_twist_plan),
                                    .prepare = prepare,
                                    .apply = apply,
                                    .clear = tr_sited_clear};
