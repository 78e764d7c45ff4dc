#include "base/process.h"

#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { child_file = 3, feed_ms = 50 }; // the file's descriptor in the process

struct tr_process {
    pid_t id;  // 0: waited for
    int input; // -1: closed
    bool alone;
    int code;
};

bool tr_process_is_there(const char *program) {
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

int tr_process_file_name(int file, char name[TR_PROCESS_NAME_BYTES]) {
    (void)file;
    snprintf(name, TR_PROCESS_NAME_BYTES, "/dev/fd/%d", child_file);
    return 0;
}

// ---- starting ------------------------------------------------------------------------------------

static int add_files(posix_spawn_file_actions_t *actions, const tr_process_options *options, int input) {
    int reason = options->has_input ? posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO)
                                    : posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
    if (!reason)
        reason = options->output
                     ? posix_spawn_file_actions_adddup2(actions, fileno(options->output), STDOUT_FILENO)
                     : posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!reason && options->errors)
        reason = posix_spawn_file_actions_adddup2(actions, fileno(options->errors), STDERR_FILENO);
    if (!reason && options->file >= 0)
        reason = posix_spawn_file_actions_adddup2(actions, options->file, child_file);
    return reason;
}

// Starts a program in a process group of its own, if it is alone: what the terminal sends does not reach it.
static int spawn(const tr_process_options *options, int input, pid_t *id) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual; // signals that this program ignores
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE), sigaddset(&usual, SIGXFSZ);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    int reason = add_files(&actions, options, input);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | (options->alone ? POSIX_SPAWN_SETPGROUP : 0));
    posix_spawnattr_setsigdefault(&attributes, &usual);
    if (!reason) {
        // posix_spawn does not modify the words, although they are not const.
        char *const *words = (char *const *)(uintptr_t)options->words;
        reason = posix_spawnp(id, words[0], &actions, &attributes, words, environ);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

int tr_process_start(const tr_process_options *options, tr_process **out) {
    int ends[2] = {-1, -1};
    tr_process *process = tr_calloc(1, sizeof *process);
    *out = NULL;
    if (!process)
        return ENOMEM;
    process->alone = options->alone;
    int reason = options->has_input && pipe2(ends, O_CLOEXEC) != 0 ? errno : 0;
    if (!reason)
        reason = spawn(options, ends[0], &process->id);
    if (ends[0] >= 0) {
        close(ends[0]);
        fcntl(ends[1], F_SETFL, O_NONBLOCK); // on this side, so that a slow process does not delay a stop
    }
    process->input = ends[1];
    if (!reason) {
        *out = process;
        return 0;
    }
    process->id = 0;
    tr_process_leave(process);
    return reason;
}

int tr_process_show_folder(const char *folder, tr_process **process) {
    const char *const words[] = {"xdg-open", folder, NULL};
    return tr_process_start(&(tr_process_options){.words = words, .file = -1}, process);
}

// ---- running -------------------------------------------------------------------------------------

int tr_process_feed(tr_process *process, const void *bytes, size_t most, size_t *count) {
    const ssize_t written = write(process->input, bytes, most);
    *count = written > 0 ? (size_t)written : 0;
    if (written < 0 && errno == EAGAIN)
        poll(&(struct pollfd){.fd = process->input, .events = POLLOUT}, 1, feed_ms);
    else if (written < 0 && errno != EINTR)
        return errno;
    return written == 0 ? EPIPE : 0;
}

static void end_input(tr_process *process) {
    if (process->input >= 0)
        close(process->input);
    process->input = -1;
}

// Waits as waitpid does with these flags. Returns whether it is over.
static bool look(tr_process *process, int flags) {
    int status = 0;
    pid_t waited = 1;
    while (process->id > 0 && (waited = waitpid(process->id, &status, flags)) < 0 && errno == EINTR)
        ;
    if (waited == 0)
        return false;
    if (process->id > 0) // -1: someone else has waited for it
        process->code = waited < 0 ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    process->id = 0;
    return true;
}

bool tr_process_is_over(tr_process *process, int *code) {
    end_input(process);
    const bool over = look(process, WNOHANG);
    *code = process->code;
    return over;
}

void tr_process_kill(tr_process *process) {
    if (!process)
        return;
    end_input(process);
    if (process->id > 0 && process->alone)
        killpg(process->id, SIGKILL);
    else if (process->id > 0)
        kill(process->id, SIGKILL);
    look(process, 0);
    tr_free(process);
}

void tr_process_leave(tr_process *process) {
    if (!process)
        return;
    end_input(process);
    tr_free(process);
}
