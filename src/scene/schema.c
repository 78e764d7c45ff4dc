// Makes a JSON Schema (draft 7) for the files of this module from the tables of parameters. Editors use it to
// complete and check files.
#include "base/memory.h"
#include "fields/field.h"
#include "scene/private/trees.h"

#include <stdio.h>
#include <string.h>

typedef tr_json_document document;

static tr_json *name(document *d, const char *word) { return tr_json_new_text(d, word); }

static tr_json *whole(document *d, int64_t number) { return tr_json_new_whole(d, number); }

static tr_json *typed(document *d, const char *type) {
    return tr_json_new_object(d, "type", name(d, type), NULL);
}

static tr_json *described(document *d, tr_json *value, const char *what) {
    tr_json_set(d, value, "description", name(d, what));
    return value;
}

static tr_json *reference(document *d, const char *definition) {
    char path[64];
    snprintf(path, sizeof path, "#/definitions/%s", definition);
    return tr_json_new_object(d, "$ref", name(d, path), NULL);
}

// A schema that accepts either of two.
static tr_json *any_of(document *d, tr_json *a, tr_json *b) {
    return tr_json_new_object(d, "anyOf", tr_json_new_array(d, 2, a, b), NULL);
}

// A value, or a draw in its place: {"range": …} or {"choose": …}.
static tr_json *drawable(document *d, tr_json *value) { return any_of(d, value, reference(d, "drawn")); }

static tr_json *number_between(document *d, double low, double high, bool is_whole) {
    const bool bounded = low < high;
    return tr_json_new_object(d, "type", name(d, is_whole ? "integer" : "number"), "minimum",
                              bounded ? tr_json_new_number(d, low) : (tr_json *)0, "maximum",
                              bounded ? tr_json_new_number(d, high) : (tr_json *)0, NULL);
}

static tr_json *any_number(document *d) { return drawable(d, number_between(d, -1e9, 1e9, false)); }

static tr_json *text(document *d, int bytes) {
    return tr_json_new_object(d, "type", name(d, "string"), "maxLength", whole(d, bytes - 1), NULL);
}

static tr_json *colour(document *d) {
    return tr_json_new_object(d, "type", name(d, "string"), "pattern", name(d, "^#?[0-9a-fA-F]{6}$"), NULL);
}

// A list of fixed length with a schema for each element.
static tr_json *tuple(document *d, tr_json *elements) {
    const int64_t count = (int64_t)tr_json_count(elements);
    return tr_json_new_object(d, "type", name(d, "array"), "minItems", whole(d, count), "maxItems",
                              whole(d, count), "items", elements, NULL);
}

static tr_json *pair(document *d, tr_json *a, tr_json *b) { return tuple(d, tr_json_new_array(d, 2, a, b)); }

static tr_json *list_of(document *d, tr_json *element, int most) {
    return tr_json_new_object(d, "type", name(d, "array"), "maxItems", whole(d, most), "items", element, NULL);
}

static tr_json *choice(document *d, const char *const *names) {
    tr_json *all = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; names[i]; i++)
        tr_json_append(d, all, name(d, names[i]));
    return tr_json_new_object(d, "enum", all, NULL);
}

static tr_json *object_with(document *d, tr_json *properties, const char *required) {
    return tr_json_new_object(d, "type", name(d, "object"), "additionalProperties", tr_json_new_flag(d, false),
                              "properties", properties, "required",
                              required ? tr_json_new_array(d, 1, name(d, required)) : (tr_json *)0, NULL);
}

static tr_json *knob(document *d) {
    return object_with(d,
                       tr_json_new_object(d, "knob", choice(d, tr_knob_names + 1), "times", any_number(d),
                                          "plus", any_number(d), NULL),
                       "knob");
}

static tr_json *type_knob(document *d) {
    tr_json *drive = object_with(d,
                                 tr_json_new_object(d, "path", text(d, sizeof((tr_drive *)0)->path), "from",
                                                    number_between(d, -1e9, 1e9, false), "to",
                                                    number_between(d, -1e9, 1e9, false), NULL),
                                 NULL);
    tr_json_set(d, drive, "required", tr_json_new_array(d, 3, name(d, "path"), name(d, "from"), name(d, "to")));
    tr_json *node = object_with(d,
                                tr_json_new_object(d, "label", text(d, sizeof((tr_type_knob *)0)->label),
                                                   "what", text(d, sizeof((tr_type_knob *)0)->what), "drives",
                                                   list_of(d, drive, TR_MAX_DRIVES), NULL),
                                NULL);
    tr_json_set(d, node, "required",
                tr_json_new_array(d, 3, name(d, "label"), name(d, "what"), name(d, "drives")));
    return node;
}

static tr_json *stops(document *d, tr_json *value) {
    return list_of(d, drawable(d, pair(d, any_number(d), drawable(d, value))), TR_MAX_STOPS);
}

static tr_json *vector(document *d, const tr_parameter *s, bool drawn) {
    tr_json *part = number_between(d, s->low, s->high, false);
    part = drawn ? drawable(d, part) : part;
    tr_json *parts = tr_json_new_array(d, 1, part);
    for (int k = 1; k < tr_vector_count(s); k++)
        tr_json_append(d, parts, tr_json_copy(d, part));
    return tuple(d, parts);
}

// The structs that have their own definitions.
static const struct {
    const char *name;
    const tr_parameter_table *table;
    const char *required;
    bool drawn;
} structs[] = {{"star", &tr_star_table, NULL, false},
               {"orbit", &tr_orbit_table, NULL, true},
               {"air", &tr_air_table, NULL, true},
               {"rings", &tr_rings_table, NULL, true},
               {"tint", &tr_tint_table, NULL, true},
               {"clouds", &tr_clouds_table, NULL, true},
               {"own_map", &tr_own_map_table, "name", true},
               {"legend_colour", &tr_legend_table, "name", true},
               {"stroke", &tr_stroke_table, "name", true},
               {"place", &tr_named_table, "name", true},
               {"warp", &tr_warp_table, "name", true},
               {"layer", &tr_layer_table, "name", true},
               {"where", &tr_where_table, NULL, true},
               {"paint", &tr_paint_table, "name", true},
               {"number_paint", &tr_number_paint_table, "name", true}};
enum { struct_count = sizeof structs / sizeof structs[0] };

static const char *name_of_struct(const tr_parameter_table *table) {
    size_t i = 0;
    while (i + 1 < struct_count && structs[i].table != table)
        i++;
    return structs[i].name;
}

// The kinds of the elements of a list.
static tr_json *choice_of_kinds(document *d, const tr_parameter *p) {
    const char *names[128] = {NULL};
    const tr_parameter_table *table = strcmp(p->key, "kind") == 0 ? &tr_warp_table : &tr_layer_table;
    for (int i = 0; tr_kind_of(table, i); i++)
        names[i] = tr_kind_of(table, i)->name;
    return choice(d, names);
}

// The schema of a parameter's value.
static tr_json *value_of(document *d, const tr_parameter *s, bool drawn) {
    switch (s->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
        return number_between(d, s->low, s->high, s->kind == TR_PARAMETER_WHOLE);
    case TR_PARAMETER_KNOBBED:
        return any_of(d, number_between(d, s->low, s->high, false), reference(d, "knob"));
    case TR_PARAMETER_FLAG:
        return typed(d, "boolean");
    case TR_PARAMETER_NAME:
    case TR_PARAMETER_FILE:
        return text(d, (int)s->size);
    case TR_PARAMETER_CHOICE:
        return choice(d, s->names);
    case TR_PARAMETER_COLOUR:
        return colour(d);
    case TR_PARAMETER_SEED:
        return any_of(d, tr_json_new_object(d, "type", name(d, "integer"), "minimum", whole(d, 0), NULL),
                      tr_json_new_object(d, "type", name(d, "string"), "minLength", whole(d, 1), NULL));
    case TR_PARAMETER_VECTOR:
        return vector(d, s, drawn);
    case TR_PARAMETER_CURVE:
        return list_of(d, pair(d, any_number(d), any_number(d)), TR_MAX_CURVE_POINTS);
    case TR_PARAMETER_POINTS:
        return list_of(d, tuple(d, tr_json_new_array(d, 3, any_number(d), any_number(d), any_number(d))),
                       TR_MAX_POINTS);
    case TR_PARAMETER_STOPS:
        return reference(d, "stops");
    case TR_PARAMETER_LEVELS:
        return reference(d, "levels");
    case TR_PARAMETER_ROWS:
        return list_of(d, drawable(d, pair(d, any_number(d), drawable(d, reference(d, "stops")))), TR_MAX_ROWS);
    case TR_PARAMETER_PATH:
        return tr_json_new_object(d, "type", name(d, "string"), "pattern",
                                  name(d, "^ *-?[0-9]+ +-?[0-9]+( +-?[0-9]+ +-?[0-9]+)* *$"), NULL);
    case TR_PARAMETER_STRUCT:
        return reference(d, name_of_struct(s->table));
    case TR_PARAMETER_KIND:
        return choice_of_kinds(d, s);
    case TR_PARAMETER_LIST:
        return list_of(d, reference(d, name_of_struct(s->list->table)), s->list->most);
    case TR_PARAMETER_TYPE_KNOBS:
        return tr_json_new_object(d, "type", name(d, "object"), "maxProperties", whole(d, TR_MAX_TYPE_KNOBS),
                                  "additionalProperties", reference(d, "type_knob"), NULL);
    case TR_PARAMETER_PLANETS:
        return tr_json_new_object(d, "type", name(d, "array"), "minItems", whole(d, 1), "maxItems",
                                  whole(d, TR_MAX_PLANETS), "items", reference(d, "planet"), NULL);
    }
    return tr_json_new(d, TR_JSON_OBJECT);
}

// Adds the description of a parameter and the kinds that share it.
static tr_json *describe(document *d, const tr_listed_parameter *listed) {
    char what[512];
    snprintf(what, sizeof what, "%s", listed->what);
    for (int i = 0; listed->of[i]; i++)
        snprintf(what + strlen(what), sizeof what - strlen(what), "%s%s%s", i ? ", " : " [", listed->of[i],
                 listed->of[i + 1] ? "" : "]");
    return name(d, what);
}

static tr_json *property(document *d, const tr_listed_parameter *listed, bool drawn) {
    const tr_parameter *p = listed->parameter;
    tr_json *value = value_of(d, p, drawn);
    if (drawn && p->kind != TR_PARAMETER_SEED)
        value = drawable(d, value);
    else if (tr_json_get(value, "$ref")) // keywords beside a reference are ignored
        value = tr_json_new_object(d, "anyOf", tr_json_new_array(d, 1, value), NULL);
    tr_json_set(d, value, "description", describe(d, listed));
    if ((p->kind == TR_PARAMETER_NUMBER || p->kind == TR_PARAMETER_WHOLE) && !listed->of[0])
        tr_json_set(d, value, "default", tr_json_new_number(d, p->fallback));
    return value;
}

typedef struct adding {
    document *d;
    tr_json *values; // lists of schemas by key
    bool drawn;
} adding;

static void add_value(void *context, const tr_listed_parameter *listed) {
    const adding *a = context;
    const char *key = listed->parameter->key;
    if (!tr_json_get(a->values, key))
        tr_json_set(a->d, a->values, key, tr_json_new(a->d, TR_JSON_ARRAY));
    tr_json *values = tr_json_get(a->values, key);
    if (values)
        tr_json_append(a->d, values, property(a->d, listed, a->drawn));
}

// If kinds of field or warp share a key, its schema accepts any of their values.
static void add_properties(document *d, tr_json *properties, const tr_parameter_table *table, bool drawn) {
    adding a = {d, tr_json_new(d, TR_JSON_OBJECT), drawn};
    tr_parameter_rows(table, add_value, &a);
    for (const tr_json *values = tr_json_members(a.values); values; values = values->next) {
        const bool one = tr_json_count(values) == 1;
        tr_json *copy = tr_json_copy(d, one ? tr_json_first(values) : values);
        if (!tr_json_get(properties, values->key))
            tr_json_set(d, properties, values->key, one ? copy : tr_json_new_object(d, "anyOf", copy, NULL));
    }
}

static tr_json *struct_of(document *d, const tr_parameter_table *table, bool drawn, const char *required) {
    tr_json *properties = tr_json_new(d, TR_JSON_OBJECT);
    add_properties(d, properties, table, drawn);
    return object_with(d, properties, required);
}

// The keys for people and editors that every file may have.
static tr_json *begin_file(document *d) {
    tr_json *format = tr_json_new_object(d, "const", whole(d, 1), NULL), *pixels = typed(d, "integer");
    tr_json_set(d, pixels, "minimum", whole(d, 1));
    return tr_json_new_object(
        d, "$schema", typed(d, "string"), "format", described(d, format, "version of the format"), "pixels",
        described(d, pixels, "for which pixels it was made: another terrella may make others"), "summary",
        described(d, typed(d, "string"), "a line about it, for lists"), "view",
        described(d, typed(d, "object"), "where it was seen from, for the window: of pictures that it took"),
        NULL);
}

static tr_json *bounds_schema(document *d) {
    tr_json *properties = tr_json_new(d, TR_JSON_OBJECT);
    for (int b = 0; b < TR_BOUND_COUNT; b++) {
        tr_json *both = pair(d, number_between(d, 0, 1, false), number_between(d, 0, 1, false));
        tr_json_set(d, properties, tr_bound_name((tr_bound)b), described(d, both, tr_bound_what((tr_bound)b)));
    }
    return object_with(d, properties, NULL);
}

// Adds a knob of one type, or of several, with the description of each.
static void add_type_knob(document *d, tr_json *properties, const char *type, const tr_json *knob) {
    const char *what = tr_json_text(tr_json_get(knob, "what"));
    char words[256];
    snprintf(words, sizeof words, "knob of %.40s: %.200s", type, what ? what : "");
    tr_json *number = number_between(d, 0, 1, false), *property = tr_json_get(properties, knob->key);
    described(d, number, words);
    if (property)
        tr_json_append(d, tr_json_get(property, "anyOf"), number);
    else
        tr_json_set(d, properties, knob->key, drawable(d, number));
}

// Adds the knobs that built-in types define.
static void add_type_knobs(document *d, tr_json *properties) {
    enum { most = 64 };
    char types[most][TR_NAME_BYTES];
    const int count = tr_type_list(types, most);
    for (int i = 0; i < count && i < most; i++) {
        tr_json *tree = NULL;
        tr_tree_of_type(d, types[i], &tree, NULL); // fails only for lack of memory, which the document records
        for (const tr_json *knob = tr_json_members(tr_json_get(tree, "knobs")); knob; knob = knob->next)
            add_type_knob(d, properties, types[i], knob);
    }
}

static tr_json *recipe_schema(document *d, bool in_scene) {
    tr_json *properties = begin_file(d);
    tr_json_set(d, properties, "bounds", reference(d, "bounds"));
    tr_json_set(d, properties, "set",
                described(d, typed(d, "object"),
                          "differences from the type: what --set says, as \"PATH\": VALUE; null removes an "
                          "element of a list, an object of a new name is one more, \"LIST.NAME.before\" moves "
                          "one"));
    if (in_scene)
        add_properties(d, properties, &tr_planet_table, true);
    else
        tr_json_set(d, properties, "name",
                    described(d, text(d, TR_PLANET_NAME_BYTES), "what the planet is called"));
    add_properties(d, properties, &tr_recipe_table, true);
    add_type_knobs(d, properties);
    return object_with(d, properties, in_scene ? "name" : NULL);
}

static tr_json *scene_schema(document *d) {
    tr_json *properties = begin_file(d);
    add_properties(d, properties, &tr_scene_table, false);
    return object_with(d, properties, "planets");
}

static tr_json *requires(document *d, const char *key) {
    return tr_json_new_object(d, "required", tr_json_new_array(d, 1, name(d, key)), NULL);
}

static tr_json *drawn_schema(document *d) {
    tr_json *range = pair(d, number_between(d, 0, 0, false), number_between(d, 0, 0, false));
    tr_json *choose = described(d, typed(d, "array"), "the seed takes one");
    tr_json *by = described(d, typed(d, "string"), "draws of the same name are tied");
    tr_json_set(d, choose, "minItems", whole(d, 1));
    tr_json *drawn =
        object_with(d, tr_json_new_object(d, "range", range, "choose", choose, "by", by, NULL), NULL);
    tr_json_set(d, drawn, "oneOf", tr_json_new_array(d, 2, requires(d, "range"), requires(d, "choose")));
    return drawn;
}

static tr_json *definitions(document *d) {
    tr_json *all = tr_json_new_object(
        d, "scene", scene_schema(d), "planet", recipe_schema(d, true), "recipe", recipe_schema(d, false),
        "bounds", bounds_schema(d), "drawn", drawn_schema(d), "knob", knob(d), "type_knob", type_knob(d),
        "stops", stops(d, colour(d)), "levels", stops(d, number_between(d, 0, 1, false)), NULL);
    for (size_t i = 0; i < struct_count; i++)
        tr_json_set(d, all, structs[i].name,
                    struct_of(d, structs[i].table, structs[i].drawn, structs[i].required));
    return all;
}

tr_status tr_schema_json(char **json, tr_error *error) {
    document d = {0};
    *json = NULL;
    tr_json *root =
        tr_json_new_object(&d, "$schema", name(&d, "http://json-schema.org/draft-07/schema#"), "title",
                           name(&d, "Worlds of Terrella"), "description",
                           name(&d, "Scenes, which have planets, and recipes and types of single planets."),
                           "if", requires(&d, "planets"), "then", reference(&d, "scene"), "else",
                           reference(&d, "recipe"), "definitions", definitions(&d), NULL);
    const tr_status status = tr_json_write(&d, root, true, json, error);
    tr_json_clear(&d);
    return status;
}
