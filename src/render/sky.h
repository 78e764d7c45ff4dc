// Paints what is far away: the stars, the scene's own star, and planets too small to show a disc.
#pragma once
#include "render/placement.h"
#include "render/program.h"

// Zero-initialise it; tr_sky_painter_destroy is then allowed at any time.
typedef struct tr_sky_painter {
    GLuint stars, buffer; // vertex array and its buffer
} tr_sky_painter;

// Errors: TR_NO_MEMORY.
tr_status tr_sky_painter_create(tr_sky_painter *painter, tr_error *error);
void tr_sky_painter_destroy(tr_sky_painter *painter);

// All of these add light to what is there.
void tr_sky_paint_stars(const tr_sky_painter *painter, tr_programs *programs, const tr_placement *placement);
void tr_sky_paint_sun(tr_programs *programs, const tr_placement *placement, const tr_body *star,
                      const double colour[3]);
// light: of the whole planet, as if its disc's brightness were summed over pixels.
void tr_sky_paint_point(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                        const double light[3]);
