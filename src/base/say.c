#include "base/say.h"

#include "base/words.h"

#include <stdarg.h>
#include <stdio.h>

static void print(FILE *stream, const char *format, va_list arguments, const char *end) {
    char text[4096], shown[4 * sizeof text];
    const int length = vsnprintf(text, sizeof text, format, arguments);
    fputs(tr_text_show(text, shown, sizeof shown), stream);
    fputs(length < (int)sizeof text ? "" : "…", stream);
    fputs(end, stream);
}

void tr_say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(stderr, format, arguments, "\n");
    fflush(stderr); // on some systems it is buffered, so that letters reach the terminal whole
    va_end(arguments);
}

void tr_print_line(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(stdout, format, arguments, "\n");
    va_end(arguments);
}

void tr_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(stdout, format, arguments, "");
    va_end(arguments);
}
