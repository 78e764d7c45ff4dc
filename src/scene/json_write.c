// From structs to text.
#include "scene/json.h"
#include "scene/parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- structs to text ---------------------------------------------------------------------------

// Whole numbers are written without a point.
static json_t *write_number(double x) {
    return x == floor(x) && fabs(x) < 1e15 ? json_integer((json_int_t)x) : json_real(x);
}

static json_t *write_knobbed(tr_number n) {
    if (n.knob == TR_KNOB_NONE)
        return write_number(n.plus);
    json_t *node = json_object();
    json_object_set_new(node, "knob", json_string(knob_names[n.knob]));
    if (n.times != 1)
        json_object_set_new(node, "times", write_number(n.times));
    if (n.plus != 0)
        json_object_set_new(node, "plus", write_number(n.plus));
    return node;
}

static json_t *write_colour(const uint8_t rgb[3]) {
    char text[8];
    snprintf(text, sizeof text, "%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
    return json_string(text);
}

// `recipe`: where warps, layers, stops and rows lie; what a scene or a planet has beside it holds none of them.
static json_t *write_struct(const tr_recipe *recipe, const slot_table *table, int variant, const void *data);

static json_t *write_curve(const tr_layer *layer) {
    json_t *node = json_array();
    for (int i = 0; i < layer->curve_points; i++) {
        json_t *point = json_array();
        json_array_append_new(point, write_number(layer->curve[i][0]));
        json_array_append_new(point, write_number(layer->curve[i][1]));
        json_array_append_new(node, point);
    }
    return node;
}

static json_t *write_points(const tr_displacement *displacement) {
    json_t *node = json_array();
    for (int i = 0; i < displacement->point_count; i++) {
        json_t *point = json_array();
        for (int k = 0; k < 3; k++)
            json_array_append_new(point, write_number(displacement->points[i][k]));
        json_array_append_new(node, point);
    }
    return node;
}

static json_t *write_gradient(const tr_recipe *recipe, bool numbers, int first_stop, int stop_count) {
    json_t *node = json_array();
    for (int i = 0; i < stop_count; i++) {
        const tr_stop *stop = &recipe->stops[first_stop + i];
        json_t *pair = json_array();
        json_array_append_new(pair, write_number(stop->position));
        json_array_append_new(pair, numbers ? write_number(stop->value) : write_colour(stop->srgb));
        json_array_append_new(node, pair);
    }
    return node;
}

static json_t *write_stops(const tr_recipe *recipe, bool numbers, const tr_paint *paint) {
    return paint->stop_count ? write_gradient(recipe, numbers, paint->first_stop, paint->stop_count) : NULL;
}

static json_t *write_rows(const tr_recipe *recipe, const tr_paint *paint) {
    json_t *node = paint->row_count ? json_array() : NULL;
    for (int k = 0; k < paint->row_count; k++) {
        const tr_row *row = &recipe->rows[paint->first_row + k];
        json_t *pair = json_array();
        json_array_append_new(pair, write_number(row->position));
        json_array_append_new(pair, write_gradient(recipe, false, row->first_stop, row->stop_count));
        json_array_append_new(node, pair);
    }
    return node;
}

static json_t *write_coats(const tr_recipe *recipe, const slot_table *table, const tr_coats *coats) {
    json_t *node = json_array();
    for (int i = 0; i < coats->count; i++)
        json_array_append_new(node, write_struct(recipe, table, 0, &coats->paints[i]));
    return node;
}

static json_t *write_vector(const double v[3]) {
    json_t *node = json_array();
    for (int k = 0; k < 3; k++)
        json_array_append_new(node, write_number(v[k]));
    return node;
}

static json_t *write_slot(const tr_recipe *recipe, const slot *s, const void *data) {
    const char *byte = (const char *)data + s->offset;
    const void *at = byte;
    json_t *node;
    switch (s->kind) {
    case SLOT_NUMBER:
    case SLOT_WHOLE:
        return write_number(*(const double *)at);
    case SLOT_KNOBBED:
        return write_knobbed(*(const tr_number *)at);
    case SLOT_FLAG:
        return json_boolean(*(const bool *)at);
    case SLOT_NAME:
    case SLOT_TITLE:
        return *byte ? json_string(byte) : NULL;
    case SLOT_CHOICE:
        return json_string(s->names[*(const int *)at]);
    case SLOT_COLOUR:
        return write_colour(at);
    case SLOT_SEED:
        return json_integer((json_int_t) * (const uint64_t *)at);
    case SLOT_VECTOR:
        return write_vector(at);
    case SLOT_CURVE:
        return ((const tr_layer *)data)->curve_points ? write_curve(data) : NULL;
    case SLOT_POINTS:
        return ((const tr_displacement *)at)->point_count ? write_points(at) : NULL;
    case SLOT_STOPS:
    case SLOT_LEVELS:
        return write_stops(recipe, s->kind == SLOT_LEVELS, data);
    case SLOT_ROWS:
        return write_rows(recipe, data);
    case SLOT_HUES:
        return ((const tr_rings *)data)->stop_count
                   ? write_gradient(recipe, false, ((const tr_rings *)data)->first_stop,
                                    ((const tr_rings *)data)->stop_count)
                   : NULL;
    case SLOT_WHERE:
        return ((const tr_where *)at)->channel[0] ? write_struct(recipe, &where_table, 0, at) : NULL;
    case SLOT_AIR:
        return write_struct(recipe, &air_table, 0, at);
    case SLOT_RINGS:
        return write_struct(recipe, &rings_table, 0, at);
    case SLOT_TINT:
        return write_struct(recipe, &tint_table, 0, at);
    case SLOT_STAR:
        return write_struct(recipe, &star_table, 0, at);
    case SLOT_ORBIT:
        return write_struct(recipe, &orbit_table, 0, at);
    case SLOT_WARPS:
        node = json_array();
        for (int i = 0; i < recipe->warp_count; i++)
            json_array_append_new(
                node, write_struct(recipe, &warp_table, (int)recipe->warps[i].kind, &recipe->warps[i]));
        return node;
    case SLOT_LAYERS:
        node = json_array();
        for (int i = 0; i < recipe->layer_count; i++)
            json_array_append_new(
                node, write_struct(recipe, &layer_table, (int)recipe->layers[i].field, &recipe->layers[i]));
        return node;
    case SLOT_COATS:
        return write_coats(recipe, &paint_table, at);
    case SLOT_NUMBER_COATS:
        return write_coats(recipe, &number_paint_table, at);
    case SLOT_CLOUDS:
        return write_struct(recipe, &clouds_table, 0, at);
    default:
        return NULL;
    }
}

static json_t *write_struct(const tr_recipe *recipe, const slot_table *table, int variant, const void *data) {
    json_t *node = json_object();
    for (int i = 0; i < table->count; i++) {
        const slot *s = &table->slots[i];
        json_t *value = slot_applies(s, variant) ? write_slot(recipe, s, data) : NULL;
        if (value)
            json_object_set_new(node, s->key, value);
    }
    return node;
}

// As few digits as give every number back to the bit: 15 for what people type, 17 for what sliders leave.
static char *dump(json_t *node, bool indented) {
    char *text = NULL;
    bool exact = false;
    for (unsigned digits = 15; digits <= 17 && !exact; digits++) {
        free(text);
        text = json_dumps(node, (indented ? JSON_INDENT(2) : JSON_COMPACT) | JSON_REAL_PRECISION(digits));
        json_t *again = text ? json_loads(text, 0, NULL) : NULL;
        exact = !text || json_equal(node, again);
        json_decref(again);
    }
    json_decref(node);
    return text;
}

static json_t *write_recipe(const tr_recipe *recipe) {
    json_t *node = json_object();
    json_object_set_new(node, "format", json_integer(1));
    json_t *rest = write_struct(recipe, &recipe_table, 0, recipe);
    json_object_update(node, rest);
    json_decref(rest);
    return node;
}

char *tr_recipe_to_json(const tr_recipe *recipe, bool indented) { return dump(write_recipe(recipe), indented); }

char *tr_scene_to_json(const tr_scene *scene, bool indented) {
    if (scene->planet_count == 1 && scene->planets[0].name[0] == 0)
        return tr_recipe_to_json(&scene->planets[0].recipe, indented);
    json_t *node = json_object(), *planets = json_array();
    json_object_set_new(node, "format", json_integer(1));
    json_t *rest = write_struct(&scene->planets[0].recipe, &scene_table, 0, scene);
    json_object_update(node, rest);
    json_decref(rest);
    for (int i = 0; i < scene->planet_count; i++) {
        const tr_recipe *recipe = &scene->planets[i].recipe;
        json_t *planet = write_struct(recipe, &planet_table, 0, &scene->planets[i]);
        rest = write_struct(recipe, &recipe_table, 0, recipe);
        json_object_update(planet, rest);
        json_decref(rest);
        json_array_append_new(planets, planet);
    }
    json_object_set_new(node, "planets", planets);
    return dump(node, indented);
}
