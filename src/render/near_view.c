#include "render/private/renderer.h"

#include "base/size.h"
#include "render/near.h"
#include "render/private/ball.h"

enum { near_batch = 32 }; // tiles in one bake before they are uploaded

static tr_near_sight near_sight(const tr_placement *placement, const tr_body *body, const tr_recipe *recipe,
                                const tr_textures *maps, const tr_view *view) {
    const double radius = body->radius_km, distance = body->distance_km / radius;
    const tr_mat view_from_map = tr_mat_transpose(&body->map_from_view);
    // The HDR framebuffer may have twice the resolution of the picture. Near TR_NEAR_RADII, tiles give way to
    // the maps. In software OpenGL, fewer texels arrive sooner.
    const double hdr = view->sharp || view->quality != TR_QUALITY_FINE ? 0.5 : 0,
                 fade = 20 * fmax(distance - (TR_NEAR_RADII - 0.2), 0);
    tr_near_sight sight = {.camera =
                               tr_vec_scale(tr_mat_apply(&body->map_from_view, body->centre_km), -1 / radius),
                           .view_from_map = view_from_map,
                           .distance = distance,
                           .tangent = {placement->tangent[0], placement->tangent[1]},
                           .pixel_rad = placement->pixel_rad,
                           .highest = fmax(tr_ball_bounding_radius(placement, body, recipe, maps) - 1, 0),
                           .sun = tr_mat_apply(&body->map_from_view, body->sun),
                           .clouds = maps->clouds && view->clouds,
                           .cloud_height = recipe->clouds.altitude_km / recipe->radius_km,
                           .cloud_turn_rad = body->cloud_turn_rad,
                           .map_level = tr_near_map_level(maps->rows),
                           .finest = tr_near_map_level(2 * TR_MAX_FACE),
                           .coarser = hdr + fade};
    sight.farthest = tr_near_farthest(&sight);
    return sight;
}

// The target as seen on the HDR framebuffer of a view.
static tr_near_sight find_near_sight(const tr_renderer *renderer, const tr_scene *scene, const tr_view *view) {
    tr_pane panes[TR_MOST_PANES];
    tr_placement placement;
    tr_view_panes(view, panes);
    tr_view hdr = tr_view_of_pane(view, &panes[0]);
    const double scale = tr_globe_scale(renderer, scene, &hdr);
    hdr.part = (tr_view_part){0, 0, 0, 0}; // the scale above has taken the part into account
    hdr = tr_globe_view_in_buffer(&hdr, scale, 0);
    tr_placement_compute(scene, &hdr, &placement);
    const tr_body *body = placement.bodies;
    while (body->planet != view->target)
        body++;
    return near_sight(&placement, body, scene->planets[view->target].recipe, &renderer->maps[view->target],
                      view);
}

static tr_vec direction_of(const double place[2]) {
    const double latitude = tr_radians(place[0]), longitude = tr_radians(place[1]);
    return (tr_vec){cos(latitude) * cos(longitude), sin(latitude), -cos(latitude) * sin(longitude)};
}

tr_status tr_renderer_want_near(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                const tr_near_request_options *asking, tr_near_requests *requests,
                                tr_error *error) {
    const tr_recipe *recipe = scene->planets[view->target].recipe;
    const tr_textures *maps = &renderer->maps[view->target];
    tr_near_tiles *near = &renderer->near;
    requests->count = 0;
    near->shown = false;
    if (!maps->albedo || !tr_near_shows(view, recipe, view->distance_km / recipe->radius_km))
        return TR_OK;
    const tr_near_sight sight = find_near_sight(renderer, scene, view);
    requests->kinds = (tr_near_kinds){maps->specular != 0, maps->emission != 0};
    const tr_near_frame frame = {.planet = view->target,
                                 .version = asking->version,
                                 .kinds = requests->kinds,
                                 .focus = asking->focus ? direction_of(asking->focus)
                                                        : tr_vec_scale(sight.camera, 1 / sight.distance),
                                 .lasts = asking->lasts,
                                 .now_s = asking->now_s,
                                 .fade_s = asking->fade_s};
    const tr_status status = tr_near_tiles_want(near, &sight, &frame, error);
    if (status != TR_OK)
        return status;
    requests->count = tr_near_tiles_missing(near, requests->tiles, TR_NEAR_MOST_REQUESTS);
    return TR_OK;
}

void tr_renderer_add_near(tr_renderer *renderer, const tr_near_tile *tile, uint8_t *texels, double now_s) {
    tr_near_tiles_add(&renderer->near, tile, texels, now_s);
}

bool tr_renderer_near_fades(const tr_renderer *renderer, const tr_near_request_options *asking) {
    return renderer->near.shown && tr_near_tiles_fade(&renderer->near, asking->now_s, asking->fade_s);
}

void tr_renderer_hide_near(tr_renderer *renderer) { renderer->near.shown = false; }

// Bakes the first requested tiles.
static tr_status bake_requests(tr_renderer *renderer, const tr_near_requests *requests,
                               const tr_surface *surface, tr_pool *pool, const tr_watch *watch, uint8_t *memory,
                               tr_error *error) {
    const int count = requests->count < near_batch ? requests->count : near_batch;
    uint8_t *texels[near_batch];
    for (int i = 0; i < count; i++)
        texels[i] = memory + (size_t)i * TR_NEAR_TILE_BYTES;
    const tr_status status =
        tr_near_bake(surface, requests->tiles, count, requests->kinds, pool, watch, texels, error);
    for (int i = 0; i < count && status == TR_OK; i++)
        tr_renderer_add_near(renderer, &requests->tiles[i], texels[i], 0);
    return status;
}

tr_status tr_renderer_bake_near(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                                tr_error *error) {
    const tr_near_request_options asking = {0};
    tr_near_requests requests;
    uint8_t *memory = NULL;
    tr_status status = tr_renderer_want_near(renderer, scene, view, &asking, &requests, error);
    while (status == TR_OK && requests.count > 0) {
        if (!memory)
            memory = tr_allocate(TR_NEAR_TILE_BYTES, near_batch);
        status = memory ? bake_requests(renderer, &requests, surface, pool, watch, memory, error)
                        : tr_fail(error, TR_NO_MEMORY, "no memory for tiles of near ground");
        if (status == TR_OK)
            status = tr_renderer_want_near(renderer, scene, view, &asking, &requests, error);
    }
    tr_free(memory);
    if (status != TR_OK)
        tr_renderer_hide_near(renderer);
    return status;
}
