// Discs, round or with lobes, with radii by a power law.
#include "fields/private/rows.h"
#include "fields/private/sites.h"
#include "noise/choices.h"

typedef struct spots {
    tr_sited sites;
    tr_spot_value value;
    double reach; // where they end, in spot radii
    double lobes; // 0: round; 1: indented like petals
} spots;
FITS(spots);

static const char *const value_names[] = {"distance", "cell", "fibres", NULL};

// clang-format off
#define AT(member) IN_LAYER(spots, member)
static const tr_parameter rows[] = {
    SITED_ROWS(AT),
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "distance from the middle of a spot in its radii, a random number for each spot, or threads that run outwards", .effect = BAKES},
    {"reach", NUMBER, AT(reach), .low = 1, .high = 20, .fallback = 3, .unit = "spot radii", .label = "Size", .what = "where spots end, in their radii", .slide_low = 1, .slide_high = 6, .effect = BAKES},
    {"lobes", NUMBER, AT(lobes), .low = 0, .high = 1, .fallback = 0, .label = "Lobes", .what = "0: round; 1: drawn in and out like petals", .effect = BAKES},
    {"group", WHOLE, AT(sites.group), .low = 1, .high = 32, .fallback = 1, .label = "Group size", .what = "spots in a group: a large one leads eastward, another follows, the rest lie around them; 1: each is alone", .slide_low = 1, .slide_high = 12, .effect = BAKES},
    OF("sites_from", "layer whose sites it shares, or a warp of the kind twist, whose centres they show"),
};
// clang-format on

static void reach(const tr_layer *layer, double *low, double *high) {
    const spots *s = PARAMETERS(spots, layer);
    *low = s->value == TR_SPOT_DISTANCE ? 0 : -1;
    *high = s->value == TR_SPOT_DISTANCE ? s->reach : 1;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    const spots *s = PARAMETERS(spots, &recipe->layers[index]);
    const tr_sites_near all = tr_sited_cost(recipe, index, s->reach * (1 + s->lobes), 0, cost);
    cost->sample = all.listed + all.near * (2 + (s->lobes > 0 || s->value != TR_SPOT_DISTANCE ? 8 : 0) +
                                            (s->value == TR_SPOT_FIBRES ? 8 : 0));
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const spots *s = PARAMETERS(spots, &m->recipe->layers[index]);
    *(tr_spot_plan *)plan->state = (tr_spot_plan){.seed = (uint32_t)plan->seed,
                                                  .value = (int)s->value,
                                                  .reach = (float)s->reach,
                                                  .lobes = (float)s->lobes};
    return tr_sites_spread(m, index, plan);
}

const tr_field_type tr_field_spots = {
    .kind = {.name = "spots",
             .what = "discs, round or with lobes: distances in their radii, a number for each, or threads",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_sites_check},
    .squares = true,
    .example = {.name = "spots", .json = EXAMPLE("spots", "")},
    .cost = cost,
    .reach = reach,
    .state_bytes = sizeof(tr_spot_plan),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_spots),
    .clear = tr_sited_clear};
