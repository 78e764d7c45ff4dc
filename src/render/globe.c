#include "render/private/renderer.h"

#include "render/private/ball.h"
#include "render/private/horizon.h"

enum { part_border_px = 32 }; // more than half of the largest point of light

// Paints a sphere, between the two halves of its rings if there are any, with a grid or NULL.
static tr_status paint_ball(tr_renderer *renderer, const tr_lit_body *lit, const tr_air_view *air,
                            const tr_chart *grid, tr_error *error) {
    tr_programs *programs = &renderer->programs;
    if (lit->shadow->rings)
        tr_ring_paint(programs, lit, TR_RING_BEHIND);
    const bool near = renderer->near.shown && renderer->near.planet == lit->body->planet;
    const tr_status status =
        tr_ball_paint(programs, lit, near ? &renderer->near : NULL, air, &renderer->detail, error);
    if (grid)
        tr_chart_paint_ball(programs, lit->placement, lit->body, grid);
    if (lit->shadow->rings)
        tr_ring_paint(programs, lit, TR_RING_BEFORE);
    return status;
}

// The grid of the target, if its disc is large enough. scale: size of the HDR framebuffer relative to the
// picture.
static bool find_grid(tr_renderer *renderer, const tr_body *body, const tr_recipe *recipe,
                      const tr_textures *maps, const tr_view *view, double scale, tr_chart *grid) {
    const double smallest_px = 24;
    if (!view->grid || body->planet != view->target || body->radius_px < smallest_px * scale)
        return false;
    const double nearest = fmax(body->distance_km / body->radius_km - 1, 0.01);
    *grid = (tr_chart){.painter = &renderer->chart,
                       .recipe = recipe,
                       .textures = maps,
                       .exposure = tr_exposure_of(view),
                       .grid_rad = tr_radians(
                           tr_grid_step_deg(tr_radians(1) / (nearest * renderer->placement.pixel_rad) / scale)),
                       .line_px = fmax(scale, 0.8)};
    return true;
}

static tr_status paint_planet(tr_renderer *renderer, const tr_body *body, const tr_recipe *recipe,
                              const double sunlight[3], const tr_view *view, double scale, tr_error *error) {
    const bool relief = body->radius_px >= 16 && !recipe->gas && renderer->meshes[body->planet].columns == 0;
    if (relief)
        tr_horizon_prepare(&renderer->programs, &renderer->maps[body->planet], recipe, view->quality);
    tr_textures maps = *tr_renderer_textures(renderer, body->planet);
    if (!view->clouds)
        maps.clouds = 0;
    if (!relief) // so that a picture does not depend on earlier ones
        maps.horizon = 0;
    tr_mesh_buffers *mesh = &renderer->meshes[body->planet];
    const bool ringed = tr_recipe_has_rings(recipe);
    if (body->distance_km <= body->radius_km || tr_watch_stopped(&renderer->programs.watch))
        return TR_OK;
    const double ground =
        fmax(mesh->bounding_radius, tr_ball_bounding_radius(&renderer->placement, body, recipe, &maps));
    const double bounding_radius =
        fmax(fmax(1 + recipe->air.thickness, ground), ringed ? recipe->rings.outer : 0);
    if (!tr_placement_in_view(&renderer->placement, body, bounding_radius))
        return TR_OK;
    tr_shadow shadow;
    tr_shadow_find(&renderer->placement, body, bounding_radius, &shadow);
    tr_air_view sight, *air = NULL;
    if (body->radius_px >= 1 && tr_air_exists(&recipe->air)) {
        sight = tr_air_prepare(&renderer->air, &renderer->programs, body, recipe, sunlight);
        air = &sight;
    }
    const tr_lit_body lit = {&renderer->placement, body, recipe, &maps, sunlight, &shadow, view->quality};
    if (body->radius_px < 1) {
        tr_point_paint(renderer, &lit);
        return TR_OK;
    }
    tr_chart chart;
    const tr_chart *grid = find_grid(renderer, body, recipe, &maps, view, scale, &chart) ? &chart : NULL;
    if (mesh->columns > 0)
        return tr_mesh_paint(&renderer->mesh, &renderer->programs, &lit, mesh, &renderer->detail, grid, error);
    shadow.rings = tr_ring_profile(&renderer->ring, body->planet, recipe);
    return paint_ball(renderer, &lit, air, grid, error);
}

// Applies to the star's light the extinction by the air of planets in front of it.
static void redden_star(const tr_scene *scene, const tr_placement *placement, const tr_body *star,
                        double light[3]) {
    // NOLINTNEXTLINE(clang-analyzer-core.*): every placement has a star
    const tr_vec ray = tr_vec_scale(star->centre_km, 1 / star->distance_km);
    for (int i = 0; i < placement->body_count; i++) {
        const tr_body *body = &placement->bodies[i];
        const tr_air *air = body->planet == TR_STAR_BODY ? NULL : &scene->planets[body->planet].recipe->air;
        if (!air || !tr_air_exists(air) || body->distance_km >= star->distance_km)
            continue;
        const tr_air_model model = tr_air_model_of(air);
        const tr_vec camera = tr_vec_scale(body->centre_km, -1 / body->radius_km);
        const double along = tr_vec_dot(camera, ray);
        const double nearest = tr_vec_length(tr_vec_subtract(camera, tr_vec_scale(ray, along)));
        const double bounding_radius = sqrt(fmax(model.top * model.top - nearest * nearest, 0));
        double left[3];
        if (along >= bounding_radius)
            continue;
        tr_air_left(&model, nearest, fmax(along, -bounding_radius), bounding_radius, left);
        for (int c = 0; c < 3; c++)
            light[c] *= left[c];
    }
}

// Paints planets and the star from far to near, then the star's glare.
static tr_status paint_bodies(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, double scale,
                              tr_error *error) {
    const tr_placement *placement = &renderer->placement;
    const tr_body *star = NULL;
    tr_status status = TR_OK;
    double light[3], sunlight[3];
    tr_star_light(scene->star.kelvin, scene->star.srgb, 0, light);
    tr_star_light(scene->star.kelvin, scene->star.srgb, TR_EYE_WHITE, sunlight);
    for (int i = 0; i < placement->body_count && status == TR_OK; i++) {
        const tr_body *body = &placement->bodies[i];
        if (body->planet == TR_STAR_BODY) {
            star = body;
            tr_sky_paint_sun(&renderer->programs, placement, star, light);
        } else {
            status =
                paint_planet(renderer, body, scene->planets[body->planet].recipe, sunlight, view, scale, error);
        }
    }
    if (status != TR_OK)
        return status;
    redden_star(scene, placement, star, light);
    tr_sky_paint_glare(&renderer->programs, placement, star, light);
    return TR_OK;
}

// The pixels of a planet's disc, including its air, its rings and displaced ground.
static double covered_px(const tr_renderer *renderer, const tr_body *body, const tr_recipe *recipe) {
    const double mesh = renderer->meshes[body->planet].bounding_radius, air = 1 + recipe->air.thickness;
    const double slanting = 0.7, rings = tr_recipe_has_rings(recipe) ? slanting * recipe->rings.outer : 0;
    const double radius = body->radius_px * fmax(fmax(mesh, air), rings);
    return TR_PI * radius * radius;
}

double tr_globe_scale(const tr_renderer *renderer, const tr_scene *scene, const tr_view *view) {
    const int most_of_sharp = 4096; // half of the framebuffer size that OpenGL must support
                                    // (GL_MAX_TEXTURE_SIZE)
    const bool whole = view->part.width_px <= 0;
    const int width = whole ? view->width_px : view->part.width_px;
    const int height = whole ? view->height_px : view->part.height_px;
    if (view->quality != TR_QUALITY_FAST || !whole)
        return view->sharp && width <= most_of_sharp && height <= most_of_sharp ? 2 : 1;
    tr_placement placement;
    tr_placement_compute(scene, view, &placement);
    const double picture = (double)view->width_px * view->height_px, enough = 0.22e6, steps = 16;
    double pixels = 0.18 * picture;
    for (int i = 0; i < placement.body_count; i++) {
        const tr_body *body = &placement.bodies[i];
        if (body->planet != TR_STAR_BODY && tr_placement_in_view(&placement, body, 1))
            pixels += fmin(covered_px(renderer, body, scene->planets[body->planet].recipe), picture);
    }
    // In steps, so that a moving camera does not need another HDR framebuffer in each frame.
    return fmax(0.5, fmin(1, floor(steps * sqrt(enough / pixels)) / steps));
}

// The part of the sky that the largest sphere hides.
static tr_sky_hole find_hole(const tr_renderer *renderer, const tr_scene *scene) {
    const tr_placement *placement = &renderer->placement;
    tr_sky_hole hole = {NULL, 0};
    for (int i = 0; i < placement->body_count; i++) {
        const tr_body *body = &placement->bodies[i];
        if (body->planet == TR_STAR_BODY || renderer->meshes[body->planet].columns > 0 ||
            body->radius_px < 16 || body->distance_km <= body->radius_km ||
            (hole.body && body->radius_px < hole.body->radius_px))
            continue;
        hole = (tr_sky_hole){body, tr_ball_hiding_radius(placement, body, scene->planets[body->planet].recipe,
                                                         tr_renderer_textures(renderer, body->planet))};
    }
    return hole;
}

tr_view tr_globe_view_in_buffer(const tr_view *wanted, double scale, int border_px) {
    tr_view view = *wanted;
    tr_view_part *part = &view.part;
    view.width_px = (int)fmax(1, lround(scale * wanted->width_px));
    view.height_px = (int)fmax(1, lround(scale * wanted->height_px));
    view.margin_px = (int)lround(scale * wanted->margin_px);
    part->x_px = (int)lround(scale * (part->x_px - border_px));
    part->y_px = (int)lround(scale * (part->y_px - border_px));
    if (part->width_px > 0) {
        part->width_px = (int)lround(scale * (part->width_px + 2 * border_px));
        part->height_px = (int)lround(scale * (part->height_px + 2 * border_px));
    }
    return view;
}

// Renders a globe to an HDR framebuffer; view: in the framebuffer's pixels.
static tr_status expose(tr_renderer *renderer, tr_hdr_buffer *hdr, const tr_scene *scene, const tr_view *view,
                        double scale, tr_error *error) {
    tr_placement *placement = &renderer->placement;
    tr_placement_compute(scene, view, placement);
    tr_status status = tr_hdr_buffer_begin(hdr, placement->part_px[0], placement->part_px[1], error);
    const tr_sky_hole hole = find_hole(renderer, scene);
    const bool sky = view->stars && !tr_sky_is_hidden(&hole, placement);
    if (status == TR_OK && sky)
        status = tr_sky_paint_galaxy(&renderer->sky, &renderer->programs, placement, &hole, error);
    if (status == TR_OK && sky)
        status = tr_sky_paint_stars(&renderer->sky, &renderer->programs, placement, scale, error);
    if (status == TR_OK)
        status = paint_bodies(renderer, scene, view, scale, error);
    return status;
}

tr_status tr_globe_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *wanted, GLuint target,
                        tr_error *error) {
    const tr_view_part *part = &wanted->part;
    const bool whole = part->width_px <= 0;
    const int border_px = whole ? 0 : part_border_px;
    const double scale = tr_globe_scale(renderer, scene, wanted);
    const tr_view view = tr_globe_view_in_buffer(wanted, scale, border_px);
    const tr_status status = expose(renderer, &renderer->hdr, scene, &view, scale, error);
    if (status != TR_OK)
        return status;
    tr_hdr_buffer *hdr = &renderer->hdr;
    tr_tone_mapping how = {.exposure = tr_exposure_of(wanted)};
    for (int c = 0; c < 3; c++)
        how.background[c] = wanted->background[c];
    if (whole && tr_hdr_buffer_glow(hdr, &renderer->programs, how.exposure))
        how.spread = 0.5 / hdr->glow_count;
    if (!whole) {
        how.spread = renderer->whole_spread;
        how.glow = renderer->whole.glow[0].texture;
        how.border_px = border_px;
        how.whole_px[0] = wanted->width_px, how.whole_px[1] = wanted->height_px;
        how.corner_px[0] = part->x_px, how.corner_px[1] = wanted->height_px - part->y_px - part->height_px;
    }
    tr_hdr_buffer_tone_map(hdr, &renderer->programs, target, whole ? wanted->width_px : part->width_px,
                           whole ? wanted->height_px : part->height_px, &how);
    return TR_OK;
}

tr_status tr_globe_begin_parts(tr_renderer *renderer, const tr_scene *scene, const tr_view *wanted,
                               tr_error *error) {
    const double most_px = 1024, longer = fmax(wanted->width_px, wanted->height_px);
    const double full = tr_globe_scale(renderer, scene, wanted), scale = fmin(full, most_px / longer);
    tr_view all = *wanted;
    all.part = (tr_view_part){0, 0, 0, 0};
    const tr_view view = tr_globe_view_in_buffer(&all, scale, 0);
    renderer->whole_spread = 0;
    const tr_status status = expose(renderer, &renderer->whole, scene, &view, scale, error);
    const int levels =
        tr_hdr_buffer_glow_levels((int)(full * wanted->width_px), (int)(full * wanted->height_px));
    if (status == TR_OK && tr_hdr_buffer_glow(&renderer->whole, &renderer->programs, tr_exposure_of(wanted)))
        renderer->whole_spread = 0.5 / fmax(levels, renderer->whole.glow_count);
    return status;
}
