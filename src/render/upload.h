// From a recipe to the maps that the renderer paints with.
#pragma once
#include "render/render.h"

// Makes a recipe ready, bakes its maps `width` wide and hands them to the renderer as those of planet `index`;
// `charts`: with what tr_view_needs_charts tells of.
// What is solved for a whole planet is solved coarsely for maps less than 512 wide, which do not show it.
// kept: NULL, or gets the surface of maps at least 512 wide, which the caller destroys: NULL after a failure.
// Call it on the thread where the renderer's context is current; it works on all threads of the pool. watch may
// be NULL. Errors: those of tr_surface_make, tr_mips_bake and tr_renderer_set_maps; TR_STOPPED once the
// watch says so.
tr_status tr_upload_planet(const tr_recipe *recipe, int index, int width, bool charts, tr_isa isa,
                           tr_pool *pool, const tr_watch *watch, tr_renderer *renderer, tr_surface **kept,
                           tr_error *error);
