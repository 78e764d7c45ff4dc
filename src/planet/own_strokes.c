// Layers that follow the strokes of a recipe. Strokes of tools that its own layers show do not act again.
#include "planet/private/own_maps.h"
#include "planet/strokes.h"

#include "fields/fractal.h"
#include "fields/own_kinds.h"
#include "noise/sites/strokes.h"
#include "terrain/terrain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A recipe that gets the layers of its strokes.
typedef struct following {
    tr_recipe *recipe;
    int end; // where the next layer of the height goes
    tr_error *error;
} following;

static bool acts(const following *f, tr_stroke_group group) { return tr_strokes_act(f->recipe, group); }

static void set_choice(tr_layer *layer, const char *key, int value) {
    *(int *)tr_parameter_at(tr_parameter_find(&layer->kind->parameters, key), layer) = value;
}

static tr_status add_strokes(const following *f, int at, tr_stroke_group group, tr_strokes_value value,
                             const char *name, const char *into, tr_layer **layer) {
    const tr_status status =
        plan_add_layer(f->recipe, at, &tr_field_find("strokes")->kind, name, into, layer, f->error);
    if (status != TR_OK)
        return status;
    set_choice(*layer, "tools", (int)group);
    set_choice(*layer, "value", (int)value);
    return TR_OK;
}

#define WEIGHT_OF(name) TR_OWN_PREFIX name " weight"

// In front of the other layers, so that all of them can read it.
static tr_status add_weight(following *f, tr_stroke_group group, const char *channel) {
    tr_layer *layer;
    const tr_status status =
        add_strokes(f, 0, group, TR_STROKES_WEIGHT, channel + strlen(TR_OWN_PREFIX), channel, &layer);
    f->end++;
    return status;
}

static void show_where(tr_layer *layer, const char *channel) {
    snprintf(layer->where.channel, sizeof layer->where.channel, "%s", channel);
    layer->where.from = 0, layer->where.to = 1;
}

// ---- heights -----------------------------------------------------------------------------------

// Behind the level of the sea; with maps, and without a sea, behind everything else.
static int find_height_end(const tr_recipe *recipe) {
    int end = plan_channel_end(recipe, "height");
    for (int i = 0; i < recipe->layer_count && recipe->map_count == 0; i++)
        if (strcmp(recipe->layers[i].into, "height") == 0 && plan_layer_is(&recipe->layers[i], "quantile"))
            end = i + 1;
    return end;
}

// Adds a layer that shares the terrain of the planet, if it has one.
static tr_status add_ground(following *f, const tr_kind *kind, const char *name, tr_layer **layer) {
    const tr_status status = plan_add_layer(f->recipe, f->end, kind, name, "height", layer, f->error);
    const int terrain = plan_find_terrain(f->recipe);
    if (status != TR_OK || terrain < 0)
        return status;
    const tr_layer *ground = &f->recipe->layers[terrain];
    f->end++;
    snprintf((*layer)->source, TR_NAME_BYTES, "%s", ground->source[0] ? ground->source : ground->name);
    snprintf((*layer)->warp, TR_NAME_BYTES, "%s", ground->warp);
    return TR_OK;
}

// Takes away what the terrain shows of painted heights: strokes are finer.
static tr_status remove_coarse(following *f, const char *where) {
    tr_layer *layer;
    const tr_status status = add_ground(f, &tr_field_find("terrain")->kind, "painted heights", &layer);
    if (status == TR_OK) {
        show_where(layer, where);
        set_choice(layer, "value", TR_TERRAIN_PAINTED);
        layer->amount = (tr_number){.plus = -1};
    }
    return status;
}

// Where strokes of a group are, the terrain instead of what maps make of it, which does not have what is
// painted.
static tr_status show_terrain(following *f, tr_stroke_group group, const char *channel, bool relief) {
    tr_layer *layer;
    if (!acts(f, group))
        return TR_OK;
    tr_status status = add_weight(f, group, channel);
    if (status == TR_OK)
        status = add_ground(f, &tr_field_find("terrain")->kind, channel + strlen(TR_OWN_PREFIX), &layer);
    if (status == TR_OK)
        layer->join = TR_JOIN_MIX, show_where(layer, channel);
    if (status == TR_OK && relief)
        status = remove_coarse(f, channel);
    return status;
}

// The layer of a map that makes land of sea or sea of land, or -1.
static int find_own_land(const tr_recipe *recipe) {
    int i = recipe->layer_count - 1;
    while (i >= 0 && recipe->layers[i].kind != &tr_field_own_land.kind)
        i--;
    return i;
}

// The terrain as it is without painted heights.
static tr_status show_painted_ground(following *f, bool relief) {
    const bool heights = tr_recipe_follows(f->recipe, TR_OWN_HEIGHT);
    const int land = find_own_land(f->recipe);
    tr_status status = TR_OK;
    if (relief && !heights) { // in front of a map of land, which would change them, too
        const int end = f->end;
        f->end = land < 0 ? end : land;
        status = remove_coarse(f, "");
        f->end = end + 1;
    }
    if (status != TR_OK || (!heights && land < 0))
        return status;
    status = show_terrain(f, TR_STROKES_OF_LAND, WEIGHT_OF("land"), relief);
    return status == TR_OK ? show_terrain(f, TR_STROKES_OF_MOUNTAINS, WEIGHT_OF("mountains"), relief) : status;
}

static tr_status draw_coasts(following *f) {
    tr_layer *layer;
    const tr_status status = plan_find_terrain(f->recipe) >= 0
                                 ? add_ground(f, &tr_field_own_coast.kind, "painted coasts", &layer)
                                 : plan_add_layer(f->recipe, f->end++, &tr_field_own_coast.kind,
                                                  "painted coasts", "height", &layer, f->error);
    if (status == TR_OK)
        layer->join = TR_JOIN_MIX, layer->warp[0] = 0;
    return status;
}

// Planets without a terrain get ranges of noise, whose slopes look as steep as those of an earthlike planet.
static tr_status raise_mountains(following *f) {
    const tr_recipe *recipe = f->recipe;
    const double shown = fmax(recipe->slope_exaggeration, 0.01);
    const double steep = 30 * recipe->radius_km / shown, most = 0.6 * recipe->height_max_m;
    tr_layer *layer;
    tr_status status = add_weight(f, TR_STROKES_OF_MOUNTAINS, WEIGHT_OF("mountains"));
    if (status == TR_OK)
        status = plan_add_layer(f->recipe, f->end++, &tr_field_find("fractal")->kind, "painted mountains",
                                "height", &layer, f->error);
    if (status != TR_OK)
        return status;
    tr_fractal *ranges = (void *)layer->parameters;
    ranges->shape = TR_FRACTAL_RIDGED;
    ranges->scale = (tr_number){.plus = 12}, ranges->octaves = (tr_number){.plus = 10};
    ranges->persistence = (tr_number){.plus = 0.5};
    layer->amount = (tr_number){.plus = fmin(steep, most)};
    show_where(layer, WEIGHT_OF("mountains"));
    return TR_OK;
}

// Heights that are raised and flattened, in the order of the strokes. Craters on land stay above the sea.
static tr_status draw_relief(following *f) {
    tr_layer *layer;
    tr_status status = TR_OK;
    if (acts(f, TR_STROKES_OF_FLATTEN)) {
        status =
            add_strokes(f, f->end++, TR_STROKES_OF_RELIEF, TR_STROKES_COVERED, "levelled", "height", &layer);
        if (status == TR_OK) { // the height times 1 - covered
            layer->join = TR_JOIN_MULTIPLY;
            layer->amount = (tr_number){.plus = -1}, layer->offset = (tr_number){.plus = 1};
        }
    }
    if (status == TR_OK)
        status = add_strokes(f, f->end++, TR_STROKES_OF_RELIEF, TR_STROKES_WEIGHTED, "painted relief", "height",
                             &layer);
    if (status != TR_OK || !tr_strokes_hollow_land(f->recipe))
        return status;
    status = plan_add_layer(f->recipe, f->end++, &tr_field_own_craters.kind, "painted craters", "height",
                            &layer, f->error);
    if (status == TR_OK)
        layer->join = TR_JOIN_MIX;
    return status;
}

static tr_status change_heights(following *f) {
    const bool terrain = plan_find_terrain(f->recipe) >= 0;
    const bool relief = acts(f, TR_STROKES_OF_HEIGHT) || acts(f, TR_STROKES_OF_FLATTEN);
    tr_status status = TR_OK;
    if (f->recipe->gas)
        return TR_OK;
    f->end = find_height_end(f->recipe);
    if (terrain)
        status = show_painted_ground(f, relief);
    if (status == TR_OK && f->recipe->sea && acts(f, TR_STROKES_OF_LAND))
        status = draw_coasts(f);
    if (status == TR_OK && !terrain && acts(f, TR_STROKES_OF_MOUNTAINS))
        status = raise_mountains(f);
    return status == TR_OK && relief ? draw_relief(f) : status;
}

// ---- climate -----------------------------------------------------------------------------------

// Adds strokes to a channel behind the last layer that writes it.
static tr_status add_to(const following *f, tr_stroke_group group, const char *channel, double amount) {
    const int end = plan_channel_end(f->recipe, channel);
    tr_layer *layer;
    if (end == 0 || !acts(f, group))
        return TR_OK;
    const tr_status status = add_strokes(f, end, group, TR_STROKES_WEIGHTED, channel, channel, &layer);
    if (status == TR_OK)
        layer->amount = (tr_number){.plus = amount};
    return status;
}

typedef enum biome_part { of_warmth, of_moisture, of_bog } biome_part;

static tr_status mix_biome(const following *f, const char *channel, biome_part part) {
    const int end = plan_channel_end(f->recipe, channel);
    tr_layer *layer;
    if (end == 0 && part != of_bog) // a planet without bogs may get some
        return TR_OK;
    const tr_status status = add_strokes(f, end > 0 ? end : f->recipe->layer_count, TR_STROKES_OF_BIOME,
                                         TR_STROKES_VALUE, channel, channel, &layer);
    if (status != TR_OK)
        return status;
    layer->join = TR_JOIN_MIX, show_where(layer, WEIGHT_OF("biome"));
    for (int i = TR_BIOME_ICE; i < TR_BIOME_COUNT; i++) {
        double *point = layer->curve.points[layer->curve.count++];
        point[0] = i, point[1] = part == of_bog ? i == TR_BIOME_WETLAND : tr_biome_climates[i][part];
    }
    return TR_OK;
}

static bool paints_wetland(const tr_recipe *recipe) {
    bool any = false;
    for (int i = 0; i < recipe->stroke_count; i++)
        any =
            any || (recipe->strokes[i].tool == TR_STROKE_BIOME && recipe->strokes[i].biome == TR_BIOME_WETLAND);
    return any;
}

static tr_status change_climate(following *f) {
    // At full strength. A rain forest becomes a desert, and not a flat patch of the driest.
    const double warmer = 15, wetter = 0.6;
    tr_status status = add_to(f, TR_STROKES_OF_WARMTH, TR_CHANNEL_WARMTH, warmer);
    if (status == TR_OK)
        status = add_to(f, TR_STROKES_OF_WARMTH, TR_CHANNEL_SUMMER, warmer);
    if (status == TR_OK)
        status = add_to(f, TR_STROKES_OF_MOISTURE, TR_CHANNEL_MOISTURE, wetter);
    if (status != TR_OK || !acts(f, TR_STROKES_OF_BIOME))
        return status;
    status = add_weight(f, TR_STROKES_OF_BIOME, WEIGHT_OF("biome"));
    if (status == TR_OK)
        status = mix_biome(f, TR_CHANNEL_WARMTH, of_warmth);
    if (status == TR_OK)
        status = mix_biome(f, TR_CHANNEL_SUMMER, of_warmth);
    if (status == TR_OK)
        status = mix_biome(f, TR_CHANNEL_MOISTURE, of_moisture);
    const bool bogs = plan_channel_end(f->recipe, TR_CHANNEL_BOG) > 0 || paints_wetland(f->recipe);
    return status == TR_OK && bogs ? mix_biome(f, TR_CHANNEL_BOG, of_bog) : status;
}

// ---- colour ------------------------------------------------------------------------------------

static tr_status change_colours(following *f) {
    static const char *const parts[] = {WEIGHT_OF("red"), WEIGHT_OF("green"), WEIGHT_OF("blue")};
    static const uint8_t black[3];
    tr_layer *layer;
    if (!acts(f, TR_STROKES_OF_COLOUR))
        return TR_OK;
    tr_status status = add_weight(f, TR_STROKES_OF_COLOUR, WEIGHT_OF("colour"));
    if (status == TR_OK)
        status = plan_add_paint(f->recipe, "albedo", WEIGHT_OF("colour"), WEIGHT_OF("colour"), TR_BLEND_NORMAL,
                                black, 0, 1, f->error);
    for (int c = 0; c < 3 && status == TR_OK; c++) {
        uint8_t srgb[3] = {0};
        srgb[c] = 255;
        status = add_strokes(f, 0, TR_STROKES_OF_COLOUR, TR_STROKES_VALUE, parts[c] + strlen(TR_OWN_PREFIX),
                             parts[c], &layer);
        if (status != TR_OK)
            break;
        set_choice(layer, "component", c);
        status = plan_add_paint(f->recipe, "albedo", parts[c], WEIGHT_OF("colour"), TR_BLEND_ADD, srgb, 0, 1,
                                f->error);
    }
    return status;
}

// ---- what cannot act -----------------------------------------------------------------------------

static bool has_channel(const tr_recipe *recipe, const char *channel) {
    return plan_channel_end(recipe, channel) > 0;
}

const char *tr_stroke_obstacle(const tr_recipe *recipe, tr_stroke_tool tool) {
    const char *no_ground = recipe->gas ? "this planet has no solid ground" : NULL;
    const tr_stroke_group group = tr_stroke_group_of(tool);
    if (group == TR_STROKE_GROUPS || tr_strokes_are_shown(recipe, group))
        return NULL;
    switch (group) {
    case TR_STROKES_OF_LAND:
        return recipe->sea ? no_ground : "this planet has no sea";
    case TR_STROKES_OF_MOUNTAINS:
    case TR_STROKES_OF_HEIGHT:
    case TR_STROKES_OF_FLATTEN:
        return no_ground;
    case TR_STROKES_OF_WARMTH:
        return has_channel(recipe, TR_CHANNEL_WARMTH) ? NULL : "this planet has no climate";
    case TR_STROKES_OF_MOISTURE:
        return has_channel(recipe, TR_CHANNEL_MOISTURE) ? NULL : "this planet has no climate";
    case TR_STROKES_OF_BIOME:
        return tr_recipe_climate(recipe) ? NULL : "this planet has no climate";
    default:
        return NULL;
    }
}

// ---- the whole ---------------------------------------------------------------------------------

static bool acts_beside_colour(const tr_recipe *recipe) {
    bool any = false;
    for (int group = 0; group < TR_STROKES_OF_COLOUR; group++)
        any = any || tr_strokes_act(recipe, (tr_stroke_group)group);
    return any;
}

tr_status plan_follow_strokes(tr_recipe *recipe, tr_error *error) {
    following f = {.recipe = recipe, .error = error};
    tr_status status = change_heights(&f);
    if (status == TR_OK)
        status = change_climate(&f);
    return status == TR_OK ? change_colours(&f) : status;
}

bool plan_has_strokes(const tr_recipe *recipe) {
    return acts_beside_colour(recipe) || tr_strokes_act(recipe, TR_STROKES_OF_COLOUR);
}

static bool has_levels(const tr_recipe *recipe) {
    bool any = false;
    for (int i = 0; i < recipe->layer_count; i++)
        any = any || plan_layer_is(&recipe->layers[i], "quantile");
    return any;
}

bool plan_needs_plain(const tr_recipe *recipe) { return has_levels(recipe) && acts_beside_colour(recipe); }

tr_status plan_without_strokes(const tr_recipe *recipe, tr_recipe **plain, tr_error *error) {
    *plain = NULL;
    if (!plan_needs_plain(recipe))
        return TR_OK;
    const tr_status status = tr_recipe_copy(recipe, plain, error);
    int kept = 0;
    for (int i = 0; status == TR_OK && i < recipe->stroke_count; i++) {
        const tr_stroke_group group = tr_stroke_group_of(recipe->strokes[i].tool);
        if (group == TR_STROKE_GROUPS || !tr_strokes_act(recipe, group))
            (*plain)->strokes[kept++] = recipe->strokes[i];
    }
    if (status == TR_OK) // its shape is not looked at
        (*plain)->stroke_count = kept, (*plain)->mesh_columns = 0;
    return status;
}
