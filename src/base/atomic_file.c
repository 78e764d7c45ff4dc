#include "base/atomic_file.h"

#include "base/memory.h"
#include "base/private/sha256.h"
#include "base/temporary.h"
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    buffer_bytes = 1 << 16, // some encoders write single bytes
};

struct tr_atomic_file {
    char *path; // for messages
    tr_folder folder;
    bool own_folder; // closed together with it
    char *name;      // name of the new file in the folder
    char *temporary; // NULL: the target is a device or a pipe, written directly
    int file;        // -1 once closed
    int lock;        // then, until the file has its name: holds the temporary file's lock, or -1
    int reason;      // errno of the first failure, or 0
    bool finished;
    SHA256_CTX hash; // of all written data
    size_t size;
    char digest[TR_DIGEST_BYTES];
    size_t used;
    unsigned char buffer[buffer_bytes];
};

// ---- errors ------------------------------------------------------------------------------------

static const char *way_out(int reason) {
    if (tr_reason_is_full(reason))
        return "free some space or choose another folder";
    switch (reason) {
    case EACCES:
    case EPERM:
        return "check the permissions or choose another folder";
    case EROFS:
        return "choose a folder that is not read-only";
    case EISDIR:
        return "give the name of a file in it";
    case ENOENT:
        return "its folder does not exist: create it, or choose another folder";
    case ENOTDIR:
    case EEXIST:
        return "a file is in the way: choose another folder";
    case TR_REASON_NAME:
        return "choose another name";
    case TR_REASON_BUSY:
        return "close it there, or choose another name";
    case TR_REASON_LINK:
    case TR_REASON_OTHER:
        return "remove it, or choose another folder";
    case ENAMETOOLONG:
        return "choose a shorter name";
    case EFBIG:
        return "choose a smaller size or another file system";
    default:
        return "choose another place";
    }
}

static tr_status fail(tr_error *error, const char *what, const char *path, int reason) {
    char text[TR_REASON_BYTES];
    if (reason == ENOMEM)
        return tr_fail(error, TR_NO_MEMORY, "no memory to %s a file", what);
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", path);
    return tr_fail(error, TR_CANNOT_WRITE, "cannot %s: %s; %s", what, tr_reason_of_path(reason, path, text),
                   way_out(reason));
}

tr_status tr_write_fail(tr_error *error, const char *path, int reason) {
    return fail(error, "write", path, reason);
}

tr_status tr_read_fail(tr_error *error, const char *path, int reason) {
    // A link or another object that is not a file blocks the name, so the message is about writing.
    return fail(error, reason == TR_REASON_LINK || reason == TR_REASON_OTHER ? "write" : "read", path, reason);
}

// ---- opening -----------------------------------------------------------------------------------

// Opens the folder of a path and splits off the name in it.
static int split(tr_atomic_file *file, char *path) {
    char *slash = strrchr(path, '/');
    if (!*path || (slash && !slash[1]))
        return EISDIR;
    if (!(file->name = tr_strdup(slash ? slash + 1 : path)))
        return ENOMEM;
    if (slash)
        slash[slash == path] = '\0';
    file->own_folder = true;
    return tr_folder_open(slash ? path : ".", &file->folder);
}

// An existing file keeps its permissions; something other than a file is not replaced. A rename would replace a
// write-protected file without asking, so that is refused.
static int make_temporary(tr_atomic_file *file) {
    tr_info old;
    int reason = tr_name_info(file->folder, file->name, &old);
    if (!reason && old.kind == TR_KIND_FILE)
        reason = tr_name_may_write(file->folder, file->name);
    else if (!reason && old.kind != TR_KIND_NONE)
        reason = old.kind == TR_KIND_LINK     ? TR_REASON_LINK
                 : old.kind == TR_KIND_FOLDER ? EISDIR
                                              : TR_REASON_OTHER;
    if (!reason)
        reason = tr_temporary_create(file->folder, file->name, &file->temporary, &file->file);
    if (!reason && old.kind == TR_KIND_FILE)
        tr_file_take_permissions(file->file, file->folder, file->name);
    return reason;
}

static int open_target(tr_atomic_file *file) {
    char *target;
    int reason = tr_file_find_target(file->path, &file->file, &target);
    if (!reason && target) {
        reason = split(file, target);
        if (!reason)
            reason = make_temporary(file);
        tr_free(target);
    }
    return reason;
}

static tr_atomic_file *make(const char *path) {
    tr_atomic_file *file = tr_calloc(1, sizeof *file);
    if (!file)
        return NULL;
    file->path = tr_strdup(path);
    file->file = file->lock = -1;
    SHA256_Init(&file->hash);
    file->reason = file->path ? 0 : ENOMEM;
    return file;
}

static tr_status end_opening(tr_atomic_file *file, const char *path, tr_atomic_file **out, tr_error *error) {
    if (!file || file->reason) {
        const tr_status status = tr_write_fail(error, path, file ? file->reason : ENOMEM);
        tr_atomic_abort(file);
        return status;
    }
    *out = file;
    return TR_OK;
}

tr_status tr_atomic_open(const char *path, tr_atomic_file **out, tr_error *error) {
    tr_atomic_file *file = make(path);
    if (file && !file->reason)
        file->reason = open_target(file);
    return end_opening(file, path, out, error);
}

tr_status tr_atomic_open_in(tr_folder folder, const char *name, const char *path, tr_atomic_file **out,
                            tr_error *error) {
    tr_atomic_file *file = make(path);
    if (file && !file->reason) {
        file->folder = folder;
        file->name = tr_strdup(name);
        file->reason = file->name ? make_temporary(file) : ENOMEM;
    }
    return end_opening(file, path, out, error);
}

tr_status tr_atomic_check_name(const char *path, tr_error *error) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const int length = slash == path ? 1 : (int)(name - path);
    char folder_path[4096];
    tr_folder folder = {0};
    tr_info info = {0};
    int reason = length < (int)sizeof folder_path ? 0 : ENAMETOOLONG;
    if (!reason) {
        snprintf(folder_path, sizeof folder_path, "%.*s", length > 0 ? length : 1, length > 0 ? path : ".");
        reason = tr_folder_open(folder_path, &folder);
    }
    if (!reason)
        reason = tr_name_info(folder, name, &info);
    if (!reason && info.kind != TR_KIND_NONE && info.kind != TR_KIND_FILE)
        reason = info.kind == TR_KIND_LINK ? TR_REASON_LINK : TR_REASON_OTHER;
    tr_folder_close(&folder);
    return reason ? tr_write_fail(error, path, reason) : TR_OK;
}

// ---- writing -----------------------------------------------------------------------------------

static bool write_through(tr_atomic_file *file, const unsigned char *data, size_t bytes) {
    size_t written = 0;
    if (!file->reason)
        file->reason = tr_file_write(file->file, data, bytes, &written);
    if (written > 0)
        SHA256_Update(&file->hash, data, written);
    file->size += written;
    return !file->reason;
}

static bool flush_buffer(tr_atomic_file *file) {
    size_t used = file->used;
    file->used = 0;
    return write_through(file, file->buffer, used);
}

bool tr_atomic_write(tr_atomic_file *file, const void *data, size_t bytes) {
    if (file->reason)
        return false;
    assert(!file->finished);
    if (bytes > buffer_bytes - file->used && !flush_buffer(file))
        return false;
    if (bytes >= buffer_bytes)
        return write_through(file, data, bytes);
    if (bytes > 0)
        memcpy(file->buffer + file->used, data, bytes);
    file->used += bytes;
    return true;
}

int tr_atomic_descriptor(const tr_atomic_file *file) { return file->file; }

// ---- ending ------------------------------------------------------------------------------------

static void note(tr_atomic_file *file, int reason) {
    if (!file->reason)
        file->reason = reason;
}

tr_status tr_atomic_finish(tr_atomic_file *file, tr_error *error) {
    if (!file->finished) {
        file->finished = true;
        if (!file->reason && flush_buffer(file) && file->temporary)
            note(file, tr_file_sync(file->file));
        // Keep the lock until the file has its name, so that nobody removes it as a leftover.
        if (file->temporary)
            note(file, tr_file_again(file->file, &file->lock));
        note(file, tr_file_close(file->file)); // network file systems report a full disk here at the latest
        file->file = -1;
        tr_sha256_end(&file->hash, file->digest);
    }
    return file->reason ? tr_write_fail(error, file->path, file->reason) : TR_OK;
}

void tr_atomic_digest(const tr_atomic_file *file, char digest[TR_DIGEST_BYTES]) {
    assert(file->finished);
    memcpy(digest, file->digest, sizeof file->digest);
}

size_t tr_atomic_size(const tr_atomic_file *file) { return file->size; }

tr_status tr_atomic_replay(const tr_atomic_file *file,
                           void (*take)(void *context, const void *data, size_t bytes), void *context,
                           tr_error *error) {
    unsigned char some[8192];
    size_t left = file->size, bytes = 1;
    int from;
    assert(file->finished);
    int reason = file->temporary ? tr_file_open(file->folder, file->temporary, &from)
                                 : tr_file_open_path(file->path, &from);
    while (!reason && left > 0 && bytes > 0) {
        reason = tr_file_read(from, some, left < sizeof some ? left : sizeof some, &bytes);
        take(context, some, bytes);
        left -= bytes;
    }
    if (from >= 0)
        tr_file_close(from);
    if (!reason && left > 0)
        reason = EIO; // the file has become shorter
    return reason ? tr_write_fail(error, file->path, reason) : TR_OK;
}

static void take_copy(void *context, const void *data, size_t bytes) { tr_atomic_write(context, data, bytes); }

tr_status tr_atomic_copy(const tr_atomic_file *file, tr_atomic_file *to, tr_error *error) {
    return tr_atomic_replay(file, take_copy, to, error);
}

tr_status tr_atomic_commit(tr_atomic_file *file, tr_error *error) {
    tr_status status = tr_atomic_finish(file, error);
    if (status == TR_OK && file->temporary) {
        const int reason = tr_name_change(file->folder, file->temporary, file->name);
        if (!reason) {
            tr_name_sync(file->folder, file->name);
            tr_free(file->temporary); // it has its final name now: abort must not remove it
            file->temporary = NULL;
        } else {
            status = tr_write_fail(error, file->path, reason);
        }
    }
    tr_atomic_abort(file);
    return status;
}

tr_status tr_atomic_end(tr_atomic_file *file, tr_status status, const tr_watch *watch, tr_error *error) {
    if (status == TR_OK)
        status = tr_atomic_finish(file, error);
    if (status == TR_OK)
        status = tr_watch_check(watch, error); // writing to disk may have taken long
    if (status == TR_OK)
        return tr_atomic_commit(file, error);
    tr_atomic_abort(file);
    return status;
}

void tr_atomic_abort(tr_atomic_file *file) {
    if (!file)
        return;
    if (file->file >= 0)
        tr_file_close(file->file);
    if (file->temporary)
        tr_name_remove(file->folder, file->temporary);
    if (file->lock >= 0)
        tr_file_close(file->lock);
    if (file->own_folder)
        tr_folder_close(&file->folder);
    tr_free(file->temporary);
    tr_free(file->name);
    tr_free(file->path);
    tr_free(file);
}
