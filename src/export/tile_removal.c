#include "export/private/tile_removal.h"

#include "base/atomic_file.h"
#include "export/private/names.h"
#include "export/private/tile_list.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// ---- removing by name ----------------------------------------------------------------------------

enum { deepest = 6 }; // folders that tiles have below the set's own

struct removing {
    const tr_export_job *job;
    tr_folder set;                   // the folder that the set is in
    char name[TR_EXPORT_NAME_BYTES]; // in it, of what is looked at
    int depth, reason;
};

static bool remove_below(void *context, const char *entry);

static void remove_folder(struct removing *r) {
    tr_folder inner;
    r->reason = tr_folder_enter(r->set, r->name, false, &inner);
    if (r->reason)
        return;
    r->depth++;
    const int listed = tr_folder_list(inner, remove_below, r);
    r->reason = r->reason ? r->reason : listed;
    r->depth--;
    tr_folder_close(&inner);
    const int removed = r->reason ? 0 : tr_name_remove_folder(r->set, r->name);
    r->reason =
        removed && removed != ENOTEMPTY && removed != EEXIST ? removed : r->reason; // not empty: it stays
}

// Links, pipes and what is called otherwise stay.
static bool remove_below(void *context, const char *entry) {
    struct removing *r = context;
    const size_t length = strlen(r->name);
    tr_info there;
    if (length + 1 + strlen(entry) >= sizeof r->name)
        return true;
    snprintf(r->name + length, sizeof r->name - length, "/%s", entry);
    r->reason = tr_name_info(r->set, r->name, &there);
    if (!r->reason && there.kind == TR_KIND_FOLDER && r->depth < deepest &&
        tr_set_can_have_folder(r->job->stem, r->name))
        remove_folder(r);
    else if (!r->reason && there.kind == TR_KIND_FILE && tr_set_can_have_tile(r->job->stem, r->name))
        r->reason = tr_name_remove(r->set, r->name);
    if (!r->reason) // else it is what the message names
        r->name[length] = '\0';
    return !r->reason;
}

tr_status tr_tiles_remove(const tr_export_job *job, tr_folder folder, tr_error *error) {
    struct removing r = {.job = job, .set = folder};
    char path[1024];
    tr_info there;
    if (snprintf(r.name, sizeof r.name, "%s", job->stem) >= (int)sizeof r.name)
        return tr_write_fail(error, job->stem, ENAMETOOLONG);
    r.reason = tr_name_info(folder, r.name, &there);
    if (!r.reason && there.kind == TR_KIND_NONE)
        return TR_OK;
    if (!r.reason)
        remove_folder(&r);
    const tr_status status = tr_export_path(job, r.name, path, error);
    return status == TR_OK && r.reason ? tr_write_fail(error, path, r.reason) : status;
}

// ---- removing by the list ------------------------------------------------------------------------

// Removes folders that are empty, from the one that a tile was in up to the set's own.
static tr_status remove_empty(const tr_export_job *job, tr_folder folder, char *name, tr_error *error) {
    char path[1024];
    for (char *slash; (slash = strrchr(name, '/'));) {
        *slash = '\0';
        const int reason = tr_name_remove_folder(folder, name);
        if (reason == ENOTEMPTY || reason == EEXIST)
            return TR_OK;
        if (reason && reason != ENOENT)
            return tr_export_path(job, name, path, error) == TR_OK ? tr_write_fail(error, path, reason)
                                                                   : TR_CANNOT_WRITE;
    }
    return TR_OK;
}

// What changed, or is no file any more, stays.
static tr_status remove_listed(const tr_export_job *job, tr_folder folder, const char *name, const char *sha256,
                               const tr_watch *watch, tr_export_result *result, tr_error *error) {
    char path[1024], digest[TR_DIGEST_BYTES] = "";
    uint64_t bytes;
    int file;
    tr_status status = tr_export_path(job, name, path, error);
    if (status != TR_OK)
        return status;
    int reason = tr_file_open(folder, name, &file);
    if (!reason) {
        status = tr_digest_open(file, watch, digest, &bytes, NULL);
        tr_file_close(file);
        reason = status == TR_BAD_INPUT ? EIO : 0;
    }
    if (reason == ENOENT || reason == ENOTDIR || status == TR_STOPPED)
        return tr_watch_check(watch, error);
    if (reason && reason != TR_REASON_LINK && reason != TR_REASON_OTHER)
        return tr_read_fail(error, path, reason);
    if (reason || strcmp(digest, sha256) != 0) {
        tr_export_keep(result, path);
        return TR_OK;
    }
    reason = tr_name_remove(folder, name);
    return reason ? tr_write_fail(error, path, reason) : TR_OK;
}

static const char *end_of_folder(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? slash : name;
}

tr_status tr_tiles_remove_listed(const tr_export_job *job, tr_folder folder, const tr_digest *list,
                                 const tr_watch *watch, tr_export_result *result, tr_error *error) {
    char sha256[TR_DIGEST_BYTES], name[TR_EXPORT_NAME_BYTES], last[TR_EXPORT_NAME_BYTES] = "", path[1024];
    FILE *lines;
    tr_info there;
    tr_status status = tr_tile_list_open(job, folder, list, watch, &lines, error);
    if (status == TR_OK && !lines && tr_name_info(folder, job->stem, &there) == 0 &&
        there.kind != TR_KIND_NONE && tr_export_path(job, job->stem, path, error) == TR_OK)
        tr_export_keep(result, path);
    while (lines && status == TR_OK && tr_tile_list_read(lines, sha256, name)) {
        if (!tr_set_can_have_tile(job->stem, name))
            continue;
        const size_t above = (size_t)(end_of_folder(name) - name);
        if ((size_t)(end_of_folder(last) - last) != above || strncmp(last, name, above) != 0)
            status = remove_empty(job, folder, last, error);
        memcpy(last, name, sizeof last);
        if (status == TR_OK)
            status = remove_listed(job, folder, name, sha256, watch, result, error);
    }
    if (status == TR_OK)
        status = remove_empty(job, folder, last, error);
    if (lines)
        fclose(lines);
    return status;
}
