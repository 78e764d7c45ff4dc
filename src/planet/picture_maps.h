// From a recipe to the maps that one picture of it needs, however wide.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "planet/mips.h"
#include "planet/surface.h"

// Makes a recipe ready and bakes its maps `width` wide (a power of two) into *texels, which the caller frees
// with tr_free() and *maps points into; `charts`: with what single channels show besides
// (tr_mips_bake_charts). What is solved for a whole planet is solved coarsely for maps less than 512 wide,
// which do not show it. It works on all threads of the pool. watch may be NULL. kept: NULL,
// or takes the surface, which the caller destroys. Errors: those of tr_surface_make and tr_mips_bake; *texels
// and *kept are then NULL.
tr_status tr_picture_maps_make(const tr_recipe *recipe, int width, bool charts, tr_isa isa, tr_pool *pool,
                               const tr_watch *watch, uint8_t **texels, tr_planet_maps *maps, tr_surface **kept,
                               tr_error *error);
