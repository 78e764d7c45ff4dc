// Writes a world and the images of its maps as one file (pack/pack.h), which tr_world_load opens.
#pragma once
#include "scene/scene.h"

// Writes the scene as tr_scene_to_json does. Equal worlds give equal bytes. The file at path is replaced
// atomically. Errors: those of tr_scene_to_json and tr_atomic_open; TR_BAD_INPUT (a map's file is missing, has
// changed, is called like the recipe, or all are larger than 1 GiB); TR_STOPPED.
tr_status tr_scene_pack(const tr_scene *scene, const char *path, const tr_watch *watch, tr_error *error);
