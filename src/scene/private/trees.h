// What the files of this module that read and write JSON share: trees on their way from text to structs.
// Private to the module.
#pragma once
#include "scene/load.h"
#include "json/json.h"

enum { TR_PATH_BYTES = 256 };

// tree.c: the tree of a built-in type. Errors: TR_BAD_USAGE with the nearest name.
tr_status tr_tree_of_type(tr_json_document *document, const char *type, tr_json **root, tr_error *error);

// tree.c: the tree of a built-in type, which then names itself, or else of a built-in scene. Errors:
// TR_BAD_USAGE with the nearest name.
tr_status tr_tree_of_builtin(tr_json_document *document, const char *name, tr_json **root, tr_error *error);

// tree.c: whether a scene of that name is built in.
bool tr_tree_is_scene(const char *name);

// root.c: the tree of a world, as it is written, before any type. Errors: those of tr_tree_of_builtin,
// tr_source_read and tr_link_read.
tr_status tr_tree_of_world(tr_json_document *document, const tr_world *world, tr_json **root, tr_error *error);

// tree.c: a copy of a tree in which every {"range": [a, b]} and {"choose": […]} has been replaced by what the
// seed draws. path is where the tree stands ("" for a whole recipe).
tr_json *tr_tree_resolve(tr_json_document *document, const tr_json *node, uint64_t seed, const char *path);

// sets.c: from a node to what the first key of a path names in it, an element of a list by its name or its
// number; NULL: nothing. *path becomes the rest.
const tr_json *tr_tree_step(const tr_json *node, const char **path);

// sets.c: puts a value, which is in no tree yet, at a path of a tree. Objects and lists on the way are made;
// whether they may exist is seen when the tree is read. In lists of elements with names null removes one,
// an object of a new name is one more, at the end, and "NAME.before" moves one before the one whose name is
// the value, or to the end for "". Errors: TR_BAD_USAGE with the nearest name.
tr_status tr_tree_put(tr_json_document *document, tr_json *root, const char *path, tr_json *value,
                      tr_error *error);
// sets.c: JSON, or else a bare word, which is a text; both know that they stand in this option. Errors:
// TR_BAD_USAGE for what is not UTF-8.
tr_status tr_tree_parse_value(tr_json_document *document, const char *set, const char *text, tr_json **value,
                              tr_error *error);
// sets.c: the same as --set KEY=VALUE asks; `path` is "KEY=VALUE" with the KEY that is meant, and `set` as it
// was typed. Errors: TR_BAD_USAGE.
tr_status tr_tree_set(tr_json_document *document, tr_json *root, const char *path, const char *set,
                      tr_error *error);

// bounds.c: what a tree says in "bounds"; nothing where it says nothing. Errors: TR_BAD_INPUT.
tr_status tr_tree_read_bounds(const tr_json *tree, tr_bounds *bounds, tr_error *error);

// field.c: the tree of a recipe that shows one field. from is NULL, or the kind of noise of another layer below
// it, for the field to start from. Errors: TR_BAD_USAGE with the nearest kind.
tr_status tr_tree_of_field(tr_json_document *document, const char *kind, const char *from, tr_json **root,
                           tr_error *error);
// field.c: whether "KEY=VALUE", with the KEY that is meant, leaves it a single field; `set` as it was typed.
// Errors: TR_BAD_USAGE.
tr_status tr_field_check_set(const char *path, const char *set, tr_error *error);
// field.c: the path that KEY=VALUE sets in it.
void tr_field_place_set(const char *kind, const char *set, char *path, size_t size);
// field.c: before the check: as fine a lattice as a map of that width shows, where the tree asks for none.
typedef struct tr_field_fit {
    const char *name;
    const tr_json *tree;
    int width;
} tr_field_fit;
void tr_field_fit_recipe(const tr_field_fit *fit, tr_recipe *recipe);
// field.c: after reading: what was not set follows from the field's range. Errors: TR_BAD_INPUT where what was
// set contradicts it.
tr_status tr_field_finish(const tr_json *root, tr_recipe *recipe, tr_error *error);

// read.c: a concrete tree (a scene if it has planets, else a recipe) to a scene. Errors: TR_BAD_INPUT with the
// path of what is wrong; TR_NO_MEMORY. fit is NULL but for single fields.
tr_status tr_tree_read_scene(const tr_json *tree, const tr_field_fit *fit, tr_scene *scene, tr_error *error);

// read.c: whether a scene itself, and not its planets, has that key.
bool tr_is_scene_key(const char *key);

// load.c: the seed that a world of so many planets gives to the one at a place ("planets.Vesta"): each of
// several gets its own.
uint64_t tr_world_seed(uint64_t seed, size_t planets, const char *place);
