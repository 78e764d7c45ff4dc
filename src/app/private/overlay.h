// What the panel draws over the picture: names and orbits of the bodies.
#pragma once
#include "app/private/state.h"
#include "render/placement.h"

// Computes where bodies and orbits are in the picture, for the panel and for clicks. width_px: of the part of
// the view that the picture shows.
void tr_overlay_note(tr_app *app, const tr_view *view, int width_px, const tr_placement *placement);
