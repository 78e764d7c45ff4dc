#include "planet/recipe.h"
#include "noise/flow.h"
#include "noise/voronoi.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static tr_status wrong(tr_error *error, const char *list, const char *name, const char *key, const char *format,
                       ...) __attribute__((format(printf, 5, 6)));

// Says what is wrong at LIST.NAME.KEY; without a list and a name, at a key of the recipe itself.
static tr_status wrong(tr_error *error, const char *list, const char *name, const char *key, const char *format,
                       ...) {
    char text[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (error && error->status == TR_OK)
        snprintf(error->path, sizeof error->path, "%s%s%s%s%s", list, *list ? "." : "", name, *name ? "." : "",
                 key);
    return tr_fail(error, TR_BAD_INPUT, "%s", text);
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

unsigned tr_recipe_maps(const tr_recipe *recipe) {
    unsigned maps = (1u << TR_MAP_COUNT) - 1;
    if (recipe->emission.count == 0)
        maps &= ~(1u << TR_MAP_EMISSION);
    if (recipe->clouds.cover.count == 0)
        maps &= ~(1u << TR_MAP_CLOUDS);
    if (recipe->water.count == 0)
        maps &= ~(1u << TR_MAP_WATER);
    return maps;
}

// What hardly any place of any seed goes beyond: measured, at randomness 1.
static double highest_of(const tr_voronoi *v) {
    const double stretch = v->metric == TR_METRIC_MANHATTAN ? 1.5 : 1;
    switch (v->value) {
    case TR_VORONOI_CELL:
    case TR_VORONOI_DISTANCE:
    case TR_VORONOI_EDGE:
        return 1;
    case TR_VORONOI_F2_MINUS_F1:
    case TR_VORONOI_F3_MINUS_F2:
        return 1.5 * stretch;
    default:
        return 2 * stretch;
    }
}

// What an Earth has; a recipe may ask for higher mountains.
static void terrain_range(tr_terrain_value value, double *low, double *high) {
    static const double ranges[TR_TERRAIN_COUNT][2] = {
        [TR_TERRAIN_HEIGHT] = {-9000, 9000}, [TR_TERRAIN_CRUST] = {-1.5, 1.5},  [TR_TERRAIN_RAIN] = {0, 1.3},
        [TR_TERRAIN_RELIEF] = {0, 4000},     [TR_TERRAIN_UPLIFT] = {0, 6000},   [TR_TERRAIN_FLOW] = {0, 1},
        [TR_TERRAIN_BORDER] = {-1, 1},       [TR_TERRAIN_RIVER] = {0, 1},       [TR_TERRAIN_BED] = {0, 9000},
        [TR_TERRAIN_LAKE] = {-100, 1000},    [TR_TERRAIN_LEVEL] = {-9000, 9000}};
    *low = ranges[value][0], *high = ranges[value][1];
}

// What values a layer's field can have, before fold, curve and amount; of distances what is usual.
static void field_range(const tr_layer *layer, double *low, double *high) {
    *low = -1, *high = 1;
    switch (layer->field) {
    case TR_FIELD_CONSTANT:
    case TR_FIELD_LATITUDE:
    case TR_FIELD_RAYS:
        *low = 0;
        break;
    case TR_FIELD_FRACTAL:
        *low = layer->fractal.shape == TR_FRACTAL_RIDGED ? 0 : -1;
        break;
    case TR_FIELD_VORONOI: // distances are in mean spacings of the sites
        *low = layer->voronoi.value == TR_VORONOI_CELL ? -1 : 0;
        *high = highest_of(&layer->voronoi);
        break;
    case TR_FIELD_SPOTS:
        *low = layer->spots.value == TR_SPOT_CELL ? -1 : 0;
        *high = layer->spots.value == TR_SPOT_CELL ? 1 : layer->spots.reach;
        break;
    case TR_FIELD_ARCS:
        *low = layer->arcs.value == TR_ARC_CELL ? -1 : 0;
        break;
    case TR_FIELD_STREETS:
        *low = layer->streets.value == TR_STREET_ROADS || layer->streets.value == TR_STREET_CENTRE ? 0 : -1;
        break;
    case TR_FIELD_CRATERS:
        *low = -0.04 * layer->craters.radius_max, *high = 0.04 * layer->craters.radius_max;
        break;
    case TR_FIELD_TERRAIN:
        terrain_range(layer->terrain.value, low, high);
        break;
    case TR_FIELD_GULLIES: // what mountains as high as Earth's have
        *low = -2000, *high = 2000;
        break;
    case TR_FIELD_VORTICES:
        *low = 0, *high = TR_FLOW_FAR;
        break;
    case TR_FIELD_STRETCH: // more in thin filaments
        *low = 1, *high = 8;
        break;
    default:
        break;
    }
}

// The value of a layer's curve, which goes on level beyond its ends.
static double climb_curve(const tr_layer *layer, double x) {
    const double(*p)[2] = layer->curve;
    int i = 0;
    while (i + 1 < layer->curve_points && p[i + 1][0] <= x)
        i++;
    if (x <= p[0][0] || i + 1 == layer->curve_points)
        return p[i][1];
    return p[i][1] + (x - p[i][0]) / (p[i + 1][0] - p[i][0]) * (p[i + 1][1] - p[i][1]);
}

void tr_layer_reach(const tr_recipe *recipe, const tr_layer *layer, double *low, double *high) {
    double from, to;
    field_range(layer, &from, &to);
    if (layer->fold) {
        const double a = fabs(from), b = fabs(to);
        from = from <= 0 && to >= 0 ? 0 : fmin(a, b), to = fmax(a, b);
    }
    if (layer->curve_points > 0) { // highest and lowest at the ends or at a point between them
        const double ends[2] = {climb_curve(layer, from), climb_curve(layer, to)};
        double least = fmin(ends[0], ends[1]), most = fmax(ends[0], ends[1]);
        for (int i = 0; i < layer->curve_points; i++)
            if (layer->curve[i][0] > from && layer->curve[i][0] < to)
                least = fmin(least, layer->curve[i][1]), most = fmax(most, layer->curve[i][1]);
        from = least, to = most;
    }
    const double amount = tr_number_value(layer->amount, recipe),
                 offset = tr_number_value(layer->offset, recipe);
    *low = fmin(amount * from, amount * to) + offset;
    *high = fmax(amount * from, amount * to) + offset;
}

// A range must not be upside down; where no dart can land none ever will.
static tr_status check_range(tr_error *error, const char *list, const char *name, const char *low_key,
                             double low, const char *high_key, double high) {
    if (low <= high)
        return TR_OK;
    return wrong(error, list, name, high_key, "%s may not be above %s", low_key, high_key);
}

static tr_status check_where(tr_error *error, const char *list, const char *name, const tr_where *where) {
    if (where->channel[0] == 0 || where->from != where->to)
        return TR_OK;
    return wrong(error, list, name, "where.to", "from and to must differ");
}

double tr_recipe_asked_land(const tr_recipe *recipe) {
    for (int i = recipe->layer_count - 1; i >= 0; i--) {
        const tr_layer *layer = &recipe->layers[i];
        if (layer->field == TR_FIELD_SHARE && strcmp(layer->into, "height") == 0 &&
            layer->join == TR_JOIN_ADD && !layer->where.channel[0])
            return layer->share;
    }
    return -1;
}

const tr_layer *tr_recipe_owner(const tr_recipe *recipe, const tr_layer *layer) {
    for (int i = 0; layer->owner[0] && &recipe->layers[i] != layer; i++)
        if (strcmp(recipe->layers[i].name, layer->owner) == 0)
            return tr_recipe_owner(recipe, &recipe->layers[i]);
    return layer;
}

const tr_warp *tr_recipe_twist_of(const tr_recipe *recipe, const tr_layer *owner) {
    for (int i = 0; i < recipe->warp_count; i++)
        if (owner->field == TR_FIELD_SPOTS && recipe->warps[i].kind == TR_WARP_TWIST &&
            strcmp(recipe->warps[i].name, owner->owner) == 0)
            return &recipe->warps[i];
    return NULL;
}

// The earlier layer whose sites or terrain this one uses, or the twist.
static tr_status check_owner(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const bool radii = tr_field_has_radii(layer->field), gullies = layer->field == TR_FIELD_GULLIES;
    const tr_field_kind wanted = gullies ? TR_FIELD_TERRAIN : layer->field;
    for (int i = 0; i < index; i++) {
        const tr_field_kind other = recipe->layers[i].field;
        if (strcmp(recipe->layers[i].name, layer->owner) == 0 &&
            (radii ? tr_field_has_radii(other) : other == wanted))
            return TR_OK;
    }
    if (layer->owner[0] == 0 && gullies)
        return wrong(error, "layers", layer->name, "of", "gullies need the name of a layer with a terrain");
    if (layer->owner[0] == 0 || tr_recipe_twist_of(recipe, layer))
        return TR_OK;
    if (wanted == TR_FIELD_TERRAIN)
        return wrong(error, "layers", layer->name, "of",
                     "no layer with a terrain before this one is called '%s'", layer->owner);
    return wrong(error, "layers", layer->name, "sites_of", "no layer before this one has such sites: '%s'",
                 layer->owner);
}

// What only shows when the parameters of a Voronoi field are seen together.
static tr_status check_voronoi(const tr_recipe *recipe, const tr_layer *layer, tr_error *error) {
    const tr_layer *owner = tr_recipe_owner(recipe, layer);
    const int least = tr_voronoi_least_sites(layer->voronoi.value);
    if (layer->voronoi.value == TR_VORONOI_EDGE && layer->voronoi.metric != TR_METRIC_EUCLID) {
        return wrong(error, "layers", layer->name, "metric",
                     "the distance to the edge is measured with the metric 'euclid' only");
    }
    if (owner->voronoi.domain != layer->voronoi.domain) {
        return wrong(error, "layers", layer->name, "domain", "the sites of '%s' lie in the other domain",
                     owner->name);
    }
    if (owner->voronoi.density >= least)
        return TR_OK;
    if (owner == layer) {
        return wrong(error, "layers", layer->name, "density", "density must be %d … %d for this value", least,
                     TR_MAX_SITES);
    }
    return wrong(error, "layers", layer->name, "value",
                 "this value needs %d sites: the density of '%s' must be %d … %d", least, owner->name, least,
                 TR_MAX_SITES);
}

// The size of the lattice that a displacement field is solved on.
static tr_status check_lattice(const tr_layer *layer, tr_error *error) {
    const tr_displacement *d = &layer->displacement;
    const bool plane = d->domain == TR_DOMAIN_PLANE, olsen = layer->field == TR_FIELD_OLSEN;
    const int halvings = (int)d->levels - olsen;
    const double across = d->cells * (double)((int64_t)1 << halvings);
    const char *formula = olsen ? "cells * 2^(levels - 1)" : "cells * 2^levels";
    if (!plane && d->cells < 1)
        return wrong(error, "layers", layer->name, "cells",
                     "cells is 0, but round the sphere it must be 1 … %d", TR_MAX_LATTICE);
    if (!plane && across > TR_MAX_LATTICE)
        return wrong(error, "layers", layer->name, "levels", "%s is %.0f, but must be at most %d", formula,
                     across, TR_MAX_LATTICE);
    if (!plane && (d->columns != 0 || d->x != 0 || d->y != 0))
        return wrong(error, "layers", layer->name,
                     d->columns != 0 ? "columns"
                     : d->x != 0     ? "x"
                                     : "y",
                     "only a field on the plane has a window: set domain to plane");
    if (!plane)
        return TR_OK;
    if (d->cells != 2 * (double)(int)(d->cells / 2))
        return wrong(error, "layers", layer->name, "cells",
                     "cells is %g, but on the plane, which is half as high as wide, it must be even", d->cells);
    if (layer->field == TR_FIELD_MIDPOINT && d->cells < 2)
        return wrong(error, "layers", layer->name, "cells",
                     "cells is 0, but midpoint displacement needs 2 or more");
    if (d->columns == 0 && d->cells == 0)
        return wrong(error, "layers", layer->name, "columns",
                     "columns is 0, but a field that never repeats needs a window: 2 … %d", TR_MAX_COLUMNS);
    if (d->columns == 0 && across > TR_MAX_COLUMNS)
        return wrong(error, "layers", layer->name, "levels",
                     "%s is %.0f, but must be at most %d (or set columns: the window to show)", formula, across,
                     TR_MAX_COLUMNS);
    if (d->columns == 1)
        return wrong(error, "layers", layer->name, "columns", "columns is 1, but must be 0 or 2 … %d",
                     TR_MAX_COLUMNS);
    return TR_OK;
}

// Given points lie on the sphere or on the map; longitudes may go round.
static tr_status check_points(const tr_layer *layer, tr_error *error) {
    const tr_displacement *d = &layer->displacement;
    for (int i = 0; i < d->point_count && layer->field == TR_FIELD_MIDPOINT; i++) {
        const double *p = d->points[i];
        if (d->domain == TR_DOMAIN_PLANE && !(p[0] >= 0 && p[0] <= 1 && p[1] >= 0 && p[1] <= 1))
            return wrong(error, "layers", layer->name, "points",
                         "points: point %d is [%g, %g, …], but on the plane u and v must be 0 … 1", i, p[0],
                         p[1]);
        if (d->domain == TR_DOMAIN_SPHERE && !(fabs(p[0]) <= 90))
            return wrong(error, "layers", layer->name, "points",
                         "points: point %d has latitude %g, but it must be -90 … 90", i, p[0]);
    }
    return TR_OK;
}

// The earlier layer that level 0 is taken from.
static tr_status check_from(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const char *from = layer->displacement.from;
    for (int i = 0; i < index; i++) {
        const tr_layer *other = &recipe->layers[i];
        if (strcmp(other->name, from) == 0 && tr_field_is_lattice_noise(other->field))
            return other->fractal.domain == layer->displacement.domain
                       ? TR_OK
                       : wrong(error, "layers", layer->name, "from", "its domain differs from that of '%s'",
                               from);
    }
    return from[0] ? wrong(error, "layers", layer->name, "from",
                           "no layer of lattice noise before this one is called '%s'", from)
                   : TR_OK;
}

// The flow whose vortices or stretch a layer shows.
static tr_status check_flow(const tr_recipe *recipe, const tr_layer *layer, tr_error *error) {
    for (int i = 0; i < recipe->warp_count; i++)
        if (strcmp(recipe->warps[i].name, layer->flow) == 0 && recipe->warps[i].kind == TR_WARP_FLOW)
            return TR_OK;
    return wrong(error, "layers", layer->name, "of", "there is no warp of the kind 'flow' called '%s'",
                 layer->flow);
}

static bool is_on_plane(const tr_layer *layer) {
    return (tr_field_is_lattice_noise(layer->field) && layer->fractal.domain == TR_DOMAIN_PLANE) ||
           (layer->field == TR_FIELD_VORONOI && layer->voronoi.domain == TR_DOMAIN_PLANE) ||
           (tr_field_is_displacement(layer->field) && layer->displacement.domain == TR_DOMAIN_PLANE);
}

static tr_status check_arcs(const tr_layer *layer, tr_error *error) {
    const tr_arcs *a = &layer->arcs;
    if (layer->field != TR_FIELD_ARCS)
        return TR_OK;
    const tr_status status =
        check_range(error, "layers", layer->name, "length_min", a->length_min, "length_max", a->length_max);
    return status != TR_OK ? status
                           : check_range(error, "layers", layer->name, "width_min", a->width_min, "width_max",
                                         a->width_max);
}

// The channels that a layer reads are there, and there is room for the one that it writes.
static tr_status check_channels(const tr_layer *layer, const char **channels, int *count, tr_error *error) {
    if (layer->where.channel[0] && find_name(channels, *count, layer->where.channel) < 0)
        return wrong(error, "layers", layer->name, "where.channel",
                     "no layer before this one writes the channel '%s'", layer->where.channel);
    if (layer->field == TR_FIELD_CHANNEL && find_name(channels, *count, layer->channel) < 0)
        return wrong(error, "layers", layer->name, "channel",
                     "no layer before this one writes the channel '%s'", layer->channel);
    if (find_name(channels, *count, layer->into) >= 0)
        return TR_OK;
    if (*count == TR_MAX_CHANNELS)
        return wrong(error, "layers", layer->name, "into", "more channels than %d, with '%s'", TR_MAX_CHANNELS,
                     layer->into);
    channels[(*count)++] = layer->into;
    return TR_OK;
}

static tr_status check_field(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    if (check_arcs(layer, error) != TR_OK ||
        check_where(error, "layers", layer->name, &layer->where) != TR_OK ||
        check_range(error, "layers", layer->name, "radius_min", layer->craters.radius_min, "radius_max",
                    layer->craters.radius_max) != TR_OK)
        return TR_BAD_INPUT;
    bool known = layer->warp[0] == 0;
    for (int k = 0; k < recipe->warp_count; k++)
        known = known || strcmp(recipe->warps[k].name, layer->warp) == 0;
    if (!known)
        return wrong(error, "layers", layer->name, "warp", "there is no warp '%s'", layer->warp);
    if (tr_field_is_displacement(layer->field) &&
        (check_lattice(layer, error) != TR_OK || check_points(layer, error) != TR_OK ||
         check_from(recipe, index, error) != TR_OK))
        return TR_BAD_INPUT;
    if (tr_field_is_of_flow(layer->field) && check_flow(recipe, layer, error) != TR_OK)
        return TR_BAD_INPUT;
    if (layer->warp[0] && is_on_plane(layer))
        return wrong(error, "layers", layer->name, "warp", "a field on the plane cannot be warped, by '%s'",
                     layer->warp);
    if (check_owner(recipe, index, error) != TR_OK ||
        (layer->field == TR_FIELD_VORONOI && check_voronoi(recipe, layer, error) != TR_OK))
        return TR_BAD_INPUT;
    const double *d = layer->direction;
    if (layer->field == TR_FIELD_AXIS && d[0] == 0 && d[1] == 0 && d[2] == 0)
        return wrong(error, "layers", layer->name, "direction", "a direction is not [0, 0, 0]");
    return TR_OK;
}

static tr_status check_layers(const tr_recipe *recipe, tr_error *error) {
    const char *channels[TR_MAX_CHANNELS] = {"height"};
    int count = 1;
    for (int i = 0; i < recipe->layer_count; i++)
        if (check_channels(&recipe->layers[i], channels, &count, error) != TR_OK ||
            check_field(recipe, i, error) != TR_OK)
            return TR_BAD_INPUT;
    return TR_OK;
}

static tr_status check_warps(const tr_recipe *recipe, tr_error *error) {
    for (int i = 0; i < recipe->warp_count; i++) {
        const tr_warp *warp = &recipe->warps[i];
        bool known = warp->after[0] == 0;
        for (int k = 0; k < i; k++)
            known = known || strcmp(recipe->warps[k].name, warp->after) == 0;
        if (!known)
            return wrong(error, "warps", warp->name, "after", "there is no warp before this one called '%s'",
                         warp->after);
        if (check_range(error, "warps", warp->name, "radius_min", warp->radius_min, "radius_max",
                        warp->radius_max) != TR_OK ||
            check_range(error, "warps", warp->name, "radius_min", warp->winds.radius_min, "radius_max",
                        warp->winds.radius_max) != TR_OK ||
            check_range(error, "warps", warp->name, "latitude_min + 1", warp->latitude_min + 1, "latitude_max",
                        warp->latitude_max) != TR_OK)
            return TR_BAD_INPUT;
    }
    return TR_OK;
}

// Stops over one channel, or rows of them over two.
static tr_status check_gradient(tr_error *error, const char *list, const tr_paint *paint) {
    const bool two = paint->across[0] != 0;
    if (two ? paint->row_count > 0 && paint->stop_count == 0 : paint->stop_count > 0 && paint->row_count == 0)
        return TR_OK;
    const char *key = two || paint->row_count > 0 ? "rows" : "stops";
    const char *text = two && paint->row_count > 0 ? "a gradient has rows or stops, not both"
                       : two ? "a gradient across a second channel needs rows: [[y, [[x, \"rrggbb\"], …]], …]"
                       : paint->row_count > 0 ? "rows need a second channel: \"across\""
                                              : "a coat needs a gradient: stops, or across and rows";
    return wrong(error, list, paint->name, key, "%s", text);
}

static tr_status check_paints(const tr_recipe *recipe, const char *list, const tr_coats *coats,
                              tr_error *error) {
    const char *channels[TR_MAX_CHANNELS];
    int count = tr_recipe_channels(recipe, channels);
    for (int i = 0; i < coats->count; i++) {
        const tr_paint *paint = &coats->paints[i];
        if (find_name(channels, count, paint->channel) < 0)
            return wrong(error, list, paint->name, "channel", "no layer writes the channel '%s'",
                         paint->channel);
        if (check_gradient(error, list, paint) != TR_OK)
            return TR_BAD_INPUT;
        if (paint->across[0] && find_name(channels, count, paint->across) < 0)
            return wrong(error, list, paint->name, "across", "no layer writes the channel '%s'", paint->across);
        if (check_where(error, list, paint->name, &paint->where) != TR_OK)
            return TR_BAD_INPUT;
        if (paint->where.channel[0] && find_name(channels, count, paint->where.channel) < 0)
            return wrong(error, list, paint->name, "where.channel", "no layer writes the channel '%s'",
                         paint->where.channel);
    }
    return TR_OK;
}

static tr_status check_clouds(const tr_recipe *recipe, tr_error *error) {
    tr_status status = check_paints(recipe, "clouds.cover", &recipe->clouds.cover, error);
    if (status == TR_OK)
        status = check_paints(recipe, "clouds.colour", &recipe->clouds.colour, error);
    if (status == TR_OK && recipe->clouds.colour.count > 0 && recipe->clouds.cover.count == 0)
        status = wrong(error, "", "", "clouds.colour", "clouds with a colour need a cover");
    return status;
}

// A displaced planet is a mesh that is seen from its centre, with fields that know places on it.
static tr_status check_mesh(const tr_recipe *recipe, tr_error *error) {
    const double columns = recipe->mesh_columns;
    if (columns == 0)
        return TR_OK;
    if (columns < TR_MESH_LEAST || (int)columns % 2 != 0)
        return wrong(error, "", "", "mesh_columns", "a mesh has an even number of columns, %d … %d; 0: a ball",
                     TR_MESH_LEAST, TR_MESH_MOST);
    if (!(recipe->height_min_m > -0.95 * 1000 * recipe->radius_km))
        return wrong(error, "", "", "height_min_m",
                     "a mesh cannot reach its centre: %g m is too deep for %g km", recipe->height_min_m,
                     recipe->radius_km);
    if (recipe->air.thickness > 0)
        return wrong(error, "", "", "air.thickness",
                     "air lies round balls only, and this planet has mesh_columns");
    if (recipe->clouds.cover.count > 0)
        return wrong(error, "", "", "clouds.cover",
                     "clouds lie round balls only, and this planet has mesh_columns");
    if (tr_recipe_has_rings(recipe))
        return wrong(error, "", "", "rings.opacity",
                     "rings lie round balls only, and this planet has mesh_columns");
    for (int i = 0; i < recipe->layer_count; i++)
        if (is_on_plane(&recipe->layers[i]))
            return wrong(error, "layers", recipe->layers[i].name, "domain",
                         "a planet with mesh_columns takes fields round the sphere, not on the 'plane'");
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
    if (status == TR_OK)
        status = check_paints(recipe, "roughness", &recipe->roughness, error);
    if (status == TR_OK)
        status = check_paints(recipe, "metal", &recipe->metal, error);
    if (status == TR_OK)
        status = check_paints(recipe, "water", &recipe->water, error);
    if (status == TR_OK)
        status = check_clouds(recipe, error);
    if (status == TR_OK && tr_recipe_has_rings(recipe) && !(recipe->rings.inner < recipe->rings.outer))
        status = wrong(error, "", "", "rings.outer", "rings.inner must be below rings.outer");
    if (status == TR_OK)
        status = check_mesh(recipe, error);
    if (status == TR_OK && !(recipe->height_min_m < recipe->height_max_m))
        status = wrong(error, "", "", "height_max_m", "height_min_m must be below height_max_m");
    return status;
}
