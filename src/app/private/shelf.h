// The gallery and the filmstrip in the window: their pictures, and what the panel shows of them.
#pragma once
#include "app/private/state.h"

void tr_shelf_begin(tr_shelf *shelf, int threads, tr_isa isa);
// While OpenGL is there.
void tr_shelf_end(tr_shelf *shelf);

// Closes the gallery; its pictures that are not there yet are not wanted any more.
void tr_shelf_close_gallery(tr_shelf *shelf);

// Looks whether planets were seen for long enough, and takes pictures. Returns whether the panel has something
// new to show.
bool tr_shelf_look(tr_app *app, double now);
// When it has to look again; INFINITY: not before something happens.
double tr_shelf_due(const tr_app *app);

// What the panel shows, until the next call.
void tr_shelf_fill(tr_app *app, tr_panel_values *values);
