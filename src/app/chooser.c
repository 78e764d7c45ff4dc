#include "app/private/chooser.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool is_in_path(const char *program) {
    const char *path = getenv("PATH");
    for (size_t length; path && *path; path += length + (path[length] == ':')) {
        char file[4096];
        length = strcspn(path, ":");
        const int written = snprintf(file, sizeof file, "%.*s/%s", (int)length, path, program);
        if (written > 0 && written < (int)sizeof file && access(file, X_OK) == 0)
            return true;
    }
    return false;
}

bool tr_chooser_is_there(void) { return is_in_path("zenity") || is_in_path("kdialog"); }

// A program whose standard output is the pipe.
static bool spawn(tr_chooser *chooser, char *const arguments[]) {
    int ends[2];
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    bool good = posix_spawn_file_actions_init(&actions) == 0;
    if (good) {
        good = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0 &&
               posix_spawnp(&chooser->process, arguments[0], &actions, NULL, arguments, environ) == 0;
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (good) {
        chooser->pipe = ends[0];
        fcntl(chooser->pipe, F_SETFL, O_NONBLOCK);
    } else {
        close(ends[0]);
        chooser->process = 0;
    }
    return good;
}

static bool spawn_zenity(tr_chooser *chooser, bool saves, const char *suggested) {
    char name[2100];
    snprintf(name, sizeof name, "--filename=%s", suggested);
    char *const open[] = {"zenity", "--file-selection", "--title=Open a world", NULL};
    char *const save[] = {"zenity", "--file-selection",       "--save", "--confirm-overwrite",
                          name,     "--title=Save the world", NULL};
    return spawn(chooser, saves ? save : open);
}

static bool spawn_kdialog(tr_chooser *chooser, bool saves, const char *suggested) {
    char name[2100];
    snprintf(name, sizeof name, "%s", suggested);
    char *const arguments[] = {"kdialog", saves ? "--getsavefilename" : "--getopenfilename", name, NULL};
    return spawn(chooser, arguments);
}

bool tr_chooser_start(tr_chooser *chooser, bool saves, const char *suggested) {
    tr_chooser_end(chooser);
    *chooser = (tr_chooser){.saves = saves};
    return spawn_zenity(chooser, saves, suggested) || spawn_kdialog(chooser, saves, suggested);
}

bool tr_chooser_look(tr_chooser *chooser, bool *done) {
    *done = false;
    if (chooser->process == 0)
        return false;
    const size_t room = sizeof chooser->answer - 1 - chooser->length;
    const ssize_t got = room > 0 ? read(chooser->pipe, chooser->answer + chooser->length, room) : 0;
    if (got > 0)
        chooser->length += (size_t)got;
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR)))
        return true;
    int status = 0;
    close(chooser->pipe);
    waitpid(chooser->process, &status, 0); // it has closed its end
    chooser->process = 0;
    chooser->answer[WIFEXITED(status) && WEXITSTATUS(status) == 0 ? chooser->length : 0] = 0;
    chooser->answer[strcspn(chooser->answer, "\n")] = 0;
    *done = true;
    return true;
}

void tr_chooser_end(tr_chooser *chooser) {
    if (chooser->process == 0)
        return;
    close(chooser->pipe); // the user closes it; nobody listens any more
    waitpid(chooser->process, NULL, WNOHANG);
    chooser->process = 0;
}
