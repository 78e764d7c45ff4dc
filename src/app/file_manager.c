#include "app/private/file_manager.h"

#include "base/platform.h"
#include "base/process.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

// Usually xdg-open ends at once, so its exit code is reported. If it is the file manager itself, it ends when
// the user closes it; nothing is reported after this time.
static const double patience_s = 10, step_s = 0.1;

static void fail(tr_message *message, const char *folder, const char *why) {
    tr_error error = {0};
    tr_fail(&error, TR_CANNOT_WRITE, "%s; the folder is %s", why, folder);
    tr_message_complain(message, &error);
}

void tr_file_manager_open(tr_file_manager *manager, const char *folder, double now_s, tr_message *message) {
    snprintf(manager->folder, sizeof manager->folder, "%s", folder);
    if (!tr_path_is_folder(folder)) {
        tr_message_say(message, "%s does not exist yet: it will be created when something is written", folder);
        return;
    }
    tr_process_leave(manager->process); // an earlier one keeps running
    const int reason = tr_process_show_folder(manager->folder, &manager->process);
    manager->told_until_s = now_s + patience_s;
    manager->next_s = now_s + step_s;
    if (reason == 0) {
        tr_message_say(message, "Opening %s", folder);
        return;
    }
    fail(message, folder,
         reason == ENOENT ? "xdg-open is missing (package xdg-utils)" : tr_reason_text(reason));
}

bool tr_file_manager_look(tr_file_manager *manager, double now_s, tr_message *message) {
    int code;
    char why[64];
    if (!manager->process)
        return false;
    manager->next_s = now_s < manager->told_until_s ? now_s + step_s : INFINITY;
    if (!tr_process_is_over(manager->process, &code))
        return false;
    tr_file_manager_end(manager);
    if (now_s > manager->told_until_s)
        return false;
    if (code == 0) {
        tr_message_say(message, "Opened %s", manager->folder);
    } else {
        snprintf(why, sizeof why, "xdg-open could not open it (exit code %d)", code);
        fail(message, manager->folder, why);
    }
    return true;
}

double tr_file_manager_due(const tr_file_manager *manager) {
    return manager->process ? manager->next_s : INFINITY;
}

void tr_file_manager_end(tr_file_manager *manager) {
    tr_process_leave(manager->process);
    manager->process = NULL;
}
