#include "planet/private/own_maps.h"

#include "fields/own_kinds.h"

#include <stdio.h>
#include <string.h>

// Appends a layer, or puts it in front of all others.
static tr_status add_layer(tr_recipe *recipe, const tr_kind *kind, const char *map, const char *into,
                           bool front, tr_layer **out, tr_error *error) {
    const tr_parameter *list = tr_parameter_find(&tr_recipe_table, "layers");
    void *element;
    const tr_status status = tr_list_add(list, recipe, kind, &element, error);
    if (status != TR_OK)
        return status;
    tr_layer *layer = element;
    if (front) {
        const tr_layer added = *layer;
        memmove(recipe->layers + 1, recipe->layers, (size_t)(recipe->layer_count - 1) * sizeof *layer);
        recipe->layers[0] = added;
        layer = recipe->layers;
    }
    snprintf(layer->name, sizeof layer->name, "map %.*s", (int)sizeof layer->name - 5, map);
    snprintf(layer->into, sizeof layer->into, "%s", into);
    *out = layer;
    return TR_OK;
}

// A field `image` of the map, in front of the other layers.
static tr_status add_image(tr_recipe *recipe, const tr_own_map *map, const char *into, tr_error *error) {
    tr_layer *layer;
    const tr_kind *kind = &tr_field_find("image")->kind;
    const tr_status status = add_layer(recipe, kind, map->name, into, true, &layer, error);
    if (status != TR_OK)
        return status;
    const tr_parameter *name = tr_parameter_find(&kind->parameters, "map");
    snprintf(tr_parameter_at(name, layer), name->size, "%s", map->name);
    layer->amount = (tr_number){.plus = map->strength};
    return TR_OK;
}

static bool has_terrain(const tr_recipe *recipe) {
    for (int i = 0; i < recipe->layer_count; i++)
        if (strcmp(recipe->layers[i].kind->name, "terrain") == 0)
            return true;
    return false;
}

// Replaces the height after all layers.
static tr_status add_last(tr_recipe *recipe, const tr_own_map *map, const tr_field_type *type,
                          tr_error *error) {
    tr_layer *layer;
    const tr_status status = add_layer(recipe, &type->kind, map->name, "height", false, &layer, error);
    if (status == TR_OK)
        layer->join = TR_JOIN_MIX;
    return status;
}

static tr_status follow_map(tr_recipe *recipe, const tr_own_map *map, tr_error *error) {
    tr_status status = TR_OK;
    switch (tr_own_kind_of(map->name)) {
    case TR_OWN_CHANNEL:
        return add_image(recipe, map, map->name, error);
    case TR_OWN_HEIGHT:
        if (!has_terrain(recipe)) // otherwise the terrain is that of the map
            status = add_image(recipe, map, "height", error);
        return status == TR_OK ? add_last(recipe, map, &tr_field_own_height, error) : status;
    case TR_OWN_LAND:
        if (!recipe->sea)
            return tr_recipe_fail(error, "maps", map->name, "name",
                                  "this planet has no sea, so it has no land");
        return add_last(recipe, map, &tr_field_own_land, error);
    default:
        return tr_recipe_fail(error, "maps", map->name, "name", "planets cannot follow maps of this kind yet");
    }
}

tr_status plan_follow_maps(const tr_prepare_context *m, tr_recipe **followed, int *first) {
    *followed = NULL;
    *first = 0;
    if (m->recipe->map_count == 0)
        return TR_OK;
    tr_status status = tr_recipe_copy(m->recipe, followed, m->error);
    for (int i = 0; i < m->recipe->map_count && status == TR_OK; i++)
        if (m->recipe->maps[i].strength > 0)
            status = follow_map(*followed, &m->recipe->maps[i], m->error);
    while (status == TR_OK && *first < (*followed)->layer_count && m->recipe->layer_count > 0 &&
           strcmp((*followed)->layers[*first].name, m->recipe->layers[0].name) != 0)
        ++*first;
    return status;
}
