// Districts of streets and blocks.
#include "noise/sites/streets.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"

#include <math.h>

typedef struct streets {
    tr_street_value value;
    tr_street_numbers numbers;
} streets;
FITS(streets);

static const char *const value_names[] = {"roads", "blocks", "cell", "centre", NULL};

// clang-format off
#define AT(member) IN_LAYER(streets, member)
static const tr_parameter rows[] = {
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "roads, a random number for each block or district, or the distance from a district's middle", .effect = BAKES},
    {"density", WHOLE, AT(numbers.districts), .low = 2, .high = 20000, .fallback = 300, .label = "Districts", .what = "how many districts the planet has", .slide_low = 10, .slide_high = 5000, .logarithmic = true, .effect = BAKES},
    {"randomness", NUMBER, AT(numbers.randomness), .low = 0, .high = 1, .fallback = 0.5, .label = "Randomness", .what = "0: districts are evenly spaced; 1: at random", .effect = BAKES},
    {"scale", NUMBER, AT(numbers.scale), .low = 1, .high = 1000, .fallback = 30, .unit = "per radius", .label = "Blocks", .what = "blocks in a planet radius along the widest streets: higher makes them smaller", .slide_low = 5, .slide_high = 300, .logarithmic = true, .effect = BAKES},
    {"levels", WHOLE, AT(numbers.levels), .low = 1, .high = TR_STREET_LEVELS, .fallback = 3, .label = "Street sizes", .what = "how many sizes of streets there are: each divides blocks into thirds", .effect = BAKES},
    {"width", NUMBER, AT(numbers.width), .low = 0, .high = 0.1, .fallback = 0.003, .unit = "radii", .label = "Street width", .what = "width of the widest streets, in planet radii", .slide_low = 0, .slide_high = 0.02, .effect = BAKES},
    {"avenue", NUMBER, AT(numbers.avenue), .low = 0, .high = 0.1, .fallback = 0.006, .unit = "radii", .label = "Avenue width", .what = "width of the roads between districts, in planet radii", .slide_low = 0, .slide_high = 0.03, .effect = BAKES},
    {"radial", NUMBER, AT(numbers.radial), .low = 0, .high = 1, .fallback = 0.25, .label = "Rings and spokes", .what = "fraction of districts with rings and spokes instead of a grid", .effect = BAKES},
    {"subdivision", NUMBER, AT(numbers.subdivision), .low = 0, .high = 1, .fallback = 0.7, .label = "Subdivision", .what = "fraction of blocks that finer streets divide", .effect = BAKES},
    {"endless", NUMBER, AT(numbers.endless), .low = 0, .high = 1, .fallback = 0, .label = "Fine detail", .what = "contrast of ever finer blocks beyond the last level, down to the texel; they show on maps wider than 2048; 0: none", .effect = BAKES},
    OF("sites_from", "layer whose sites it shares"),
};
// clang-format on

static void reach(const tr_layer *layer, double *low, double *high) {
    const tr_street_value value = PARAMETERS(streets, layer)->value;
    *low = value == TR_STREET_ROADS || value == TR_STREET_CENTRE ? 0 : -1, *high = 1;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_street_value value = PARAMETERS(streets, &recipe->layers[index])->value;
    const tr_street_numbers *s = &PARAMETERS(streets, tr_recipe_owner(recipe, &recipe->layers[index]))->numbers;
    const tr_spread spread = {.count = (int)s->districts, .randomness = s->randomness};
    const double n = s->districts, apart = sqrt(4 * TR_PI / n);
    const bool roads = value == TR_STREET_ROADS, lattice = roads || value == TR_STREET_BLOCKS;
    const double near = n * tr_near_batch((roads ? 2 : 0.7) * apart + 0.06), // radii count twice, or four times
        listed = n * tr_near_block((roads ? 2 : 0.7) * apart + 0.3);
    const double owners = 1 + fmin(31, 4 * sqrt(n * tr_near_batch(0)));
    (void)width;
    tr_sites_cost(&spread, cost);
    cost->kept = 60 * n;
    cost->operations += 500 * n;
    cost->sample = 2 * n / TR_BLOCK_SAMPLES + 2 * listed / TR_BATCH_SAMPLES + near +
                   (lattice ? owners * (near + 4) + 8 * (s->endless > 0 ? 12 : s->levels) : 0);
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    tr_street_numbers numbers = PARAMETERS(streets, tr_recipe_owner(m->recipe, layer))->numbers;
    tr_street_plan *state = plan->state;
    numbers.seed = plan->seed, numbers.meter = m->meter;
    tr_prepare_list(m, (int)numbers.districts);
    const tr_status status = tr_streets_create(&numbers, state, m->error);
    state->value = (int)PARAMETERS(streets, layer)->value;
    return status;
}

static void clear(void *state) { tr_streets_clear(state); }

const tr_field_type tr_field_streets = {
    .kind = {.name = "streets",
             .what = "districts with lattices of streets, or rings and spokes",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_sites_check_owner},
    .squares = true,
    .example = {.name = "streets", .json = EXAMPLE("streets", "")},
    .reach = reach,
    .cost = cost,
    .state_bytes = sizeof(tr_street_plan),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_streets),
    .clear = clear};
