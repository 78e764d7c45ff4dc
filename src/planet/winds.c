// The wind that moves a planet's clouds, for who wants to move them on.
#include "planet/private/plan.h"

tr_status tr_surface_wind(const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                          tr_cube_vectors *wind, tr_error *error) {
    *wind = (tr_cube_vectors){0};
    for (int i = 0; i < surface->warp_count; i++)
        if (surface->warps[i].type->blow)
            return surface->warps[i].type->blow(&surface->warps[i], surface->isa, pool, watch, wind, error);
    return TR_OK;
}

void tr_wind_clear(tr_cube_vectors *wind) { tr_cube_vectors_clear(wind); }
