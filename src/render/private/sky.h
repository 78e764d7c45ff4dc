// Paints what is far away: the stars, the scene's own star, and planets too small to show a disc.
// More: docs/internals/sky.md.
#pragma once
#include "render/placement.h"
#include "render/private/program.h"

// What is first painted with is made then: that takes longer than a frame. Zero-initialise it;
// tr_sky_painter_destroy is then allowed at any time.
typedef struct tr_sky_painter {
    GLuint stars, buffer; // vertex array and its buffer
    GLuint galaxy;        // a cube map
} tr_sky_painter;

void tr_sky_painter_destroy(tr_sky_painter *painter);

// Where nothing of the sky is seen: a disc on the plane through a body's centre that faces the camera, in the
// body's radii. body NULL: nowhere.
typedef struct tr_sky_hole {
    const tr_body *body;
    double radius;
} tr_sky_hole;

// Whether it covers the picture.
bool tr_sky_is_hidden(const tr_sky_hole *hole, const tr_placement *placement);

// What is left of the light of stars and galaxy in a picture that is exposed for lit ground, as cameras are: 1
// beside none or its night side, a ninth where a full disc fills the picture.
double tr_sky_dimming(const tr_placement *placement);

// Paints the band of the galaxy on an empty HDR framebuffer of width x height, but in a hole, since software
// OpenGL needs time for all that is painted. Errors: TR_NO_MEMORY.
tr_status tr_sky_paint_galaxy(tr_sky_painter *painter, tr_programs *programs, const tr_placement *placement,
                              const tr_sky_hole *hole, tr_error *error);

// All of these add light to what is there. scale: the HDR framebuffer's size in parts of the picture's, which
// stars look alike in whatever it is. Errors: TR_NO_MEMORY.
tr_status tr_sky_paint_stars(tr_sky_painter *painter, tr_programs *programs, const tr_placement *placement,
                             double scale, tr_error *error);
void tr_sky_paint_sun(tr_programs *programs, const tr_placement *placement, const tr_body *star,
                      const double colour[3]);
// What of the star scatters in the camera: over everything, as strong as the part of the star that no planet
// hides.
void tr_sky_paint_glare(tr_programs *programs, const tr_placement *placement, const tr_body *star,
                        const double colour[3]);
// The part of the star's disc that the camera sees past the planets, 0 … 1.
double tr_sky_visible_fraction(const tr_placement *placement, const tr_body *star);
// light: of the whole planet, as if its disc's brightness were summed over pixels.
void tr_sky_paint_point(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                        const double light[3]);
