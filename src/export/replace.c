#include "export/private/replace.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "export/private/tile_files.h"
#include "png/png.h"
#include "scene/load.h"
#include "json/json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *name_in(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// ---- reading -------------------------------------------------------------------------------------

enum { names_most = 4 * TR_EXPORT_FILES };

// Only files that a set of that stem can have: a manifest is not trusted.
static void add_name(const tr_export_job *job, const char *name, tr_earlier *earlier) {
    const size_t length = strlen(job->stem);
    if (!name || strchr(name, '/') || strlen(name) >= TR_EXPORT_NAME_BYTES || earlier->count == names_most)
        return;
    if (strncmp(name, job->stem, length) == 0 && (name[length] == '_' || name[length] == '.'))
        snprintf(earlier->names[earlier->count++], TR_EXPORT_NAME_BYTES, "%s", name);
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
    const tr_export_job *job;
    tr_earlier *earlier;
};

static void add_file(void *context, const tr_json *file) {
    const struct adding *adding = context;
    add_name(adding->job, tr_json_text(tr_json_get(file, "file")), adding->earlier);
}

static void add_names(const tr_export_job *job, const tr_json *manifest, tr_earlier *earlier) {
    struct adding adding = {job, earlier};
    tr_manifest_visit(manifest, add_file, &adding);
    earlier->pending = earlier->count;
    for (const tr_json *name = tr_json_first(tr_json_get(manifest, "replaces")); name; name = name->next) {
        const char *text = tr_json_text(name);
        earlier->tiles = earlier->tiles || (text && strcmp(text, TR_EARLIER_TILES) == 0);
        add_name(job, text, earlier);
    }
}

static void read_list(const tr_json *list, tr_digest *digest) {
    const char *sha256 = tr_json_text(tr_json_get(list, "sha256"));
    const tr_json *bytes = tr_json_get(list, "bytes");
    if (sha256 && tr_json_is(bytes, TR_JSON_WHOLE))
        snprintf(digest->sha256, sizeof digest->sha256, "%s", sha256), digest->bytes = (size_t)bytes->whole;
}

// The text of a file of at most `most` bytes; *text stays NULL where it cannot be read or is larger.
static tr_status read_text(const char *path, size_t most, char **text, size_t *size, tr_error *error) {
    FILE *file = fopen(path, "rb");
    *text = NULL;
    if (!file) // fopen() allocates
        return errno == ENOMEM ? tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path) : TR_OK;
    *text = tr_malloc(most + 1);
    *size = *text ? fread(*text, 1, most + 1, file) : 0;
    const bool good = *text && !ferror(file) && *size <= most;
    fclose(file);
    if (!*text)
        return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
    if (!good) {
        tr_free(*text);
        *text = NULL;
    }
    return TR_OK;
}

static bool is_file(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

tr_status tr_manifest_read(tr_json_document *document, const char *path, tr_json **root, tr_error *error) {
    char *text;
    size_t size;
    *root = NULL;
    tr_status status = read_text(path, TR_WORLD_BYTES + (1 << 20), &text, &size, error);
    if (!text)
        return status;
    if (tr_json_parse(document, TR_JSON_CARRIER, path, text, size, root, NULL) == TR_NO_MEMORY)
        status = tr_json_check(document, error);
    tr_free(text);
    const char *generator = status == TR_OK ? tr_json_text(tr_json_get(*root, "generator")) : NULL;
    if (!generator || strcmp(generator, "terrella") != 0)
        *root = NULL;
    return status;
}

tr_status tr_earlier_find(const tr_export_job *job, const char *path, tr_earlier *earlier, tr_error *error) {
    tr_json_document *document = NULL;
    tr_json *root = NULL;
    *earlier = (tr_earlier){.there = is_file(path)};
    if (!earlier->there)
        return TR_OK;
    earlier->names = tr_calloc(names_most, sizeof *earlier->names);
    tr_status status = earlier->names ? tr_json_create(&document, error)
                                      : tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
    if (status == TR_OK)
        status = tr_manifest_read(document, path, &root, error);
    earlier->ours = root != NULL;
    earlier->unfinished = tr_json_get(root, "unfinished");
    earlier->tiles = tr_json_get(root, "tiles");
    read_list(tr_json_get(tr_json_get(root, "tiles"), "hashes"), &earlier->list);
    if (root)
        add_names(job, root, earlier);
    tr_json_destroy(document);
    return status;
}

void tr_earlier_free(tr_earlier *earlier) {
    tr_free(earlier->names);
    *earlier = (tr_earlier){0};
}

// ---- replacing -----------------------------------------------------------------------------------

static bool names(const tr_earlier *earlier, const char *name) {
    for (int i = 0; i < earlier->count; i++)
        if (strcmp(earlier->names[i], name) == 0)
            return true;
    return false;
}

// Whether a PNG carries a world: one of an export that was killed before its manifest stood.
static tr_status carries_world(const char *path, bool *carries, tr_error *error) {
    const char *dot = strrchr(path, '.');
    *carries = false;
    if (!dot || strcmp(dot, ".png") != 0)
        return TR_OK;
    FILE *stream = fopen(path, "rb");
    char *text = NULL;
    if (!stream)
        return errno == ENOMEM ? tr_fail(error, TR_NO_MEMORY, "no memory to look at %s", path) : TR_OK;
    const tr_status status = tr_png_read_text(stream, path, &text, NULL);
    *carries = status == TR_OK && text;
    tr_free(text);
    fclose(stream);
    return status == TR_NO_MEMORY ? tr_fail(error, status, "no memory to look at %s", path) : TR_OK;
}

static tr_status refuse(const char *path, tr_error *error) {
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", path);
    return tr_fail(
        error, TR_CANNOT_WRITE,
        "cannot write: a file is there that Terrella did not write under this name; --force replaces "
        "it, --name and -o choose another place");
}

tr_status tr_earlier_check(const tr_earlier *earlier, const tr_export_result *result, tr_error *error) {
    const char *manifest = result->paths[result->count - 1];
    for (int i = 0; i < result->count - 1; i++) {
        bool ours = !is_file(result->paths[i]) || names(earlier, name_in(result->paths[i]));
        const tr_status status = ours ? TR_OK : carries_world(result->paths[i], &ours, error);
        if (status != TR_OK || !ours)
            return status != TR_OK ? status : refuse(result->paths[i], error);
    }
    return earlier->there && !earlier->ours ? refuse(manifest, error) : TR_OK;
}

void tr_earlier_remove_rest(const tr_export_job *job, const tr_earlier *earlier,
                            const tr_export_result *result) {
    for (int k = 0; k < earlier->count; k++) {
        char path[1024];
        bool stays = false;
        for (int i = 0; i < result->count; i++)
            stays = stays || strcmp(name_in(result->paths[i]), earlier->names[k]) == 0;
        if (!stays && snprintf(path, sizeof path, "%s/%s", *job->directory ? job->directory : ".",
                               earlier->names[k]) < (int)sizeof path)
            unlink(path);
    }
    char folder[1024];
    if (earlier->tiles && !tr_layout_is_pyramid(job->layout) &&
        tr_export_path(job, job->stem, folder, NULL) == TR_OK && tr_tiles_remove(folder, NULL) == TR_OK)
        (void)rmdir(folder); // not empty: it stays
}
