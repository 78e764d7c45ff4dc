// Paints planets that are large enough to show a disc.
// More: docs/internals/ground.md.
#pragma once
#include "render/placement.h"
#include "render/private/air.h"
#include "render/private/ground_detail.h"
#include "render/private/near_tiles.h"
#include "render/private/program.h"
#include "render/private/shadow.h"
#include "render/private/textures.h"

// How far from its centre the planet's mountains reach, in radii, when it is seen in a picture like that.
double tr_ball_bounding_radius(const tr_placement *placement, const tr_body *body, const tr_recipe *recipe,
                               const tr_textures *textures);

// On the plane through its centre that faces the camera (tr_plane_radius), the radius of a disc that hides
// everything behind it.
double tr_ball_hiding_radius(const tr_placement *placement, const tr_body *body, const tr_recipe *recipe,
                             const tr_textures *textures);

// Paints one planet over what is there. The camera must be outside of it. air: as it was prepared, or NULL.
// near: tiles of its ground for this picture, or NULL. Errors: TR_NO_MEMORY, and nothing is painted.
tr_status tr_ball_paint(tr_programs *programs, const tr_lit_body *lit, const tr_near_tiles *near,
                        const tr_air_view *air, tr_ground_detail *detail, tr_error *error);
