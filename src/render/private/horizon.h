// Shadows of relief: the height of the horizon round each place of a planet, in sixteen directions
// (shaders/horizon.frag). It is computed once for a planet's maps, not for each picture. Where the sun is below
// the horizon, shaders/planet.frag removes its light.
#pragma once
#include "render/private/program.h"
#include "render/private/textures.h"

// Creates textures->horizon for the ground of a recipe, as steep as its normals, unless it exists. It is not
// created without relief, or if a hasty picture has no time for it. The bound framebuffer, the viewport and
// blending are not changed.
void tr_horizon_prepare(tr_programs *programs, tr_textures *textures, const tr_recipe *recipe,
                        tr_quality quality);

// Binds it to its unit, with parameters as in tr_textures_bind.
void tr_horizon_bind(const tr_textures *textures, tr_quality quality, double footprint_rad);
