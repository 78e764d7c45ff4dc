// The GLFW window and its OpenGL context.
#pragma once
#include "base/status.h"
#include <stdbool.h>

#include <GLFW/glfw3.h>

typedef unsigned (*tr_reset_status)(void);

typedef struct tr_window {
    GLFWwindow *handle;
    tr_reset_status reset_status; // of OpenGL; NULL: it does not tell
    bool library_runs;
    double refresh_hz;    // of the monitor that shows most of it, at the last look
    double content_scale; // how much larger than usual the system wants things, in the window's coordinates
    int place[4];         // x, y, width, height before fullscreen
} tr_window;

// To be called before any other function of GLFW. *window is ended by tr_window_close, also after a failure.
// Errors: TR_NO_OPENGL.
tr_status tr_window_start(tr_window *window, tr_error *error);
// Opens a window with a current OpenGL 3.3 core context; debug asks for a debug context. Errors:
// TR_NO_OPENGL.
tr_status tr_window_open(const char *title, bool debug, tr_window *window, tr_error *error);

// Whether the driver was reset: then nothing in the context is left. Never, where OpenGL does not tell.
bool tr_window_is_lost(const tr_window *window);
// Opens a window with another context in the place of one that is open. Errors: TR_NO_OPENGL; none is open
// then.
tr_status tr_window_open_again(const char *title, bool debug, tr_window *window, tr_error *error);

void tr_window_close(tr_window *window); // a zero-initialised window is allowed

// Sees what refresh_hz is, once the window is open and when it has moved.
void tr_window_check_monitor(tr_window *window);

// Sees what content_scale is, when the system says that it has changed.
void tr_window_find_scale(tr_window *window);

// On the monitor that shows most of it, and back to its place.
void tr_window_toggle_fullscreen(tr_window *window);

// How many pixels of the framebuffer one unit of the window's coordinates has.
double tr_window_pixels_per_unit(const tr_window *window);
