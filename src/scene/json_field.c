// Single fields as worlds: a recipe with one layer, for `terrella field`.
#include "scene/json.h"
#include "scene/parameters.h"

#include <stdio.h>
#include <string.h>

static const char *const kinds[][2] = {
    {"value", "value noise: random numbers on a lattice, interpolated"},
    {"perlin", "Perlin's gradient noise"},
    {"simplex", "simplex noise: gradients on a lattice of tetrahedra"},
    {"fractal", "octaves of such noise: plain, billow or ridged"},
    {"voronoi", "distances to the nearest sites or to the edges of their cells, or a number for each cell"},
    {"warp", "a fractal that another noise displaces, in one or several steps"},
    {"flow", "a fractal that jets, eddies and storms have drawn out and rolled up"},
    {"midpoint", "midpoint displacement, from given points or another field if you like"},
    {"diamond_square", "diamond-square: any window of an infinite field"},
    {"olsen", "Olsen noise: diamond-square without its bias, in whole numbers"},
    {"terrain", "continents, mountains and rain of a whole planet: drifting plates, climate, erosion"},
    {"gullies", "spurs and valleys that water cuts down the slopes of a terrain"},
    {"craters", "impact craters with floors, rims, peaks and ejecta"},
    {"rays", "bright streaks round craters"},
    {"spots", "discs, round or with lobes: distances in their radii, or a number for each"},
    {"arcs", "long thin lines that cross each other: pieces of circles"},
    {"streets", "districts with lattices of streets, or rings and spokes"},
    {"latitude", "|sine of the latitude|: 0 at the equator, 1 at the poles"},
    {"hemisphere", "sine of the latitude: -1 at the south pole, 1 at the north pole"},
    {"axis", "how far along a direction a place lies, from -1 to 1"},
    {"constant", "1 everywhere"},
};
enum { kind_count = sizeof kinds / sizeof kinds[0] };

int tr_field_list(const char *const (**list)[2]) {
    *list = kinds;
    return kind_count;
}

static bool is_flow(const char *kind) { return strcmp(kind, "flow") == 0; }
static bool is_warp(const char *kind) { return strcmp(kind, "warp") == 0 || is_flow(kind); }

static bool is_gullies(const char *kind) { return kind && strcmp(kind, "gullies") == 0; }

// A layer of noise whose channel nothing shows: it is there for the field to start from.
static json_t *make_start(const char *from) {
    const char *const noises[] = {"value", "perlin", "simplex", "fractal"};
    for (size_t i = 0; from && i < sizeof noises / sizeof noises[0]; i++)
        if (strcmp(noises[i], from) == 0)
            return json_pack("{s:s, s:s, s:i, s:s}", "name", from, "field", from, "scale", 2, "into", "start");
    return NULL;
}

tr_status json_make_field(const char *kind, const char *from, json_t **root, tr_error *error) {
    const char *names[kind_count];
    bool known = false;
    for (int i = 0; i < kind_count; i++) {
        names[i] = kinds[i][0];
        known = known || strcmp(names[i], kind) == 0;
    }
    const char *nearest = known ? NULL : tr_nearest_name(kind, names, kind_count);
    if (!known)
        return tr_fail(error, TR_BAD_USAGE, "there is no field '%s'%s%s%s", kind,
                       nearest ? "; did you mean '" : "; `terrella list fields` names them",
                       nearest ? nearest : "", nearest ? "'?" : "");
    json_t *layer = json_pack("{s:s, s:s}", "name", kind, "field", is_warp(kind) ? "fractal" : kind);
    if (strcmp(kind, "value") == 0 || strcmp(kind, "perlin") == 0 || strcmp(kind, "simplex") == 0)
        json_object_set_new(layer, "scale", json_integer(8));
    json_t *start = make_start(from);
    if (is_gullies(kind)) {
        json_object_set_new(layer, "of", json_string("land"));
        json_object_set_new(layer, "scale", json_integer(20)); // to be seen on small maps
        start = json_pack("{s:s, s:s, s:s}", "name", "land", "field", "terrain", "into", "start");
    }
    // numbers about 1 make slopes on a ball of 1 km; terrains and gullies are in metres, of a planet as large
    // as the Earth
    const bool metres = strcmp(kind, "terrain") == 0 || is_gullies(kind);
    json_t *tree = json_pack("{s:s, s:f, s:f, s:[o]}", "type", kind, "radius_km", metres ? 6371.0 : 1.0,
                             "relief", metres ? 10.0 : 50.0, "layers", layer);
    if (start)
        json_array_insert_new(json_object_get(tree, "layers"), 0, start);
    if (is_warp(kind)) {
        json_object_set_new(layer, "warp", json_string(kind));
        json_t *warp = json_pack("{s:s, s:s}", "name", kind, "kind", is_flow(kind) ? "flow" : "noise");
        if (is_flow(kind)) {
            json_object_set_new(layer, "stretch", json_pack("[i, i, i]", 1, 6, 1));
            json_object_set_new(warp, "cells", json_integer(256));
        } else
            json_object_set_new(warp, "amount", json_real(0.5));
        json_object_set_new(tree, "warps", json_pack("[o]", warp));
    }
    *root = tree;
    return tree ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for a field");
}

static bool has_key(const slot_table *table, const char *key) {
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->slots[i].key, key) == 0)
            return true;
    return false;
}

tr_status json_check_field_set(const char *set, tr_error *error) {
    const char *const fixed[] = {"name", "field", "into", "layers", "warps"};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (strncmp(set, fixed[i], strlen(fixed[i])) == 0 && set[strlen(fixed[i])] == '=')
            return tr_fail(error, TR_BAD_USAGE,
                           "--set %.200s: a single field is one layer that makes the height; put more into a "
                           "recipe (`terrella show` prints that of a field's picture)",
                           set);
    return TR_OK;
}

void json_field_set(const char *kind, const char *set, char *path, size_t size) {
    char key[64];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(set, ".="), set);
    const bool inner = is_warp(kind) && has_key(&warp_table, key), whole = strchr(set, '=') != NULL;
    if (whole && (inner || has_key(&layer_table, key) || !has_key(&recipe_table, key)))
        snprintf(path, size, "%s.%s.%s", inner ? "warps" : "layers", kind, set);
    else
        snprintf(path, size, "%s", set);
}

static double number_of(const json_t *object, const char *key, double fallback) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : fallback;
}

void json_fit_field(json_t *root, int width) {
    const json_t *layers = json_object_get(root, "layers");
    json_t *start = json_array_get(layers, 0), *layer = json_array_get(layers, json_array_size(layers) - 1);
    const char *field = json_string_value(json_object_get(layer, "field"));
    const char *domain = json_string_value(json_object_get(layer, "domain"));
    const char *border = json_string_value(json_object_get(layer, "border"));
    const bool plane = domain && strcmp(domain, "plane") == 0, olsen = field && strcmp(field, "olsen") == 0;
    if (start != layer && domain && !json_object_get(start, "domain"))
        json_object_set_new(start, "domain", json_string(domain));
    json_t *terrain = is_gullies(field) ? start : field && strcmp(field, "terrain") == 0 ? layer : NULL;
    if (terrain && width < 1024 && !json_object_get(terrain, "cells"))
        json_object_set_new(terrain, "cells",
                            json_integer(width < 128 ? 32 : width / 4)); // no finer than texels
    const bool midpoint = field && strcmp(field, "midpoint") == 0;
    if (!olsen && !midpoint && !(field && strcmp(field, "diamond_square") == 0))
        return;
    // Two cells across a map are one hill and one hollow: as many as the cube has round the equator. Noise to
    // start from is seen where cells are finer than it.
    const bool from = start != layer;
    if (!json_object_get(layer, "cells") && (plane || from))
        json_object_set_new(layer, "cells", json_integer(!from ? 8 : plane ? 32 : 16));
    double cells = number_of(layer, "cells", 2), across = plane ? cells : 4 * cells;
    int levels = olsen ? 1 : 0; // Olsen noise counts level 0
    const int most = olsen ? 16 : 20;
    // the cube's faces go four times round the equator
    while (across > 0 && across < width && levels < most && (plane || across < 4 * TR_MAX_LATTICE))
        levels++, across *= 2;
    if (!json_object_get(layer, "levels") && across > 0)
        json_object_set_new(layer, "levels", json_integer(levels));
    const bool wraps = !border || strcmp(border, "wrap") == 0;
    if (plane && wraps && !json_object_get(layer, "columns"))
        json_object_set_new(layer, "columns", json_integer(width));
}

// The heights of a field's map: what was set, else the range of its values, as far as a recipe may say it.
static tr_status fit_heights(const json_t *root, tr_recipe *recipe, tr_error *error) {
    const double most = 1e6;
    const bool low_set = json_object_get(root, "height_min_m"),
               high_set = json_object_get(root, "height_max_m");
    double low, high;
    tr_layer_reach(recipe, &recipe->layers[recipe->layer_count - 1], &low, &high);
    if (!(low < high)) // all values are the same
        high = low + 1;
    if (!low_set)
        recipe->height_min_m = low < -most ? -most : low > most - 1 ? most - 1 : low;
    if (!high_set)
        recipe->height_max_m = high > most ? most : high < 1 - most ? 1 - most : high;
    if (recipe->height_min_m < recipe->height_max_m)
        return TR_OK;
    if (error)
        snprintf(error->path, sizeof error->path, "%s", low_set ? "height_min_m" : "height_max_m");
    return tr_fail(error, TR_BAD_INPUT, "height_min_m is %g, but must be below height_max_m, which is %g",
                   recipe->height_min_m, recipe->height_max_m);
}

tr_status json_finish_field(const json_t *root, tr_recipe *recipe, tr_error *error) {
    enum { steps = 15 };
    const tr_status status = fit_heights(root, recipe, error);
    if (status != TR_OK)
        return status;
    if (recipe->albedo.count > 0)
        return TR_OK;
    tr_paint *paint = &recipe->albedo.paints[0];
    slots_reset(&paint_table, paint);
    snprintf(paint->name, sizeof paint->name, "grey");
    snprintf(paint->channel, sizeof paint->channel, "height");
    paint->first_stop = recipe->stop_count, paint->stop_count = steps + 1;
    // the greys of the picture, though colours mix in linear light
    for (int i = 0; i <= steps; i++) {
        tr_stop *stop = &recipe->stops[recipe->stop_count++];
        stop->position = recipe->height_min_m + (recipe->height_max_m - recipe->height_min_m) * i / steps;
        memset(stop->srgb, 255 * i / steps, sizeof stop->srgb);
    }
    recipe->albedo.count = 1;
    return TR_OK;
}
