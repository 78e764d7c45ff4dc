// What the fields and warps of a recipe take.
#include "fields/field.h"

tr_cost tr_warp_cost(const tr_recipe *recipe, int index, int width) {
    const tr_warp_type *type = (const tr_warp_type *)(const void *)recipe->warps[index].kind;
    tr_cost cost = {0};
    if (type->cost)
        type->cost(recipe, index, width, &cost);
    return cost;
}

tr_cost tr_field_cost(const tr_recipe *recipe, int index, int width) {
    const tr_layer *layer = &recipe->layers[index];
    const tr_field_type *type = tr_layer_type(layer);
    tr_cost cost = {0};
    if (type->cost)
        type->cost(recipe, index, width, &cost);
    cost.sample += TR_SAMPLE_OPERATIONS;
    int warp =
        layer->warp[0] && !type->placeless ? tr_recipe_find_warp(recipe, recipe->warp_count, layer->warp) : -1;
    for (; warp >= 0; warp = recipe->warps[warp].after[0]
                                 ? tr_recipe_find_warp(recipe, warp, recipe->warps[warp].after)
                                 : -1)
        cost.sample += tr_warp_cost(recipe, warp, width).sample;
    return cost;
}
