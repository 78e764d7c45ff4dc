// Paints the rings of planets.
// More: docs/internals/rings.md.
#pragma once
#include "render/placement.h"
#include "render/private/program.h"
#include "render/private/shadow.h"

enum { TR_RING_BANDS = 32 };

// Zero-initialised: no rings.
typedef struct tr_ring_painter {
    struct {
        GLuint profile;                // texture, or 0
        float bands[TR_RING_BANDS][4]; // the same, coarser: light and straight alpha
    } planets[TR_SLOTS];
} tr_ring_painter;

// Sets the profile of a planet's rings, TR_RINGS_WIDTH texels of RGBA8; NULL: none.
void tr_ring_set(tr_ring_painter *painter, int planet, const uint8_t *rgba);

// The texture of that profile; 0: no rings, or not uploaded yet.
GLuint tr_ring_profile(const tr_ring_painter *painter, int planet, const tr_recipe *recipe);

// The light of rings that are too small to be painted.
typedef struct tr_ring_light {
    double light[3]; // of all visible parts, relative to a white disc of the planet's radius that faces the sun
    double left;     // fraction of the planet's light that passes the rings on both ways
} tr_ring_light;

// The effect of the rings on the light of their planet, by the laws of shaders/ring.frag. The profile must be
// set.
tr_ring_light tr_ring_sum(const tr_ring_painter *painter, const tr_body *body, const tr_recipe *recipe);

// Behind or in front of the planet's centre.
typedef enum tr_ring_part { TR_RING_BEHIND, TR_RING_BEFORE } tr_ring_part;

// Paints the part of the rings behind or in front of the planet's centre over the current framebuffer. The
// rings are in the shadow of the planet, and of the bodies that shade the planet.
void tr_ring_paint(tr_programs *programs, const tr_lit_body *lit, tr_ring_part part);
