#include "app/private/file_manager.h"

#include "base/status.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

extern char **environ;

// Usually xdg-open ends at once, so its exit code is reported. If it is the file manager itself, it ends when
// the user closes it; nothing is reported after this time.
static const double patience_s = 10, step_s = 0.1;

static void fail(tr_message *message, const char *folder, const char *why) {
    tr_error error = {0};
    tr_fail(&error, TR_CANNOT_WRITE, "%s; the folder is %s", why, folder);
    tr_message_complain(message, &error);
}

void tr_file_manager_open(tr_file_manager *manager, const char *folder, double now_s, tr_message *message) {
    struct stat there;
    snprintf(manager->folder, sizeof manager->folder, "%s", folder);
    if (stat(folder, &there) != 0 || !S_ISDIR(there.st_mode)) {
        tr_message_say(message, "%s does not exist yet: it will be created when something is written", folder);
        return;
    }
    char *arguments[] = {"xdg-open", manager->folder, NULL};
    manager->process = 0; // an earlier process keeps running
    const int reason = posix_spawnp(&manager->process, arguments[0], NULL, NULL, arguments, environ);
    manager->told_until_s = now_s + patience_s;
    manager->next_s = now_s + step_s;
    if (reason == 0) {
        tr_message_say(message, "Opening %s", folder);
        return;
    }
    manager->process = 0;
    fail(message, folder, reason == ENOENT ? "xdg-open is missing (package xdg-utils)" : strerror(reason));
}

bool tr_file_manager_look(tr_file_manager *manager, double now_s, tr_message *message) {
    int status = 0;
    char why[64];
    if (manager->process == 0)
        return false;
    manager->next_s = now_s < manager->told_until_s ? now_s + step_s : INFINITY;
    if (waitpid(manager->process, &status, WNOHANG) == 0)
        return false;
    manager->process = 0;
    if (now_s > manager->told_until_s)
        return false;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        tr_message_say(message, "Opened %s", manager->folder);
    } else {
        snprintf(why, sizeof why, "xdg-open could not open it (exit code %d)",
                 WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
        fail(message, manager->folder, why);
    }
    return true;
}

double tr_file_manager_due(const tr_file_manager *manager) {
    return manager->process ? manager->next_s : INFINITY;
}
