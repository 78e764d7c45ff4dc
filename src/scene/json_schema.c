// A JSON Schema (draft 7) of the files that this room reads, made from the tables of parameters: editors
// complete and check with it.
#include "scene/json.h"
#include "scene/parameters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static json_t *reference(const char *name) { return json_pack("{s:s+}", "$ref", "#/definitions/", name); }

// A value, or what the seed draws in its place: {"range": …} or {"choose": …}.
static json_t *drawable(json_t *value) { return json_pack("{s:[o,o]}", "anyOf", value, reference("drawn")); }

static json_t *write_bound(double x) {
    return x == floor(x) && fabs(x) < 1e15 ? json_integer((json_int_t)x) : json_real(x);
}

static json_t *number_between(double low, double high, bool whole) {
    json_t *node = json_pack("{s:s}", "type", whole ? "integer" : "number");
    if (low < high) {
        json_object_set_new(node, "minimum", write_bound(low));
        json_object_set_new(node, "maximum", write_bound(high));
    }
    return node;
}

static json_t *any_number(void) { return drawable(number_between(-1e9, 1e9, false)); }

static json_t *text(size_t bytes) {
    return json_pack("{s:s,s:I}", "type", "string", "maxLength", (json_int_t)bytes - 1);
}

static json_t *colour(void) {
    return json_pack("{s:s,s:s}", "type", "string", "pattern", "^#?[0-9a-fA-F]{6}$");
}

// A list of that many elements, each as its own schema says.
static json_t *tuple(json_t *elements) {
    return json_pack("{s:s,s:i,s:i,s:o}", "type", "array", "minItems", (int)json_array_size(elements),
                     "maxItems", (int)json_array_size(elements), "items", elements);
}

static json_t *list_of(json_t *element, int most) {
    return json_pack("{s:s,s:i,s:o}", "type", "array", "maxItems", most, "items", element);
}

static json_t *choice(const char *const *names) {
    json_t *all = json_array();
    for (int i = 0; names[i]; i++)
        json_array_append_new(all, json_string(names[i]));
    return json_pack("{s:o}", "enum", all);
}

static json_t *knob(void) {
    return json_pack("{s:s,s:[s],s:b,s:{s:o,s:o,s:o}}", "type", "object", "required", "knob",
                     "additionalProperties", 0, "properties", "knob", choice(knob_names + 1), "times",
                     any_number(), "plus", any_number());
}

static json_t *stops(json_t *value) {
    return list_of(drawable(tuple(json_pack("[o,o]", any_number(), drawable(value)))), TR_MAX_STOPS);
}

static json_t *vector(const slot *s, bool drawn) {
    json_t *parts = json_array();
    for (int k = 0; k < 3; k++) {
        json_t *part = number_between(s->low, s->high, false);
        json_array_append_new(parts, drawn ? drawable(part) : part);
    }
    return tuple(parts);
}

// What a value of a slot looks like.
static json_t *value_of(const slot *s, bool drawn) {
    switch (s->kind) {
    case SLOT_NUMBER:
    case SLOT_WHOLE:
        return number_between(s->low, s->high, s->kind == SLOT_WHOLE);
    case SLOT_KNOBBED:
        return json_pack("{s:[o,o]}", "anyOf", number_between(s->low, s->high, false), reference("knob"));
    case SLOT_FLAG:
        return json_pack("{s:s}", "type", "boolean");
    case SLOT_NAME:
        return text(TR_NAME_BYTES);
    case SLOT_TITLE:
        return text(TR_PLANET_NAME_BYTES);
    case SLOT_CHOICE:
        return choice(s->names);
    case SLOT_COLOUR:
        return colour();
    case SLOT_SEED:
        return json_pack("{s:s,s:i}", "type", "integer", "minimum", 0);
    case SLOT_VECTOR:
        return vector(s, drawn);
    case SLOT_CURVE:
        return list_of(tuple(json_pack("[o,o]", any_number(), any_number())), TR_MAX_CURVE_POINTS);
    case SLOT_POINTS:
        return list_of(tuple(json_pack("[o,o,o]", any_number(), any_number(), any_number())), TR_MAX_POINTS);
    case SLOT_STOPS:
    case SLOT_HUES:
        return reference("stops");
    case SLOT_LEVELS:
        return reference("levels");
    case SLOT_ROWS:
        return list_of(drawable(tuple(json_pack("[o,o]", any_number(), drawable(reference("stops"))))),
                       TR_MAX_ROWS);
    case SLOT_WHERE:
        return reference("where");
    case SLOT_AIR:
        return reference("air");
    case SLOT_RINGS:
        return reference("rings");
    case SLOT_TINT:
        return reference("tint");
    case SLOT_CLOUDS:
        return reference("clouds");
    case SLOT_STAR:
        return reference("star");
    case SLOT_ORBIT:
        return reference("orbit");
    case SLOT_WARPS:
        return list_of(reference("warp"), TR_MAX_WARPS);
    case SLOT_LAYERS:
        return list_of(reference("layer"), TR_MAX_LAYERS);
    case SLOT_COATS:
        return list_of(reference("coat"), TR_MAX_PAINTS);
    case SLOT_NUMBER_COATS:
        return list_of(reference("number_coat"), TR_MAX_PAINTS);
    case SLOT_PLANETS:
        return json_pack("{s:s,s:i,s:i,s:o}", "type", "array", "minItems", 1, "maxItems", TR_MAX_PLANETS,
                         "items", reference("planet"));
    }
    return json_object();
}

// A property: its value and what it is about. Where kinds of field or warp share a key, one of their values.
static void add_property(json_t *properties, const slot_table *table, const slot *s, bool drawn) {
    const char *kinds[TR_KINDS_MOST + 1];
    char what[512];
    slot_variants(table, s->variants, kinds);
    snprintf(what, sizeof what, "%s", s->what);
    for (int i = 0; kinds[i]; i++)
        snprintf(what + strlen(what), sizeof what - strlen(what), "%s%s%s", i ? ", " : " [", kinds[i],
                 kinds[i + 1] ? "" : "]");
    json_t *value = drawn ? drawable(value_of(s, true)) : value_of(s, false);
    json_t *before = json_object_get(properties, s->key);
    if (json_object_get(value, "$ref")) // what stands beside a reference is not read
        value = json_pack("{s:[o]}", "anyOf", value);
    json_object_set_new(value, "description", json_string(what));
    if ((s->kind == SLOT_NUMBER || s->kind == SLOT_WHOLE) && !s->variants)
        json_object_set_new(value, "default", write_bound(s->fallback));
    if (!before)
        json_object_set_new(properties, s->key, value);
    else if (json_object_get(before, "oneOfKinds"))
        json_array_append_new(json_object_get(before, "anyOf"), value);
    else
        json_object_set_new(properties, s->key,
                            json_pack("{s:[O,o],s:b}", "anyOf", before, value, "oneOfKinds", 1));
}

static void add_properties(json_t *properties, const slot_table *table, bool drawn) {
    for (int i = 0; i < table->count; i++)
        add_property(properties, table, &table->slots[i], drawn);
    const char *key;
    json_t *value;
    json_object_foreach(properties, key, value) json_object_del(value, "oneOfKinds"); // was a mark
}

static json_t *object_with(json_t *properties, const char *required) {
    json_t *node =
        json_pack("{s:s,s:b,s:o}", "type", "object", "additionalProperties", 0, "properties", properties);
    if (required)
        json_object_set_new(node, "required", json_pack("[s]", required));
    return node;
}

static json_t *struct_of(const slot_table *table, bool drawn, const char *required) {
    json_t *properties = json_object();
    add_properties(properties, table, drawn);
    return object_with(properties, required);
}

// What files say to people and editors.
static json_t *begin_file(void) {
    return json_pack("{s:{s:s},s:{s:i,s:s},s:{s:s,s:s}}", "$schema", "type", "string", "format", "const", 1,
                     "description", "version of the format", "summary", "type", "string", "description",
                     "a line about it, for lists");
}

static json_t *bounds_schema(void) {
    json_t *properties = json_object();
    for (int b = 0; b < TR_BOUND_COUNT; b++) {
        json_t *pair = tuple(json_pack("[o,o]", number_between(0, 1, false), number_between(0, 1, false)));
        json_object_set_new(pair, "description", json_string(tr_bound_what((tr_bound)b)));
        json_object_set_new(properties, tr_bound_name((tr_bound)b), pair);
    }
    return object_with(properties, NULL);
}

static json_t *recipe_schema(bool in_scene) {
    json_t *properties = begin_file();
    json_object_set_new(properties, "bounds", reference("bounds"));
    if (in_scene)
        add_properties(properties, &planet_table, true);
    add_properties(properties, &recipe_table, true);
    return object_with(properties, in_scene ? "name" : NULL);
}

static json_t *scene_schema(void) {
    json_t *properties = begin_file();
    add_properties(properties, &scene_table, false);
    return object_with(properties, "planets");
}

static json_t *drawn_schema(void) {
    return json_pack("{s:s,s:b,s:{s:{s:s,s:o,s:i,s:i},s:{s:s,s:s,s:i},s:{s:s,s:s}},s:[{s:[s]},{s:[s]}]}",
                     "type", "object", "additionalProperties", 0, "properties", //
                     "range", "type", "array", "items", number_between(0, 0, false), "minItems", 2, "maxItems",
                     2,                                                                             //
                     "choose", "type", "array", "description", "the seed takes one", "minItems", 1, //
                     "by", "type", "string", "description", "draws of the same name are tied",      //
                     "oneOf", "required", "range", "required", "choose");
}

char *tr_schema_json(void) {
    static const struct {
        const char *name;
        const slot_table *table;
        const char *required;
        bool drawn;
    } structs[] = {{"star", &star_table, NULL, false},
                   {"orbit", &orbit_table, NULL, true},
                   {"air", &air_table, NULL, true},
                   {"rings", &rings_table, NULL, true},
                   {"tint", &tint_table, NULL, true},
                   {"clouds", &clouds_table, NULL, true},
                   {"warp", &warp_table, "name", true},
                   {"layer", &layer_table, "name", true},
                   {"where", &where_table, NULL, true},
                   {"coat", &paint_table, "name", true},
                   {"number_coat", &number_paint_table, "name", true}};
    json_t *definitions = json_object();
    json_object_set_new(definitions, "scene", scene_schema());
    json_object_set_new(definitions, "planet", recipe_schema(true));
    json_object_set_new(definitions, "recipe", recipe_schema(false));
    json_object_set_new(definitions, "bounds", bounds_schema());
    json_object_set_new(definitions, "drawn", drawn_schema());
    json_object_set_new(definitions, "knob", knob());
    json_object_set_new(definitions, "stops", stops(colour()));
    json_object_set_new(definitions, "levels", stops(number_between(0, 1, false)));
    for (size_t i = 0; i < sizeof structs / sizeof structs[0]; i++)
        json_object_set_new(definitions, structs[i].name,
                            struct_of(structs[i].table, structs[i].drawn, structs[i].required));
    json_t *root = json_pack(
        "{s:s,s:s,s:s,s:{s:[s]},s:o,s:o,s:o}", "$schema", "http://json-schema.org/draft-07/schema#", "title",
        "Worlds of Terrella", "description",
        "Scenes, which have planets, and recipes and types of single planets.", "if", "required", "planets",
        "then", reference("scene"), "else", reference("recipe"), "definitions", definitions);
    char *json = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    json_decref(root);
    return json;
}
