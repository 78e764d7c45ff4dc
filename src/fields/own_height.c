// Heights and coasts of a planet that follows own maps.
//
// Where a map is no finer than the image, its heights are those of the image. Finer maps get detail: what the
// recipe's layers have in addition on the finer map (their heights, minus their heights as a map as wide as the
// image shows them), and a fractal that continues the image's own spectrum. Both are as strong as the image is
// rough there, so that plains stay plains.
#include "fields/own_kinds.h"
#include "fields/private/own_join.h"
#include "fields/private/own_sketch.h"
#include "fields/private/rows.h"

#include "base/hash.h"
#include "base/maths.h"
#include "noise/maths/turn.h"

#include <math.h>
#include <string.h>

typedef struct own_plan {
    float strength;
    float below;           // the part of the map that the layers got as their ground, and that is not theirs
    bool assumed;          // the user gave no metres
    unsigned coloured;     // the grey of a coloured picture counts: 1 << its kind; otherwise 0
    float black, times;    // metres = black + times * number of the image
    float numbers[2];      // of the file that become metres of their own; equal: none do
    int map;               // its index
    bool flat_sea;         // the map's lowest value is the sea:
    float sea;             // the level of its coast in metres
    float steep;           // of relief where land and sea change places
    float calm;            // metres of roughness at which all of the layers' own detail shows
    tr_turn turn;          // to where the land was
    own_coast coast;       // moves the coast of land
    tr_fractal_plan grain; // continues the image below its texels
    tr_solution *join;     // what is added to our heights round a map of a part of the globe, or NULL
    tr_solution *ground;   // what the layers got as their ground there, or NULL
} own_plan;

// ---- preparation -------------------------------------------------------------------------------

static double texel_of(const tr_image *image) { return (image->east - image->west) / image->levels[0].width; }

// Cells of the coarsest octave are a texel wide: a map as wide as the image shows nothing of it.
static void prepare_grain(const tr_image *image, uint64_t seed, tr_fractal_plan *grain) {
    const tr_fractal_numbers numbers = {.basis = TR_BASIS_PERLIN,
                                        .interpolation = TR_INTERPOLATION_QUINTIC,
                                        .octaves = 10,
                                        .persistence = 0.58,
                                        .lacunarity = 2,
                                        .scale = 1 / texel_of(image),
                                        .endless = 0.58,
                                        .stretch = {1, 1, 1},
                                        .seed = seed};
    tr_fractal_prepare(&numbers, grain);
}

static tr_status prepare(const tr_prepare_context *m, int layer, tr_field_plan *plan) {
    const int index = own_map_find(m->recipe, m->recipe->layers[layer].name + strlen(TR_OWN_PREFIX));
    const tr_own_map *map = &m->recipe->maps[index];
    own_plan *p = plan->state;
    const tr_status status = own_map_obtain(m, index, &plan->solution);
    if (status != TR_OK)
        return status;
    const own_images *images = own_images_of(plan->solution);
    const tr_image *image = &images->images[0];
    const own_scale scale = own_map_scale(m->recipe, map, images);
    const double times = scale.white - scale.black;
    const bool ground = tr_recipe_find_layer(m->recipe, layer, TR_OWN_PREFIX TR_OWN_GROUND) >= 0;
    const tr_own_map *heights = tr_recipe_own_map(m->recipe, tr_own_kind_names[TR_OWN_HEIGHT]);
    const bool grey_of_colours = images->facts.coloured && map->channel == TR_OWN_GREY;
    *p = (own_plan){.strength =
                        own_map_is_loose(m->recipe, map) ? 0 : (float)own_map_layer_strength(m->recipe, map),
                    .below = ground ? (float)map->strength : 0,
                    .map = index,
                    .coloured = grey_of_colours ? 1u << tr_own_kind_of(map->name) : 0,
                    .black = (float)scale.black,
                    .times = (float)times,
                    .assumed = map->range_m[0] == map->range_m[1] && !own_has_metres(&images->facts),
                    .flat_sea = scale.flat_sea,
                    .steep = 0.3f * (float)(1 - (heights ? heights->strength : 0)),
                    .sea = own_flat_coast(&scale, images),
                    .calm = (float)(fabs(times) * images->roughness)};
    if (scale.least != scale.most)
        p->numbers[0] = (float)scale.least, p->numbers[1] = (float)scale.most;
    static const double nowhere[3];
    const tr_turn turn = tr_turn_of(m->recipe->layers[layer].warp[0] ? m->recipe->land_turn : nowhere);
    p->turn = tr_turn_back(&turn);
    prepare_grain(image, tr_recipe_seed(m->recipe, map->name), &p->grain);
    plan->channel = own_map_channel(m->recipe, &m->recipe->layers[layer]);
    if (plan->type != &tr_field_own_value) // heights have detail below the image's texels
        plan->coarse_width = (int)(2 * TR_PI / texel_of(image) + 0.5);
    p->coast = own_coast_prepare(m->recipe, map, images);
    const double numbers[] = {scale.black, scale.white, map->strength, scale.flat_sea, p->coast.amount};
    plan->cache_key = tr_hash_numbers(tr_hash_pair(plan->cache_key, p->grain.octaves[0].seed[0]), numbers, 5);
    return TR_OK;
}

bool tr_own_map_value(const tr_field_plan *plan, tr_isa isa, double texel, const float direction[3],
                      double *value) {
    if (plan->type != &tr_field_own_height && plan->type != &tr_field_own_land &&
        plan->type != &tr_field_own_value)
        return false;
    const own_plan *p = plan->state;
    float number = 0, weight = 0, x = direction[0], y = direction[1], z = direction[2];
    tr_turn_directions(&p->turn, 1, &x, &y, &z);
    TR_KERNEL_OF(isa, tr_image_sample)
    (&own_images_of(plan->solution)->images[0], TR_IMAGE_CUBIC, texel, 1, &x, &y, &z, &number, &weight);
    *value = (double)(p->black + p->times * number);
    return weight >= 0.5f;
}

void tr_own_map_note(const tr_field_plan *plan, tr_maps_read *read) {
    const own_plan *p = plan->state;
    if (plan->type != &tr_field_own_height && plan->type != &tr_field_own_value &&
        plan->type != &tr_field_own_land)
        return;
    const tr_image_facts *facts = &own_images_of(plan->solution)->facts;
    read->missing[p->map] = facts->missing;
    if (plan->type != &tr_field_own_land)
        read->coloured |= p->coloured;
    if (plan->type == &tr_field_own_land &&
        own_images_of(plan->solution)->images[OWN_MOISTURE].level_count == 0) {
        read->land = true;
        read->grey = own_images_of(plan->solution)->grey;
        read->colours = own_images_of(plan->solution)->colours;
        memcpy(read->sketch, own_images_of(plan->solution)->told, sizeof read->sketch);
    }
    if (plan->type == &tr_field_own_value) {
        read->values[p->map][0] = (double)p->black + (double)p->times * facts->lowest;
        read->values[p->map][1] = (double)p->black + (double)p->times * facts->highest;
    }
    if (plan->type != &tr_field_own_height)
        return;
    read->heights = true;
    read->mask = own_images_of(plan->solution)->mask;
    const float *n = p->numbers, low = n[0] < n[1] ? n[0] : 0, high = n[0] < n[1] ? n[1] : 1;
    read->least = (double)n[0], read->most = (double)n[1];
    read->black_m = (double)(p->black + p->times * low), read->white_m = (double)(p->black + p->times * high);
    read->dark_m = (double)p->black + (double)p->times * facts->lowest;
    read->light_m = (double)p->black + (double)p->times * facts->highest;
    read->assumed = p->assumed, read->flat_sea = p->flat_sea;
}

// ---- evaluation --------------------------------------------------------------------------------

// Values of a block beyond those of the field itself.
typedef struct lanes {
    float own[TR_BLOCK_SAMPLES], target[TR_BLOCK_SAMPLES], join[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    float ground[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    float value[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES], weight[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    float rough[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES], grain[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    float noise[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES], spare[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    float land[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES]; // 0 … 1, if the sea is flat
} lanes;

// Samples the image and, on a map finer than it, its roughness and the grain.
static bool sample(const tr_field_plan *plan, const tr_block *b, lanes *l) {
    const own_plan *p = plan->state;
    const own_images *images = own_images_of(plan->solution);
    if (!tr_meter_add(b->meter, 8 * TR_CUBE_OPERATIONS * (unsigned)b->count))
        return false;
    TR_KERNEL_OF(b->isa, tr_image_sample)
    (&images->images[0], TR_IMAGE_CUBIC, (double)b->texel, b->count, b->x, b->y, b->z, l->value, l->weight);
    if (!b->coarse)
        return true;
    const tr_samples at = {.count = b->count, .x = b->x, .y = b->y, .z = b->z};
    TR_KERNEL_OF(b->isa, tr_image_sample)
    (&images->images[OWN_ROUGHNESS], TR_IMAGE_LINEAR, 0, b->count, b->x, b->y, b->z, l->rough, NULL);
    if (p->flat_sea) {
        TR_KERNEL_OF(b->isa, tr_image_sample)
        (&images->images[0], TR_IMAGE_SHARE, 0, b->count, b->x, b->y, b->z, l->land, NULL);
    }
    tr_fractal_evaluate(&p->grain, b->isa, b->width, &at, l->grain, l->noise, l->spare);
    return true;
}

// Above 0 for all heights, and the height itself where that is well above 0. low: metres.
static float raised(float height, float low) { return height > low ? height : low * low / (2 * low - height); }

// Rises from 0 at the coast to 1 half a texel of the map away, first fast and then slowly. land: 0 … 1.
static float far_from_coast(float land) {
    const float t = land > 0.5f ? 2 * land - 1 : 1 - 2 * land;
    return t < 1 ? t * (2 - t) : 1;
}

// Bays and capes between the texels of a map, whose coast has none there. At texels, where land is 0 or 1, the
// map stays as it is.
static float ragged(float land, float grain) { return land + 4 * land * (1 - land) * grain; }

// Heights where the sea is flat: the map has no floor of it. land: 0 at sea … 1 on land. Detail does not flood
// land, and the layers do not rise above the sea.
static float height_at_sea(float land, float above, float layers, bool finer) {
    const float low = 8, least = 10, shallow = 40; // m
    return land > 0.5f ? (finer ? raised(above, low) * far_from_coast(land) : above)
                       : -(least + raised(-layers - least, shallow)) * far_from_coast(land);
}

static void sample_join(const tr_solution *solution, const tr_block *b, float *out) {
    const own_join *join = solution ? tr_solution_of(solution) : NULL;
    if (join)
        TR_KERNEL_OF(b->isa, tr_cube_sample)(&join->value, b->count, b->x, b->y, b->z, out);
}

// Our heights at the samples, and those of the map.
static bool find_heights(const tr_field_plan *plan, const tr_block *b, lanes *l) {
    // the rms of the grain is a fifth of its range; its first octave continues those of the image
    const float strong = 0.7f;
    const own_plan *p = plan->state;
    const bool finer = b->coarse != NULL;
    if (!sample(plan, b, l))
        return false;
    if (p->join && !tr_meter_add(b->meter, 2 * TR_CUBE_OPERATIONS * (unsigned)b->count))
        return false;
    sample_join(p->join, b, l->join);
    sample_join(p->ground, b, l->ground);
    for (int i = 0; i < b->count; i++) {
        const float metres = p->black + p->times * l->value[i], h = b->channel[i];
        const float rough = finer ? fabsf(p->times) * l->rough[i] : 0, grain = finer ? l->grain[i] : 0;
        const float detail = // where neither the place nor the map is rough, there is none
            rough > 0 ? strong * rough * grain + (h - b->coarse[i]) * 2 * rough / (rough + p->calm) : 0;
        const float above = metres - p->sea + detail;
        const float land = finer ? ragged(p->flat_sea ? l->land[i] : 0, grain) : metres > p->sea;
        const float w = l->weight[i];
        const float ours = h + (p->join ? l->join[i] : 0);
        l->target[i] = p->flat_sea ? height_at_sea(land, above, ours, finer) : metres + detail;
        l->own[i] = p->ground ? h - p->below * own_ground_at(l->ground[i], w, metres)
                              : h - p->below * w * w * (3 - 2 * w) * metres; // as a mask weighs it
    }
    return true;
}

// What the map changes where it is given. A flat sea counts as deep, more so where our ground is high, or that
// would rise from it just at the edge of the map.
static void find_change(const tr_field_plan *plan, const tr_block *b, float *change) {
    const float least = 300, more = 0.5f; // m
    const own_plan *p = plan->state;
    lanes l;
    if (!find_heights(plan, b, &l))
        return;
    for (int i = 0; i < b->count; i++) {
        const float own = l.own[i], target = l.target[i], deep = -least - (own > 0 ? more * own : 0);
        change[i] = p->strength * ((p->flat_sea && target < 0 && target > deep ? deep : target) - own);
    }
}

static void evaluate_height(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const own_plan *p = plan->state;
    lanes l;
    if (!find_heights(plan, b, &l))
        return;
    for (int i = 0; i < b->count; i++)
        out[i] = l.own[i] + p->strength * l.weight[i] * (l.target[i] - l.own[i]);
    for (int i = 0; i < b->count && p->join; i++)
        out[i] += (1 - l.weight[i]) * l.join[i];
}

static tr_status prepare_height(const tr_prepare_context *m, int layer, tr_field_plan *plan) {
    own_plan *p = plan->state;
    tr_status status = prepare(m, layer, plan);
    if (status == TR_OK && p->below > 0)
        status = own_ground_obtain(m, plan, &p->ground);
    return status == TR_OK ? own_join_obtain(m, layer, plan, find_change, &p->join) : status;
}

static void clear_height(void *state) {
    tr_solution_release(((own_plan *)state)->join);
    tr_solution_release(((own_plan *)state)->ground);
}

// Above 0. low: as above. Our own deep ground becomes high, so that land and sea that change places keep a
// relief; where a map has deep sea, the land is low.
static float lifted(float height, float low, float steep) {
    return height > 0 ? raised(height, low) : low / 2 - steep * height;
}

static void evaluate_land(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const float low = 40; // m
    const own_plan *p = plan->state;
    lanes l;
    float x[TR_BLOCK_SAMPLES], y[TR_BLOCK_SAMPLES], z[TR_BLOCK_SAMPLES];
    tr_block moved = *b;
    if (p->coast.amount > 0) {
        if (!tr_meter_add(b->meter, OWN_COAST_OPERATIONS * (unsigned)b->count))
            return;
        const tr_samples at = {.count = b->count, .x = b->x, .y = b->y, .z = b->z};
        own_coast_move(&p->coast, b->isa, b->width, &at, (float *[]){x, y, z});
        moved.x = x, moved.y = y, moved.z = z;
        moved.texel = fmaxf(b->texel, (float)p->coast.soft);
    }
    if (!sample(plan, &moved, &l))
        return;
    for (int i = 0; i < b->count; i++) {
        float land = p->black + p->times * l.value[i];
        const float h = b->channel[i];
        land = land < 0 ? 0 : land > 1 ? 1 : land;
        if (b->coarse)
            land = ragged(land, l.grain[i]);
        const float target =
            far_from_coast(land) * (land > 0.5f ? lifted(h, low, p->steep) : -lifted(-h, low, p->steep));
        out[i] = h + p->strength * l.weight[i] * (target - h);
    }
}

static void evaluate_value(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const own_plan *p = plan->state;
    lanes l;
    if (!sample(plan, b, &l))
        return;
    for (int i = 0; i < b->count; i++)
        out[i] = b->channel[i] + p->strength * l.weight[i] * (p->black + p->times * l.value[i] - b->channel[i]);
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)recipe, (void)index, (void)width;
    cost->sample = 8 * TR_CUBE_OPERATIONS;
}

static void cost_land(const tr_recipe *recipe, int index, int width, tr_cost *out) {
    cost(recipe, index, width, out);
    out->sample += OWN_COAST_OPERATIONS;
}

const tr_field_type tr_field_own_height = {.kind = {.name = "map of heights", .what = "the map \"height\""},
                                           .range = {-9000, 9000},
                                           .cost = cost,
                                           .state_bytes = sizeof(own_plan),
                                           .prepare = prepare_height,
                                           .evaluate = evaluate_height,
                                           .clear = clear_height};

const tr_field_type tr_field_own_land = {.kind = {.name = "map of land", .what = "the map \"land\""},
                                         .range = {-9000, 9000},
                                         .cost = cost_land,
                                         .state_bytes = sizeof(own_plan),
                                         .prepare = prepare,
                                         .evaluate = evaluate_land};

const tr_field_type tr_field_own_value = {.kind = {.name = "map of numbers", .what = "a map of the recipe"},
                                          .range = {-1, 1},
                                          .cost = cost,
                                          .state_bytes = sizeof(own_plan),
                                          .prepare = prepare,
                                          .evaluate = evaluate_value};
