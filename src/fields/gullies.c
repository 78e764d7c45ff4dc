// Valleys and spurs finer than the lattice of a terrain, carved along its slopes. Depths are in metres.
#include "fields/private/ground.h"
#include "fields/private/own_input.h"
#include "fields/private/rows.h"

#include "base/hash.h"
#include "noise/lattice/gullies.h"

typedef struct gullies {
    tr_number scale;       // of the first octave: gullies per radius, side by side
    tr_number octaves;     // 1 … TR_MAX_GULLIES
    tr_number persistence; // depth ratio of successive octaves
    tr_number strength;    // slope of their sides over the slope that they run down
} gullies;
FITS(gullies);

typedef struct gullies_plan {
    tr_gully_plan gullies;
    own_input own;
} gullies_plan;

// clang-format off
#define AT(member) IN_LAYER(gullies, member)
static const tr_parameter rows[] = {
    OF("terrain_from", "layer whose terrain they are cut into"),
    {"scale", KNOBBED, AT(scale), .low = 0.1, .high = 10000, .fallback = 45, .unit = "per radius", .label = "Scale", .what = "wide gullies in a planet radius: higher makes them narrower", .slide_low = 5, .slide_high = 500, .logarithmic = true, .effect = BAKES},
    {"octaves", KNOBBED, AT(octaves), .low = 1, .high = TR_MAX_GULLIES, .fallback = 8, .label = "Sizes", .what = "how many sizes of gullies there are, each half as wide as the one before", .effect = BAKES},
    {"persistence", KNOBBED, AT(persistence), .low = 0, .high = 2, .fallback = 0.5, .label = "Persistence", .what = "depth of each size of gullies compared with the next larger one: higher is rougher", .slide_low = 0, .slide_high = 1, .effect = BAKES},
    {"strength", KNOBBED, AT(strength), .low = 0, .high = 10, .fallback = 1.5, .label = "Steepness", .what = "how steep the sides of wide gullies are, compared with the slope that they run down", .slide_low = 0, .slide_high = 4, .effect = BAKES},
};
// clang-format on

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    return layer->source[0] ? tr_ground_check_of(recipe, index, error)
                            : tr_recipe_fail(error, "layers", layer->name, "terrain_from",
                                             "gullies need the name of a layer with a terrain");
}

// Depths suited to mountains as high as Earth's.
static tr_gully_numbers numbers_of(const gullies *g, uint64_t seed) {
    return (tr_gully_numbers){.seed = seed,
                              .octaves = (int)(g->octaves.plus + 0.5),
                              .scale = g->scale.plus,
                              .persistence = g->persistence.plus,
                              .strength = g->strength.plus};
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_layer layer = tr_layer_under_knobs(recipe, &recipe->layers[index]);
    const gullies *g = PARAMETERS(gullies, &layer);
    const tr_gully_numbers numbers = numbers_of(g, 0);
    tr_gully_plan plan;
    float weights[TR_MAX_GULLIES];
    tr_gullies_prepare(&numbers, &plan);
    tr_gullies_weights(&plan, (float)(2 * TR_PI / width), weights);
    cost->sample = 3 * TR_CUBE_OPERATIONS;
    for (int k = 0; k < plan.count && weights[k] > 0; k++)
        cost->sample += 20;
    if (own_map_find(recipe, tr_own_kind_names[TR_OWN_HEIGHT]) >= 0)
        cost->sample += 4 * OWN_SAMPLE_OPERATIONS;
}

// A map of heights has all valleys that are broader than two of its texels.
static void drop_broad(const own_input *own, tr_gully_numbers *n) {
    const double texel = own_input_texel(own);
    for (; texel > 0 && n->octaves > 1 && n->scale * 2 * texel < 0.7; n->octaves--)
        n->scale *= 2, n->strength *= 2 * n->persistence;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer layer = tr_layer_under_knobs(m->recipe, &m->recipe->layers[index]);
    const gullies *g = PARAMETERS(gullies, &layer);
    // the seed is that of the terrain's owner
    tr_gully_numbers numbers = numbers_of(g, tr_recipe_seed(m->recipe, layer.name));
    gullies_plan *p = plan->state;
    const tr_status status = own_input_obtain(m, &p->own);
    drop_broad(&p->own, &numbers);
    tr_gullies_prepare(&numbers, &p->gullies);
    plan->cache_key = tr_hash_pair(plan->cache_key, numbers.seed);
    return status == TR_OK ? tr_ground_obtain(m, index, plan) : status; // whose key is that of the maps, too
}

static void clear(void *state) { own_input_clear(&((gullies_plan *)state)->own); }

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const gullies_plan *p = plan->state;
    float *dx = b->spare[0], *dy = b->spare[1], *dz = b->spare[2];
    if (!tr_meter_add(b->meter, 3 * TR_CUBE_OPERATIONS * (unsigned)b->count))
        return;
    TR_KERNEL_OF(b->isa, tr_cube_vectors_sample)
    (&tr_ground_of(plan)->slopes, b->count, b->x, b->y, b->z, dx, dy, dz);
    own_input_slopes(&p->own, b, dx, dy, dz);
    TR_KERNEL_OF(b->isa, tr_gullies)(&p->gullies, b, dx, dy, dz, out);
}

static void fit(tr_recipe *recipe, int index, int width, bool (*is_set)(const void *user, const char *key),
                const void *user) {
    (void)index, (void)is_set, (void)user;
    tr_ground_fit(&recipe->layers[0], width, false);
}

const tr_field_type tr_field_gullies = {
    .kind = {.name = "gullies",
             .what = "spurs and valleys that water cuts down the slopes of a terrain",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = check},
    .example =
        {.name = "gullies", // wide enough to be visible on small maps
         .json = "{\"type\": \"gullies\", \"radius_km\": 6371, \"slope_exaggeration\": 10, \"layers\": ["
                 "{\"name\": \"land\", \"field\": \"terrain\", \"into\": \"start\"}, "
                 "{\"name\": \"gullies\", \"field\": \"gullies\", \"terrain_from\": \"land\", \"scale\": 20}]}",
         .fit = fit},
    .range = {-2000, 2000},
    .cost = cost,
    .state_bytes = sizeof(gullies_plan),
    .prepare = prepare,
    .evaluate = evaluate,
    .clear = clear};
