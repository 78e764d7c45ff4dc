// Writes structs as trees and texts, by the tables of parameters.
#include "base/memory.h"
#include "base/text.h"
#include "base/version.h"
#include "scene/private/trees.h"

#include <stdio.h>
#include <string.h>

// ---- values ------------------------------------------------------------------------------------

static tr_json *write_knobbed(tr_json_document *d, tr_number n) {
    if (n.knob == TR_KNOB_NONE)
        return tr_json_new_number(d, n.plus);
    return tr_json_new_object(d, "knob", tr_json_new_text(d, tr_knob_names[n.knob]), "times",
                              n.times != 1 ? tr_json_new_number(d, n.times) : (tr_json *)0, "plus",
                              n.plus != 0 ? tr_json_new_number(d, n.plus) : (tr_json *)0, NULL);
}

static tr_json *write_colour(tr_json_document *d, const uint8_t rgb[3]) {
    char text[8];
    snprintf(text, sizeof text, "%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
    return tr_json_new_text(d, text);
}

static tr_json *write_numbers(tr_json_document *d, int count, const double *numbers) {
    tr_json *node = tr_json_new(d, TR_JSON_ARRAY);
    for (int k = 0; k < count; k++)
        tr_json_append(d, node, tr_json_new_number(d, numbers[k]));
    return node;
}

// Writes the points of a curve, or given points; NULL if there are none.
static tr_json *write_points(tr_json_document *d, int count, int size, const double *points) {
    tr_json *node = count ? tr_json_new(d, TR_JSON_ARRAY) : NULL;
    for (int i = 0; i < count; i++)
        tr_json_append(d, node, write_numbers(d, size, points + (ptrdiff_t)i * size));
    return node;
}

static tr_json *write_gradient(tr_json_document *d, const tr_recipe *recipe, bool numbers,
                               const tr_gradient *gradient) {
    tr_json *node = gradient->count ? tr_json_new(d, TR_JSON_ARRAY) : NULL;
    for (int i = 0; i < gradient->count; i++) {
        const tr_stop *stop = &recipe->stops[gradient->first + i];
        tr_json *value = numbers ? tr_json_new_number(d, stop->value) : write_colour(d, stop->srgb);
        tr_json_append(d, node, tr_json_new_array(d, 2, tr_json_new_number(d, stop->position), value));
    }
    return node;
}

static tr_json *write_rows(tr_json_document *d, const tr_recipe *recipe, const tr_rows *rows) {
    tr_json *node = rows->count ? tr_json_new(d, TR_JSON_ARRAY) : NULL;
    for (int k = 0; k < rows->count; k++) {
        const tr_row *row = &recipe->rows[rows->first + k];
        tr_json *gradient = write_gradient(d, recipe, false, &row->gradient);
        tr_json_append(d, node,
                       tr_json_new_array(d, 2, tr_json_new_number(d, row->position),
                                         gradient ? gradient : tr_json_new(d, TR_JSON_ARRAY)));
    }
    return node;
}

// Writes the first point, and the difference of each further one from the point before.
static tr_json *write_path(tr_json_document *d, const tr_recipe *recipe, const tr_path *path) {
    tr_text text = {0};
    tr_path_point before = {0, 0};
    for (int i = 0; i < path->count; i++) {
        const tr_path_point p = recipe->points[path->first + i];
        tr_text_add(&text, "%s%d %d", i ? " " : "", (int)(p.latitude - before.latitude),
                    (int)(p.longitude - before.longitude));
        before = p;
    }
    d->lost = d->lost || text.failed;
    tr_json *node = path->count ? tr_json_new_text(d, text.bytes ? text.bytes : "") : NULL;
    tr_free(text.bytes);
    return node;
}

// ---- structs -----------------------------------------------------------------------------------

// `recipe`: owner of warps, layers, stops and rows; structs of a scene or a planet contain none of them.
static void write_members(tr_json_document *d, const tr_recipe *recipe, const tr_parameter_table *table,
                          const void *data, tr_json *node);

static tr_json *write_struct(tr_json_document *d, const tr_recipe *recipe, const tr_parameter_table *table,
                             const void *data) {
    tr_json *node = tr_json_new(d, TR_JSON_OBJECT);
    write_members(d, recipe, table, data, node);
    return node;
}

static tr_json *write_list(tr_json_document *d, const tr_recipe *recipe, const tr_parameter *list,
                           const void *data) {
    tr_json *node = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; i < tr_list_count(list, data); i++)
        tr_json_append(d, node, write_struct(d, recipe, list->list->table, tr_list_at(list, data, i)));
    return node;
}

static tr_json *write_drives(tr_json_document *d, const tr_type_knob *knob) {
    tr_json *drives = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; i < knob->drive_count; i++)
        tr_json_append(d, drives,
                       tr_json_new_object(d, "path", tr_json_new_text(d, knob->drives[i].path), "from",
                                          tr_json_new_number(d, knob->drives[i].from), "to",
                                          tr_json_new_number(d, knob->drives[i].to), NULL));
    return drives;
}

// NULL if the type has none.
static tr_json *write_type_knobs(tr_json_document *d, const tr_recipe *recipe) {
    tr_json *node = recipe->type_knob_count ? tr_json_new(d, TR_JSON_OBJECT) : NULL;
    for (int i = 0; i < recipe->type_knob_count; i++) {
        const tr_type_knob *knob = &recipe->type_knobs[i];
        tr_json_set(d, node, knob->name,
                    tr_json_new_object(d, "label", tr_json_new_text(d, knob->label), "what",
                                       tr_json_new_text(d, knob->what), "drives", write_drives(d, knob), NULL));
    }
    return node;
}

// NULL if the value is the default and can be omitted.
static tr_json *write_value(tr_json_document *d, const tr_recipe *recipe, const tr_parameter *p,
                            const void *data) {
    const void *at = tr_parameter_in(p, data);
    switch (p->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
        return tr_json_new_number(d, *(const double *)at);
    case TR_PARAMETER_KNOBBED:
        return write_knobbed(d, *(const tr_number *)at);
    case TR_PARAMETER_FLAG:
        return tr_json_new_flag(d, *(const bool *)at);
    case TR_PARAMETER_NAME:
    case TR_PARAMETER_FILE:
        return *(const char *)at ? tr_json_new_text(d, at) : NULL;
    case TR_PARAMETER_CHOICE:
        return tr_json_new_text(d, p->names[*(const int *)at]);
    case TR_PARAMETER_COLOUR:
        return write_colour(d, at);
    case TR_PARAMETER_SEED:
        return tr_json_new_whole(d, (int64_t) * (const uint64_t *)at);
    case TR_PARAMETER_VECTOR:
        return write_numbers(d, tr_vector_count(p), at);
    case TR_PARAMETER_CURVE:
        return write_points(d, ((const tr_curve *)at)->count, 2, ((const tr_curve *)at)->points[0]);
    case TR_PARAMETER_POINTS:
        return write_points(d, ((const tr_points *)at)->count, 3, ((const tr_points *)at)->points[0]);
    case TR_PARAMETER_STOPS:
    case TR_PARAMETER_LEVELS:
        return write_gradient(d, recipe, p->kind == TR_PARAMETER_LEVELS, at);
    case TR_PARAMETER_ROWS:
        return write_rows(d, recipe, at);
    case TR_PARAMETER_PATH:
        return write_path(d, recipe, at);
    case TR_PARAMETER_STRUCT: // an unlimited mask is omitted
        return p->table == &tr_where_table && !((const tr_where *)at)->channel[0]
                   ? NULL
                   : write_struct(d, recipe, p->table, at);
    case TR_PARAMETER_LIST:
        return write_list(d, recipe, p, data);
    case TR_PARAMETER_TYPE_KNOBS:
        return write_type_knobs(d, recipe);
    case TR_PARAMETER_KIND:
        return tr_json_new_text(d, (*(const tr_kind *const *)at)->name);
    case TR_PARAMETER_PLANETS: // written separately
        break;
    }
    return NULL;
}

// What an own map leaves to its file and to the type: a range of nothing would mislead readers.
static bool is_left_open(const tr_parameter_table *table, const tr_parameter *p, const void *data) {
    return table == &tr_own_map_table && tr_own_setting_is_usual(p, data);
}

static void write_members(tr_json_document *d, const tr_recipe *recipe, const tr_parameter_table *table,
                          const void *data, tr_json *node) {
    for (int i = 0; i < table->count; i++) {
        const tr_parameter *p = &table->rows[i];
        tr_json *value = is_left_open(table, p, data) ? NULL : write_value(d, recipe, p, data);
        if (value)
            tr_json_set(d, node, p->key, value);
        if (p->kind == TR_PARAMETER_KIND) // followed by the parameters of that kind
            write_members(d, recipe, &(*(const tr_kind *const *)tr_parameter_in(p, data))->parameters, data,
                          node);
    }
}

// ---- recipes and scenes ------------------------------------------------------------------------

// The keys with which every file begins.
static tr_json *begin_file(tr_json_document *d) {
    return tr_json_new_object(d, "format", tr_json_new_whole(d, 1), "pixels", tr_json_new_whole(d, TR_PIXELS),
                              NULL);
}

tr_json *tr_recipe_write(tr_json_document *d, const tr_recipe *recipe) {
    tr_json *node = begin_file(d);
    write_members(d, recipe, &tr_recipe_table, recipe, node);
    return node;
}

static tr_json *write_planet(tr_json_document *d, const tr_scene_planet *planet) {
    tr_json *node = write_struct(d, planet->recipe, &tr_planet_table, planet);
    write_members(d, planet->recipe, &tr_recipe_table, planet->recipe, node);
    return node;
}

static tr_json *write_lone_planet(tr_json_document *d, const tr_scene_planet *planet) {
    tr_json *node = begin_file(d);
    if (planet->name[0])
        tr_json_set(d, node, "name", tr_json_new_text(d, planet->name));
    write_members(d, planet->recipe, &tr_recipe_table, planet->recipe, node);
    return node;
}

static tr_json *write_scene(tr_json_document *d, const tr_scene *scene) {
    if (scene->planet_count == 1 && (scene->lone || scene->planets[0].name[0] == 0))
        return write_lone_planet(d, &scene->planets[0]);
    tr_json *node = begin_file(d);
    tr_json *planets = tr_json_new(d, TR_JSON_ARRAY);
    // (the rows of a scene have no gradients, which belong to recipes: any recipe will do)
    write_members(d, scene->planets[0].recipe, &tr_scene_table, scene, node);
    for (int i = 0; i < scene->planet_count; i++)
        tr_json_append(d, planets, write_planet(d, &scene->planets[i]));
    tr_json_set(d, node, "planets", planets);
    return node;
}

tr_status tr_tree_write(const tr_json_document *d, const tr_json *node, bool indented, char **text,
                        tr_error *error) {
    tr_status status = tr_json_write(d, node, indented, text, error);
    if (status != TR_OK || strlen(*text) <= TR_WORLD_BYTES)
        return status;
    status = tr_fail(error, TR_BAD_INPUT,
                     "the world's JSON has %zu bytes, but at most %d can be read again: use fewer planets",
                     strlen(*text), TR_WORLD_BYTES);
    tr_free(*text);
    *text = NULL;
    return status;
}

tr_status tr_recipe_to_json(const tr_recipe *recipe, bool indented, char **text, tr_error *error) {
    tr_json_document d = {0};
    *text = NULL;
    tr_status status = tr_tree_write(&d, tr_recipe_write(&d, recipe), indented, text, error);
    tr_json_clear(&d);
    return status;
}

tr_status tr_scene_to_json(const tr_scene *scene, bool indented, char **text, tr_error *error) {
    tr_json_document d = {0};
    *text = NULL;
    tr_status status = tr_tree_write(&d, write_scene(&d, scene), indented, text, error);
    tr_json_clear(&d);
    return status;
}
