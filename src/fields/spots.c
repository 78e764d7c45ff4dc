// Discs, round or with lobes, radii by a power law.
#include "base/hash.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"
#include "noise/choices.h"

typedef struct spots {
    tr_sited sites;
    tr_spot_value value;
    double reach; // where they end, in their radii
    double lobes; // 0: round, 1: drawn in and out like petals
} spots;
FITS(spots);

typedef struct ready {
    tr_sites sites;
    int value;
    float reach, lobes;
} ready;

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
    const tr_spread spread = tr_sites_spread_of(recipe, &recipe->layers[index]);
    const spots *s = PARAMETERS(spots, &recipe->layers[index]);
    const tr_sites_near all = tr_sites_count_near(&spread, s->reach * (1 + s->lobes), 0);
    (void)width;
    tr_sites_cost(&spread, cost);
    cost->sample = all.listed + all.near * (2 + (s->lobes > 0 || s->value != TR_SPOT_DISTANCE ? 8 : 0) +
                                            (s->value == TR_SPOT_FIBRES ? 8 : 0));
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const spots *s = PARAMETERS(spots, &m->recipe->layers[index]);
    ready *state = plan->state = tr_prepare_state(m, sizeof *state);
    if (!state)
        return TR_NO_MEMORY;
    state->value = (int)s->value;
    state->reach = (float)s->reach, state->lobes = (float)s->lobes;
    const tr_warp *twist = tr_twist_of(m->recipe, tr_recipe_owner(m->recipe, &m->recipe->layers[index]));
    if (twist) // the centres are those of the warp
        plan->cache_key = tr_parameters_hash(tr_hash_text(plan->cache_key, twist->name), m->recipe,
                                             &twist->kind->parameters, twist, false);
    return tr_sites_spread(m, index, &state->sites);
}

static void evaluate(const tr_field_plan *plan, const tr_field_block *b, float *restrict out) {
    const ready *s = plan->state;
    TR_KERNEL_OF(b->isa, tr_spots)
    (&s->sites, (uint32_t)plan->seed, s->value, s->reach, s->lobes, b->count, b->columns, b->x, b->y, b->z, out,
     b->list, b->meter);
}

static void clear(void *state) { tr_sites_clear(&((ready *)state)->sites); }

const tr_field_type tr_field_spots = {
    .kind = {.name = "spots",
             .what = "discs, round or with lobes: distances in their radii, a number for each, or threads",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_sites_check},
    .costly = true,
    .squares = true,
    .example = {.name = "spots", .json = EXAMPLE("spots", "")},
    .cost = cost,
    .reach = reach,
    .prepare = prepare,
    .evaluate = evaluate,
    .clear = clear};
