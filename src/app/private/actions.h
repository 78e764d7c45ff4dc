// What a user asked for is carried out.
#pragma once
#include "app/private/state.h"

// By a key, with the mouse over the picture, or in the panel.
void tr_act(tr_app *app, const tr_wish *wish);

// Keeps the camera out of the target, which may reach farther since it has other maps.
void tr_act_keep_outside(tr_app *app);

// Loads what another program wrote into the document's file. Returns whether the message is new.
bool tr_act_follow_file(tr_app *app, double now);

// Carries out what the desktop's dialogue for files was answered. Returns whether it was.
bool tr_act_hear_chooser(tr_app *app);

// Names the planet in the window's title.
void tr_act_show_title(const tr_app *app);
