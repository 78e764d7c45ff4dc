// One number: minus the value that a share of the planet's area exceeds in the layer's channel, so that, added,
// that much of the channel comes to lie above 0. Finding it takes the layers before, so it is done above this
// room.
#include "fields/share.h"
#include "fields/field.h"
#include "fields/private/rows.h"

#include "base/hash.h"

#include <string.h>

typedef struct share {
    double share; // of the area, 0 … 1
} share;
FITS(share);

// clang-format off
#define AT(member) IN_LAYER(share, member)
static const tr_parameter rows[] = {
    {"share", NUMBER, AT(share), .low = 0, .high = 1, .fallback = 0.5, .label = "Coverage", .what = "share of the planet's area where the channel is above 0 with this layer", .effect = BAKES},
};
// clang-format on

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)recipe, (void)index, (void)width;
    cost->places = 1 << 16;
}

static tr_status prepare(const tr_making *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    uint64_t signature = 0;
    float *level = plan->state = tr_making_state(m, sizeof *level);
    if (!level)
        return TR_NO_MEMORY;
    const tr_status status =
        m->find_level(m->context, index, PARAMETERS(share, layer)->share, level, &signature, m->error);
    plan->signature = tr_hash_pair(plan->signature, signature);
    return status;
}

static void evaluate(const tr_field_plan *plan, const tr_field_block *block, float *restrict out) {
    const float level = *(const float *)plan->state;
    for (int i = 0; i < block->count; i++)
        out[i] = level;
}

const tr_field_type tr_field_share = {
    .kind = {.name = "share",
             .what = "what lifts a share of the planet's area above 0, in the layer's channel",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows)},
    .placeless = true,
    .range = {-1, 1},
    .cost = cost,
    .prepare = prepare,
    .evaluate = evaluate};

double tr_recipe_asked_land(const tr_recipe *recipe) {
    for (int i = recipe->layer_count - 1; i >= 0; i--) {
        const tr_layer *layer = &recipe->layers[i];
        if (layer->kind == &tr_field_share.kind && strcmp(layer->into, "height") == 0 &&
            layer->join == TR_JOIN_ADD && !layer->where.channel[0])
            return PARAMETERS(share, layer)->share;
    }
    return -1;
}
