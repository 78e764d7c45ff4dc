// Changes of a recipe whose terrain follows a map of heights or land.
#include "planet/private/own_maps.h"

#include "fields/fractal.h"
#include "fields/own_kinds.h"
#include "terrain/terrain.h"

#include <stdio.h>
#include <string.h>

tr_status plan_add_layer(tr_recipe *recipe, int at, const tr_kind *kind, const char *name, const char *into,
                         tr_layer **out, tr_error *error) {
    const tr_parameter *list = tr_parameter_find(&tr_recipe_table, "layers");
    void *element = NULL;
    const tr_status status = tr_list_add(list, recipe, kind, &element, error);
    if (status != TR_OK)
        return status;
    const tr_layer added = *(const tr_layer *)element;
    memmove(recipe->layers + at + 1, recipe->layers + at,
            (size_t)(recipe->layer_count - 1 - at) * sizeof *recipe->layers);
    recipe->layers[at] = added;
    *out = &recipe->layers[at];
    snprintf((*out)->name, TR_NAME_BYTES, TR_OWN_PREFIX "%.*s", TR_NAME_BYTES - 6, name);
    snprintf((*out)->into, TR_NAME_BYTES, "%s", into);
    return TR_OK;
}

void plan_show_channel(tr_layer *layer, const char *channel) {
    const tr_parameter *shown = tr_parameter_find(&layer->kind->parameters, "channel");
    snprintf(tr_parameter_at(shown, layer), TR_NAME_BYTES, "%s", channel);
}

tr_status plan_add_paint(tr_recipe *recipe, const char *list, const char *channel, const char *mask,
                         tr_blend blend, const uint8_t srgb[3], double number, double strength,
                         tr_error *error) {
    tr_place place;
    void *element = NULL;
    if (!tr_recipe_find(recipe, list, &place))
        return tr_recipe_fail(error, "", "", list, "this planet has no such colours");
    void *data = strncmp(list, "clouds.", 7) == 0 ? (void *)&recipe->clouds : (void *)recipe;
    tr_status status = tr_list_add(place.parameter, data, NULL, &element, error);
    tr_paint *paint = element;
    const int first = recipe->stop_count;
    if (status == TR_OK)
        status = tr_recipe_add_stop(recipe, (tr_stop){.position = 0}, error);
    if (status == TR_OK)
        status = tr_recipe_add_stop(
            recipe, (tr_stop){.position = 1, .srgb = {srgb[0], srgb[1], srgb[2]}, .value = number}, error);
    if (status != TR_OK)
        return status;
    snprintf(paint->name, sizeof paint->name, "%s", channel);
    snprintf(paint->channel, sizeof paint->channel, "%s", channel);
    paint->gradient = (tr_gradient){first, 2};
    paint->blend = blend;
    paint->strength = (tr_number){.plus = strength};
    snprintf(paint->where.channel, sizeof paint->where.channel, "%s", mask);
    paint->where.from = 0, paint->where.to = 1;
    return TR_OK;
}

bool plan_layer_is(const tr_layer *layer, const char *kind) { return strcmp(layer->kind->name, kind) == 0; }

int plan_channel_end(const tr_recipe *recipe, const char *channel) {
    int end = recipe->layer_count;
    while (end > 0 && strcmp(recipe->layers[end - 1].into, channel) != 0)
        end--;
    return end;
}

int plan_find_terrain(const tr_recipe *recipe) {
    for (int i = 0; i < recipe->layer_count; i++)
        if (plan_layer_is(&recipe->layers[i], "terrain"))
            return i;
    return -1;
}

// The warp of a layer if it is one of noise, or -1.
static int find_noise_warp(const tr_recipe *recipe, const tr_layer *layer) {
    const int warp = tr_recipe_find_warp(recipe, recipe->warp_count, layer->warp);
    return warp >= 0 && strcmp(recipe->warps[warp].kind->name, "noise") == 0 ? warp : -1;
}

static bool is_rain(const tr_layer *layer) {
    return plan_layer_is(layer, "terrain") &&
           *(const int *)tr_parameter_in(tr_parameter_find(&layer->kind->parameters, "value"), layer) ==
               TR_TERRAIN_RAIN;
}

static void set_number(tr_warp *warp, const char *key, double value) {
    tr_number *number = tr_parameter_at(tr_parameter_find(&warp->kind->parameters, key), warp);
    *number = (tr_number){.plus = value};
}

#define WEATHER TR_OWN_PREFIX "weather"

// Where air of two seas meets, rain has an edge, which follows the points of the lattice: noise bends it by
// some 100 km.
static tr_status add_weather(tr_recipe *recipe, const tr_kind *noise, tr_error *error) {
    const tr_parameter *list = tr_parameter_find(&tr_recipe_table, "warps");
    void *element;
    if (tr_recipe_find_warp(recipe, recipe->warp_count, WEATHER) >= 0)
        return TR_OK;
    const tr_status status = tr_list_add(list, recipe, noise, &element, error);
    if (status != TR_OK)
        return status;
    tr_warp *warp = element;
    snprintf(warp->name, sizeof warp->name, WEATHER);
    set_number(warp, "amount", 0.03), set_number(warp, "scale", 6);
    set_number(warp, "octaves", 5), set_number(warp, "persistence", 0.6);
    return TR_OK;
}

// The terrain lies where the map has it: noise must not move it, and rain not far, round a part of the globe
// as ever.
static tr_status keep_in_place(tr_recipe *recipe, bool part, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < recipe->layer_count && status == TR_OK; i++) {
        tr_layer *layer = &recipe->layers[i];
        const int warp = find_noise_warp(recipe, layer);
        if (warp < 0 || (!plan_layer_is(layer, "terrain") && !plan_layer_is(layer, "gullies")))
            continue;
        const bool rain = is_rain(layer);
        if (rain && part)
            continue;
        if (rain)
            status = add_weather(recipe, recipe->warps[warp].kind, error);
        snprintf(layer->warp, sizeof layer->warp, "%s", rain ? WEATHER : "");
    }
    return status;
}

static void multiply(tr_number *number, double factor) { number->plus *= factor, number->times *= factor; }

// Removes the octaves of a layer of noise that are broader than the climate of a map allows, and keeps the
// strength of the others.
static void drop_broad_octaves(const tr_recipe *recipe, tr_layer *layer) {
    const double finest_broad = 20; // cells per radius: 300 km on an Earth
    tr_fractal *f = (void *)layer->parameters;
    const double persistence = tr_number_value(f->persistence, recipe);
    const double lacunarity = tr_number_value(f->lacunarity, recipe);
    const int start = (int)(tr_number_value(f->start, recipe) + 0.5);
    const int octaves = (int)(tr_number_value(f->octaves, recipe) + 0.5);
    int dropped = 0;
    double sum = 0, kept = 0, amplitude = 1, scale = tr_number_value(f->scale, recipe);
    for (int k = 0; k < start; k++)
        scale *= lacunarity;
    for (; dropped < octaves - 1 && scale < finest_broad; dropped++)
        scale *= lacunarity;
    for (int k = 0; k < octaves; k++, amplitude *= persistence) {
        sum += amplitude;
        kept += k >= dropped ? amplitude : 0;
    }
    f->start = (tr_number){.plus = start + dropped};
    f->octaves = (tr_number){.plus = octaves - dropped};
    multiply(&layer->amount, sum > 0 ? kept / sum : 1);
}

static bool is_climate(const char *channel) {
    return strcmp(channel, TR_CHANNEL_WARMTH) == 0 || strcmp(channel, TR_CHANNEL_MOISTURE) == 0;
}

static void calm_climate(tr_recipe *recipe) {
    for (int i = 0; i < recipe->layer_count; i++) {
        tr_layer *layer = &recipe->layers[i];
        if (is_climate(layer->into) && plan_layer_is(layer, "fractal"))
            drop_broad_octaves(recipe, layer);
    }
}

bool plan_layer_reads(const tr_layer *layer, const char *channel) {
    const tr_parameter *read = tr_parameter_find(&layer->kind->parameters, "channel");
    return strcmp(layer->where.channel, channel) == 0 ||
           (read && plan_layer_is(layer, "channel") && strcmp(tr_parameter_in(read, layer), channel) == 0);
}

// Where the first layer reads a channel that an earlier one of that kind writes; or -1.
static int find_reader(const tr_recipe *recipe, const char *channel, const char *kind) {
    bool written = false;
    for (int i = 0; i < recipe->layer_count; i++) {
        const tr_layer *layer = &recipe->layers[i];
        if (written && plan_layer_reads(layer, channel))
            return i;
        written = written || (strcmp(layer->into, channel) == 0 && plan_layer_is(layer, kind));
    }
    return -1;
}

// A layer that is added to the temperature at an index.
static tr_status add_season(tr_recipe *recipe, int at, const char *field, const char *name,
                            const tr_curve *curve, tr_layer **out, tr_error *error) {
    const tr_status status =
        plan_add_layer(recipe, at, &tr_field_find(field)->kind, name, TR_CHANNEL_WARMTH, out, error);
    if (status == TR_OK)
        (*out)->curve = *curve;
    return status;
}

// Vegetation follows the seasons, not the yearly mean: away from the equator winters end the tropics, and warm
// summers inside of continents let forests grow where the mean is below freezing.
static tr_status add_seasons(tr_recipe *recipe, tr_error *error) {
    static const tr_curve winters = {6, {{0.2, 0}, {0.36, -1.5}, {0.5, -3.5}, {0.6, -1.5}, {0.7, 0}, {1, 0}}};
    static const tr_curve summers = {2, {{0.02, 0}, {0.3, 9}}}; // by the crust
    const int at = find_reader(recipe, TR_CHANNEL_WARMTH, "abs_sin_latitude"),
              terrain = plan_find_terrain(recipe);
    tr_layer *layer;
    if (at <= terrain) // the temperature does not follow the latitude
        return TR_OK;
    tr_status status = add_season(recipe, at, "abs_sin_latitude", "winters", &winters, &layer, error);
    if (status == TR_OK)
        status = add_season(recipe, at + 1, "terrain", "summers", &summers, &layer, error);
    if (status != TR_OK)
        return status;
    const tr_layer *ground = &recipe->layers[terrain];
    snprintf(layer->source, sizeof layer->source, "%s", ground->source[0] ? ground->source : ground->name);
    *(int *)tr_parameter_at(tr_parameter_find(&layer->kind->parameters, "value"), layer) = TR_TERRAIN_CRUST;
    layer->where = (tr_where){TR_CHANNEL_WARMTH, 9, 2};
    return TR_OK;
}

// The channel of the gullies that carve a terrain, or NULL.
static const char *find_crags(const tr_recipe *recipe) {
    for (int i = 0; i < recipe->layer_count; i++)
        if (plan_layer_is(&recipe->layers[i], "gullies") && strcmp(recipe->layers[i].into, "height") != 0)
            return recipe->layers[i].into;
    return NULL;
}

// Whether snow depends on a channel.
static bool shapes_snow(const tr_recipe *recipe, const char *channel) {
    for (int i = 0; i < recipe->layer_count; i++)
        if (strcmp(recipe->layers[i].into, TR_CHANNEL_SNOW) == 0 &&
            plan_layer_reads(&recipe->layers[i], channel))
            return true;
    return false;
}

// Mountains of a map may be cold enough for snow everywhere. It leaves steep faces: the ground is steep where
// gullies are deep or their crests high.
static tr_status bare_faces(tr_recipe *recipe, tr_error *error) {
    static const tr_curve steep = {4, {{-900, -24}, {-100, 0}, {100, 0}, {900, -16}}};
    const int at = plan_channel_end(recipe, TR_CHANNEL_SNOW);
    const char *found = find_crags(recipe);
    char crags[TR_NAME_BYTES]; // a copy, because layers move
    tr_layer *layer;
    if (!found || at == 0 || shapes_snow(recipe, found))
        return TR_OK;
    snprintf(crags, sizeof crags, "%s", found);
    const tr_status status = plan_add_layer(recipe, at, &tr_field_find("channel")->kind, "bare faces",
                                            TR_CHANNEL_SNOW, &layer, error);
    if (status == TR_OK)
        plan_show_channel(layer, crags), layer->curve = steep;
    return status;
}

// Pack ice lies on the sea alone: on the cold land of a map it would cover the snow.
static tr_status clear_land_of_pack(tr_recipe *recipe, tr_error *error) {
    tr_layer *layer;
    if (!recipe->sea || plan_channel_end(recipe, TR_CHANNEL_PACK) == 0)
        return TR_OK;
    const tr_status status = plan_add_layer(recipe, recipe->layer_count, &tr_field_find("constant")->kind,
                                            "no pack on land", TR_CHANNEL_PACK, &layer, error);
    if (status == TR_OK) // a value of 0 shows no ice
        layer->join = TR_JOIN_MIX, layer->amount = (tr_number){0}, layer->where = (tr_where){"height", -4, 4};
    return status;
}

// The terrain has the sea of the map at 0 m: no layer raises or lowers the land for its share.
static void keep_sea_level(tr_recipe *recipe) {
    int kept = 0;
    for (int i = 0; i < recipe->layer_count; i++) {
        const tr_layer *layer = &recipe->layers[i];
        if (!plan_layer_is(layer, "quantile") || strcmp(layer->into, "height") != 0 || layer->where.channel[0])
            recipe->layers[kept++] = *layer;
    }
    recipe->layer_count = kept;
}

tr_status plan_follow_terrain(tr_recipe *recipe, bool part, tr_error *error) {
    tr_status status = keep_in_place(recipe, part, error);
    if (status != TR_OK)
        return status;
    keep_sea_level(recipe);
    if (!part) { // else the climate stays that of the planet
        calm_climate(recipe);
        status = add_seasons(recipe, error);
    }
    if (status == TR_OK)
        status = bare_faces(recipe, error);
    return status == TR_OK ? clear_land_of_pack(recipe, error) : status;
}
