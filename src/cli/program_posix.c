#include "cli/private/program.h"

#include "base/say.h"
#include "base/status.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static tr_program_stop stop = {.code = 128 + SIGINT};
static volatile sig_atomic_t signal_count;

static void on_signal(int number) {
    atomic_store(&stop.code, 128 + number);
    atomic_store(&stop.asked, true);
    if (++signal_count >= 3) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void catch_signals(void) {
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    // Writing to a closed pipe, or beyond a size limit, is an error of that write and does not end the program.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

// If a standard stream is closed, a file that is opened could get its number, and output would go into that
// file. This opens /dev/null in its place, so that the stream cannot be used.
static void keep_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

// ---- stacks --------------------------------------------------------------------------------------

enum { roomy_stack = 8 << 20 }; // the default of Linux; software OpenGL needs part of it

struct call {
    int count;
    char **words;
    int (*work)(int count, char **words, tr_program_stop *stop);
    int code;
};

static void *work_in_thread(void *context) {
    struct call *call = context;
    call->code = call->work(call->count, call->words, &stop);
    return NULL;
}

// With a small stack (`ulimit -s 64`), the work runs in a thread with a larger stack. Threads that it starts
// have one too.
int tr_program_run(int count, char **words, int (*work)(int count, char **words, tr_program_stop *stop)) {
    struct call call = {count, words, work, 0};
    struct rlimit limit;
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all;
    keep_standard_streams();
    catch_signals();
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= roomy_stack ||
        pthread_attr_init(&attributes) != 0)
        return work(count, words, &stop);
    pthread_attr_setstacksize(&attributes, roomy_stack);
    pthread_setattr_default_np(&attributes);
    const int refused = pthread_create(&thread, &attributes, work_in_thread, &call);
    pthread_attr_destroy(&attributes);
    if (refused) {
        tr_say("terrella: no memory for a stack of 8 MiB");
        return tr_status_exit_code(TR_NO_MEMORY);
    }
    sigfillset(&all); // signals go to the other thread
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    pthread_join(thread, NULL);
    return call.code;
}
