// From command line words and JSON files to scenes, and back to JSON. Any number of threads at once, each with
// its own scene, error and document.
#pragma once
#include "base/status.h"
#include "base/watch.h"
#include "base/words.h"
#include "scene/scene.h"
#include "json/json.h"
#include <stdbool.h>
#include <stddef.h>

// A user's request.
typedef struct tr_world {
    const char *name; // a type ("inferno") or a built-in scene, or a file if it contains `/` or `.`
    const char *text; // NULL, or the JSON of a world; `name` is then only used in errors
    bool has_seed;
    uint64_t seed; // overrides the seed of the file, or the default 1
    int set_count;
    const char *const *sets; // "noisiness=0.3", "layers.detail.octaves=9", "planets.Vesta.seed=4"
    // Files of own maps: these, by the names that recipes give them, otherwise those in the folder or the pack
    // (pack/pack.h). NULL is the pack `name`, or the folder of the file `name`. Without a folder a recipe may
    // lack its files until tr_recipe_add_file.
    const char *folder;
    int file_count;
    tr_shared_file *const *files;
    const tr_watch *watch; // or NULL; polled while the files of maps are read (TR_STOPPED)
    bool partial;          // a map whose file is missing or changed gets the strength 0 instead of an error
    int field_width;       // 0, or `name` is a kind of field and this is the width of the map that shows it
} tr_world;

// Loads a type, a recipe file or a scene file; the order is type, seed, file, sets. With field_width the world
// is a single field: a recipe with one layer of that kind, with the kind as its name, shown in grey.
// height_min_m and height_max_m are then the range of the field, and a set without a dot names a parameter of
// the layer (for a warp: of the warp). The caller clears *scene with tr_scene_clear, also after a failure.
// Errors: TR_BAD_USAGE (unknown type or key of a set, with the nearest name as a suggestion), TR_BAD_INPUT (an
// error in a file, with its position; a map's file that is missing or changed), TR_NO_MEMORY.
tr_status tr_world_load(const tr_world *world, tr_scene *scene, tr_error *error);

// Adds the files of the maps of all planets, as far as they were found. Errors: TR_NO_MEMORY.
tr_status tr_scene_add_files(const tr_scene *scene, tr_shared_files *files, tr_error *error);

// Widens the limits of the height map for the map of heights that a recipe follows (tr_recipe_widen). To be
// called whenever that map or its file may have changed; loading a world and tr_recipe_set do it. Errors:
// TR_NO_MEMORY, TR_STOPPED.
tr_status tr_recipe_widen_for_maps(tr_recipe *recipe, const tr_watch *watch, tr_error *error);

// tr_recipe_set (terrella/terrella.h) is in the same file: it applies sets without loading.

// Converts the text of a seed to its number. Digits are the number itself, 0 … 2^63 - 1. Any other text is
// hashed (tr_hash_text with seed 0) modulo 10^9, so that the number is short enough to read and type. Case
// matters; spaces around the text do not.
// Texts that look like numbers but are not valid seeds ("-1", "1.5", "1e3") are rejected, so that a typing
// error does not give a planet. *seed is unchanged after a failure. Any thread. Errors: TR_BAD_USAGE, also for
// an empty text and one that cannot be displayed; TR_NO_MEMORY.
tr_status tr_seed_read(const char *text, uint64_t *seed, tr_error *error);

// The stem of a planet's file names: its name, or type and seed, "inferno-7", also if a scene names it "inferno
// 7". If the recipe differs from its type and seed, four characters derived from the differences are added,
// "inferno-7-3fk2", so that variants do not overwrite each other. Errors: TR_NO_MEMORY.
tr_status tr_planet_stem(const tr_scene_planet *planet, char stem[TR_STEM_BYTES], tr_error *error);
// The stem without the added characters: the planet's name, or its type and seed. Returns whether it is a name.
bool tr_planet_plain_stem(const tr_scene_planet *planet, char stem[TR_STEM_BYTES]);
// The stem of the texture set of planet `index`: the name `given` by the user ("": none), else the planet's own
// name, else the name of the file that has only this planet (NULL: none), else tr_planet_stem. A file whose
// name some systems do not allow gives none. Errors: TR_NO_MEMORY.
tr_status tr_set_stem(const tr_scene *scene, int index, const char *given, const char *file,
                      char stem[TR_STEM_BYTES], tr_error *error);
// The file that a world is saved in: JSON. NULL: there is none, or a picture, a page or a pack holds it.
const char *tr_world_file(const tr_world *world);

// The lowest height in the range that the recipe's type defines for height maps. If the type is not built in,
// or defines none for all its planets, it is that of the recipe if below 0 m, otherwise that of a default
// recipe. Errors: TR_NO_MEMORY.
tr_status tr_type_lowest(const tr_recipe *recipe, double *metres, tr_error *error);

// The name of a bound in files, and a one-line description.
const char *tr_bound_name(tr_bound bound);
const char *tr_bound_what(tr_bound bound);

// The maximum size of a world's text in bytes: of a file, or of the text inside a picture.
#define TR_WORLD_BYTES (4 << 20)

// The concrete recipe as a tree, which alone recreates the planet. The document records failures.
tr_json *tr_recipe_write(tr_json_document *document, const tr_recipe *recipe);

// Writes a scene as text, like tr_recipe_to_json (terrella/terrella.h), with the same guarantees and errors.
// For a lone planet without a name that is its recipe.
tr_status tr_scene_to_json(const tr_scene *scene, bool indented, char **text, tr_error *error);

// A JSON Schema for all files of this module, indented. The caller frees *text with tr_free(). Errors:
// TR_NO_MEMORY.
tr_status tr_schema_json(char **text, tr_error *error);

// A field that tr_world.field_width accepts.
typedef struct tr_listed_field {
    const char *name, *what; // static
} tr_listed_field;

// Writes all fields into out, which has space for `most`, in the order of the list. Returns their number.
int tr_field_list(tr_listed_field *out, int most);
// The layer that shows a field, as JSON without its name and references to others: a start for a new layer of
// that kind. The caller frees *text with tr_free(). Errors: TR_BAD_USAGE if there is no such field for layers;
// TR_NO_MEMORY.
tr_status tr_field_example_json(const char *name, char **text, tr_error *error);
// Whether a type is built in. Errors: TR_BAD_USAGE with the nearest name.
tr_status tr_type_check(const char *type, tr_error *error);
// Built-in scenes, like tr_type_list and tr_type_summary (terrella/terrella.h) for types.
int tr_scene_list(char (*names)[TR_NAME_BYTES], int most);
tr_status tr_scene_summary(const char *scene, char *summary, size_t size, tr_error *error);

// A settable parameter in a list for users.
typedef struct tr_listed_parameter {
    char path[80];                 // "layers.NAME.octaves"
    const tr_parameter *parameter; // NULL: a bound
    const char *what;
    const char *of[64]; // the kinds of field or warp that have it, ended by NULL; empty: all
} tr_listed_parameter;

// Calls `each` with all settable parameters.
typedef void (*tr_each_listed)(void *context, const tr_listed_parameter *item);
void tr_parameter_list(tr_each_listed each, void *context);

// The parameters of a scene other than its planets ("time_h", "star.kelvin"), and of a planet other than its
// recipe ("day_h", "orbit.radius_km").
extern const tr_parameter_table tr_scene_table, tr_star_table, tr_planet_table, tr_orbit_table;
// Finds one of these parameters by its path, in that planet or in the scene. *of_planet: it is the planet's.
// False: there is none.
bool tr_scene_find(tr_scene *scene, int planet, const char *path, tr_place *place, bool *of_planet);

// The name of a parameter's kind: "number", "colour", "choice", …
const char *tr_parameter_kind_text(const tr_parameter *parameter);
