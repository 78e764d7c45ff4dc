#include "render/upload.h"

#include "base/memory.h"
#include "planet/mips.h"

tr_status tr_upload_planet(const tr_recipe *recipe, int index, int width, bool charts, tr_isa isa,
                           tr_pool *pool, const tr_watch *watch, tr_renderer *renderer, tr_surface **kept,
                           tr_error *error) {
    tr_planet_maps maps;
    uint8_t *texels = NULL;
    const tr_surface_options how = {.isa = isa, .pool = pool, .watch = watch};
    tr_status status = tr_picture_maps_make(recipe, width, charts, &how, &texels, &maps, kept, error);
    if (status == TR_OK)
        status = tr_renderer_set_maps(renderer, index, &maps, error);
    if (status == TR_OK)
        tr_renderer_set_rings(renderer, index, maps.rings);
    tr_free(texels);
    if (status != TR_OK && kept) {
        tr_surface_destroy(*kept);
        *kept = NULL;
    }
    return status;
}
