// Fronts of cyclones: bands of cloud, and where the air is warm or cold.
#include "noise/sites/fronts.h"
#include "base/hash.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"

typedef struct fronts {
    tr_sited sites;
    tr_front_value value;
    double reach, width, tilt;
} fronts;
FITS(fronts);

static const char *const value_names[] = {"cloud", "sector", "distance", "along", NULL};

// clang-format off
#define AT(member) IN_LAYER(fronts, member)
static const tr_parameter rows[] = {
    SITED_ROWS(AT),
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "bands of cloud, warm and cold air, distance from the nearest front, or the position along it", .effect = BAKES},
    {"reach", NUMBER, AT(reach), .low = 0.2, .high = 6, .fallback = 2, .unit = "cyclone radii", .label = "Length", .what = "length of fronts, in radii of their cyclone", .slide_low = 1, .slide_high = 4, .effect = BAKES},
    {"width", NUMBER, AT(width), .low = 0.01, .high = 2, .fallback = 0.25, .unit = "cyclone radii", .label = "Width", .what = "width of the cloud band along the cold front, in radii of its cyclone", .slide_low = 0.05, .slide_high = 1, .effect = BAKES},
    {"tilt", NUMBER, AT(tilt), .low = 0, .high = 3, .fallback = 0.4, .label = "Tilt", .what = "higher: fronts point more steeply towards the equator", .slide_low = 0, .slide_high = 1.5, .effect = BAKES},
    OF("sites_from", "layer whose sites it shares, or a warp of the kind twist, whose centres are its cyclones"),
};
// clang-format on

static void reach(const tr_layer *layer, double *low, double *high) {
    const fronts *f = PARAMETERS(fronts, layer);
    const double lows[] = {0, -1, -f->reach, -f->reach}, highs[] = {1, 1, f->reach, f->reach};
    *low = lows[f->value], *high = highs[f->value];
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_spread spread = tr_sites_spread_of(recipe, &recipe->layers[index]);
    const tr_sites_near all =
        tr_sites_count_near(&spread, PARAMETERS(fronts, &recipe->layers[index])->reach, 0);
    (void)width;
    tr_sites_cost(&spread, cost);
    cost->sample = all.listed + 8 * all.near;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    const fronts *f = PARAMETERS(fronts, layer);
    tr_front_plan *state = plan->state = tr_prepare_state(m, sizeof *state);
    if (!state)
        return TR_NO_MEMORY;
    *state = (tr_front_plan){
        .value = (int)f->value, .reach = (float)f->reach, .width = (float)f->width, .tilt = (float)f->tilt};
    const tr_warp *twist = tr_twist_of(m->recipe, tr_recipe_owner(m->recipe, layer));
    if (twist) // the centres are those of the warp
        plan->cache_key = tr_parameters_hash(tr_hash_text(plan->cache_key, twist->name), m->recipe,
                                             &twist->kind->parameters, twist, false);
    const tr_status status = tr_sites_spread(m, index, &state->sites);
    for (int j = 0; status == TR_OK && j < state->sites.count; j++) // the weak turn less, too
        state->sites.strength[j] = 0.4f + 0.6f * state->sites.strength[j];
    return status;
}

static void evaluate(const tr_field_plan *plan, const tr_field_block *b, float *restrict out) {
    TR_KERNEL_OF(b->isa, tr_fronts)
    (plan->state, b->count, b->columns, b->x, b->y, b->z, out, b->list, b->meter);
}

static void clear(void *state) { tr_sites_clear(&((tr_front_plan *)state)->sites); }

const tr_field_type tr_field_fronts = {
    .kind = {.name = "fronts",
             .what = "cold and warm fronts of cyclones: bands of cloud, warm and cold air",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_sites_check},
    .costly = true,
    .squares = true,
    .example =
        {.name = "fronts",
         .json = "{\"type\": \"fronts\", \"radius_km\": 1, \"slope_exaggeration\": 50, \"warps\": [{\"name\": "
                 "\"turn\", \"kind\": \"twist\", \"density\": 24, \"radius_min\": 0.15, "
                 "\"radius_max\": 0.4, \"latitude_min\": 35, \"latitude_max\": 60, \"amount\": -3}], "
                 "\"layers\": [{\"name\": \"fronts\", \"field\": \"fronts\", \"sites_from\": "
                 "\"turn\", \"warp\": \"turn\"}]}"},
    .cost = cost,
    .reach = reach,
    .prepare = prepare,
    .evaluate = evaluate,
    .clear = clear};
