#include "editor/private/map_files.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "base/words.h"
#include "editor/listing.h"

#include <stdio.h>
#include <string.h>

enum { most_tries = 1000 };

static tr_status copy_bytes(const tr_file_part *part, tr_atomic_file *to, tr_error *error) {
    enum { most = 1 << 16 };
    if (part->bytes) {
        tr_atomic_write(to, part->bytes, (size_t)part->info.bytes);
        return TR_OK;
    }
    char *bytes = tr_malloc(most);
    int handle = -1;
    size_t count = 0;
    if (!bytes)
        return tr_fail(error, TR_NO_MEMORY, "no memory to copy %s", part->path);
    int reason = tr_file_open_path(part->path, &handle);
    while (reason == 0 && (reason = tr_file_read(handle, bytes, most, &count)) == 0 && count > 0)
        tr_atomic_write(to, bytes, count);
    if (handle >= 0)
        tr_file_close(handle);
    tr_free(bytes);
    return reason == 0 ? TR_OK : tr_read_fail(error, part->path, reason);
}

static tr_status copy_part(const tr_shared_file *file, int part, const char *path, tr_error *error) {
    tr_atomic_file *to;
    tr_status status = tr_atomic_open(path, &to, error);
    if (status != TR_OK)
        return status;
    status = copy_bytes(&file->parts[part], to, error);
    if (status == TR_OK)
        status = tr_atomic_finish(to, error);
    if (status == TR_OK && !tr_shared_file_unchanged(file))
        status = tr_fail(error, TR_BAD_INPUT, "%s has changed since it was opened: open it again",
                         file->parts[part].path);
    return tr_atomic_end(to, status, NULL, error);
}

static void remove_parts(const char *path, int count) {
    char part[TR_LISTING_PATH_BYTES + TR_FILE_BYTES + 1];
    for (int i = 0; i < count; i++) {
        tr_file_part_name(path, i, part);
        (void)tr_path_remove(part);
    }
}

static tr_status copy_file(const tr_shared_file *file, const char *path, tr_error *error) {
    char to[TR_LISTING_PATH_BYTES + TR_FILE_BYTES + 1];
    tr_status status = TR_OK;
    int count = 0; // of parts that are there
    for (; count < file->part_count && status == TR_OK; count += status == TR_OK) {
        tr_file_part_name(path, count, to);
        status = copy_part(file, count, to, error);
    }
    if (status != TR_OK)
        remove_parts(path, count);
    return status;
}

void tr_map_copies_remove(const tr_shared_files *copies) {
    for (int i = 0; i < copies->count; i++)
        if (copies->list[i]->path)
            remove_parts(copies->list[i]->path, copies->list[i]->part_count);
}

// Whether a part of a file of that path is there.
static bool is_taken(const char *path) {
    char part[TR_LISTING_PATH_BYTES + TR_FILE_BYTES + 1];
    for (int i = 0; i < tr_file_part_count(path); i++) {
        tr_file_part_name(path, i, part);
        if (tr_path_exists(part))
            return true;
    }
    return false;
}

// Whether the folder has the file by that name; then *found is it there. A file that is known to be there needs
// no reading.
static bool is_there(const char *folder, const char *name, tr_shared_file *file, tr_shared_file **found) {
    const size_t length = strlen(folder);
    *found = NULL;
    if (file->path && strncmp(file->path, folder, length) == 0 && file->path[length] == '/' &&
        strcmp(file->path + length + 1, name) == 0 && tr_shared_file_unchanged(file))
        *found = tr_shared_file_keep(file);
    else if (tr_shared_file_in(folder, name, NULL, found, NULL) == TR_OK &&
             strcmp((*found)->sha256, file->sha256) != 0) {
        tr_shared_file_release(*found);
        *found = NULL;
    }
    return *found != NULL;
}

// Finds the file in the folder or copies it there. name: as the map calls it, and then as it is called there.
static tr_status put_file(tr_shared_file *file, const char *folder, char name[TR_FILE_BYTES],
                          tr_shared_file **there, bool *copied, tr_error *error) {
    if (is_there(folder, name, file, there))
        return TR_OK;
    const char *stem;
    char own[TR_FILE_BYTES], path[TR_LISTING_PATH_BYTES + TR_FILE_BYTES + 1];
    snprintf(own, sizeof own, "%s", tr_path_name(name));
    const int length = (int)tr_path_stem(own, &stem);
    for (int i = 1; i <= most_tries; i++) {
        if (i == 1)
            snprintf(name, TR_FILE_BYTES, "%s", own);
        else
            snprintf(name, TR_FILE_BYTES, "%.*s-%d%s", length > 200 ? 200 : length, stem, i, stem + length);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (is_there(folder, name, file, there))
            return TR_OK;
        if (is_taken(path))
            continue;
        const tr_status status = copy_file(file, path, error);
        *copied = status == TR_OK && is_there(folder, name, file, there);
        if (status != TR_OK || *copied)
            return status;
        remove_parts(path, file->part_count);
        return tr_fail(error, TR_CANNOT_WRITE, "%s: the copy in %s cannot be read", own, folder);
    }
    return tr_fail(error, TR_CANNOT_WRITE, "%s: there are too many files called so in %s", own, folder);
}

// *text becomes another one if the map's file gets another name.
static tr_status save_map(const tr_recipe *recipe, int planet, const tr_own_map *map, const char *folder,
                          const char *old, tr_saved_maps *saved, char **text, tr_error *error) {
    tr_shared_file *file = tr_recipe_file(recipe, map->file), *there = NULL;
    char name[TR_FILE_BYTES], path[TR_NAME_BYTES + 16], value[2 * TR_FILE_BYTES], *changed;
    if (!file || !tr_shared_file_unchanged(file)) // what it was is nowhere any more
        return TR_OK;
    bool copied = false;
    snprintf(name, sizeof name, "%s", map->file);
    tr_status status = put_file(file, folder, name, &there, &copied, error);
    if (copied) {
        status = tr_shared_files_add(&saved->copies, there, error);
        if (status != TR_OK)
            tr_map_copies_remove(&(tr_shared_files){1, &there});
    }
    if (status == TR_OK && there)
        status = tr_shared_files_add(&saved->files, there, error);
    tr_shared_file_release(there);
    if (status != TR_OK || strcmp(name, map->file) == 0)
        return status;
    snprintf(path, sizeof path, "maps.%s.file", map->name);
    snprintf(value, sizeof value, "\"%s\"", name); // a text, also where it looks like a number
    const tr_change change = {path, value};
    status = tr_text_change(*text ? *text : old, NULL, planet, 1, &change, &changed, error);
    if (status != TR_OK)
        return status;
    tr_free(*text);
    *text = changed;
    return TR_OK;
}

void tr_saved_maps_clear(tr_saved_maps *saved) {
    tr_shared_files_clear(&saved->files);
    tr_shared_files_clear(&saved->copies);
}

tr_status tr_text_save_maps(const char *text, const tr_scene *scene, const char *path, tr_saved_maps *saved,
                            char **out, tr_error *error) {
    char folder[TR_LISTING_PATH_BYTES];
    tr_status status = TR_OK;
    *out = NULL;
    if (strchr(path, '/'))
        tr_path_folder(path, folder);
    else
        snprintf(folder, sizeof folder, ".");
    for (int i = 0; i < scene->planet_count && status == TR_OK; i++) {
        const tr_recipe *recipe = scene->planets[i].recipe;
        for (int k = 0; k < recipe->map_count && status == TR_OK; k++)
            status = save_map(recipe, i, &recipe->maps[k], folder, text, saved, out, error);
    }
    if (status != TR_OK) {
        tr_free(*out);
        *out = NULL;
    }
    return status;
}
