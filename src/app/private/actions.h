// What a user asked for is carried out.
#pragma once
#include "app/private/state.h"

// By a key, with the mouse over the picture, or in the panel.
void tr_act(tr_app *app, const tr_wish *wish);

// Keeps the camera out of the target, which may reach farther since it has other maps.
void tr_act_keep_outside(tr_app *app);

// An edit of the document ended: hands to the bake what changed, or says why it could not be. radii: how far away
// the camera was before it, tr_act_radii. Returns whether it could be.
double tr_act_radii(const tr_app *app);
bool tr_act_finish(tr_app *app, double radii, tr_status status, const tr_error *error);

// Wishes of the tab Colour. False: it is none of them.
bool tr_act_on_colours(tr_app *app, const tr_wish *wish);

// Names the planet in the window's title.
void tr_act_show_title(const tr_app *app);
