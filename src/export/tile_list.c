#include "export/private/tile_list.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "export/private/tile_files.h"

#include <errno.h>
#include <string.h>

enum { batch_tiles = 512 };

// All tiles of a job, one after the other.
struct walk {
    const tr_export_job *job;
    tr_folder folder;
    const tr_pyramid *pyramid;
    tr_pool *pool;
    const tr_watch *watch;
    int output, level, first; // of the batch that is hashed now
    struct hashed *hashed;    // its tiles
    tr_atomic_file *out;      // the list that is written, or
    FILE *in;                 // the one that is compared
    bool good;                // all tiles are there, or in that list
};

struct hashed {
    char digest[TR_DIGEST_BYTES]; // "": it is not there
    int reason;                   // it cannot be read
};

static tr_tile tile_at(const struct walk *walk, int index) {
    return tr_pyramid_tile(walk->pyramid, walk->level, walk->first + index);
}

static void hash_task(void *context, int index, int worker) {
    struct walk *walk = context;
    struct hashed *hashed = &walk->hashed[index];
    char name[TR_EXPORT_NAME_BYTES], path[1024];
    uint64_t bytes;
    int file;
    (void)worker;
    *hashed = (struct hashed){0};
    if (tr_tile_path(walk->job, walk->output, tile_at(walk, index), name, path, NULL) != TR_OK)
        return; // who walks tells it
    hashed->reason = tr_file_open(walk->folder, name, &file);
    if (hashed->reason) {
        hashed->reason = hashed->reason == ENOENT ? 0 : hashed->reason;
        return;
    }
    if (tr_digest_open(file, walk->watch, hashed->digest, &bytes, NULL) == TR_BAD_INPUT)
        hashed->reason = EIO;
    tr_file_close(file);
}

// ---- lines ---------------------------------------------------------------------------------------

static tr_status write_line(struct walk *walk, const char *digest, const char *name, const char *path,
                            tr_error *error) {
    (void)path, (void)error;
    walk->good = walk->good && *digest;
    tr_atomic_write(walk->out, digest, strlen(digest));
    tr_atomic_write(walk->out, "  ", 2);
    tr_atomic_write(walk->out, name, strlen(name));
    tr_atomic_write(walk->out, "\n", 1);
    return TR_OK;
}

static tr_status compare_line(struct walk *walk, const char *digest, const char *name, const char *path,
                              tr_error *error) {
    char reported[TR_DIGEST_BYTES], listed[TR_EXPORT_NAME_BYTES];
    walk->good = walk->good && tr_tile_list_read(walk->in, reported, listed) && strcmp(listed, name) == 0;
    return walk->good && *digest && strcmp(reported, digest) != 0 ? tr_tile_refuse(path, error) : TR_OK;
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
    tr_status status = TR_OK;
    tr_pool_run(walk->pool, count, hash_task, walk);
    for (int i = 0; i < count && status == TR_OK && !tr_watch_stopped(walk->watch); i++) {
        char name[TR_EXPORT_NAME_BYTES], path[1024];
        status = tr_tile_path(walk->job, walk->output, tile_at(walk, i), name, path, error);
        if (status == TR_OK && walk->hashed[i].reason)
            status = tr_read_fail(error, path, walk->hashed[i].reason);
        if (status == TR_OK)
            status = (walk->out ? write_line : compare_line)(walk, walk->hashed[i].digest, name, path, error);
    }
    return status == TR_OK ? tr_watch_check(walk->watch, error) : status;
}

static tr_status take_all(struct walk *walk, tr_error *error) {
    tr_status status = TR_OK;
    walk->good = true;
    walk->hashed = tr_malloc(batch_tiles * sizeof *walk->hashed);
    if (!walk->hashed)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the hashes of tiles");
    for (walk->output = 0; walk->output < TR_EXPORT_OUTPUTS; walk->output++)
        for (walk->level = 0; walk->job->maps & 1u << walk->output && walk->level < walk->pyramid->levels;
             walk->level++) {
            const int count = tr_pyramid_count(walk->pyramid, walk->level);
            for (walk->first = 0; walk->first < count && walk->good && status == TR_OK;
                 walk->first += batch_tiles) {
                const int left = count - walk->first;
                status = take_batch(walk, left < batch_tiles ? left : batch_tiles, error);
            }
        }
    tr_free(walk->hashed);
    return status;
}

static tr_status find_list(const tr_export_job *job, char name[TR_EXPORT_NAME_BYTES], char path[1024],
                           tr_error *error) {
    return tr_tile_list_name(job, name, TR_EXPORT_NAME_BYTES) ? tr_export_path(job, name, path, error)
                                                              : tr_write_fail(error, job->stem, ENAMETOOLONG);
}

tr_status tr_tile_list_write(const tr_export_job *job, tr_folder folder, const tr_pyramid *pyramid,
                             tr_pool *pool, const tr_watch *watch, tr_digest *list, tr_error *error) {
    struct walk walk = {.job = job, .folder = folder, .pyramid = pyramid, .pool = pool, .watch = watch};
    char name[TR_EXPORT_NAME_BYTES], path[1024];
    list->sha256[0] = '\0';
    tr_status status = find_list(job, name, path, error);
    if (status == TR_OK)
        status = tr_atomic_open_in(folder, name, path, &walk.out, error);
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

tr_status tr_tile_list_open(const tr_export_job *job, tr_folder folder, const tr_digest *list,
                            const tr_watch *watch, FILE **lines, tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES], path[1024], digest[TR_DIGEST_BYTES];
    uint64_t bytes;
    int file;
    *lines = NULL;
    tr_status status = find_list(job, name, path, error);
    if (status != TR_OK || !list->sha256[0])
        return status;
    int reason = tr_file_open(folder, name, &file);
    if (reason)
        return reason == ENOENT ? TR_OK : tr_read_fail(error, path, reason);
    status = tr_digest_open(file, watch, digest, &bytes, NULL);
    if (status == TR_OK && strcmp(digest, list->sha256) == 0) {
        reason = tr_file_stream(file, lines);
        return reason ? tr_read_fail(error, path, reason) : TR_OK;
    }
    tr_file_close(file);
    return status == TR_STOPPED     ? tr_watch_check(watch, error)
           : status == TR_BAD_INPUT ? tr_read_fail(error, path, EIO)
                                    : TR_OK;
}

tr_status tr_tile_list_compare(const tr_export_job *job, tr_folder folder, const tr_pyramid *pyramid,
                               tr_pool *pool, const tr_watch *watch, const tr_digest *list, bool *stands,
                               tr_error *error) {
    struct walk walk = {.job = job, .folder = folder, .pyramid = pyramid, .pool = pool, .watch = watch};
    *stands = false;
    tr_status status = tr_tile_list_open(job, folder, list, watch, &walk.in, error);
    if (status != TR_OK || !walk.in)
        return status;
    status = take_all(&walk, error);
    *stands = walk.good && status == TR_OK;
    fclose(walk.in);
    return status;
}
