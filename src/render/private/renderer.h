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
