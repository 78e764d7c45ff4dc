// Globes as they are lit: planets, their air and rings, the star and the sky.
#pragma once
#include "render/private/renderer.h"

// The HDR framebuffer's size, in parts of the picture's: sharp pictures are made of a larger one. Time goes
// with the pixels that planets cover, and about a fifth as much with the sky's: so this is what leaves about
// half of 30 ms on two cores, whatever is in view.
double tr_globe_scale(const tr_renderer *renderer, const tr_scene *scene, const tr_view *view);

// The view on an HDR framebuffer `scale` times as large. A part has a border, as points whose middles are out
// of sight are not painted (OpenGL 3.3, 2.19), though their edges may be in sight.
tr_view tr_globe_view_in_buffer(const tr_view *view, double scale, int border_px);

// Paints the globe as it is lit into the lower left corner of a framebuffer.
tr_status tr_globe_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, GLuint target,
                        tr_error *error);

// Before the parts of a picture are drawn one by one. The glow of all parts is that of a small picture; the
// finest levels of the large one's are as good as the light itself.
tr_status tr_globe_begin_parts(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                               tr_error *error);
