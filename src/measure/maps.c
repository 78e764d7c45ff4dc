#include "base/size.h"
#include "measure/variety.h"
#include "noise/maths/trig.h"

static tr_status allocate_maps(const tr_recipe *recipe, int width, bool clouds, tr_measured_maps *maps,
                               tr_error *error) {
    const bool glows = tr_recipe_has_map(recipe, TR_MAP_EMISSION),
               cloudy = clouds && tr_recipe_has_map(recipe, TR_MAP_CLOUDS);
    const size_t texels = (size_t)width * (size_t)(width / 2);
    *maps = (tr_measured_maps){.width = width};
    const bool good = TR_ALLOCATE(
        TR_ARRAY(maps->albedo, 3 * texels), TR_ARRAY(maps->normal, 3 * texels), TR_ARRAY(maps->height, texels),
        TR_ARRAY(maps->emission, glows ? 3 * texels : 0), TR_ARRAY(maps->clouds, cloudy ? 4 * texels : 0));
    maps->emission = glows ? maps->emission : NULL;
    maps->clouds = cloudy ? maps->clouds : NULL;
    return good ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for maps %d wide", width);
}

static tr_status take_craters(const tr_surface *surface, int width, const tr_watch *watch, tr_sizes *out,
                              tr_error *error) {
    const double least = 4 * 2 * TR_PI / width;
    int count;
    tr_status status = tr_surface_craters(surface, least, 0, NULL, &count, watch, error);
    if (status != TR_OK)
        return status;
    float *radii = tr_allocate((size_t)count + 1, sizeof *radii);
    if (!radii)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d craters", count);
    status = tr_surface_craters(surface, least, count, radii, &count, watch, error);
    if (status == TR_OK)
        tr_measure_sizes(radii, count, least, out);
    tr_free(radii);
    return status;
}

tr_status tr_measured_bake(const tr_recipe *recipe, int width, bool clouds, tr_isa isa, tr_pool *pool,
                           const tr_watch *watch, tr_measured_maps *maps, tr_error *error) {
    tr_surface *surface = NULL;
    const tr_surface_options how = {.isa = isa, .pool = pool, .watch = watch};
    tr_status status = allocate_maps(recipe, width, clouds, maps, error);
    if (status == TR_OK)
        status = tr_surface_make(recipe, &how, &surface, error);
    if (status == TR_OK)
        status = take_craters(surface, width, watch, &maps->craters, error);
    if (status == TR_OK) {
        const tr_band all = {tr_whole_map(width),
                             {[TR_MAP_ALBEDO] = maps->albedo,
                              [TR_MAP_NORMAL] = maps->normal,
                              [TR_MAP_EMISSION] = maps->emission,
                              [TR_MAP_CLOUDS] = maps->clouds,
                              [TR_BAND_HEIGHTS] = maps->height}};
        status = tr_surface_bake_all(surface, pool, NULL, &all, watch, error);
    }
    maps->low_m = recipe->height_min_m, maps->high_m = recipe->height_max_m;
    // On aarch64 gcc 12 fails to compile a loop with fmin and fmax.
    for (long k = 0; status == TR_OK && k < (long)width * (width / 2); k++) {
        const double height_m = (double)maps->height[k];
        maps->low_m = height_m < maps->low_m ? height_m : maps->low_m;
        maps->high_m = height_m > maps->high_m ? height_m : maps->high_m;
    }
    tr_surface_destroy(surface);
    return status;
}

tr_status tr_measured_colours(const tr_measured_maps *maps, const tr_watch *watch, const uint8_t **shown,
                              tr_colours *colours, tr_error *error) {
    *shown = maps->albedo;
    const tr_status status = tr_measure_colours(maps->albedo, maps->width, watch, colours, error);
    if (status != TR_OK || colours->lightness >= 0.01 || !maps->emission)
        return status;
    *shown = maps->emission;
    return tr_measure_colours(maps->emission, maps->width, watch, colours, error);
}

void tr_measured_clear(tr_measured_maps *maps) {
    tr_free(maps->albedo); // frees the other maps, too: they share one block
    *maps = (tr_measured_maps){0};
}
