// The layers of a map of biomes: its numbers, and the climate that belongs to them.
#include "base/hash.h"
#include "base/maths.h"
#include "fields/own_kinds.h"
#include "fields/private/own_sketch.h"

#include <string.h>

// What a layer puts into its channel.
typedef enum part { of_number, of_warmth, of_moisture, of_bog, of_lake } part;

typedef struct biome_plan {
    part part;
    float strength;
    own_coast coast;
} biome_plan;

static part part_of(const char *channel) {
    return strcmp(channel, TR_CHANNEL_BIOME) == 0                                               ? of_number
           : strcmp(channel, TR_CHANNEL_MOISTURE) == 0                                          ? of_moisture
           : strcmp(channel, TR_CHANNEL_BOG) == 0                                               ? of_bog
           : strcmp(channel, TR_CHANNEL_WARMTH) == 0 || strcmp(channel, TR_CHANNEL_SUMMER) == 0 ? of_warmth
                                                                                                : of_lake;
}

static tr_status prepare(const tr_prepare_context *m, int layer, tr_field_plan *plan) {
    const int index = own_map_find(m->recipe, tr_own_kind_names[TR_OWN_BIOME]);
    const tr_own_map *map = &m->recipe->maps[index];
    biome_plan *p = plan->state;
    const tr_status status = own_map_obtain(m, index, &plan->solution);
    if (status != TR_OK)
        return status;
    *p = (biome_plan){.part = part_of(m->recipe->layers[layer].into),
                      .strength = (float)map->strength,
                      .coast = own_coast_prepare(m->recipe, map, own_images_of(plan->solution))};
    plan->channel = own_map_channel(m->recipe, &m->recipe->layers[layer]);
    const double numbers[] = {map->strength, p->coast.amount, p->part};
    plan->cache_key = tr_hash_numbers(plan->cache_key, numbers, 3);
    return TR_OK;
}

// A quantity near the biome's, with a part of the planet's own variation.
static float pull(float own, float target, float most) {
    return target + 0.3f * tr_clampf(own - target, -most, most);
}

static float value_of(const biome_plan *p, float own, float value, float weight) {
    const float w = weight * p->strength;
    const int number = (int)(value + 0.5f) - 1;
    switch (p->part) {
    case of_number:
        return w > 0.5f ? value : 0;
    case of_warmth:
        return own + w * (pull(own, value, 8) - own);
    case of_moisture:
        return own + w * (pull(own, value, 0.4f) - own);
    case of_bog:
        return w <= 0.5f || number < 0      ? own
               : number == TR_BIOME_WETLAND ? (own > 0.8f ? own : 0.8f)
               : own < 0.2f                 ? own
                                            : 0.2f;
    default: // metres of lakes
        return w <= 0.5f || number < 0    ? own
               : number == TR_BIOME_WATER ? (own > 20 ? own : 20)
               : own < -12                ? own
                                          : -12;
    }
}

// The climate of land ends at its coast; at sea, only sea ice has one.
static void leave_sea(const tr_image *images, const tr_block *b, const tr_samples *at, float *weight) {
    float land[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES], number[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    TR_KERNEL_OF(b->isa, tr_image_sample)
    (&images[0], TR_IMAGE_LINEAR, (double)b->texel, b->count, at->x, at->y, at->z, land, NULL);
    TR_KERNEL_OF(b->isa, tr_image_sample)
    (&images[OWN_BIOMES], TR_IMAGE_NEAREST, (double)b->texel, b->count, at->x, at->y, at->z, number, NULL);
    for (int i = 0; i < b->count; i++)
        if ((int)(number[i] + 0.5f) - 1 != TR_BIOME_SEA_ICE)
            weight[i] *= tr_smoothf(0.1f, 0.4f, land[i]);
}

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const biome_plan *p = plan->state;
    const tr_image *images = own_images_of(plan->solution)->images;
    const bool smooth = p->part == of_warmth || p->part == of_moisture;
    const tr_image *image = &images[p->part == of_warmth     ? OWN_WARMTH
                                    : p->part == of_moisture ? OWN_MOISTURE
                                                             : OWN_BIOMES];
    float value[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES], weight[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    float x[TR_BLOCK_SAMPLES], y[TR_BLOCK_SAMPLES], z[TR_BLOCK_SAMPLES];
    tr_samples at = {.count = b->count, .x = b->x, .y = b->y, .z = b->z};
    if (!tr_meter_add(b->meter, (16 * TR_CUBE_OPERATIONS + OWN_COAST_OPERATIONS) * (unsigned)b->count))
        return;
    if (p->coast.amount > 0) {
        own_coast_move(&p->coast, b->isa, b->width, &at, (float *[]){x, y, z});
        at.x = x, at.y = y, at.z = z;
    }
    TR_KERNEL_OF(b->isa, tr_image_sample)
    (image, smooth ? TR_IMAGE_LINEAR : TR_IMAGE_NEAREST, (double)b->texel, b->count, at.x, at.y, at.z, value,
     weight);
    if (smooth)
        leave_sea(images, b, &at, weight);
    for (int i = 0; i < b->count; i++)
        out[i] = value_of(p, b->channel[i], value[i], weight[i]);
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)recipe, (void)index, (void)width;
    cost->sample = 16 * TR_CUBE_OPERATIONS + OWN_COAST_OPERATIONS;
}

const tr_field_type tr_field_own_biome = {.kind = {.name = "map of biomes", .what = "the map \"biome\""},
                                          .range = {-64, 64},
                                          .cost = cost,
                                          .state_bytes = sizeof(biome_plan),
                                          .prepare = prepare,
                                          .evaluate = evaluate};
