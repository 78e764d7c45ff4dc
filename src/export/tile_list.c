#include "export/private/tile_list.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "export/private/tile_files.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { batch_tiles = 512 };

// All tiles of a job, one after the other.
struct walk {
    const tr_export_job *job;
    const tr_pyramid *pyramid;
    tr_pool *pool;
    const tr_watch *watch;
    int part, level, first;           // of the batch that is hashed now
    char (*digests)[TR_DIGEST_BYTES]; // of its tiles; "": it cannot be read
    tr_atomic_file *out;              // the list that is written, or
    FILE *in;                         // the one that is compared
    bool good;                        // all tiles are there, or in that list
};

static tr_tile tile_at(const struct walk *walk, int index) {
    return tr_pyramid_tile(walk->pyramid, walk->level, walk->first + index);
}

static void hash_task(void *context, int index, int worker) {
    struct walk *walk = context;
    char path[1024];
    uint64_t bytes;
    (void)worker;
    if (tr_tile_path(walk->job, walk->part, tile_at(walk, index), path, NULL) != TR_OK ||
        tr_digest_file(path, walk->watch, walk->digests[index], &bytes, NULL) != TR_OK)
        walk->digests[index][0] = '\0';
}

// ---- lines ---------------------------------------------------------------------------------------

static void write_line(struct walk *walk, const char *digest, const char *name) {
    walk->good = walk->good && *digest;
    tr_atomic_write(walk->out, digest, strlen(digest));
    tr_atomic_write(walk->out, "  ", 2);
    tr_atomic_write(walk->out, name, strlen(name));
    tr_atomic_write(walk->out, "\n", 1);
}

static void compare_line(struct walk *walk, const char *digest, const char *name) {
    char told[TR_DIGEST_BYTES], listed[TR_EXPORT_NAME_BYTES], path[1024];
    walk->good = walk->good && tr_tile_list_read(walk->in, told, listed) && strcmp(listed, name) == 0;
    if (walk->good && *digest && strcmp(told, digest) != 0 &&
        tr_export_path(walk->job, name, path, NULL) == TR_OK)
        unlink(path);
}

bool tr_tile_list_read(FILE *list, char digest[TR_DIGEST_BYTES], char name[TR_EXPORT_NAME_BYTES]) {
    enum { digits = TR_DIGEST_BYTES - 1 };
    char line[digits + 2 + TR_EXPORT_NAME_BYTES + 1];
    if (!fgets(line, sizeof line, list))
        return false;
    const size_t length = strlen(line);
    if (length < digits + 4 || line[length - 1] != '\n' || memcmp(line + digits, "  ", 2) != 0)
        return false;
    line[length - 1] = '\0';
    memcpy(digest, line, digits);
    digest[digits] = '\0';
    memcpy(name, line + digits + 2, length - digits - 2); // with the 0 at its end
    return true;
}

// ---- all of them ---------------------------------------------------------------------------------

static tr_status take_batch(struct walk *walk, int count, tr_error *error) {
    tr_pool_run(walk->pool, count, hash_task, walk);
    for (int i = 0; i < count && !tr_watch_stopped(walk->watch); i++) {
        char name[TR_EXPORT_NAME_BYTES];
        if (!tr_tile_name(walk->job, walk->part, tile_at(walk, i), name, sizeof name))
            return tr_write_fail(error, walk->job->stem, ENAMETOOLONG);
        (walk->out ? write_line : compare_line)(walk, walk->digests[i], name);
    }
    return tr_watch_check(walk->watch, error);
}

static tr_status take_all(struct walk *walk, tr_error *error) {
    tr_status status = TR_OK;
    walk->good = true;
    walk->digests = tr_malloc(batch_tiles * sizeof *walk->digests);
    if (!walk->digests)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the hashes of tiles");
    for (walk->part = 0; walk->part < TR_EXPORT_PARTS; walk->part++)
        for (walk->level = 0; walk->job->maps & 1u << walk->part && walk->level < walk->pyramid->levels;
             walk->level++) {
            const int count = tr_pyramid_count(walk->pyramid, walk->level);
            for (walk->first = 0; walk->first < count && walk->good && status == TR_OK;
                 walk->first += batch_tiles) {
                const int left = count - walk->first;
                status = take_batch(walk, left < batch_tiles ? left : batch_tiles, error);
            }
        }
    tr_free(walk->digests);
    return status;
}

static tr_status find_list(const tr_export_job *job, char path[1024], tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES];
    return tr_tile_list_name(job, name, sizeof name) ? tr_export_path(job, name, path, error)
                                                     : tr_write_fail(error, job->stem, ENAMETOOLONG);
}

tr_status tr_tile_list_write(const tr_export_job *job, const tr_pyramid *pyramid, tr_pool *pool,
                             const tr_watch *watch, tr_digest *list, tr_error *error) {
    struct walk walk = {.job = job, .pyramid = pyramid, .pool = pool, .watch = watch};
    char path[1024];
    list->sha256[0] = '\0';
    tr_status status = find_list(job, path, error);
    if (status == TR_OK)
        status = tr_atomic_open(path, &walk.out, error);
    if (status == TR_OK)
        status = take_all(&walk, error);
    if (status == TR_OK && walk.good)
        status = tr_atomic_finish(walk.out, error);
    if (status != TR_OK || !walk.good) {
        tr_atomic_abort(walk.out);
        return status;
    }
    tr_atomic_digest(walk.out, list->sha256);
    list->bytes = tr_atomic_size(walk.out);
    return tr_atomic_commit(walk.out, error);
}

tr_status tr_tile_list_mend(const tr_export_job *job, const tr_pyramid *pyramid, tr_pool *pool,
                            const tr_watch *watch, const tr_digest *list, bool *stands, tr_error *error) {
    struct walk walk = {.job = job, .pyramid = pyramid, .pool = pool, .watch = watch};
    char path[1024], digest[TR_DIGEST_BYTES];
    uint64_t bytes;
    *stands = false;
    tr_status status = find_list(job, path, error);
    if (status != TR_OK)
        return status;
    status = tr_digest_file(path, watch, digest, &bytes, NULL);
    if (status == TR_STOPPED)
        return tr_watch_check(watch, error);
    if (status != TR_OK || strcmp(digest, list->sha256) != 0)
        return TR_OK;
    walk.in = fopen(path, "rb");
    if (!walk.in)
        return tr_write_fail(error, path, errno);
    status = take_all(&walk, error);
    *stands = walk.good && status == TR_OK;
    fclose(walk.in);
    return status;
}
