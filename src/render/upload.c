#include "render/upload.h"

#include "base/size.h"

tr_status tr_upload_planet(const tr_recipe *recipe, int index, int width, tr_isa isa, tr_pool *pool,
                           const tr_watch *watch, tr_renderer *renderer, tr_error *error) {
    const tr_surface_making how = {.isa = isa, .pool = pool, .watch = watch};
    tr_surface *surface = NULL;
    tr_planet_maps maps;
    uint8_t *texels = NULL;
    tr_status status = tr_surface_make(recipe, &how, &surface, error);
    if (status == TR_OK) {
        texels = tr_allocate(tr_pyramid_bytes(surface, width), 1);
        status = texels ? tr_pyramid_bake(surface, pool, NULL, width, watch, texels, &maps, error)
                        : tr_fail(error, TR_NO_MEMORY, "no memory for maps %d wide", width);
    }
    if (status == TR_OK)
        status = tr_renderer_set_maps(renderer, index, &maps, error);
    free(texels);
    tr_surface_destroy(surface);
    return status;
}
