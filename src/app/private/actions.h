// What a user asked for is carried out.
#pragma once
#include "app/private/edits.h"

// By a key, with the mouse over the picture, or in the panel.
void tr_act(tr_app *app, const tr_wish *wish);

// Wishes of the tab Colour. False: it is none of them.
bool tr_act_on_colours(tr_app *app, const tr_wish *wish);
// And of the tab Layers.
bool tr_act_on_layers(tr_app *app, const tr_wish *wish);
