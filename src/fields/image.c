// A map of the recipe's own maps, or its weight: a picture at the texels of the planet.
#include "fields/private/own_map.h"
#include "fields/private/rows.h"

#include "base/hash.h"

#include <string.h>

typedef enum image_value { VALUE, WEIGHT, RED, GREEN, BLUE } image_value;

typedef struct image {
    char map[TR_NAME_BYTES];
    image_value value;
    int filter; // a tr_image_filter
} image;
FITS(image);

typedef struct image_plan {
    int plane, filter;
    bool weight;
    float black, times;
} image_plan;

static const char *const value_names[] = {"value", "weight", "red", "green", "blue", NULL};
static const char *const filter_names[] = {"cubic", "linear", "nearest", NULL};

// clang-format off
#define AT(member) IN_LAYER(image, member)
static const tr_parameter rows[] = {
    {"map", NAME, AT(map), .size = TR_NAME_BYTES, .label = "Map", .what = "name of one of the recipe's own maps", .effect = BAKES},
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "its value; its weight, 1 where the map is given and 0 outside of its region; or a component of colour, in linear light", .effect = BAKES},
    {"filter", CHOICE, AT(filter), .names = filter_names, .label = "Filter", .what = "how values lie between texels: on smooth curves, on straight lines, or as the nearest texel has it", .effect = BAKES},
};
// clang-format on

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const image *i = PARAMETERS(image, layer);
    const int map = own_map_find(recipe, i->map);
    if (map < 0)
        return tr_recipe_fail(error, "layers", layer->name, "map", "there is no map '%s' in \"maps\"", i->map);
    const tr_own_kind kind = tr_own_kind_of(i->map);
    if (i->value >= RED && kind != TR_OWN_COLOUR && kind != TR_OWN_EMISSION)
        return tr_recipe_fail(error, "layers", layer->name, "value", "the map '%s' is not one of colours",
                              i->map);
    return TR_OK;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)recipe, (void)index, (void)width;
    cost->sample = 4 * TR_CUBE_OPERATIONS;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const image *i = PARAMETERS(image, &m->recipe->layers[index]);
    const int map = own_map_find(m->recipe, i->map);
    image_plan *p = plan->state;
    const tr_status status = own_map_obtain(m, map, &plan->solution);
    if (status != TR_OK)
        return status;
    const own_scale scale = own_map_scale(m->recipe, &m->recipe->maps[map], own_images_of(plan->solution));
    *p = (image_plan){.plane = i->value >= RED ? (int)(i->value - RED) : 0,
                      .filter = i->filter,
                      .weight = i->value == WEIGHT,
                      .black = (float)scale.black,
                      .times = (float)(scale.white - scale.black)};
    const double numbers[2] = {scale.black, scale.white};
    plan->cache_key = tr_hash_numbers(plan->cache_key, numbers, 2);
    return TR_OK;
}

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const image_plan *p = plan->state;
    const tr_image *plane = &own_images_of(plan->solution)->images[p->plane];
    float *weight = p->weight ? out : NULL, *value = p->weight ? b->spare[0] : out;
    if (!tr_meter_add(b->meter, 4 * TR_CUBE_OPERATIONS * (unsigned)b->count))
        return;
    TR_KERNEL_OF(b->isa, tr_image_sample)
    (plane, p->filter, (double)b->texel, b->count, b->x, b->y, b->z, value, weight);
    for (int k = 0; k < b->count && !weight; k++)
        out[k] = p->black + p->times * out[k];
}

const tr_field_type tr_field_image = {.kind = {.name = "image",
                                               .what = "one of the recipe's own maps: a picture on the sphere",
                                               .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
                                               .check = check},
                                      .costly = true,
                                      .range = {0, 1},
                                      .cost = cost,
                                      .state_bytes = sizeof(image_plan),
                                      .prepare = prepare,
                                      .evaluate = evaluate};
