// A planet of the history beside the one that is worked on: two pictures, one camera and one sun, and a
// divider between them.
#pragma once
#include "editor/document.h"
#include "render/gl.h"
#include "render/render.h"

struct tr_app;

typedef struct tr_compare {
    bool on;
    char name[TR_TITLE_BYTES]; // of the planet at the right
    double fraction;           // of the room beside the panel that the left one has
    tr_gl_canvas canvas;       // of the right one, as large as its part of the window
} tr_compare;

// With OpenGL; tr_compare_lose: what it had is gone.
void tr_compare_end(tr_compare *compare);
void tr_compare_lose(tr_compare *compare);

// Whether two pictures are shown: not before the other planet has maps.
bool tr_compare_shows(const struct tr_app *app);

// The two parts of a picture that tr_views_fill filled in; returns the column where the second one begins.
int tr_compare_split(const struct tr_app *app, const tr_view *whole, tr_view parts[2]);

// Draws the picture of the other planet into its part of the window. Errors: those of tr_renderer_draw.
tr_status tr_compare_draw(struct tr_app *app, const tr_view *part, int x_px, tr_error *error);
