// Paints the rings of planets, and their shadows.
#pragma once
#include "render/placement.h"
#include "render/program.h"

// Zero-initialise it; tr_ring_painter_destroy is then allowed at any time.
typedef struct tr_ring_painter {
    struct {
        GLuint profile; // texture, or 0
        uint64_t signature;
    } planets[TR_MAX_PLANETS];
} tr_ring_painter;

void tr_ring_painter_destroy(tr_ring_painter *painter);

// Makes the profile of a planet's rings ready, where it is not yet or they have changed.
void tr_ring_prepare(tr_ring_painter *painter, int planet, const tr_recipe *recipe);

typedef enum tr_ring_part { TR_RING_BEHIND, TR_RING_BEFORE } tr_ring_part;

// Paints the part of the rings that lies behind the planet's centre, or before it, over what is there.
void tr_ring_paint(const tr_ring_painter *painter, tr_programs *programs, const tr_placement *placement,
                   const tr_body *body, const tr_recipe *recipe, const double sunlight[3], tr_ring_part part);

// Dims a planet that has been painted, where its rings are between it and the star.
void tr_ring_paint_shadow(const tr_ring_painter *painter, tr_programs *programs, const tr_placement *placement,
                          const tr_body *body, const tr_recipe *recipe);
