// From trees to structs, checked by the tables of parameters.h.
#include "scene/json.h"
#include "scene/parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- tree to structs ---------------------------------------------------------------------------

// A recipe while it is being read, and where in the tree the reader stands.
typedef struct reader {
    tr_recipe *recipe;
    bool in_scene; // a planet of a scene has a name and an orbit
    char path[JSON_PATH_BYTES];
    tr_error *error;
} reader;

static tr_status bad(reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Records what is wrong with the value at the reader's place.
static tr_status bad(reader *r, const char *format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (r->error && r->error->status == TR_OK)
        snprintf(r->error->path, sizeof r->error->path, "%s", r->path);
    return tr_fail(r->error, TR_BAD_INPUT, "%s", message);
}

// Steps to a member; leave() with what enter() returned steps back.
static size_t enter(reader *r, const char *key) {
    size_t length = strlen(r->path);
    snprintf(r->path + length, sizeof r->path - length, "%s%s", length ? "." : "", key);
    return length;
}

static void leave(reader *r, size_t length) { r->path[length] = 0; }

static tr_status read_struct(reader *r, const slot_table *table, int variant, const json_t *node, void *data);

static tr_status read_number(reader *r, const slot *s, const json_t *node, double *out) {
    char low[32], high[32], text[32];
    tr_number_text(s->low, low), tr_number_text(s->high, high);
    if (!json_is_number(node))
        return bad(r, "%s must be a number %s … %s", s->key, low, high);
    double x = json_number_value(node);
    if (!(x >= s->low && x <= s->high))
        return bad(r, "%s is %s, but must be %s … %s", s->key, tr_number_text(x, text), low, high);
    if (s->kind == SLOT_WHOLE && x != floor(x))
        return bad(r, "%s is %s, but must be a whole number", s->key, tr_number_text(x, text));
    *out = x;
    return TR_OK;
}

static int find_text(const char *const *names, const char *text) {
    for (int i = 0; text && names[i]; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return -1;
}

static int text_count(const char *const *names) {
    int count = 0;
    while (names[count])
        count++;
    return count;
}

static tr_status read_choice(reader *r, const slot *s, const json_t *node, int *out) {
    const char *text = json_string_value(node);
    int found = find_text(s->names, text);
    if (found >= 0) {
        *out = found;
        return TR_OK;
    }
    const char *nearest = text ? tr_nearest_name(text, s->names, text_count(s->names)) : NULL;
    char all[256] = "";
    for (int i = 0; s->names[i]; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", s->names[i]);
    if (nearest)
        return bad(r, "%s: there is no '%s'; did you mean '%s'?", s->key, text, nearest);
    return bad(r, "%s must be one of %s", s->key, all);
}

static bool is_moderate(const json_t *node) {
    return json_is_number(node) && fabs(json_number_value(node)) <= 1e9;
}

static tr_status read_knobbed(reader *r, const slot *s, const json_t *node, tr_number *out) {
    if (!json_is_object(node)) {
        out->knob = TR_KNOB_NONE, out->times = 0;
        return read_number(r, s, node, &out->plus);
    }
    const char *name = json_string_value(json_object_get(node, "knob"));
    int knob = find_text(knob_names, name);
    if (knob <= 0)
        return bad(r,
                   "%s: a knob is noisiness, persistence or octaves: {\"knob\": \"noisiness\", \"times\": 0.4}",
                   s->key);
    tr_number number = {.knob = (tr_knob)knob, .times = 1};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)node, key, value) {
        if (strcmp(key, "knob") == 0)
            continue;
        bool times = strcmp(key, "times") == 0;
        if (!times && strcmp(key, "plus") != 0)
            return bad(r, "%s: a knob has times and plus, not '%s'", s->key, key);
        if (!is_moderate(value))
            return bad(r, "%s.%s must be a number -1e9 … 1e9", s->key, key);
        *(times ? &number.times : &number.plus) = json_number_value(value);
    }
    // member by member: padding stays zero, so that equal recipes are equal in every byte
    out->knob = number.knob, out->times = number.times, out->plus = number.plus;
    return TR_OK;
}

static tr_status read_colour(reader *r, const slot *s, const json_t *node, uint8_t out[3]) {
    const char *text = json_string_value(node);
    if (text && *text == '#')
        text++;
    if (!text || strlen(text) != 6 || strspn(text, "0123456789abcdefABCDEF") != 6)
        return bad(r, "%s must be a colour like \"b03a1c\"", s->key);
    unsigned long rgb = strtoul(text, NULL, 16);
    out[0] = (uint8_t)(rgb >> 16), out[1] = (uint8_t)(rgb >> 8), out[2] = (uint8_t)rgb;
    return TR_OK;
}

static tr_status read_text(reader *r, const slot *s, const json_t *node, char *out, size_t size) {
    const char *text = json_string_value(node);
    if (!text)
        return bad(r, "%s must be a text", s->key);
    if (strlen(text) >= size)
        return bad(r, "%s is longer than %zu bytes", s->key, size - 1);
    // names become parts of paths and of file names
    bool control = false;
    for (const char *c = text; *c; c++)
        control = control || (unsigned char)*c < 32 || *c == 127;
    if (control || strpbrk(text, "./\\\":*?<>|"))
        return bad(r, "%s may not contain control characters or any of . / \\ \" : * ? < > |", s->key);
    memset(out, 0, size);
    memcpy(out, text, strlen(text)); // NOLINT(bugprone-not-null-terminated-result): zeros are there
    return TR_OK;
}

static tr_status read_seed(reader *r, const json_t *node, uint64_t *out) {
    if (!json_is_integer(node) || json_integer_value(node) < 0)
        return bad(r, "seed must be a whole number 0 … 9223372036854775807");
    *out = (uint64_t)json_integer_value(node);
    return TR_OK;
}

static tr_status read_vector(reader *r, const slot *s, const json_t *node, double out[3]) {
    if (json_array_size(node) != 3)
        return bad(r, "%s must be three numbers: [x, y, z]", s->key);
    const slot part = {.key = s->key, .kind = SLOT_NUMBER, .low = s->low, .high = s->high};
    tr_status status = TR_OK;
    for (size_t k = 0; k < 3 && status == TR_OK; k++)
        status = read_number(r, &part, json_array_get(node, k), &out[k]);
    return status;
}

static tr_status read_curve(reader *r, const json_t *node, tr_layer *layer) {
    size_t count = json_array_size(node);
    if (!json_is_array(node) || count > TR_MAX_CURVE_POINTS || count == 1)
        return bad(r, "curve must be 2 … %d points: [[x, y], …]", TR_MAX_CURVE_POINTS);
    for (size_t i = 0; i < count; i++) {
        const json_t *point = json_array_get(node, i);
        if (json_array_size(point) != 2 || !is_moderate(json_array_get(point, 0)) ||
            !is_moderate(json_array_get(point, 1)))
            return bad(r, "curve: point %zu must be two numbers -1e9 … 1e9: [x, y]", i);
        for (size_t k = 0; k < 2; k++)
            layer->curve[i][k] = json_number_value(json_array_get(point, k));
        if (i > 0 && layer->curve[i][0] < layer->curve[i - 1][0])
            return bad(r, "curve: the x of point %zu is below the one before", i);
    }
    layer->curve_points = (int)count;
    return TR_OK;
}

static tr_status read_points(reader *r, const json_t *node, tr_displacement *out) {
    const size_t count = json_array_size(node);
    if (!json_is_array(node) || count > TR_MAX_POINTS)
        return bad(r, "points must be up to %d points: [[latitude, longitude, value], …]", TR_MAX_POINTS);
    for (size_t i = 0; i < count; i++) {
        const json_t *point = json_array_get(node, i);
        bool good = json_array_size(point) == 3;
        for (size_t k = 0; k < 3 && good; k++) {
            out->points[i][k] = json_number_value(json_array_get(point, k));
            good = is_moderate(json_array_get(point, k)) && fabs(out->points[i][k]) <= (k < 2 ? 360 : 1);
        }
        if (!good)
            return bad(
                r,
                "points: point %zu must be [latitude, longitude, value], on the plane [u, v, value]; the value "
                "is -1 … 1",
                i);
    }
    out->point_count = (int)count;
    return TR_OK;
}

static bool is_number_within(const json_t *node, double low, double high) {
    return json_is_number(node) && json_number_value(node) >= low && json_number_value(node) <= high;
}

// Stops of one gradient, of colours or of numbers, which follow those that the recipe has already.
static tr_status read_gradient(reader *r, const json_t *node, bool numbers, int *first, int *stops) {
    const char *form = numbers ? "[position, number], the number 0 … 1" : "[position, \"rrggbb\"]";
    tr_recipe *recipe = r->recipe;
    size_t count = json_array_size(node);
    if (count == 0)
        return bad(r, "stops must be a gradient: [[position, %s], …]", numbers ? "number" : "\"rrggbb\"");
    if (count > (size_t)(TR_MAX_STOPS - recipe->stop_count))
        return bad(r, "more than %d stops in one recipe", TR_MAX_STOPS);
    *first = recipe->stop_count;
    for (size_t i = 0; i < count; i++) {
        const json_t *pair = json_array_get(node, i);
        tr_stop *stop = &recipe->stops[recipe->stop_count++];
        const slot colour = {.key = "stops"};
        if (json_array_size(pair) != 2 || !is_moderate(json_array_get(pair, 0)) ||
            (numbers && !is_number_within(json_array_get(pair, 1), 0, 1)))
            return bad(r, "stops: stop %zu must be %s, the position -1e9 … 1e9", i, form);
        stop->position = json_number_value(json_array_get(pair, 0));
        stop->value = numbers ? json_number_value(json_array_get(pair, 1)) : 0;
        if (!numbers && read_colour(r, &colour, json_array_get(pair, 1), stop->srgb) != TR_OK)
            return TR_BAD_INPUT;
        if (i > 0 && stop->position < stop[-1].position)
            return bad(r, "stops: the position of stop %zu is below the one before", i);
    }
    *stops = (int)count;
    return TR_OK;
}

// Rows of a gradient over two channels. An error in a row has the row's number in its path.
static tr_status read_rows(reader *r, const json_t *node, tr_paint *paint) {
    tr_recipe *recipe = r->recipe;
    const size_t count = json_array_size(node);
    if (count == 0)
        return bad(r, "rows must be gradients: [[position, [[position, \"rrggbb\"], …]], …]");
    if (count > (size_t)(TR_MAX_ROWS - recipe->row_count))
        return bad(r, "more than %d rows in one recipe", TR_MAX_ROWS);
    paint->first_row = recipe->row_count;
    for (size_t i = 0; i < count; i++) {
        const json_t *pair = json_array_get(node, i);
        tr_row *row = &recipe->rows[recipe->row_count++];
        if (json_array_size(pair) != 2 || !is_moderate(json_array_get(pair, 0)))
            return bad(r, "rows: row %zu must be [position, stops], the position -1e9 … 1e9", i);
        row->position = json_number_value(json_array_get(pair, 0));
        if (i > 0 && row->position <= row[-1].position)
            return bad(r, "rows: the position of row %zu is not above the one before", i);
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        const size_t place = enter(r, number);
        tr_status status = read_gradient(r, json_array_get(pair, 1), false, &row->first_stop, &row->stop_count);
        if (status != TR_OK)
            return status;
        leave(r, place);
    }
    paint->row_count = (int)count;
    return TR_OK;
}

// The kind of a layer or a warp decides which parameters it has.
static tr_status read_variant(reader *r, const slot_table *table, const char *key, const json_t *node,
                              int *out) {
    const json_t *value = json_object_get(node, key);
    tr_status status = TR_OK;
    for (int i = 0; i < table->count && value; i++)
        if (strcmp(table->slots[i].key, key) == 0) {
            size_t place = enter(r, key);
            status = read_choice(r, &table->slots[i], value, out);
            leave(r, place);
        }
    return status;
}

// Elements of a named list. Each has a "name" of its own; `most` of them at most.
static tr_status read_list(reader *r, const slot_table *table, const json_t *node, void *elements, size_t size,
                           int most, const char *variant_key, int *count) {
    *count = 0;
    if (!json_is_array(node))
        return bad(r, "must be a list: [ … ]");
    if (json_array_size(node) > (size_t)most)
        return bad(r, "has %zu elements, but at most %d are allowed", json_array_size(node), most);
    for (size_t i = 0; i < json_array_size(node); i++) {
        const json_t *element = json_array_get(node, i);
        const char *name = json_string_value(json_object_get(element, "name"));
        char index[24];
        snprintf(index, sizeof index, "%zu", i);
        size_t place = enter(r, name && *name ? name : index);
        if (!name || !*name)
            return bad(r, "needs a \"name\"");
        char *data = (char *)elements + i * size;
        for (size_t k = 0; k < i; k++) // a name stands first in its struct
            if (strcmp((char *)elements + k * size, name) == 0)
                return bad(r, "there are two called '%s'", name);
        slots_reset(table, data);
        int variant = 0;
        tr_status status = variant_key ? read_variant(r, table, variant_key, element, &variant) : TR_OK;
        if (status == TR_OK)
            status = read_struct(r, table, variant, element, data);
        if (status != TR_OK)
            return status;
        leave(r, place);
        ++*count;
    }
    return TR_OK;
}

static tr_status read_coats(reader *r, const slot_table *table, const json_t *node, tr_coats *coats) {
    return read_list(r, table, node, coats->paints, sizeof coats->paints[0], TR_MAX_PAINTS, NULL,
                     &coats->count);
}

// Rings that cannot be seen are none: they leave nothing behind that would not be written again.
static tr_status read_rings(reader *r, const json_t *node, tr_rings *rings) {
    tr_recipe *recipe = r->recipe;
    const int stops = recipe->stop_count;
    const tr_status status = read_struct(r, &rings_table, 0, node, rings);
    if (status == TR_OK && rings->opacity == 0) {
        memset(&recipe->stops[stops], 0, (size_t)(recipe->stop_count - stops) * sizeof recipe->stops[0]);
        recipe->stop_count = stops;
        memset(rings, 0, sizeof *rings);
        slots_reset(&rings_table, rings);
    }
    return status;
}

static tr_status read_slot(reader *r, const slot *s, const json_t *node, void *data) {
    char *byte = (char *)data + s->offset;
    void *at = byte;
    switch (s->kind) {
    case SLOT_NUMBER:
    case SLOT_WHOLE:
        return read_number(r, s, node, at);
    case SLOT_KNOBBED:
        return read_knobbed(r, s, node, at);
    case SLOT_FLAG:
        *(bool *)at = json_is_true(node);
        return json_is_boolean(node) ? TR_OK : bad(r, "%s must be true or false", s->key);
    case SLOT_NAME:
        return read_text(r, s, node, byte, TR_NAME_BYTES);
    case SLOT_TITLE:
        return read_text(r, s, node, byte, TR_PLANET_NAME_BYTES);
    case SLOT_CHOICE:
        return read_choice(r, s, node, at);
    case SLOT_COLOUR:
        return read_colour(r, s, node, at);
    case SLOT_SEED:
        return read_seed(r, node, at);
    case SLOT_VECTOR:
        return read_vector(r, s, node, at);
    case SLOT_CURVE:
        return read_curve(r, node, data);
    case SLOT_POINTS:
        return read_points(r, node, at);
    case SLOT_STOPS:
    case SLOT_LEVELS:
        return read_gradient(r, node, s->kind == SLOT_LEVELS, &((tr_paint *)data)->first_stop,
                             &((tr_paint *)data)->stop_count);
    case SLOT_ROWS:
        return read_rows(r, node, data);
    case SLOT_HUES:
        return read_gradient(r, node, false, &((tr_rings *)data)->first_stop, &((tr_rings *)data)->stop_count);
    case SLOT_WHERE:
        return read_struct(r, &where_table, 0, node, at);
    case SLOT_AIR:
        return read_struct(r, &air_table, 0, node, at);
    case SLOT_RINGS:
        return read_rings(r, node, at);
    case SLOT_TINT:
        return read_struct(r, &tint_table, 0, node, at);
    case SLOT_STAR:
        return read_struct(r, &star_table, 0, node, at);
    case SLOT_ORBIT:
        return read_struct(r, &orbit_table, 0, node, at);
    case SLOT_WARPS:
        return read_list(r, &warp_table, node, r->recipe->warps, sizeof r->recipe->warps[0], TR_MAX_WARPS,
                         "kind", &r->recipe->warp_count);
    case SLOT_LAYERS:
        return read_list(r, &layer_table, node, r->recipe->layers, sizeof r->recipe->layers[0], TR_MAX_LAYERS,
                         "field", &r->recipe->layer_count);
    case SLOT_COATS:
        return read_coats(r, &paint_table, node, at);
    case SLOT_NUMBER_COATS:
        return read_coats(r, &number_paint_table, node, at);
    case SLOT_CLOUDS:
        return read_struct(r, &clouds_table, 0, node, at);
    default:
        return TR_OK; // planets are read apart
    }
}

static const slot *find_slot(const slot_table *table, int variant, const char *key) {
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->slots[i].key, key) == 0 && slot_applies(&table->slots[i], variant))
            return &table->slots[i];
    return NULL;
}

// Keys that stand beside the table's own: what is told to people and editors, and what a planet of a scene has
// besides its recipe.
static bool is_foreign_key(const slot_table *table, bool in_scene, const char *key) {
    const bool outer = table == &recipe_table || table == &scene_table;
    if (outer && (strcmp(key, "$schema") == 0 || strcmp(key, "format") == 0 || strcmp(key, "summary") == 0))
        return true;
    if (table == &recipe_table)
        return strcmp(key, "bounds") == 0 || (in_scene && find_slot(&planet_table, 0, key));
    return table == &planet_table; // the recipe is read apart
}

static tr_status belongs_elsewhere(reader *r, const slot_table *table, unsigned variants, const char *key) {
    const char *kinds[TR_KINDS_MOST + 1];
    char all[256] = "";
    slot_variants(table, variants, kinds);
    for (int i = 0; kinds[i]; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", kinds[i]);
    return bad(r, "'%s' does not belong to this kind of %s, but to %s", key,
               table == &warp_table ? "warp" : "field", all);
}

static tr_status unknown_key(reader *r, const slot_table *table, int variant, const char *key) {
    const char *candidates[64] = {NULL};
    int count = 0;
    unsigned elsewhere = 0; // the kinds that have it
    for (int i = 0; i < table->count; i++) {
        if (slot_applies(&table->slots[i], variant))
            candidates[count++] = table->slots[i].key;
        else if (strcmp(table->slots[i].key, key) == 0)
            elsewhere |= table->slots[i].variants;
    }
    const char *nearest = tr_nearest_name(key, candidates, count);
    if (elsewhere)
        return belongs_elsewhere(r, table, elsewhere, key);
    if (nearest)
        return bad(r, "unknown key '%s'; did you mean '%s'?", key, nearest);
    return bad(r, "unknown key '%s'; `terrella list parameters` names them", key);
}

// Reads the members of an object in the order of the table, so that knobs are known before numbers that use
// them.
static tr_status read_struct(reader *r, const slot_table *table, int variant, const json_t *node, void *data) {
    if (!json_is_object(node))
        return bad(r, "must be an object: { … }");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)node, key, value) {
        if (find_slot(table, variant, key) || is_foreign_key(table, r->in_scene, key))
            continue;
        size_t place = enter(r, key);
        tr_status status = unknown_key(r, table, variant, key);
        leave(r, place);
        return status;
    }
    for (int i = 0; i < table->count; i++) {
        const slot *s = &table->slots[i];
        value = slot_applies(s, variant) ? json_object_get(node, s->key) : NULL;
        if (!value)
            continue;
        size_t place = enter(r, s->key);
        tr_status status = read_slot(r, s, value, data);
        leave(r, place);
        if (status != TR_OK)
            return status;
    }
    return TR_OK;
}

static tr_status read_recipe(reader *r, const json_t *node, tr_recipe *recipe) {
    r->recipe = recipe;
    slots_reset(&recipe_table, recipe);
    tr_status status = read_struct(r, &recipe_table, 0, node, recipe);
    for (int i = 0; i < recipe->layer_count; i++) {
        tr_layer *layer = &recipe->layers[i];
        if (layer->into[0] == 0)
            snprintf(layer->into, sizeof layer->into, "height");
    }
    if (status != TR_OK)
        return status;
    tr_error inner = {0};
    tr_bounds bounds; // which say nothing about this planet, but may be wrong
    status = json_read_bounds(node, &bounds, &inner);
    if (status == TR_OK)
        status = tr_recipe_check(recipe, &inner);
    if (status != TR_OK) {
        size_t place = enter(r, inner.path);
        bad(r, "%s", inner.message);
        leave(r, place);
    }
    return status;
}

// ---- scenes ------------------------------------------------------------------------------------

bool json_is_scene_key(const char *key) {
    return find_slot(&scene_table, 0, key) || is_foreign_key(&scene_table, false, key);
}

static tr_status check_format(reader *r, const json_t *node) {
    const json_t *format = json_object_get(node, "format");
    if (!format || (json_is_integer(format) && json_integer_value(format) == 1))
        return TR_OK;
    enter(r, "format");
    return bad(r,
               "this terrella reads format 1: leave it at that, or take the terrella that wrote another one");
}

// A moon's planet comes before it, and an orbit stays outside of what it goes round.
static tr_status check_orbit(reader *r, const tr_scene *scene, int index) {
    const tr_planet *planet = &scene->planets[index];
    const tr_orbit *orbit = &planet->orbit;
    const int centre = tr_scene_centre(scene, index);
    const char *names[TR_MAX_PLANETS];
    for (int i = 0; i < index; i++)
        names[i] = scene->planets[i].name;
    enter(r, "orbit");
    if (orbit->around[0] && centre == TR_AROUND_STAR) {
        const char *nearest = tr_nearest_name(orbit->around, names, index);
        enter(r, "around");
        return bad(r, "there is no planet '%s' before this one%s%s%s", orbit->around,
                   nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    }
    const bool star = centre == TR_AROUND_STAR;
    const double inner = star ? scene->star.radius_km : scene->planets[centre].recipe.radius_km;
    char least[32], near[32];
    if (orbit->radius_km * (1 - orbit->eccentricity) > inner + planet->recipe.radius_km)
        return TR_OK;
    enter(r, "radius_km");
    return bad(r, "an orbit that comes as near as %s km meets %s: more than %s km are needed",
               tr_number_text(orbit->radius_km * (1 - orbit->eccentricity), near),
               star ? "the star" : orbit->around, tr_number_text(inner + planet->recipe.radius_km, least));
}

static tr_status read_planet(reader *r, const json_t *node, tr_scene *scene, int index) {
    tr_planet *planet = &scene->planets[index];
    const char *name = json_string_value(json_object_get(node, "name"));
    char number[24];
    snprintf(number, sizeof number, "%d", index);
    r->path[0] = 0;
    enter(r, "planets");
    enter(r, name && *name ? name : number);
    if (!name || !*name)
        return bad(r, "a planet needs a \"name\"");
    for (int k = 0; k < index; k++)
        if (strcmp(scene->planets[k].name, name) == 0)
            return bad(r, "there are two planets called '%s'", name);
    tr_status status = check_format(r, node);
    if (status == TR_OK)
        status = read_struct(r, &planet_table, 0, node, planet);
    if (status == TR_OK)
        status = read_recipe(r, node, &planet->recipe);
    return status == TR_OK ? check_orbit(r, scene, index) : status;
}

// At the beginning no planet stands in another one, as two without orbits of their own would.
static tr_status check_places(reader *r, tr_scene *scene) {
    const double time_h = scene->time_h;
    tr_scene_place(scene, 0);
    for (int i = 1; i < scene->planet_count; i++)
        for (int k = 0; k < i; k++) {
            const tr_planet *a = &scene->planets[k], *b = &scene->planets[i];
            double square = 0;
            for (int axis = 0; axis < 3; axis++)
                square += pow(a->position_km[axis] - b->position_km[axis], 2);
            if (sqrt(square) >= a->recipe.radius_km + b->recipe.radius_km)
                continue;
            snprintf(r->path, sizeof r->path, "planets.%s.orbit", b->name);
            return bad(r, "'%s' would stand in '%s': give it another orbit or phase_deg", b->name, a->name);
        }
    tr_scene_place(scene, time_h);
    return TR_OK;
}

tr_status json_read_scene(const json_t *tree, tr_scene *scene, tr_error *error) {
    reader r = {.error = error, .in_scene = json_object_get(tree, "planets") != NULL};
    const json_t *planets = json_object_get(tree, "planets");
    const bool many = planets != NULL;
    size_t count = many ? json_array_size(planets) : 1;
    if (check_format(&r, tree) != TR_OK)
        return TR_BAD_INPUT;
    if (many && (count == 0 || count > TR_MAX_PLANETS)) {
        enter(&r, "planets");
        return bad(&r, "a scene has 1 … %d planets", TR_MAX_PLANETS);
    }
    scene->planets = calloc(count, sizeof *scene->planets);
    if (!scene->planets)
        return tr_fail(error, TR_NO_MEMORY, "no memory to read the world");
    scene->planet_count = (int)count;
    slots_reset(&star_table, &scene->star);
    for (size_t i = 0; i < count; i++)
        slots_reset(&planet_table, &scene->planets[i]);
    tr_status status;
    if (many) {
        status = read_struct(&r, &scene_table, 0, tree, scene);
        for (size_t i = 0; i < count && status == TR_OK; i++)
            status = read_planet(&r, json_array_get(planets, i), scene, (int)i);
    } else {
        // a lone planet stays at the origin, the sun over the viewer's left shoulder
        scene->planets[0].orbit.radius_km = 0;
        const double sun[3] = {1.0725e8, 0.55e8, 0.9e8};
        memcpy(scene->star.position_km, sun, sizeof sun);
        status = read_recipe(&r, tree, &scene->planets[0].recipe);
    }
    return status == TR_OK ? check_places(&r, scene) : status;
}
