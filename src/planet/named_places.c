#include "planet/named_places.h"

#include "base/maths.h"
#include "fields/own_kinds.h"
#include "noise/maths/turn.h"
#include "planet/private/own_maps.h"
#include "planet/probe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    double radius_deg; // usual radius
    double steep_m, base_m,
        broad_m; // usual height: steep_m for each km of the radius, at most base_m + broad_m for each
    tr_stroke_tool tool;
} kinds[TR_NAMED_KIND_COUNT] = {
    [TR_NAMED_ONLY] = {0, 0, 0, 0, TR_STROKE_TOOL_COUNT},
    [TR_NAMED_CITY] = {0.25, 0, 0, 0, TR_STROKE_TOOL_COUNT},
    [TR_NAMED_VOLCANO] = {0.5, 70, 3000, 15, TR_STROKE_VOLCANO},
    [TR_NAMED_CRATER] = {0.6, 200, 400, 6, TR_STROKE_CRATER}, // large ones are shallow
    [TR_NAMED_ISLAND] = {1, 0, 0, 0, TR_STROKE_LAND},
};

void tr_named_where(const tr_recipe *recipe, const tr_named_place *place, double *lat_deg, double *lon_deg) {
    const tr_turn turn = tr_turn_of(recipe->land_turn);
    double up, around, sine, cosine;
    *lat_deg = place->lat_deg, *lon_deg = place->lon_deg;
    if (!tr_has_turn(recipe->land_turn))
        return;
    tr_sincos(place->lat_deg * TR_PI / 180, &up, &around);
    tr_sincos(place->lon_deg * TR_PI / 180, &sine, &cosine);
    double at[3] = {around * cosine, up, -around * sine};
    tr_turn_direction(&turn, at);
    *lat_deg = tr_atan2(at[1], sqrt(at[0] * at[0] + at[2] * at[2])) * 180 / TR_PI;
    *lon_deg = tr_atan2(-at[2], at[0]) * 180 / TR_PI;
}

void tr_named_size(const tr_recipe *recipe, const tr_named_place *place, double *radius_km, double *height_m) {
    const double usual = kinds[place->kind].radius_deg * TR_PI / 180 * recipe->radius_km, highest = 8000;
    *radius_km = place->kind == TR_NAMED_ONLY ? 0 : place->radius_km > 0 ? place->radius_km : usual;
    const double steep = kinds[place->kind].steep_m * *radius_km,
                 broad = kinds[place->kind].base_m + kinds[place->kind].broad_m * *radius_km;
    *height_m = steep <= 0 ? 0 : place->height_m > 0 ? place->height_m : fmin(fmin(steep, broad), highest);
}

// ---- places under water ----------------------------------------------------------------------------

// A place on the rim of a volcano's crater. On coarse maps it has no crater, and its middle is the highest.
static tr_named_place rim_of(const tr_recipe *recipe, const tr_named_place *place) {
    const double mouth = 0.15, sign = place->lat_deg > 0 ? -1 : 1;
    tr_named_place rim = *place;
    double radius_km, height_m;
    tr_named_size(recipe, place, &radius_km, &height_m);
    rim.lat_deg += sign * fmin(mouth * radius_km / recipe->radius_km * 180 / TR_PI, 10);
    return rim;
}

tr_status tr_named_depths(const tr_surface *surface, const tr_recipe *recipe, double texel,
                          const tr_watch *watch, float depths_m[TR_MAX_NAMED_PLACES], tr_error *error) {
    tr_probe probe;
    tr_status status = TR_OK;
    memset(depths_m, 0, sizeof *depths_m * TR_MAX_NAMED_PLACES);
    for (int i = 0; i < recipe->place_count && recipe->sea; i++) {
        const tr_named_place *place = &recipe->places[i], tops[] = {*place, rim_of(recipe, place)};
        const int count = place->kind == TR_NAMED_VOLCANO ? 2 : place->kind == TR_NAMED_ISLAND ? 1 : 0;
        double lat_deg, lon_deg, highest_m = -INFINITY;
        for (int k = 0; k < count && highest_m < 0; k++) {
            tr_named_where(recipe, &tops[k], &lat_deg, &lon_deg);
            status = tr_surface_probe(surface, lat_deg, lon_deg, texel, watch, &probe, error);
            if (status != TR_OK)
                return status;
            highest_m = fmax(highest_m, probe.height_m);
        }
        depths_m[i] = count > 0 && highest_m < 0 ? (float)-highest_m : 0;
    }
    return status;
}

void tr_named_note_depth(const tr_recipe *recipe, const tr_named_place *place, double depth_m,
                         char text[TR_NAMED_NOTE_BYTES]) {
    const double highest = 20000, margin = 50; // of places.NAME.height_m
    double radius_km, height_m;
    tr_named_size(recipe, place, &radius_km, &height_m);
    const double needed = 100 * ceil((height_m + depth_m + margin) / 100);
    if (place->kind == TR_NAMED_VOLCANO && needed <= highest)
        snprintf(text, TR_NAMED_NOTE_BYTES,
                 "its top is %.0f m under water: a height of %.0f m brings it above the sea", depth_m, needed);
    else
        snprintf(text, TR_NAMED_NOTE_BYTES, "its top is %.0f m under water: move it, or lower the sea level",
                 depth_m);
}

// ---- strokes -----------------------------------------------------------------------------------

static bool shapes(const tr_named_place *place) { return kinds[place->kind].tool != TR_STROKE_TOOL_COUNT; }

static tr_status add_stroke(tr_recipe *recipe, const tr_named_place *place, tr_error *error) {
    const tr_parameter *list = tr_parameter_find(&tr_recipe_table, "strokes");
    const tr_path_point point = {(int32_t)lrint(place->lat_deg * TR_PATH_UNITS),
                                 (int32_t)lrint(place->lon_deg * TR_PATH_UNITS)};
    double radius_km, height_m;
    void *element = NULL;
    tr_status status = tr_list_add(list, recipe, NULL, &element, error);
    tr_stroke *stroke = element;
    const int first = recipe->point_count;
    if (status == TR_OK)
        status = tr_recipe_add_point(recipe, point, error);
    if (status != TR_OK)
        return status;
    tr_named_size(recipe, place, &radius_km, &height_m);
    snprintf(stroke->name, sizeof stroke->name, "%s", place->name);
    stroke->tool = kinds[place->kind].tool;
    stroke->points = (tr_path){first, 1};
    stroke->radius = fmin(radius_km / recipe->radius_km * 180 / TR_PI, 60);
    stroke->height_m = height_m;
    stroke->softness = 1;
    return TR_OK;
}

tr_status plan_shape_places(const tr_recipe *recipe, tr_recipe **shaped, tr_error *error) {
    bool any = false;
    *shaped = NULL;
    for (int i = 0; i < recipe->place_count; i++)
        any = any || shapes(&recipe->places[i]);
    tr_status status = any ? tr_recipe_copy(recipe, shaped, error) : TR_OK;
    for (int i = 0; i < recipe->place_count && any && status == TR_OK; i++)
        if (shapes(&recipe->places[i]))
            status = add_stroke(*shaped, &recipe->places[i], error);
    int kept = 0;
    for (int i = 0; i < recipe->place_count && any && status == TR_OK; i++)
        if (!shapes(&recipe->places[i])) // the others are strokes now
            (*shaped)->places[kept++] = recipe->places[i];
    if (any && status == TR_OK)
        (*shaped)->place_count = kept;
    return status;
}

// ---- lights --------------------------------------------------------------------------------------

bool plan_has_cities(const tr_recipe *recipe) {
    bool any = false;
    for (int i = 0; i < recipe->place_count; i++)
        any = any || recipe->places[i].kind == TR_NAMED_CITY;
    return any && recipe->night_lights;
}

tr_status plan_light_cities(tr_recipe *recipe, tr_error *error) {
    static const uint8_t lamps[3] = {255, 214, 150};
    static const char channel[] = TR_OWN_PREFIX "cities";
    tr_layer *layer;
    if (!plan_has_cities(recipe))
        return TR_OK;
    const tr_status status = plan_add_layer(recipe, 0, &tr_field_own_cities.kind,
                                            channel + strlen(TR_OWN_PREFIX), channel, &layer, error);
    return status == TR_OK
               ? plan_add_paint(recipe, "emission", channel, channel, TR_BLEND_NORMAL, lamps, 0, 1, error)
               : status;
}
