// Paints what is far away: the stars, the scene's own star, and planets too small to show a disc.
// More: docs/internals/sky.md.
#pragma once
#include "render/placement.h"
#include "render/private/program.h"

// Resources are created at their first use, which takes longer than a frame. Zero-initialise it;
// tr_sky_painter_destroy is then allowed at any time.
typedef struct tr_sky_painter {
    GLuint stars, buffer; // vertex array and its buffer
    GLuint galaxy;        // a cube map
} tr_sky_painter;

void tr_sky_painter_destroy(tr_sky_painter *painter);

// A disc that hides the sky, on the plane through a body's centre that faces the camera, in the body's radii.
// body NULL: none.
typedef struct tr_sky_hole {
    const tr_body *body;
    double radius;
} tr_sky_hole;

// Whether the hole covers the whole picture.
bool tr_sky_is_hidden(const tr_sky_hole *hole, const tr_placement *placement);

// The factor on the light of stars and galaxy when the exposure suits lit ground, as for a camera: 1 without a
// planet or at its night side, a ninth if a full disc fills the picture.
double tr_sky_dimming(const tr_placement *placement);

// Paints the band of the galaxy on an empty HDR framebuffer, except in a hole, because painting is slow in
// software OpenGL. Errors: TR_NO_MEMORY.
tr_status tr_sky_paint_galaxy(tr_sky_painter *painter, tr_programs *programs, const tr_placement *placement,
                              const tr_sky_hole *hole, tr_error *error);

// These add light to the picture. scale: size of the HDR framebuffer relative to the picture; stars look the
// same at any scale. Errors: TR_NO_MEMORY.
tr_status tr_sky_paint_stars(tr_sky_painter *painter, tr_programs *programs, const tr_placement *placement,
                             double scale, tr_error *error);
// Paints the scene's star. colour: its linear light, scaled to a maximum of 1.
void tr_sky_paint_sun(tr_programs *programs, const tr_placement *placement, const tr_body *star,
                      const double colour[3]);
// Paints the star's glare in the camera: over everything, in proportion to the part of the star that no planet
// hides.
void tr_sky_paint_glare(tr_programs *programs, const tr_placement *placement, const tr_body *star,
                        const double colour[3]);
// The fraction of the star's disc that planets do not hide, 0 … 1.
double tr_sky_visible_fraction(const tr_placement *placement, const tr_body *star);
// light: of the whole planet, as the sum of its disc's brightness over pixels.
void tr_sky_paint_point(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                        const double light[3]);
