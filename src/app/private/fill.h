// What the panel shows of the window's state.
#pragma once
#include "app/private/state.h"

// Shows it, and carries out what the user asks for there. Returns whether that was anything.
bool tr_fill_panel(tr_app *app);
