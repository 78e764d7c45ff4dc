// Paints planets that are large enough to show a disc.
#pragma once
#include "render/placement.h"
#include "render/program.h"
#include "render/textures.h"

enum { TR_BALL_VARIANTS = 16 };

// Zero-initialise it; tr_ball_painter_destroy is then allowed at any time.
typedef struct tr_ball_painter {
    tr_program programs[TR_BALL_VARIANTS];
    GLuint nothing; // a vertex array without attributes
} tr_ball_painter;

// Errors: TR_BUG when a shader does not compile.
tr_status tr_ball_painter_create(tr_ball_painter *painter, tr_error *error);
void tr_ball_painter_destroy(tr_ball_painter *painter);

// Paints one planet over what is there. The camera must be outside of it.
void tr_ball_paint(const tr_ball_painter *painter, const tr_placement *placement, const tr_body *body,
                   const tr_recipe *recipe, const tr_textures *textures, const double sunlight[3]);
