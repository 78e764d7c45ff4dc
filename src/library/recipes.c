// Recipes from types and texts; queries and changes of recipes.
#include "base/memory.h"
#include "scene/load.h"

#include <string.h>

// The planet of a world with exactly one planet.
static tr_status load(const tr_world *world, tr_recipe **recipe, tr_error *error) {
    tr_scene scene;
    tr_error own = {0}; // loading reads it: it must not contain an earlier failure
    tr_status status = tr_world_load(world, &scene, &own);
    if (status == TR_OK && scene.planet_count != 1)
        status = tr_fail(&own, TR_BAD_INPUT, "a scene of %d planets: expected one planet", scene.planet_count);
    if (status == TR_OK) {
        *recipe = scene.planets[0].recipe;
        scene.planets[0].recipe = NULL;
    } else if (error && error->status == TR_OK)
        *error = own;
    tr_scene_clear(&scene);
    return status;
}

tr_status tr_recipe_of_type(const char *type, uint64_t seed, tr_recipe **recipe, tr_error *error) {
    *recipe = NULL;
    if (seed > INT64_MAX)
        return tr_fail(error, TR_BAD_USAGE, "seeds go from 0 to 2^63 - 1");
    const tr_status status = tr_type_check(type, error); // names of scenes and files are not types
    const tr_world world = {.name = type, .has_seed = true, .seed = seed};
    return status == TR_OK ? load(&world, recipe, error) : status;
}

tr_status tr_recipe_from_json(const char *text, size_t length, tr_recipe **recipe, tr_error *error) {
    *recipe = NULL;
    if (length > TR_WORLD_BYTES)
        return tr_fail(error, TR_BAD_INPUT, "a text of %zu bytes: a world has at most %d", length,
                       TR_WORLD_BYTES);
    if (memchr(text, 0, length))
        return tr_fail(error, TR_BAD_INPUT, "the text contains a zero byte, which JSON does not allow");
    char *copy = tr_malloc(length + 1);
    if (!copy)
        return tr_fail(error, TR_NO_MEMORY, "no memory to read the recipe");
    memcpy(copy, text, length);
    copy[length] = 0;
    const tr_world world = {.name = "", .text = copy};
    const tr_status status = load(&world, recipe, error);
    tr_free(copy);
    return status;
}

// The part of a map's file that has this name; -1: none.
static int find_part(const tr_own_map *map, const char *file) {
    char name[TR_FILE_BYTES];
    for (int i = 0; i < tr_file_part_count(map->file); i++) {
        tr_file_part_name(map->file, i, name);
        if (strcmp(name, file) == 0)
            return i;
    }
    return -1;
}

static tr_status fail_name(const tr_recipe *recipe, const char *file, tr_error *error) {
    const char *names[TR_MAX_OWN_MAPS];
    char hint[TR_HINT_BYTES];
    for (int i = 0; i < recipe->map_count; i++)
        names[i] = recipe->maps[i].file;
    return tr_fail(error, TR_BAD_USAGE, "no map of this recipe names the file '%s'%s", file,
                   tr_nearest_hint(file, names, recipe->map_count, "", hint));
}

// The file of that name with the bytes of one part, and those of the others that the recipe has already.
static tr_status join_parts(const tr_recipe *recipe, const char *name, int part, const void *bytes,
                            size_t length, tr_shared_file **file, tr_error *error) {
    const tr_shared_file *old = tr_recipe_file(recipe, name);
    size_t lengths[TR_FILE_MOST_PARTS] = {0}, sum = 0;
    if (tr_file_part_count(name) == 1)
        return tr_shared_file_of(name, bytes, &length, file, error);
    for (int i = 0; i < tr_file_part_count(name); i++) {
        lengths[i] = i == part ? length : old ? (size_t)old->parts[i].info.bytes : 0;
        sum += lengths[i];
    }
    char *all = tr_malloc(sum + 1), *to = all;
    if (!all)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the file '%s'", name);
    for (int i = 0; i < tr_file_part_count(name); to += lengths[i], i++)
        if (lengths[i] > 0)
            memcpy(to, i == part ? bytes : old->parts[i].bytes, lengths[i]);
    const tr_status status = tr_shared_file_of(name, all, lengths, file, error);
    tr_free(all);
    return status;
}

static bool is_whole(const tr_shared_file *file) {
    for (int i = 0; i < file->part_count && file->part_count > 1; i++)
        if (file->parts[i].info.bytes == 0)
            return false;
    return true;
}

// Checks that all maps which name the file expect this content.
static tr_status check_content(const tr_recipe *recipe, const tr_shared_file *file, tr_error *error) {
    for (int i = 0; i < recipe->map_count && is_whole(file); i++) {
        const tr_own_map *map = &recipe->maps[i];
        if (strcmp(map->file, file->name) == 0 && map->sha256[0] && strcmp(map->sha256, file->sha256) != 0)
            return tr_recipe_fail(error, "maps", map->name, "sha256",
                                  "these are not the bytes of '%s' that the recipe was saved with; clear "
                                  "\"sha256\" if the file may be another one",
                                  file->name);
    }
    return TR_OK;
}

tr_status tr_recipe_set_image(tr_recipe *recipe, const char *file, const void *bytes, size_t length,
                              tr_error *error) {
    tr_shared_file *shared;
    int map = 0;
    while (map < recipe->map_count && find_part(&recipe->maps[map], file) < 0)
        map++;
    if (map == recipe->map_count)
        return fail_name(recipe, file, error);
    const char *name = recipe->maps[map].file;
    tr_status status =
        join_parts(recipe, name, find_part(&recipe->maps[map], file), bytes, length, &shared, error);
    if (status != TR_OK)
        return status;
    status = check_content(recipe, shared, error);
    if (status == TR_OK) { // reads its numbers while the recipe is unchanged; the file remembers their range
        tr_recipe alone = *recipe;
        alone.files = &shared, alone.file_count = 1;
        status = tr_recipe_widen_for_maps(&alone, NULL, error);
    }
    if (status == TR_OK)
        status = tr_recipe_add_file(recipe, tr_shared_file_keep(shared), error);
    for (int i = 0; i < recipe->map_count && status == TR_OK && is_whole(shared); i++)
        if (strcmp(recipe->maps[i].file, shared->name) == 0)
            memcpy(recipe->maps[i].sha256, shared->sha256, sizeof shared->sha256);
    if (status == TR_OK)
        status = tr_recipe_widen_for_maps(recipe, NULL, error);
    tr_shared_file_release(shared);
    return status;
}

bool tr_recipe_number(const tr_recipe *recipe, const char *path, double *value) {
    const int knob = tr_recipe_find_type_knob(recipe, path); // no parameter has the name of a knob
    if (knob >= 0)
        *value = tr_recipe_type_knob(recipe, knob);
    return knob >= 0 || tr_recipe_number_at(recipe, path, value);
}

int tr_recipe_knobs(const tr_recipe *recipe, tr_knob_info *knobs, int most) {
    for (int i = 0; i < recipe->type_knob_count && i < most; i++) {
        const tr_type_knob *knob = &recipe->type_knobs[i];
        knobs[i] = (tr_knob_info){knob->name, knob->label, knob->what, tr_recipe_type_knob(recipe, i)};
    }
    return recipe->type_knob_count;
}
