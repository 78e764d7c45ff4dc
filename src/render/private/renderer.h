// Shared by the files that paint a picture.
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
    tr_hdr_buffer hdr, hdr_beside; // two planets side by side have pictures of different sizes
    tr_hdr_buffer whole; // small version of a picture that is painted in parts, for the glow of all parts
    double whole_spread; // strength of that glow; 0: none
    tr_near_tiles near;
    tr_textures plain, maps[TR_SLOTS];
    tr_mesh_buffers meshes[TR_SLOTS]; // of displaced planets
    tr_placement placement;           // of the current frame
    bool debugging;
    int debug_errors;
    char debug_message[512];
    char description[256];
};

static inline double tr_exposure_of(const tr_view *view) { return TR_EXPOSURE * exp2(view->exposure_ev); }

// The maps of a planet, or plain ones until it has some.
static inline const tr_textures *tr_renderer_textures(const tr_renderer *renderer, int planet) {
    return renderer->maps[planet].albedo ? &renderer->maps[planet] : &renderer->plain;
}

// ---- globes (globe.c, point.c) -------------------------------------------------------------------

// The HDR framebuffer's size relative to the picture's; sharp pictures have a larger one. The time is
// proportional to the pixels of planets, plus about a fifth for those of the sky. The scale leaves about half
// of 30 ms on two cores, whatever is in view.
double tr_globe_scale(const tr_renderer *renderer, const tr_scene *scene, const tr_view *view);

// The view on an HDR framebuffer `scale` times as large. A part has a border, because points whose middles are
// outside are not drawn (OpenGL 3.3, 2.19), although their edges may be inside.
tr_view tr_globe_view_in_buffer(const tr_view *view, double scale, int border_px);

// Paints the lit globe into the lower left corner of a framebuffer.
tr_status tr_globe_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, GLuint target,
                        tr_error *error);

// Call before the parts of a picture are drawn. The glow of all parts is that of a small version of the
// picture; the finest glow levels of the large one differ little from the light itself.
tr_status tr_globe_begin_parts(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                               tr_error *error);

// Paints a planet as a point. Its light is its area in pixels times what its ground, its air and its rings
// reflect at that phase, plus its glow. The disc of a star is rendered far darker than its actual hundred
// thousand times the brightness of sunlit ground. So a star's point keeps the brightness of the brightest stars
// in the sky at any distance.
void tr_point_paint(tr_renderer *renderer, const tr_lit_body *lit);

// ---- charts (chart_view.c) -----------------------------------------------------------------------

// Paints an unlit channel directly into the picture, with the colours of an export. view: of the pane, with its
// visible part, which begins at x_px and has the height of the framebuffer's picture.
tr_status tr_chart_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *whole, const tr_view *view,
                        const tr_pane *pane, int x_px, tr_error *error);
