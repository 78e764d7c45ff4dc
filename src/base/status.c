#include "base/status.h"

#include <stdio.h>

static const struct {
    int exit_code;
    const char *text;
} table[] = {
#define TR_X(id, code, text) [id] = {code, text},
    TR_STATUS_TABLE(TR_X)
#undef TR_X
};

const char *tr_status_text(tr_status status) { return table[status].text; }

int tr_status_exit_code(tr_status status) { return table[status].exit_code; }

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
