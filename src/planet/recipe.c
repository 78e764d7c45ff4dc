#include "planet/recipe.h"

#include <stdio.h>
#include <string.h>

static tr_status wrong(tr_error *error, const char *list, const char *name, const char *what, const char *text,
                       const char *used) {
    tr_fail(error, TR_BAD_INPUT, "%s '%s'", text, used);
    if (error && error->path[0] == 0)
        snprintf(error->path, sizeof error->path, "%s.%s.%s", list, name, what);
    return TR_BAD_INPUT;
}

static int find_name(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

int tr_recipe_channels(const tr_recipe *recipe, const char *names[TR_MAX_CHANNELS]) {
    int count = 0;
    names[count++] = "height";
    for (int i = 0; i < recipe->layer_count && count < TR_MAX_CHANNELS; i++)
        if (find_name(names, count, recipe->layers[i].into) < 0)
            names[count++] = recipe->layers[i].into;
    return count;
}

// A range must not be upside down; where no dart can land none ever will.
static tr_status check_range(tr_error *error, const char *list, const char *name, const char *low_key,
                             double low, const char *high_key, double high) {
    if (low <= high)
        return TR_OK;
    tr_fail(error, TR_BAD_INPUT, "%s may not be above %s", low_key, high_key);
    if (error && error->path[0] == 0)
        snprintf(error->path, sizeof error->path, "%s.%s.%s", list, name, high_key);
    return TR_BAD_INPUT;
}

static tr_status check_where(tr_error *error, const char *list, const char *name, const tr_where *where) {
    if (where->channel[0] == 0 || where->from != where->to)
        return TR_OK;
    tr_fail(error, TR_BAD_INPUT, "from and to must differ");
    if (error && error->path[0] == 0)
        snprintf(error->path, sizeof error->path, "%s.%s.where.to", list, name);
    return TR_BAD_INPUT;
}

static tr_status check_layers(const tr_recipe *recipe, tr_error *error) {
    const char *channels[TR_MAX_CHANNELS] = {"height"};
    int count = 1;
    for (int i = 0; i < recipe->layer_count; i++) {
        const tr_layer *layer = &recipe->layers[i];
        if (layer->where.channel[0] && find_name(channels, count, layer->where.channel) < 0)
            return wrong(error, "layers", layer->name, "where.channel",
                         "no layer before this one writes the channel", layer->where.channel);
        if (check_where(error, "layers", layer->name, &layer->where) != TR_OK ||
            check_range(error, "layers", layer->name, "radius_min", layer->craters.radius_min, "radius_max",
                        layer->craters.radius_max) != TR_OK)
            return TR_BAD_INPUT;
        if (find_name(channels, count, layer->into) < 0) {
            if (count == TR_MAX_CHANNELS)
                return wrong(error, "layers", layer->name, "into", "more channels than 16, with", layer->into);
            channels[count++] = layer->into;
        }
        bool known = layer->warp[0] == 0, sites_known = layer->sites_of[0] == 0;
        for (int k = 0; k < recipe->warp_count; k++)
            known = known || strcmp(recipe->warps[k].name, layer->warp) == 0;
        if (!known)
            return wrong(error, "layers", layer->name, "warp", "there is no warp", layer->warp);
        if (layer->warp[0] && layer->field == TR_FIELD_FRACTAL && layer->fractal.domain == TR_DOMAIN_PLANE)
            return wrong(error, "layers", layer->name, "warp", "a field on the plane cannot be warped, by",
                         layer->warp);
        for (int k = 0; k < i; k++) {
            const bool cells = recipe->layers[k].field == TR_FIELD_VORONOI,
                       asks = layer->field == TR_FIELD_VORONOI;
            const bool impacts =
                recipe->layers[k].field == TR_FIELD_CRATERS || recipe->layers[k].field == TR_FIELD_RAYS;
            if (strcmp(recipe->layers[k].name, layer->sites_of) == 0)
                sites_known = asks ? cells : impacts;
        }
        if (!sites_known)
            return wrong(error, "layers", layer->name, "sites_of",
                         "no layer before this one has such sites:", layer->sites_of);
    }
    return TR_OK;
}

static tr_status check_warps(const tr_recipe *recipe, tr_error *error) {
    for (int i = 0; i < recipe->warp_count; i++) {
        const tr_warp *warp = &recipe->warps[i];
        bool known = warp->after[0] == 0;
        for (int k = 0; k < i; k++)
            known = known || strcmp(recipe->warps[k].name, warp->after) == 0;
        if (!known)
            return wrong(error, "warps", warp->name, "after", "there is no warp before this one called",
                         warp->after);
        if (check_range(error, "warps", warp->name, "radius_min", warp->radius_min, "radius_max",
                        warp->radius_max) != TR_OK ||
            check_range(error, "warps", warp->name, "latitude_min + 1", warp->latitude_min + 1, "latitude_max",
                        warp->latitude_max) != TR_OK)
            return TR_BAD_INPUT;
    }
    return TR_OK;
}

static tr_status check_paints(const tr_recipe *recipe, const char *list, const tr_coats *coats,
                              tr_error *error) {
    const char *channels[TR_MAX_CHANNELS];
    int count = tr_recipe_channels(recipe, channels);
    for (int i = 0; i < coats->count; i++) {
        const tr_paint *paint = &coats->paints[i];
        if (find_name(channels, count, paint->channel) < 0)
            return wrong(error, list, paint->name, "channel", "no layer writes the channel", paint->channel);
        if (check_where(error, list, paint->name, &paint->where) != TR_OK)
            return TR_BAD_INPUT;
        if (paint->where.channel[0] && find_name(channels, count, paint->where.channel) < 0)
            return wrong(error, list, paint->name, "where.channel", "no layer writes the channel",
                         paint->where.channel);
    }
    return TR_OK;
}

tr_status tr_recipe_check(const tr_recipe *recipe, tr_error *error) {
    tr_status status = check_warps(recipe, error);
    if (status == TR_OK)
        status = check_layers(recipe, error);
    if (status == TR_OK)
        status = check_paints(recipe, "albedo", &recipe->albedo, error);
    if (status == TR_OK)
        status = check_paints(recipe, "emission", &recipe->emission, error);
    if (status == TR_OK && !(recipe->height_min_m < recipe->height_max_m)) {
        status = tr_fail(error, TR_BAD_INPUT, "height_min_m must be below height_max_m");
        if (error)
            snprintf(error->path, sizeof error->path, "height_max_m");
    }
    return status;
}
