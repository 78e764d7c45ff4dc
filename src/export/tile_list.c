#include "export/private/tiles.h"

#include "base/memory.h"

#include <errno.h>
#include <string.h>

enum { batch_tiles = 512 };

// The state of a walk over all tiles of a job.
struct walk {
    const tr_plan *plan;
    tr_pool *pool;
    int output, level, first; // of the current batch
    struct hashed *hashed;    // its tiles
    tr_atomic_file *out;      // the list being written, or
    FILE *in;                 // the list being compared
    bool good;                // all tiles exist, or are in that list
};

struct hashed {
    tr_digest digest; // "": missing
    int reason;       // an error of reading it
};

static void name_tile(const struct walk *walk, int index, char name[TR_EXPORT_NAME_BYTES]) {
    const tr_tile tile = tr_pyramid_tile(&walk->plan->pyramid, walk->level, walk->first + index);
    tr_tile_name(walk->plan, walk->output, tile, name);
}

static void hash_task(void *context, int index, int worker) {
    struct walk *walk = context;
    struct hashed *hashed = &walk->hashed[index];
    char name[TR_EXPORT_NAME_BYTES];
    (void)worker;
    *hashed = (struct hashed){0};
    name_tile(walk, index, name);
    const int reason = tr_digest_file(walk->plan->folder, name, walk->plan->watch, &hashed->digest);
    hashed->reason = reason == ENOENT || reason == ECANCELED ? 0 : reason; // all look at the watch
}

// ---- lines ---------------------------------------------------------------------------------------

static void write_line(struct walk *walk, const char *digest, const char *name) {
    char line[TR_DIGEST_BYTES + TR_EXPORT_NAME_BYTES + 3];
    walk->good = walk->good && *digest;
    tr_atomic_write(walk->out, line, (size_t)snprintf(line, sizeof line, "%s  %s\n", digest, name));
}

static tr_status compare_line(struct walk *walk, const char *digest, const char *name, tr_error *error) {
    char reported[TR_DIGEST_BYTES], listed[TR_EXPORT_NAME_BYTES];
    walk->good = walk->good && tr_tile_list_read(walk->in, reported, listed) && strcmp(listed, name) == 0;
    return walk->good && *digest && strcmp(reported, digest) != 0 ? tr_tile_refuse(walk->plan, name, error)
                                                                  : TR_OK;
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
    memcpy(name, line + digits + 2, length - digits - 2); // including the terminating 0
    return true;
}

int tr_tile_lines_open(tr_folder folder, const char *name, const char *sha256, const tr_watch *watch,
                       FILE **lines) {
    tr_digest digest;
    int file, reason = tr_file_open(folder, name, &file);
    *lines = NULL;
    if (reason)
        return reason;
    reason = tr_digest_open(file, watch, &digest);
    if (!reason && strcmp(digest.sha256, sha256) == 0)
        return tr_file_stream(file, lines);
    tr_file_close(file);
    return reason;
}

// ---- the whole list ------------------------------------------------------------------------------

static tr_status take_batch(struct walk *walk, int count, tr_error *error) {
    tr_status status = TR_OK;
    tr_pool_run(walk->pool, count, hash_task, walk);
    for (int i = 0; i < count && status == TR_OK && !tr_watch_stopped(walk->plan->watch); i++) {
        char name[TR_EXPORT_NAME_BYTES];
        name_tile(walk, i, name);
        if (walk->hashed[i].reason)
            status = tr_plan_read_fail(walk->plan, name, walk->hashed[i].reason, error);
        else if (walk->out)
            write_line(walk, walk->hashed[i].digest.sha256, name);
        else
            status = compare_line(walk, walk->hashed[i].digest.sha256, name, error);
    }
    return status == TR_OK ? tr_watch_check(walk->plan->watch, error) : status;
}

static tr_status take_all(struct walk *walk, tr_error *error) {
    const tr_pyramid *pyramid = &walk->plan->pyramid;
    tr_status status = TR_OK;
    walk->good = true;
    walk->hashed = tr_malloc(batch_tiles * sizeof *walk->hashed);
    if (!walk->hashed)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the hashes of tiles");
    for (walk->output = 0; walk->output < TR_EXPORT_OUTPUTS; walk->output++)
        for (walk->level = 0; tr_plan_has(walk->plan, walk->output) && walk->level < pyramid->levels;
             walk->level++) {
            const int count = tr_pyramid_count(pyramid, walk->level);
            for (walk->first = 0; walk->first < count && walk->good && status == TR_OK;
                 walk->first += batch_tiles) {
                const int left = count - walk->first;
                status = take_batch(walk, left < batch_tiles ? left : batch_tiles, error);
            }
        }
    tr_free(walk->hashed);
    return status;
}

tr_status tr_tile_list_write(const tr_plan *plan, tr_pool *pool, tr_digest *list, tr_error *error) {
    struct walk walk = {.plan = plan, .pool = pool};
    list->sha256[0] = '\0';
    tr_status status = tr_plan_open(plan, plan->list, &walk.out, error);
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

tr_status tr_tile_list_open(const tr_plan *plan, const tr_digest *list, FILE **lines, tr_error *error) {
    *lines = NULL;
    if (!list->sha256[0])
        return TR_OK;
    const int reason = tr_tile_lines_open(plan->folder, plan->list, list->sha256, plan->watch, lines);
    return reason == ECANCELED               ? tr_watch_check(plan->watch, error)
           : reason == ENOENT || reason == 0 ? TR_OK
                                             : tr_plan_read_fail(plan, plan->list, reason, error);
}

tr_status tr_tile_list_compare(const tr_plan *plan, tr_pool *pool, const tr_digest *list, bool *stands,
                               tr_error *error) {
    struct walk walk = {.plan = plan, .pool = pool};
    *stands = false;
    tr_status status = tr_tile_list_open(plan, list, &walk.in, error);
    if (status != TR_OK || !walk.in)
        return status;
    status = take_all(&walk, error);
    *stands = walk.good && status == TR_OK;
    fclose(walk.in);
    return status;
}
