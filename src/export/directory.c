#include "export/directory.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include <errno.h>
#include <string.h>
#include <time.h>

tr_status tr_directory_make(const char *path, tr_directory *directory, tr_error *error) {
    *directory = (tr_directory){.path = tr_strdup(path)};
    char *text = directory->path;
    if (!text)
        return tr_write_fail(error, path, ENOMEM);
    size_t end = 0;
    int reason;
    do { // for each of "/a", "/a/b", "/a/b/c"
        end += strspn(text + end, "/");
        end += strcspn(text + end, "/");
        char after = text[end];
        text[end] = '\0';
        bool made;
        reason = tr_path_make_folder(text, false, &made);
        text[end] = after;
        if (reason) // the parents exist; /proc returns ENOENT for new folders
            return tr_write_fail(error, path, reason == ENOENT ? EPERM : reason);
        if (made && !directory->first_end)
            directory->first_end = end;
    } while (text[end + strspn(text + end, "/")]);
    reason = tr_folder_open(path, &directory->folder);
    return reason ? tr_write_fail(error, path, reason) : TR_OK;
}

tr_status tr_directory_make_for(const char *file, tr_directory *directory, tr_error *error) {
    const char *slash = strrchr(file, '/');
    if (!slash || slash == file)
        return tr_directory_make(slash ? "/" : ".", directory, error);
    char *folder = tr_strdup(file);
    if (folder)
        folder[slash - file] = 0;
    *directory = (tr_directory){0};
    const tr_status status =
        folder ? tr_directory_make(folder, directory, error) : tr_write_fail(error, file, ENOMEM);
    tr_free(folder);
    return status;
}

void tr_directory_end(tr_directory *directory, tr_status status) {
    char *text = directory->path;
    size_t end = text ? strlen(text) : 0;
    tr_folder_close(&directory->folder);
    while (status != TR_OK && directory->first_end && end >= directory->first_end) {
        text[end] = '\0';
        // ENOENT: creating it had failed. Other errors, such as a folder that is not empty, end the walk
        // upwards.
        const int reason = tr_path_remove_folder(text);
        if (reason && reason != ENOENT)
            break;
        while (end > 0 && text[end - 1] != '/')
            end--;
        while (end > 0 && text[end - 1] == '/')
            end--;
    }
    tr_free(text);
    *directory = (tr_directory){0};
}

// Locks the folder itself, so no lock file can be left behind. (It polls, because a blocking lock would miss a
// stop that arrives just before it.)
int tr_directory_lock(tr_folder folder, bool alone, double seconds, const tr_watch *watch, bool *taken) {
    static const double turn_s = 0.005;
    int lock = -1;
    *taken = folder.handle != 0;
    for (double left = seconds; *taken; left -= turn_s) {
        *taken = tr_folder_lock(folder, alone, &lock) == EWOULDBLOCK;
        if (!*taken || left <= 0 || tr_watch_stopped(watch))
            break;
        nanosleep(&(struct timespec){.tv_nsec = (long)(turn_s * 1e9)}, NULL);
    }
    return lock;
}

tr_status tr_directory_find(const char *path, tr_folder *folder, tr_error *error) {
    const int reason = tr_folder_open(path, folder);
    return reason && reason != ENOENT ? tr_write_fail(error, path, reason) : TR_OK;
}
