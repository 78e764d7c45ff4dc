#include "scene/packing.h"

#include "base/memory.h"
#include "pack/pack.h"
#include "scene/load.h"

#include <errno.h>
#include <string.h>

// The entries of a pack: the recipe first, then the files, in the order of maps.
typedef struct packing {
    int count;
    tr_pack_entry entries[TR_PACK_MAX_ENTRIES];
    char names[TR_PACK_MAX_ENTRIES][TR_FILE_BYTES]; // of the files
    void *owned[TR_PACK_MAX_ENTRIES];               // bytes that were read from the disk, or NULL
} packing;

static tr_status refuse(const tr_own_map *map, const char *message, tr_error *error) {
    return tr_recipe_fail(error, "maps", map->name, "file", "'%s' %s", map->file, message);
}

static tr_status refuse_reading(const tr_own_map *map, int reason, tr_error *error) {
    return tr_recipe_fail(error, "maps", map->name, "file", "'%s' cannot be read: %s", map->file,
                          tr_reason_text(reason));
}

static bool is_there(const packing *p, const char *name) {
    for (int i = 1; i < p->count; i++)
        if (strcmp(p->entries[i].name, name) == 0)
            return true;
    return false;
}

// Reads an open file whose size is known.
static tr_status read_open(int handle, const tr_own_map *map, packing *p, tr_error *error) {
    tr_info info = {0};
    size_t count = 0;
    int reason = tr_file_info(handle, &info);
    if (reason == 0 && info.bytes >= TR_PACK_MAX_BYTES)
        return refuse(map, "has more than 1 GiB, which a pack may not have", error);
    char *bytes = p->owned[p->count] = tr_malloc(info.bytes + 1);
    if (bytes && reason == 0)
        reason = tr_file_read(handle, bytes, info.bytes + 1, &count);
    if (!bytes || reason == ENOMEM)
        return tr_fail(error, TR_NO_MEMORY, "no memory to read '%s'", map->file);
    if (reason != 0)
        return refuse_reading(map, reason, error);
    p->entries[p->count].bytes = bytes, p->entries[p->count].length = count;
    return TR_OK;
}

static tr_status add_part(const tr_own_map *map, const tr_file_part *part, packing *p, tr_error *error) {
    tr_status status = TR_OK;
    if (p->count == TR_PACK_MAX_ENTRIES)
        return refuse(map, "is one file more than a pack can have", error);
    p->entries[p->count] = (tr_pack_entry){p->names[p->count], part->bytes, (size_t)part->info.bytes};
    if (!part->bytes) {
        int handle;
        const int reason = tr_file_open_path(part->path, &handle);
        if (reason != 0)
            return refuse_reading(map, reason, error);
        status = read_open(handle, map, p, error);
        tr_file_close(handle);
    }
    p->count++;
    return status;
}

// The parts of a file are packed one by one.
static tr_status add_file(const tr_recipe *recipe, const tr_own_map *map, packing *p, tr_error *error) {
    const tr_shared_file *file = tr_recipe_file(recipe, map->file);
    tr_status status = TR_OK;
    if (!file && map->strength <= 0) // the planet ignores it
        return TR_OK;
    if (!file)
        return refuse(map, "is missing: open the recipe from its folder", error);
    if (strcmp(map->file, TR_PACK_RECIPE) == 0)
        return refuse(map, "has the name of the recipe in a pack: rename it", error);
    for (int i = 0; i < file->part_count && status == TR_OK; i++) {
        char *name = p->names[p->count < TR_PACK_MAX_ENTRIES ? p->count : 0];
        tr_file_part_name(map->file, i, name);
        if (!is_there(p, name))
            status = add_part(map, &file->parts[i], p, error);
    }
    return status == TR_OK && !tr_shared_file_unchanged(file)
               ? refuse(map, "has changed since it was opened", error)
               : status;
}

static tr_status add_files(const tr_scene *scene, packing *p, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < scene->planet_count; i++) {
        const tr_recipe *recipe = scene->planets[i].recipe;
        for (int k = 0; k < recipe->map_count && status == TR_OK; k++)
            status = add_file(recipe, &recipe->maps[k], p, error);
    }
    return status;
}

static tr_status write(const packing *p, const char *path, const tr_watch *watch, tr_error *error) {
    tr_atomic_file *file;
    const tr_status status = tr_atomic_open(path, &file, error);
    return status == TR_OK ? tr_atomic_end(file, tr_pack_write(p->count, p->entries, file, error), watch, error)
                           : status;
}

tr_status tr_scene_pack(const tr_scene *scene, const char *path, const tr_watch *watch, tr_error *error) {
    char *text = NULL;
    tr_status status = tr_scene_to_json(scene, true, &text, error);
    packing *p = status == TR_OK ? tr_calloc(1, sizeof *p) : NULL;
    if (status == TR_OK && !p)
        status = tr_fail(error, TR_NO_MEMORY, "no memory to pack the images");
    if (status == TR_OK) {
        p->entries[p->count++] = (tr_pack_entry){TR_PACK_RECIPE, text, strlen(text)};
        status = add_files(scene, p, error);
    }
    if (status == TR_OK)
        status = write(p, path, watch, error);
    for (int i = 0; p && i < TR_PACK_MAX_ENTRIES; i++)
        tr_free(p->owned[i]);
    tr_free(p);
    tr_free(text);
    return status;
}
