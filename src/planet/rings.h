// The rings of a planet as a profile: colour and opacity by the distance to the centre.
// More: docs/internals/rings.md.
#pragma once
#include "recipe/recipe.h"

// Computes `width` texels of RGBA8 from the inner to the outer edge: sRGB colour, and straight alpha for a line
// of sight at right angles to the rings. A texel is the mean over its breadth, so that a narrower profile is
// the same rings, softer. A pure function of the recipe. The recipe must have rings (tr_recipe_has_rings).
void tr_rings_bake(const tr_recipe *recipe, int width, uint8_t *rgba);

enum { TR_RINGS_WIDTH = 1024 }; // of the profile that pictures are painted with

// Equal for recipes with equal rings.
uint64_t tr_rings_cache_key(const tr_recipe *recipe);
