// One frame: the panel, the picture, the screen.
#pragma once
#include "app/private/state.h"

// When the next frame should begin, by glfwGetTime; INFINITY: nothing is moving.
double tr_frame_due(const tr_app *app);

// Asks for a frame after a change, and for some more until the panel is settled, unless the mouse drags the
// picture.
void tr_frame_ask(tr_app *app);

// Handles the user's input and draws a frame. After an edit, drawing may wait for the preview.
void tr_frame_run(tr_app *app);

// Writes to the trace that no frame is due.
void tr_frame_trace_rest(const tr_app *app);

// ---- the panel (fill.c) --------------------------------------------------------------------------

// Shows the window's state, and carries out what the user asks for there. Returns whether that was anything.
bool tr_fill_panel(tr_app *app);
