// Mouse, wheel and keys of the window.
#pragma once
#include "app/state.h"

// Puts the app behind the window's callbacks. Call it before the panel is created, which passes events on.
void tr_input_install(tr_app *app);
