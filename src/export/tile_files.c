#include "export/private/tile_files.h"

#include "base/atomic_file.h"
#include "base/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

tr_status tr_tile_path(const tr_export_job *job, int output, tr_tile tile, char name[TR_EXPORT_NAME_BYTES],
                       char path[1024], tr_error *error) {
    return tr_tile_name(job, output, tile, name, TR_EXPORT_NAME_BYTES)
               ? tr_export_path(job, name, path, error)
               : tr_write_fail(error, job->stem, ENAMETOOLONG);
}

tr_status tr_tile_folder(tr_folder folder, const char *name, const char *path, tr_error *error) {
    char above[TR_EXPORT_NAME_BYTES];
    tr_folder inner;
    const char *slash = strrchr(name, '/');
    if (!slash)
        return TR_OK;
    snprintf(above, sizeof above, "%.*s", (int)(slash - name), name);
    const int reason = tr_folder_enter(folder, above, true, &inner);
    if (reason)
        return tr_write_fail(error, path, reason);
    tr_temporary_clear(inner);
    tr_folder_close(&inner);
    return TR_OK;
}

tr_status tr_tile_folders(const tr_export_job *job, tr_folder folder, const tr_pyramid *pyramid, int level,
                          tr_error *error) {
    tr_status status = TR_OK;
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        for (int face = 0; face < (pyramid->cube ? 6 : 1) && job->maps & 1u << output && status == TR_OK;
             face++) {
            char name[TR_EXPORT_NAME_BYTES], path[1024];
            status = tr_tile_path(job, output, (tr_tile){.level = level, .face = face}, name, path, error);
            if (status == TR_OK)
                status = tr_tile_folder(folder, name, path, error);
        }
    return status;
}

// ---- looking -------------------------------------------------------------------------------------

tr_status tr_tile_refuse(const char *path, tr_error *error) {
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%.511s", path);
    return tr_fail(
        error, TR_CANNOT_WRITE,
        "cannot write: this tile is not what Terrella wrote: remove it, and it is made anew; --force "
        "makes all tiles anew");
}

// Pictures of ours end with the chunk IEND.
static int is_whole(int file, const char *name, bool *whole) {
    const size_t length = strlen(name);
    char end[12] = "";
    size_t count;
    tr_info there;
    int reason = tr_file_info(file, &there);
    *whole = !reason && there.bytes > 0;
    if (reason || !*whole || length < 4 || strcmp(name + length - 4, ".png") != 0)
        return reason;
    reason =
        there.bytes < sizeof end ? 0 : tr_file_read_at(file, there.bytes - sizeof end, end, sizeof end, &count);
    *whole = memcmp(end + 4, "IEND", 4) == 0;
    return reason;
}

tr_status tr_tile_inspect(const tr_export_job *job, tr_folder folder, int output, tr_tile tile, bool *there,
                          tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES], path[1024];
    bool whole = true;
    int file;
    *there = false;
    const tr_status status = tr_tile_path(job, output, tile, name, path, error);
    if (status != TR_OK)
        return status;
    int reason = tr_file_open(folder, name, &file);
    if (reason == ENOENT)
        return TR_OK;
    if (!reason) {
        reason = is_whole(file, name, &whole);
        tr_file_close(file);
    }
    *there = !reason && whole;
    return reason ? tr_read_fail(error, path, reason) : whole ? TR_OK : tr_tile_refuse(path, error);
}

tr_status tr_tiles_inspect(const tr_export_job *job, tr_folder folder, const tr_pyramid *pyramid,
                           const tr_watch *watch, bool *all, tr_error *error) {
    tr_status status = TR_OK;
    *all = true;
    for (int level = 0; level < pyramid->levels; level++)
        for (int i = 0; i < tr_pyramid_count(pyramid, level); i++)
            for (int output = 0; output < TR_EXPORT_OUTPUTS && status == TR_OK && *all; output++)
                if (job->maps & 1u << output)
                    status =
                        tr_tile_inspect(job, folder, output, tr_pyramid_tile(pyramid, level, i), all, error);
    return status == TR_OK ? tr_watch_check(watch, error) : status;
}
