// Reads a channel that earlier layers wrote, to apply another curve or to copy it into another channel.
#include "fields/field.h"
#include "fields/private/rows.h"

#include "base/hash.h"

#include <string.h>

typedef struct channel {
    char name[TR_NAME_BYTES];
} channel;
FITS(channel);

// clang-format off
#define AT(member) IN_LAYER(channel, member)
static const tr_parameter rows[] = {
    {"channel", NAME, AT(name), .size = TR_NAME_BYTES, .label = "Source", .what = "channel whose values it takes", .effect = BAKES},
};
// clang-format on

// Index of the layer's channel among those that layers before `index` write, or -1.
static int find(const tr_recipe *recipe, int index) {
    const char *name = PARAMETERS(channel, &recipe->layers[index])->name, *names[TR_MAX_CHANNELS];
    const int given = tr_recipe_given_channels(recipe, names), count = tr_recipe_channels(recipe, names);
    bool written = false;
    for (int i = 0; i < given; i++)
        written = written || strcmp(names[i], name) == 0;
    for (int i = 0; i < index; i++)
        written = written || strcmp(recipe->layers[i].into, name) == 0;
    for (int i = 0; i < count && written; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    return find(recipe, index) >= 0 ? TR_OK
                                    : tr_recipe_fail(error, "layers", layer->name, "channel",
                                                     "no layer before this one writes the channel '%s'",
                                                     PARAMETERS(channel, layer)->name);
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    plan->channel = find(m->recipe, index);
    plan->cache_key = tr_hash_pair(plan->cache_key, (uint64_t)plan->channel);
    return TR_OK;
}

static void evaluate(const tr_field_plan *plan, const tr_block *block, float *restrict out) {
    (void)plan;
    memcpy(out, block->channel, (size_t)block->count * sizeof *out);
}

const tr_field_type tr_field_channel = {.kind = {.name = "channel",
                                                 .what = "a channel as earlier layers wrote it",
                                                 .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
                                                 .check = check},
                                        .placeless = true,
                                        .range = {-1, 1},
                                        .prepare = prepare,
                                        .evaluate = evaluate};
