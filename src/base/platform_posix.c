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
#include <sys/utsname.h>
#include <unistd.h>

const char *tr_reason_text(int reason) {
    switch (reason) {
    case TR_REASON_LINK:
        return "a link is there, and links are not followed here";
    case TR_REASON_OTHER:
        return "it is no regular file";
    case TR_REASON_NAME:
        return "the name leads out of its folder";
    default:
        return strerror(reason);
    }
}

// What a call returned, or the reason of its failure.
#define AGAIN(result, call)                                                                                    \
    do                                                                                                         \
        (result) = (call);                                                                                     \
    while ((result) < 0 && errno == EINTR)

static int reason_of(long result) { return result < 0 ? errno : 0; }

static void fill_info(const struct stat *there, tr_info *info) {
    *info = (tr_info){.kind = S_ISREG(there->st_mode)   ? TR_KIND_FILE
                              : S_ISDIR(there->st_mode) ? TR_KIND_FOLDER
                              : S_ISLNK(there->st_mode) ? TR_KIND_LINK
                                                        : TR_KIND_OTHER,
                      .bytes = (uint64_t)there->st_size,
                      .changed_s = (int64_t)there->st_mtime,
                      .id = {(uint64_t)there->st_dev, (uint64_t)there->st_ino},
                      .named = there->st_nlink > 0};
}

// ---- folders -------------------------------------------------------------------------------------

// A descriptor and one, so that zeros are no folder.
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

// One piece of a name. Of a link O_DIRECTORY says that it is no folder: whether it is one is looked at.
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

// The folder that the last piece of a name lies in, and where that piece begins. *own: it has to be closed.
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

// Walks to where a name lies, sets `reason` to what `work` there says, and leaves again. In it `at` is the
// folder's descriptor and `last` the piece of the name.
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

// (A folder's place is shared by all copies of its descriptor: it is opened once more.)
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

// A lock belongs to what is open: it is opened once more.
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
    flock(lock, LOCK_UN); // also of what a child of the process has of it
    close(lock);
}

int tr_path_make_folder(const char *path, bool *made) {
    struct stat there;
    *made = mkdir(path, 0777) == 0;
    if (*made)
        return 0;
    const int reason = errno;
    if (stat(path, &there) == 0) // of a folder that is there mkdir may also say EROFS
        return S_ISDIR(there.st_mode) ? 0 : ENOTDIR;
    return reason;
}

int tr_path_remove_folder(const char *path) { return reason_of(rmdir(path)); }

// ---- names ---------------------------------------------------------------------------------------

int tr_name_info(tr_folder folder, const char *name, tr_info *info) {
    struct stat there;
    int reason;
    *info = (tr_info){TR_KIND_NONE};
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

// The name of another file beside one: only the last piece differs.
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

// What has the name is whole either way: a failure is none.
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

// Without waiting: neither for the other end of a pipe, nor for a terminal.
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
    // Of a socket the system says that there is no such device.
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

// ---- where a path leads to -----------------------------------------------------------------------

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

// What this process has open is shared, with the place in it: opened once more it would begin at the start of
// a file, over what is there.
static int share_open(int own, int *stream) {
    const int flags = fcntl(own, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY)
        return EBADF; // which each write would say, much later
    return tr_file_again(own, stream);
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

int tr_file_find_target(const char *path, int *stream, char **target) {
    struct stat old;
    char place[PATH_MAX];
    int own, reason = 0;
    *stream = -1;
    *target = NULL;
    const bool exists = stat(path, &old) == 0, is_stream = names_stream(path, &own);
    if (own >= 0)
        return share_open(own, stream);
    if (exists && (is_stream || !S_ISREG(old.st_mode))) { // of a folder the system says that it is one
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

// ---- what is open --------------------------------------------------------------------------------

int tr_file_info(int file, tr_info *info) {
    struct stat there;
    *info = (tr_info){TR_KIND_NONE};
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
            return EIO;           // would loop for ever
        else if (errno == EAGAIN) // shared, and whoever opened it does not want to wait
            poll(&(struct pollfd){.fd = file, .events = POLLOUT}, 1, -1);
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

int tr_file_sync(int file) {
    int result;
    AGAIN(result, fsync(file));
    // Some file systems know no fsync; they say EINVAL and have written what they will write.
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

void tr_file_take_permissions(int file, tr_folder folder, const char *name) {
    struct stat there;
    int reason;
    WITH_NAME(folder, name, reason, reason_of(fstatat(at, last, &there, AT_SYMLINK_NOFOLLOW)));
    if (!reason && S_ISREG(there.st_mode))
        fchmod(file, there.st_mode & 0777); // may fail: some file systems have none to set
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

// Linux closes even on EINTR.
int tr_file_close(int file) { return close(file) != 0 && errno != EINTR ? errno : 0; }

void tr_machine_name(char name[256]) {
    struct utsname names;
    snprintf(name, 256, "%s", uname(&names) == 0 ? names.nodename : "");
}
