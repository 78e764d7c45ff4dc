// JSON in and out: the one file that knows jansson. Text becomes a tree; the tree of a type is overlaid with
// the file's, its ranges are drawn with the seed, sets change it, and then it is read into structs, checked by
// the tables of parameters.h.
#include "base/embed.h"
#include "base/hash.h"
#include "scene/load.h"
#include "scene/parameters.h"
#include "scene/position.h"
#include "scene/source.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_depth = 32, path_bytes = 256 };

static tr_status no_memory(tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory to read the world");
}

// ---- text to tree ------------------------------------------------------------------------------

static tr_status parse(const char *file, const char *text, size_t size, json_t **root, tr_error *error) {
    int line, column;
    if (tr_json_too_deep(text, size, max_depth, &line, &column)) {
        tr_fail(error, TR_BAD_INPUT, "nested deeper than %d levels", max_depth);
    } else {
        json_error_t at;
        *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &at);
        if (*root && json_is_object(*root))
            return TR_OK;
        if (*root) {
            json_decref(*root);
            *root = NULL;
            line = column = 1;
            tr_fail(error, TR_BAD_INPUT, "a world is a JSON object: { … }");
        } else {
            line = at.line > 0 ? at.line : 1, column = at.column > 0 ? at.column : 1;
            tr_fail(error, TR_BAD_INPUT, "%s", at.text);
        }
    }
    if (error && error->line == 0) {
        snprintf(error->file, sizeof error->file, "%s", file);
        error->line = line, error->column = column;
    }
    return TR_BAD_INPUT;
}

// ---- types -------------------------------------------------------------------------------------

static const char type_prefix[] = "scenes/types/";

static const tr_embedded_file *find_type(const char *type) {
    char name[128];
    snprintf(name, sizeof name, "%s%s.json", type_prefix, type);
    return tr_embedded_find(name);
}

int tr_type_list(char (*names)[TR_NAME_BYTES], int most) {
    size_t files;
    const tr_embedded_file *file = tr_embedded_files(&files);
    int count = 0;
    for (size_t i = 0; i < files; i++) {
        const char *dot = strrchr(file[i].name, '.');
        if (strncmp(file[i].name, type_prefix, sizeof type_prefix - 1) != 0 || !dot)
            continue;
        const char *start = file[i].name + sizeof type_prefix - 1;
        if (count < most)
            snprintf(names[count], TR_NAME_BYTES, "%.*s", (int)(dot - start), start);
        count++;
    }
    return count;
}

void tr_type_summary(const char *type, char *summary, size_t size) {
    const tr_embedded_file *file = find_type(type);
    json_t *root = NULL;
    summary[0] = 0;
    if (file && parse(file->name, file->text, file->size, &root, NULL) == TR_OK)
        snprintf(summary, size, "%s", json_string_value(json_object_get(root, "summary")));
    json_decref(root);
}

static tr_status load_type(const char *type, json_t **root, tr_error *error) {
    const tr_embedded_file *file = find_type(type);
    if (file)
        return parse(file->name, file->text, file->size, root, error);
    char names[64][TR_NAME_BYTES];
    const char *candidates[64];
    int count = tr_type_list(names, 64);
    for (int i = 0; i < count; i++)
        candidates[i] = names[i];
    const char *nearest = tr_nearest_name(type, candidates, count);
    if (nearest)
        return tr_fail(error, TR_BAD_USAGE, "there is no planet type '%s'; did you mean '%s'?", type, nearest);
    return tr_fail(
        error, TR_BAD_USAGE,
        "there is no planet type '%s'; `terrella list types` names them, and a file has a '/' or a '.' in "
        "its name",
        type);
}

// ---- ranges ------------------------------------------------------------------------------------

// A drawn number has six digits, so that it can be read, written and typed again.
static double six_digits(double x) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", x);
    return strtod(text, NULL);
}

// What a place in the recipe is called when a value is drawn for it: its path, or the name that "by" gives, so
// that draws can be tied together.
static double draw(const json_t *node, uint64_t seed, const char *path) {
    const char *by = json_string_value(json_object_get(node, "by"));
    return tr_hash_unit(tr_hash_text(seed, by ? by : path));
}

static json_t *resolve(const json_t *node, uint64_t seed, const char *path);

static json_t *resolve_range(const json_t *node, const json_t *range, uint64_t seed, const char *path) {
    const json_t *a = json_array_get(range, 0), *b = json_array_get(range, 1);
    double low = json_number_value(a), high = json_number_value(b), u = draw(node, seed, path);
    if (json_is_integer(a) && json_is_integer(b))
        return json_integer((json_int_t)(low + floor(u * (high - low + 1))));
    return json_real(six_digits(low + u * (high - low)));
}

static json_t *resolve_object(const json_t *node, uint64_t seed, const char *path) {
    const json_t *range = json_object_get(node, "range"), *choices = json_object_get(node, "choose");
    if (json_array_size(range) == 2)
        return resolve_range(node, range, seed, path);
    if (json_array_size(choices) > 0) {
        size_t index = (size_t)(draw(node, seed, path) * (double)json_array_size(choices));
        return resolve(json_array_get(choices, index), seed, path);
    }
    json_t *result = json_object();
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)node, key, value) {
        char inner[path_bytes];
        snprintf(inner, sizeof inner, "%s%s%s", path, path[0] ? "." : "", key);
        json_object_set_new(result, key, resolve(value, seed, inner));
    }
    return result;
}

// A copy of a tree in which every {"range": [a, b]} and {"choose": […]} has been replaced by what the seed
// draws.
static json_t *resolve(const json_t *node, uint64_t seed, const char *path) {
    if (json_is_object(node))
        return resolve_object(node, seed, path);
    if (!json_is_array(node))
        return json_deep_copy(node);
    json_t *result = json_array();
    for (size_t i = 0; i < json_array_size(node); i++) {
        const json_t *element = json_array_get(node, i);
        const char *name = json_string_value(json_object_get(element, "name"));
        char inner[path_bytes];
        if (name)
            snprintf(inner, sizeof inner, "%s.%s", path, name);
        else
            snprintf(inner, sizeof inner, "%s.%zu", path, i);
        json_array_append_new(result, resolve(element, seed, inner));
    }
    return result;
}

// ---- sets --------------------------------------------------------------------------------------

static json_t *find_named(json_t *array, const char *name) {
    char *end;
    unsigned long index = strtoul(name, &end, 10);
    for (size_t i = 0; i < json_array_size(array); i++) {
        json_t *element = json_array_get(array, i);
        const char *have = json_string_value(json_object_get(element, "name"));
        if (have && strcmp(have, name) == 0)
            return element;
    }
    return *name && *end == 0 ? json_array_get(array, index) : NULL;
}

static tr_status unknown_element(const json_t *array, const char *set, const char *name, tr_error *error) {
    const char *candidates[TR_MAX_LAYERS];
    int count = 0;
    for (size_t i = 0; i < json_array_size(array) && count < TR_MAX_LAYERS; i++) {
        const char *have = json_string_value(json_object_get(json_array_get(array, i), "name"));
        if (have)
            candidates[count++] = have;
    }
    const char *nearest = tr_nearest_name(name, candidates, count);
    return tr_fail(error, TR_BAD_USAGE, "--set %s: there is no '%s'%s%s%s", set, name,
                   nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static json_t *parse_set_value(const char *text) {
    json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    return value ? value : json_string(text);
}

// Changes one place of the tree. Places that do not exist in the tree are made; whether they may exist is seen
// when the tree is read.
static tr_status apply_set(json_t *root, const char *set, tr_error *error) {
    const char *equals = strchr(set, '=');
    if (!equals || equals == set)
        return tr_fail(error, TR_BAD_USAGE, "--set wants KEY=VALUE, not '%s'", set);
    char path[path_bytes];
    snprintf(path, sizeof path, "%.*s", (int)(equals - set), set);
    json_t *node = root;
    char *key = path;
    for (char *dot; (dot = strchr(key, '.')); key = dot + 1) {
        *dot = 0;
        json_t *inner = json_is_array(node) ? find_named(node, key) : json_object_get(node, key);
        if (!inner && json_is_array(node))
            return unknown_element(node, set, key, error);
        if (!json_is_object(inner) && !json_is_array(inner)) {
            inner = json_object();
            json_object_set_new(node, key, inner);
        }
        node = inner;
    }
    json_t *value = parse_set_value(equals + 1);
    if (json_is_array(node)) {
        char *end;
        unsigned long index = strtoul(key, &end, 10);
        if (*key && *end == 0 && index < json_array_size(node)) {
            json_array_set_new(node, index, value);
            return TR_OK;
        }
        json_decref(value);
        return unknown_element(node, set, key, error);
    }
    json_object_set_new(node, key, value);
    return TR_OK;
}

// ---- tree to structs ---------------------------------------------------------------------------

// A recipe while it is being read, and where in the tree the reader stands.
typedef struct reader {
    tr_recipe *recipe;
    tr_scene *scene;
    char path[path_bytes];
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
    if (!json_is_number(node))
        return bad(r, "%s must be a number", s->key);
    double x = json_number_value(node);
    if (!(x >= s->low && x <= s->high))
        return bad(r, "%s is %g, but must be %g … %g", s->key, x, s->low, s->high);
    if (s->kind == SLOT_WHOLE && x != floor(x))
        return bad(r, "%s is %g, but must be a whole number", s->key, x);
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

static tr_status read_knobbed(reader *r, const slot *s, const json_t *node, tr_number *out) {
    if (!json_is_object(node)) {
        *out = (tr_number){0};
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
        if (!json_is_number(value))
            return bad(r, "%s.%s must be a number", s->key, key);
        *(times ? &number.times : &number.plus) = json_number_value(value);
    }
    double x = tr_number_value(number, r->recipe);
    if (!(x >= s->low && x <= s->high))
        return bad(r, "%s comes to %g, but must be %g … %g", s->key, x, s->low, s->high);
    *out = number;
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
    if (strpbrk(text, "./\\\"\n\r\t") && s->kind != SLOT_NAME)
        return bad(r, "%s may not contain a dot, a slash, a quote or a line break", s->key);
    if (strpbrk(text, "./\\\"\n\r\t"))
        return bad(r, "%s may not contain a dot, a slash, a quote or a line break", s->key);
    memset(out, 0, size);
    memcpy(out, text, strlen(text));
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
        if (json_array_size(point) != 2 || !json_is_number(json_array_get(point, 0)) ||
            !json_is_number(json_array_get(point, 1)))
            return bad(r, "curve: point %zu must be two numbers: [x, y]", i);
        for (size_t k = 0; k < 2; k++)
            layer->curve[i][k] = json_number_value(json_array_get(point, k));
        if (i > 0 && layer->curve[i][0] < layer->curve[i - 1][0])
            return bad(r, "curve: the x of point %zu is below the one before", i);
    }
    layer->curve_points = (int)count;
    return TR_OK;
}

static tr_status read_stops(reader *r, const json_t *node, tr_paint *paint) {
    tr_recipe *recipe = r->recipe;
    size_t count = json_array_size(node);
    if (count == 0)
        return bad(r, "stops must be a gradient: [[position, \"rrggbb\"], …]");
    if (count > (size_t)(TR_MAX_STOPS - recipe->stop_count))
        return bad(r, "more than %d stops in one recipe", TR_MAX_STOPS);
    paint->first_stop = recipe->stop_count;
    for (size_t i = 0; i < count; i++) {
        const json_t *pair = json_array_get(node, i);
        tr_stop *stop = &recipe->stops[recipe->stop_count++];
        const slot colour = {.key = "stops"};
        if (json_array_size(pair) != 2 || !json_is_number(json_array_get(pair, 0)))
            return bad(r, "stops: stop %zu must be [position, \"rrggbb\"]", i);
        stop->position = json_number_value(json_array_get(pair, 0));
        tr_status status = read_colour(r, &colour, json_array_get(pair, 1), stop->srgb);
        if (status != TR_OK)
            return status;
        if (i > 0 && stop->position < stop[-1].position)
            return bad(r, "stops: the position of stop %zu is below the one before", i);
    }
    paint->stop_count = (int)count;
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

static tr_status read_coats(reader *r, const json_t *node, tr_coats *coats) {
    return read_list(r, &paint_table, node, coats->paints, sizeof coats->paints[0], TR_MAX_PAINTS, NULL,
                     &coats->count);
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
    case SLOT_STOPS:
        return read_stops(r, node, data);
    case SLOT_WHERE:
        return read_struct(r, &where_table, 0, node, at);
    case SLOT_AIR:
        return read_struct(r, &air_table, 0, node, at);
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
    case SLOT_ALBEDO:
    case SLOT_EMISSION:
        return read_coats(r, node, at);
    default:
        return TR_OK; // planets are read apart
    }
}

// Keys that stand beside a recipe's own.
static bool is_foreign_key(const slot_table *table, const char *key) {
    if (table == &recipe_table)
        return strcmp(key, "format") == 0 || strcmp(key, "summary") == 0 || strcmp(key, "name") == 0 ||
               strcmp(key, "orbit") == 0;
    if (table == &planet_table)
        return strcmp(key, "name") != 0 && strcmp(key, "orbit") != 0;
    return table == &scene_table && strcmp(key, "format") == 0;
}

static tr_status unknown_key(reader *r, const slot_table *table, int variant, const char *key) {
    const char *candidates[64] = {NULL};
    int count = 0;
    bool elsewhere = false;
    for (int i = 0; i < table->count; i++) {
        if (slot_applies(&table->slots[i], variant))
            candidates[count++] = table->slots[i].key;
        else
            elsewhere = elsewhere || strcmp(table->slots[i].key, key) == 0;
    }
    const char *nearest = tr_nearest_name(key, candidates, count);
    if (elsewhere)
        return bad(r, "'%s' does not belong to this kind of %s", key, table == &warp_table ? "warp" : "field");
    if (nearest)
        return bad(r, "unknown key '%s'; did you mean '%s'?", key, nearest);
    return bad(r, "unknown key '%s'; `terrella list parameters` names them", key);
}

static const slot *find_slot(const slot_table *table, int variant, const char *key) {
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->slots[i].key, key) == 0 && slot_applies(&table->slots[i], variant))
            return &table->slots[i];
    return NULL;
}

// Reads the members of an object in the order of the table, so that knobs are known before numbers that use
// them.
static tr_status read_struct(reader *r, const slot_table *table, int variant, const json_t *node, void *data) {
    if (!json_is_object(node))
        return bad(r, "must be an object: { … }");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)node, key, value) {
        if (find_slot(table, variant, key) || is_foreign_key(table, key))
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
    status = tr_recipe_check(recipe, &inner);
    if (status != TR_OK) {
        size_t place = enter(r, inner.path);
        bad(r, "%s", inner.message);
        leave(r, place);
    }
    return status;
}

// ---- worlds ------------------------------------------------------------------------------------

// A world on its way from names and text to a scene.
typedef struct loading {
    const tr_world *world;
    tr_source source; // of the file; empty for a type
    json_t *tree;     // concrete: ranges drawn, sets applied
    tr_error *error;
} loading;

// A seed that is set by its path draws the ranges too, as --seed does.
static bool seed_set(const loading *l, const char *path, uint64_t *seed) {
    bool found = false;
    for (int i = 0; i < l->world->set_count; i++) {
        const char *set = l->world->sets[i];
        char *end;
        if (strncmp(set, path, strlen(path)) != 0 || set[strlen(path)] != '=')
            continue;
        long long number = strtoll(set + strlen(path) + 1, &end, 10);
        if (*end == 0 && end[-1] != '=' && number >= 0)
            *seed = (uint64_t)number, found = true;
    }
    return found;
}

// The seed of a recipe at a place ("", "planets.Vesta"). False when what stands there is none: reading the
// recipe then says so.
static bool find_seed(const loading *l, const json_t *node, const char *place, uint64_t *seed) {
    const json_t *written = json_object_get(node, "seed");
    char path[path_bytes];
    snprintf(path, sizeof path, "%s%sseed", place, *place ? "." : "");
    *seed = json_is_integer(written) ? (uint64_t)json_integer_value(written) : 1;
    if (l->world->has_seed) // each planet of a scene gets its own
        *seed = *place ? tr_hash_text(l->world->seed, place) >> 1 : l->world->seed;
    bool set = seed_set(l, path, seed) || seed_set(l, "seed", seed);
    return set || l->world->has_seed || !written ||
           (json_is_integer(written) && json_integer_value(written) >= 0);
}

// The concrete recipe tree: the type that `node` names, overlaid with node, its ranges drawn with the seed.
static tr_status make_concrete(const loading *l, const json_t *node, const char *place, json_t **out) {
    const char *type = json_string_value(json_object_get(node, "type"));
    json_t *base = json_object();
    tr_status status = TR_OK;
    // a recipe with layers of its own is whole: its type is only a name
    if (type && !json_object_get(node, "layers")) {
        json_decref(base);
        base = NULL;
        status = load_type(type, &base, l->error);
        if (status != TR_OK && l->source.text && l->error) {
            l->error->status = TR_BAD_INPUT;
            snprintf(l->error->path, sizeof l->error->path, "%s%stype", place, *place ? "." : "");
            return TR_BAD_INPUT;
        }
    }
    if (status != TR_OK)
        return status;
    json_object_update(base, (json_t *)(uintptr_t)node);
    uint64_t seed;
    bool known = find_seed(l, node, place, &seed);
    *out = resolve(base, seed, "");
    json_decref(base);
    if (known)
        json_object_set_new(*out, "seed", json_integer((json_int_t)seed));
    return *out ? TR_OK : no_memory(l->error);
}

static tr_status check_format(reader *r, const json_t *node) {
    const json_t *format = json_object_get(node, "format");
    if (!format || (json_is_integer(format) && json_integer_value(format) == 1))
        return TR_OK;
    enter(r, "format");
    return bad(r, "this terrella reads format 1");
}

static tr_status make_concrete_scene(loading *l, json_t *root) {
    json_t *planets = json_object_get(root, "planets");
    for (size_t i = 0; i < json_array_size(planets); i++) {
        json_t *node = json_array_get(planets, i), *concrete = NULL;
        const char *name = json_string_value(json_object_get(node, "name"));
        char place[path_bytes];
        snprintf(place, sizeof place, "planets.%s", name ? name : "");
        if (!json_is_object(node))
            continue; // read_list says what is wrong with it
        tr_status status = make_concrete(l, node, place, &concrete);
        if (status != TR_OK)
            return status;
        json_array_set_new(planets, i, concrete);
    }
    l->tree = json_incref(root);
    return TR_OK;
}

static bool is_scene(const json_t *tree) { return json_object_get(tree, "planets") != NULL; }

// Sets of a scene that name none of its own keys are meant for each of its planets.
static tr_status apply_sets(loading *l) {
    json_t *planets = json_object_get(l->tree, "planets");
    for (int i = 0; i < l->world->set_count; i++) {
        const char *set = l->world->sets[i];
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(set, ".="), set);
        tr_status status = TR_OK;
        if (planets && !find_slot(&scene_table, 0, key))
            for (size_t k = 0; k < json_array_size(planets) && status == TR_OK; k++)
                status = apply_set(json_array_get(planets, k), set, l->error);
        else
            status = apply_set(l->tree, set, l->error);
        if (status != TR_OK)
            return status;
    }
    return TR_OK;
}

static tr_status read_scene(loading *l, tr_scene *scene) {
    reader r = {.error = l->error, .scene = scene};
    const json_t *planets = json_object_get(l->tree, "planets");
    const bool many = is_scene(l->tree);
    size_t count = many ? json_array_size(planets) : 1;
    if (check_format(&r, l->tree) != TR_OK)
        return TR_BAD_INPUT;
    if (many && (count == 0 || count > TR_MAX_PLANETS)) {
        enter(&r, "planets");
        return bad(&r, "a scene has 1 … %d planets", TR_MAX_PLANETS);
    }
    scene->planets = calloc(count, sizeof *scene->planets);
    if (!scene->planets)
        return no_memory(l->error);
    scene->planet_count = (int)count;
    slots_reset(&star_table, &scene->star);
    if (!many) {
        // a lone planet stands at the origin, the sun over the viewer's left shoulder
        const double sun[3] = {1.08e8, 0.55e8, 0.88e8};
        memcpy(scene->star.position_km, sun, sizeof sun);
        return read_recipe(&r, l->tree, &scene->planets[0].recipe);
    }
    tr_status status = read_struct(&r, &scene_table, 0, l->tree, scene);
    for (size_t i = 0; i < count && status == TR_OK; i++) {
        const json_t *node = json_array_get(planets, i);
        const char *name = json_string_value(json_object_get(node, "name"));
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        r.path[0] = 0;
        enter(&r, "planets");
        enter(&r, name && *name ? name : number);
        if (!name || !*name)
            return bad(&r, "a planet needs a \"name\"");
        for (size_t k = 0; k < i; k++)
            if (strcmp(scene->planets[k].name, name) == 0)
                return bad(&r, "there are two planets called '%s'", name);
        slots_reset(&planet_table, &scene->planets[i]);
        status = read_struct(&r, &planet_table, 0, node, &scene->planets[i]);
        if (status == TR_OK)
            status = read_recipe(&r, node, &scene->planets[i].recipe);
    }
    tr_scene_place(scene);
    return status;
}

// Turns the path of a wrong value into a place: that of a --set when the path was set (then it is wrong usage),
// else line and column in the file.
static tr_status blame(loading *l, tr_status status) {
    tr_error *error = l->error;
    if (!error || error->status != TR_BAD_INPUT || error->line > 0)
        return status;
    for (int i = l->world->set_count - 1; i >= 0 && error->path[0]; i--) {
        const char *set = l->world->sets[i];
        size_t length = strcspn(set, "=");
        const char *path = error->path;
        // a set for all planets of a scene names the path behind the planet
        if (strncmp(path, "planets.", 8) == 0 && strncmp(set, "planets.", 8) != 0)
            path = strchr(path + 8, '.') ? strchr(path + 8, '.') + 1 : path;
        if (strncmp(path, set, length) == 0 && (path[length] == 0 || path[length] == '.')) {
            char message[sizeof error->message];
            memcpy(message, error->message, sizeof message);
            *error = (tr_error){0};
            return tr_fail(error, TR_BAD_USAGE, "--set %.200s: %.700s", set, message);
        }
    }
    snprintf(error->file, sizeof error->file, "%s", l->source.text ? l->world->name : "");
    char path[sizeof error->path];
    snprintf(path, sizeof path, "%s", error->path);
    // what is not written in the file comes from its type; the nearest thing that is written is the place
    while (l->source.text && !tr_json_locate(l->source.text, path, &error->line, &error->column)) {
        char *dot = strrchr(path, '.');
        if (!dot && path[0] == 0)
            break;
        *(dot ? dot : path) = 0;
    }
    return status;
}

static tr_status load_tree(loading *l) {
    json_t *root = NULL;
    tr_status status;
    if (tr_source_is_file(l->world->name)) {
        status = tr_source_read(l->world->name, &l->source, l->error);
        if (status == TR_OK)
            status = parse(l->world->name, l->source.text, l->source.size, &root, l->error);
    } else {
        status = load_type(l->world->name, &root, l->error);
        if (status == TR_OK)
            json_object_set_new(root, "type", json_string(l->world->name));
    }
    if (status == TR_OK)
        status = is_scene(root) ? make_concrete_scene(l, root) : make_concrete(l, root, "", &l->tree);
    json_decref(root);
    return status == TR_OK ? apply_sets(l) : status;
}

tr_status tr_world_load(const tr_world *world, tr_scene *scene, tr_error *error) {
    tr_error local = {0};
    loading l = {.world = world, .error = error ? error : &local};
    *scene = (tr_scene){0};
    tr_status status = load_tree(&l);
    if (status == TR_OK)
        status = read_scene(&l, scene);
    if (status != TR_OK)
        status = blame(&l, status);
    json_decref(l.tree);
    tr_source_clear(&l.source);
    return status;
}

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

static json_t *write_stops(const tr_recipe *recipe, const tr_paint *paint) {
    json_t *node = json_array();
    for (int i = 0; i < paint->stop_count; i++) {
        const tr_stop *stop = &recipe->stops[paint->first_stop + i];
        json_t *pair = json_array();
        json_array_append_new(pair, write_number(stop->position));
        json_array_append_new(pair, write_colour(stop->srgb));
        json_array_append_new(node, pair);
    }
    return node;
}

static json_t *write_coats(const tr_recipe *recipe, const tr_coats *coats) {
    json_t *node = json_array();
    for (int i = 0; i < coats->count; i++)
        json_array_append_new(node, write_struct(recipe, &paint_table, 0, &coats->paints[i]));
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
    case SLOT_STOPS:
        return write_stops(recipe, data);
    case SLOT_WHERE:
        return ((const tr_where *)at)->channel[0] ? write_struct(recipe, &where_table, 0, at) : NULL;
    case SLOT_AIR:
        return write_struct(recipe, &air_table, 0, at);
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
    case SLOT_ALBEDO:
    case SLOT_EMISSION:
        return write_coats(recipe, at);
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

static char *dump(json_t *node, bool indented) {
    // 15 digits give back every number that was typed with as many; drawn ones have six
    char *text = json_dumps(node, (indented ? JSON_INDENT(2) : JSON_COMPACT) | JSON_REAL_PRECISION(15));
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
    json_t *rest = write_struct(NULL, &scene_table, 0, scene);
    json_object_update(node, rest);
    json_decref(rest);
    for (int i = 0; i < scene->planet_count; i++) {
        json_t *planet = write_struct(NULL, &planet_table, 0, &scene->planets[i]);
        json_t *recipe = write_struct(&scene->planets[i].recipe, &recipe_table, 0, &scene->planets[i].recipe);
        json_object_update(planet, recipe);
        json_decref(recipe);
        json_array_append_new(planets, planet);
    }
    json_object_set_new(node, "planets", planets);
    return dump(node, indented);
}
