#include "base/status.h"

#include <stdio.h>

static const struct {
    int exit_code;
    const char *text;
} table[] = {
    [TR_OK] = {0, "done"},
    [TR_BAD_USAGE] = {2, "wrong usage"},
    [TR_BAD_INPUT] = {3, "bad scene or recipe"},
    [TR_NO_OPENGL] = {4, "no usable OpenGL"},
    [TR_CANNOT_WRITE] = {5, "could not write"},
    [TR_NO_MEMORY] = {6, "out of memory"},
    [TR_OUT_OF_BOUNDS] = {7, "a planet is outside the bounds of its type"},
    [TR_STOPPED] = {130, "stopped"},
    [TR_BUG] = {70, "a bug in terrella"},
};

const char *tr_status_text(tr_status status) {
    return (size_t)status < sizeof table / sizeof table[0] ? table[status].text : "no such status";
}

int tr_status_exit_code(tr_status status) { return table[status].exit_code; }

#undef tr_fail // (a macro for clang's analyzer)
tr_status tr_fail(tr_error *error, tr_status status, const char *format, ...) {
    if (!error || error->status != TR_OK)
        return status;
    error->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}
