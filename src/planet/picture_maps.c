#include "planet/picture_maps.h"

#include "base/memory.h"
#include "base/size.h"
#include "planet/surface.h"

// The surface for maps that wide. Small ones do not show what is solved on a fine lattice.
static tr_status make_surface(const tr_recipe *recipe, int width, const tr_surface_options *how,
                              tr_surface **surface, tr_error *error) {
    enum { small = 512 };
    if (width >= small)
        return tr_surface_make(recipe, how, surface, error);
    tr_recipe *coarse = NULL;
    tr_status status = tr_recipe_copy(recipe, &coarse, error);
    if (status == TR_OK) {
        tr_recipe_coarsen(coarse, width / 2);
        status = tr_surface_make(coarse, how, surface, error);
    }
    tr_recipe_destroy(coarse);
    return status;
}

tr_status tr_picture_maps_make(const tr_recipe *recipe, int width, bool charts, tr_isa isa, tr_pool *pool,
                               const tr_watch *watch, uint8_t **texels, tr_planet_maps *maps, tr_surface **kept,
                               tr_error *error) {
    const tr_surface_options how = {.isa = isa, .pool = pool, .watch = watch};
    tr_surface *surface = NULL;
    *texels = NULL;
    tr_status status = make_surface(recipe, width, &how, &surface, error);
    if (status == TR_OK) {
        *texels = tr_allocate(charts ? tr_mips_chart_bytes(surface, width) : tr_mips_bytes(surface, width), 1);
        status = *texels ? (charts ? tr_mips_bake_charts : tr_mips_bake)(surface, pool, NULL, width, watch,
                                                                         *texels, maps, error)
                         : tr_fail(error, TR_NO_MEMORY, "no memory for maps %d wide", width);
    }
    if (kept)
        *kept = status == TR_OK ? surface : NULL;
    if (!kept || status != TR_OK)
        tr_surface_destroy(surface);
    if (status == TR_OK)
        return TR_OK;
    tr_free(*texels);
    *texels = NULL;
    return status;
}
