// Where the results of commands go.
#include "base/atomic_file.h"
#include "cli/private/commands.h"

#include <stdarg.h>
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

// What a terminal would obey is printed as C writes it: controls, and those of Unicode that turn the direction
// of what follows, so that a name looks like another one (U+200E, U+200F, U+202A … U+202E, U+2066 … U+2069).
static void print_line(FILE *stream, const char *line) {
    for (const unsigned char *s = (const unsigned char *)line; *s; s++) {
        const bool high = s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0; // U+0080 … U+009F in UTF-8
        const bool turns =
            s[0] == 0xe2 && ((s[1] == 0x80 && ((s[2] & 0xfe) == 0x8e || (s[2] >= 0xaa && s[2] <= 0xae))) ||
                             (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9));
        if (turns) {
            fprintf(stream, "\\u20%02x", (s[1] & 1) << 6 | (s[2] & 63));
            s += 2;
        } else if (*s == '\n')
            fputs("\\n", stream);
        else if (*s < 32 || *s == 127 || high)
            fprintf(stream, "\\x%02x", high ? *++s : *s);
        else
            fputc(*s, stream);
    }
    fputc('\n', stream);
}

void tr_say(const char *format, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    print_line(stderr, line);
}

void tr_print_line(const char *format, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    print_line(stdout, line);
}

void tr_print_json_text(const char *text) {
    const char *end = text + strlen(text);
    putchar('"');
    for (size_t length; text < end; text += length ? length : 1) {
        length = tr_utf8_length(text, end);
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if (length == 0) // names of files may be any bytes
            fputs("\\ufffd", stdout);
        else if ((unsigned char)*text < 32)
            printf("\\u%04x", (unsigned char)*text);
        else
            fwrite(text, 1, length, stdout);
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
        puts(options->output);
}
