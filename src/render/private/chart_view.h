// Channels of maps instead of light, on the globe or flat.
#pragma once
#include "render/layout.h"
#include "render/private/renderer.h"

// What is not lit is painted straight into the picture, as it is exported. view: that of the pane, with the
// part of it that is painted, from x_px on and as high as the framebuffer's picture.
tr_status tr_chart_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *whole, const tr_view *view,
                        const tr_pane *pane, int x_px, tr_error *error);
