// Paints planets that are large enough to show a disc.
#pragma once
#include "render/placement.h"
#include "render/program.h"
#include "render/shadow.h"
#include "render/textures.h"

// Paints one planet over what is there. The camera must be outside of it.
void tr_ball_paint(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                   const tr_recipe *recipe, const tr_textures *textures, const double sunlight[3],
                   const tr_shadow *shadow, tr_quality quality);
