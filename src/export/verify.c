#include "export/verify.h"

#include "base/memory.h"
#include "base/shared_file.h"
#include "base/temporary.h"
#include "export/private/replace.h"
#include "export/private/tiles.h"
#include "png/png.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { flaws_named = 8, missing_most = 1000, levels_most = 11, files_most = 1 << 16 };

// The state of checking a set.
typedef struct look {
    const tr_verify_report *report;
    const tr_watch *watch;
    const char *path; // of the folder
    tr_folder folder;
    tr_verified set;
    const tr_json **files; // in the manifest
    const tr_json *kept;   // its list of files that stay as they were edited
    int count;
    FILE *hashes; // of tiles, line by line; NULL: none, or the list is damaged
    tr_error *error;
} look;

static void report(look *l, const char *path, const char *what) {
    l->set.flaws++;
    l->report->flaw(l->report->context, path, what);
}

// ---- files of a set ------------------------------------------------------------------------------

// Finds the path of a file in the manifest. A manifest may come from anywhere: the file must be in its folder
// or below, and links are not followed.
static bool find_path(look *l, const char *name, char path[1024]) {
    tr_info there;
    if (name && snprintf(path, 1024, "%s/%s", l->path, name) < 1024 &&
        tr_name_info(l->folder, name, &there) != TR_REASON_NAME)
        return true;
    report(l, l->set.manifest, "names a file that is not in its folder");
    return false;
}

static void add_reason(look *l, const char *path, int reason) {
    char what[128];
    snprintf(what, sizeof what, "cannot be read: %s", tr_reason_text(reason));
    report(l, path,
           reason == ENOENT || reason == ENOTDIR ? "missing"
           : reason == TR_REASON_LINK            ? "a link, not a file"
           : reason == TR_REASON_OTHER           ? "a folder, a pipe or a device, not a file"
                                                 : what);
}

// Opens a file of the set and counts it. Returns 0 or the reason why it cannot be read.
static int open_file(look *l, const char *name, int *file, tr_info *there) {
    int reason = tr_file_open(l->folder, name, file);
    if (!reason && (reason = tr_file_info(*file, there)))
        tr_file_close(*file);
    l->set.files++;
    l->set.bytes += reason ? 0 : there->bytes;
    return reason;
}

static void miss_hash(look *l, const char *path) { report(l, path, "its hash is missing in the manifest"); }

// Compares a file, or one of several parts, with its hash, and closes it.
static tr_status compare_parts(look *l, int count, const int files[], const char *path, const char *reported) {
    tr_digest digest;
    const int reason = tr_digest_parts(count, files, l->watch, &digest);
    for (int i = 0; i < count; i++)
        tr_file_close(files[i]);
    if (reason == ECANCELED)
        return tr_watch_check(l->watch, l->error);
    if (reason)
        add_reason(l, path, reason);
    else if (strcmp(reported, digest.sha256) != 0)
        report(l, path, "differs from what was written");
    return TR_OK;
}

static tr_status compare(look *l, int file, const char *path, const char *reported) {
    return compare_parts(l, 1, &file, path, reported);
}

// Import settings are the engine's once it has imported the texture.
static bool may_differ(const look *l, const char *name) {
    for (const tr_json *kept = tr_json_first(l->kept); kept; kept = kept->next)
        if (tr_json_text(kept) && strcmp(tr_json_text(kept), name) == 0)
            return true;
    return tr_set_is_settings(name);
}

static tr_status look_at_file(look *l, const tr_json *json) {
    char path[1024], what[128];
    tr_info there;
    int file;
    const char *reported = tr_json_text(tr_json_get(json, "sha256")),
               *name = tr_json_text(tr_json_get(json, "file"));
    const tr_json *size = tr_json_get(json, "bytes");
    if (!find_path(l, name, path)) {
        l->set.files++;
        return TR_OK;
    }
    const int reason = open_file(l, name, &file, &there);
    if (reason) {
        add_reason(l, path, reason);
        return TR_OK;
    }
    if (!reported)
        miss_hash(l, path);
    if (may_differ(l, name)) {
        tr_file_close(file);
        return TR_OK;
    }
    if (tr_json_is(size, TR_JSON_WHOLE) && size->whole != (int64_t)there.bytes) {
        snprintf(what, sizeof what, "%" PRIu64 " bytes, not %" PRId64, there.bytes, size->whole);
        report(l, path, what);
    } else if (reported) {
        return compare(l, file, path, reported);
    }
    tr_file_close(file);
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

// Textures embedded in one file name it repeatedly.
static tr_status look_at_files(look *l, const tr_json *manifest) {
    tr_status status = TR_OK;
    l->files = tr_malloc(files_most * sizeof(const tr_json *));
    if (!l->files)
        return tr_fail(l->error, TR_NO_MEMORY, "no memory to look at a set");
    l->count = 0;
    l->kept = tr_json_get(manifest, "kept");
    tr_manifest_visit(manifest, collect, l);
    if (l->count == files_most)
        report(l, l->set.manifest, "names more files than a set has");
    qsort(l->files, (size_t)l->count, sizeof(const tr_json *), compare_files);
    for (int i = 0; i < l->count && status == TR_OK; i++)
        if (i == 0 || compare_files(&l->files[i - 1], &l->files[i]) != 0)
            status = look_at_file(l, l->files[i]);
    tr_free(l->files);
    return status;
}

// Opens the parts of a file. Returns how many can be opened, and the reason why the next one cannot.
static int open_parts(const look *l, const char *file, int handles[TR_FILE_MOST_PARTS], int *reason) {
    char name[1024];
    int count = 0;
    do {
        tr_file_part_name(file, count, name);
        *reason = tr_file_open(l->folder, name, &handles[count]);
        count += *reason == 0;
    } while (*reason == 0 && count < tr_file_part_count(file));
    return count;
}

// The user's pictures that the planet follows are no files of the set. One that is there must be the same.
static tr_status look_at_own_maps(look *l, const tr_json *manifest) {
    tr_status status = TR_OK;
    const tr_json *map = tr_json_first(tr_json_get(manifest, "own_maps"));
    for (int i = 0; map && i < files_most && status == TR_OK; map = map->next, i++) {
        const char *name = tr_json_text(tr_json_get(map, "file")),
                   *reported = tr_json_text(tr_json_get(map, "sha256"));
        char path[1024];
        int files[TR_FILE_MOST_PARTS], reason;
        if (!reported || !find_path(l, name, path))
            continue;
        const int count = open_parts(l, name, files, &reason);
        if (!reason)
            status = compare_parts(l, count, files, path, reported);
        else if (reason != ENOENT && reason != ENOTDIR)
            add_reason(l, path, reason);
        for (int k = 0; reason && k < count; k++)
            tr_file_close(files[k]);
    }
    return status;
}

// ---- tiles ---------------------------------------------------------------------------------------

// Opens the list of hashes. It stays closed if there is none that can be trusted, which has been reported.
static tr_status open_hashes(look *l, const tr_json *manifest) {
    const tr_json *list = tr_json_get(tr_json_get(manifest, "tiles"), "hashes");
    const char *reported = tr_json_text(tr_json_get(list, "sha256")),
               *name = tr_json_text(tr_json_get(list, "file"));
    char path[1024];
    if (!reported && !tr_json_get(manifest, "unfinished"))
        miss_hash(l, l->set.manifest);
    if (!reported || !find_path(l, name, path))
        return TR_OK;
    const int reason = tr_tile_lines_open(l->folder, name, reported, l->watch, &l->hashes);
    return reason == ENOMEM ? tr_fail(l->error, TR_NO_MEMORY, "no memory to look at a set")
                            : tr_watch_check(l->watch, l->error);
}

// Reads the hash of a tile from the list, which has the same order. "": none.
static void read_hash(look *l, const char *name, const char *path, char reported[TR_DIGEST_BYTES]) {
    char listed[TR_EXPORT_NAME_BYTES];
    *reported = '\0';
    if (!l->hashes || (tr_tile_list_read(l->hashes, reported, listed) && strcmp(listed, name) == 0))
        return;
    *reported = '\0';
    fclose(l->hashes);
    l->hashes = NULL;
    report(l, path, "does not match the next entry of the list of hashes");
}

// Compares an open tile with its hash if there is one, otherwise checks the checksums of a PNG. Closes the
// tile.
static tr_status look_at_open_tile(look *l, int file, const tr_info *there, const char *path,
                                   const char *reported) {
    const char *dot = strrchr(path, '.');
    bool valid = there->bytes > 0;
    FILE *stream;
    if (*reported)
        return compare(l, file, path, reported);
    if (!dot || strcmp(dot, ".png") != 0) {
        tr_file_close(file);
    } else {
        const int reason = tr_file_stream(file, &stream);
        const tr_status status = reason ? TR_OK : tr_png_verify(stream, path, &valid, l->error);
        if (reason == ENOMEM)
            return tr_fail(l->error, TR_NO_MEMORY, "no memory to look at a set");
        if (reason)
            add_reason(l, path, reason);
        else
            fclose(stream);
        if (status != TR_OK)
            return status;
    }
    if (!valid)
        report(l, path, "damaged");
    return tr_watch_check(l->watch, l->error);
}

// `reported`: its hash, or "".
static tr_status look_at_tile(look *l, const char *name, const char *path, const char *reported, int *missing) {
    tr_info there;
    int file;
    const int reason = open_file(l, name, &file, &there);
    if (!reason)
        return look_at_open_tile(l, file, &there, path, reported);
    if ((*missing)++ < flaws_named)
        add_reason(l, path, reason);
    else
        l->set.flaws++;
    return tr_watch_check(l->watch, l->error);
}

// Ends early if most tiles are missing, because a small manifest may name millions.
static tr_status look_at_pyramid(look *l, const tr_pyramid *pyramid, const char *pattern) {
    tr_status status = TR_OK;
    int missing = 0;
    for (int level = 0; level < pyramid->levels && status == TR_OK && missing < missing_most; level++)
        for (int i = 0; i < tr_pyramid_count(pyramid, level) && status == TR_OK && missing < missing_most;
             i++) {
            char name[TR_EXPORT_NAME_BYTES], path[1024], reported[TR_DIGEST_BYTES];
            if (!tr_tile_expand(pattern, tr_pyramid_tile(pyramid, level, i), name, sizeof name) ||
                !find_path(l, name, path))
                return TR_OK;
            read_hash(l, name, path, reported);
            status = look_at_tile(l, name, path, reported, &missing);
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
    if (!tiles)
        return TR_OK;
    if (!tr_json_is(levels, TR_JSON_WHOLE) || levels->whole < 1 || levels->whole > levels_most) {
        report(l, l->set.manifest, "does not give the number of levels of its tiles");
        return TR_OK;
    }
    const tr_pyramid pyramid = {.cube = tr_json_get(manifest, "cube") != NULL, .levels = (int)levels->whole};
    tr_status status = open_hashes(l, manifest);
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

static tr_status look_at_manifest(look *l, tr_json_document *document, int file) {
    tr_json *manifest = NULL;
    tr_error wrong = {0};
    tr_status status = tr_manifest_read(document, file, l->set.manifest, &manifest, &wrong);
    if (status == TR_NO_MEMORY)
        return tr_fail(l->error, status, "%s", wrong.message);
    if (status != TR_OK)
        report(l, l->set.manifest, wrong.message);
    else if (!manifest)
        report(l, l->set.manifest, "not a manifest of Terrella");
    const tr_json *format = tr_json_get(manifest, "format");
    if (manifest && (!tr_json_is(format, TR_JSON_WHOLE) || format->whole != TR_MANIFEST_FORMAT))
        report(l, l->set.manifest, "its format is not the one that this version of Terrella writes");
    if (tr_json_get(manifest, "unfinished"))
        report(l, l->set.manifest, "unfinished: its export was killed and must run again");
    status = look_at_files(l, manifest);
    if (status == TR_OK)
        status = look_at_tiles(l, manifest);
    if (status == TR_OK)
        status = look_at_own_maps(l, manifest);
    if (status == TR_OK && manifest && l->set.files == 0)
        report(l, l->set.manifest, "names no files");
    return status;
}

// file: the open manifest; reason: the error if it could not be opened.
static tr_status look_at_set(look *l, const char *path, int file, int reason) {
    tr_json_document document = {0};
    l->set = (tr_verified){.manifest = path};
    tr_status status = TR_OK;
    if (reason)
        add_reason(l, path, reason);
    if (status == TR_OK && !reason)
        status = look_at_manifest(l, &document, file);
    if (status == TR_OK)
        l->report->set(l->report->context, &l->set);
    tr_json_clear(&document);
    if (!reason)
        tr_file_close(file);
    return status;
}

static bool is_manifest(const char *name) {
    const size_t length = strlen(name), ending = sizeof TR_MANIFEST_ENDING - 1;
    return name[0] != '.' && length > ending && strcmp(name + length - ending, TR_MANIFEST_ENDING) == 0;
}

static int compare_names(const void *a, const void *b) {
    const char *const *one = a, *const *other = b;
    return strcmp(*one, *other);
}

// Sorted names in a folder.
typedef struct names {
    char **items;
    int count;
    bool failed; // no memory
} names;

static bool add_name(names *all, const char *name) {
    char *own = tr_grow(&all->items, all->count, sizeof *all->items) ? tr_strdup(name) : NULL;
    all->failed = !own;
    if (own)
        all->items[all->count++] = own;
    return own != NULL;
}

static void free_names(names *all) {
    for (int i = 0; i < all->count; i++)
        tr_free(all->items[i]);
    tr_free(all->items);
}

// Collects manifests and temporary files of exports.
static bool take_name(void *context, const char *name) {
    return !(is_manifest(name) || tr_temporary_is(name)) || add_name(context, name);
}

// Reports an error of the folder as a whole.
static tr_status fail(const look *l, const char *what, const char *why) {
    if (l->error && l->error->status == TR_OK)
        snprintf(l->error->file, sizeof l->error->file, "%s", l->path);
    return tr_fail(l->error, TR_BAD_INPUT, "%s%s", what, why);
}

static tr_status list_folder(const look *l, names *all) {
    const int reason = tr_folder_list(l->folder, take_name, all);
    if (reason && reason != ENOMEM)
        return fail(l, "cannot look into the folder: ", tr_reason_text(reason));
    if (reason || all->failed)
        return tr_fail(l->error, TR_NO_MEMORY, "no memory to look into a folder");
    if (all->count)
        qsort(all->items, (size_t)all->count, sizeof *all->items, compare_names);
    return TR_OK;
}

static tr_status look_at_one(look *l, const char *name, const char *path, int *flaws) {
    int file;
    if (!is_manifest(name)) { // a file that is still being written is not a flaw
        if (!tr_temporary_is_held(l->folder, name)) {
            l->report->flaw(l->report->context, path, "left by a killed export; the next export removes it");
            ++*flaws;
        }
        return TR_OK;
    }
    const int reason = tr_file_open(l->folder, name, &file);
    const tr_status status = look_at_set(l, path, file, reason);
    *flaws += l->set.flaws;
    return status;
}

static tr_status look_into(look *l, int *flaws) {
    names all = {0};
    int sets = 0;
    tr_status status = list_folder(l, &all);
    for (int i = 0; i < all.count && status == TR_OK; i++) {
        char path[1024];
        sets += is_manifest(all.items[i]);
        if (snprintf(path, sizeof path, "%s/%s", l->path, all.items[i]) < (int)sizeof path)
            status = look_at_one(l, all.items[i], path, flaws);
    }
    free_names(&all);
    return status != TR_OK || sets > 0
               ? status
               : fail(l, "there is no set in this folder: it has no *", TR_MANIFEST_ENDING);
}

// Checks a manifest named by the user, which may be a link; the files are in its folder.
static tr_status look_at_named(look *l, const char *path, int *flaws) {
    int file = -1;
    const char *slash = strrchr(path, '/');
    const size_t capacity = strlen(path) + 3;
    char *folder = tr_malloc(capacity);
    if (!folder)
        return tr_fail(l->error, TR_NO_MEMORY, "no memory to look at a set");
    snprintf(folder, capacity, "%.*s", slash ? (int)(slash - path) + (slash == path) : 1, slash ? path : ".");
    l->path = folder;
    int reason = tr_folder_open(folder, &l->folder);
    if (!reason)
        reason = tr_file_open_path(path, &file);
    const tr_status status = look_at_set(l, path, file, reason);
    *flaws = l->set.flaws;
    tr_free(folder);
    return status;
}

tr_status tr_sets_verify(const char *path, const tr_watch *watch, const tr_verify_report *report, int *flaws,
                         tr_error *error) {
    look l = {.report = report, .watch = watch, .path = path, .error = error};
    *flaws = 0;
    const int reason = tr_folder_open(path, &l.folder);
    const tr_status status = !reason ? look_into(&l, flaws)
                             : reason == ENOTDIR
                                 ? look_at_named(&l, path, flaws)
                                 : fail(&l, "cannot look into the folder: ", tr_reason_text(reason));
    tr_folder_close(&l.folder);
    return status;
}
