// Reads trees into structs by the tables of parameters. This file checks the types of values; recipe/check.c
// checks ranges and combinations.
#include "base/memory.h"
#include "base/version.h"
#include "fields/field.h"
#include "scene/private/trees.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- values ------------------------------------------------------------------------------------

// The recipe being read, and the reader's position in the tree.
typedef struct reader {
    tr_recipe *recipe;
    bool in_scene; // a planet of a scene has a name and an orbit
    char path[TR_PATH_BYTES];
    tr_error *error;
} reader;

static tr_status bad(reader *r, const char *format, ...) TR_PRINTF(2, 3);

// Records an error at the reader's position.
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

// Enters a member. leave() with the returned value goes back.
static size_t enter(reader *r, const char *key) {
    size_t length = strlen(r->path);
    snprintf(r->path + length, sizeof r->path - length, "%s%s", length ? "." : "", key);
    return length;
}

static void leave(reader *r, size_t length) { r->path[length] = 0; }

// Reports an error of the recipe's own functions, such as a full list, at the reader's position.
static tr_status told(reader *r, tr_status status) {
    if (status == TR_BAD_INPUT && r->error && r->error->path[0] == 0)
        snprintf(r->error->path, sizeof r->error->path, "%s", r->path);
    return status;
}

static tr_status read_number(reader *r, const tr_parameter *p, const tr_json *node, double *out) {
    char low[32], high[32];
    if (!tr_json_is_number(node))
        return bad(r, "%s must be a number %s … %s", p->key, tr_number_text(p->low, low),
                   tr_number_text(p->high, high));
    *out = tr_json_number(node);
    return TR_OK;
}

static int find_text(const char *const *names, const char *text) {
    for (int i = 0; text && names[i]; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return -1;
}

static tr_status read_choice(reader *r, const char *key, const char *const *names, const tr_json *node,
                             int *out) {
    const char *text = tr_json_text(node);
    char all[512] = "";
    int count = 0;
    *out = find_text(names, text);
    if (*out >= 0)
        return TR_OK;
    for (; names[count]; count++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", count ? ", " : "", names[count]);
    const char *nearest = text ? tr_nearest_name(text, names, count) : NULL;
    if (nearest)
        return bad(r, "%s: there is no '%s'; did you mean '%s'?", key, text, nearest);
    return bad(r, "%s must be one of %s", key, all);
}

static tr_status read_knobbed(reader *r, const tr_parameter *p, const tr_json *node, tr_number *out) {
    tr_number number = {.knob = TR_KNOB_NONE};
    if (!tr_json_is(node, TR_JSON_OBJECT)) {
        const tr_status status = read_number(r, p, node, &number.plus);
        *out = number;
        return status;
    }
    const int knob = find_text(tr_knob_names, tr_json_text(tr_json_get(node, "knob")));
    if (knob <= 0)
        return bad(r,
                   "%s: a knob is noisiness, persistence or octaves: {\"knob\": \"noisiness\", \"times\": 0.4}",
                   p->key);
    number = (tr_number){.knob = (tr_knob)knob, .times = 1};
    for (const tr_json *value = tr_json_members(node); value; value = value->next) {
        const bool times = strcmp(value->key, "times") == 0, plus = strcmp(value->key, "plus") == 0;
        if (strcmp(value->key, "knob") == 0)
            continue;
        if (!times && !plus)
            return bad(r, "%s: a knob has times and plus, not '%s'", p->key, value->key);
        if (!tr_json_is_number(value))
            return bad(r, "%s.%s must be a number -1e9 … 1e9", p->key, value->key);
        *(times ? &number.times : &number.plus) = tr_json_number(value);
    }
    *out = number;
    return TR_OK;
}

static tr_status read_colour(reader *r, const char *key, const tr_json *node, uint8_t out[3]) {
    const char *text = tr_json_text(node);
    if (text && *text == '#')
        text++;
    if (!text || strlen(text) != 6 || strspn(text, "0123456789abcdefABCDEF") != 6)
        return bad(r, "%s must be a colour like \"b03a1c\"", key);
    unsigned long rgb = strtoul(text, NULL, 16);
    out[0] = (uint8_t)(rgb >> 16), out[1] = (uint8_t)(rgb >> 8), out[2] = (uint8_t)rgb;
    return TR_OK;
}

static tr_status read_text(reader *r, const tr_parameter *p, const tr_json *node, char *out) {
    const char *text = tr_json_text(node);
    if (!text)
        return bad(r, "%s must be a text", p->key);
    const size_t length = strlen(text);
    if (length >= p->size)
        return bad(r, "%s is longer than %zu bytes", p->key, p->size - 1);
    memset(out, 0, p->size);
    memcpy(out, text, length); // NOLINT(bugprone-not-null-terminated-result): the array is zeroed
    return TR_OK;
}

static tr_status read_seed(reader *r, const tr_json *node, uint64_t *out) {
    return tr_tree_seed(node, out) ? TR_OK
                                   : bad(r, "seed must be a whole number 0 … 9223372036854775807, or words");
}

// Reads a list of exactly `count` numbers into an array. False: it is not such a list; the first number is then
// NaN, which the checks of the recipe refuse.
static bool read_numbers(const tr_json *node, int count, double *out) {
    bool good = tr_json_is(node, TR_JSON_ARRAY) && node->count == (size_t)count;
    const tr_json *element = tr_json_first(node);
    for (int k = 0; k < count && good; k++, element = element->next) {
        good = tr_json_is_number(element);
        out[k] = tr_json_number(element);
    }
    out[0] = good ? out[0] : NAN;
    return good;
}

static tr_status read_vector(reader *r, const tr_parameter *p, const tr_json *node, double *out) {
    static const char *const forms[] = {[2] = "two numbers: [low, high]",
                                        [3] = "three numbers: [x, y, z]",
                                        [4] = "four numbers: [west, south, east, north]"};
    const int count = tr_vector_count(p);
    return read_numbers(node, count, out) ? TR_OK : bad(r, "%s must be %s", p->key, forms[count]);
}

// Reads at most `most` lists of `size` numbers into an array. Returns their number, or -1 if it is not a list
// or too long; the checks of the recipe refuse -1.
static int read_lists(const tr_json *node, int most, int size, double *out) {
    if (!tr_json_is(node, TR_JSON_ARRAY) || node->count > (size_t)most)
        return -1;
    for (const tr_json *list = tr_json_first(node); list; list = list->next, out += size)
        read_numbers(list, size, out);
    return (int)node->count;
}

// ---- gradients ---------------------------------------------------------------------------------

// Reads the stops of one gradient, of colours or of numbers, and appends them to those of the recipe.
static tr_status read_gradient(reader *r, const tr_json *node, bool numbers, tr_gradient *out) {
    const char *form = numbers ? "[position, number], the number 0 … 1" : "[position, \"rrggbb\"]";
    if (!tr_json_is(node, TR_JSON_ARRAY) || node->count == 0)
        return bad(r, "stops must be a gradient: [[position, %s], …]", numbers ? "number" : "\"rrggbb\"");
    *out = (tr_gradient){.first = r->recipe->stop_count};
    tr_status status = TR_OK;
    for (const tr_json *pair = tr_json_first(node); pair && status == TR_OK; pair = pair->next, out->count++) {
        const tr_json *position = tr_json_at(pair, 0), *value = tr_json_at(pair, 1);
        tr_stop stop = {.position = tr_json_number(position), .value = numbers ? tr_json_number(value) : 0};
        if (tr_json_count(pair) != 2 || !tr_json_is_number(position) || (numbers && !tr_json_is_number(value)))
            return bad(r, "stops: stop %d must be %s, the position -1e9 … 1e9", out->count, form);
        status = numbers ? TR_OK : read_colour(r, "stops", value, stop.srgb);
        if (status == TR_OK)
            status = told(r, tr_recipe_add_stop(r->recipe, stop, r->error));
    }
    return status;
}

// Reads the rows of a gradient over two channels. Paths of errors contain the number of the row.
static tr_status read_rows(reader *r, const tr_json *node, tr_rows *out) {
    if (!tr_json_is(node, TR_JSON_ARRAY) || node->count == 0)
        return bad(r, "rows must be gradients: [[position, [[position, \"rrggbb\"], …]], …]");
    *out = (tr_rows){.first = r->recipe->row_count};
    tr_status status = TR_OK;
    for (const tr_json *pair = tr_json_first(node); pair && status == TR_OK; pair = pair->next, out->count++) {
        tr_row row = {.position = tr_json_number(tr_json_at(pair, 0))};
        char number[24];
        if (tr_json_count(pair) != 2 || !tr_json_is_number(tr_json_at(pair, 0)))
            return bad(r, "rows: row %d must be [position, stops], the position -1e9 … 1e9", out->count);
        snprintf(number, sizeof number, "%d", out->count);
        const size_t place = enter(r, number);
        status = read_gradient(r, tr_json_at(pair, 1), false, &row.gradient);
        if (status == TR_OK)
            status = told(r, tr_recipe_add_row(r->recipe, row, r->error));
        leave(r, place);
    }
    return status;
}

// ---- paths -------------------------------------------------------------------------------------

// Reads the next whole number of a text. False: there is none. Numbers beyond 32 bits are refused, so that sums
// of a text's numbers do not overflow.
static bool read_whole(const char **text, int64_t *out) {
    char *end;
    const char *start = *text + strspn(*text, " ");
    const size_t sign = *start == '-', digits = strspn(start + sign, "0123456789");
    *out = strtoll(start, &end, 10);
    *text = end;
    return digits > 0 && (*end == ' ' || *end == 0) && *out >= INT32_MIN && *out <= INT32_MAX;
}

// Reads "latitude longitude", then differences, and appends the points to those of the recipe.
static tr_status read_path(reader *r, const tr_json *node, tr_path *out) {
    const char *text = tr_json_text(node);
    int64_t at[2] = {0, 0};
    *out = (tr_path){.first = r->recipe->point_count};
    tr_status status = text ? TR_OK : bad(r, "points must be a text of whole numbers: \"450000 120000\"");
    while (status == TR_OK && text[strspn(text, " ")]) {
        for (int k = 0; k < 2; k++) {
            int64_t step;
            if (!read_whole(&text, &step))
                return bad(r,
                           "points: point %d must be two whole numbers in 1/%d degree: latitude and longitude, "
                           "from the second point on their differences from the point before",
                           out->count, TR_PATH_UNITS);
            at[k] += step;
        }
        if (at[0] < INT32_MIN || at[0] > INT32_MAX || at[1] < INT32_MIN || at[1] > INT32_MAX)
            return bad(r, "points: point %d lies beyond 360 degrees", out->count);
        const tr_path_point point = {(int32_t)at[0], (int32_t)at[1]};
        status = told(r, tr_recipe_add_point(r->recipe, point, r->error));
        out->count += status == TR_OK;
    }
    return status;
}

// ---- lists -------------------------------------------------------------------------------------

static tr_status read_struct(reader *r, const tr_parameter_table *table, const tr_kind *kind,
                             const tr_json *node, void *data);

// The kind that an element of a list names, or the usual one; NULL where elements have none.
static tr_status read_kind(reader *r, const tr_list_type *list, const tr_json *element, const tr_kind **kind) {
    enum { most = 64 };
    const char *names[most] = {NULL};
    const tr_parameter *row = &list->table->rows[1];
    const tr_json *value = tr_json_get(element, row->key);
    for (int i = 0; i + 1 < most && (*kind = tr_kind_of(list->table, i)); i++)
        names[i] = (*kind)->name;
    int chosen = find_text(names, list->usual);
    if (chosen < 0)
        return TR_OK;
    const size_t place = enter(r, row->key);
    const tr_status status = value ? read_choice(r, row->key, names, value, &chosen) : TR_OK;
    leave(r, place);
    *kind = status == TR_OK ? tr_kind_of(list->table, chosen) : NULL;
    return status;
}

// Appends an element and reads its values.
static tr_status read_element(reader *r, const tr_parameter *list, const tr_json *element, void *data) {
    const char *name = tr_json_text(tr_json_get(element, "name"));
    const tr_kind *kind;
    void *added;
    if (!name || !*name)
        return bad(r, "needs a \"name\"");
    tr_status status = read_kind(r, list->list, element, &kind);
    if (status == TR_OK)
        status = told(r, tr_list_add(list, data, kind, &added, r->error));
    return status == TR_OK ? read_struct(r, list->list->table, kind, element, added) : status;
}

static tr_status read_list(reader *r, const tr_parameter *list, const tr_json *node, void *data) {
    if (!tr_json_is(node, TR_JSON_ARRAY))
        return bad(r, "must be a list: [ … ]");
    tr_status status = TR_OK;
    int index = 0;
    for (const tr_json *element = tr_json_first(node); element && status == TR_OK;
         element = element->next, index++) {
        const char *name = tr_json_text(tr_json_get(element, "name"));
        char number[24];
        snprintf(number, sizeof number, "%d", index);
        const size_t place = enter(r, name && *name ? name : number);
        status = read_element(r, list, element, data);
        if (status == TR_OK)
            leave(r, place);
    }
    return status;
}

// ---- knobs of a type -----------------------------------------------------------------------------

static tr_status read_word(reader *r, const tr_json *node, const char *key, char *out, size_t size) {
    const tr_parameter p = {.key = key, .size = size};
    const size_t place = enter(r, key);
    const tr_status status = read_text(r, &p, tr_json_get(node, key), out);
    leave(r, place);
    return status;
}

static tr_status read_drive(reader *r, const tr_json *node, tr_drive *drive) {
    const tr_json *from = tr_json_get(node, "from"), *to = tr_json_get(node, "to");
    if (!tr_json_is(node, TR_JSON_OBJECT) || !tr_json_is_number(from) || !tr_json_is_number(to))
        return bad(r, "must be {\"path\": \"layers.NAME.amount\", \"from\": 0, \"to\": 1}");
    for (const tr_json *value = tr_json_members(node); value; value = value->next)
        if (strcmp(value->key, "path") != 0 && value != from && value != to)
            return bad(r, "a drive has path, from and to, not '%s'", value->key);
    drive->from = tr_json_number(from), drive->to = tr_json_number(to);
    return read_word(r, node, "path", drive->path, sizeof drive->path);
}

// Whether a key is for people and editors: every file may have it.
static bool is_file_key(const char *key) {
    static const char *const keys[] = {"$schema", "format", "pixels", "summary", "view", NULL};
    return find_text(keys, key) >= 0;
}

// Whether a name is a key of files other than a recipe's own keys, or a key of the scene around it.
static bool is_taken(const char *name) {
    return is_file_key(name) || strcmp(name, "bounds") == 0 || strcmp(name, "set") == 0 ||
           tr_parameter_find(&tr_planet_table, name) || tr_parameter_find(&tr_scene_table, name);
}

static tr_status read_type_knob(reader *r, const tr_json *node, tr_type_knob *knob) {
    static const char *const keys[] = {"label", "what", "drives"};
    if (!tr_json_is(node, TR_JSON_OBJECT))
        return bad(r, "must be an object: {\"label\", \"what\", \"drives\"}");
    if (is_taken(node->key))
        return bad(r, "'%s' is a reserved key: choose another name", node->key);
    for (const tr_json *value = tr_json_members(node); value; value = value->next)
        if (strcmp(value->key, keys[0]) != 0 && strcmp(value->key, keys[1]) != 0 &&
            strcmp(value->key, keys[2]) != 0)
            return bad(r, "a knob has label, what and drives, not '%s'", value->key);
    const tr_json *drives = tr_json_get(node, "drives");
    if (!tr_json_is(drives, TR_JSON_ARRAY) || drives->count > TR_MAX_DRIVES)
        return bad(r, "drives must be a list of 1 … %d", TR_MAX_DRIVES);
    if (strlen(node->key) >= sizeof knob->name)
        return bad(r, "its name is longer than %zu bytes", sizeof knob->name - 1);
    snprintf(knob->name, sizeof knob->name, "%s", node->key);
    tr_status status = read_word(r, node, "label", knob->label, sizeof knob->label);
    if (status == TR_OK)
        status = read_word(r, node, "what", knob->what, sizeof knob->what);
    for (const tr_json *drive = tr_json_first(drives); drive && status == TR_OK; drive = drive->next) {
        char path[48];
        snprintf(path, sizeof path, "drives.%d", knob->drive_count);
        const size_t place = enter(r, path);
        status = read_drive(r, drive, &knob->drives[knob->drive_count++]);
        leave(r, place);
    }
    return status;
}

static tr_status read_type_knobs(reader *r, const tr_json *node) {
    if (!tr_json_is(node, TR_JSON_OBJECT))
        return bad(r, "must be an object: {\"ocean\": {\"label\", \"what\", \"drives\"}, …}");
    tr_status status = TR_OK;
    for (const tr_json *value = tr_json_members(node); value && status == TR_OK; value = value->next) {
        tr_type_knob knob = {.name = ""};
        const size_t place = enter(r, value->key);
        status = read_type_knob(r, value, &knob);
        if (status == TR_OK)
            status = told(r, tr_recipe_add_type_knob(r->recipe, &knob, r->error));
        leave(r, place);
    }
    return status;
}

// Values that knobs must not change: the tree, and the source of its layers.
typedef struct written {
    const tr_json *tree;
    const tr_json_source *base;
} written;

// Whether a user wrote a number at that path: in an option, in a "set", or in a file that overrides the type.
static bool is_written(const void *context, const char *path) {
    const written *w = context;
    const tr_json *node = w->tree;
    while (node && *path) {
        node = tr_tree_step(node, &path);
        if (tr_json_is_of(node, TR_JSON_OPTION) || tr_json_is_of(node, TR_JSON_SET) ||
            (node && node->source && node->source != w->base))
            return true;
    }
    return false;
}

// Applies the knobs whose values are in the tree.
static tr_status turn_knobs(reader *r, const tr_json *tree) {
    const tr_json *layers = tr_json_get(tree, "layers");
    const written w = {tree, layers ? layers->source : tree->source};
    for (int i = 0; i < r->recipe->type_knob_count; i++) {
        const char *name = r->recipe->type_knobs[i].name;
        const tr_json *node = tr_json_get(tree, name);
        const double value = tr_json_number(node);
        if (!node)
            continue;
        const size_t place = enter(r, name);
        if (!tr_json_is_number(node) || !(value >= 0 && value <= 1))
            return bad(r, "%s is a knob of this type: a number 0 … 1", name);
        leave(r, place);
        tr_recipe_turn(r->recipe, i, value, is_written, &w);
    }
    return TR_OK;
}

// ---- structs -----------------------------------------------------------------------------------

static tr_status read_value(reader *r, const tr_parameter *p, const tr_json *node, void *data) {
    void *at = tr_parameter_at(p, data);
    tr_curve *curve = at;
    tr_points *points = at;
    switch (p->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
        return read_number(r, p, node, at);
    case TR_PARAMETER_KNOBBED:
        return read_knobbed(r, p, node, at);
    case TR_PARAMETER_FLAG:
        *(bool *)at = tr_json_is(node, TR_JSON_TRUE);
        return tr_json_is(node, TR_JSON_TRUE) || tr_json_is(node, TR_JSON_FALSE)
                   ? TR_OK
                   : bad(r, "%s must be true or false", p->key);
    case TR_PARAMETER_NAME:
    case TR_PARAMETER_FILE:
        return read_text(r, p, node, at);
    case TR_PARAMETER_CHOICE:
        return read_choice(r, p->key, p->names, node, at);
    case TR_PARAMETER_COLOUR:
        return read_colour(r, p->key, node, at);
    case TR_PARAMETER_SEED:
        return read_seed(r, node, at);
    case TR_PARAMETER_VECTOR:
        return read_vector(r, p, node, at);
    case TR_PARAMETER_CURVE:
        curve->count = read_lists(node, TR_MAX_CURVE_POINTS, 2, curve->points[0]);
        break;
    case TR_PARAMETER_POINTS:
        points->count = read_lists(node, TR_MAX_POINTS, 3, points->points[0]);
        break;
    case TR_PARAMETER_STOPS:
    case TR_PARAMETER_LEVELS:
        return read_gradient(r, node, p->kind == TR_PARAMETER_LEVELS, at);
    case TR_PARAMETER_ROWS:
        return read_rows(r, node, at);
    case TR_PARAMETER_PATH:
        return read_path(r, node, at);
    case TR_PARAMETER_STRUCT:
        return read_struct(r, p->table, NULL, node, at);
    case TR_PARAMETER_LIST:
        return read_list(r, p, node, data);
    case TR_PARAMETER_TYPE_KNOBS:
        return read_type_knobs(r, node);
    case TR_PARAMETER_KIND:
    case TR_PARAMETER_PLANETS:
        break; // read separately
    }
    return TR_OK;
}

// Finds the row of a table, or of the kind of the struct.
static const tr_parameter *find_row(const tr_parameter_table *table, const tr_kind *kind, const char *key) {
    const tr_parameter *row = tr_parameter_find(table, key);
    return row || !kind ? row : tr_parameter_find(&kind->parameters, key);
}

// Whether a key is allowed beside those of the table: information for people and editors, and the keys of a
// planet in a scene beside its recipe.
static bool is_foreign_key(const tr_parameter_table *table, bool in_scene, const char *key) {
    if ((table == &tr_recipe_table || table == &tr_scene_table) && is_file_key(key))
        return true;
    if (table == &tr_recipe_table)
        return strcmp(key, "bounds") == 0 || strcmp(key, "name") == 0 || // these are read separately too
               (in_scene && tr_parameter_find(&tr_planet_table, key));
    return table == &tr_planet_table; // the recipe is read separately
}

// Whether a key is a knob of the type, which are members of the recipe too.
static bool is_type_knob(const tr_parameter_table *table, const tr_json *node, const char *key) {
    return table == &tr_recipe_table && tr_json_get(tr_json_get(node, "knobs"), key);
}

// Lists the kinds that have a parameter; "" if there are none.
static void list_kinds(const tr_parameter_table *table, const char *key, char *all, size_t size) {
    const tr_kind *kind;
    all[0] = 0;
    for (int i = 0; (kind = tr_kind_of(table, i)); i++)
        if (tr_parameter_find(&kind->parameters, key))
            snprintf(all + strlen(all), size - strlen(all), "%s%s", *all ? ", " : "", kind->name);
}

static tr_status unknown_key(reader *r, const tr_parameter_table *table, const tr_kind *kind,
                             const tr_json *node, const char *key) {
    const char *candidates[64];
    char all[512] = "";
    int count = 0;
    for (int i = 0; i < table->count && count < 64; i++)
        candidates[count++] = table->rows[i].key;
    for (const tr_json *knob = table == &tr_recipe_table ? tr_json_members(tr_json_get(node, "knobs")) : NULL;
         knob && count < 64; knob = knob->next)
        candidates[count++] = knob->key;
    for (int i = 0; kind && i < kind->parameters.count && count < 64; i++)
        candidates[count++] = kind->parameters.rows[i].key;
    list_kinds(table, key, all, sizeof all);
    if (*all)
        return bad(r, "'%s' does not belong to this kind of %s, but to %s", key,
                   table == &tr_warp_table ? "warp" : "field", all);
    if (table == &tr_scene_table && strcmp(key, "set") == 0)
        return bad(r, "a scene has no \"set\": each of its planets may have one");
    char hint[TR_HINT_BYTES];
    return bad(r, "unknown key '%s'%s", key,
               tr_nearest_hint(key, candidates, count, "; `terrella list parameters` names them", hint));
}

// Reads the members of an object into a struct that is set to its defaults.
static tr_status read_struct(reader *r, const tr_parameter_table *table, const tr_kind *kind,
                             const tr_json *node, void *data) {
    if (!tr_json_is(node, TR_JSON_OBJECT))
        return bad(r, "must be an object: { … }");
    tr_status status = TR_OK;
    for (const tr_json *value = tr_json_members(node); value && status == TR_OK; value = value->next) {
        const tr_parameter *row = find_row(table, kind, value->key);
        const bool foreign =
            !row && (is_foreign_key(table, r->in_scene, value->key) || is_type_knob(table, node, value->key));
        const bool wordless = foreign && strcmp(value->key, "summary") == 0 && !tr_json_text(value);
        if (foreign && !wordless)
            continue;
        const size_t place = enter(r, value->key);
        status = wordless ? bad(r, "must be a text")
                 : row    ? read_value(r, row, value, data)
                          : unknown_key(r, table, kind, node, value->key);
        leave(r, place);
    }
    return status;
}

// ---- recipes -----------------------------------------------------------------------------------

// Reports the error of a check at a path below the reader's position.
static tr_status fail_inside(reader *r, tr_status status, const tr_error *inner) {
    if (status != TR_BAD_INPUT) {
        if (status != TR_OK)
            tr_fail(r->error, status, "%s", inner->message);
        return status;
    }
    const size_t place = enter(r, inner->path);
    bad(r, "%s", inner->message);
    leave(r, place);
    return status;
}

// Resets invisible rings to their defaults, because they would not be written either.
static void drop_hidden_rings(tr_recipe *recipe) {
    if (recipe->rings.opacity != 0)
        return;
    recipe->rings = (tr_rings){0};
    tr_parameters_reset(&tr_rings_table, &recipe->rings);
}

// Whether a user wrote a value, and not only a type.
static bool is_given(const tr_json *node, const char *key) {
    const tr_json *value = tr_json_get(node, key);
    return value && value->source && !tr_json_is_of(value, TR_JSON_BUILTIN);
}

static tr_status read_recipe(reader *r, const tr_json *node, const tr_field_fit *fit, tr_scene_planet *planet) {
    tr_recipe *recipe = planet->recipe;
    r->recipe = recipe;
    tr_status status = read_struct(r, &tr_recipe_table, NULL, node, recipe);
    if (status != TR_OK)
        return status;
    tr_error inner = {0};
    status = fail_inside(r, tr_type_knobs_check(recipe, &inner), &inner);
    if (status == TR_OK)
        status = turn_knobs(r, node);
    if (status != TR_OK)
        return status;
    drop_hidden_rings(recipe);
    if (fit)
        tr_field_fit_recipe(fit, recipe);
    recipe->limits[0] = (tr_height_limit){.given = is_given(node, "height_min_m")};
    recipe->limits[1] = (tr_height_limit){.given = is_given(node, "height_max_m")};
    status = tr_tree_read_bounds(node, &planet->bounds, &inner);
    if (status == TR_OK)
        status = tr_recipe_check(recipe, &inner);
    return fail_inside(r, status, &inner);
}

// ---- scenes ------------------------------------------------------------------------------------

bool tr_is_scene_key(const char *key) {
    return tr_parameter_find(&tr_scene_table, key) || is_foreign_key(&tr_scene_table, false, key);
}

// Reads a struct of the scene and checks the ranges of its numbers.
static tr_status read_checked(reader *r, const tr_parameter_table *table, const tr_json *node, void *data) {
    tr_error inner = {0};
    const tr_status status = read_struct(r, table, NULL, node, data);
    return status == TR_OK ? fail_inside(r, tr_parameters_check(table, NULL, "", data, &inner), &inner)
                           : status;
}

static tr_status check_format(reader *r, const tr_json *node) {
    const tr_json *format = tr_json_get(node, "format");
    if (!format || (tr_json_is(format, TR_JSON_WHOLE) && format->whole == 1))
        return TR_OK;
    enter(r, "format");
    return bad(r, "this terrella reads format 1: leave it at 1, or use the terrella that wrote the file");
}

// Records the pixel version of a file if it differs from this program's.
static tr_status check_pixels(reader *r, const tr_json *node, tr_scene *scene) {
    const tr_json *pixels = tr_json_get(node, "pixels");
    if (!pixels)
        return TR_OK;
    if (!tr_json_is(pixels, TR_JSON_WHOLE) || pixels->whole < 1 || pixels->whole > INT_MAX) {
        enter(r, "pixels");
        return bad(r, "pixels must be a whole number from 1 on: the version of the pixels");
    }
    if (scene->pixels == TR_PIXELS)
        scene->pixels = (int)pixels->whole;
    return TR_OK;
}

// Checks that a moon's planet comes before it, and that an orbit stays outside the body in its centre.
static tr_status check_orbit(reader *r, const tr_scene *scene, int index) {
    const tr_scene_planet *planet = &scene->planets[index];
    const tr_orbit *orbit = &planet->orbit;
    const int centre = tr_scene_centre(scene, index);
    const char *names[TR_MAX_PLANETS];
    for (int i = 0; i < index; i++)
        names[i] = scene->planets[i].name;
    enter(r, "orbit");
    if (orbit->around[0] && centre == TR_AROUND_STAR) {
        char hint[TR_HINT_BYTES];
        enter(r, "around");
        return bad(r, "there is no planet '%s' before this one%s", orbit->around,
                   tr_nearest_hint(orbit->around, names, index, "", hint));
    }
    const bool star = centre == TR_AROUND_STAR;
    const double inner = star ? scene->star.radius_km : scene->planets[centre].recipe->radius_km;
    char least[32], near[32];
    if (orbit->radius_km * (1 - orbit->eccentricity) > inner + planet->recipe->radius_km)
        return TR_OK;
    enter(r, "radius_km");
    return bad(r,
               "an orbit that comes as near as %s km meets %s: more than %s km are needed, both values of "
               "radius_km together",
               tr_number_text(orbit->radius_km * (1 - orbit->eccentricity), near),
               star ? "the star" : orbit->around, tr_number_text(inner + planet->recipe->radius_km, least));
}

static tr_status read_planet(reader *r, const tr_json *node, tr_scene *scene, int index) {
    tr_scene_planet *planet = &scene->planets[index];
    const char *name = tr_json_text(tr_json_get(node, "name"));
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
        status = check_pixels(r, node, scene);
    if (status == TR_OK)
        status = read_checked(r, &tr_planet_table, node, planet);
    if (status == TR_OK)
        status = read_recipe(r, node, NULL, planet);
    return status == TR_OK ? check_orbit(r, scene, index) : status;
}

// Checks that at time 0 no planet is inside another one, as two without orbits would be.
static tr_status check_places(reader *r, tr_scene *scene) {
    const double time_h = scene->time_h;
    tr_scene_place(scene, 0);
    for (int i = 1; i < scene->planet_count; i++)
        for (int k = 0; k < i; k++) {
            const tr_scene_planet *a = &scene->planets[k], *b = &scene->planets[i];
            double square = 0;
            for (int axis = 0; axis < 3; axis++)
                square += pow(a->position_km[axis] - b->position_km[axis], 2);
            if (sqrt(square) >= a->recipe->radius_km + b->recipe->radius_km)
                continue;
            snprintf(r->path, sizeof r->path, "planets.%s.orbit", b->name);
            return bad(r, "'%s' would be inside '%s': give it another orbit or phase_deg", b->name, a->name);
        }
    tr_scene_place(scene, time_h);
    return TR_OK;
}

// Makes a scene of `count` planets with default values.
static tr_status make_planets(tr_scene *scene, int count, tr_error *error) {
    scene->planets = tr_calloc((size_t)count, sizeof *scene->planets);
    if (!scene->planets)
        return tr_fail(error, TR_NO_MEMORY, "no memory to read the world");
    tr_status status = TR_OK;
    for (int i = 0; i < count && status == TR_OK; i++) {
        tr_parameters_reset(&tr_planet_table, &scene->planets[i]);
        status = tr_recipe_create(&scene->planets[i].recipe, error);
        scene->planet_count++;
    }
    return status;
}

// A lone planet is at the origin, with the sun over the viewer's left shoulder. It may have a name.
static tr_status read_lone_planet(reader *r, const tr_json *tree, const tr_field_fit *fit, tr_scene *scene) {
    static const double sun[3] = {1.0725e8, 0.55e8, 0.9e8};
    scene->lone = true;
    scene->planets[0].orbit.radius_km = 0;
    memcpy(scene->star.position_km, sun, sizeof sun);
    const bool named = tr_json_get(tree, "name") != NULL;
    const tr_status status =
        named ? read_word(r, tree, "name", scene->planets[0].name, TR_PLANET_NAME_BYTES) : TR_OK;
    return status == TR_OK ? read_recipe(r, tree, fit, &scene->planets[0]) : status;
}

tr_status tr_tree_read_scene(const tr_json *tree, const tr_field_fit *fit, tr_scene *scene, tr_error *error) {
    const tr_json *planets = tr_json_get(tree, "planets");
    reader r = {.error = error, .in_scene = planets != NULL};
    const size_t count = !planets ? 1 : tr_json_is(planets, TR_JSON_ARRAY) ? planets->count : 0;
    scene->pixels = TR_PIXELS;
    if (check_format(&r, tree) != TR_OK || check_pixels(&r, tree, scene) != TR_OK)
        return TR_BAD_INPUT;
    if (count == 0 || count > TR_MAX_PLANETS) {
        enter(&r, "planets");
        return bad(&r, "a scene has 1 … %d planets", TR_MAX_PLANETS);
    }
    tr_parameters_reset(&tr_star_table, &scene->star);
    tr_status status = make_planets(scene, (int)count, error);
    if (status != TR_OK)
        return status;
    if (!planets)
        status = read_lone_planet(&r, tree, fit, scene);
    else
        status = read_checked(&r, &tr_scene_table, tree, scene);
    const tr_json *node = tr_json_first(planets);
    for (int i = 0; node && status == TR_OK; i++, node = node->next)
        status = read_planet(&r, node, scene, i);
    return status == TR_OK ? check_places(&r, scene) : status;
}
