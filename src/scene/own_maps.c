// The files of own maps: found by the names that recipes give them.
#include "base/memory.h"
#include "fields/field.h"
#include "pack/pack.h"
#include "scene/link.h"
#include "scene/private/trees.h"

#include <stdio.h>
#include <string.h>

// A world whose recipes get their files.
typedef struct attaching {
    const tr_world *world;
    const char *folder;            // or NULL
    tr_pack *pack;                 // instead of a folder, or NULL
    const tr_scene_planet *planet; // of the recipe
    tr_error *error;
} attaching;

static tr_status fail(const attaching *a, const tr_own_map *map, const char *key, const char *message) {
    char list[TR_PATH_BYTES];
    const char *name = a->planet->name;
    snprintf(list, sizeof list, "%s%s%smaps", *name ? "planets." : "", name, *name ? "." : "");
    return tr_recipe_fail(a->error, list, map->name, key, "%s", message);
}

// Whether a file that the world brings along is the one that a map means. The files of a document (partial) are
// of several folders and of several times: a SHA-256 tells which one is meant, and otherwise its place. A file
// that has changed since counts, too, as long as it is known by its SHA-256: its images may still be in memory.
static bool is_meant(const attaching *a, const tr_own_map *map, const tr_shared_file *file) {
    const size_t folder = a->folder ? strlen(a->folder) : 0;
    if (strcmp(file->name, map->file) != 0)
        return false;
    if (a->world->partial && map->sha256[0])
        return strcmp(file->sha256, map->sha256) == 0;
    if (a->world->partial && (a->folder || a->pack) &&
        !(folder && file->path && strncmp(file->path, a->folder, folder) == 0 && file->path[folder] == '/' &&
          strcmp(file->path + folder + 1, map->file) == 0))
        return false;
    return tr_shared_file_unchanged(file);
}

// The world's last file that is meant, with one reference more; NULL: there is none.
static tr_shared_file *find_given(const attaching *a, const tr_own_map *map) {
    for (int i = a->world->file_count - 1; i >= 0; i--)
        if (is_meant(a, map, a->world->files[i]))
            return tr_shared_file_keep(a->world->files[i]);
    return NULL;
}

// Reads a part of a file behind those that are there.
static tr_status read_part(const attaching *a, const char *file, int part, size_t before, char **all,
                           size_t *length, tr_error *error) {
    char name[TR_FILE_BYTES], *bytes;
    tr_file_part_name(file, part, name);
    const tr_status status = tr_pack_read(a->pack, name, TR_PACK_MAX_BYTES, &bytes, length, error);
    if (status != TR_OK || !*all) {
        *all = status == TR_OK ? bytes : *all;
        return status;
    }
    char *longer = tr_realloc(*all, before + *length + 1);
    if (longer)
        memcpy(longer + before, bytes, *length);
    *all = longer ? longer : *all;
    tr_free(bytes);
    return longer ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory to read %s", name);
}

static tr_status find_packed(const attaching *a, const char *name, tr_shared_file **file, tr_error *error) {
    char *bytes = NULL;
    size_t lengths[TR_FILE_MOST_PARTS], before = 0;
    tr_status status = TR_OK;
    for (int i = 0; i < tr_file_part_count(name) && status == TR_OK; i++) {
        status = tr_watch_check(a->world->watch, error);
        if (status == TR_OK)
            status = read_part(a, name, i, before, &bytes, &lengths[i], error);
        before += status == TR_OK ? lengths[i] : 0;
    }
    if (status == TR_OK)
        status = tr_shared_file_of(name, bytes, lengths, file, error);
    tr_free(bytes);
    return status;
}

// *file stays NULL if there is nowhere to look for it.
static tr_status find(const attaching *a, const tr_own_map *map, tr_shared_file **file) {
    *file = find_given(a, map);
    if (*file || (!a->folder && !a->pack))
        return TR_OK;
    tr_error inner = {0};
    const tr_status status = a->pack ? find_packed(a, map->file, file, &inner)
                                     : tr_shared_file_in(a->folder, map->file, a->world->watch, file, &inner);
    return status == TR_BAD_INPUT ? fail(a, map, "file", inner.message)
           : status == TR_OK      ? status
                                  : tr_fail(a->error, status, "%s", inner.message);
}

static tr_status attach(const attaching *a, tr_recipe *recipe, tr_own_map *map) {
    tr_shared_file *file = NULL;
    if (!map->file[0])
        return fail(a, map, "file", "needs a \"file\"");
    tr_status status = find(a, map, &file);
    if (status == TR_OK && file && map->sha256[0] && strcmp(map->sha256, file->sha256) != 0) {
        tr_shared_file_release(file);
        return fail(
            a, map, "sha256",
            "the file has changed since the recipe was saved; remove \"sha256\" if it may be another one");
    }
    if (!file)
        return status;
    memcpy(map->sha256, file->sha256, sizeof map->sha256);
    return tr_recipe_add_file(recipe, file, a->error);
}

// Copies the folder of a file's path; NULL: no memory.
static char *copy_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) + (slash == path) : 1;
    char *folder = tr_malloc(length + 1);
    if (folder)
        snprintf(folder, length + 1, "%s", slash ? path : ".");
    return folder;
}

static tr_status attach_all(attaching *a, tr_scene *scene) {
    for (int i = 0; i < scene->planet_count; i++) {
        tr_recipe *recipe = scene->planets[i].recipe;
        a->planet = &scene->planets[i];
        for (int k = 0; k < recipe->map_count; k++) {
            tr_error inner = {0};
            attaching one = *a;
            tr_own_map *map = &recipe->maps[k];
            const bool may_lack = a->world->partial || (map->strength <= 0 && map->file[0]);
            one.error = may_lack ? &inner : a->error;
            const tr_status status = attach(&one, recipe, map);
            if ((status == TR_NO_MEMORY || status == TR_STOPPED) && may_lack)
                return tr_fail(a->error, status, "%s", inner.message);
            if (status != TR_OK && !may_lack)
                return status;
            if (a->world->partial && !tr_recipe_file(recipe, map->file))
                map->strength = 0; // so that the planet is made without it
        }
    }
    return TR_OK;
}

tr_status tr_recipe_widen_for_maps(tr_recipe *recipe, const tr_watch *watch, tr_error *error) {
    double range_m[2] = {0, 0};
    tr_status status = TR_OK;
    for (int i = 0; i < recipe->map_count && status == TR_OK; i++)
        if (tr_own_kind_of(recipe->maps[i].name) == TR_OWN_HEIGHT && recipe->maps[i].strength > 0)
            status = tr_own_map_range(recipe, i, watch, range_m, error);
    if (status == TR_OK)
        tr_recipe_widen(recipe, range_m);
    return status;
}

static bool has_maps(const tr_scene *scene) {
    for (int i = 0; i < scene->planet_count; i++)
        if (scene->planets[i].recipe->map_count > 0)
            return true;
    return false;
}

tr_status tr_scene_attach_files(const tr_world *world, tr_scene *scene, tr_error *error) {
    const bool is_file = !world->text && !tr_link_is(world->name) && tr_source_is_file(world->name);
    const char *from = world->folder ? world->folder : is_file ? world->name : NULL;
    attaching a = {.world = world, .folder = world->folder, .error = error};
    char *own = NULL;
    tr_status status = TR_OK;
    if (!has_maps(scene))
        return TR_OK;
    if (from && tr_pack_is(from))
        status = tr_pack_open(from, &a.pack, error);
    else if (!world->folder && is_file) {
        a.folder = own = copy_folder(world->name);
        status = own ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory to read %s", world->name);
    }
    if (status == TR_OK)
        status = attach_all(&a, scene);
    for (int i = 0; i < scene->planet_count && status == TR_OK; i++)
        status = tr_recipe_widen_for_maps(scene->planets[i].recipe, world->watch, error);
    tr_pack_close(a.pack);
    tr_free(own);
    return status;
}

tr_status tr_scene_add_files(const tr_scene *scene, tr_shared_files *files, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < scene->planet_count && status == TR_OK; i++) {
        const tr_recipe *recipe = scene->planets[i].recipe;
        status = tr_shared_files_add_all(files, &(tr_shared_files){recipe->file_count, recipe->files}, error);
    }
    return status;
}
