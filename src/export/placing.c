#include "export/private/placing.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "base/temporary.h"

#include <errno.h>

struct tr_placed {
    char *name;
    char *kept; // the second name of what had it; NULL: nothing had
    int lock;   // of that, or -1
    bool placed;
};

static bool grow(tr_placing *placing) {
    if (placing->count < placing->capacity)
        return true;
    const int capacity = 2 * placing->capacity + 16;
    struct tr_placed *all = tr_realloc(placing->all, (size_t)capacity * sizeof *all);
    if (all)
        placing->all = all, placing->capacity = capacity;
    return all != NULL;
}

tr_status tr_placing_keep(tr_placing *placing, const char *name, const char *path, tr_error *error) {
    tr_info there;
    struct tr_placed new = {.name = grow(placing) ? tr_strdup(name) : NULL, .lock = -1};
    int reason = new.name ? tr_name_info(placing->folder, name, &there) : ENOMEM;
    if (!reason && there.kind != TR_KIND_NONE)
        reason = there.kind == TR_KIND_FILE   ? tr_temporary_keep(placing->folder, name, &new.kept, &new.lock)
                 : there.kind == TR_KIND_LINK ? TR_REASON_LINK
                                              : TR_REASON_OTHER;
    if (reason) {
        tr_free(new.name);
        return tr_write_fail(error, path, reason);
    }
    placing->all[placing->count++] = new;
    return TR_OK;
}

void tr_placing_note(tr_placing *placing) { placing->all[placing->count - 1].placed = true; }

tr_status tr_placing_remove(tr_placing *placing, const char *name, const char *path, tr_error *error) {
    const tr_status status = tr_placing_keep(placing, name, path, error);
    const int reason = status == TR_OK ? tr_name_remove(placing->folder, name) : 0;
    // (Where there are no links it has gone already.)
    return reason && reason != ENOENT ? tr_write_fail(error, path, reason) : status;
}

// ---- the end -------------------------------------------------------------------------------------

static void let_go(tr_placing *placing, struct tr_placed *placed) {
    if (placed->kept && tr_name_remove(placing->folder, placed->kept) != 0)
        tr_name_remove(placing->folder, placed->kept); // once more: else the next export has to clear it
    if (placed->lock >= 0)
        tr_file_close(placed->lock);
    tr_free(placed->kept);
    tr_free(placed->name);
}

static void clear(tr_placing *placing) {
    for (int i = 0; i < placing->count; i++)
        let_go(placing, &placing->all[i]);
    tr_free(placing->all);
    *placing = (tr_placing){.folder = placing->folder};
}

void tr_placing_end(tr_placing *placing) { clear(placing); }

// (Two names of one file stay two when one is changed to the other: let_go removes the second.)
static bool put_back(tr_placing *placing, const struct tr_placed *placed) {
    const int reason = placed->kept     ? tr_name_change(placing->folder, placed->kept, placed->name)
                       : placed->placed ? tr_name_remove(placing->folder, placed->name)
                                        : 0;
    return !reason || (!placed->kept && reason == ENOENT);
}

bool tr_placing_undo(tr_placing *placing) {
    bool good = true;
    for (int i = placing->count - 1; i >= 0 && (i > 0 || good); i--) {
        struct tr_placed *placed = &placing->all[i];
        if (put_back(placing, placed) || put_back(placing, placed)) {
            tr_name_sync(placing->folder, placed->name);
            continue;
        }
        good = false;
        tr_free(placed->kept); // the file stays under its second name
        placed->kept = NULL;
    }
    clear(placing);
    return good;
}
