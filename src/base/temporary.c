#include "base/temporary.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/system.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    attempts = 100,
    name_bytes_kept = 200, // of the file's own name in the temporary name, which must stay below NAME_MAX (255)
    host_digits = 8,
    random_digits = 6,
    seconds_until_old = 24 * 60 * 60,
};
#define ENDING ".part"

// A hash of this machine's name for temporary names: process numbers and locks of another machine mean nothing
// here.
static void print_host(char digits[host_digits + 1]) {
    char name[256];
    tr_machine_name(name);
    snprintf(digits, host_digits + 1, "%08x", (unsigned)(tr_hash_text(0, name) >> 32));
}

// ---- making --------------------------------------------------------------------------------------

// Creates and locks something under a name that must be free. Returns 0, EEXIST if another name must be tried,
// or another reason.
typedef int make_one(tr_folder folder, const char *name, const char *temporary, int *file);

// Tries names until a free one is found.
static int make_named(tr_folder folder, const char *name, make_one *make, char **temporary, int *file) {
    const char *slash = strrchr(name, '/'), *own = slash ? slash + 1 : name;
    char host[host_digits + 1];
    int reason = EEXIST;
    *temporary = NULL;
    *file = -1;
    if (!*own)
        return EISDIR;
    const size_t bytes = strlen(name) + sizeof ".." + host_digits + 1 + random_digits + sizeof ENDING;
    char *text = tr_malloc(bytes);
    if (!text)
        return ENOMEM;
    print_host(host);
    for (int attempt = 0; attempt < attempts && reason == EEXIST; attempt++) {
        // The clock only varies the names; EEXIST is what keeps two writers apart.
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        uint64_t h = tr_hash_pair(tr_process_number() << 32 ^ (uint64_t)attempt, (uint64_t)(uintptr_t)text);
        h = tr_hash_pair(h, (uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec);
        snprintf(text, bytes, "%.*s.%.*s.%s-%06x" ENDING, (int)(own - name), name, name_bytes_kept, own, host,
                 (unsigned)(h & 0xffffff));
        reason = make(folder, name, text, file);
    }
    if (reason)
        tr_free(text); // nothing was created, so nothing must be removed
    else
        *temporary = text;
    return reason;
}

// On file systems without locks, locking fails with other reasons, also in the process that clears leftovers.
// If the file was removed between its creation and its locking, the lock is useless.
static int make_new(tr_folder folder, const char *name, const char *temporary, int *file) {
    tr_info there;
    (void)name;
    int reason = tr_file_create(folder, temporary, file);
    if (reason)
        return reason;
    const bool taken = tr_file_lock(*file) == EWOULDBLOCK;
    reason = tr_file_info(*file, &there);
    if (!reason && !taken && there.named)
        return 0;
    tr_file_close(*file);
    *file = -1;
    if (reason)
        tr_name_remove(folder, temporary); // it is ours: its name was free
    return reason ? reason : EEXIST;
}

int tr_temporary_create(tr_folder folder, const char *name, char **temporary, int *file) {
    const int reason = make_named(folder, name, make_new, temporary, file);
    return reason == ENOENT ? EPERM : reason; // the folder exists; /proc returns ENOENT for new files
}

// Not every file can be opened, and not every file system supports links.
static int make_second(tr_folder folder, const char *name, const char *temporary, int *lock) {
    tr_info there;
    if (*lock < 0 && tr_file_open(folder, name, lock) == 0)
        (void)tr_file_lock(*lock);
    int reason = tr_name_add(folder, name, temporary);
    if (reason && reason != EEXIST && reason != ENOENT) {
        reason = tr_name_info(folder, temporary, &there);
        reason = reason                       ? reason
                 : there.kind != TR_KIND_NONE ? EEXIST
                                              : tr_name_change(folder, name, temporary);
    }
    if (reason && reason != EEXIST && *lock >= 0) {
        tr_file_close(*lock);
        *lock = -1;
    }
    return reason;
}

int tr_temporary_keep(tr_folder folder, const char *name, char **temporary, int *lock) {
    const int reason = make_named(folder, name, make_second, temporary, lock);
    if (reason && *lock >= 0) {
        tr_file_close(*lock);
        *lock = -1;
    }
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

// Locks a file, unless someone else holds the lock. Returns its descriptor or -1, with EWOULDBLOCK in *reason
// if it is locked. *known: locks work there.
static int take(tr_folder folder, const char *name, bool *known, int *reason) {
    int file;
    *reason = tr_file_open(folder, name, &file);
    const int locked = file >= 0 ? tr_file_lock(file) : EBADF;
    *known = locked == 0;
    if (file < 0 || locked != EWOULDBLOCK)
        return file;
    tr_file_close(file);
    *reason = EWOULDBLOCK;
    return -1;
}

// Removes a temporary file whose writer is gone.
static void clear_one(tr_folder folder, const char *name, const char *own_host) {
    bool known;
    int reason;
    tr_info open_one, named;
    const int file = take(folder, name, &known, &reason);
    if (file < 0)
        return;
    known = known && strncmp(find_host(name), own_host, host_digits) == 0;
    // Meanwhile another file may have got this name.
    if (tr_file_info(file, &open_one) == 0 &&
        (known || time(NULL) - open_one.changed_ns / 1000000000 > seconds_until_old) &&
        tr_name_info(folder, name, &named) == 0 && memcmp(named.id, open_one.id, sizeof named.id) == 0)
        tr_name_remove(folder, name);
    tr_file_close(file);
}

struct clearing {
    tr_folder folder;
    char host[host_digits + 1];
};

static bool clear_if_left(void *context, const char *name) {
    const struct clearing *clearing = context;
    if (tr_temporary_is(name))
        clear_one(clearing->folder, name, clearing->host);
    return true;
}

void tr_temporary_clear(tr_folder folder) {
    struct clearing clearing = {.folder = folder};
    print_host(clearing.host);
    (void)tr_folder_list(folder, clear_if_left, &clearing);
}

bool tr_temporary_is_held(tr_folder folder, const char *name) {
    bool known;
    int reason;
    const int file = take(folder, name, &known, &reason);
    if (file >= 0)
        tr_file_close(file);
    return file < 0 && reason == EWOULDBLOCK;
}
