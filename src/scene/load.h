// From words on a command line and JSON files to a scene, and back to JSON.
#pragma once
#include "base/status.h"
#include "scene/scene.h"
#include <stdbool.h>
#include <stddef.h>

// What a user asked for.
typedef struct tr_world {
    const char *name; // a type ("inferno") or a built-in scene, or a file with a `/` or `.` in its name
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

// The concrete recipe as JSON, which alone recreates the planet: indented for people, or compact for
// texture files. Returns a string to free(), or NULL without memory.
char *tr_recipe_to_json(const tr_recipe *recipe, bool indented);

// The scene as JSON: of a lone planet without a name its recipe.
char *tr_scene_to_json(const tr_scene *scene, bool indented);

// A JSON Schema of all that files can say, indented. Returns a string to free(), or NULL without memory.
char *tr_schema_json(void);

// Names of the built-in types in alphabetical order into names (room for `most`); returns how many there are.
int tr_type_list(char (*names)[TR_NAME_BYTES], int most);
// The same for the built-in scenes.
int tr_scene_list(char (*names)[TR_NAME_BYTES], int most);
// Kinds of fields that `field_width` knows: a name and a line about it, in the order in which they are listed.
// Returns how many there are.
int tr_field_list(const char *const (**list)[2]);
// What a type says of itself, into summary; empty when there is no such type.
void tr_type_summary(const char *type, char *summary, size_t size);
void tr_scene_summary(const char *scene, char *summary, size_t size);

enum { TR_KINDS_MOST = 32 }; // room for the kinds of fields or warps

// A number in the fewest digits that tell it from all others: 0.01, 1000001, 1e+15. Returns text.
const char *tr_number_text(double x, char text[32]);

// One settable parameter.
typedef struct tr_parameter {
    char path[64];              // "layers.NAME.octaves"
    const char *kind;           // "number", "whole number", "colour", "choice", …
    const char *const *choices; // of a choice, ended by NULL; else NULL
    double low, high;           // of numbers; both 0 where there is no range
    const char *what;           // one line
    // the kinds of field or warp that have it, ended by NULL; none: all
    const char *of[TR_KINDS_MOST + 1];
} tr_parameter;

// All of them into out (room for `most`); returns how many there are.
int tr_parameter_list(tr_parameter *out, int most);

// The candidate nearest to a misspelt word (Damerau-Levenshtein), or NULL where none is near.
const char *tr_nearest_name(const char *word, const char *const *candidates, int count);
