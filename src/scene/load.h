// From words on a command line and JSON files to a scene, and back to JSON. Any thread, many at a time, each
// with its own scene, error and document.
#pragma once
#include "base/status.h"
#include "base/words.h"
#include "scene/scene.h"
#include "json/json.h"
#include <stdbool.h>
#include <stddef.h>

// What a user asked for.
typedef struct tr_world {
    const char *name; // a type ("inferno") or a built-in scene, or a file with a `/` or `.` in its name
    const char *text; // NULL, or the JSON of a world, which then `name` is only called by in errors
    bool has_seed;
    uint64_t seed; // overrides the file's or the default 1
    int set_count;
    const char *const *sets; // "noisiness=0.3", "layers.detail.octaves=9", "planets.Vesta.seed=4"
    int field_width;         // 0, or name is a kind of field and this the width of the map that will show it
} tr_world;

// Loads a type, a recipe file or a scene file: type, then seed, then file, then sets. With field_width the
// world is a single field: a recipe with one layer of that kind, called like it and shown in grey; height_min_m
// and height_max_m are the range of the field, and a set without a dot names a parameter of the layer (of a
// warp: of the warp). *scene is cleared by the caller with tr_scene_clear, also after a failure. Errors:
// TR_BAD_USAGE (unknown type or key of a set, with the nearest name suggested), TR_BAD_INPUT (what is wrong in
// a file, with its position), TR_NO_MEMORY.
tr_status tr_world_load(const tr_world *world, tr_scene *scene, tr_error *error);

// tr_recipe_set (terrella/terrella.h) is in the same file: sets without a load.

// What files of a planet are called: its name, or "inferno-7" by its type and seed, also where a scene calls it
// "inferno 7"; with four letters made from
// the differences, "inferno-7-3fk2", where the recipe is not what they alone give, so that variants do not take
// each other's place. Errors: TR_NO_MEMORY.
tr_status tr_planet_stem(const tr_scene_planet *planet, char stem[TR_STEM_BYTES], tr_error *error);
// The same without the letters: its name, or its type and seed. Whether that is a name of its own.
bool tr_planet_plain_stem(const tr_scene_planet *planet, char stem[TR_STEM_BYTES]);

// The lowest height of the range that the recipe's type gives height maps. Of a type that is not built in, or
// has none for all its planets, that of the recipe, if it is below 0 m, or of a recipe that says nothing.
// Errors: TR_NO_MEMORY.
tr_status tr_type_lowest(const tr_recipe *recipe, double *metres, tr_error *error);

// What a type promises of all its planets: `terrella measure TYPE --seeds N` looks whether they keep it.
typedef enum tr_bound {
    TR_BOUND_LAND,
    TR_BOUND_LIGHTNESS,
    TR_BOUND_CONTRAST,
    TR_BOUND_CHROMA,
    TR_BOUND_GLOW,
    TR_BOUND_COUNT
} tr_bound;

typedef struct tr_bounds {
    bool given[TR_BOUND_COUNT];
    double low[TR_BOUND_COUNT], high[TR_BOUND_COUNT];
} tr_bounds;

// The name of a bound in a file, and a line about it.
const char *tr_bound_name(tr_bound bound);
const char *tr_bound_what(tr_bound bound);

// The bounds of a world: its own, else those of the type that it names. Errors: as tr_world_load.
tr_status tr_world_bounds(const tr_world *world, tr_bounds *bounds, tr_error *error);

// The most that a world's text may have, bytes: a file, or what a picture carries.
#define TR_WORLD_BYTES (4 << 20)

// The concrete recipe as a tree, which alone recreates the planet. Failures stick to the document.
tr_json *tr_recipe_write(tr_json_document *document, const tr_recipe *recipe);

// The same as texts: tr_recipe_to_json (terrella/terrella.h), and for scenes, of a lone planet without a name
// its recipe, with the same promises and errors.
tr_status tr_scene_to_json(const tr_scene *scene, bool indented, char **text, tr_error *error);

// A JSON Schema of all that files can say, indented. The caller frees *text with tr_free(). Errors:
// TR_NO_MEMORY.
tr_status tr_schema_json(char **text, tr_error *error);

// A field that `field_width` knows.
typedef struct tr_listed_field {
    const char *name, *what; // static
} tr_listed_field;

// All of them into out (room for `most`), in the order in which they are listed; returns how many there are.
int tr_field_list(tr_listed_field *out, int most);
// The layer that shows a field, as JSON without a name and without the names of others: what a layer of that
// kind may begin with. The caller frees *text with tr_free(). Errors: TR_BAD_USAGE when there is no such field
// that a layer can be of; TR_NO_MEMORY.
tr_status tr_field_example_json(const char *name, char **text, tr_error *error);
// Built-in scenes, as tr_type_list and tr_type_summary (terrella/terrella.h) tell of types.
int tr_scene_list(char (*names)[TR_NAME_BYTES], int most);
tr_status tr_scene_summary(const char *scene, char *summary, size_t size, tr_error *error);

// One settable parameter, for people.
typedef struct tr_listed_parameter {
    char path[80];                 // "layers.NAME.octaves"
    const tr_parameter *parameter; // NULL: a bound
    const char *what;
    const char *of[64]; // the kinds of field or warp that have it, ended by NULL; none: all
} tr_listed_parameter;

// All of them into out (room for `most`); returns how many there are.
int tr_parameter_list(tr_listed_parameter *out, int most);

// Call `each` with every parameter that a scene has beside its planets ("time_h", "star.kelvin"), or a planet
// beside its recipe ("day_h", "orbit.radius_km"), its path there and its value, as tr_recipe_each does.
void tr_scene_each(const tr_scene *scene, tr_each_parameter each, void *context);
void tr_planet_each(const tr_scene_planet *planet, tr_each_parameter each, void *context);
// One of them by its path, of that planet (of_planet: it is the planet's) or of the scene. False where there is
// none.
bool tr_scene_find(tr_scene *scene, int planet, const char *path, tr_place *place, bool *of_planet);

// Whether that key is one of those that a planet of a scene has beside its recipe: "orbit", "day_h".
bool tr_is_planet_key(const char *key);

// What the kind of a parameter is called: "number", "colour", "choice", …
const char *tr_parameter_kind_text(const tr_parameter *parameter);
