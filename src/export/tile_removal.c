#include "export/private/tiles.h"

#include "export/private/replace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// ---- removing by name ----------------------------------------------------------------------------

enum { deepest = 6 }; // depth of tiles' folders below the set's own

struct removing {
    const tr_plan *plan;
    char name[TR_EXPORT_NAME_BYTES]; // path in it of the current entry
    int depth, reason;
};

static bool remove_below(void *context, const char *entry);

static void remove_folder(struct removing *r) {
    tr_folder inner;
    r->reason = tr_folder_enter(r->plan->folder, r->name, false, &inner);
    if (r->reason)
        return;
    r->depth++;
    const int listed = tr_folder_list(inner, remove_below, r);
    r->reason = r->reason ? r->reason : listed;
    r->depth--;
    tr_folder_close(&inner);
    const int removed = r->reason ? 0 : tr_name_remove_folder(r->plan->folder, r->name);
    r->reason = removed && removed != ENOTEMPTY && removed != EEXIST ? removed : r->reason; // a folder that is
                                                                                            // not empty stays
}

// Links, pipes and files with other names stay.
static bool remove_below(void *context, const char *entry) {
    struct removing *r = context;
    const size_t length = strlen(r->name);
    tr_info there;
    if (length + 1 + strlen(entry) >= sizeof r->name)
        return true;
    snprintf(r->name + length, sizeof r->name - length, "/%s", entry);
    r->reason = tr_name_info(r->plan->folder, r->name, &there);
    if (!r->reason && there.kind == TR_KIND_FOLDER && r->depth < deepest &&
        tr_set_can_have_tile(r->plan->job.stem, r->name, true))
        remove_folder(r);
    else if (!r->reason && there.kind == TR_KIND_FILE &&
             tr_set_can_have_tile(r->plan->job.stem, r->name, false))
        r->reason = tr_name_remove(r->plan->folder, r->name);
    if (!r->reason) // otherwise the message needs the name
        r->name[length] = '\0';
    return !r->reason;
}

tr_status tr_tiles_remove(const tr_plan *plan, tr_error *error) {
    struct removing r = {.plan = plan};
    tr_info there;
    snprintf(r.name, sizeof r.name, "%s", plan->job.stem);
    r.reason = tr_name_info(plan->folder, r.name, &there);
    if (!r.reason && there.kind != TR_KIND_NONE)
        remove_folder(&r);
    return r.reason ? tr_plan_write_fail(plan, r.name, r.reason, error) : TR_OK;
}

// ---- removing by the list ------------------------------------------------------------------------

// Removes empty folders, from that of a tile up to the set's own.
static tr_status remove_empty(const tr_plan *plan, char *name, tr_error *error) {
    for (char *slash; (slash = strrchr(name, '/'));) {
        *slash = '\0';
        const int reason = tr_name_remove_folder(plan->folder, name);
        if (reason == ENOTEMPTY || reason == EEXIST)
            return TR_OK;
        if (reason && reason != ENOENT)
            return tr_plan_write_fail(plan, name, reason, error);
    }
    return TR_OK;
}

// Keeps a file that has changed, or is no longer a file.
static tr_status remove_listed(const tr_plan *plan, const char *name, const char *sha256,
                               tr_export_result *result, tr_error *error) {
    tr_digest digest;
    int reason = tr_digest_file(plan->folder, name, plan->watch, &digest);
    if (reason == ENOENT || reason == ENOTDIR || reason == ECANCELED)
        return tr_watch_check(plan->watch, error);
    if (reason && reason != TR_REASON_LINK && reason != TR_REASON_OTHER)
        return tr_plan_read_fail(plan, name, reason, error);
    if (reason || strcmp(digest.sha256, sha256) != 0) {
        tr_result_keep(result, plan, name);
        return TR_OK;
    }
    reason = tr_name_remove(plan->folder, name);
    return reason ? tr_plan_write_fail(plan, name, reason, error) : TR_OK;
}

static const char *end_of_folder(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? slash : name;
}

tr_status tr_tiles_remove_listed(const tr_plan *plan, const tr_digest *list, tr_export_result *result,
                                 tr_error *error) {
    char sha256[TR_DIGEST_BYTES], name[TR_EXPORT_NAME_BYTES], last[TR_EXPORT_NAME_BYTES] = "";
    FILE *lines;
    tr_info there;
    tr_status status = tr_tile_list_open(plan, list, &lines, error);
    if (status == TR_OK && !lines && tr_name_info(plan->folder, plan->job.stem, &there) == 0 &&
        there.kind != TR_KIND_NONE)
        tr_result_keep(result, plan, plan->job.stem);
    while (lines && status == TR_OK && tr_tile_list_read(lines, sha256, name)) {
        if (!tr_set_can_have_tile(plan->job.stem, name, false))
            continue;
        const size_t above = (size_t)(end_of_folder(name) - name);
        if ((size_t)(end_of_folder(last) - last) != above || strncmp(last, name, above) != 0)
            status = remove_empty(plan, last, error);
        memcpy(last, name, sizeof last);
        if (status == TR_OK)
            status = remove_listed(plan, name, sha256, result, error);
    }
    if (status == TR_OK)
        status = remove_empty(plan, last, error);
    if (lines)
        fclose(lines);
    return status;
}
