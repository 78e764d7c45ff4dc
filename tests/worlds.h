// Worlds for tests. A world that cannot be loaded ends the test with its error message.
#pragma once
#include "scene/load.h"
#include "support.h"

static inline tr_scene load_world(tr_world world) {
    tr_scene scene = {0};
    tr_error error = {0};
    if (tr_world_load(&world, &scene, &error) != TR_OK)
        fail_msg("%s: %s: %s", world.text ? world.text : world.name, error.path, error.message);
    return scene;
}

// The recipe of the first planet.
static inline tr_recipe *load_recipe(tr_world world) {
    tr_scene scene = load_world(world);
    tr_recipe *recipe = scene.planets[0].recipe; // NOLINT(clang-analyzer-core.*): it is there
    scene.planets[0].recipe = NULL;
    tr_scene_clear(&scene);
    return recipe;
}

// The world of a type, or of JSON text, which begins with a brace.
static inline tr_world world_of(const char *text) {
    return (tr_world){.name = text[0] == '{' ? "test" : text, .text = text[0] == '{' ? text : NULL};
}

// One more layer, which goes into "height".
static inline tr_status add_layer(tr_recipe *recipe, const tr_kind *kind, tr_error *error) {
    void *layer;
    return tr_list_add(tr_parameter_find(&tr_recipe_table, "layers"), recipe, kind, &layer, error);
}
