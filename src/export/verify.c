#include "export/verify.h"

#include "base/digest.h"
#include "base/memory.h"
#include "base/temporary.h"
#include "export/private/manifest.h"
#include "export/private/pyramid.h"
#include "export/private/replace.h"
#include "export/private/tile_list.h"
#include "png/png.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { flaws_named = 8, missing_most = 1000, levels_most = 11, files_most = 1 << 16 };
#define ENDING ".manifest.json"

// One look at one set.
typedef struct look {
    const tr_verify_report *report;
    const tr_watch *watch;
    const char *folder;
    tr_verified set;
    const tr_json **files; // that the manifest names
    int count;
    int64_t format; // of the manifest
    FILE *hashes;   // of tiles, line by line; NULL: there are none, or the list is damaged
    tr_error *error;
} look;

// From which formats on manifests have hashes of files, and of tiles.
enum { files_hashed = 3, tiles_hashed = 4 };

static void tell(look *l, const char *path, const char *what) {
    l->set.flaws++;
    l->report->flaw(l->report->context, path, what);
}

// ---- files of a set ------------------------------------------------------------------------------

// A manifest may come from anywhere: what it names lies in its folder or below.
static bool stays_below(const char *name) {
    for (const char *piece = name; piece; piece = strchr(piece, '/')) {
        piece += *piece == '/';
        if (strncmp(piece, "..", 2) == 0 && (piece[2] == '/' || !piece[2]))
            return false;
    }
    return name && *name && *name != '/';
}

static bool find_path(look *l, const char *name, char path[1024]) {
    if (stays_below(name) && snprintf(path, 1024, "%s/%s", l->folder, name) < 1024)
        return true;
    tell(l, l->set.manifest, "names a file that is not in its folder");
    return false;
}

// Whether there is a file; if not, it is told.
static bool is_there(look *l, const char *path, struct stat *there) {
    if (stat(path, there) == 0 && S_ISREG(there->st_mode))
        return true;
    tell(l, path, "missing");
    return false;
}

// What has no hash was written before there were any, or is not what was written.
static void miss_hash(look *l, const char *path, int since) {
    if (l->format < since)
        l->set.unhashed = true;
    else
        tell(l, path, "its hash is missing in the manifest");
}

static tr_status look_at_file(look *l, const tr_json *file) {
    char path[1024], digest[TR_DIGEST_BYTES], what[128];
    struct stat there;
    tr_error wrong = {0};
    uint64_t bytes = 0;
    const char *told = tr_json_text(tr_json_get(file, "sha256"));
    const tr_json *size = tr_json_get(file, "bytes");
    l->set.files++;
    if (!find_path(l, tr_json_text(tr_json_get(file, "file")), path) || !is_there(l, path, &there))
        return TR_OK;
    if (!told)
        miss_hash(l, path, files_hashed);
    l->set.bytes += (uint64_t)there.st_size;
    if (tr_json_is(size, TR_JSON_WHOLE) && size->whole != (int64_t)there.st_size) {
        snprintf(what, sizeof what, "%jd bytes, not %" PRId64, (intmax_t)there.st_size, size->whole);
        tell(l, path, what);
        return TR_OK;
    }
    const tr_status status = told ? tr_digest_file(path, l->watch, digest, &bytes, &wrong) : TR_OK;
    if (status == TR_STOPPED)
        return tr_fail(l->error, status, "stopped");
    if (status != TR_OK)
        tell(l, path, wrong.message);
    else if (told && strcmp(told, digest) != 0)
        tell(l, path, "other bytes than were written");
    return TR_OK;
}

static void collect(void *context, const tr_json *file) {
    look *l = context;
    if (tr_json_text(tr_json_get(file, "file")) && l->count < files_most)
        l->files[l->count++] = file;
}

static int compare_files(const void *a, const void *b) {
    const tr_json *const *one = a, *const *other = b;
    return strcmp(tr_json_text(tr_json_get(*one, "file")), tr_json_text(tr_json_get(*other, "file")));
}

// Textures that lie in one file name it each.
static tr_status look_at_files(look *l, const tr_json *manifest) {
    tr_status status = TR_OK;
    l->files = tr_malloc(files_most * sizeof(const tr_json *));
    if (!l->files)
        return tr_fail(l->error, TR_NO_MEMORY, "no memory to look at a set");
    l->count = 0;
    tr_manifest_visit(manifest, collect, l);
    if (l->count == files_most)
        tell(l, l->set.manifest, "names more files than a set has");
    qsort(l->files, (size_t)l->count, sizeof(const tr_json *), compare_files);
    for (int i = 0; i < l->count && status == TR_OK; i++)
        if (i == 0 || compare_files(&l->files[i - 1], &l->files[i]) != 0)
            status = look_at_file(l, l->files[i]);
    tr_free(l->files);
    return status;
}

// ---- tiles ---------------------------------------------------------------------------------------

// The list of hashes, opened; *list stays NULL where there is none that can be trusted, which has been told.
static tr_status open_hashes(look *l, const tr_json *manifest) {
    const tr_json *list = tr_json_get(tr_json_get(manifest, "tiles"), "hashes");
    const char *told = tr_json_text(tr_json_get(list, "sha256"));
    char path[1024], digest[TR_DIGEST_BYTES];
    uint64_t bytes;
    if (!told && !tr_json_get(manifest, "unfinished"))
        miss_hash(l, l->set.manifest, tiles_hashed);
    struct stat there;
    if (!told || !find_path(l, tr_json_text(tr_json_get(list, "file")), path) || stat(path, &there) != 0 ||
        !S_ISREG(there.st_mode)) // a pipe would hold it up
        return TR_OK;
    const tr_status status = tr_digest_file(path, l->watch, digest, &bytes, NULL);
    if (status == TR_STOPPED)
        return tr_fail(l->error, status, "stopped");
    if (status != TR_OK || strcmp(digest, told) != 0)
        return TR_OK;
    l->hashes = fopen(path, "rb");
    if (!l->hashes && errno == ENOMEM)
        return tr_fail(l->error, TR_NO_MEMORY, "no memory to look at a set");
    if (!l->hashes)
        tell(l, path, "cannot be read");
    return TR_OK;
}

// The hash that the list has for a tile: they come in its order. "": none.
static void read_hash(look *l, const char *name, const char *path, char told[TR_DIGEST_BYTES]) {
    char listed[TR_EXPORT_NAME_BYTES];
    *told = '\0';
    if (!l->hashes || (tr_tile_list_read(l->hashes, told, listed) && strcmp(listed, name) == 0))
        return;
    *told = '\0';
    fclose(l->hashes);
    l->hashes = NULL;
    tell(l, path, "is not the next one in the list of hashes");
}

static tr_status compare_hash(look *l, const char *path, const char *told) {
    char digest[TR_DIGEST_BYTES];
    uint64_t bytes;
    tr_error wrong = {0};
    const tr_status status = tr_digest_file(path, l->watch, digest, &bytes, &wrong);
    if (status == TR_STOPPED)
        return tr_fail(l->error, status, "stopped");
    if (status != TR_OK)
        tell(l, path, wrong.message);
    else if (strcmp(told, digest) != 0)
        tell(l, path, "other bytes than were written");
    return TR_OK;
}

// told: its hash, or "".
static tr_status look_at_tile(look *l, const char *path, const char *told, int *missing) {
    const char *dot = strrchr(path, '.');
    struct stat there;
    bool sound = true;
    l->set.files++;
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode)) {
        if ((*missing)++ < flaws_named)
            tell(l, path, "missing");
        else
            l->set.flaws++;
        return tr_watch_check(l->watch, l->error);
    }
    l->set.bytes += (uint64_t)there.st_size;
    const tr_status status =
        dot && strcmp(dot, ".png") == 0 ? tr_png_check_sums(path, &sound, l->error) : TR_OK;
    sound = sound && there.st_size > 0;
    if (status == TR_OK && !sound)
        tell(l, path, "damaged");
    if (status == TR_OK && sound && *told)
        return compare_hash(l, path, told);
    return status == TR_OK ? tr_watch_check(l->watch, l->error) : status;
}

// Not to the end where most are missing: a small manifest may tell of millions.
static tr_status look_at_pyramid(look *l, const tr_pyramid *pyramid, const char *pattern) {
    tr_status status = TR_OK;
    int missing = 0;
    for (int level = 0; level < pyramid->levels && status == TR_OK && missing < missing_most; level++)
        for (int i = 0; i < tr_pyramid_count(pyramid, level) && status == TR_OK && missing < missing_most;
             i++) {
            char name[TR_EXPORT_NAME_BYTES], path[1024], told[TR_DIGEST_BYTES];
            if (!tr_tile_expand(pattern, tr_pyramid_tile(pyramid, level, i), name, sizeof name) ||
                !find_path(l, name, path))
                return TR_OK;
            read_hash(l, name, path, told);
            status = look_at_tile(l, path, told, &missing);
        }
    if (missing > flaws_named) {
        char what[64];
        snprintf(what, sizeof what, "%d more tiles are missing%s", missing - flaws_named,
                 missing < missing_most ? "" : ", or many more");
        l->report->flaw(l->report->context, l->set.manifest, what);
    }
    return status;
}

static tr_status look_at_tiles(look *l, const tr_json *manifest) {
    const tr_json *tiles = tr_json_get(manifest, "tiles"), *levels = tr_json_get(tiles, "levels");
    tr_status status = TR_OK;
    if (!tiles)
        return TR_OK;
    if (!tr_json_is(levels, TR_JSON_WHOLE) || levels->whole < 1 || levels->whole > levels_most) {
        tell(l, l->set.manifest, "does not tell how its tiles are cut");
        return TR_OK;
    }
    const tr_pyramid pyramid = {.cube = tr_json_get(manifest, "cube") != NULL, .levels = (int)levels->whole};
    status = open_hashes(l, manifest);
    for (const tr_json *map = tr_json_first(tr_json_get(manifest, "maps")); map && status == TR_OK;
         map = map->next) {
        const char *pattern = tr_json_text(tr_json_get(map, "pattern"));
        if (pattern)
            status = look_at_pyramid(l, &pyramid, pattern);
    }
    if (l->hashes)
        fclose(l->hashes);
    l->hashes = NULL;
    return status;
}

// ---- sets ----------------------------------------------------------------------------------------

static tr_status look_at_set(look *l, const char *path) {
    tr_json_document *document;
    tr_json *manifest = NULL;
    l->set = (tr_verified){.manifest = path};
    tr_status status = tr_json_create(&document, l->error);
    if (status == TR_OK)
        status = tr_manifest_read(document, path, &manifest, l->error);
    if (status == TR_OK && !manifest)
        tell(l, path, "no manifest of Terrella");
    if (status == TR_OK && tr_json_get(manifest, "unfinished"))
        tell(l, path, "unfinished: an export of it was killed, and has to run again");
    const tr_json *format = tr_json_get(manifest, "format");
    l->format = tr_json_is(format, TR_JSON_WHOLE) ? format->whole : TR_MANIFEST_FORMAT;
    if (status == TR_OK)
        status = look_at_files(l, manifest);
    if (status == TR_OK)
        status = look_at_tiles(l, manifest);
    if (status == TR_OK && manifest && l->set.files == 0)
        tell(l, path, "names no files");
    if (status == TR_OK)
        l->report->set(l->report->context, &l->set);
    tr_json_destroy(document);
    return status;
}

static bool is_manifest(const char *name) {
    const size_t length = strlen(name), ending = sizeof ENDING - 1;
    return name[0] != '.' && length > ending && strcmp(name + length - ending, ENDING) == 0;
}

static int compare_names(const void *a, const void *b) {
    const char *const *one = a, *const *other = b;
    return strcmp(*one, *other);
}

// Names in a folder, in order.
typedef struct names {
    char **items;
    size_t count, room;
} names;

static bool add_name(names *all, const char *name) {
    if (all->count == all->room) {
        const size_t room = 2 * all->room + 64;
        char **grown = tr_realloc(all->items, room * sizeof *grown);
        if (!grown)
            return false;
        all->items = grown;
        all->room = room;
    }
    return (all->items[all->count] = tr_strdup(name)) && ++all->count;
}

static void free_names(names *all) {
    for (size_t i = 0; i < all->count; i++)
        tr_free(all->items[i]);
    tr_free(all->items);
}

// Manifests, and what exports left.
static tr_status list_folder(const char *folder, names *all, tr_error *error) {
    DIR *open_folder = opendir(folder);
    bool room = true;
    if (!open_folder && errno != ENOMEM) {
        if (error && error->status == TR_OK)
            snprintf(error->file, sizeof error->file, "%s", folder);
        return tr_fail(error, TR_BAD_INPUT, "cannot look into the folder: %s", strerror(errno));
    }
    for (const struct dirent *entry; open_folder && room && (entry = readdir(open_folder));)
        if (is_manifest(entry->d_name) || tr_temporary_is(entry->d_name))
            room = add_name(all, entry->d_name);
    if (open_folder)
        closedir(open_folder);
    if (!open_folder || !room)
        return tr_fail(error, TR_NO_MEMORY, "no memory to look into a folder");
    if (all->count)
        qsort(all->items, all->count, sizeof *all->items, compare_names);
    return TR_OK;
}

static tr_status look_at_one(look *l, const char *path, int *flaws) {
    if (!is_manifest(strrchr(path, '/') + 1)) { // what somebody still writes is no flaw
        if (!tr_temporary_is_held(path)) {
            l->report->flaw(l->report->context, path,
                            "left by an export that was killed; the next one clears it");
            ++*flaws;
        }
        return TR_OK;
    }
    const tr_status status = look_at_set(l, path);
    *flaws += l->set.flaws;
    return status;
}

static tr_status look_into(look *l, int *flaws) {
    names all = {0};
    int sets = 0;
    tr_status status = list_folder(l->folder, &all, l->error);
    for (size_t i = 0; i < all.count && status == TR_OK; i++) {
        char path[1024];
        sets += is_manifest(all.items[i]);
        if (snprintf(path, sizeof path, "%s/%s", l->folder, all.items[i]) < (int)sizeof path)
            status = look_at_one(l, path, flaws);
    }
    free_names(&all);
    if (status != TR_OK || sets > 0)
        return status;
    if (l->error && l->error->status == TR_OK)
        snprintf(l->error->file, sizeof l->error->file, "%s", l->folder);
    return tr_fail(l->error, TR_BAD_INPUT, "no set is in this folder: there is no *" ENDING);
}

tr_status tr_sets_verify(const char *path, const tr_watch *watch, const tr_verify_report *report, int *flaws,
                         tr_error *error) {
    struct stat there;
    look l = {.report = report, .watch = watch, .folder = path, .error = error};
    *flaws = 0;
    if (stat(path, &there) != 0 || S_ISDIR(there.st_mode))
        return look_into(&l, flaws);
    char *folder = tr_malloc(strlen(path) + 3);
    if (!folder)
        return tr_fail(error, TR_NO_MEMORY, "no memory to look at a set");
    const char *slash = strrchr(path, '/');
    sprintf(folder, "%.*s", slash ? (int)(slash - path) + (slash == path) : 1, slash ? path : ".");
    l.folder = folder;
    const tr_status status = look_at_set(&l, path);
    *flaws = l.set.flaws;
    tr_free(folder);
    return status;
}
