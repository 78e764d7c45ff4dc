// Paints the rings of planets.
// More: docs/internals/rings.md.
#pragma once
#include "render/placement.h"
#include "render/private/program.h"
#include "render/private/shadow.h"

enum { TR_RING_BANDS = 32 };

// Zero-initialise it; tr_ring_painter_destroy is then allowed at any time.
typedef struct tr_ring_painter {
    struct {
        GLuint profile;                // texture, or 0
        float bands[TR_RING_BANDS][4]; // the same, coarse: light and straight alpha
    } planets[TR_SLOTS];
} tr_ring_painter;

void tr_ring_painter_destroy(tr_ring_painter *painter);

// Gives a planet the profile of its rings, TR_RINGS_WIDTH texels of RGBA8; NULL: it has none.
void tr_ring_set(tr_ring_painter *painter, int planet, const uint8_t *rgba);

// The texture of that profile; 0 where there are no rings, or it did not come yet.
GLuint tr_ring_profile(const tr_ring_painter *painter, int planet, const tr_recipe *recipe);

// Rings that are too small to be painted.
typedef struct tr_ring_light {
    double light[3]; // of all that is seen of them, over that of a white disc of the planet's radius that faces
                     // the sun
    double left;     // fraction of the planet's light that gets to it and from it between them
} tr_ring_light;

// What rings do to the light of their planet, by the laws of shaders/ring.frag. The profile must be
// there.
tr_ring_light tr_ring_sum(const tr_ring_painter *painter, const tr_body *body, const tr_recipe *recipe);

typedef enum tr_ring_part { TR_RING_BEHIND, TR_RING_BEFORE } tr_ring_part;

// Paints the part of the rings that lies behind the planet's centre, or before it, over what is there. What
// shades the planet shades the rings as well, and so does the planet.
void tr_ring_paint(tr_programs *programs, const tr_lit_body *lit, tr_ring_part part);
