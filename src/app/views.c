#include "app/private/views.h"

#include "noise/maths/turn.h"
#include "render/layout.h"
#include "render/near.h"

#include <math.h>

static const double least_free = 0.4;        // of the window
static const double follow_from_radii = 2.5; // from this distance inwards the camera begins to turn with the
                                             // ground

const char *const tr_channel_names[TR_VIEW_CHANNELS] = {"Lit",       "Albedo",   "Height", "Normal",
                                                        "Roughness", "Emission", "Clouds", "Water"};
const char *const tr_quality_names[TR_QUALITY_COUNT + 1] = {"Automatic", "High", "Medium", "Low"};

// Centres a globe between the bar and a panel at the bottom: in a picture that begins behind the bar and ends
// as far below the top of the panel. Maps end there.
static void keep_above_panel(const tr_app *app, int top_px, int foot_px, tr_view *view) {
    const bool globe = app->settings.layout == TR_VIEW_GLOBE;
    const int behind_px = globe && foot_px > top_px ? top_px : 0, free_px = view->height_px - top_px - foot_px;
    if (free_px < top_px)
        return;
    view->height_px -= foot_px - behind_px;
    if (globe && !app->compare.on && free_px < view->width_px) // as wide as high
        view->margin_px = (view->width_px - free_px) / 2;
}

// Centres the view in the space beside the panel, if that is large enough.
static void keep_off_panel(const tr_app *app, tr_view *view) {
    const double scale = app->drawn.pixels_per_unit;
    const int margin_px = (int)(app->drawn.covered[0] * scale), top_px = (int)(app->drawn.covered[1] * scale),
              foot_px = (int)(app->drawn.covered[2] * scale);
    if (foot_px > 0) {
        view->top_px = top_px;
        keep_above_panel(app, top_px, foot_px, view);
    } else if (view->width_px - margin_px >= least_free * view->width_px && view->height_px > 2 * top_px) {
        view->width_px += margin_px;
        view->margin_px = margin_px;
        view->top_px = top_px;
    }
}

void tr_views_fill(const tr_app *app, bool bare, tr_view *view) {
    if (!bare)
        keep_off_panel(app, view);
    view->channel = app->settings.channel;
    view->layout = app->settings.layout;
    view->grid = app->settings.grid;
    for (int i = 0; i < 3; i++)
        view->turn_rad[i] = app->turn_rad[i];
}

bool tr_views_last(const tr_app *app, tr_view *view) {
    *view = (tr_view){.target = app->document.target};
    tr_camera_fill_view(&app->camera, view);
    if (app->window.handle)
        glfwGetFramebufferSize(app->window.handle, &view->width_px, &view->height_px);
    tr_views_fill(app, false, view);
    tr_view parts[2];
    if (tr_compare_shows(app) && view->width_px > 0) {
        tr_compare_split(app, view, parts);
        *view = parts[0];
    }
    return view->width_px > 0 && view->height_px > 0;
}

// Whether the mouse is over the planet beside the current one.
static bool is_beside(const tr_app *app) {
    const tr_input *input = &app->input;
    const double x = input->drag == TR_DRAG_NONE ? input->cursor[0] : input->pressed[0];
    return tr_compare_shows(app) && x >= app->drawn.divider;
}

double tr_views_pixel_rad(const tr_app *app) {
    return is_beside(app) ? app->drawn.beside_pixel_rad : app->drawn.pixel_rad;
}

// The pane of a map or cube under the mouse. False: a globe, or none.
static bool find_flat_pane(const tr_app *app, tr_view *view, tr_pane *pane) {
    tr_pane panes[TR_MOST_PANES];
    if (app->settings.layout == TR_VIEW_GLOBE || !tr_views_last(app, view))
        return false;
    const int count = tr_view_panes(view, panes);
    const double from = is_beside(app) ? app->drawn.divider : 0; // treated as if it were over the left planet
    const double x_px = (app->input.cursor[0] - from) * app->drawn.pixels_per_unit;
    *pane = panes[count > 1 && x_px >= panes[1].x_px];
    return pane->layout != TR_VIEW_GLOBE;
}

bool tr_views_drag(tr_app *app, double dx_px, double dy_px) {
    tr_view view;
    tr_pane pane;
    if (!find_flat_pane(app, &view, &pane))
        return false;
    tr_flat_drag(app->document.scene, &view, &pane, dx_px, dy_px, &app->camera.latitude_deg,
                 &app->camera.longitude_deg);
    return true;
}

void tr_views_begin_zoom(tr_app *app) {
    const double whole_km = TR_WHOLE_RADII * tr_document_recipe(&app->document)->radius_km;
    if (app->settings.layout == TR_VIEW_MAP || app->settings.layout == TR_VIEW_CUBE)
        app->camera.distance_km = fmin(app->camera.distance_km, whole_km);
}

void tr_views_follow(tr_app *app, double rotation_rad) {
    const double turned = tr_document_planet(&app->document)->rotation_rad - rotation_rad;
    const double radii = app->camera.distance_km / tr_document_recipe(&app->document)->radius_km;
    const double near = fmax(0, fmin(1, (follow_from_radii - radii) / (follow_from_radii - TR_NEAR_RADII)));
    const double fraction = app->settings.layout == TR_VIEW_GLOBE ? near : 1;
    tr_transfer_turn(&app->transfer, turned * (180 / TR_PI));
    app->camera.longitude_deg = remainder(app->camera.longitude_deg + fraction * turned * (180 / TR_PI), 360);
}

bool tr_views_legend(const tr_app *app, tr_legend *legend) {
    tr_view view;
    return app->settings.channel == TR_VIEW_HEIGHT && tr_views_last(app, &view) &&
           tr_renderer_legend(app->viewport.renderer, app->document.scene, &view, legend);
}

int tr_views_panes(const tr_app *app, tr_ground_pane panes[TR_MOST_PANES]) {
    tr_view view;
    return tr_views_last(app, &view) ? tr_ground_panes(app->document.scene, &view, panes) : 0;
}

static tr_vec apply(const tr_turn *turn, tr_vec v) {
    double at[3] = {v.x, v.y, v.z};
    tr_turn_direction(turn, at);
    return (tr_vec){at[0], at[1], at[2]};
}

tr_vec tr_views_from_land(const tr_app *app, tr_vec land) {
    const tr_recipe *recipe = tr_app_recipe(app);
    if (!tr_has_turn(recipe->land_turn))
        return land;
    const tr_turn turn = tr_turn_of(recipe->land_turn);
    return apply(&turn, land);
}

tr_vec tr_views_to_land(const tr_app *app, tr_vec direction) {
    const tr_recipe *recipe = tr_app_recipe(app);
    if (!tr_has_turn(recipe->land_turn))
        return direction;
    const tr_turn turn = tr_turn_of(recipe->land_turn), back = tr_turn_back(&turn);
    return apply(&back, direction);
}

tr_vec tr_views_direction(double lat_deg, double lon_deg) {
    const double lat = lat_deg * TR_PI / 180, lon = lon_deg * TR_PI / 180;
    return (tr_vec){cos(lat) * cos(lon), sin(lat), -cos(lat) * sin(lon)};
}

// The pane at a position in window units. False: it shows no ground of the target.
static bool find_pane(const tr_app *app, double x, tr_ground_pane *pane) {
    tr_ground_pane panes[TR_MOST_PANES];
    const int count = tr_views_panes(app, panes);
    if (count == 0 || (tr_compare_shows(app) && x >= app->drawn.divider))
        return false;
    *pane = panes[count > 1 && x * app->drawn.pixels_per_unit >= panes[1].pane.x_px];
    return true;
}

bool tr_views_is_map_at(const tr_app *app, double x) {
    tr_ground_pane pane;
    return find_pane(app, x, &pane) && pane.pane.layout == TR_VIEW_MAP;
}

bool tr_views_ground_at(const tr_app *app, double x, double y, tr_vec *direction) {
    tr_ground_pane pane;
    const double scale = app->drawn.pixels_per_unit;
    if (!find_pane(app, x, &pane) || !tr_ground_find(&pane, x * scale, y * scale, direction))
        return false;
    *direction = tr_views_to_land(app, *direction);
    return true;
}

bool tr_views_find_ground(const tr_app *app, double *latitude_deg, double *longitude_deg) {
    tr_view view;
    const double *cursor = app->input.cursor, scale = app->drawn.pixels_per_unit;
    return !is_beside(app) && tr_views_last(app, &view) &&
           tr_view_find_ground(app->document.scene, &view, cursor[0] * scale, cursor[1] * scale, latitude_deg,
                               longitude_deg);
}
