#include "export/private/tile_place.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "export/directory.h"
#include "export/private/manifest.h"
#include "export/private/parts.h"
#include "export/private/pyramid.h"
#include "export/private/replace.h"
#include "export/private/tile_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum there { NONE, SAME, OTHERS };

static bool exists(const char *path) { return access(path, F_OK) == 0; }

static tr_status refuse(const char *manifest, const char *why, tr_error *error) {
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", manifest);
    return tr_fail(error, TR_CANNOT_WRITE, "cannot write: %s", why);
}

// ---- manifests -----------------------------------------------------------------------------------

static tr_status make_manifest(const tr_export_job *job, const tr_digests *digests, char **text,
                               tr_error *error) {
    tr_companions *beside = tr_calloc(1, sizeof *beside);
    *text = NULL;
    if (!beside)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a manifest");
    tr_status status = tr_companions_describe(job, beside, error);
    if (status == TR_OK)
        status = tr_manifest_create(job, beside, digests, text, error);
    tr_companions_free(beside);
    tr_free(beside);
    return status;
}

// Whether a file holds that text and a line break. Without memory of its own, which might be missing.
static bool holds(const char *path, const char *text) {
    char some[4096];
    const size_t length = strlen(text);
    size_t at = 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    ssize_t bytes = 1;
    bool same = file >= 0;
    while (same && (bytes = read(file, some, sizeof some)) > 0)
        for (ssize_t i = 0; i < bytes && same; i++, at++)
            same = at <= length && some[i] == (at < length ? text[at] : '\n');
    if (file >= 0)
        close(file);
    return same && bytes == 0 && at == length + 1;
}

static tr_status put_manifest(const char *path, const char *text, tr_error *error) {
    tr_atomic_file *file;
    const tr_status status = tr_atomic_open(path, &file, error);
    if (status != TR_OK)
        return status;
    tr_atomic_write(file, text, strlen(text));
    tr_atomic_write(file, "\n", 1);
    return tr_atomic_commit(file, error);
}

// Writes the manifest, unless that is what stands there.
static tr_status tell(const tr_export_job *job, const char *manifest, const tr_digests *digests,
                      tr_error *error) {
    char *text;
    tr_status status = make_manifest(job, digests, &text, error);
    if (status == TR_OK && !holds(manifest, text))
        status = put_manifest(manifest, text, error);
    tr_free(text);
    return status;
}

// ---- what is there -------------------------------------------------------------------------------

// Files that an unfinished set was about to replace.
static tr_earlier pending_of(const tr_earlier *earlier) {
    return (tr_earlier){.count = earlier->count - earlier->pending,
                        .names = earlier->names ? earlier->names + earlier->pending : NULL};
}

// What stands in the place of the set: nothing that is in the way, tiles of the same job, or something else.
// *earlier is to be freed, also after a failure.
static tr_status look(const tr_export_job *job, const tr_tile_place *place, tr_earlier *earlier,
                      enum there *there, tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES], list[1024], *text;
    *earlier = (tr_earlier){0};
    *there = NONE;
    tr_status status = tr_tile_list_name(job, name, sizeof name)
                           ? tr_export_path(job, name, list, error)
                           : tr_write_fail(error, job->stem, ENAMETOOLONG);
    if (status != TR_OK)
        return status;
    const bool tiles = exists(place->folder) || exists(list);
    if (!exists(place->manifest)) { // where there are no locks, another run may have made both since then
        *there = tiles && !exists(place->manifest) ? OTHERS : NONE;
        if (*there == OTHERS || !exists(place->manifest))
            return TR_OK;
    }
    status = tr_earlier_find(job, place->manifest, earlier, error);
    const tr_earlier pending = pending_of(earlier);
    const tr_digests told = {.unfinished = earlier->unfinished,
                             .earlier = &pending,
                             .list = earlier->list.sha256[0] ? &earlier->list : NULL};
    if (status == TR_OK)
        status = make_manifest(job, &told, &text, error);
    if (status != TR_OK)
        return status;
    // Nothing can be mixed in with a set of pictures.
    const bool pictures = earlier->ours && !earlier->tiles && !tiles;
    *there = holds(place->manifest, text) && (told.unfinished || told.list) ? SAME : pictures ? NONE : OTHERS;
    tr_free(text);
    return TR_OK;
}

static tr_status find_place(const tr_export_job *job, char manifest[1024], tr_tile_place *place,
                            tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES];
    *place = (tr_tile_place){.manifest = manifest, .lock = -1};
    const int length = snprintf(name, sizeof name, "%s.manifest.json", job->stem);
    const tr_status status = length < (int)sizeof name ? tr_export_path(job, name, manifest, error)
                                                       : tr_write_fail(error, job->stem, ENAMETOOLONG);
    return status == TR_OK ? tr_export_path(job, job->stem, place->folder, error) : status;
}

static tr_status check(const tr_export_job *job, const tr_tile_place *place, tr_earlier *earlier,
                       enum there *there, tr_error *error) {
    const unsigned textures = job->maps & ~(1u << TR_EXPORT_RINGS | 1u << TR_EXPORT_MESH);
    if (textures != job->maps)
        return tr_fail(error, TR_BAD_USAGE,
                       "a set of tiles has neither rings nor a mesh: export these without tiles");
    if (job->fit_height)
        return tr_fail(error, TR_BAD_USAGE, "heights of tiles have the range of the recipe: no fit-height");
    const tr_status status = look(job, place, earlier, there, error);
    if (status == TR_OK && *there == OTHERS && job->force && job->tiles.shards > 1)
        return tr_fail(
            error, TR_BAD_USAGE,
            "something else than these tiles is there, and the shards of one set would remove each other's: "
            "--force goes without --shard");
    if (status != TR_OK || *there != OTHERS || job->force)
        return status;
    return refuse(place->manifest,
                  "something else than these tiles is there; --force replaces it, --name and -o choose "
                  "another place",
                  error);
}

tr_status tr_tile_place_check(const tr_export_job *job, tr_error *error) {
    char manifest[1024];
    tr_tile_place place;
    tr_earlier earlier = {0};
    enum there there;
    tr_status status = find_place(job, manifest, &place, error);
    if (status == TR_OK)
        status = check(job, &place, &earlier, &there, error);
    tr_earlier_free(&earlier);
    return status;
}

// ---- taking it -----------------------------------------------------------------------------------

// Runs that make the same tiles share them; who replaces them is alone.
static tr_status hold(tr_tile_place *place, bool alone, tr_error *error) {
    bool taken;
    place->lock = tr_directory_lock(place->folder, alone, 0, NULL, &taken);
    return taken ? refuse(place->manifest,
                          "another export is writing tiles there: wait until it is done, or choose another "
                          "place with --name or -o",
                          error)
                 : TR_OK;
}

// A manifest of this set first, which names the files of an earlier one that go then.
static tr_status replace(const tr_export_job *job, const tr_tile_place *place, const tr_earlier *gone,
                         const tr_export_result *result, tr_error *error) {
    tr_status status = tell(job, place->manifest, &(tr_digests){.unfinished = true, .earlier = gone}, error);
    if (status != TR_OK || gone->count == 0)
        return status;
    tr_earlier_remove_rest(job, gone, result);
    return tell(job, place->manifest, &(tr_digests){.unfinished = true}, error);
}

static tr_status take_locked(const tr_export_job *job, bool alone, const tr_export_result *result,
                             tr_tile_place *place, tr_earlier *earlier, tr_error *error) {
    enum there there;
    tr_directory made = {0};
    tr_status status = check(job, place, earlier, &there, error);
    if (status != TR_OK)
        return status;
    alone = alone || there == OTHERS;
    place->same = there == SAME;
    place->list = there == SAME ? earlier->list : (tr_digest){0};
    if (alone)
        status = hold(place, true, error);
    if (status == TR_OK && there == OTHERS)
        status = tr_tiles_remove(place->folder, error);
    tr_earlier gone = pending_of(earlier);
    if (there != SAME)
        gone = (tr_earlier){.count = job->replaces ? earlier->count : 0, .names = earlier->names};
    if (status == TR_OK && (there != SAME || gone.count > 0))
        status = replace(job, place, &gone, result, error);
    if (status == TR_OK)
        status = tr_directory_make(place->folder, &made, error);
    tr_directory_keep(&made);
    return status == TR_OK && place->lock < 0 ? hold(place, alone, error) : status;
}

tr_status tr_tile_place_take(const tr_export_job *job, bool alone, const tr_watch *watch,
                             tr_export_result *result, tr_tile_place *place, tr_error *error) {
    tr_earlier earlier = {0};
    int lock;
    result->count = 1;
    tr_status status = find_place(job, result->paths[0], place, error);
    if (status != TR_OK)
        return status;
    status = tr_export_lock(job, watch, &lock, error);
    if (status == TR_OK)
        status = take_locked(job, alone, result, place, &earlier, error);
    tr_earlier_free(&earlier);
    tr_directory_unlock(lock);
    return status;
}

void tr_tile_place_leave(tr_tile_place *place) {
    tr_directory_unlock(place->lock);
    place->lock = -1;
}

tr_status tr_tile_place_tell(const tr_export_job *job, const tr_tile_place *place, const tr_digest *list,
                             const tr_watch *watch, tr_error *error) {
    const tr_digests digests = {.unfinished = !list, .list = list};
    tr_earlier earlier = {0};
    enum there there;
    int lock;
    tr_status status = tr_export_lock(job, watch, &lock, error);
    if (status == TR_OK)
        status = look(job, place, &earlier, &there, error);
    if (status == TR_OK && there != SAME)
        status = refuse(place->manifest, "another export took the place of these tiles meanwhile", error);
    if (status == TR_OK)
        status = tell(job, place->manifest, &digests, error);
    tr_earlier_free(&earlier);
    tr_directory_unlock(lock);
    return status;
}
