// The rings of a planet as a profile: colour and opacity by the distance from the centre.
// More: docs/internals/rings.md.
#pragma once
#include "recipe/recipe.h"

// Computes `width` texels of RGBA8 from the inner to the outer edge: sRGB colour, and straight alpha for a line
// of sight perpendicular to the rings. A texel is the mean over its width, so a narrower profile shows the same
// rings with less detail. A pure function of the recipe, which must have rings (tr_recipe_has_rings).
void tr_rings_bake(const tr_recipe *recipe, int width, uint8_t *rgba);

enum { TR_RINGS_WIDTH = 1024 }; // of the profile that the renderer uses

// Equal for recipes with equal rings.
uint64_t tr_rings_cache_key(const tr_recipe *recipe);
