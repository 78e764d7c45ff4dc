#include "base/shared_file.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static tr_status no_memory(const char *name, tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory for the file '%s'", name);
}

static tr_status unread(const char *path, int reason, tr_error *error) {
    if (reason == ECANCELED)
        return tr_fail(error, TR_STOPPED, "stopped");
    return reason == ENOMEM
               ? no_memory(path, error)
               : tr_fail(error, TR_BAD_INPUT, "'%s' cannot be read: %s", path, tr_reason_text(reason));
}

static tr_status create(const char *name, const char *path, tr_shared_file **out, tr_error *error) {
    tr_shared_file *file = tr_calloc(1, sizeof *file);
    *out = NULL;
    if (!file)
        return no_memory(name, error);
    file->users = 1;
    file->name = tr_strdup(name);
    file->path = path ? tr_strdup(path) : NULL;
    if (!file->name || (path && !file->path)) {
        tr_shared_file_release(file);
        return no_memory(name, error);
    }
    *out = file;
    return TR_OK;
}

// Computes the digest of an open file, and closes it.
static tr_status take(int handle, const char *name, const char *path, const tr_watch *watch,
                      tr_shared_file **out, tr_error *error) {
    tr_shared_file *file;
    tr_status status = create(name, path, &file, error);
    if (status == TR_OK) {
        tr_digest digest;
        int reason = tr_file_info(handle, &file->info);
        if (reason == 0)
            reason = tr_digest_open(handle, watch, &digest);
        if (reason != 0) {
            tr_shared_file_release(file);
            status = unread(path, reason, error);
        } else {
            memcpy(file->sha256, digest.sha256, sizeof file->sha256);
            *out = file;
        }
    }
    tr_file_close(handle);
    return status;
}

tr_status tr_shared_file_in(const char *folder, const char *name, const tr_watch *watch, tr_shared_file **file,
                            tr_error *error) {
    tr_folder open = {0};
    int handle = -1;
    *file = NULL;
    const size_t bytes = strlen(folder) + strlen(name) + 2;
    char *path = tr_malloc(bytes);
    if (!path)
        return no_memory(name, error);
    snprintf(path, bytes, "%s/%s", folder, name);
    int reason = tr_folder_open(folder, &open);
    if (reason == 0)
        reason = tr_file_open(open, name, &handle);
    tr_status status = reason == 0 ? take(handle, name, path, watch, file, error) : unread(path, reason, error);
    tr_folder_close(&open);
    tr_free(path);
    return status;
}

tr_status tr_shared_file_at(const char *path, const char *name, const tr_watch *watch, tr_shared_file **file,
                            tr_error *error) {
    int handle = -1;
    *file = NULL;
    const int reason = tr_file_open_path(path, &handle);
    return reason == 0 ? take(handle, name, path, watch, file, error) : unread(path, reason, error);
}

tr_status tr_shared_file_of(const char *name, const void *bytes, size_t length, tr_shared_file **file,
                            tr_error *error) {
    const tr_status status = create(name, NULL, file, error);
    if (status != TR_OK)
        return status;
    (*file)->bytes = tr_malloc(length + 1);
    if (!(*file)->bytes) {
        tr_shared_file_release(*file);
        *file = NULL;
        return no_memory(name, error);
    }
    if (length > 0) // otherwise the pointer may be NULL
        memcpy((*file)->bytes, bytes, length);
    (*file)->length = length;
    tr_digest_of(bytes, length, (*file)->sha256);
    return TR_OK;
}

bool tr_shared_file_unchanged(const tr_shared_file *file) {
    tr_info now;
    int handle;
    if (!file->path)
        return true;
    if (tr_file_open_path(file->path, &handle) != 0)
        return false;
    const int reason = tr_file_info(handle, &now);
    tr_file_close(handle);
    return reason == 0 && now.bytes == file->info.bytes && now.status_ns == file->info.status_ns &&
           now.id[0] == file->info.id[0] && now.id[1] == file->info.id[1];
}

tr_shared_file *tr_shared_file_keep(tr_shared_file *file) {
    __atomic_add_fetch(&file->users, 1, __ATOMIC_RELAXED);
    return file;
}

void tr_shared_file_release(tr_shared_file *file) {
    if (!file || __atomic_sub_fetch(&file->users, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    tr_free(file->name);
    tr_free(file->path);
    tr_free(file->bytes);
    tr_free(file);
}

static bool is_same(const tr_shared_file *a, const tr_shared_file *b) {
    return strcmp(a->name, b->name) == 0 && strcmp(a->sha256, b->sha256) == 0 &&
           strcmp(a->path ? a->path : "", b->path ? b->path : "") == 0 &&
           a->info.changed_s == b->info.changed_s;
}

tr_status tr_shared_files_add(tr_shared_files *files, tr_shared_file *file, tr_error *error) {
    for (int i = 0; i < files->count; i++)
        if (is_same(files->list[i], file))
            return TR_OK;
    if (!tr_grow(&files->list, files->count, sizeof *files->list))
        return no_memory(file->name, error);
    files->list[files->count++] = tr_shared_file_keep(file);
    return TR_OK;
}

tr_status tr_shared_files_add_all(tr_shared_files *files, const tr_shared_files *others, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < others->count && status == TR_OK; i++)
        status = tr_shared_files_add(files, others->list[i], error);
    return status;
}

void tr_shared_files_clear(tr_shared_files *files) {
    for (int i = 0; i < files->count; i++)
        tr_shared_file_release(files->list[i]);
    tr_free(files->list);
    *files = (tr_shared_files){0};
}
