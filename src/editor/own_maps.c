#include "editor/own_maps.h"

#include <stdio.h>
#include <string.h>

typedef bool (*map_test)(const tr_shared_file *file);

static bool is_missing(const tr_shared_file *file) { return !file; }
static bool has_changed(const tr_shared_file *file) { return file && !tr_shared_file_unchanged(file); }

static const tr_own_map *find_by_file(const tr_document *document, map_test test, int *planet) {
    for (int i = 0; i < document->scene->planet_count; i++) {
        const tr_recipe *recipe = document->scene->planets[i].recipe;
        for (int k = 0; k < recipe->map_count; k++)
            if (test(tr_recipe_file(recipe, recipe->maps[k].file))) {
                *planet = i;
                return &recipe->maps[k];
            }
    }
    return NULL;
}

const tr_own_map *tr_document_missing(const tr_document *document, int *planet) {
    return find_by_file(document, is_missing, planet);
}

const tr_own_map *tr_document_changed(const tr_document *document, int *planet) {
    return find_by_file(document, has_changed, planet);
}

// Names the file in all maps that have the file of that map.
static tr_status name_file(tr_document *document, int planet, const tr_own_map *map, const tr_shared_file *file,
                           tr_error *error) {
    const tr_recipe *recipe = document->scene->planets[planet].recipe;
    char paths[2 * TR_MAX_OWN_MAPS][TR_NAME_BYTES + 16], name[TR_FILE_BYTES + 2], sha256[TR_DIGEST_BYTES + 2];
    tr_change changes[2 * TR_MAX_OWN_MAPS];
    int count = 0;
    snprintf(name, sizeof name, "\"%s\"", file->name); // texts, also where they look like numbers
    snprintf(sha256, sizeof sha256, "\"%s\"", file->sha256);
    for (int i = 0; i < recipe->map_count; i++) {
        if (strcmp(recipe->maps[i].file, map->file) != 0)
            continue;
        snprintf(paths[count], sizeof paths[count], "maps.%s.file", recipe->maps[i].name);
        changes[count] = (tr_change){paths[count], name}, count++;
        snprintf(paths[count], sizeof paths[count], "maps.%s.sha256", recipe->maps[i].name);
        changes[count] = (tr_change){paths[count], sha256}, count++;
    }
    char what[TR_STEP_BYTES];
    snprintf(what, sizeof what, "File %.50s", file->name);
    return tr_document_change_planet(document, what, planet, count, changes, error);
}

tr_status tr_document_give_file(tr_document *document, int planet, const char *name, tr_shared_file *file,
                                bool *other, tr_error *error) {
    const bool there = planet >= 0 && planet < document->scene->planet_count;
    const tr_own_map *map = there ? tr_recipe_own_map(document->scene->planets[planet].recipe, name) : NULL;
    if (!map)
        return tr_fail(error, TR_BAD_USAGE, "the planet has no map '%s' any more", name);
    const bool another = strcmp(map->sha256, file->sha256) != 0;
    if (other)
        *other = another && map->sha256[0];
    tr_status status = tr_shared_files_add(&document->files, file, error);
    if (status != TR_OK)
        return status;
    if (another || strcmp(map->file, file->name) != 0)
        return name_file(document, planet, map, file, error);
    document->steps[document->step].saved = false;
    return tr_document_look_again(document, error);
}

tr_status tr_document_remove_map(tr_document *document, const char *name, tr_error *error) {
    char path[TR_NAME_BYTES + 8], what[TR_STEP_BYTES];
    snprintf(path, sizeof path, "maps.%s", name);
    snprintf(what, sizeof what, "Map %.40s removed", name);
    const tr_change change = {path, tr_document_differs(document, path) ? NULL : "null"};
    return tr_document_change(document, what, 0, false, 1, &change, error);
}
