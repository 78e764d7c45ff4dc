// The gallery and the history in the window: their pictures, and the values for the panel.
#pragma once
#include "app/private/state.h"

void tr_thumbnail_views_begin(tr_thumbnail_views *thumbnails, int threads, tr_isa isa);
// Needs OpenGL.
void tr_thumbnail_views_end(tr_thumbnail_views *thumbnails);

// Closes the gallery and drops the requests for its missing pictures.
void tr_thumbnail_views_close_gallery(tr_thumbnail_views *thumbnails);

// Adds planets that were shown long enough to the history, and takes finished pictures. Returns whether the
// panel has something new to show.
bool tr_thumbnail_views_poll(tr_app *app, double now);
// When to call next; INFINITY: after the next event.
double tr_thumbnail_views_due(const tr_app *app);

// Brings up to date what the panel shows.
void tr_thumbnail_views_fill(tr_app *app);
