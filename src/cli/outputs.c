// Where the results of commands go.
#include "base/atomic_file.h"
#include "base/words.h"
#include "cli/private/commands.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

tr_status tr_check_png_name(const char *path, tr_error *error) {
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    if (tr_atomic_is_stream(path) || (dot && (!slash || dot > slash) && strcasecmp(dot, ".png") == 0))
        return TR_OK;
    return tr_fail(error, TR_BAD_USAGE,
                   "the result is a 16-bit PNG: give -o a name that ends in .png, not '%s'", path);
}

void tr_print_json_text(const char *text) {
    const char *end = text + strlen(text);
    char letter[TR_JSON_LETTER_BYTES];
    putchar('"');
    while (text < end) {
        text += tr_json_letter(text, end, letter);
        fputs(letter, stdout);
    }
    putchar('"');
}

void tr_print_picture(const tr_options *options) {
    if (tr_atomic_is_stream(options->output)) // which may be standard output itself
        return;
    if (options->json) {
        printf("{\"file\":");
        tr_print_json_text(options->output);
        puts("}");
    } else if (!options->quiet)
        tr_print_line("%s", options->output);
}
