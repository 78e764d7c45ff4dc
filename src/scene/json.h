// What the JSON files of this room share: trees of jansson on their way from text to structs. Private to the
// room; the one place that includes jansson.
#pragma once
#include "scene/load.h"
#include <jansson.h>

enum { JSON_MAX_DEPTH = 32, JSON_PATH_BYTES = 256 };

// json_tree.c: text of a file to a tree, checked against the limits. Free with json_decref.
tr_status json_parse_text(const char *file, const char *text, size_t size, json_t **root, tr_error *error);

// json_tree.c: the tree of a built-in type. Errors: TR_BAD_USAGE with the nearest name.
tr_status json_load_type(const char *type, json_t **root, tr_error *error);

// json_tree.c: the tree of a built-in type, which then names itself, or else of a built-in scene. Errors:
// TR_BAD_USAGE with the nearest name.
tr_status json_load_builtin(const char *name, json_t **root, tr_error *error);

// json_tree.c: a copy of a tree in which every {"range": [a, b]} and {"choose": […]} has been replaced by what
// the seed draws. path is where the tree stands ("" for a whole recipe).
json_t *json_resolve(const json_t *node, uint64_t seed, const char *path);

// json_tree.c: changes one place of a tree as --set KEY=VALUE asks. Places that do not exist in the tree are
// made; whether they may exist is seen when the tree is read. Errors: TR_BAD_USAGE.
tr_status json_apply_set(json_t *root, const char *set, tr_error *error);

// json_bounds.c: what a tree says in "bounds"; nothing where it says nothing. Errors: TR_BAD_INPUT.
tr_status json_read_bounds(const json_t *tree, tr_bounds *bounds, tr_error *error);

// json_field.c: the tree of a recipe that shows one field. from is NULL, or the kind of noise of another layer
// below it, for the field to start from. Errors: TR_BAD_USAGE with the nearest kind.
tr_status json_make_field(const char *kind, const char *from, json_t **root, tr_error *error);
// json_field.c: whether KEY=VALUE leaves it a single field. Errors: TR_BAD_USAGE.
tr_status json_check_field_set(const char *set, tr_error *error);
// json_field.c: the path that KEY=VALUE sets in it.
void json_field_set(const char *kind, const char *set, char *path, size_t size);
// json_field.c: after the sets: as fine a lattice as a map of that width shows, where none was asked for.
void json_fit_field(json_t *root, int width);
// json_field.c: after reading: what was not set follows from the field's range. Errors: TR_BAD_INPUT where what
// was set contradicts it.
tr_status json_finish_field(const json_t *root, tr_recipe *recipe, tr_error *error);

// json_read.c: a concrete tree (a scene if it has planets, else a recipe) to a scene. Errors: TR_BAD_INPUT with
// the path of what is wrong, TR_NO_MEMORY.
tr_status json_read_scene(const json_t *tree, tr_scene *scene, tr_error *error);

// json_read.c: whether a scene itself, and not its planets, has that key.
bool json_is_scene_key(const char *key);
