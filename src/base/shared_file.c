#include "base/shared_file.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static tr_status no_memory(const char *name, tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory for the file '%s'", name);
}

static tr_status unread(const char *path, int reason, tr_error *error) {
    char text[TR_REASON_BYTES];
    if (reason == ECANCELED)
        return tr_fail(error, TR_STOPPED, "stopped");
    return reason == ENOMEM ? no_memory(path, error)
                            : tr_fail(error, TR_BAD_INPUT, "'%s' cannot be read: %s", path,
                                      tr_reason_of_path(reason, path, text));
}

// ---- parts ---------------------------------------------------------------------------------------

static const char *find_face(const char *name) {
    const char *slash = strrchr(name, '/');
    return strstr(slash ? slash : name, TR_FILE_FACE);
}

int tr_file_part_count(const char *name) { return find_face(name) ? TR_FILE_MOST_PARTS : 1; }

void tr_file_part_name(const char *name, int part, char *out) {
    static const char *const faces[TR_FILE_MOST_PARTS] = {"px", "nx", "py", "ny", "pz", "nz"};
    const char *face = find_face(name);
    const size_t before = face ? (size_t)(face - name) : 0, size = strlen(name) + 1;
    if (face)
        snprintf(out, size, "%.*s%s%s", (int)before, name, faces[part], face + strlen(TR_FILE_FACE));
    else
        snprintf(out, size, "%s", name);
}

static char *copy_part_name(const char *name, int part) {
    char *copy = tr_malloc(strlen(name) + 1);
    if (copy)
        tr_file_part_name(name, part, copy);
    return copy;
}

// ---- making --------------------------------------------------------------------------------------

static tr_status create(const char *name, const char *path, tr_shared_file **out, tr_error *error) {
    tr_shared_file *file = tr_calloc(1, sizeof *file);
    *out = NULL;
    if (!file)
        return no_memory(name, error);
    file->users = 1;
    file->part_count = tr_file_part_count(name);
    file->name = tr_strdup(name);
    file->path = path ? tr_strdup(path) : NULL;
    bool ok = file->name && (!path || file->path);
    for (int i = 0; i < file->part_count && ok; i++) {
        file->parts[i].path = copy_part_name(path ? path : name, i);
        ok = file->parts[i].path != NULL;
    }
    if (!ok) {
        tr_shared_file_release(file);
        return no_memory(name, error);
    }
    *out = file;
    return TR_OK;
}

// folder: the one in which the file has its name; NULL: it has a path.
static tr_status open_part(const tr_folder *folder, tr_shared_file *file, int part, int *handle,
                           tr_error *error) {
    tr_file_part *p = &file->parts[part];
    char *name = folder ? copy_part_name(file->name, part) : NULL;
    if (folder && !name)
        return no_memory(file->name, error);
    int reason = folder ? tr_file_open(*folder, name, handle) : tr_file_open_path(p->path, handle);
    tr_free(name);
    if (reason == 0) {
        reason = tr_file_info(*handle, &p->info);
        if (reason != 0)
            tr_file_close(*handle);
    }
    return reason == 0 ? TR_OK : unread(p->path, reason, error);
}

static tr_status open_file(const tr_folder *folder, const char *name, const char *path, const tr_watch *watch,
                           tr_shared_file **out, tr_error *error) {
    tr_shared_file *file;
    int handles[TR_FILE_MOST_PARTS], opened = 0;
    tr_status status = create(name, path, &file, error);
    *out = NULL;
    if (status != TR_OK)
        return status;
    while (opened < file->part_count && status == TR_OK) {
        status = open_part(folder, file, opened, &handles[opened], error);
        opened += status == TR_OK;
    }
    if (status == TR_OK) {
        tr_digest digest;
        const int reason = tr_digest_parts(opened, handles, watch, &digest);
        status = reason == 0 ? TR_OK : unread(path, reason, error);
        memcpy(file->sha256, digest.sha256, sizeof file->sha256);
    }
    for (int i = 0; i < opened; i++)
        tr_file_close(handles[i]);
    if (status == TR_OK)
        *out = file;
    else
        tr_shared_file_release(file);
    return status;
}

tr_status tr_shared_file_in(const char *folder, const char *name, const tr_watch *watch, tr_shared_file **file,
                            tr_error *error) {
    tr_folder open = {0};
    *file = NULL;
    const size_t bytes = strlen(folder) + strlen(name) + 2;
    char *path = tr_malloc(bytes);
    if (!path)
        return no_memory(name, error);
    snprintf(path, bytes, "%s/%s", folder, name);
    const int reason = tr_folder_open(folder, &open);
    const tr_status status =
        reason == 0 ? open_file(&open, name, path, watch, file, error) : unread(path, reason, error);
    tr_folder_close(&open);
    tr_free(path);
    return status;
}

tr_status tr_shared_file_at(const char *path, const char *name, const tr_watch *watch, tr_shared_file **file,
                            tr_error *error) {
    return open_file(NULL, name, path, watch, file, error);
}

tr_status tr_shared_file_of(const char *name, const void *bytes, const size_t lengths[], tr_shared_file **out,
                            tr_error *error) {
    tr_shared_file *file;
    const tr_status status = create(name, NULL, &file, error);
    size_t length = 0;
    *out = NULL;
    if (status != TR_OK)
        return status;
    for (int i = 0; i < file->part_count; i++)
        length += lengths[i];
    char *copy = file->bytes = tr_malloc(length + 1);
    if (!copy) {
        tr_shared_file_release(file);
        return no_memory(name, error);
    }
    if (length > 0) // otherwise the pointer may be NULL
        memcpy(copy, bytes, length);
    for (int i = 0; i < file->part_count; copy += lengths[i], i++)
        file->parts[i].bytes = copy, file->parts[i].info.bytes = lengths[i];
    tr_digest_of(bytes, length, file->sha256);
    *out = file;
    return TR_OK;
}

// ---- use -----------------------------------------------------------------------------------------

static bool is_unchanged(const tr_file_part *part) {
    tr_info now;
    int handle;
    if (part->bytes)
        return true;
    if (tr_file_open_path(part->path, &handle) != 0)
        return false;
    const int reason = tr_file_info(handle, &now);
    tr_file_close(handle);
    return reason == 0 && now.bytes == part->info.bytes && now.status_ns == part->info.status_ns &&
           now.id[0] == part->info.id[0] && now.id[1] == part->info.id[1];
}

bool tr_shared_file_unchanged(const tr_shared_file *file) {
    int same = 0;
    while (same < file->part_count && is_unchanged(&file->parts[same]))
        same++;
    return same == file->part_count;
}

bool tr_shared_file_recall(const tr_shared_file *file, uint64_t key, double numbers[2]) {
    const tr_file_note *note = __atomic_load_n(&file->notes, __ATOMIC_ACQUIRE);
    while (note && note->key != key)
        note = note->next;
    if (note)
        memcpy(numbers, note->numbers, sizeof note->numbers);
    return note;
}

void tr_shared_file_note(tr_shared_file *file, uint64_t key, const double numbers[2]) {
    tr_file_note *note = tr_malloc(sizeof *note);
    if (!note)
        return;
    *note = (tr_file_note){key, {numbers[0], numbers[1]}, __atomic_load_n(&file->notes, __ATOMIC_RELAXED)};
    while (!__atomic_compare_exchange_n(&file->notes, &note->next, note, true, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED)) {
    }
}

tr_shared_file *tr_shared_file_keep(tr_shared_file *file) {
    __atomic_add_fetch(&file->users, 1, __ATOMIC_RELAXED);
    return file;
}

void tr_shared_file_release(tr_shared_file *file) {
    if (!file || __atomic_sub_fetch(&file->users, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    for (tr_file_note *note = file->notes, *next; note; note = next) {
        next = note->next;
        tr_free(note);
    }
    tr_free(file->name);
    tr_free(file->path);
    tr_free(file->bytes);
    for (int i = 0; i < file->part_count; i++)
        tr_free(file->parts[i].path);
    tr_free(file);
}

static bool is_same(const tr_shared_file *a, const tr_shared_file *b) {
    for (int i = 0; i < a->part_count && i < b->part_count; i++)
        if (a->parts[i].info.changed_ns != b->parts[i].info.changed_ns)
            return false;
    return strcmp(a->name, b->name) == 0 && strcmp(a->sha256, b->sha256) == 0 &&
           strcmp(a->path ? a->path : "", b->path ? b->path : "") == 0;
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
