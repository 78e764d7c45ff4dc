// terrella: commands, options, errors and exit codes.
#include "cli/private/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// A signal handler can only communicate through globals. Jobs poll `stop` (tr_watch).
static atomic_bool stop;
static volatile sig_atomic_t stop_signal, signal_count;

// The first signal stops the job, which removes its temporary files. Wrappers may send the signal twice, so
// only the third one ends the program at once.
static void on_signal(int number) {
    stop_signal = number;
    atomic_store(&stop, true);
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

static void print_error(const tr_error *error) {
    char place[32] = "";
    if (error->line > 0)
        snprintf(place, sizeof place, "%d:%d:", error->line, error->column);
    tr_say("terrella: %s%s%s%s%s%s%s", error->file, error->file[0] ? ":" : "", place, error->file[0] ? " " : "",
           error->path, error->path[0] ? ": " : "",
           error->message[0] ? error->message : tr_status_text(error->status));
}

static tr_status (*const run[])(const tr_cli_context *) = {
    [TR_CLI_WINDOW] = tr_cli_window,   [TR_CLI_EXPORT] = tr_cli_export, [TR_CLI_RENDER] = tr_cli_render,
    [TR_CLI_GALLERY] = tr_cli_gallery, [TR_CLI_FIELD] = tr_cli_field,   [TR_CLI_ENHANCE] = tr_cli_enhance,
    [TR_CLI_LIST] = tr_cli_list,       [TR_CLI_SHOW] = tr_cli_show,     [TR_CLI_PACK] = tr_cli_pack,
    [TR_CLI_MEASURE] = tr_cli_measure, [TR_CLI_PROBE] = tr_cli_probe,   [TR_CLI_CHECK] = tr_cli_check,
    [TR_CLI_BENCH] = tr_cli_bench,     [TR_CLI_HELP] = tr_cli_help,     [TR_CLI_VERSION] = tr_cli_version};

static int begin(int count, char **words) {
    tr_options options;
    tr_error error = {0};
    tr_printed printed = TR_PRINTED_NOTHING;
    tr_cli_context context = {.options = &options,
                              .printed = &printed,
                              .stop = &stop,
                              .watch = tr_watch_flag(&stop),
                              .error = &error};
    keep_standard_streams();
    catch_signals();
    tr_status status = tr_options_parse(count, words, &options, &error);
    if (status == TR_OK && options.seed_words && !options.quiet)
        tr_say("terrella: the seed '%s' is %" PRIu64, options.seed_words, options.seed);
    if (status == TR_OK)
        status = tr_options_read_input(&options, &error);
    if (status == TR_OK)
        status = tr_options_read_maps(&options, &context.watch, &error);
    if (status == TR_OK && tr_cli_get(options.command)->evaluates)
        status = tr_pool_create(options.threads, &context.pool, &error);
    if (status == TR_OK)
        status = run[options.command](&context);
    tr_pool_destroy(context.pool);
    tr_options_clear(&options);
    const int stopped = 128 + (stop_signal ? stop_signal : SIGINT);
    if (status != TR_OK && tr_prints_json(&options))
        tr_print_json_error(&error, status == TR_STOPPED ? stopped : tr_status_exit_code(status), printed);
    if (status == TR_OK && (fflush(stdout) != 0 || ferror(stdout))) {
        status = tr_fail(&error, TR_CANNOT_WRITE, "could not write to standard output");
        if (errno == EPIPE) // the reader has closed the pipe on purpose
            return tr_status_exit_code(status);
    }
    if (status == TR_STOPPED)
        return stopped;
    if (status != TR_OK)
        print_error(&error);
    return tr_status_exit_code(status);
}

// ---- stacks --------------------------------------------------------------------------------------

enum { roomy_stack = 8 << 20 }; // the default of Linux; software OpenGL needs part of it

struct call {
    int count;
    char **words;
    int code;
};

static void *begin_in_thread(void *context) {
    struct call *call = context;
    call->code = begin(call->count, call->words);
    return NULL;
}

// With a small stack (`ulimit -s 64`), the program runs in a thread with a larger stack. Threads that it starts
// have one too.
int main(int count, char **words) {
    struct call call = {count, words, 0};
    struct rlimit limit;
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= roomy_stack ||
        pthread_attr_init(&attributes) != 0)
        return begin(count, words);
    pthread_attr_setstacksize(&attributes, roomy_stack);
    pthread_setattr_default_np(&attributes);
    const int refused = pthread_create(&thread, &attributes, begin_in_thread, &call);
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
