// A page has no disk: its files are in memory, and threads use them without a wait for the page. There are no
// links and no permissions. The folder that relative paths begin in is the root.
#include "base/platform.h"

#include "base/memory.h"
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { piece_bytes = 1 << 16, longest_name = 255 };

typedef struct node node;

typedef struct entry {
    char *name;
    node *node;
} entry;

// A file or a folder. It goes when it has neither names nor users.
struct node {
    bool is_folder;
    int names, users;
    int locks; // how many share its lock; -1: one has it alone
    uint64_t id, bytes;
    int64_t changed_ns;
    unsigned char **pieces; // of a file; all but a first and only one have piece_bytes
    int piece_count;
    size_t first_bytes; // of the first piece
    node *parent;       // of a folder
    entry *entries;
    int entry_count;
};

// An open file, which several descriptors may stand for.
typedef struct opened {
    node *node;
    uint64_t place;
    int descriptors, lock; // its share in the locks of the node: 0, 1 or -1
    FILE *stream;
} opened;

// As the disk of a machine, all files are one. The mutex guards everything.
static struct {
    pthread_mutex_t mutex;
    node root;
    uint64_t last_id;
    opened **descriptors; // NULL: free
    int descriptor_count;
} all = {.mutex = PTHREAD_MUTEX_INITIALIZER, .root = {.is_folder = true, .names = 1}};

static int unlock_with(int reason) {
    pthread_mutex_unlock(&all.mutex);
    return reason;
}

// The result of a call that has the files for itself.
#define ALONE(call) (pthread_mutex_lock(&all.mutex), unlock_with(call))

const char *tr_reason_text(int reason) {
    switch (reason) {
    case TR_REASON_LINK:
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

bool tr_reason_is_full(int reason) { return reason == ENOSPC; }

// ---- nodes ---------------------------------------------------------------------------------------

static void touch(node *n) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    n->changed_ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static node *make_node(bool is_folder) {
    node *n = tr_calloc(1, sizeof *n);
    if (n) {
        n->is_folder = is_folder;
        n->id = ++all.last_id;
        touch(n);
    }
    return n;
}

static void empty(node *file) {
    for (int i = 0; i < file->piece_count; i++)
        tr_free(file->pieces[i]);
    tr_free(file->pieces);
    file->pieces = NULL;
    file->piece_count = 0;
    file->bytes = file->first_bytes = 0;
    touch(file);
}

static void free_if_unused(node *n) {
    if (n->names > 0 || n->users > 0)
        return;
    empty(n);
    tr_free(n->entries);
    tr_free(n);
}

static node *use(node *n) {
    n->users++;
    return n;
}

static void leave(node *n) {
    n->users--;
    free_if_unused(n);
}

static void fill_info(const node *n, tr_info *info) {
    *info = (tr_info){.kind = n->is_folder ? TR_KIND_FOLDER : TR_KIND_FILE,
                      .bytes = n->bytes,
                      .changed_ns = n->changed_ns,
                      .status_ns = n->changed_ns,
                      .id = {1, n->id},
                      .named = n->names > 0};
}

// ---- names of folders ----------------------------------------------------------------------------

// A name in a folder: the last piece of a path. Length 0: the folder itself.
typedef struct site {
    node *folder;
    const char *name;
    size_t length;
} site;

static entry *find(site at) {
    for (int i = 0; i < at.folder->entry_count; i++) {
        const char *name = at.folder->entries[i].name;
        if (strncmp(name, at.name, at.length) == 0 && !name[at.length])
            return &at.folder->entries[i];
    }
    return NULL;
}

static node *node_at(site at) {
    const entry *found = at.length > 0 ? find(at) : NULL;
    return at.length == 0 ? at.folder : found ? found->node : NULL;
}

// Gives a node a name that is free.
static int add(site at, node *n) {
    node *folder = at.folder;
    if (!folder->names)
        return ENOENT; // somebody removed the folder
    char *name = tr_malloc(at.length + 1);
    if (!name || !tr_grow(&folder->entries, folder->entry_count, sizeof *folder->entries)) {
        tr_free(name);
        return ENOMEM;
    }
    memcpy(name, at.name, at.length);
    name[at.length] = 0;
    folder->entries[folder->entry_count++] = (entry){name, n};
    n->names++;
    if (n->is_folder)
        n->parent = folder;
    touch(folder);
    return 0;
}

static int add_new(site at, bool is_folder, node **made) {
    *made = make_node(is_folder);
    const int reason = *made ? add(at, *made) : ENOMEM;
    if (reason && *made) {
        free_if_unused(*made);
        *made = NULL;
    }
    return reason;
}

static void lose_name(node *n) {
    if (--n->names == 0)
        n->parent = NULL;
    free_if_unused(n);
}

static int take_away(site at, entry *e) {
    node *n = e->node;
    tr_free(e->name);
    *e = at.folder->entries[--at.folder->entry_count];
    if (at.folder->entry_count == 0) {
        tr_free(at.folder->entries);
        at.folder->entries = NULL;
    }
    lose_name(n);
    touch(at.folder);
    return 0;
}

static int remove_file(site at) {
    entry *e = at.length > 0 ? find(at) : NULL;
    return !e ? ENOENT : e->node->is_folder ? EISDIR : take_away(at, e);
}

static int remove_folder(site at) {
    entry *e = at.length > 0 ? find(at) : NULL;
    return !e                         ? ENOENT
           : !e->node->is_folder      ? ENOTDIR
           : e->node->entry_count > 0 ? ENOTEMPTY
                                      : take_away(at, e);
}

static int move(site from, site to) {
    const entry *e = from.length > 0 ? find(from) : NULL;
    entry *there = to.length > 0 ? find(to) : NULL;
    if (!e || to.length == 0)
        return e ? EEXIST : ENOENT;
    node *n = e->node;
    if (there && there->node == n)
        return 0;
    for (const node *above = to.folder; n->is_folder && above; above = above->parent)
        if (above == n)
            return EINVAL;
    if (there && (n->is_folder || there->node->is_folder))
        return EEXIST;
    int reason = 0;
    if (there) { // nothing that can fail
        lose_name(there->node);
        there->node = n;
        n->names++;
    } else {
        reason = add(to, n);
    }
    return reason ? reason : take_away(from, find(from));
}

// ---- paths and names -----------------------------------------------------------------------------

// *inner stays after a failure.
static int enter(site at, node **inner) {
    node *n = node_at(at);
    if (n && n->is_folder)
        *inner = n;
    return !n ? ENOENT : n->is_folder ? 0 : ENOTDIR;
}

static int follow(const char *path, site *at) {
    *at = (site){&all.root, "", 0};
    if (!*path)
        return ENOENT;
    for (const char *piece = path + strspn(path, "/"); *piece; piece += strspn(piece, "/")) {
        const size_t length = strcspn(piece, "/");
        const int reason = length > longest_name ? ENAMETOOLONG : enter(*at, &at->folder);
        if (reason)
            return reason;
        at->length = 0;
        if (length == 2 && strncmp(piece, "..", 2) == 0)
            at->folder = at->folder->parent ? at->folder->parent : at->folder;
        else if (length != 1 || *piece != '.')
            *at = (site){at->folder, piece, length};
        piece += length;
    }
    return 0;
}

// The same for a name that may not lead out of its folder.
static int walk(tr_folder folder, const char *name, bool make, site *at) {
    *at = (site){(node *)folder.handle, "", 0};
    for (const char *piece = name;; piece++) {
        const size_t length = strcspn(piece, "/");
        if (length == 0 || (length <= 2 && strspn(piece, ".") >= length))
            return TR_REASON_NAME;
        if (length > longest_name)
            return ENAMETOOLONG;
        int reason = enter(*at, &at->folder);
        if (reason == ENOENT && make)
            reason = add_new(*at, true, &at->folder);
        if (reason)
            return reason;
        *at = (site){at->folder, piece, length};
        piece += length;
        if (!*piece)
            return 0;
    }
}

// ---- folders -------------------------------------------------------------------------------------

static int open_folder(site at, bool make, tr_folder *folder) {
    node *n;
    int reason = enter(at, &n);
    if (reason == ENOENT && make)
        reason = add_new(at, true, &n);
    folder->handle = reason ? 0 : (intptr_t)use(n);
    return reason;
}

static int open_path(const char *path, tr_folder *folder) {
    site at;
    const int reason = follow(path, &at);
    folder->handle = 0;
    return reason ? reason : open_folder(at, false, folder);
}

int tr_folder_open(const char *path, tr_folder *folder) { return ALONE(open_path(path, folder)); }

static int enter_name(tr_folder folder, const char *name, bool make, tr_folder *inner) {
    site at;
    const int reason = walk(folder, name, make, &at);
    inner->handle = 0;
    return reason ? reason : open_folder(at, make, inner);
}

int tr_folder_enter(tr_folder folder, const char *name, bool make, tr_folder *inner) {
    return ALONE(enter_name(folder, name, make, inner));
}

void tr_folder_close(tr_folder *folder) {
    if (folder->handle)
        (void)ALONE((leave((node *)folder->handle), 0));
    folder->handle = 0;
}

static int copy_names(const node *folder, char ***names, int *count) {
    *count = folder->entry_count;
    *names = tr_calloc((size_t)*count + 1, sizeof **names);
    bool good = *names != NULL;
    for (int i = 0; good && i < *count; i++)
        good = ((*names)[i] = tr_strdup(folder->entries[i].name)) != NULL;
    return good ? 0 : ENOMEM;
}

// Of the names that are there at the beginning: `take` may change the folder.
int tr_folder_list(tr_folder folder, bool (*take)(void *context, const char *name), void *context) {
    char **names;
    int count;
    const int reason = ALONE(copy_names((node *)folder.handle, &names, &count));
    for (int i = 0; !reason && i < count && take(context, names[i]); i++) {
    }
    for (int i = 0; names && i < count; i++)
        tr_free(names[i]);
    tr_free(names);
    return reason;
}

// ---- open files ----------------------------------------------------------------------------------

static opened *file_of(int descriptor) {
    return descriptor >= 0 && descriptor < all.descriptor_count ? all.descriptors[descriptor] : NULL;
}

static int add_descriptor(opened *file, int *descriptor) {
    int i = 0;
    while (i < all.descriptor_count && all.descriptors[i])
        i++;
    if (i == all.descriptor_count) {
        if (!tr_grow(&all.descriptors, i, sizeof *all.descriptors))
            return ENOMEM;
        all.descriptor_count++;
    }
    all.descriptors[i] = file;
    file->descriptors++;
    *descriptor = i;
    return 0;
}

// A node without a name is freed if this fails.
static int open_node(node *n, int *descriptor) {
    *descriptor = -1;
    opened *file = tr_calloc(1, sizeof *file);
    const int reason = file ? add_descriptor(file, descriptor) : ENOMEM;
    if (reason) {
        tr_free(file);
        free_if_unused(n);
        return reason;
    }
    file->node = use(n);
    return 0;
}

static int lock_file(opened *file, int share) {
    node *n = file->node;
    const int others = file->lock ? n->locks - file->lock : n->locks;
    if (others < 0 || (others > 0 && share < 0))
        return EWOULDBLOCK;
    file->lock = share;
    n->locks = others + share;
    return 0;
}

static int close_file(int descriptor) {
    opened *file = file_of(descriptor);
    if (!file)
        return EBADF;
    all.descriptors[descriptor] = NULL;
    if (--file->descriptors > 0)
        return 0;
    lock_file(file, 0);
    leave(file->node);
    tr_free(file);
    while (all.descriptor_count > 0 && !all.descriptors[all.descriptor_count - 1])
        all.descriptor_count--;
    if (all.descriptor_count == 0) {
        tr_free(all.descriptors);
        all.descriptors = NULL;
    }
    return 0;
}

int tr_file_close(int file) { return ALONE(close_file(file)); }

static int open_second(int descriptor, int *second) {
    opened *file = file_of(descriptor);
    *second = -1;
    return file ? add_descriptor(file, second) : EBADF;
}

int tr_file_again(int file, int *second) { return ALONE(open_second(file, second)); }

int tr_file_lock(int file) { return ALONE(file_of(file) ? lock_file(file_of(file), -1) : EBADF); }

static int open_and_lock(node *n, int share, int *lock) {
    int reason = open_node(n, lock);
    if (!reason)
        reason = lock_file(file_of(*lock), share);
    if (reason && *lock >= 0) {
        close_file(*lock);
        *lock = -1;
    }
    return reason;
}

int tr_folder_lock(tr_folder folder, bool alone, int *lock) {
    return ALONE(open_and_lock((node *)folder.handle, alone ? -1 : 1, lock));
}

static int unlock(int lock) {
    if (file_of(lock))
        lock_file(file_of(lock), 0);
    return close_file(lock);
}

void tr_folder_unlock(int lock) { (void)ALONE(unlock(lock)); }

// Opens what is at a place, or makes a file there. how: 'r', an existing one; 'x', a new one; 'a', either.
static int open_file(site at, char how, int *file) {
    node *n = node_at(at);
    int reason = n && how == 'x' ? EEXIST : n && n->is_folder ? TR_REASON_OTHER : !n && how == 'r' ? ENOENT : 0;
    *file = -1;
    const bool makes = !reason && !n;
    if (makes)
        reason = add_new(at, false, &n);
    if (!reason && (reason = open_node(n, file)) && makes)
        remove_file(at);
    return reason;
}

static int open_name(tr_folder folder, const char *name, char how, int *file) {
    site at;
    *file = -1;
    const int reason = walk(folder, name, false, &at);
    return reason ? reason : open_file(at, how, file);
}

static int open_at_path(const char *path, char how, int *file) {
    site at;
    *file = -1;
    const int reason = follow(path, &at);
    return reason ? reason : open_file(at, how, file);
}

int tr_file_open(tr_folder folder, const char *name, int *file) {
    return ALONE(open_name(folder, name, 'r', file));
}

int tr_file_create(tr_folder folder, const char *name, int *file) {
    return ALONE(open_name(folder, name, 'x', file));
}

int tr_file_open_path(const char *path, int *file) { return ALONE(open_at_path(path, 'r', file)); }

static int file_info(int descriptor, tr_info *info) {
    *info = (tr_info){.kind = TR_KIND_NONE};
    if (!file_of(descriptor))
        return EBADF;
    fill_info(file_of(descriptor)->node, info);
    return 0;
}

int tr_file_info(int file, tr_info *info) { return ALONE(file_info(file, info)); }

// ---- their bytes ---------------------------------------------------------------------------------

// Copies what a file has from a place on.
static size_t copy_out(const node *file, uint64_t place, unsigned char *bytes, size_t most) {
    size_t done = 0;
    while (done < most && place < file->bytes) {
        const size_t in = (size_t)(place % piece_bytes);
        size_t count = piece_bytes - in;
        count = count < most - done ? count : most - done;
        count = count < file->bytes - place ? count : (size_t)(file->bytes - place);
        memcpy(bytes + done, file->pieces[place / piece_bytes] + in, count);
        done += count;
        place += count;
    }
    return done;
}

static int read_file(int descriptor, const uint64_t *place, void *bytes, size_t most, size_t *count) {
    opened *file = file_of(descriptor);
    *count = 0;
    if (!file)
        return EBADF;
    *count = copy_out(file->node, place ? *place : file->place, bytes, most);
    if (!place)
        file->place += *count;
    return 0;
}

int tr_file_read(int file, void *bytes, size_t most, size_t *count) {
    return ALONE(read_file(file, NULL, bytes, most, count));
}

int tr_file_read_at(int file, uint64_t place, void *bytes, size_t most, size_t *count) {
    return ALONE(read_file(file, &place, bytes, most, count));
}

// Makes room for a file of that many bytes.
static bool make_room(node *file, uint64_t bytes) {
    size_t first = file->first_bytes ? file->first_bytes : 256;
    while (first < piece_bytes && first < bytes)
        first *= 2;
    while ((uint64_t)file->piece_count * piece_bytes < bytes) {
        if (!tr_grow(&file->pieces, file->piece_count, sizeof *file->pieces))
            return false;
        const size_t size = file->piece_count > 0 ? piece_bytes : first;
        if (!(file->pieces[file->piece_count] = tr_malloc(size)))
            return false;
        if (file->piece_count++ == 0)
            file->first_bytes = size;
    }
    if (file->piece_count > 0 && first > file->first_bytes) {
        unsigned char *more = tr_realloc(file->pieces[0], first);
        if (!more)
            return false;
        file->pieces[0] = more;
        file->first_bytes = first;
    }
    return true;
}

static int write_file(int descriptor, const unsigned char *bytes, size_t most, size_t *count) {
    opened *file = file_of(descriptor);
    *count = 0;
    if (!file)
        return EBADF;
    node *n = file->node;
    if (!make_room(n, file->place + most))
        return ENOSPC; // the memory is the disk
    while (*count < most) {
        const size_t in = (size_t)(file->place % piece_bytes), left = most - *count;
        const size_t some = left < piece_bytes - in ? left : piece_bytes - in;
        memcpy(n->pieces[file->place / piece_bytes] + in, bytes + *count, some);
        *count += some;
        file->place += some;
    }
    n->bytes = n->bytes > file->place ? n->bytes : file->place;
    touch(n);
    return 0;
}

int tr_file_write(int file, const void *bytes, size_t most, size_t *count) {
    return ALONE(write_file(file, bytes, most, count));
}

int tr_file_sync(int file) {
    (void)file;
    return 0;
}

void tr_file_take_permissions(int file, tr_folder folder, const char *name) {
    (void)file, (void)folder, (void)name;
}

// ---- streams of the C library --------------------------------------------------------------------

// Their cookie is the descriptor plus one.
static int descriptor_of(void *cookie) { return (int)(intptr_t)cookie - 1; }

static ssize_t answer(int reason, size_t count) {
    if (reason)
        errno = reason;
    return reason ? -1 : (ssize_t)count;
}

static ssize_t read_stream(void *cookie, char *bytes, size_t most) {
    size_t count;
    const int reason = tr_file_read(descriptor_of(cookie), bytes, most, &count);
    return answer(reason, count);
}

static ssize_t write_stream(void *cookie, const char *bytes, size_t most) {
    size_t count;
    const int reason = tr_file_write(descriptor_of(cookie), bytes, most, &count);
    return reason ? (errno = reason, 0) : (ssize_t)count;
}

// There are no holes: a place beyond the end is an error.
static int seek(int descriptor, off_t *place, int from) {
    opened *file = file_of(descriptor);
    if (!file)
        return EBADF;
    const off_t start = from == SEEK_SET ? 0 : (off_t)(from == SEEK_CUR ? file->place : file->node->bytes);
    if (*place + start < 0 || (uint64_t)(*place + start) > file->node->bytes)
        return EINVAL;
    file->place = (uint64_t)(*place += start);
    return 0;
}

static int seek_stream(void *cookie, off_t *place, int from) {
    const int reason = ALONE(seek(descriptor_of(cookie), place, from));
    return (int)answer(reason, 0);
}

static int close_stream(void *cookie) { return (int)answer(tr_file_close(descriptor_of(cookie)), 0); }

static int make_stream(int descriptor, const char *mode, FILE **stream) {
    const cookie_io_functions_t functions = {read_stream, write_stream, seek_stream, close_stream};
    *stream = fopencookie((void *)((intptr_t)descriptor + 1), mode, functions);
    if (*stream) {
        file_of(descriptor)->stream = *stream;
        return 0;
    }
    close_file(descriptor);
    return ENOMEM;
}

static int rewind_to_stream(int descriptor, FILE **stream) {
    *stream = NULL;
    if (!file_of(descriptor))
        return EBADF;
    file_of(descriptor)->place = 0;
    return make_stream(descriptor, "rb", stream);
}

int tr_file_stream(int file, FILE **stream) { return ALONE(rewind_to_stream(file, stream)); }

static int open_stream(const char *path, const char *mode, FILE **stream) {
    int file;
    *stream = NULL;
    const int reason = open_at_path(path, *mode == 'r' ? 'r' : 'a', &file);
    if (reason)
        return reason == TR_REASON_OTHER ? EISDIR : reason;
    if (*mode == 'w')
        empty(file_of(file)->node);
    file_of(file)->place = *mode == 'a' ? file_of(file)->node->bytes : 0;
    return make_stream(file, mode, stream);
}

static int open_temporary(FILE **stream) {
    int file;
    *stream = NULL;
    node *n = make_node(false);
    const int reason = n ? open_node(n, &file) : ENOMEM;
    return reason ? reason : make_stream(file, "w+b", stream);
}

FILE *tr_path_stream(const char *path, const char *mode) {
    FILE *stream;
    const int reason = ALONE(open_stream(path, mode, &stream));
    answer(reason, 0);
    return stream;
}

FILE *tr_stream_temporary(void) {
    FILE *stream;
    const int reason = ALONE(open_temporary(&stream));
    answer(reason, 0);
    return stream;
}

static int stream_info(const FILE *stream, tr_info *info) {
    for (int i = 0; i < all.descriptor_count; i++)
        if (all.descriptors[i] && all.descriptors[i]->stream == stream)
            return file_info(i, info);
    return EBADF;
}

int tr_stream_info(FILE *stream, tr_info *info) { return ALONE(stream_info(stream, info)); }

// ---- paths ---------------------------------------------------------------------------------------

void tr_path_normalise(char *path) { (void)path; }

size_t tr_path_root(const char *path) { return path[0] == '/'; }

static int path_info(const char *path, tr_info *info) {
    site at;
    const int reason = follow(path, &at);
    *info = (tr_info){.kind = TR_KIND_NONE};
    if (!reason && node_at(at))
        fill_info(node_at(at), info);
    return reason;
}

tr_info tr_path_info(const char *path) {
    tr_info info;
    (void)ALONE(path_info(path, &info));
    return info;
}

bool tr_path_exists(const char *path) { return tr_path_info(path).kind != TR_KIND_NONE; }

bool tr_path_is_folder(const char *path) { return tr_path_info(path).kind == TR_KIND_FOLDER; }

bool tr_path_may_read(const char *path) { return tr_path_exists(path); }

bool tr_path_may_write(const char *path) { return tr_path_exists(path); }

bool tr_path_whole(const char *path, char whole[TR_FULL_PATH_BYTES]) {
    size_t used = 0;
    errno = ENOENT;
    if (!tr_path_exists(path))
        return false;
    for (const char *piece = path + strspn(path, "/"); *piece; piece += strspn(piece, "/")) {
        const size_t length = strcspn(piece, "/");
        errno = ENAMETOOLONG;
        if (used + length + 2 > TR_FULL_PATH_BYTES)
            return false;
        if (length == 2 && strncmp(piece, "..", 2) == 0)
            for (used -= used > 0; used > 0 && whole[used] != '/';)
                used--;
        else if (length != 1 || *piece != '.') {
            whole[used] = '/';
            memcpy(whole + used + 1, piece, length);
            used += length + 1;
        }
        piece += length;
    }
    memcpy(whole + used, used > 0 ? "" : "/", used > 0 ? 1 : 2);
    return true;
}

static int make_folder(const char *path, bool *made) {
    site at;
    node *n;
    int reason = follow(path, &at);
    *made = false;
    if (!reason && node_at(at))
        return node_at(at)->is_folder ? 0 : ENOTDIR;
    if (!reason)
        reason = enter((site){at.folder, "", 0}, &n);
    if (!reason)
        reason = add_new(at, true, &n);
    *made = !reason;
    return reason;
}

int tr_path_make_folder(const char *path, bool is_private, bool *made) {
    (void)is_private;
    return ALONE(make_folder(path, made));
}

static int make_temporary(char path[TR_FULL_PATH_BYTES]) {
    bool made;
    int reason = make_folder("/tmp", &made);
    for (made = false; !reason && !made;) {
        snprintf(path, TR_FULL_PATH_BYTES, "/tmp/terrella-%llu", (unsigned long long)++all.last_id);
        reason = make_folder(path, &made);
    }
    return reason;
}

int tr_path_make_temporary(char path[TR_FULL_PATH_BYTES]) { return ALONE(make_temporary(path)); }

static int change_path(const char *path, const char *to) {
    site from, there;
    int reason = follow(path, &from);
    if (!reason)
        reason = follow(to, &there);
    return reason ? reason : move(from, there);
}

static int remove_path(const char *path, int (*remove)(site at)) {
    site at;
    const int reason = follow(path, &at);
    return reason ? reason : remove(at);
}

int tr_path_remove_folder(const char *path) { return ALONE(remove_path(path, remove_folder)); }

int tr_path_change(const char *path, const char *to) { return ALONE(change_path(path, to)); }

int tr_path_remove(const char *path) { return ALONE(remove_path(path, remove_file)); }

static int lock_path(const char *path, int *lock) {
    int reason = open_at_path(path, 'a', lock);
    if (!reason)
        reason = lock_file(file_of(*lock), -1);
    if (reason && *lock >= 0) {
        close_file(*lock);
        *lock = -1;
    }
    return reason;
}

int tr_path_lock(const char *path, int *lock) { return ALONE(lock_path(path, lock)); }

bool tr_path_is_stream(const char *path) {
    (void)path;
    return false;
}

bool tr_path_is_output(const char *path) {
    (void)path;
    return false;
}

int tr_file_find_target(const char *path, int *stream, char **target) {
    *stream = -1;
    *target = NULL;
    if (tr_path_is_folder(path))
        return EISDIR;
    *target = tr_strdup(path);
    return *target ? 0 : ENOMEM;
}

// ---- names ---------------------------------------------------------------------------------------

static int name_info(tr_folder folder, const char *name, tr_info *info) {
    site at;
    const int reason = walk(folder, name, false, &at);
    *info = (tr_info){.kind = TR_KIND_NONE};
    if (!reason && node_at(at))
        fill_info(node_at(at), info);
    return reason == ENOENT || reason == ENOTDIR ? 0 : reason;
}

int tr_name_info(tr_folder folder, const char *name, tr_info *info) {
    return ALONE(name_info(folder, name, info));
}

static int remove_name(tr_folder folder, const char *name, int (*remove)(site at)) {
    site at;
    const int reason = walk(folder, name, false, &at);
    return reason ? reason : remove(at);
}

int tr_name_remove(tr_folder folder, const char *name) { return ALONE(remove_name(folder, name, remove_file)); }

int tr_name_remove_folder(tr_folder folder, const char *name) {
    return ALONE(remove_name(folder, name, remove_folder));
}

// Another name in the same folder: only the last piece differs.
static site beside(site at, const char *name) {
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    return (site){at.folder, last, strlen(last)};
}

static int change_name(tr_folder folder, const char *name, const char *to) {
    site at;
    const int reason = walk(folder, name, false, &at);
    return reason ? reason : move(at, beside(at, to));
}

int tr_name_change(tr_folder folder, const char *name, const char *to) {
    return ALONE(change_name(folder, name, to));
}

static int add_name(tr_folder folder, const char *name, const char *second) {
    site at;
    const int reason = walk(folder, name, false, &at);
    if (reason)
        return reason;
    node *n = node_at(at);
    return !n                            ? ENOENT
           : n->is_folder                ? EPERM
           : node_at(beside(at, second)) ? EEXIST
                                         : add(beside(at, second), n);
}

int tr_name_add(tr_folder folder, const char *name, const char *second) {
    return ALONE(add_name(folder, name, second));
}

void tr_name_sync(tr_folder folder, const char *name) { (void)folder, (void)name; }

int tr_name_may_write(tr_folder folder, const char *name) {
    tr_info info;
    const int reason = tr_name_info(folder, name, &info);
    return reason ? reason : info.kind == TR_KIND_NONE ? ENOENT : 0;
}
