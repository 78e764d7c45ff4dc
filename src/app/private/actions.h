// What a user asked for is carried out.
#pragma once
#include "app/private/state.h"

// By a key, with the mouse over the picture, or in the panel.
void tr_act(tr_app *app, const tr_wish *wish);

// How far the target reaches from its centre, as it is on the screen.
double tr_act_ground_km(const tr_app *app);

// Keeps the camera out of the target, which may reach farther since it has other maps.
void tr_act_keep_outside(tr_app *app);

// The document is another: what changed goes to the bake. radii: how far away the camera was.
void tr_act_show_changes(tr_app *app, double radii);

// Those of the gallery and the filmstrip (gallery_actions.c). False: it is none of theirs.
bool tr_act_on_gallery(tr_app *app, const tr_wish *wish);
// Opens the first page of the gallery.
void tr_act_open_gallery(tr_app *app);

// Names the planet in the window's title.
void tr_act_show_title(const tr_app *app);
