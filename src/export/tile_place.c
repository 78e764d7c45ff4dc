#include "export/private/tile_place.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "export/directory.h"
#include "export/private/manifest.h"
#include "export/private/outputs.h"
#include "export/private/pyramid.h"
#include "export/private/replace.h"
#include "export/private/tile_removal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum there { NONE, SAME, OTHERS };

static tr_status refuse(const char *manifest, const char *why, tr_error *error) {
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", manifest);
    return tr_fail(error, TR_CANNOT_WRITE, "cannot write: %s", why);
}

// ---- manifests -----------------------------------------------------------------------------------

static tr_status make_manifest(const tr_export_job *job, const tr_digests *digests, char **text,
                               tr_error *error) {
    tr_sidecars *beside = tr_calloc(1, sizeof *beside);
    *text = NULL;
    if (!beside)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a manifest");
    tr_status status = tr_sidecars_describe(job, beside, error);
    if (status == TR_OK)
        status = tr_manifest_create(job, beside, digests, text, error);
    tr_sidecars_free(beside);
    tr_free(beside);
    return status;
}

// Whether a name is that of a file with that text and a line break. Without memory of its own, which might be
// missing. Returns 0 or a reason.
static int holds(tr_folder folder, const char *name, const char *text, bool *same) {
    char some[4096];
    const size_t length = strlen(text);
    size_t at = 0, count = sizeof some;
    int file, reason = tr_file_open(folder, name, &file);
    *same = !reason;
    if (reason)
        return reason == ENOENT ? 0 : reason;
    while (*same && count == sizeof some && !(reason = tr_file_read(file, some, sizeof some, &count)))
        for (size_t i = 0; i < count && *same; i++, at++)
            *same = at <= length && some[i] == (at < length ? text[at] : '\n');
    tr_file_close(file);
    *same = *same && !reason && at == length + 1;
    return reason;
}

static tr_status put_manifest(const tr_tile_place *place, const char *text, tr_error *error) {
    tr_atomic_file *file;
    const tr_status status =
        tr_atomic_open_in(place->folder, place->manifest_name, place->manifest, &file, error);
    if (status != TR_OK)
        return status;
    tr_atomic_write(file, text, strlen(text));
    tr_atomic_write(file, "\n", 1);
    return tr_atomic_commit(file, error);
}

// Writes the manifest, unless that is what stands there.
static tr_status report(const tr_export_job *job, const tr_tile_place *place, const tr_digests *digests,
                        tr_error *error) {
    char *text;
    bool same = false;
    tr_status status = make_manifest(job, digests, &text, error);
    const int reason = status == TR_OK ? holds(place->folder, place->manifest_name, text, &same) : 0;
    if (reason)
        status = tr_read_fail(error, place->manifest, reason);
    if (status == TR_OK && !same)
        status = put_manifest(place, text, error);
    tr_free(text);
    return status;
}

// ---- what is there -------------------------------------------------------------------------------

// Files that an unfinished set was about to replace.
static tr_earlier pending_of(const tr_earlier *earlier) {
    return (tr_earlier){.count = earlier->count - earlier->pending,
                        .files = earlier->files ? earlier->files + earlier->pending : NULL};
}

// Whether there is a folder of tiles, or a list of them. A link is neither followed nor replaced.
static tr_status look_for_tiles(const tr_export_job *job, const tr_tile_place *place, bool *there,
                                tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES];
    tr_info tiles = {TR_KIND_NONE}, list = {TR_KIND_NONE};
    *there = false;
    if (!tr_tile_list_name(job, name, sizeof name))
        return tr_write_fail(error, job->stem, ENAMETOOLONG);
    if (!place->folder.handle)
        return TR_OK;
    int reason = tr_name_info(place->folder, job->stem, &tiles);
    if (!reason)
        reason = tr_name_info(place->folder, name, &list);
    if (!reason && tiles.kind != TR_KIND_NONE && tiles.kind != TR_KIND_FOLDER)
        reason = tiles.kind == TR_KIND_LINK ? TR_REASON_LINK : ENOTDIR;
    *there = tiles.kind != TR_KIND_NONE || list.kind != TR_KIND_NONE;
    return reason ? tr_write_fail(error, place->tiles, reason) : TR_OK;
}

// What stands in the place of the set: nothing that is in the way, tiles of the same job, or something else.
// *earlier is to be freed, also after a failure.
static tr_status look(const tr_export_job *job, const tr_tile_place *place, tr_earlier *earlier,
                      enum there *there, tr_error *error) {
    bool tiles, same;
    char *text;
    *earlier = (tr_earlier){0};
    *there = NONE;
    tr_status status = look_for_tiles(job, place, &tiles, error);
    if (status == TR_OK) // (after the tiles: where there are no locks, another run may be making both)
        status = tr_earlier_find(job, place->folder, earlier, error);
    if (status != TR_OK || !earlier->there) {
        *there = tiles ? OTHERS : NONE;
        return status;
    }
    const tr_earlier pending = pending_of(earlier);
    const tr_digests reported = {.unfinished = earlier->unfinished,
                                 .earlier = &pending,
                                 .list = earlier->list.sha256[0] ? &earlier->list : NULL};
    status = make_manifest(job, &reported, &text, error);
    if (status != TR_OK)
        return status;
    const int reason = holds(place->folder, place->manifest_name, text, &same);
    // Nothing can be mixed in with a set of pictures.
    const bool pictures = earlier->ours && !earlier->tiles && !tiles;
    *there = same && (reported.unfinished || reported.list) ? SAME : pictures ? NONE : OTHERS;
    tr_free(text);
    return reason ? tr_read_fail(error, place->manifest, reason) : TR_OK;
}

// The folder that is there already, or none.
static tr_status find_place(const tr_export_job *job, tr_folder folder, char manifest[1024],
                            tr_tile_place *place, tr_error *error) {
    *place = (tr_tile_place){.folder = folder, .manifest = manifest, .lock = -1};
    tr_status status = tr_export_manifest_name(job, place->manifest_name, error);
    if (status == TR_OK)
        status = tr_export_path(job, place->manifest_name, manifest, error);
    return status == TR_OK ? tr_export_path(job, job->stem, place->tiles, error) : status;
}

static tr_status check(const tr_export_job *job, const tr_tile_place *place, tr_earlier *earlier,
                       enum there *there, tr_error *error) {
    const unsigned textures = job->maps & ~(1u << TR_EXPORT_RINGS | 1u << TR_EXPORT_MESH);
    if (textures != job->maps)
        return tr_fail(error, TR_BAD_USAGE,
                       "a set of tiles has neither rings nor a mesh: export these without tiles");
    if (job->height_range == TR_HEIGHT_RANGE_PLANET)
        return tr_fail(error, TR_BAD_USAGE,
                       "heights of tiles always have the range of the recipe, not that of the planet");
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
    tr_folder folder;
    enum there there;
    tr_status status = tr_export_find_folder(job, &folder, error);
    if (status == TR_OK)
        status = find_place(job, folder, manifest, &place, error);
    if (status == TR_OK)
        status = check(job, &place, &earlier, &there, error);
    tr_earlier_free(&earlier);
    tr_folder_close(&folder);
    return status;
}

// ---- taking it -----------------------------------------------------------------------------------

// Runs that make the same tiles share them; who replaces them is alone.
static tr_status hold(const tr_export_job *job, tr_tile_place *place, bool alone, tr_error *error) {
    bool taken;
    tr_folder tiles;
    const int reason = tr_folder_enter(place->folder, job->stem, false, &tiles);
    if (reason) // there is nothing to hold yet
        return reason == ENOENT ? TR_OK : tr_write_fail(error, place->tiles, reason);
    place->lock = tr_directory_lock(tiles, alone, 0, NULL, &taken);
    tr_folder_close(&tiles);
    return taken ? refuse(place->manifest,
                          "another export is writing tiles there: wait until it is done, or choose another "
                          "place with --name or -o",
                          error)
                 : TR_OK;
}

// A manifest of this set first, which names the files of an earlier one that go then.
static tr_status replace(const tr_export_job *job, const tr_tile_place *place, const tr_earlier *gone,
                         const tr_watch *watch, tr_export_result *result, tr_error *error) {
    tr_placing placing = {.folder = place->folder};
    tr_status status = report(job, place, &(tr_digests){.unfinished = true, .earlier = gone}, error);
    if (status != TR_OK || gone->count == 0)
        return status;
    status = tr_earlier_remove_rest(job, gone, &placing, watch, result, error);
    tr_placing_end(&placing); // the manifest says what is still to go
    return status == TR_OK ? report(job, place, &(tr_digests){.unfinished = true}, error) : status;
}

static tr_status make_folder(const tr_export_job *job, const tr_tile_place *place, tr_error *error) {
    tr_folder tiles;
    const int reason = tr_folder_enter(place->folder, job->stem, true, &tiles);
    tr_folder_close(&tiles);
    return reason ? tr_write_fail(error, place->tiles, reason) : TR_OK;
}

static tr_status take_locked(const tr_export_job *job, bool alone, const tr_watch *watch,
                             tr_export_result *result, tr_tile_place *place, tr_earlier *earlier,
                             tr_error *error) {
    enum there there;
    tr_status status = check(job, place, earlier, &there, error);
    if (status != TR_OK)
        return status;
    alone = alone || there == OTHERS;
    place->same = there == SAME;
    place->list = there == SAME ? earlier->list : (tr_digest){0};
    if (alone)
        status = hold(job, place, true, error);
    if (status == TR_OK && there == OTHERS)
        status = tr_tiles_remove(job, place->folder, error);
    tr_earlier gone = pending_of(earlier);
    if (there != SAME)
        gone = (tr_earlier){.count = earlier->count, .files = earlier->files};
    if (status == TR_OK && (there != SAME || gone.count > 0))
        status = replace(job, place, &gone, watch, result, error);
    if (status == TR_OK)
        status = make_folder(job, place, error);
    return status == TR_OK && place->lock < 0 ? hold(job, place, alone, error) : status;
}

tr_status tr_tile_place_take(const tr_export_job *job, tr_folder folder, bool alone, const tr_watch *watch,
                             tr_export_result *result, tr_tile_place *place, tr_error *error) {
    tr_earlier earlier = {0};
    int lock;
    result->count = 1;
    tr_status status = find_place(job, folder, result->paths[0], place, error);
    if (status != TR_OK)
        return status;
    status = tr_export_lock(folder, watch, &lock, error);
    if (status == TR_OK)
        status = take_locked(job, alone, watch, result, place, &earlier, error);
    tr_earlier_free(&earlier);
    tr_folder_unlock(lock);
    return status;
}

void tr_tile_place_leave(tr_tile_place *place) {
    tr_folder_unlock(place->lock);
    place->lock = -1;
}

tr_status tr_tile_place_report(const tr_export_job *job, const tr_tile_place *place, const tr_digest *list,
                               const tr_watch *watch, tr_error *error) {
    const tr_digests digests = {.unfinished = !list, .list = list};
    tr_earlier earlier = {0};
    enum there there;
    int lock;
    tr_status status = tr_export_lock(place->folder, watch, &lock, error);
    if (status == TR_OK)
        status = look(job, place, &earlier, &there, error);
    if (status == TR_OK && there != SAME)
        status = refuse(place->manifest, "another export took the place of these tiles meanwhile", error);
    if (status == TR_OK)
        status = report(job, place, &digests, error);
    tr_earlier_free(&earlier);
    tr_folder_unlock(lock);
    return status;
}
