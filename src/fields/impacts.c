// Craters of all ages and of all sizes down to the texel. Heights are in planet radii.
#include "noise/sites/impacts.h"
#include "fields/private/estimate.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"

#include <math.h>

typedef struct impacts {
    tr_impact_value value;
    double largest; // radius, in planet radii
    double cover;   // fraction of the ground covered by craters of the largest octave
    double slope;   // N(>R) ~ R^-slope
    double wear, youth;
    double transition; // radius where bowls become floors with central peaks, in planet radii
} impacts;
FITS(impacts);

static const char *const value_names[] = {"height", "fresh", "ejecta", NULL};

// clang-format off
#define AT(member) IN_LAYER(impacts, member)
static const tr_parameter rows[] = {
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "height in planet radii, how fresh craters are, or how bright their ejecta are", .effect = BAKES},
    {"largest", NUMBER, AT(largest), .low = 1e-4, .high = 0.3, .fallback = 0.1, .unit = "radii", .label = "Largest", .what = "radius of the largest crater, in planet radii; the smallest are as small as a texel", .slide_low = 1e-3, .slide_high = 0.3, .logarithmic = true, .effect = BAKES},
    {"cover", NUMBER, AT(cover), .low = 0, .high = 1, .fallback = 0.1, .label = "Coverage", .what = "fraction of the ground that craters between half the largest and the largest take; 0.23 is saturated", .slide_low = 0, .slide_high = 0.25, .effect = BAKES},
    {"slope", NUMBER, AT(slope), .low = 0.5, .high = 4, .fallback = 2, .label = "Size slope", .what = "higher: more small craters for each large one; 2 old ground, 3 young ground (N(>R) ~ R^-slope)", .effect = BAKES},
    {"wear", NUMBER, AT(wear), .low = 0, .high = 20, .fallback = 1, .label = "Wear", .what = "how much old craters have flattened, small ones first; 0: all are fresh", .slide_low = 0, .slide_high = 5, .effect = BAKES},
    {"youth", NUMBER, AT(youth), .low = 0.001, .high = 1, .fallback = 0.06, .label = "Young share", .what = "fraction of craters that are young enough to have bright ejecta", .slide_low = 0.001, .slide_high = 0.3, .effect = BAKES},
    {"transition", NUMBER, AT(transition), .low = 1e-3, .high = 100, .fallback = 0.03, .unit = "radii", .label = "Peaks from", .what = "radius from which craters have flat floors and central peaks; smaller ones are bowls", .slide_low = 1e-3, .slide_high = 0.3, .logarithmic = true, .effect = BAKES},
    OF("sites_from", "layer whose craters it shares: their places, sizes and number"),
};
// clang-format on

static void reach(const tr_layer *layer, double *low, double *high) {
    const impacts *p = PARAMETERS(impacts, layer);
    *low = p->value == TR_IMPACT_HEIGHT ? -0.3 * p->largest : 0;
    *high = p->value == TR_IMPACT_HEIGHT ? 0.12 * p->largest : 1;
}

// 2^x by its series; the same bits on every machine.
static double power_of_two(double x) {
    double sum = 1, term = 1;
    for (int i = 1; i < 30; i++)
        term *= 0.69314718055994531 * x / i, sum += term;
    return sum;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const impacts *own = PARAMETERS(impacts, &recipe->layers[index]),
                  *p = PARAMETERS(impacts, tr_recipe_owner(recipe, &recipe->layers[index]));
    const double texel = 2 * TR_PI / width, spread = own->value == TR_IMPACT_EJECTA ? 5 : 2.5;
    double chance = p->cover * 6.25 / (TR_PI * 0.462), largest = p->largest, cells = 0, near = 0;
    for (int k = 0; k < TR_IMPACT_OCTAVES && largest > 1.25 * texel; k++) {
        const double there = fmin(chance, 1) * (own->value == TR_IMPACT_EJECTA ? own->youth : 1);
        const double on_sphere = 4 * TR_PI / (6.25 * largest * largest);
        cells += 3 * fmax(on_sphere, 4) * tr_near_block(spread * largest + 2.5 * largest);
        near += there * on_sphere * tr_near_batch(0.7 * spread * largest);
        chance *= estimate_power(2, p->slope - 2), largest /= 2;
    }
    cost->sample = 4 * cells / TR_BLOCK_SAMPLES * 2 + 9 * near;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    const impacts *own = PARAMETERS(impacts, layer),
                  *sites = PARAMETERS(impacts, tr_recipe_owner(m->recipe, layer));
    tr_impact_plan *state = plan->state;
    *state = (tr_impact_plan){.value = (int)own->value,
                              .seed = (uint32_t)plan->seed,
                              .count = TR_IMPACT_OCTAVES,
                              .largest = (float)sites->largest,
                              .transition = (float)own->transition,
                              .wear = (float)own->wear,
                              .youth = (float)own->youth};
    // On average a crater covers π 0.462 R², where R is the octave's largest radius, and a cell 6.25 R².
    double chance = sites->cover * 6.25 / (TR_PI * 0.462);
    const double growth = power_of_two(sites->slope - 2);
    for (int k = 0; k < state->count; k++, chance *= growth)
        state->chance[k] = (float)(chance < 1 ? chance : 1);
    return TR_OK;
}

static int radii(const tr_field_plan *plan, double least, int capacity, float *out, tr_meter *meter) {
    int count;
    TR_KERNEL_OF(tr_isa_best(), tr_impact_radii)(plan->state, (float)least, capacity, out, &count, meter);
    return count;
}

const tr_field_type tr_field_impacts = {
    .kind = {.name = "impacts",
             .what =
                 "craters of all sizes down to the texel and of all ages, fresh and worn, with bright ejecta",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_sites_check_owner},
    .squares = true,
    .example = {.name = "impacts", .json = EXAMPLE("impacts", "")},
    .reach = reach,
    .cost = cost,
    .state_bytes = sizeof(tr_impact_plan),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_impacts),
    .radii = radii};
