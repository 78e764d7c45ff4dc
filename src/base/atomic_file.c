#include "base/atomic_file.h"

#include "base/memory.h"
#include "base/temporary.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    buffer_bytes = 1 << 16, // some encoders hand over single bytes
};

struct tr_atomic_file {
    char *path;      // as the caller gave it, for messages
    char *target;    // what the new file is renamed to: path with symbolic links followed
    char *temporary; // NULL: the target is a device or a pipe and is written to directly
    int descriptor;  // -1 once closed
    int lock;        // then, and until it has its name: what still holds the temporary file's lock, or -1
    int reason;      // errno of the first failure, or 0
    bool finished;
    struct sha256_ctx hash; // of what was written
    size_t size;
    uint8_t digest[SHA256_DIGEST_SIZE];
    size_t used;
    unsigned char buffer[buffer_bytes];
};

// ---- errors ------------------------------------------------------------------------------------

static const char *way_out(int reason) {
    switch (reason) {
    case ENOSPC:
    case EDQUOT:
        return "free some space or choose another folder";
    case EACCES:
    case EPERM:
        return "check the permissions or choose another folder";
    case EROFS:
        return "choose a folder that is not read-only";
    case EISDIR:
        return "give the name of a file in it";
    case ENOENT:
        return "make its folder first";
    case ENOTDIR:
    case EEXIST:
        return "a file is in the way: choose another folder";
    case ENAMETOOLONG:
        return "choose a shorter name";
    case EFBIG:
        return "choose a smaller size or another file system";
    default:
        return "choose another place";
    }
}

tr_status tr_write_fail(tr_error *error, const char *path, int reason) {
    if (reason == ENOMEM)
        return tr_fail(error, TR_NO_MEMORY, "no memory to write a file");
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", path);
    return tr_fail(error, TR_CANNOT_WRITE, "cannot write: %s; %s", strerror(reason), way_out(reason));
}

// ---- opening -----------------------------------------------------------------------------------

// Whether the path names what a process has open, even where that is a regular file at the moment: the shell
// that redirected it keeps the old file open, so a rename would pass it by. *own tells which of this process it
// is; -1: another one's. What lies below, in a folder that is open, is a file as any other.
static bool names_stream(const char *path, int *own) {
    char process[32] = "self", number[8], more;
    *own = strcmp(path, "/dev/stdout") == 0   ? STDOUT_FILENO
           : strcmp(path, "/dev/stderr") == 0 ? STDERR_FILENO
                                              : -1;
    if (*own >= 0)
        return true;
    if (sscanf(path, "/dev/fd/%7[0-9]%c", number, &more) != 1 &&
        sscanf(path, "/proc/%31[^/]/fd/%7[0-9]%c", process, number, &more) != 2)
        return false;
    if (strcmp(process, "self") == 0 || strtol(process, NULL, 10) == (long)getpid())
        *own = (int)strtol(number, NULL, 10);
    return true;
}

bool tr_atomic_is_stream(const char *path) {
    struct stat there;
    int own;
    return names_stream(path, &own) ||
           (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode));
}

bool tr_atomic_is_output(const char *path) {
    int own;
    return names_stream(path, &own) && own == STDOUT_FILENO;
}

// What this process has open is shared, with the place in it: opened once more it would begin at the start of
// a file, over what is there.
static int share_open(tr_atomic_file *file, int own) {
    const int flags = fcntl(own, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY)
        return EBADF; // which each write would say, much later
    file->descriptor = fcntl(own, F_DUPFD_CLOEXEC, 0);
    return file->descriptor < 0 ? errno : 0;
}

// Of a folder the system says that it is one.
static int open_directly(tr_atomic_file *file, int append) {
    file->descriptor = open(file->path, O_WRONLY | O_CLOEXEC | O_NOCTTY | append);
    return file->descriptor < 0 ? errno : 0;
}

// What the symbolic link `*path` says, from its own folder, into *path, which the caller frees.
static int follow_link(char **path) {
    char said[PATH_MAX];
    const ssize_t bytes = readlink(*path, said, sizeof said);
    if (bytes < 0)
        return errno;
    if ((size_t)bytes == sizeof said)
        return ENAMETOOLONG;
    const char *slash = said[0] == '/' ? NULL : strrchr(*path, '/');
    const size_t folder_bytes = slash ? (size_t)(slash + 1 - *path) : 0;
    char *next = tr_malloc(folder_bytes + (size_t)bytes + 1);
    if (!next)
        return ENOMEM;
    memcpy(next, *path, folder_bytes);
    memcpy(next + folder_bytes, said, (size_t)bytes);
    next[folder_bytes + (size_t)bytes] = 0;
    tr_free(*path);
    *path = next;
    return 0;
}

// What is to be made for a path where nothing is yet: itself, or what links that lead to nothing name.
static int find_new(const char *path, char **target) {
    enum { links_most = 40 }; // as many as Linux follows
    *target = tr_strdup(path);
    int reason = *target ? 0 : ENOMEM;
    struct stat there;
    for (int links = 0; !reason && lstat(*target, &there) == 0 && S_ISLNK(there.st_mode); links++)
        reason = links < links_most ? follow_link(target) : ELOOP;
    return reason;
}

static int open_target(tr_atomic_file *file) {
    struct stat old;
    int own;
    const bool exists = stat(file->path, &old) == 0, stream = names_stream(file->path, &own);
    if (own >= 0)
        return share_open(file, own);
    if (exists && (stream || !S_ISREG(old.st_mode)))
        return open_directly(file, S_ISREG(old.st_mode) ? O_APPEND : 0);
    // A rename would replace a write-protected file without asking. It was protected for a reason.
    if (exists && access(file->path, W_OK) != 0)
        return errno;
    char place[PATH_MAX];
    int reason = exists ? 0 : find_new(file->path, &file->target);
    if (exists && !realpath(file->path, place))
        reason = errno;
    else if (exists && !(file->target = tr_strdup(place)))
        reason = ENOMEM;
    if (!reason)
        reason = tr_temporary_create(file->target, &file->temporary, &file->descriptor);
    if (!reason && exists)
        fchmod(file->descriptor, old.st_mode & 0777); // may fail: some file systems have none to set
    return reason;
}

tr_status tr_atomic_open(const char *path, tr_atomic_file **out, tr_error *error) {
    tr_atomic_file *file = tr_malloc(sizeof *file);
    if (!file)
        return tr_write_fail(error, path, ENOMEM);
    file->path = tr_strdup(path);
    file->target = file->temporary = NULL;
    file->descriptor = file->lock = -1;
    file->finished = false;
    sha256_init(&file->hash);
    file->size = 0;
    file->used = 0;
    file->reason = file->path ? open_target(file) : ENOMEM;
    if (file->reason) {
        tr_status status = tr_write_fail(error, path, file->reason);
        tr_atomic_abort(file);
        return status;
    }
    *out = file;
    return TR_OK;
}

// ---- writing -----------------------------------------------------------------------------------

static bool write_through(tr_atomic_file *file, const unsigned char *data, size_t bytes) {
    while (bytes > 0 && !file->reason) {
        ssize_t written = write(file->descriptor, data, bytes);
        if (written > 0) {
            sha256_update(&file->hash, (size_t)written, data);
            file->size += (size_t)written;
            data += written;
            bytes -= (size_t)written;
        } else if (written == 0) {
            file->reason = EIO;       // would loop for ever
        } else if (errno == EAGAIN) { // shared, and whoever opened it does not want to wait
            poll(&(struct pollfd){.fd = file->descriptor, .events = POLLOUT}, 1, -1);
        } else if (errno != EINTR) {
            file->reason = errno;
        }
    }
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

int tr_atomic_descriptor(const tr_atomic_file *file) { return file->descriptor; }

// ---- ending ------------------------------------------------------------------------------------

static void sync_file(tr_atomic_file *file) {
    int result;
    do
        result = fsync(file->descriptor);
    while (result != 0 && errno == EINTR);
    // Some file systems know no fsync; they say EINVAL and have written what they will write.
    if (result != 0 && errno != EINVAL && errno != ENOTSUP)
        file->reason = errno;
}

tr_status tr_atomic_finish(tr_atomic_file *file, tr_error *error) {
    if (!file->finished) {
        file->finished = true;
        if (!file->reason && flush_buffer(file) && file->temporary)
            sync_file(file);
        // Until it has its name nobody may take it for one that was left.
        if (file->temporary && (file->lock = fcntl(file->descriptor, F_DUPFD_CLOEXEC, 0)) < 0 && !file->reason)
            file->reason = errno;
        // Network file systems report a full disk here at the latest. Linux closes even on EINTR.
        if (close(file->descriptor) != 0 && !file->reason && errno != EINTR)
            file->reason = errno;
        file->descriptor = -1;
        sha256_digest(&file->hash, sizeof file->digest, file->digest);
    }
    return file->reason ? tr_write_fail(error, file->path, file->reason) : TR_OK;
}

void tr_atomic_digest(const tr_atomic_file *file, char digest[TR_DIGEST_BYTES]) {
    assert(file->finished);
    for (int i = 0; i < SHA256_DIGEST_SIZE; i++)
        snprintf(digest + 2 * (size_t)i, 3, "%02x", file->digest[i]);
}

size_t tr_atomic_size(const tr_atomic_file *file) { return file->size; }

tr_status tr_atomic_replay(const tr_atomic_file *file,
                           void (*take)(void *context, const void *data, size_t bytes), void *context,
                           tr_error *error) {
    unsigned char some[8192];
    size_t left = file->size;
    ssize_t bytes = 1;
    assert(file->finished);
    const int descriptor = open(file->temporary ? file->temporary : file->path, O_RDONLY | O_CLOEXEC);
    while (descriptor >= 0 && left > 0 && bytes > 0) {
        do
            bytes = read(descriptor, some, left < sizeof some ? left : sizeof some);
        while (bytes < 0 && errno == EINTR);
        if (bytes > 0) {
            take(context, some, (size_t)bytes);
            left -= (size_t)bytes;
        }
    }
    const int reason = left == 0 ? 0 : descriptor < 0 || bytes < 0 ? errno : EIO;
    if (descriptor >= 0)
        close(descriptor);
    return reason ? tr_write_fail(error, file->path, reason) : TR_OK;
}

static void take_copy(void *context, const void *data, size_t bytes) { tr_atomic_write(context, data, bytes); }

tr_status tr_atomic_copy(const tr_atomic_file *file, tr_atomic_file *to, tr_error *error) {
    return tr_atomic_replay(file, take_copy, to, error);
}

// Makes a rename last through a power cut. The file is whole either way, so a failure is no error.
static void sync_folder(char *path_in_it) {
    char *slash = strrchr(path_in_it, '/');
    if (slash)
        slash[slash == path_in_it] = '\0';
    int folder = open(slash ? path_in_it : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

tr_status tr_atomic_commit(tr_atomic_file *file, tr_error *error) {
    tr_status status = tr_atomic_finish(file, error);
    if (status == TR_OK && file->temporary) {
        if (rename(file->temporary, file->target) == 0) {
            sync_folder(file->temporary);
            tr_free(file->temporary); // it has another name now: abort must not look for it
            file->temporary = NULL;
        } else {
            status = tr_write_fail(error, file->path, errno);
        }
    }
    tr_atomic_abort(file);
    return status;
}

void tr_atomic_abort(tr_atomic_file *file) {
    if (!file)
        return;
    if (file->descriptor >= 0)
        close(file->descriptor);
    if (file->temporary)
        unlink(file->temporary);
    if (file->lock >= 0)
        close(file->lock);
    tr_free(file->temporary);
    tr_free(file->target);
    tr_free(file->path);
    tr_free(file);
}
