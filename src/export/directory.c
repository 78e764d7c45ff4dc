#include "export/directory.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Makes one folder; one that is there, or that somebody else makes meanwhile, is fine. Returns 0 or an errno.
static int make_one(const char *path, bool *made) {
    *made = mkdir(path, 0777) == 0;
    if (*made)
        return 0;
    int reason = errno;
    struct stat there;
    if (stat(path, &there) == 0) // of a folder that is there mkdir may also say EROFS
        return S_ISDIR(there.st_mode) ? 0 : ENOTDIR;
    return reason;
}

tr_status tr_directory_make(const char *path, tr_directory *directory, tr_error *error) {
    *directory = (tr_directory){.path = tr_strdup(path)};
    char *text = directory->path;
    if (!text)
        return tr_write_fail(error, path, ENOMEM);
    size_t end = 0;
    do { // each of "/a", "/a/b", "/a/b/c"
        end += strspn(text + end, "/");
        end += strcspn(text + end, "/");
        char after = text[end];
        text[end] = '\0';
        bool made;
        int reason = make_one(text, &made);
        text[end] = after;
        if (reason)
            return tr_write_fail(error, path, reason);
        if (made && !directory->first_end)
            directory->first_end = end;
    } while (text[end + strspn(text + end, "/")]);
    return TR_OK;
}

void tr_directory_keep(tr_directory *directory) {
    tr_free(directory->path);
    *directory = (tr_directory){0};
}

void tr_directory_remove(tr_directory *directory) {
    char *text = directory->path;
    size_t end = text ? strlen(text) : 0;
    while (directory->first_end && end >= directory->first_end) {
        text[end] = '\0';
        // ENOENT: the making stopped before it. Anything else (it is not empty) ends the walk upwards.
        if (rmdir(text) != 0 && errno != ENOENT)
            break;
        while (end > 0 && text[end - 1] != '/')
            end--;
        while (end > 0 && text[end - 1] == '/')
            end--;
    }
    tr_directory_keep(directory);
}

// Locks of a folder itself: nothing lies in it that could stay behind.
// (A wait by flock itself would not hear a stop that comes just before it.)
int tr_directory_lock(const char *path, bool alone, double seconds, const tr_watch *watch, bool *taken) {
    static const double turn_s = 0.005;
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    *taken = folder >= 0;
    for (double left = seconds; *taken; left -= turn_s) {
        if (flock(folder, (alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) {
            *taken = false;
            return folder;
        }
        *taken = errno == EWOULDBLOCK || errno == EINTR;
        if (!*taken || left <= 0 || tr_watch_stopped(watch))
            break;
        nanosleep(&(struct timespec){.tv_nsec = (long)(turn_s * 1e9)}, NULL);
    }
    if (folder >= 0)
        close(folder);
    return -1;
}

void tr_directory_unlock(int lock) {
    if (lock < 0)
        return;
    flock(lock, LOCK_UN); // also of what a child of the process has of it
    close(lock);
}
