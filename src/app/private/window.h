// The GLFW window and its OpenGL context.
#pragma once
#include "base/status.h"
#include <stdbool.h>

#include <GLFW/glfw3.h>

typedef unsigned (*tr_reset_status)(void);

typedef struct tr_window {
    GLFWwindow *handle;
    tr_reset_status reset_status; // of OpenGL; NULL: it cannot report resets
    bool library_runs;
    double refresh_hz;    // of the monitor that shows most of the window, when last checked
    double content_scale; // the system's scale of the interface, relative to window units
    int place[4];   // x, y, width, height when it was last neither fullscreen nor maximised; width 0: unknown
    bool maximised; // when tr_window_note_place was last called
} tr_window;

// Call before any other GLFW function. Call tr_window_close for *window, also after a failure. Errors:
// TR_NO_OPENGL.
tr_status tr_window_start(tr_window *window, tr_error *error);
// Opens a window with a current OpenGL 3.3 core context, at window->place if a monitor shows that; debug asks
// for a debug context. Errors: TR_NO_OPENGL.
tr_status tr_window_open(const char *title, bool debug, tr_window *window, tr_error *error);

// Whether the driver was reset, which destroys everything in the context. Always false if OpenGL cannot report
// it.
bool tr_window_is_lost(const tr_window *window);
// Replaces the window by a new one with another context. Errors: TR_NO_OPENGL; then none is open.
tr_status tr_window_open_again(const char *title, bool debug, tr_window *window, tr_error *error);

void tr_window_close(tr_window *window); // a zero-initialised window is allowed

// Updates place and maximised, unless the window is fullscreen or minimised.
void tr_window_note_place(tr_window *window);

// Updates refresh_hz; call it when the window has opened or moved.
void tr_window_check_monitor(tr_window *window);

// Updates content_scale; call it when the system reports a change.
void tr_window_find_scale(tr_window *window);

// Switches to fullscreen on the monitor that shows most of the window, and back.
void tr_window_toggle_fullscreen(tr_window *window);

// The pixels of the framebuffer per window unit.
double tr_window_pixels_per_unit(const tr_window *window);
