// A sea that is raised over relief that stays, and land that is turned under the climate.
#include "planet/private/own_maps.h"

#include "fields/own_kinds.h"
#include "noise/maths/turn.h"
#include "planet/strokes.h"

#include <stdio.h>
#include <string.h>

static bool raises_sea(const tr_recipe *recipe) { return recipe->sea && recipe->sea_level_m != 0; }

bool plan_moves_land(const tr_recipe *recipe) { return raises_sea(recipe) || tr_has_turn(recipe->land_turn); }

// ---- the sea -----------------------------------------------------------------------------------

// Whether a layer ends the relief of a terrain or of a map: what follows looks at heights over the sea.
static bool ends_relief(const tr_layer *layer) {
    return strcmp(layer->into, "height") == 0 &&
           (plan_layer_is(layer, "quantile") ||
            strncmp(layer->name, TR_OWN_PREFIX, strlen(TR_OWN_PREFIX)) == 0);
}

// The index at which the sea is raised. Without a terrain all layers of the height belong to the relief.
static int find_relief_end(const tr_recipe *recipe) {
    const bool has_terrain = plan_find_terrain(recipe) >= 0;
    int end = 0;
    for (int i = 0; i < recipe->layer_count; i++)
        if (has_terrain ? ends_relief(&recipe->layers[i]) : strcmp(recipe->layers[i].into, "height") == 0)
            end = i + 1;
    return end;
}

static tr_status raise_sea(tr_recipe *recipe, tr_error *error) {
    tr_layer *layer;
    const tr_kind *kind = &tr_field_find("constant")->kind;
    const tr_status status =
        plan_add_layer(recipe, find_relief_end(recipe), kind, "sea level", "height", &layer, error);
    if (status == TR_OK)
        layer->amount = (tr_number){.plus = -recipe->sea_level_m};
    return status;
}

// ---- the land ----------------------------------------------------------------------------------

bool tr_own_turns(tr_own_kind kind) {
    switch (kind) {
    case TR_OWN_HEIGHT:
    case TR_OWN_LAND:
    case TR_OWN_UPLIFT:
    case TR_OWN_BIOME:
    case TR_OWN_COLOUR:
    case TR_OWN_EMISSION:
        return true;
    default:
        return false;
    }
}

// Terrain, strokes, and maps of the land. What the climate gives stays: rain, temperature, clouds.
static bool is_land(const tr_layer *layer) {
    if (plan_layer_is(layer, "terrain") || plan_layer_is(layer, "gullies") || plan_layer_is(layer, "strokes") ||
        layer->kind == &tr_field_own_ground.kind || layer->kind == &tr_field_own_height.kind ||
        layer->kind == &tr_field_own_land.kind || layer->kind == &tr_field_own_coast.kind ||
        layer->kind == &tr_field_own_craters.kind || layer->kind == &tr_field_own_biome.kind ||
        layer->kind == &tr_field_own_cities.kind)
        return true;
    const tr_parameter *map = tr_parameter_find(&layer->kind->parameters, "map");
    return map && plan_layer_is(layer, "image") && tr_own_turns(tr_own_kind_of(tr_parameter_in(map, layer)));
}

// Noise of the ground itself, which is the same everywhere else.
static bool is_ground(const tr_layer *layer) {
    return plan_layer_is(layer, "fractal") && strcmp(layer->into, "height") == 0 && !tr_layer_on_plane(layer);
}

static bool turns(const tr_layer *layer) { return is_land(layer) || (is_ground(layer) && !layer->warp[0]); }

static bool is_noise(const tr_warp *warp) { return strcmp(warp->kind->name, "noise") == 0 && !warp->after[0]; }

// Whether a warp moves nothing but land and noise: then its noise may turn with the land.
static bool is_of_land(const tr_recipe *recipe, const tr_warp *warp) {
    bool moves_land = false;
    for (int i = 0; i < recipe->warp_count; i++)
        if (strcmp(recipe->warps[i].after, warp->name) == 0)
            return false;
    for (int i = 0; i < recipe->layer_count; i++) {
        const tr_layer *layer = &recipe->layers[i];
        if (strcmp(layer->warp, warp->name) != 0)
            continue;
        moves_land = moves_land || is_land(layer);
        if (!is_land(layer) && !plan_layer_is(layer, "fractal"))
            return false;
    }
    return moves_land;
}

#define TURN TR_OWN_PREFIX "turn"

static tr_status add_turn(tr_recipe *recipe, const char *name, const char *after, tr_error *error) {
    const tr_parameter *list = tr_parameter_find(&tr_recipe_table, "warps");
    void *element;
    const tr_status status = tr_list_add(list, recipe, &tr_warp_turn.kind, &element, error);
    if (status != TR_OK)
        return status;
    tr_warp *warp = element;
    snprintf(warp->name, sizeof warp->name, "%s", name);
    snprintf(warp->after, sizeof warp->after, "%s", after);
    return TR_OK;
}

// Makes a layer look where its land was before: behind its own warp.
static tr_status turn_layer(tr_recipe *recipe, tr_layer *layer, tr_error *error) {
    const int own = tr_recipe_find_warp(recipe, recipe->warp_count, layer->warp);
    char name[TR_NAME_BYTES] = TURN;
    if (own >= 0 && strcmp(recipe->warps[own].after, TURN) == 0)
        return TR_OK;
    if (own >= 0)
        snprintf(name, sizeof name, TURN " %d", own);
    const bool there = tr_recipe_find_warp(recipe, recipe->warp_count, name) >= 0;
    const tr_status status = there ? TR_OK : add_turn(recipe, name, layer->warp, error);
    if (status == TR_OK)
        snprintf(layer->warp, sizeof layer->warp, "%s", name);
    return status;
}

static tr_status turn_land(tr_recipe *recipe, tr_error *error) {
    tr_status status = add_turn(recipe, TURN, "", error);
    if (status != TR_OK)
        return status;
    const tr_warp turn = recipe->warps[recipe->warp_count - 1];
    memmove(recipe->warps + 1, recipe->warps, (size_t)(recipe->warp_count - 1) * sizeof *recipe->warps);
    recipe->warps[0] = turn; // in front of those that come after it
    for (int i = 1; i < recipe->warp_count; i++)
        if (is_noise(&recipe->warps[i]) && is_of_land(recipe, &recipe->warps[i]))
            snprintf(recipe->warps[i].after, sizeof recipe->warps[i].after, TURN);
    for (int i = 0; i < recipe->layer_count && status == TR_OK; i++) {
        tr_layer *layer = &recipe->layers[i];
        if (turns(layer))
            status = turn_layer(recipe, layer, error);
    }
    return status;
}

// ---- what cannot be moved ----------------------------------------------------------------------

const char *tr_sea_level_obstacle(const tr_recipe *recipe) {
    return recipe->sea ? NULL : "this planet has no sea";
}

// Whether paint layers look at a channel.
static bool is_painted(const tr_paints *paints, const char *channel) {
    for (int i = 0; i < paints->count; i++) {
        const tr_paint *p = &paints->paints[i];
        if (strcmp(p->channel, channel) == 0 || strcmp(p->across, channel) == 0 ||
            strcmp(p->where.channel, channel) == 0)
            return true;
    }
    return false;
}

static bool is_coloured(const tr_recipe *recipe, const char *channel) {
    return is_painted(&recipe->albedo, channel) || is_painted(&recipe->emission, channel);
}

// Terrains follow the sea themselves: rain, lakes and lapse. Others show it where something looks at the height
// behind all layers that make it.
bool tr_sea_level_colours(const tr_recipe *recipe) {
    bool any = plan_find_terrain(recipe) >= 0 || is_coloured(recipe, "height");
    for (int i = find_relief_end(recipe); i < recipe->layer_count; i++)
        any = any ||
              (plan_layer_reads(&recipe->layers[i], "height") && is_coloured(recipe, recipe->layers[i].into));
    return any;
}

// Layers of own maps, strokes and places are added later (own_maps.c).
const char *tr_land_turn_obstacle(const tr_recipe *recipe) {
    bool any = recipe->map_count > 0 || recipe->stroke_count > 0 || recipe->place_count > 0;
    for (int i = 0; i < recipe->layer_count; i++)
        any = any || turns(&recipe->layers[i]);
    return any ? NULL : "this planet has no continents, own maps, strokes or places";
}

tr_status plan_move_land(tr_recipe *recipe, tr_error *error) {
    tr_status status = raises_sea(recipe) ? raise_sea(recipe, error) : TR_OK;
    if (status == TR_OK && tr_has_turn(recipe->land_turn))
        status = turn_land(recipe, error);
    return status;
}
