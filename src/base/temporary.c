#include "base/temporary.h"

#include "base/hash.h"
#include "base/memory.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum {
    attempts = 100,
    name_bytes_kept = 200, // of the file's own name in the temporary's, which must stay under NAME_MAX (255)
    host_digits = 8,
    random_digits = 6,
    seconds_until_old = 24 * 60 * 60,
};
#define ENDING ".part"

// What stands for this machine in names: process numbers and locks of another one say nothing here.
static void print_host(char digits[host_digits + 1]) {
    struct utsname names = {.nodename = ""};
    uname(&names);
    snprintf(digits, host_digits + 1, "%08x", (unsigned)(tr_hash_text(0, names.nodename) >> 32));
}

// ---- making --------------------------------------------------------------------------------------

// A lock of a file that somebody cleared between its making and its locking holds nothing.
static bool stands(int descriptor) {
    struct stat there;
    return fstat(descriptor, &there) == 0 && there.st_nlink > 0;
}

// Opens and locks a new file. Returns 0, EEXIST where another name has to be tried, or another errno.
static int open_new(const char *name, int *descriptor) {
    *descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (*descriptor < 0)
        return errno;
    // File systems without locks have other reasons to refuse; whoever clears is refused there, too.
    const bool taken = flock(*descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!taken && stands(*descriptor))
        return 0;
    close(*descriptor);
    *descriptor = -1;
    return EEXIST;
}

int tr_temporary_create(const char *path, char **name, int *descriptor) {
    const char *slash = strrchr(path, '/'); // NOLINT(clang-analyzer-core.*): it is there
    const char *own = slash ? slash + 1 : path;
    char host[host_digits + 1];
    int reason = EEXIST;
    *name = NULL;
    *descriptor = -1;
    if (!*own)
        return EISDIR;
    const size_t bytes = strlen(path) + sizeof ".." + host_digits + 1 + random_digits + sizeof ENDING;
    char *text = tr_malloc(bytes);
    if (!text)
        return ENOMEM;
    print_host(host);
    for (int attempt = 0; attempt < attempts && reason == EEXIST; attempt++) {
        // The clock only makes names that differ; O_EXCL is what keeps two writers apart.
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        uint64_t h = tr_hash_pair((uint64_t)getpid() << 32 ^ (uint64_t)attempt, (uint64_t)(uintptr_t)text);
        h = tr_hash_pair(h, (uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec);
        snprintf(text, bytes, "%.*s.%.*s.%s-%06x" ENDING, (int)(own - path), path, name_bytes_kept, own, host,
                 (unsigned)(h & 0xffffff));
        reason = open_new(text, descriptor);
    }
    if (reason)
        tr_free(text); // nothing was made, so nothing must be removed
    else
        *name = text;
    return reason;
}

// ---- clearing ------------------------------------------------------------------------------------

// The digits of the machine in a temporary name, or NULL.
static const char *find_host(const char *name) {
    const size_t tail = host_digits + 1 + random_digits + sizeof ENDING - 1, length = strlen(name);
    const char *host = name + length - tail;
    if (length < tail + 3 || name[0] != '.' || host[-1] != '.' || host[host_digits] != '-' ||
        strspn(host, "0123456789abcdef") != host_digits ||
        strspn(host + host_digits + 1, "0123456789abcdef") != random_digits)
        return NULL;
    return strcmp(host + host_digits + 1 + random_digits, ENDING) == 0 ? host : NULL;
}

bool tr_temporary_is(const char *name) { return find_host(name) != NULL; }

// Locks a file, unless somebody holds it. The descriptor of what is free, or -1, and EWOULDBLOCK of what is
// held; *known: locks work there.
static int take(int folder, const char *name, bool *known) {
    const int descriptor = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    *known = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    if (descriptor < 0 || *known || errno != EWOULDBLOCK)
        return descriptor;
    close(descriptor);
    errno = EWOULDBLOCK;
    return -1;
}

// Removes one whose writer is gone.
static void clear_one(int folder, const char *name, const char *own_host) {
    bool known;
    struct stat open_one, named;
    const int descriptor = take(folder, name, &known);
    if (descriptor < 0)
        return;
    known = known && strncmp(find_host(name), own_host, host_digits) == 0;
    // Meanwhile the name may have become another file's.
    if (fstat(descriptor, &open_one) == 0 && S_ISREG(open_one.st_mode) &&
        (known || time(NULL) - open_one.st_mtime > seconds_until_old) &&
        fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && named.st_ino == open_one.st_ino &&
        named.st_dev == open_one.st_dev)
        unlinkat(folder, name, 0);
    close(descriptor);
}

void tr_temporary_clear(const char *folder) {
    char host[host_digits + 1];
    DIR *all = opendir(folder);
    print_host(host);
    for (const struct dirent *entry; all && (entry = readdir(all));)
        if (tr_temporary_is(entry->d_name))
            clear_one(dirfd(all), entry->d_name, host);
    if (all)
        closedir(all);
}

bool tr_temporary_is_held(const char *path) {
    bool known;
    const int descriptor = take(AT_FDCWD, path, &known);
    const bool held = descriptor < 0 && errno == EWOULDBLOCK;
    if (descriptor >= 0)
        close(descriptor);
    return held;
}
