// Paints the rings of planets.
#pragma once
#include "render/placement.h"
#include "render/program.h"
#include "render/shadow.h"

// Zero-initialise it; tr_ring_painter_destroy is then allowed at any time.
typedef struct tr_ring_painter {
    struct {
        GLuint profile; // texture, or 0
        uint64_t signature;
    } planets[TR_MAX_PLANETS];
} tr_ring_painter;

void tr_ring_painter_destroy(tr_ring_painter *painter);

// The profile of a planet's rings, made where it is not there yet or they have changed; 0 where it has none.
GLuint tr_ring_profile(tr_ring_painter *painter, int planet, const tr_recipe *recipe);

typedef enum tr_ring_part { TR_RING_BEHIND, TR_RING_BEFORE } tr_ring_part;

// Paints the part of the rings that lies behind the planet's centre, or before it, over what is there. `shadow`
// is that of the planet: its occluders shade the rings as well, and so does the planet.
void tr_ring_paint(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                   const tr_recipe *recipe, const double sunlight[3], const tr_shadow *shadow,
                   tr_ring_part part);
