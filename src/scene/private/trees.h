// Shared functions of the files of this module that read and write JSON: trees between text and structs.
// Private to the module.
#pragma once
#include "scene/load.h"
#include <stdio.h>
#include <string.h>

enum { TR_PATH_BYTES = 256 };

// tree.c: the tree of a built-in type. Errors: TR_BAD_USAGE with the nearest name.
tr_status tr_tree_of_type(tr_json_document *document, const char *type, tr_json **root, tr_error *error);

// tree.c: the tree of a built-in type, with its name as "type", or otherwise of a built-in scene. Errors:
// TR_BAD_USAGE with the nearest name.
tr_status tr_tree_of_builtin(tr_json_document *document, const char *name, tr_json **root, tr_error *error);

// tree.c: whether there is a built-in scene of that name.
bool tr_tree_is_scene(const char *name);

// source.c: the tree of a world as it is written, without the values of its type. Errors: those of
// tr_tree_of_builtin, tr_source_read and tr_link_read.
tr_status tr_tree_of_world(tr_json_document *document, const tr_world *world, tr_json **root, tr_error *error);

// tree.c: a copy of a tree with every {"range": [a, b]} and {"choose": […]} replaced by the draw of the seed.
// path is the position of the tree ("" for a whole recipe).
tr_json *tr_tree_resolve(tr_json_document *document, const tr_json *node, uint64_t seed, const char *path);

// sets.c: steps from a node to the value of the first key of a path; an element of a list is found by its name
// or its number. NULL: it does not exist. *path is advanced to the rest.
tr_json *tr_tree_step(const tr_json *node, const char **path);
// Whether a path begins with that key.
static inline bool tr_path_begins(const char *path, const char *key) {
    return strncmp(path, key, strlen(key)) == 0 && strcspn(path, ".") == strlen(key);
}
// sets.c: the value at a path, or NULL.
tr_json *tr_tree_find(const tr_json *root, const char *path);

// sets.c: puts a value, which must not be in a tree yet, at a path of a tree. Missing objects and lists on the
// way are created; whether they are allowed is checked when the tree is read. In lists of named elements null
// removes one, an object replaces the one of its name or is appended, and "NAME.before" moves an element before
// the one whose name is the value, or to the end for "". Errors: TR_BAD_USAGE with the nearest name.
tr_status tr_tree_put(tr_json_document *document, tr_json *root, const char *path, tr_json *value,
                      tr_error *error);
// sets.c: parses JSON, or otherwise a bare word, which becomes a text. The value records `option` as its
// origin. Errors: TR_BAD_USAGE if the text is not UTF-8 or too large.
tr_status tr_tree_parse_value(tr_json_document *document, const char *option, const char *text, tr_json **value,
                              tr_error *error);

// Edits are an object whose keys are paths, in order. A path may occur twice. Values record where they were
// written, in an option or in a file.
//
// sets.c: the options of a world as edits. For a single field their paths are those of its recipe. Errors:
// TR_BAD_USAGE.
tr_status tr_tree_options(tr_json_document *document, const tr_world *world, tr_json **options,
                          tr_error *error);
// edits.c: checks that a recipe or planet, or with `scene` a scene, can have the edit. In files a seed is not
// an edit. Errors: TR_BAD_USAGE.
tr_status tr_edit_check(const tr_json *edit, bool scene, tr_error *error);
// edits.c: reports an invalid node, which has this key in the object at `place` ("", "planets.Vesta"). Returns
// TR_BAD_INPUT with the path and the position in the file. If an option caused it, the option is found later.
tr_status tr_tree_fail(const tr_json *node, const char *place, const char *key, const char *message,
                       tr_error *error);
// edits.c: reports an invalid edit. For an option returns TR_BAD_USAGE with the option. For the "set" of a file
// returns TR_BAD_INPUT with the position and the path, appended to that of the planet at `place`.
tr_status tr_edit_fail(const tr_json *edit, const char *place, const char *message, tr_error *error);
// edits.c: joins a world as it is written into one tree, in which each planet contains all its edits. A file
// that names a built-in scene becomes that scene, and each planet gets its seed. Edits from options and from
// the "set" of a scene are appended to the "set" of the planet that they name, or of all planets. Edits of the
// scene itself are applied in place. `text`: for a readable file, in which no path occurs twice and values that
// the file has are changed in place. *options: the edits from options. Errors: TR_BAD_USAGE, TR_BAD_INPUT,
// TR_NO_MEMORY.
tr_status tr_tree_join(tr_json_document *document, const tr_world *world, bool text, tr_json **root,
                       tr_json **options, tr_error *error);
// edits.c: changes the value of a planet, or with `planet` false of a scene, at a path: in place, or in "set".
// value NULL removes it. Errors: TR_BAD_USAGE.
tr_status tr_text_put(tr_json_document *document, tr_json *node, bool planet, const char *path, tr_json *value,
                      tr_error *error);
// seed.c: the number of a seed that is a number or a text. False for other values.
bool tr_tree_seed(const tr_json *value, uint64_t *seed);

// stem.c: the differences of a recipe from its type and seed, as edits; null removes a value. NULL if the type
// is not built in. Errors: TR_NO_MEMORY.
tr_status tr_tree_differences(tr_json_document *document, const tr_recipe *recipe, tr_json **edits,
                              tr_error *error);

// parameters.c: reads "bounds" of a tree; bounds that it lacks stay unset. Errors: TR_BAD_INPUT.
tr_status tr_tree_read_bounds(const tr_json *tree, tr_bounds *bounds, tr_error *error);

// field.c: the tree of a recipe that shows one field. from is NULL, or the kind of noise of a preceding layer
// from which the field starts. Errors: TR_BAD_USAGE with the nearest kind.
tr_status tr_tree_of_field(tr_json_document *document, const char *kind, const char *from, tr_json **root,
                           tr_error *error);
// field.c: whether an edit at that path leaves it a single field. Errors: TR_BAD_USAGE.
tr_status tr_field_check(const char *path, tr_error *error);
// field.c: the path in the single field's recipe that a key of an option means; with name "" the key itself.
void tr_field_place(const char *name, const char *key, char *path, size_t size);
// field.c, before the check: makes the lattice as fine as a map of that width shows, unless the tree specifies
// it.
typedef struct tr_field_fit {
    const char *name;
    const tr_json *tree;
    int width;
} tr_field_fit;
void tr_field_fit_recipe(const tr_field_fit *fit, tr_recipe *recipe);
// field.c, after reading: derives values that were not set from the field's range. Errors: TR_BAD_INPUT if a
// set value contradicts it.
tr_status tr_field_finish(const tr_json *root, tr_recipe *recipe, tr_error *error);

// read.c: reads a concrete tree into a scene (with planets: a scene, otherwise a recipe). Errors: TR_BAD_INPUT
// with the path of the invalid value; TR_NO_MEMORY. fit is NULL except for single fields.
tr_status tr_tree_read_scene(const tr_json *tree, const tr_field_fit *fit, tr_scene *scene, tr_error *error);

// read.c: whether a key belongs to a scene itself, not to its planets.
bool tr_is_scene_key(const char *key);

// parameters.c: calls `each` with the rows of a table for users. Tables of layers and warps include those of
// all their kinds, with one row for parameters that several kinds share.
void tr_parameter_rows(const tr_parameter_table *table, tr_each_listed each, void *context);

// source.c: the text of a world: a JSON file, or the recipe inside a picture, a GLB or a page that terrella
// exported. None of them is trusted.
typedef struct tr_source {
    char *text; // owned, ends with a zero byte
    size_t size;
} tr_source;

// A name that contains `/` or `.` is a file, otherwise a type.
bool tr_source_is_file(const char *name);

// Errors: TR_BAD_INPUT if the file cannot be read, is larger than 4 MiB (files that contain a recipe may be
// larger), is damaged, or contains no world; TR_NO_MEMORY.
tr_status tr_source_read(const char *path, tr_source *source, tr_error *error);
void tr_source_clear(tr_source *source);

// Reads asset.extras.recipe of a GLB. It reads the stream from its beginning up to there. Errors: TR_BAD_INPUT:
// it is not a GLB, its JSON is larger than 16 MiB or damaged, or it contains no recipe; TR_NO_MEMORY.
tr_status tr_source_read_glb(FILE *stream, const char *path, tr_source *source, tr_error *error);

// Reads the element "recipe" of a page, which must begin in its first MiB. Errors: as above.
tr_status tr_source_read_page(FILE *stream, const char *path, tr_source *source, tr_error *error);

// own_maps.c: gives the recipes of a scene the files that their maps name. Errors: those of tr_world_load.
tr_status tr_scene_attach_files(const tr_world *world, tr_scene *scene, tr_error *error);

// write.c: the text of a world, indented or compact, like tr_json_write. Errors: TR_BAD_INPUT if it is longer
// than TR_WORLD_BYTES, so that it could not be read again.
tr_status tr_tree_write(const tr_json_document *document, const tr_json *root, bool indented, char **text,
                        tr_error *error);
