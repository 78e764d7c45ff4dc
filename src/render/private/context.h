// OpenGL without a window: a context of the system. EGL, surfaceless or on a device, and on Windows a hidden
// window. (tr_offscreen_loader belongs to it.)
#pragma once
#include "base/status.h"

typedef struct tr_context {
    void *window, *display, *context; // of the system; NULL: none
} tr_context;

// Makes a context of OpenGL 3.3 core current on this thread. Errors: TR_NO_OPENGL, which tells what was tried.
tr_status tr_context_open(tr_context *context, tr_error *error);
void tr_context_close(tr_context *context);
