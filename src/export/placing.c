#include "export/private/replace.h"

#include "base/memory.h"
#include "base/temporary.h"

#include <errno.h>

struct tr_placed {
    char *name;
    char *kept; // second name of the replaced file; NULL: there was none
    int lock;   // on that file, or -1
    bool placed;
};

// Keeps the existing file of this name aside.
static tr_status keep(tr_placing *placing, const char *name, tr_error *error) {
    const tr_folder folder = placing->plan->folder;
    tr_info there;
    const bool grown = tr_grow(&placing->all, placing->count, sizeof *placing->all);
    struct tr_placed new = {.name = grown ? tr_strdup(name) : NULL, .lock = -1};
    int reason = new.name ? tr_name_info(folder, name, &there) : ENOMEM;
    if (!reason && there.kind != TR_KIND_NONE)
        reason = there.kind == TR_KIND_FILE   ? tr_temporary_keep(folder, name, &new.kept, &new.lock)
                 : there.kind == TR_KIND_LINK ? TR_REASON_LINK
                                              : TR_REASON_OTHER;
    if (reason) {
        tr_free(new.name);
        return tr_plan_write_fail(placing->plan, name, reason, error);
    }
    placing->all[placing->count++] = new;
    return TR_OK;
}

tr_status tr_placing_put(tr_placing *placing, const char *name, tr_atomic_file **file, tr_error *error) {
    tr_status status = keep(placing, name, error);
    if (status != TR_OK)
        return status;
    status = tr_atomic_commit(*file, error);
    *file = NULL;
    placing->all[placing->count - 1].placed = status == TR_OK;
    return status;
}

tr_status tr_placing_remove(tr_placing *placing, const char *name, tr_error *error) {
    const tr_status status = keep(placing, name, error);
    const int reason = status == TR_OK ? tr_name_remove(placing->plan->folder, name) : 0;
    // (Without links, it is gone already.)
    return reason && reason != ENOENT ? tr_plan_write_fail(placing->plan, name, reason, error) : status;
}

// ---- end and undo --------------------------------------------------------------------------------

static void let_go(tr_placing *placing, struct tr_placed *placed) {
    if (placed->kept && tr_name_remove(placing->plan->folder, placed->kept) != 0)
        tr_name_remove(placing->plan->folder,
                       placed->kept); // tries once more; otherwise the next export clears it
    if (placed->lock >= 0)
        tr_file_close(placed->lock);
    tr_free(placed->kept);
    tr_free(placed->name);
}

void tr_placing_end(tr_placing *placing) {
    for (int i = 0; i < placing->count; i++)
        let_go(placing, &placing->all[i]);
    tr_free(placing->all);
    *placing = (tr_placing){.plan = placing->plan};
}

// (Renaming one of two names of a file to the other leaves both; let_go removes the second.)
static bool put_back(tr_placing *placing, const struct tr_placed *placed) {
    const int reason = placed->kept     ? tr_name_change(placing->plan->folder, placed->kept, placed->name)
                       : placed->placed ? tr_name_remove(placing->plan->folder, placed->name)
                                        : 0;
    return !reason || (!placed->kept && reason == ENOENT);
}

bool tr_placing_undo(tr_placing *placing) {
    bool good = true;
    for (int i = placing->count - 1; i >= 0 && (i > 0 || good); i--) {
        struct tr_placed *placed = &placing->all[i];
        if (put_back(placing, placed) || put_back(placing, placed)) {
            tr_name_sync(placing->plan->folder, placed->name);
            continue;
        }
        good = false;
        tr_free(placed->kept); // the file stays under its second name
        placed->kept = NULL;
    }
    tr_placing_end(placing);
    return good;
}
