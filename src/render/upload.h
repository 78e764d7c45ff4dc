// Bakes the maps of a recipe and uploads them to the renderer.
#pragma once
#include "render/render.h"

// Options of tr_upload_planet.
typedef struct tr_upload {
    int width;
    bool charts; // with the data for the channels of tr_view_needs_charts
    tr_isa isa;
    tr_pool *pool;         // works on all of its threads
    const tr_watch *watch; // may be NULL
} tr_upload;

// Prepares a recipe, bakes its maps and uploads them as those of planet `index`. For maps narrower than 512,
// fields that are solved for the whole planet use coarse lattices, because such maps do not show the
// difference. kept: if not NULL, receives the surface of maps at least 512 wide, which the caller destroys;
// NULL after a failure. Call it on the thread where the renderer's context is current. Errors: those of
// tr_surface_make, tr_mips_bake and tr_renderer_set_maps; TR_STOPPED after the watch requests a stop.
tr_status tr_upload_planet(tr_renderer *renderer, int index, const tr_recipe *recipe, const tr_upload *how,
                           tr_surface **kept, tr_error *error);
