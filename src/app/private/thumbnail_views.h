// The gallery and the history in the window: their pictures, and what the panel shows of them.
#pragma once
#include "app/private/state.h"

void tr_thumbnail_views_begin(tr_thumbnail_views *thumbnails, int threads, tr_isa isa);
// While OpenGL is there.
void tr_thumbnail_views_end(tr_thumbnail_views *thumbnails);

// Closes the gallery; its pictures that are not there yet are not wanted any more.
void tr_thumbnail_views_close_gallery(tr_thumbnail_views *thumbnails);

// Looks whether planets were seen for long enough, and takes pictures. Returns whether the panel has something
// new to show.
bool tr_thumbnail_views_poll(tr_app *app, double now);
// When it has to look again; INFINITY: not before something happens.
double tr_thumbnail_views_due(const tr_app *app);

// Brings up to date what the panel shows.
void tr_thumbnail_views_fill(tr_app *app);
