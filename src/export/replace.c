#include "export/private/replace.h"

#include "base/memory.h"
#include "export/directory.h"
#include "export/export.h"
#include "export/private/tiles.h"
#include "scene/load.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// ---- reading -------------------------------------------------------------------------------------

enum { files_most = 4 * TR_EXPORT_FILES };

static void read_digest(const tr_json *file, tr_digest *digest) {
    const char *sha256 = tr_json_text(tr_json_get(file, "sha256"));
    const tr_json *bytes = tr_json_get(file, "bytes");
    if (sha256 && strlen(sha256) < sizeof digest->sha256 && tr_json_is(bytes, TR_JSON_WHOLE)) {
        snprintf(digest->sha256, sizeof digest->sha256, "%s", sha256);
        digest->bytes = (size_t)bytes->whole;
    }
}

void tr_manifest_visit(const tr_json *manifest, void (*take)(void *context, const tr_json *file),
                       void *context) {
    take(context, tr_json_get(manifest, "rings"));
    take(context, tr_json_get(manifest, "mesh"));
    take(context, tr_json_get(manifest, "page"));
    take(context, tr_json_get(tr_json_get(manifest, "tiles"), "hashes"));
    for (const tr_json *map = tr_json_first(tr_json_get(manifest, "maps")); map; map = map->next) {
        take(context, map);
        for (const tr_json *face = tr_json_first(tr_json_get(map, "files")); face; face = face->next)
            take(context, face);
    }
    for (const tr_json *file = tr_json_first(tr_json_get(manifest, "beside")); file; file = file->next)
        take(context, file);
}

struct adding {
    const tr_plan *plan;
    tr_earlier *earlier;
};

// Adds a file if a set with that stem can have it, because a manifest is not trusted. Textures embedded in one
// file name it repeatedly.
static void add_file(void *context, const tr_json *file) {
    const struct adding *adding = context;
    tr_earlier *earlier = adding->earlier;
    const char *name = tr_json_text(tr_json_get(file, "file"));
    if (!name || earlier->count == files_most || !tr_set_can_have(adding->plan->job.stem, name))
        return;
    tr_earlier_file *new = &earlier->files[earlier->count];
    *new = (tr_earlier_file){0};
    snprintf(new->name, sizeof new->name, "%s", name);
    read_digest(file, &new->digest);
    const tr_earlier_file *last = earlier->count > 0 ? new - 1 : NULL;
    if (!last || strcmp(last->name, new->name) != 0 || strcmp(last->digest.sha256, new->digest.sha256) != 0)
        earlier->count++;
}

static void add_files(const tr_plan *plan, const tr_json *manifest, tr_earlier *earlier) {
    struct adding adding = {plan, earlier};
    tr_manifest_visit(manifest, add_file, &adding);
    earlier->pending = earlier->count;
    for (const tr_json *file = tr_json_first(tr_json_get(manifest, "replaces")); file; file = file->next)
        add_file(&adding, file);
    for (int i = 0; i < earlier->count; i++)
        if (strcmp(earlier->files[i].name, plan->list) == 0)
            earlier->tiles = true, earlier->list = earlier->files[i].digest;
}

tr_status tr_manifest_read(tr_json_document *document, int file, const char *path, tr_json **root,
                           tr_error *error) {
    const size_t most = TR_WORLD_BYTES + (1 << 20);
    size_t size = 0;
    *root = NULL;
    char *text = tr_malloc(most + 1);
    const int reason = text ? tr_file_read(file, text, most + 1, &size) : ENOMEM;
    tr_status status = TR_OK;
    if (reason == ENOMEM)
        status = tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
    else if (reason)
        status = tr_read_fail(error, path, reason);
    else if (size <= most &&
             tr_json_parse(document, TR_JSON_CARRIER, path, text, size, root, NULL) == TR_NO_MEMORY)
        status = tr_json_check(document, error);
    tr_free(text);
    const char *generator = status == TR_OK ? tr_json_text(tr_json_get(*root, "generator")) : NULL;
    if (!generator || strcmp(generator, "terrella") != 0)
        *root = NULL;
    return status;
}

static tr_status read_earlier(const tr_plan *plan, int file, tr_earlier *earlier, tr_error *error) {
    char path[TR_EXPORT_PATH_BYTES];
    tr_json_document document = {0};
    tr_json *root = NULL;
    tr_plan_path(plan, plan->manifest, path);
    earlier->there = true;
    earlier->files = tr_calloc(files_most, sizeof *earlier->files);
    const tr_status status = earlier->files ? tr_manifest_read(&document, file, path, &root, error)
                                            : tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
    earlier->ours = root != NULL;
    earlier->unfinished = tr_json_get(root, "unfinished");
    earlier->tiles = tr_json_get(root, "tiles");
    if (root)
        add_files(plan, root, earlier);
    tr_json_clear(&document);
    return status;
}

tr_status tr_earlier_find(const tr_plan *plan, tr_earlier *earlier, tr_error *error) {
    int file;
    *earlier = (tr_earlier){0};
    if (!plan->folder.handle)
        return TR_OK;
    const int reason = tr_file_open(plan->folder, plan->manifest, &file);
    if (reason)
        return reason == ENOENT ? TR_OK : tr_plan_read_fail(plan, plan->manifest, reason, error);
    const tr_status status = read_earlier(plan, file, earlier, error);
    tr_file_close(file);
    return status;
}

static tr_status read_recipe(int file, const char *path, char **json, tr_error *error) {
    tr_json_document document = {0};
    tr_json *root = NULL;
    tr_status status = tr_manifest_read(&document, file, path, &root, error);
    const tr_json *recipe = tr_json_get(root, "recipe");
    if (recipe)
        status = tr_json_write(&document, recipe, false, json, error);
    tr_json_clear(&document);
    return status;
}

tr_status tr_export_recipe_there(const char *directory, const char *stem, char **json, tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES], path[TR_EXPORT_PATH_BYTES];
    tr_folder folder = {0};
    int file;
    *json = NULL;
    if (snprintf(name, sizeof name, "%s" TR_MANIFEST_ENDING, stem) >= (int)sizeof name ||
        snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path)
        return tr_write_fail(error, directory, ENAMETOOLONG);
    tr_status status = tr_directory_find(directory, &folder, error);
    const int reason = status == TR_OK && folder.handle ? tr_file_open(folder, name, &file) : ENOENT;
    if (!reason) {
        status = read_recipe(file, path, json, error);
        tr_file_close(file);
    } else if (reason != ENOENT) {
        status = tr_read_fail(error, path, reason);
    }
    tr_folder_close(&folder);
    return status;
}

void tr_earlier_free(tr_earlier *earlier) {
    tr_free(earlier->files);
    *earlier = (tr_earlier){0};
}

// ---- ownership -----------------------------------------------------------------------------------

static bool is_named(const tr_earlier *earlier, const char *name) {
    for (int i = 0; i < earlier->count; i++)
        if (strcmp(earlier->files[i].name, name) == 0)
            return true;
    return false;
}

static bool has_digest(const tr_earlier *earlier, const char *name, const tr_digest *digest) {
    for (int i = 0; i < earlier->count; i++) {
        const tr_earlier_file *file = &earlier->files[i];
        if (strcmp(file->name, name) == 0 && strcmp(file->digest.sha256, digest->sha256) == 0)
            return true;
    }
    return false;
}

typedef enum owner_kind { OWNER_NONE, OWNER_US, OWNER_CHANGED, OWNER_OTHER, OWNER_NO_FILE } owner_kind;

// Whether a name is free, or names a file of the earlier set that is unchanged. Reads the whole file. Errors:
// TR_CANNOT_WRITE (it cannot be read), TR_STOPPED.
static tr_status find_owner(const tr_plan *plan, const tr_earlier *earlier, const char *name, owner_kind *owner,
                            tr_error *error) {
    tr_info there = {.kind = TR_KIND_NONE};
    tr_digest digest;
    *owner = OWNER_NONE;
    if (!plan->folder.handle)
        return TR_OK;
    int reason = tr_name_info(plan->folder, name, &there);
    if (!reason && there.kind == TR_KIND_NONE)
        return TR_OK;
    *owner = there.kind == TR_KIND_FILE ? OWNER_OTHER : OWNER_NO_FILE;
    if (!reason && (there.kind != TR_KIND_FILE || !is_named(earlier, name)))
        return TR_OK;
    if (!reason)
        reason = tr_digest_file(plan->folder, name, plan->watch, &digest);
    if (reason)
        return reason == ECANCELED ? tr_watch_check(plan->watch, error)
                                   : tr_plan_read_fail(plan, name, reason, error);
    *owner = has_digest(earlier, name, &digest) ? OWNER_US : OWNER_CHANGED;
    return TR_OK;
}

static tr_status refuse(const tr_plan *plan, const char *name, owner_kind owner, tr_error *error) {
    static const char *const why[] = {
        [OWNER_NO_FILE] =
            "a link, a folder, a pipe or a device is there: remove it, or choose another place with "
            "--name or -o",
        [OWNER_CHANGED] =
            "this file was changed since Terrella wrote it; --keep leaves it and writes the others, --force "
            "replaces it, --name and -o choose another place",
        [OWNER_OTHER] =
            "a file is there that Terrella did not write under this name; --force replaces it, --name "
            "and -o choose another place"};
    return tr_plan_refuse(plan, name, why[owner], error);
}

tr_status tr_earlier_check(tr_plan *plan, const tr_earlier *earlier, tr_error *error) {
    for (int i = 0; i < plan->file_count - 1; i++) {
        tr_set_file *file = &plan->files[i];
        owner_kind owner = OWNER_NONE;
        const tr_status status = file->hidden ? TR_OK : find_owner(plan, earlier, file->name, &owner, error);
        if (status != TR_OK)
            return status;
        const bool is_edited = owner == OWNER_CHANGED || owner == OWNER_OTHER;
        file->stays = is_edited && (plan->job.edited == TR_EDITED_KEEP || tr_set_is_settings(file->name));
        const bool goes = file->stays || (is_edited && plan->job.edited == TR_EDITED_REPLACE);
        if (owner != OWNER_NONE && owner != OWNER_US && !goes)
            return refuse(plan, file->name, owner, error);
    }
    return earlier->there && !earlier->ours ? refuse(plan, plan->manifest, OWNER_OTHER, error) : TR_OK;
}

// ---- removing ------------------------------------------------------------------------------------

// Whether the plan contains a file of that name. Not for tiles: they write texts only where none exist, so
// those of an earlier set are removed.
static bool is_planned(const tr_plan *plan, const char *name) {
    for (int i = 0; i < plan->file_count && !tr_layout_is_pyramid(plan->job.layout); i++)
        if (strcmp(plan->files[i].name, name) == 0)
            return true;
    return false;
}

static bool came_before(const tr_earlier *earlier, int index) {
    for (int i = 0; i < index; i++)
        if (strcmp(earlier->files[i].name, earlier->files[index].name) == 0)
            return true;
    return false;
}

static tr_status remove_one(const tr_earlier *earlier, tr_placing *placing, const char *name,
                            tr_export_result *result, tr_error *error) {
    owner_kind owner;
    const tr_status status = find_owner(placing->plan, earlier, name, &owner, error);
    if (status == TR_OK && owner == OWNER_US)
        return tr_placing_remove(placing, name, error);
    if (status == TR_OK && owner != OWNER_NONE)
        tr_result_keep(result, placing->plan, name);
    return status;
}

tr_status tr_earlier_remove_rest(const tr_plan *plan, const tr_earlier *earlier, tr_placing *placing,
                                 tr_export_result *result, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < earlier->count && status == TR_OK; i++) {
        const char *name = earlier->files[i].name;
        if (strcmp(name, plan->list) != 0 && !came_before(earlier, i) && !is_planned(plan, name))
            status = remove_one(earlier, placing, name, result, error);
    }
    return status;
}

tr_status tr_earlier_remove_tiles(const tr_plan *plan, const tr_earlier *earlier, tr_export_result *result,
                                  tr_error *error) {
    tr_placing placing = {.plan = plan};
    tr_status status = plan->job.force ? tr_tiles_remove(plan, error)
                                       : tr_tiles_remove_listed(plan, &earlier->list, result, error);
    if (status == TR_OK && is_named(earlier, plan->list))
        status = remove_one(earlier, &placing, plan->list, result, error);
    tr_placing_end(&placing);
    return status;
}
