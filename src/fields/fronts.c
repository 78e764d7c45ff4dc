// Fronts of cyclones: cloud bands, warm sectors and cold sectors.
#include "noise/sites/fronts.h"
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
    (void)width;
    const double reach = PARAMETERS(fronts, &recipe->layers[index])->reach;
    const tr_sites_near all = tr_sited_cost(recipe, index, reach, 0, cost);
    cost->sample = all.listed + 8 * all.near;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const fronts *f = PARAMETERS(fronts, &m->recipe->layers[index]);
    tr_front_plan *state = plan->state;
    *state = (tr_front_plan){
        .value = (int)f->value, .reach = (float)f->reach, .width = (float)f->width, .tilt = (float)f->tilt};
    const tr_status status = tr_sites_spread(m, index, plan);
    for (int j = 0; status == TR_OK && j < state->sites.count; j++) // weak cyclones turn less
        state->sites.strength[j] = 0.4f + 0.6f * state->sites.strength[j];
    return status;
}

const tr_field_type tr_field_fronts = {
    .kind = {.name = "fronts",
             .what = "cold and warm fronts of cyclones: bands of cloud, warm and cold air",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_sites_check},
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
    .state_bytes = sizeof(tr_front_plan),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_fronts),
    .clear = tr_sited_clear};
