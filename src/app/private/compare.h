// Compares the current planet with one of the history: two pictures with one camera and one sun, and a divider
// between them.
#pragma once
#include "editor/document.h"
#include "render/gl.h"
#include "render/render.h"

struct tr_app;

typedef struct tr_compare {
    bool on;
    char name[TR_TITLE_BYTES]; // of the planet on the right
    double fraction;           // width of the left picture, as a fraction of the space beside the panel
    tr_gl_canvas canvas;       // of the right one, as large as its part of the window
} tr_compare;

// Needs OpenGL; tr_compare_lose: after OpenGL was lost.
void tr_compare_end(tr_compare *compare);
void tr_compare_lose(tr_compare *compare);

// Whether two pictures are shown. This is false until the other planet has maps.
bool tr_compare_shows(const struct tr_app *app);

// Splits a view that tr_views_fill filled in. Returns the column where the second part begins.
int tr_compare_split(const struct tr_app *app, const tr_view *whole, tr_view parts[2]);

// Draws the other planet into its part of the window. Errors: those of tr_renderer_draw.
tr_status tr_compare_draw(struct tr_app *app, const tr_view *part, int x_px, tr_error *error);
