#include "base/platform.h"

#include "base/memory.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

const char *tr_reason_text(int reason) {
    switch (reason) {
    case TR_REASON_LINK:
        return "a link is there, and links are not followed here";
    case TR_REASON_OTHER:
        return "it is not a regular file";
    case TR_REASON_NAME:
        return "the name leads out of its folder";
    case TR_REASON_BUSY:
        return "another program has it open";
    default:
        return strerror(reason);
    }
}

const char *tr_reason_of_path(int reason, const char *path, char text[TR_REASON_BYTES]) {
    (void)path, (void)text;
    return tr_reason_text(reason);
}

bool tr_reason_is_full(int reason) { return reason == ENOSPC || reason == EDQUOT; }

// The result of a call, repeated after EINTR, or the reason of its failure.
#define AGAIN(result, call)                                                                                    \
    do                                                                                                         \
        (result) = (call);                                                                                     \
    while ((result) < 0 && errno == EINTR)

static int reason_of(long result) { return result < 0 ? errno : 0; }

static int64_t nanoseconds(struct timespec time) { return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec; }

static void fill_info(const struct stat *there, tr_info *info) {
    *info = (tr_info){.kind = S_ISREG(there->st_mode)   ? TR_KIND_FILE
                              : S_ISDIR(there->st_mode) ? TR_KIND_FOLDER
                              : S_ISLNK(there->st_mode) ? TR_KIND_LINK
                                                        : TR_KIND_OTHER,
                      .bytes = (uint64_t)there->st_size,
                      .changed_ns = nanoseconds(there->st_mtim),
                      .status_ns = nanoseconds(there->st_ctim),
                      .id = {(uint64_t)there->st_dev, (uint64_t)there->st_ino},
                      .named = there->st_nlink > 0};
}

// ---- folders -------------------------------------------------------------------------------------

// The descriptor plus one is stored, so that a zeroed struct is not a folder.
static int descriptor_of(tr_folder folder) { return (int)folder.handle - 1; }

static int open_folder(int at, const char *name, int flags, tr_folder *folder) {
    int descriptor;
    AGAIN(descriptor, openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags));
    folder->handle = descriptor < 0 ? 0 : descriptor + 1;
    return reason_of(descriptor);
}

int tr_folder_open(const char *path, tr_folder *folder) { return open_folder(AT_FDCWD, path, 0, folder); }

void tr_folder_close(tr_folder *folder) {
    if (folder->handle)
        close(descriptor_of(*folder));
    folder->handle = 0;
}

// Opens one piece of a name. For a link O_DIRECTORY reports that it is not a folder, so links are detected
// separately.
static int enter_one(tr_folder folder, const char *piece, bool make, tr_folder *inner) {
    struct stat there;
    int reason = open_folder(descriptor_of(folder), piece, O_NOFOLLOW, inner);
    if (reason == ENOENT && make) {
        if (mkdirat(descriptor_of(folder), piece, 0777) != 0 && errno != EEXIST)
            return errno;
        reason = open_folder(descriptor_of(folder), piece, O_NOFOLLOW, inner);
    }
    if ((reason == ENOTDIR || reason == ELOOP) &&
        fstatat(descriptor_of(folder), piece, &there, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(there.st_mode))
        return TR_REASON_LINK;
    return reason;
}

// Opens the folder that contains the last piece of the name, and finds where that piece begins. *own: the
// caller must close it.
static int walk(tr_folder folder, const char *name, bool make, tr_folder *parent, bool *own,
                const char **last) {
    char piece[NAME_MAX + 1];
    *parent = folder;
    *own = false;
    for (*last = name;;) {
        const size_t length = strcspn(*last, "/");
        if (length == 0 || (length <= 2 && strspn(*last, ".") >= length))
            return TR_REASON_NAME;
        if ((*last)[length] == '\0')
            return 0;
        if (length > NAME_MAX)
            return ENAMETOOLONG;
        memcpy(piece, *last, length);
        piece[length] = '\0';
        tr_folder inner = {0};
        const int reason = enter_one(*parent, piece, make, &inner);
        if (*own)
            tr_folder_close(parent);
        *own = !reason;
        *parent = inner;
        if (reason)
            return reason;
        *last += length + 1;
    }
}

static void leave(tr_folder *parent, bool own) {
    if (own)
        tr_folder_close(parent);
}

// Opens the folder of a name, sets `reason` to the result of `work`, and closes it. In work, `at` is the
// folder's descriptor and `last` the last piece of the name.
#define WITH_NAME(folder, name, reason, work)                                                                  \
    do {                                                                                                       \
        tr_folder parent;                                                                                      \
        bool own;                                                                                              \
        const char *last;                                                                                      \
        (reason) = walk(folder, name, false, &parent, &own, &last);                                            \
        if (!(reason)) {                                                                                       \
            const int at = descriptor_of(parent);                                                              \
            do                                                                                                 \
                (reason) = (work);                                                                             \
            while ((reason) == EINTR);                                                                         \
        }                                                                                                      \
        leave(&parent, own);                                                                                   \
    } while (0)

int tr_folder_enter(tr_folder folder, const char *name, bool make, tr_folder *inner) {
    tr_folder parent;
    bool own;
    const char *last;
    inner->handle = 0;
    int reason = walk(folder, name, make, &parent, &own, &last);
    if (!reason)
        reason = enter_one(parent, last, make, inner);
    leave(&parent, own);
    return reason;
}

// (Copies of a descriptor share the position in a folder, so the folder is opened again.)
int tr_folder_list(tr_folder folder, bool (*take)(void *context, const char *name), void *context) {
    tr_folder again;
    int reason = open_folder(descriptor_of(folder), ".", 0, &again);
    if (reason)
        return reason;
    DIR *all = fdopendir(descriptor_of(again));
    if (!all) {
        reason = errno;
        tr_folder_close(&again);
        return reason;
    }
    for (bool more = true; more;) {
        errno = 0;
        const struct dirent *entry = readdir(all);
        if (!entry)
            reason = errno;
        more = entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
                         take(context, entry->d_name));
    }
    closedir(all);
    return reason;
}

// A lock belongs to an open file description, so the folder is opened again.
int tr_folder_lock(tr_folder folder, bool alone, int *lock) {
    tr_folder again;
    int result, reason = open_folder(descriptor_of(folder), ".", 0, &again);
    *lock = -1;
    if (reason)
        return reason;
    AGAIN(result, flock(descriptor_of(again), (alone ? LOCK_EX : LOCK_SH) | LOCK_NB));
    reason = reason_of(result);
    if (reason)
        tr_folder_close(&again);
    else
        *lock = descriptor_of(again);
    return reason;
}

void tr_folder_unlock(int lock) {
    if (lock < 0)
        return;
    flock(lock, LOCK_UN); // also for copies in child processes
    close(lock);
}

// ---- paths ---------------------------------------------------------------------------------------

void tr_path_normalise(char *path) { (void)path; }

size_t tr_path_root(const char *path) { return path[0] == '/'; }

bool tr_path_whole(const char *path, char whole[TR_FULL_PATH_BYTES]) {
    _Static_assert(TR_FULL_PATH_BYTES >= PATH_MAX, "realpath writes as many bytes");
    return realpath(path, whole) != NULL;
}

tr_info tr_path_info(const char *path) {
    struct stat there;
    tr_info info = {.kind = TR_KIND_NONE};
    if (stat(path, &there) == 0)
        fill_info(&there, &info);
    return info;
}

bool tr_path_exists(const char *path) { return access(path, F_OK) == 0; }

bool tr_path_is_folder(const char *path) { return tr_path_info(path).kind == TR_KIND_FOLDER; }

bool tr_path_may_read(const char *path) { return access(path, R_OK) == 0; }

bool tr_path_may_write(const char *path) { return access(path, W_OK) == 0; }

int tr_path_make_folder(const char *path, bool is_private, bool *made) {
    struct stat there;
    *made = mkdir(path, is_private ? 0700 : 0777) == 0;
    if (*made)
        return 0;
    const int reason = errno;
    if (stat(path, &there) == 0) // mkdir may report EROFS for an existing folder
        return S_ISDIR(there.st_mode) ? 0 : ENOTDIR;
    return reason;
}

int tr_path_remove_folder(const char *path) { return reason_of(rmdir(path)); }

int tr_path_make_temporary(char path[TR_FULL_PATH_BYTES]) {
    const char *folder = getenv("TMPDIR");
    const int length =
        snprintf(path, TR_FULL_PATH_BYTES, "%s/terrella-XXXXXX", folder && *folder ? folder : "/tmp");
    return length >= TR_FULL_PATH_BYTES ? ENAMETOOLONG : mkdtemp(path) ? 0 : errno;
}

int tr_path_change(const char *path, const char *to) { return reason_of(rename(path, to)); }

int tr_path_remove(const char *path) { return reason_of(unlink(path)); }

int tr_path_lock(const char *path, int *lock) {
    AGAIN(*lock, open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    int reason = reason_of(*lock);
    if (!reason)
        reason = tr_file_lock(*lock);
    if (reason && *lock >= 0) {
        close(*lock);
        *lock = -1;
    }
    return reason;
}

FILE *tr_path_stream(const char *path, const char *mode) { return fopen(path, mode); }

// ---- names ---------------------------------------------------------------------------------------

int tr_name_info(tr_folder folder, const char *name, tr_info *info) {
    struct stat there;
    int reason;
    *info = (tr_info){.kind = TR_KIND_NONE};
    WITH_NAME(folder, name, reason, reason_of(fstatat(at, last, &there, AT_SYMLINK_NOFOLLOW)));
    if (!reason)
        fill_info(&there, info);
    return reason == ENOENT || reason == ENOTDIR ? 0 : reason;
}

int tr_name_remove(tr_folder folder, const char *name) {
    int reason;
    WITH_NAME(folder, name, reason, reason_of(unlinkat(at, last, 0)));
    return reason;
}

int tr_name_remove_folder(tr_folder folder, const char *name) {
    int reason;
    WITH_NAME(folder, name, reason, reason_of(unlinkat(at, last, AT_REMOVEDIR)));
    return reason;
}

// The name of another file in the same folder: only the last piece differs.
static const char *last_piece(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

int tr_name_change(tr_folder folder, const char *name, const char *to) {
    int reason;
    WITH_NAME(folder, name, reason, reason_of(renameat(at, last, at, last_piece(to))));
    return reason;
}

int tr_name_add(tr_folder folder, const char *name, const char *second) {
    int reason;
    WITH_NAME(folder, name, reason, reason_of(linkat(at, last, at, last_piece(second), 0)));
    return reason;
}

// The named file is complete either way, so a failure is ignored.
void tr_name_sync(tr_folder folder, const char *name) {
    int reason;
    WITH_NAME(folder, name, reason, reason_of(fsync(at)));
    (void)reason;
}

int tr_name_may_write(tr_folder folder, const char *name) {
    int reason;
    WITH_NAME(folder, name, reason, reason_of(faccessat(at, last, W_OK, 0)));
    return reason;
}

// ---- opening -------------------------------------------------------------------------------------

// Without blocking on the other end of a pipe or on a terminal.
static int open_to_read(int at, const char *name, int flags, int *file) {
    struct stat there;
    AGAIN(*file, openat(at, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags));
    int reason = reason_of(*file);
    if (!reason && fstat(*file, &there) != 0)
        reason = errno;
    else if (!reason && !S_ISREG(there.st_mode))
        reason = TR_REASON_OTHER;
    if (reason && *file >= 0) {
        close(*file);
        *file = -1;
    }
    // For a socket the system reports "no such device".
    return reason == ELOOP && flags ? TR_REASON_LINK : reason == ENXIO ? TR_REASON_OTHER : reason;
}

int tr_file_open(tr_folder folder, const char *name, int *file) {
    int reason;
    *file = -1;
    WITH_NAME(folder, name, reason, open_to_read(at, last, O_NOFOLLOW, file));
    return reason;
}

int tr_file_open_path(const char *path, int *file) { return open_to_read(AT_FDCWD, path, 0, file); }

static int create(int at, const char *name, int *file) {
    AGAIN(*file, openat(at, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    return reason_of(*file);
}

int tr_file_create(tr_folder folder, const char *name, int *file) {
    int reason;
    *file = -1;
    WITH_NAME(folder, name, reason, create(at, last, file));
    return reason;
}

// ---- targets of paths ----------------------------------------------------------------------------

// Whether the path names an open file of a process, even if that is a regular file now: the shell that
// redirected it keeps the old file open, so a rename would not affect it. *own is the descriptor in this
// process, or -1 for another process. Names below an open folder are ordinary files.
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

bool tr_path_is_stream(const char *path) {
    struct stat there;
    int own;
    return names_stream(path, &own) ||
           (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode));
}

bool tr_path_is_output(const char *path) {
    int own;
    return names_stream(path, &own) && own == STDOUT_FILENO;
}

// Descriptors of this process share their position. Opening the file again would start at its beginning and
// overwrite its content.
static int share_open(int own, int *stream) {
    const int flags = fcntl(own, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY)
        return EBADF; // otherwise each write would fail with it, much later
    return tr_file_again(own, stream);
}

// Replaces *path, which the caller frees, by the target of that symbolic link, relative to the link's folder.
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

// The path to create if nothing exists yet: the path itself, or the target of dangling links.
static int find_new(const char *path, char **target) {
    enum { links_most = 40 }; // the same limit as Linux
    *target = tr_strdup(path);
    int reason = *target ? 0 : ENOMEM;
    struct stat there;
    for (int links = 0; !reason && lstat(*target, &there) == 0 && S_ISLNK(there.st_mode); links++)
        reason = links < links_most ? follow_link(target) : ELOOP;
    return reason;
}

int tr_file_find_target(const char *path, int *stream, char **target) {
    struct stat old;
    char place[PATH_MAX];
    int own, reason = 0;
    *stream = -1;
    *target = NULL;
    const bool exists = stat(path, &old) == 0, is_stream = names_stream(path, &own);
    if (own >= 0)
        return share_open(own, stream);
    if (exists && (is_stream || !S_ISREG(old.st_mode))) { // for a folder the system reports an error itself
        AGAIN(*stream, open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | (S_ISREG(old.st_mode) ? O_APPEND : 0)));
        return reason_of(*stream);
    }
    if (exists && !realpath(path, place))
        return errno;
    if (exists)
        reason = (*target = tr_strdup(place)) ? 0 : ENOMEM;
    else
        reason = find_new(path, target);
    if (!reason)
        return 0;
    tr_free(*target);
    *target = NULL;
    return reason;
}

// ---- open files ----------------------------------------------------------------------------------

int tr_file_info(int file, tr_info *info) {
    struct stat there;
    *info = (tr_info){.kind = TR_KIND_NONE};
    if (fstat(file, &there) != 0)
        return errno;
    fill_info(&there, info);
    return 0;
}

int tr_file_read(int file, void *bytes, size_t most, size_t *count) {
    ssize_t got = 1;
    for (*count = 0; *count < most && got > 0; *count += got > 0 ? (size_t)got : 0)
        AGAIN(got, read(file, (char *)bytes + *count, most - *count));
    return reason_of(got);
}

int tr_file_read_at(int file, uint64_t place, void *bytes, size_t most, size_t *count) {
    ssize_t got = 1;
    for (*count = 0; *count < most && got > 0; *count += got > 0 ? (size_t)got : 0)
        AGAIN(got, pread(file, (char *)bytes + *count, most - *count, (off_t)(place + *count)));
    return reason_of(got);
}

int tr_file_write(int file, const void *bytes, size_t most, size_t *count) {
    for (*count = 0; *count < most;) {
        const ssize_t put = write(file, (const char *)bytes + *count, most - *count);
        if (put > 0)
            *count += (size_t)put;
        else if (put == 0)
            return EIO;           // otherwise an endless loop
        else if (errno == EAGAIN) // the description is shared with someone who set it to non-blocking
            poll(&(struct pollfd){.fd = file, .events = POLLOUT}, 1, -1);
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

int tr_file_sync(int file) {
    int result;
    AGAIN(result, fsync(file));
    // Some file systems have no fsync. They report EINVAL, and have written the data.
    return result != 0 && errno != EINVAL && errno != ENOTSUP ? errno : 0;
}

int tr_file_stream(int file, FILE **stream) {
    int reason = reason_of(lseek(file, 0, SEEK_SET));
    *stream = reason ? NULL : fdopen(file, "rb");
    if (*stream)
        return 0;
    reason = reason ? reason : errno;
    close(file);
    return reason;
}

int tr_stream_info(FILE *stream, tr_info *info) { return tr_file_info(fileno(stream), info); }

FILE *tr_stream_temporary(void) { return tmpfile(); }

void tr_file_take_permissions(int file, tr_folder folder, const char *name) {
    struct stat there;
    int reason;
    WITH_NAME(folder, name, reason, reason_of(fstatat(at, last, &there, AT_SYMLINK_NOFOLLOW)));
    if (!reason && S_ISREG(there.st_mode))
        fchmod(file, there.st_mode & 0777); // may fail: some file systems have no permissions
}

int tr_file_again(int file, int *second) {
    *second = fcntl(file, F_DUPFD_CLOEXEC, 0);
    return reason_of(*second);
}

int tr_file_lock(int file) {
    int result;
    AGAIN(result, flock(file, LOCK_EX | LOCK_NB));
    return reason_of(result);
}

// Linux closes the descriptor even on EINTR.
int tr_file_close(int file) { return close(file) != 0 && errno != EINTR ? errno : 0; }
