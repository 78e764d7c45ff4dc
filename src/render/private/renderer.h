// What the files that paint a picture share.
#pragma once
#include "light/blackbody.h"
#include "render/private/air.h"
#include "render/private/chart.h"
#include "render/private/hdr_buffer.h"
#include "render/private/mesh_body.h"
#include "render/private/near_tiles.h"
#include "render/private/ring.h"
#include "render/private/sky.h"
#include "render/private/textures.h"
#include "render/render.h"

#include <math.h>

struct tr_renderer {
    tr_programs programs;
    tr_air_painter air;
    tr_ring_painter ring;
    tr_mesh_painter mesh;
    tr_sky_painter sky;
    tr_chart_painter chart;
    tr_ground_detail detail;
    tr_hdr_buffer hdr, hdr_beside; // pictures of planets side by side have sizes of their own
    tr_hdr_buffer whole; // of a picture that is painted in parts, small: its glow is that of all parts
    double whole_spread; // how much of that is added; 0: there is none
    tr_near_tiles near;
    tr_textures plain, maps[TR_SLOTS];
    tr_mesh_buffers meshes[TR_SLOTS]; // of displaced planets
    tr_placement placement;           // of the frame that is being drawn
    bool debugging;
    int debug_errors;
    char debug_message[512];
    char description[256];
};

static inline double tr_exposure_of(const tr_view *view) { return TR_EXPOSURE * exp2(view->exposure_ev); }

// The maps of a planet, or those of a plain one until it has some.
static inline const tr_textures *tr_renderer_textures(const tr_renderer *renderer, int planet) {
    return renderer->maps[planet].albedo ? &renderer->maps[planet] : &renderer->plain;
}

// ---- globes (globe.c, point.c) -------------------------------------------------------------------

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

// Light of a planet without a disc: its area in pixels times what its ground, its air and its rings send at
// that phase, and what it glows. A star's disc is shown far darker than it is, a hundred thousand times as
// bright as sunlit ground: so its point stays as bright as the brightest in the sky from however far.
void tr_point_paint(tr_renderer *renderer, const tr_lit_body *lit);

// ---- charts (chart_view.c) -----------------------------------------------------------------------

// What is not lit is painted straight into the picture, as it is exported. view: that of the pane, with the
// part of it that is painted, from x_px on and as high as the framebuffer's picture.
tr_status tr_chart_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *whole, const tr_view *view,
                        const tr_pane *pane, int x_px, tr_error *error);
