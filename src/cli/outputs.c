// Where the results of commands go.
#include "base/atomic_file.h"
#include "base/words.h"
#include "cli/private/commands.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

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
        tr_print_line("%s", options->output); // a stream may be standard output itself
}
