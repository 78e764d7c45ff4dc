// Looks at places of the planet with the mouse.
#pragma once
#include "app/private/state.h"

// The mouse has moved over the picture, or the picture under it.
void tr_place_probe_move(tr_app *app, double now);
// So has the ground as time went by: looked at now and then.
void tr_place_probe_refresh(tr_app *app, double now);
// The mouse was pressed and let go at one place: what made it is told until another one, or none, is picked.
// Returns the other body that was clicked at, or -1.
int tr_place_probe_pick(tr_app *app);
void tr_place_probe_clear(tr_app *app);
// When there is something to ask; and asks, and takes answers. Returns whether there is something new to show.
double tr_place_probe_due(const tr_app *app);
bool tr_place_probe_update(tr_app *app, double now);
