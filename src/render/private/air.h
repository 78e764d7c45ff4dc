// Makes the textures of a planet's air: its effect on light before it reaches the camera.
#pragma once
#include "light/air_model.h"
#include "render/placement.h"
#include "render/private/program.h"

// What a shader needs to draw the air over a planet. The textures belong to the painter.
typedef struct tr_air_view {
    GLuint light, through; // along rays: the light that the air adds, and the fraction of the background that
                           // it transmits
    GLuint ground;         // light of the sun and the sky on the ground, by the sun's height
    double top, glow;      // radius of the air's top; fraction of its light that it emits itself
    bool around;           // the camera is in the air, or so near that the air fills the picture's edges
} tr_air_view;

// Up to this multiple of the radius of the air's top, the tables contain all rays, and not only those that meet
// the planet's disc or the air round it.
#define TR_AIR_AROUND 1.1

// Zero-initialise it; tr_air_painter_destroy is then allowed at any time.
typedef struct tr_air_painter {
    GLuint framebuffer, light, through;
    struct {
        GLuint transmittance, many, ground; // textures, or 0
        tr_air_ball ball;
        tr_air_model model; // of these tables
    } planets[TR_SLOTS];
} tr_air_painter;

// Errors: TR_NO_OPENGL if half floats cannot be rendered to.
tr_status tr_air_painter_create(tr_air_painter *painter, tr_error *error);
void tr_air_painter_destroy(tr_air_painter *painter);

// Prepares the air of a planet for this frame; the view is valid until the next planet is prepared. The recipe
// must have air. The bound framebuffer and the viewport are not changed.
tr_air_view tr_air_prepare(tr_air_painter *painter, tr_programs *programs, const tr_body *body,
                           const tr_recipe *recipe, const double sunlight[3]);

// The total light of a planet with its air, which must exist. NULL: it would have to be computed, and a hasty
// picture has no time for that.
const tr_air_ball *tr_air_prepare_ball(tr_air_painter *painter, tr_programs *programs, int planet,
                                       const tr_air *air);

// Binds its textures to their units.
void tr_air_bind(const tr_air_view *view);
