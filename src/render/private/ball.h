// Paints spherical planets that are large enough to show a disc.
// More: docs/internals/ground.md.
#pragma once
#include "render/placement.h"
#include "render/private/air.h"
#include "render/private/ground_detail.h"
#include "render/private/near_tiles.h"
#include "render/private/program.h"
#include "render/private/shadow.h"
#include "render/private/textures.h"

// The radius that the planet's mountains reach, in radii, as far as they are visible in that picture.
double tr_ball_bounding_radius(const tr_placement *placement, const tr_body *body, const tr_recipe *recipe,
                               const tr_textures *textures);

// The radius of a disc that hides everything behind it, on the plane through the planet's centre that faces the
// camera (tr_plane_radius).
double tr_ball_hiding_radius(const tr_placement *placement, const tr_body *body, const tr_recipe *recipe,
                             const tr_textures *textures);

// Paints one planet over the picture. The camera must be outside of it. air: prepared air, or NULL. near: tiles
// of its ground for this picture, or NULL. Errors: TR_NO_MEMORY, and nothing is painted.
tr_status tr_ball_paint(tr_programs *programs, const tr_lit_body *lit, const tr_near_tiles *near,
                        const tr_air_view *air, tr_ground_detail *detail, tr_error *error);
