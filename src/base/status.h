// What can go wrong in the world outside: one table of statuses, and the error that carries details.
//
// A mistake of a caller inside the code is an assert. Anything from outside (a file, memory, OpenGL,
// JSON, an option) is a tr_status, with its details in a tr_error that the caller owns.
#pragma once
#include <stdarg.h>

// id, exit code of the program, text for users.
#define TR_STATUS_TABLE(X)                                                                                     \
    X(TR_OK, 0, "done")                                                                                        \
    X(TR_BAD_USAGE, 2, "wrong usage")                                                                          \
    X(TR_BAD_INPUT, 3, "bad scene or recipe")                                                                  \
    X(TR_NO_OPENGL, 4, "no usable OpenGL")                                                                     \
    X(TR_CANNOT_WRITE, 5, "could not write")                                                                   \
    X(TR_NO_MEMORY, 6, "out of memory")                                                                        \
    X(TR_OUT_OF_BOUNDS, 7, "a planet is not what its type promises")                                           \
    X(TR_STOPPED, 130, "stopped")                                                                              \
    X(TR_BUG, 70, "a mistake in terrella itself")

typedef enum tr_status {
#define TR_X(id, code, text) id,
    TR_STATUS_TABLE(TR_X)
#undef TR_X
} tr_status;

// Details of the first failure. Zero-initialise it; later failures leave the first one standing.
typedef struct tr_error {
    tr_status status;
    char file[512];     // the file at fault, or ""
    int line, column;   // 1-based position in it, or 0
    char path[256];     // JSON path of the wrong value ("layers.crust.octaves"), or ""
    char message[1024]; // one sentence for the user, with a way out where there is one
} tr_error;

// Text and process exit code of a status. Any thread.
const char *tr_status_text(tr_status status);
int tr_status_exit_code(tr_status status);

// Records a failure in *error (NULL is allowed; an error already recorded stays) and returns status.
tr_status tr_fail(tr_error *error, tr_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
