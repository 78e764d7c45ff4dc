#include "render/private/renderer.h"

#include "render/legend.h"
#include "render/private/ball.h"

// extent_rad: of the whole picture, so that all panes have the same contour interval. degree_px: pixels per
// degree in the middle of the picture.
static tr_chart chart_of(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, int planet,
                         double extent_rad, double degree_px) {
    const tr_scene_planet *shown = &scene->planets[planet];
    tr_chart chart = {.painter = &renderer->chart,
                      .recipe = shown->recipe,
                      .textures = tr_renderer_textures(renderer, planet),
                      .channel = view->channel,
                      .clouds = view->clouds,
                      .cloud_turn_rad = shown->cloud_turn_rad,
                      .exposure = tr_exposure_of(view),
                      .grid_rad =
                          view->grid && planet == view->target ? tr_radians(tr_grid_step_deg(degree_px)) : 0,
                      .line_px = 1};
    tr_chart_legend(chart.recipe, chart.textures, extent_rad, &chart.legend);
    return chart;
}

// Draws the globe and the other visible bodies as unlit spheres and meshes.
static tr_status draw_charted_globe(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                    double extent_rad, tr_error *error) {
    static const double dark[3] = {0};
    tr_placement *placement = &renderer->placement;
    tr_status status = TR_OK;
    tr_placement_compute(scene, view, placement);
    for (int i = 0; i < placement->body_count && status == TR_OK; i++) {
        const tr_body *body = &placement->bodies[i];
        if (body->planet == TR_STAR_BODY || body->distance_km <= body->radius_km)
            continue;
        tr_mesh_buffers *mesh = &renderer->meshes[body->planet];
        const tr_recipe *recipe = scene->planets[body->planet].recipe;
        const double nearest = fmax(body->distance_km / body->radius_km - 1, 0.01);
        const tr_chart chart = chart_of(renderer, scene, view, body->planet, extent_rad,
                                        tr_radians(1) / (nearest * placement->pixel_rad));
        const tr_shadow none = {0};
        if (!tr_placement_in_view(placement, body, fmax(mesh->bounding_radius, 1)))
            continue;
        if (mesh->columns > 0)
            status = tr_mesh_paint(
                &renderer->mesh, &renderer->programs,
                &(tr_lit_body){placement, body, recipe, chart.textures, dark, &none, TR_QUALITY_FINE}, mesh,
                &renderer->detail, &chart, error);
        else
            tr_chart_paint_ball(&renderer->programs, placement, body, &chart);
    }
    return status;
}

tr_status tr_chart_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *whole, const tr_view *view,
                        const tr_pane *pane, int x_px, tr_error *error) {
    static const uint8_t paper[3] = {24, 26, 30};
    const uint8_t *around = view->stars ? paper : view->background;
    const tr_view_part *part = &view->part;
    const double extent_rad = tr_view_extent(scene, whole);
    const bool all = part->width_px <= 0;
    const int width = all ? pane->width_px : part->width_px, height = all ? pane->height_px : part->height_px;
    glViewport(x_px, 0, width, height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(x_px, 0, width, height);
    glClearColor((float)around[0] / 255, (float)around[1] / 255, (float)around[2] / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_BLEND);
    if (pane->layout == TR_VIEW_GLOBE)
        return draw_charted_globe(renderer, scene, view, extent_rad, error);
    const tr_flat flat = tr_flat_see(scene, whole, pane);
    const double unit_deg = pane->layout == TR_VIEW_CUBE ? 90 : 1;
    const tr_chart chart =
        chart_of(renderer, scene, view, view->target, extent_rad, 1 / (unit_deg * flat.step));
    if (!all) { // the pane extends beyond the framebuffer
        glEnable(GL_SCISSOR_TEST);
        glViewport(x_px - part->x_px, part->y_px + part->height_px - pane->height_px, pane->width_px,
                   pane->height_px);
    }
    tr_chart_paint_flat(&renderer->programs, pane, &flat, &chart);
    glDisable(GL_SCISSOR_TEST);
    return TR_OK;
}

bool tr_renderer_legend(const tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                        tr_legend *legend) {
    return tr_chart_legend(scene->planets[view->target].recipe, tr_renderer_textures(renderer, view->target),
                           tr_view_extent(scene, view), legend);
}
