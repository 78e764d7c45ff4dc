#include "render/upload.h"

#include "planet/mips.h"

tr_status tr_upload_planet(tr_renderer *renderer, int index, const tr_recipe *recipe, const tr_upload *how,
                           tr_surface **kept, tr_error *error) {
    tr_planet_maps maps;
    uint8_t *texels = NULL;
    const tr_surface_options options = {.isa = how->isa, .pool = how->pool, .watch = how->watch};
    tr_status status =
        tr_picture_maps_make(recipe, how->width, how->charts, &options, &texels, &maps, kept, error);
    if (status == TR_OK)
        status = tr_renderer_set_maps(renderer, index, &maps, error);
    tr_free(texels);
    if (status != TR_OK && kept) {
        tr_surface_destroy(*kept);
        *kept = NULL;
    }
    return status;
}
