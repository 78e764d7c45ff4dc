#include "planet/private/own_maps.h"

#include "fields/own_kinds.h"
#include "planet/strokes.h"
#include "planet/surface.h"
#include "terrain/terrain.h"

#include <stdio.h>
#include <string.h>

// A recipe that gets the layers of its maps, and the map that it follows now. Names of what is added begin with
// "map: ", which no name of a user has.
typedef struct following {
    const tr_prepare_context *context;
    tr_recipe *recipe;
    const tr_own_map *map;
    tr_error *error;
} following;

static tr_status fail(const following *f, const char *message) {
    return tr_recipe_fail(f->error, "maps", f->map->name, "name", "%s", message);
}

// ---- layers --------------------------------------------------------------------------------------

// Names of what a map adds: "map: colour red".
typedef char made_name[TR_NAME_BYTES];
static void make_name(const following *f, const char *part, made_name name) {
    snprintf(name, sizeof(made_name), "%s%.12s %s", TR_OWN_PREFIX, f->map->name, part);
}

// A field `image` of the map in front of the other layers, with the index of a value.
static tr_status add_image(const following *f, int value, double amount, const char *name, const char *into) {
    tr_layer *layer;
    const tr_kind *kind = &tr_field_find("image")->kind;
    const tr_status status = plan_add_layer(f->recipe, 0, kind, name, into, &layer, f->error);
    if (status != TR_OK)
        return status;
    const tr_parameter *map = tr_parameter_find(&kind->parameters, "map");
    snprintf(tr_parameter_at(map, layer), map->size, "%s", f->map->name);
    *(int *)tr_parameter_at(tr_parameter_find(&kind->parameters, "value"), layer) = value;
    layer->amount = (tr_number){.plus = amount};
    return TR_OK;
}

enum { of_value, of_weight, of_red }; // indices of the values of the field `image`

// The map's numbers in a channel in front of the other layers, where the map is given.
static tr_status add_numbers(const following *f, const char *name, const char *into) {
    made_name mask;
    make_name(f, "weight", mask);
    tr_status status = add_image(f, of_value, f->map->strength, name, into);
    if (status == TR_OK)
        status = add_image(f, of_weight, 1, mask + strlen(TR_OWN_PREFIX), mask);
    if (status != TR_OK)
        return status;
    tr_where *where = &f->recipe->layers[1].where; // behind that of the weight
    snprintf(where->channel, sizeof where->channel, "%s", mask);
    where->from = 0, where->to = 1;
    return TR_OK;
}

// Replaces a channel behind the last layer that writes it.
static tr_status replace(const following *f, const tr_field_type *type, const char *channel) {
    tr_layer *layer;
    const tr_status status = plan_add_layer(f->recipe, plan_channel_end(f->recipe, channel), &type->kind,
                                            f->map->name, channel, &layer, f->error);
    if (status == TR_OK)
        layer->join = TR_JOIN_MIX;
    return status;
}

// ---- paint layers --------------------------------------------------------------------------------

static tr_status add_paint(const following *f, const char *list, const char *channel, const char *mask,
                           tr_blend blend, const uint8_t srgb[3], double number) {
    tr_place place;
    if (!tr_recipe_find(f->recipe, list, &place))
        return fail(f, "this planet has no such colours");
    return plan_add_paint(f->recipe, list, channel, mask, blend, srgb, number, f->map->strength, f->error);
}

// The picture's colours over those of the planet: black where the map is given, then red, green and blue are
// added.
static tr_status paint_colours(const following *f, const char *list) {
    static const char *const parts[] = {"red", "green", "blue"};
    static const uint8_t black[3];
    made_name mask, name;
    make_name(f, "weight", mask);
    tr_status status = add_image(f, of_weight, 1, mask + strlen(TR_OWN_PREFIX), mask);
    if (status == TR_OK)
        status = add_paint(f, list, mask, mask, TR_BLEND_NORMAL, black, 0);
    for (int c = 0; c < 3 && status == TR_OK; c++) {
        uint8_t srgb[3] = {0};
        srgb[c] = 255;
        make_name(f, parts[c], name);
        status = add_image(f, of_red + c, 1, name + strlen(TR_OWN_PREFIX), name);
        if (status == TR_OK)
            status = add_paint(f, list, name, mask, TR_BLEND_ADD, srgb, 0);
    }
    return status;
}

static tr_status paint_clouds(const following *f) {
    static const uint8_t none[3];
    made_name mask, name;
    make_name(f, "weight", mask);
    make_name(f, "cover", name);
    tr_status status = add_image(f, of_weight, 1, mask + strlen(TR_OWN_PREFIX), mask);
    if (status == TR_OK)
        status = add_image(f, of_value, 1, name + strlen(TR_OWN_PREFIX), name);
    return status == TR_OK ? add_paint(f, "clouds.cover", name, mask, TR_BLEND_NORMAL, none, 1) : status;
}

// ---- the kinds -----------------------------------------------------------------------------------

const char *tr_own_map_obstacle(const tr_recipe *recipe, tr_own_kind kind) {
    static const char no_climate[] =
        "this planet has no climate to follow this map; use a type with one, such as earthlike";
    const char *no_ground =
        recipe->gas ? "this planet has no ground; it can follow colour, clouds, emission and any:CHANNEL"
                    : NULL;
    switch (kind) {
    case TR_OWN_HEIGHT:
        return no_ground;
    case TR_OWN_LAND:
        return recipe->sea ? NULL
               : no_ground ? no_ground
                           : "this planet has no sea, so it cannot follow a map of land; use --map height=FILE";
    case TR_OWN_UPLIFT:
        return plan_find_terrain(recipe) >= 0 ? NULL
               : no_ground                    ? no_ground
                           : "this planet has no terrain, so it cannot follow a map of uplift; "
                             "use --map height=FILE";
    case TR_OWN_TEMPERATURE:
        return plan_channel_end(recipe, TR_CHANNEL_WARMTH) > 0 ? NULL : no_climate;
    case TR_OWN_RAIN:
        return plan_channel_end(recipe, TR_CHANNEL_MOISTURE) > 0 ? NULL : no_climate;
    case TR_OWN_BIOME:
        return tr_recipe_climate(recipe) ? NULL : no_climate;
    default:
        return NULL;
    }
}

// The channel of the depth of a terrain's lakes in metres; NULL: there is none.
static const char *find_lakes(const tr_recipe *recipe) {
    for (int i = 0; i < recipe->layer_count; i++) {
        const tr_layer *layer = &recipe->layers[i];
        const tr_parameter *value = tr_parameter_find(&layer->kind->parameters, "value");
        if (plan_layer_is(layer, "terrain") && *(const int *)tr_parameter_in(value, layer) == TR_TERRAIN_LAKE)
            return layer->into;
    }
    return NULL;
}

// A map of biomes gives the coast, unless another map does, the climate, lakes and bogs.
static tr_status follow_biomes(const following *f) {
    const char *found = find_lakes(f->recipe);
    char lakes[TR_NAME_BYTES]; // a copy, because layers move
    snprintf(lakes, sizeof lakes, "%s", found ? found : "");
    const char *channels[] = {TR_CHANNEL_WARMTH, TR_CHANNEL_SUMMER,    TR_CHANNEL_MOISTURE,
                              TR_CHANNEL_BOG,    found ? lakes : NULL, TR_CHANNEL_BIOME};
    const bool coast =
        !tr_recipe_follows(f->recipe, TR_OWN_LAND) && !tr_recipe_follows(f->recipe, TR_OWN_HEIGHT);
    tr_status status = coast && f->recipe->sea ? replace(f, &tr_field_own_land, "height") : TR_OK;
    for (size_t i = 0; i < sizeof channels / sizeof channels[0] && status == TR_OK; i++) {
        const int end = channels[i] ? plan_channel_end(f->recipe, channels[i]) : 0;
        made_name name;
        tr_layer *layer;
        if (end == 0 && (!channels[i] || strcmp(channels[i], TR_CHANNEL_BIOME) != 0))
            continue;
        make_name(f, i + 1 < sizeof channels / sizeof channels[0] ? channels[i] : "number", name);
        status = plan_add_layer(f->recipe, end, &tr_field_own_biome.kind, name + strlen(TR_OWN_PREFIX),
                                channels[i], &layer, f->error);
        if (status == TR_OK)
            layer->join = TR_JOIN_MIX;
    }
    return status;
}

// A map of a part of the globe, with its surroundings, and how far it is given.
static tr_status add_ground(const following *f, const char *mask) {
    tr_layer *layer;
    const tr_kind *kind = &tr_field_own_ground.kind;
    const tr_status status = plan_add_layer(f->recipe, 0, kind, TR_OWN_GROUND, "height", &layer, f->error);
    return status == TR_OK
               ? plan_add_layer(f->recipe, 0, kind, mask + strlen(TR_OWN_PREFIX), mask, &layer, f->error)
               : status;
}

// Heights of a planet without a terrain.
static tr_status follow_ground(const following *f) {
    made_name mask;
    bool part = false;
    make_name(f, "weight", mask);
    tr_status status = tr_own_map_is_part(f->context, (int)(f->map - f->recipe->maps), &part);
    if (status == TR_OK)
        status = part ? add_ground(f, mask) : add_numbers(f, TR_OWN_GROUND, "height");
    return status == TR_OK ? plan_follow_lowlands(f->context, f->recipe, (int)(f->map - f->recipe->maps), mask)
                           : status;
}

static tr_status follow_map(const following *f) {
    const tr_own_kind kind = tr_own_kind_of(f->map->name);
    const char *obstacle = tr_own_map_obstacle(f->recipe, kind);
    tr_status status = TR_OK;
    if (obstacle)
        return fail(f, obstacle);
    switch (kind) {
    case TR_OWN_CHANNEL:
        return add_numbers(f, f->map->name, f->map->name);
    case TR_OWN_HEIGHT:
        if (plan_find_terrain(f->recipe) < 0) // otherwise the terrain is that of the map
            status = follow_ground(f);
        return status == TR_OK ? replace(f, &tr_field_own_height, "height") : status;
    case TR_OWN_LAND:
        return replace(f, &tr_field_own_land, "height");
    case TR_OWN_TEMPERATURE:
        return replace(f, &tr_field_own_value, TR_CHANNEL_WARMTH);
    case TR_OWN_RAIN:
        return replace(f, &tr_field_own_value, TR_CHANNEL_MOISTURE);
    case TR_OWN_BIOME:
        return follow_biomes(f);
    case TR_OWN_COLOUR:
        return paint_colours(f, "albedo");
    case TR_OWN_EMISSION:
        return paint_colours(f, "emission");
    case TR_OWN_CLOUDS:
        return paint_clouds(f);
    default: // a map of uplift, which the terrain follows
        return TR_OK;
    }
}

// If maps give the coast, the terrain follows them.
static tr_status follow_coast(const tr_prepare_context *m, tr_recipe *recipe) {
    bool coast = false, part = false, is_part = false;
    tr_status status = TR_OK;
    for (int i = 0; i < recipe->map_count && status == TR_OK && plan_find_terrain(recipe) >= 0; i++) {
        const tr_own_kind kind = tr_own_kind_of(recipe->maps[i].name);
        if (recipe->maps[i].strength <= 0 ||
            (kind != TR_OWN_HEIGHT && kind != TR_OWN_LAND && kind != TR_OWN_BIOME))
            continue;
        status = tr_own_map_is_part(m, i, &is_part);
        coast = true, part = part || is_part;
    }
    return status == TR_OK && coast ? plan_follow_terrain(recipe, part, m->error) : status;
}

tr_status plan_follow_maps(const tr_prepare_context *m, tr_recipe **followed) {
    const tr_recipe *recipe = m->recipe;
    *followed = NULL;
    if (recipe->map_count == 0 && !plan_moves_land(recipe) && !plan_has_strokes(recipe) &&
        !plan_has_cities(recipe))
        return TR_OK;
    tr_status status = tr_recipe_copy(recipe, followed, m->error);
    if (status == TR_OK)
        status = follow_coast(m, *followed);
    // Land comes last: it decides where the sea is, also where a map of heights says otherwise.
    for (int i = 0; i < 2 * recipe->map_count && status == TR_OK; i++) {
        const following f = {m, *followed, &(*followed)->maps[i % recipe->map_count], m->error};
        const bool is_land = tr_own_kind_of(f.map->name) == TR_OWN_LAND;
        if (f.map->strength > 0 && is_land == (i >= recipe->map_count))
            status = follow_map(&f);
    }
    if (status == TR_OK)
        status = plan_follow_strokes(*followed, m->error);
    if (status == TR_OK)
        status = plan_light_cities(*followed, m->error);
    if (status == TR_OK)
        status = plan_move_land(*followed, m->error);
    const char *channels[TR_MAX_CHANNELS];
    if (status == TR_OK && tr_recipe_channels(*followed, channels) == TR_MAX_CHANNELS &&
        tr_recipe_channels(recipe, channels) < TR_MAX_CHANNELS)
        status = tr_recipe_fail(m->error, "", "", recipe->map_count > 0 ? "maps" : "strokes",
                                "these maps and strokes need more channels than %d", TR_MAX_CHANNELS);
    return status;
}

// ---- small pictures ------------------------------------------------------------------------------

tr_status tr_map_pictures(const tr_recipe *recipe, int side, const tr_watch *watch, uint8_t *rgba,
                          tr_error *error) {
    const int columns = side / TR_MAP_PICTURE_WIDTH, most = columns * (side / TR_MAP_PICTURE_HEIGHT);
    const size_t stride = 4 * (size_t)side;
    for (int i = 0; i < recipe->map_count && i < most; i++) {
        uint8_t *at = rgba + (size_t)(i / columns * TR_MAP_PICTURE_HEIGHT) * stride +
                      (size_t)(i % columns * TR_MAP_PICTURE_WIDTH) * 4;
        tr_own_map_picture(recipe, i, TR_MAP_PICTURE_WIDTH, TR_MAP_PICTURE_HEIGHT, stride, watch, at, NULL);
    }
    return tr_watch_check(watch, error);
}
