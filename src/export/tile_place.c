#include "export/private/tiles.h"

#include "export/directory.h"
#include "export/private/replace.h"

#include <errno.h>
#include <string.h>

enum there { NONE, SAME, OTHERS };

// ---- manifests -----------------------------------------------------------------------------------

// *same: whether the existing manifest equals that text. Returns 0 or an errno.
static int holds(const tr_plan *plan, const tr_text *text, bool *same) {
    char wanted[TR_DIGEST_BYTES];
    tr_digest found;
    const int reason = tr_digest_file(plan->folder, plan->manifest, NULL, &found);
    tr_digest_of(text->bytes, text->used, wanted);
    *same = !reason && strcmp(found.sha256, wanted) == 0;
    return reason == ENOENT ? 0 : reason;
}

// Writes the manifest, unless the file is already the same.
static tr_status report(const tr_plan *plan, tr_set_state state, tr_error *error) {
    tr_text text;
    bool same = false;
    tr_status status = tr_manifest_create(plan, state, &text, error);
    const int reason = status == TR_OK ? holds(plan, &text, &same) : 0;
    if (reason)
        status = tr_plan_read_fail(plan, plan->manifest, reason, error);
    if (status == TR_OK && !same)
        status = tr_plan_put(plan, plan->manifest, &text, error);
    tr_free(text.bytes);
    return status;
}

// ---- earlier files -------------------------------------------------------------------------------

// The files that an unfinished set was about to replace.
static tr_earlier pending_of(const tr_earlier *earlier) {
    return (tr_earlier){.count = earlier->count - earlier->pending,
                        .files = earlier->files ? earlier->files + earlier->pending : NULL};
}

// Whether there is a folder of tiles, or a list of them. Links are neither followed nor replaced.
static tr_status look_for_tiles(const tr_plan *plan, bool *there, tr_error *error) {
    tr_info tiles = {.kind = TR_KIND_NONE}, list = {.kind = TR_KIND_NONE};
    *there = false;
    if (!plan->folder.handle)
        return TR_OK;
    int reason = tr_name_info(plan->folder, plan->job.stem, &tiles);
    if (!reason)
        reason = tr_name_info(plan->folder, plan->list, &list);
    if (!reason && tiles.kind != TR_KIND_NONE && tiles.kind != TR_KIND_FOLDER)
        reason = tiles.kind == TR_KIND_LINK ? TR_REASON_LINK : ENOTDIR;
    *there = tiles.kind != TR_KIND_NONE || list.kind != TR_KIND_NONE;
    return reason ? tr_plan_write_fail(plan, plan->job.stem, reason, error) : TR_OK;
}

// Finds what exists under the set's name: nothing, tiles of the same job, or other files. Free *earlier, also
// after a failure.
static tr_status look(const tr_plan *plan, tr_earlier *earlier, enum there *there, tr_error *error) {
    bool tiles, same;
    tr_text text;
    *earlier = (tr_earlier){0};
    tr_status status = look_for_tiles(plan, &tiles, error);
    if (status == TR_OK) // (after the tiles: without locks, another run may be creating both)
        status = tr_earlier_find(plan, earlier, error);
    *there = tiles ? OTHERS : NONE;
    if (status != TR_OK || !earlier->there)
        return status;
    const tr_earlier pending = pending_of(earlier);
    const tr_set_state reported = {.unfinished = earlier->unfinished,
                                   .earlier = &pending,
                                   .list = earlier->list.sha256[0] ? &earlier->list : NULL};
    status = tr_manifest_create(plan, reported, &text, error);
    const int reason = status == TR_OK ? holds(plan, &text, &same) : 0;
    tr_free(text.bytes);
    if (status != TR_OK)
        return status;
    // Tiles cannot be mixed with a set of pictures.
    const bool pictures = earlier->ours && !earlier->tiles && !tiles;
    *there = same && (reported.unfinished || reported.list) ? SAME : pictures ? NONE : OTHERS;
    return reason ? tr_plan_read_fail(plan, plan->manifest, reason, error) : TR_OK;
}

static tr_status check(const tr_plan *plan, tr_earlier *earlier, enum there *there, tr_error *error) {
    const tr_status status = look(plan, earlier, there, error);
    if (status == TR_OK && *there == OTHERS && plan->job.force && plan->job.tiles.shards > 1)
        return tr_fail(
            error, TR_BAD_USAGE,
            "other files than these tiles are there, and the shards of one set would remove each other's: "
            "use --force without --shard");
    if (status != TR_OK || *there != OTHERS || plan->job.force)
        return status;
    return tr_plan_refuse(plan, plan->manifest,
                          "other files than these tiles are there; --force replaces it, --name and -o choose "
                          "another place",
                          error);
}

tr_status tr_tiles_check(tr_plan *plan, tr_error *error) {
    tr_earlier earlier = {0};
    enum there there;
    tr_status status = tr_directory_find(plan->job.directory, &plan->folder, error);
    if (status == TR_OK)
        status = check(plan, &earlier, &there, error);
    tr_earlier_free(&earlier);
    tr_folder_close(&plan->folder);
    return status;
}

// ---- begin and end -------------------------------------------------------------------------------

// Runs that make the same tiles share the lock; a run that replaces them holds it exclusively.
static tr_status hold(tr_tile_place *place, bool alone, tr_error *error) {
    const tr_plan *plan = place->plan;
    bool taken;
    tr_folder tiles;
    const int reason = tr_folder_enter(plan->folder, plan->job.stem, false, &tiles);
    if (reason) // nothing to lock yet
        return reason == ENOENT ? TR_OK : tr_plan_write_fail(plan, plan->job.stem, reason, error);
    place->lock = tr_directory_lock(tiles, alone, 0, NULL, &taken);
    tr_folder_close(&tiles);
    return taken ? tr_plan_refuse(plan, plan->manifest,
                                  "another export is writing tiles there: wait until it is done, or choose "
                                  "another place with --name or -o",
                                  error)
                 : TR_OK;
}

// First writes this set's manifest with the list of files of an earlier set, and then removes them.
static tr_status replace(const tr_plan *plan, const tr_earlier *gone, tr_export_result *result,
                         tr_error *error) {
    tr_placing placing = {.plan = plan};
    tr_status status = report(plan, (tr_set_state){.unfinished = true, .earlier = gone}, error);
    if (status != TR_OK || gone->count == 0)
        return status;
    status = tr_earlier_remove_rest(plan, gone, &placing, result, error);
    tr_placing_end(&placing); // the manifest lists what remains to be removed
    return status == TR_OK ? report(plan, (tr_set_state){.unfinished = true}, error) : status;
}

static tr_status make_folder(const tr_plan *plan, tr_error *error) {
    tr_folder tiles;
    const int reason = tr_folder_enter(plan->folder, plan->job.stem, true, &tiles);
    tr_folder_close(&tiles);
    return reason ? tr_plan_write_fail(plan, plan->job.stem, reason, error) : TR_OK;
}

static tr_status take_locked(tr_tile_place *place, bool alone, tr_export_result *result, tr_earlier *earlier,
                             tr_error *error) {
    const tr_plan *plan = place->plan;
    enum there there;
    tr_status status = check(plan, earlier, &there, error);
    if (status != TR_OK)
        return status;
    alone = alone || there == OTHERS;
    place->same = there == SAME;
    place->list = there == SAME ? earlier->list : (tr_digest){0};
    if (alone)
        status = hold(place, true, error);
    if (status == TR_OK && there == OTHERS)
        status = tr_tiles_remove(plan, error);
    tr_earlier gone = pending_of(earlier);
    if (there != SAME)
        gone = (tr_earlier){.count = earlier->count, .files = earlier->files};
    if (status == TR_OK && (there != SAME || gone.count > 0))
        status = replace(plan, &gone, result, error);
    if (status == TR_OK)
        status = make_folder(plan, error);
    return status == TR_OK && place->lock < 0 ? hold(place, alone, error) : status;
}

tr_status tr_tile_place_take(const tr_plan *plan, bool alone, tr_export_result *result, tr_tile_place *place,
                             tr_error *error) {
    tr_earlier earlier = {0};
    int lock;
    *place = (tr_tile_place){.plan = plan, .lock = -1};
    tr_status status = tr_plan_lock(plan, &lock, error);
    if (status == TR_OK)
        status = take_locked(place, alone, result, &earlier, error);
    tr_earlier_free(&earlier);
    tr_folder_unlock(lock);
    return status;
}

void tr_tile_place_leave(tr_tile_place *place) { tr_folder_unlock(place->lock); }

tr_status tr_tile_place_report(const tr_tile_place *place, const tr_digest *list, tr_error *error) {
    const tr_plan *plan = place->plan;
    tr_earlier earlier = {0};
    enum there there;
    int lock;
    tr_status status = tr_plan_lock(plan, &lock, error);
    if (status == TR_OK)
        status = look(plan, &earlier, &there, error);
    if (status == TR_OK && there != SAME)
        status =
            tr_plan_refuse(plan, plan->manifest, "another export has replaced these tiles meanwhile", error);
    if (status == TR_OK)
        status = report(plan, (tr_set_state){.unfinished = !list, .list = list}, error);
    tr_earlier_free(&earlier);
    tr_folder_unlock(lock);
    return status;
}
