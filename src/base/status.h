// What can go wrong in the world outside: one table of statuses, and the error that carries details.
//
// A mistake of a caller inside the code is an assert. Anything from outside (a file, memory, OpenGL,
// JSON, an option) is a tr_status, with its details in a tr_error that the caller owns (terrella/terrella.h).
#pragma once
#include "terrella/terrella.h"

#include <stdarg.h>

// Process exit code of a status. Any thread.
int tr_status_exit_code(tr_status status);

// Records a failure in *error (NULL is allowed; an error already recorded stays) and returns status.
tr_status tr_fail(tr_error *error, tr_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// clang's analyzer looks into one file at a time: without this it follows paths where tr_fail returns TR_OK.
#ifdef __clang_analyzer__
#define tr_fail(error, status, ...) ((void)tr_fail(error, status, __VA_ARGS__), (status))
#endif
