#include "app/private/chooser.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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

// Starts a program in its own process group, with its standard output connected to the pipe. Stopping the group
// also closes its dialog.
static bool spawn(tr_chooser *chooser, char *const arguments[]) {
    int ends[2];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    bool good = posix_spawnattr_init(&attributes) == 0;
    if (good && posix_spawn_file_actions_init(&actions) != 0) {
        posix_spawnattr_destroy(&attributes);
        good = false;
    }
    if (good) {
        good = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0 &&
               posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP) == 0 &&
               posix_spawnp(&chooser->process, arguments[0], &actions, &attributes, arguments, environ) == 0;
        posix_spawnattr_destroy(&attributes);
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

static const char *const titles[] = {[TR_CHOOSES_WORLD] = "--title=Open a planet",
                                     [TR_CHOOSES_MAP] = "--title=Choose a picture",
                                     [TR_CHOOSES_NAME] = "--title=Save the planet",
                                     [TR_CHOOSES_EXPORT_FOLDER] = "--title=Folder for exports",
                                     [TR_CHOOSES_PICTURE_FOLDER] = "--title=Folder for pictures"};

static bool chooses_a_file(const tr_chooser *chooser) {
    return chooser->purpose == TR_CHOOSES_WORLD || chooser->purpose == TR_CHOOSES_MAP;
}

static bool spawn_zenity(tr_chooser *chooser, const char *suggested) {
    char name[2100], title[64];
    snprintf(name, sizeof name, "--filename=%s", suggested);
    snprintf(title, sizeof title, "%s", titles[chooser->purpose]);
    const bool saves = chooser->purpose == TR_CHOOSES_NAME, opens = chooses_a_file(chooser);
    char *const arguments[] = {"zenity",
                               "--file-selection",
                               title,
                               name,
                               saves   ? "--save"
                               : opens ? NULL
                                       : "--directory",
                               saves ? "--confirm-overwrite" : NULL,
                               NULL};
    return spawn(chooser, arguments);
}

static bool spawn_kdialog(tr_chooser *chooser, const char *suggested) {
    char name[2100], title[64];
    snprintf(name, sizeof name, "%s", suggested);
    snprintf(title, sizeof title, "%s", strchr(titles[chooser->purpose], '=') + 1);
    char *verb = chooser->purpose == TR_CHOOSES_NAME ? "--getsavefilename"
                 : chooses_a_file(chooser)           ? "--getopenfilename"
                                                     : "--getexistingdirectory";
    char *const arguments[] = {"kdialog", "--title", title, verb, name, NULL};
    return spawn(chooser, arguments);
}

bool tr_chooser_start(tr_chooser *chooser, tr_chooser_purpose purpose, const char *suggested) {
    tr_chooser_end(chooser);
    *chooser = (tr_chooser){.purpose = purpose};
    return spawn_zenity(chooser, suggested) || spawn_kdialog(chooser, suggested);
}

bool tr_chooser_poll(tr_chooser *chooser, bool *done) {
    *done = false;
    if (chooser->process == 0)
        return false;
    const size_t capacity = sizeof chooser->answer - 1 - chooser->length;
    const ssize_t got = capacity > 0 ? read(chooser->pipe, chooser->answer + chooser->length, capacity) : 0;
    if (got > 0)
        chooser->length += (size_t)got;
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR)))
        return true;
    int status = 0;
    close(chooser->pipe);
    waitpid(chooser->process, &status, 0); // it has closed its end of the pipe of the pipe
    chooser->process = 0;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    chooser->failed = code != 0 && code != 1; // 1: the user chose nothing
    chooser->answer[code == 0 ? chooser->length : 0] = 0;
    chooser->answer[strcspn(chooser->answer, "\n")] = 0;
    *done = true;
    return true;
}

void tr_chooser_end(tr_chooser *chooser) {
    if (chooser->process == 0)
        return;
    close(chooser->pipe);
    killpg(chooser->process, SIGTERM);
    waitpid(chooser->process, NULL, 0);
    chooser->process = 0;
}
