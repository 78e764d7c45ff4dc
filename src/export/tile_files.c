#include "export/private/tiles.h"

#include "base/temporary.h"

#include <errno.h>
#include <string.h>

void tr_tile_name(const tr_plan *plan, int output, tr_tile tile, char name[TR_EXPORT_NAME_BYTES]) {
    tr_tile_expand(plan->parts[output].tiles, tile, name, TR_EXPORT_NAME_BYTES); // the plan says that it fits
}

tr_status tr_tile_folder(const tr_plan *plan, const char *name, tr_error *error) {
    char above[TR_EXPORT_NAME_BYTES];
    tr_folder inner;
    const char *slash = strrchr(name, '/');
    if (!slash)
        return TR_OK;
    snprintf(above, sizeof above, "%.*s", (int)(slash - name), name);
    const int reason = tr_folder_enter(plan->folder, above, true, &inner);
    if (reason)
        return tr_plan_write_fail(plan, name, reason, error);
    tr_temporary_clear(inner);
    tr_folder_close(&inner);
    return TR_OK;
}

tr_status tr_tile_folders(const tr_plan *plan, int level, tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES];
    tr_status status = TR_OK;
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        for (int face = 0; tr_plan_has(plan, output) && face < (plan->pyramid.cube ? 6 : 1); face++) {
            tr_tile_name(plan, output, (tr_tile){.level = level, .face = face}, name);
            if (status == TR_OK)
                status = tr_tile_folder(plan, name, error);
        }
    return status;
}

// ---- checks --------------------------------------------------------------------------------------

tr_status tr_tile_refuse(const tr_plan *plan, const char *name, tr_error *error) {
    return tr_plan_refuse(
        plan, name,
        "this tile is not what Terrella wrote: remove it, and it is made anew; --force makes all "
        "tiles anew",
        error);
}

// A complete PNG ends with the chunk IEND.
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

tr_status tr_tile_inspect(const tr_plan *plan, int output, tr_tile tile, bool *there, tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES];
    bool whole = true;
    int file;
    *there = false;
    tr_tile_name(plan, output, tile, name);
    int reason = tr_file_open(plan->folder, name, &file);
    if (reason == ENOENT)
        return TR_OK;
    if (!reason) {
        reason = is_whole(file, name, &whole);
        tr_file_close(file);
    }
    *there = !reason && whole;
    return reason  ? tr_plan_read_fail(plan, name, reason, error)
           : whole ? TR_OK
                   : tr_tile_refuse(plan, name, error);
}

tr_status tr_tiles_inspect(const tr_plan *plan, bool *all, tr_error *error) {
    const tr_pyramid *pyramid = &plan->pyramid;
    tr_status status = TR_OK;
    *all = true;
    for (int level = 0; level < pyramid->levels; level++)
        for (int i = 0; i < tr_pyramid_count(pyramid, level); i++)
            for (int output = 0; output < TR_EXPORT_OUTPUTS && status == TR_OK && *all; output++)
                if (tr_plan_has(plan, output))
                    status = tr_tile_inspect(plan, output, tr_pyramid_tile(pyramid, level, i), all, error);
    return status == TR_OK ? tr_watch_check(plan->watch, error) : status;
}
