// From a recipe to the maps of the renderer.
#pragma once
#include "render/render.h"

// How they are made.
typedef struct tr_upload {
    int width;
    bool charts; // with what tr_view_needs_charts tells of
    tr_isa isa;
    tr_pool *pool;         // works on all of its threads
    const tr_watch *watch; // may be NULL
} tr_upload;

// Makes a recipe ready, bakes its maps and hands them to the renderer as those of planet `index`. What is
// solved for a whole planet is solved coarsely for maps less than 512 wide, which do not show it. kept: NULL,
// or gets the surface of maps at least 512 wide, which the caller destroys: NULL after a failure. Call it on
// the thread where the renderer's context is current. Errors: those of tr_surface_make, tr_mips_bake and
// tr_renderer_set_maps; TR_STOPPED once the watch says so.
tr_status tr_upload_planet(tr_renderer *renderer, int index, const tr_recipe *recipe, const tr_upload *how,
                           tr_surface **kept, tr_error *error);
