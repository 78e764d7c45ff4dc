// One frame: the panel, the picture, the screen.
#pragma once
#include "app/private/state.h"

// When the next frame should begin, by glfwGetTime; INFINITY: nothing moves.
double tr_frame_due(const tr_app *app);

// Something may look different: a frame soon, and some more for the panel unless the mouse drags the picture.
void tr_frame_ask(tr_app *app);

// Lets the user's input act, and draws; unless new maps are so near that the frame waits for them.
void tr_frame_run(tr_app *app);

// Tells the trace when no frame is due.
void tr_frame_trace_rest(const tr_app *app);

// ---- the panel (fill.c) --------------------------------------------------------------------------

// Shows the window's state, and carries out what the user asks for there. Returns whether that was anything.
bool tr_fill_panel(tr_app *app);
