// terrella: commands, options, errors and exit codes.
#include "cli/private/commands.h"
#include "cli/private/program.h"
#include "export/directory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

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

// Runs the command. The folder of its output is made first, and removed again if the command fails. Exports
// make folders of their own.
static tr_status run_command(const tr_cli_context *context) {
    const tr_options *o = context->options;
    const bool is_file = o->output && o->command != TR_CLI_WINDOW && o->command != TR_CLI_EXPORT &&
                         !tr_path_is_stream(o->output);
    tr_directory folder = {0};
    tr_status status = is_file ? tr_directory_make_for(o->output, &folder, context->error) : TR_OK;
    if (status == TR_OK)
        status = run[o->command](context);
    tr_directory_end(&folder, status);
    return status;
}

static int work(int count, char **words, tr_program_stop *stop) {
    tr_options options;
    tr_error error = {0};
    tr_printed printed = TR_PRINTED_NOTHING;
    tr_cli_context context = {.options = &options,
                              .printed = &printed,
                              .stop = &stop->asked,
                              .watch = tr_watch_flag(&stop->asked),
                              .error = &error};
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
        status = run_command(&context);
    tr_pool_destroy(context.pool);
    tr_options_clear(&options);
    const int stopped = atomic_load(&stop->code);
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

int main(int count, char **words) { return tr_program_run(count, words, work); }
