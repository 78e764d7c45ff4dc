// Planets that are too small for a disc.
#pragma once
#include "render/private/renderer.h"
#include "render/private/shadow.h"

// Light of a planet without a disc: its area in pixels times what its ground, its air and its rings send at
// that phase, and what it glows. A star's disc is shown far darker than it is, a hundred thousand times as
// bright as sunlit ground: so its point stays as bright as the brightest in the sky from however far.
void tr_point_paint(tr_renderer *renderer, const tr_body *body, const tr_recipe *recipe,
                    const tr_textures *maps, const double sunlight[3], const tr_shadow *shadow);
