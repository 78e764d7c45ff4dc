// One number: the negative of the value that a given fraction of the planet's area exceeds in the layer's
// channel. Adding it moves that fraction of the channel above 0. Finding it evaluates the earlier layers, so a
// module above this one does it.
#include "fields/field.h"
#include "fields/private/rows.h"

#include "base/hash.h"

#include <string.h>

typedef struct coverage {
    double coverage; // of the area, 0 … 1
} coverage;
FITS(coverage);

// clang-format off
#define AT(member) IN_LAYER(coverage, member)
static const tr_parameter rows[] = {
    {"coverage", NUMBER, AT(coverage), .low = 0, .high = 1, .fallback = 0.5, .label = "Coverage", .what = "fraction of the planet's area where the channel is above 0 with this layer", .effect = BAKES},
};
// clang-format on

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)recipe, (void)index, (void)width;
    cost->places = 1 << 16;
    cost->making = 20 * cost->places; // their directions, values and order
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    uint64_t cache_key = 0;
    const tr_status status = m->find_level(m->context, index, PARAMETERS(coverage, layer)->coverage,
                                           plan->state, &cache_key, m->error);
    plan->cache_key = tr_hash_pair(plan->cache_key, cache_key);
    return status;
}

static void evaluate(const tr_field_plan *plan, const tr_block *block, float *restrict out) {
    const float level = *(const float *)plan->state;
    for (int i = 0; i < block->count; i++)
        out[i] = level;
}

const tr_field_type tr_field_quantile = {
    .kind = {.name = "quantile",
             .what = "moves its channel so that a given fraction of the planet's area lies above 0",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows)},
    .placeless = true,
    .range = {-1, 1},
    .cost = cost,
    .state_bytes = sizeof(float),
    .prepare = prepare,
    .evaluate = evaluate};

double tr_recipe_asked_land(const tr_recipe *recipe) {
    for (int i = recipe->layer_count - 1; i >= 0; i--) {
        const tr_layer *layer = &recipe->layers[i];
        if (layer->kind == &tr_field_quantile.kind && strcmp(layer->into, "height") == 0 &&
            layer->join == TR_JOIN_ADD && !layer->where.channel[0])
            return PARAMETERS(coverage, layer)->coverage;
    }
    return -1;
}
