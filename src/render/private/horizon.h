// Shadows of relief: how high the horizon stands round each place of a planet, in sixteen directions
// (shaders/horizon.frag). Made once for maps, not for each picture; where the sun stands below it,
// shaders/planet.frag takes its light away.
#pragma once
#include "render/private/program.h"
#include "render/private/textures.h"

// Makes textures->horizon for the ground of a recipe, as steep as its normals are, unless it is there already.
// Where there is no time for it, or no relief, there is none. Leaves the bound framebuffer, the viewport and
// blending as they were.
void tr_horizon_prepare(tr_programs *programs, tr_textures *textures, const tr_recipe *recipe,
                        tr_quality quality);

// Binds it to its unit; as tr_textures_bind.
void tr_horizon_bind(const tr_textures *textures, tr_quality quality, double footprint_rad);
