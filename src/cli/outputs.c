// The output files of commands.
#include "base/atomic_file.h"
#include "base/system.h"
#include "base/words.h"
#include "cli/private/commands.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

tr_status tr_check_png_name(const char *path, tr_error *error) {
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    if (tr_path_is_stream(path) || (dot && (!slash || dot > slash) && strcasecmp(dot, ".png") == 0))
        return TR_OK;
    return tr_fail(error, TR_BAD_USAGE,
                   "the result is a 16-bit PNG: give -o a name that ends in .png, not '%s'", path);
}

void tr_print_json_text(const char *before, const char *text) {
    const char *end = text + strlen(text);
    char letter[TR_JSON_LETTER_BYTES];
    printf("%s\"", before);
    while (text < end) {
        text += tr_json_letter(text, end, letter);
        fputs(letter, stdout);
    }
    putchar('"');
}

void tr_print_list_next(tr_printed *printed) {
    fputs(*printed == TR_PRINTED_LIST ? ",\n" : "[", stdout);
    *printed = TR_PRINTED_LIST;
}

void tr_print_list_end(tr_printed *printed) {
    puts(*printed == TR_PRINTED_LIST ? "]" : "[]");
    *printed = TR_PRINTED_VALUE;
}

bool tr_prints_json(const tr_options *options) {
    return options->json && !(options->output && tr_path_is_output(options->output));
}

static void print_member(const char *key, const char *text) {
    if (!*text)
        return;
    printf(",\"%s\":", key);
    tr_print_json_text("", text);
}

void tr_print_json_error(const tr_error *error, int exit_code, tr_printed printed) {
    if (printed == TR_PRINTED_VALUE)
        return;
    fputs(printed == TR_PRINTED_LIST ? ",\n{\"error\":" : "{\"error\":", stdout);
    tr_print_json_text("", error->message[0] ? error->message : tr_status_text(error->status));
    print_member("file", error->file);
    if (error->line > 0)
        printf(",\"line\":%d,\"column\":%d", error->line, error->column);
    print_member("path", error->path);
    printf(",\"exit_code\":%d}%s\n", exit_code, printed == TR_PRINTED_LIST ? "]" : "");
}

void tr_print_picture(const tr_options *options) {
    if (tr_prints_json(options)) {
        tr_print_json_text("{\"file\":", options->output);
        puts("}");
    } else if (!options->json && !options->quiet && !tr_path_is_stream(options->output))
        tr_print_line("%s", options->output); // nothing for a stream: it may be standard output itself
}

// ---- progress -----------------------------------------------------------------------------------

static double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void tr_progress_begin(tr_progress *progress, const char *what, bool quiet) {
    *progress = (tr_progress){.count = 1, .shown = !quiet && tr_errors_are_seen()};
    tr_text_show(what, progress->what, sizeof progress->what);
    progress->start_s = progress->last_s = clock_seconds();
}

void tr_progress_next(tr_progress *progress, int index, int count, const char *what) {
    char name[256];
    tr_text_show(what, name, sizeof name);
    progress->done = index, progress->count = count;
    if (count > 1)
        snprintf(progress->what, sizeof progress->what, "planet %d of %d, %.200s", index + 1, count, name);
    else
        snprintf(progress->what, sizeof progress->what, "%s", name);
}

double tr_progress_seconds(const tr_progress *progress) { return clock_seconds() - progress->start_s; }

void tr_progress_report(void *context, double done) {
    tr_progress *progress = context;
    const double now_s = clock_seconds(), passed = now_s - progress->start_s;
    tr_pace_note(&progress->pace, now_s, (progress->done + done) / progress->count);
    if (!progress->shown || now_s - progress->last_s < 0.1)
        return;
    progress->last_s = now_s;
    const double left = tr_pace_left_s(&progress->pace, now_s);
    if (left >= 0)
        fprintf(stderr, "\r%s: %3.0f %%, %.0f s left \x1b[K", progress->what, 100 * passed / (passed + left),
                left);
    else
        fprintf(stderr, "\r%s …\x1b[K", progress->what);
    fflush(stderr);
}

static bool stopped(void *context) {
    const tr_progress *progress = context;
    return progress->stop && atomic_load_explicit(progress->stop, memory_order_relaxed);
}

tr_watch tr_progress_watch(tr_progress *progress, const atomic_bool *stop) {
    progress->stop = stop;
    return (tr_watch){tr_progress_report, stopped, progress};
}

void tr_progress_hide(tr_progress *progress) {
    if (progress->shown)
        fprintf(stderr, "\r\x1b[K");
}
