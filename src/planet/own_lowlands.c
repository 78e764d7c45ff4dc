// Lowlands and highlands of a planet without a terrain that follows a map of heights.
//
// Layers that look at the height see that of the map, as the layers so far make it. And what a type draws as
// low or high ground lies where the map is low or high: a channel that lowers or raises the ground gets the
// map's ranks, 1 at its highest place and -1 at its lowest one. The level of a channel then keeps the share of
// the area that the type asks for, so that seas of lava fill the lowest third.
#include "planet/private/own_maps.h"

#include "fields/fractal.h"
#include "fields/own_kinds.h"

#include <stdio.h>
#include <string.h>

#define RELIEF TR_OWN_PREFIX TR_OWN_RELIEF

typedef struct following {
    tr_recipe *recipe;
    const char *map;  // its name
    const char *mask; // channel of its weight
    tr_curve ranks;
    double strength;
    tr_error *error;
} following;

// The channel that a layer shows, or "".
static const char *shown(const tr_layer *layer) {
    const tr_parameter *read = tr_parameter_find(&layer->kind->parameters, "channel");
    return read && plan_layer_is(layer, "channel") ? tr_parameter_in(read, layer) : "";
}

static void name_channel(char *name, const char *channel) { snprintf(name, TR_NAME_BYTES, "%s", channel); }

// ---- layers that look at the height ------------------------------------------------------------

// Copies the height so far into the channel of the relief, and puts the map in its place.
static tr_status update_relief(const following *f, int *at) {
    tr_layer *layer;
    tr_status status = plan_add_layer(f->recipe, (*at)++, &tr_field_find("channel")->kind, TR_OWN_RELIEF,
                                      RELIEF, &layer, f->error);
    if (status != TR_OK)
        return status;
    layer->join = TR_JOIN_MIX;
    plan_show_channel(layer, "height");
    status = plan_add_layer(f->recipe, (*at)++, &tr_field_own_height.kind, f->map, RELIEF, &layer, f->error);
    if (status == TR_OK)
        layer->join = TR_JOIN_MIX;
    return status;
}

static tr_status show_relief(const following *f) {
    tr_status status = TR_OK;
    bool stale = true;
    for (int i = 0; i < f->recipe->layer_count && status == TR_OK; i++) {
        tr_layer *layer = &f->recipe->layers[i];
        if (strcmp(layer->into, "height") == 0) {
            stale = true;
            continue;
        }
        if (strcmp(shown(layer), "height") != 0 && strcmp(layer->where.channel, "height") != 0)
            continue;
        if (stale)
            status = update_relief(f, &i);
        stale = false;
        layer = &f->recipe->layers[i];
        if (strcmp(shown(layer), "height") == 0)
            plan_show_channel(layer, RELIEF);
        if (strcmp(layer->where.channel, "height") == 0)
            name_channel(layer->where.channel, RELIEF);
    }
    return status;
}

// ---- channels of low or high ground ------------------------------------------------------------

// By how much a layer that shows a channel follows it.
static double slope_of(const tr_recipe *recipe, const tr_layer *layer) {
    const tr_curve *curve = &layer->curve;
    return tr_number_value(layer->amount, recipe) *
           (curve->count ? curve->points[curve->count - 1][1] - curve->points[0][1] : 1);
}

// By how much a channel raises the ground: the sum over the layers of the height that show it, or that it
// switches on.
static double raises(const tr_recipe *recipe, const char *channel) {
    double sum = 0, low, high;
    for (int i = 0; i < recipe->layer_count; i++) {
        const tr_layer *layer = &recipe->layers[i];
        if (strcmp(layer->into, "height") != 0 || layer->join == TR_JOIN_MULTIPLY)
            continue;
        if (strcmp(shown(layer), channel) == 0)
            sum += slope_of(recipe, layer);
        if (strcmp(layer->where.channel, channel) != 0)
            continue;
        tr_layer_range(recipe, layer, &low, &high);
        sum += (layer->where.to > layer->where.from ? 0.5 : -0.5) * (low + high);
    }
    return sum;
}

// Half of what the layers of a channel span in front of an index.
static double half_span(const tr_recipe *recipe, const char *channel, int end) {
    double sum = 0, low, high;
    for (int i = 0; i < end; i++) {
        if (strcmp(recipe->layers[i].into, channel) != 0)
            continue;
        tr_layer_range(recipe, &recipe->layers[i], &low, &high);
        sum += (high - low) / 2;
    }
    return sum;
}

// Whether the layers of a channel so far are broad noise.
static bool is_broad(const tr_recipe *recipe, const char *channel) {
    const double broadest = 3; // cells per radius
    for (int i = 0; i < recipe->layer_count; i++) {
        const tr_layer *layer = &recipe->layers[i];
        if (strcmp(layer->into, channel) == 0)
            return plan_layer_is(layer, "fractal") &&
                   tr_number_value(((const tr_fractal *)(const void *)layer->parameters)->scale, recipe) <
                       broadest;
    }
    return false;
}

// Where a channel of low or high ground is complete: in front of its level, or of the first layer that looks at
// it. -1: it is no such channel.
static int find_end(const tr_recipe *recipe, const char *channel) {
    int level = -1, reader = -1;
    for (int i = recipe->layer_count - 1; i >= 0; i--) {
        const tr_layer *layer = &recipe->layers[i];
        if (plan_layer_is(layer, "quantile") && strcmp(layer->into, channel) == 0)
            level = i;
        if (strcmp(shown(layer), channel) == 0 || strcmp(layer->where.channel, channel) == 0)
            reader = i;
    }
    return level >= 0 ? level : is_broad(recipe, channel) ? reader : -1;
}

// The same of a channel with a level that only looks at channels of low or high ground: dust of old uplands.
static double raises_others(const tr_recipe *recipe, const char *channel) {
    double sum = 0;
    bool level = false;
    for (int i = 0; i < recipe->layer_count; i++) {
        const tr_layer *layer = &recipe->layers[i];
        if (strcmp(layer->into, channel) != 0)
            continue;
        level = level || plan_layer_is(layer, "quantile");
        const char *other = shown(layer);
        if (other[0] && strcmp(other, "height") != 0 && find_end(recipe, other) >= 0)
            sum += raises(recipe, other) > 0   ? slope_of(recipe, layer)
                   : raises(recipe, other) < 0 ? -slope_of(recipe, layer)
                                               : 0;
    }
    return level ? sum : 0;
}

static tr_status add_ranks(const following *f, const char *channel, int at, double raised) {
    const double share = 0.6; // of what the other layers span
    tr_layer *layer;
    const double amount = (raised > 0 ? share : -share) * f->strength * half_span(f->recipe, channel, at);
    const tr_status status =
        plan_add_layer(f->recipe, at, &tr_field_find("channel")->kind, channel, channel, &layer, f->error);
    if (status != TR_OK)
        return status;
    plan_show_channel(layer, "height");
    layer->curve = f->ranks;
    layer->amount = (tr_number){.plus = amount};
    layer->where = (tr_where){.from = 0, .to = 1};
    name_channel(layer->where.channel, f->mask);
    return TR_OK;
}

tr_status plan_follow_lowlands(const tr_prepare_context *m, tr_recipe *recipe, int map, const char *mask) {
    following f = {.recipe = recipe,
                   .map = recipe->maps[map].name,
                   .mask = mask,
                   .strength = recipe->maps[map].strength,
                   .error = m->error};
    const char *channels[TR_MAX_CHANNELS];
    const int count = tr_recipe_channels(recipe, channels);
    char names[TR_MAX_CHANNELS][TR_NAME_BYTES]; // layers move
    for (int c = 0; c < count; c++)
        name_channel(names[c], channels[c]);
    tr_status status = tr_own_map_ranks(m, map, &f.ranks);
    for (int c = 1; c < count && status == TR_OK; c++) {
        const double direct = raises(recipe, names[c]);
        const double raised = direct != 0 ? direct : raises_others(recipe, names[c]);
        const int at = raised != 0 ? find_end(recipe, names[c]) : -1;
        if (at >= 0)
            status = add_ranks(&f, names[c], at, raised);
    }
    return status == TR_OK ? show_relief(&f) : status;
}
