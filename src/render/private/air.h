// Makes the textures of a planet's air: what light does in it before it reaches the camera.
#pragma once
#include "light/air_model.h"
#include "render/placement.h"
#include "render/private/program.h"

// What a shader needs to lay the air over a planet. The textures belong to the painter.
typedef struct tr_air_view {
    GLuint light, through; // along lines of sight: what the air adds, and what it leaves of what is behind it
    GLuint ground;         // sunlight and the sky's light on the ground, by the sun's height
    double top, glow;      // radius at which the air ends; fraction of its light that it makes itself
    bool around;           // the camera is in the air, or so near that the air does not end in the picture
} tr_air_view;

// Up to so many times the radius of the air's top all lines of sight are in the tables, not only those that
// meet the planet's disc and the air beyond it.
#define TR_AIR_AROUND 1.1

// Zero-initialise it; tr_air_painter_destroy is then allowed at any time.
typedef struct tr_air_painter {
    GLuint framebuffer, light, through;
    struct {
        GLuint transmittance, many, ground; // textures, or 0
        tr_air_ball ball;
        tr_air air; // that they are of
    } planets[TR_SLOTS];
} tr_air_painter;

// Errors: TR_NO_OPENGL when half floats cannot be painted.
tr_status tr_air_painter_create(tr_air_painter *painter, tr_error *error);
void tr_air_painter_destroy(tr_air_painter *painter);

// Makes the air of a planet ready for this frame; the view holds until the next planet is prepared. The
// recipe's air must exist. Leaves the bound framebuffer and the viewport as they are.
tr_air_view tr_air_prepare(tr_air_painter *painter, tr_programs *programs, const tr_body *body,
                           const tr_recipe *recipe, const double sunlight[3]);

// What comes from a whole planet with its air, which must exist; NULL where that would have to be made and a
// hasty picture has no time for it.
const tr_air_ball *tr_air_prepare_ball(tr_air_painter *painter, tr_programs *programs, int planet,
                                       const tr_air *air);

// Binds its textures to their units.
void tr_air_bind(const tr_air_view *view);
