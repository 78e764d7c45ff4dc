// Errors from outside the program: the table of statuses, and the error with its details.
//
// Programming errors of callers inside the code are asserts. Failures of anything external (a file, memory,
// OpenGL, JSON, an option) are a tr_status with details in a tr_error that the caller owns
// (terrella/terrella.h).
#pragma once
#include "base/format.h"
#include "terrella/terrella.h"

#include <stdarg.h>

// The process exit code for a status. Any thread.
int tr_status_exit_code(tr_status status);

// Records a failure in *error (NULL is allowed; an existing error is kept) and returns status.
tr_status tr_fail(tr_error *error, tr_status status, const char *format, ...) TR_PRINTF(3, 4);

// clang's analyzer works on one file at a time: without this it would follow paths on which tr_fail returns
// TR_OK.
#ifdef __clang_analyzer__
#define tr_fail(error, status, ...) ((void)tr_fail(error, status, __VA_ARGS__), (status))
#endif
