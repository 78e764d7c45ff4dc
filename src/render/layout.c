#include "render/layout.h"

#include "recipe/maps.h"
#include "render/placement.h"

#include <assert.h>

const char *const tr_view_channel_names[TR_VIEW_CHANNELS] = {"lit",       "albedo",   "height", "normal",
                                                             "roughness", "emission", "clouds", "water"};
const char *const tr_view_layout_names[TR_VIEW_LAYOUTS] = {"globe", "map", "cube", "split"};

// Places of the faces of tr_faces in the cross: column and row from the lower left.
static const int cross[6][2] = {{2, 1}, {0, 1}, {1, 2}, {1, 0}, {1, 1}, {3, 1}};

bool tr_view_needs_charts(tr_view_channel channel) {
    return channel == TR_VIEW_HEIGHT || channel == TR_VIEW_ROUGHNESS || channel == TR_VIEW_WATER;
}

bool tr_view_has_channel(const tr_recipe *recipe, tr_view_channel channel) {
    switch (channel) {
    case TR_VIEW_HEIGHT:
    case TR_VIEW_NORMAL:
        return !recipe->gas;
    case TR_VIEW_EMISSION:
        return tr_recipe_has_map(recipe, TR_MAP_EMISSION);
    case TR_VIEW_CLOUDS:
        return tr_recipe_has_map(recipe, TR_MAP_CLOUDS);
    case TR_VIEW_WATER:
        return recipe->water.count > 0 || (recipe->sea && !recipe->gas);
    default:
        return true;
    }
}

int tr_view_panes(const tr_view *view, tr_pane panes[TR_MOST_PANES]) {
    const int x = view->margin_px, y = view->top_px;
    const int width = view->width_px - 2 * x, height = view->height_px - y, left = (width + 1) / 2;
    panes[0] = (tr_pane){view->layout, x, y, width, height, 0};
    if (view->layout == TR_VIEW_GLOBE) // the sky continues behind the panel
        panes[0] = (tr_pane){TR_VIEW_GLOBE, 0, 0, view->width_px, view->height_px, x};
    if (view->layout != TR_VIEW_SPLIT || width < 2)
        return 1;
    panes[0] = (tr_pane){TR_VIEW_GLOBE, 0, 0, left + 2 * x, view->height_px, x}; // the globe's picture
                                                                                 // continues behind it, too
    panes[1] = (tr_pane){TR_VIEW_MAP, x + left, y, width - left, height, 0};
    return 2;
}

tr_view tr_view_of_pane(const tr_view *view, const tr_pane *pane) {
    tr_view part = *view;
    part.width_px = pane->width_px, part.height_px = pane->height_px;
    part.margin_px = pane->margin_px, part.top_px = 0;
    part.layout = pane->layout;
    return part;
}

// ---- the plane ---------------------------------------------------------------------------------

static double degrees(double radians) { return radians * (180 / TR_PI); }

static tr_vec direction_of(double latitude_deg, double longitude_deg) {
    const double lat = tr_radians(latitude_deg), lon = tr_radians(longitude_deg);
    return (tr_vec){cos(lat) * cos(lon), sin(lat), -cos(lat) * sin(lon)};
}

static void ground_of(tr_vec d, double *latitude_deg, double *longitude_deg) {
    *latitude_deg = degrees(atan2(d.y, tr_hypot(d.x, d.z)));
    *longitude_deg = degrees(atan2(-d.z, d.x));
}

static tr_vec face_side(const double v[3]) { return tr_vec_of(v); }

// The position of a direction on the cross.
static void cross_of(tr_vec d, double place[2]) {
    int face = 0;
    for (int i = 1; i < 6; i++)
        if (tr_vec_dot(d, face_side(tr_faces[i].major)) > tr_vec_dot(d, face_side(tr_faces[face].major)))
            face = i;
    const double depth = tr_vec_dot(d, face_side(tr_faces[face].major));
    place[0] = cross[face][0] + 0.5 + 0.5 * tr_vec_dot(d, face_side(tr_faces[face].right)) / depth;
    place[1] = cross[face][1] + 0.5 - 0.5 * tr_vec_dot(d, face_side(tr_faces[face].down)) / depth;
}

// The face at a position of the cross; -1: none.
static int face_at(const double place[2]) {
    for (int i = 0; i < 6; i++)
        if (place[0] >= cross[i][0] && place[0] <= cross[i][0] + 1 && place[1] >= cross[i][1] &&
            place[1] <= cross[i][1] + 1)
            return i;
    return -1;
}

static bool ground_on_cross(const double place[2], double *latitude_deg, double *longitude_deg) {
    const int face = face_at(place);
    if (face < 0)
        return false;
    const double right = 2 * (place[0] - cross[face][0]) - 1, up = 2 * (place[1] - cross[face][1]) - 1;
    const tr_vec across = tr_vec_scale(face_side(tr_faces[face].right), right);
    const tr_vec along = tr_vec_scale(face_side(tr_faces[face].down), -up);
    ground_of(tr_vec_add(face_side(tr_faces[face].major), tr_vec_add(across, along)), latitude_deg,
              longitude_deg);
    return true;
}

// The rotation of the target.
static double turned_deg(const tr_scene *scene, const tr_view *view) {
    return degrees(scene->planets[view->target].rotation_rad);
}

tr_flat tr_flat_see(const tr_scene *scene, const tr_view *view, const tr_pane *pane) {
    assert(pane->layout == TR_VIEW_MAP || pane->layout == TR_VIEW_CUBE);
    const bool cube = pane->layout == TR_VIEW_CUBE;
    const double radii = view->distance_km / scene->planets[view->target].recipe->radius_km;
    const double zoom = fmin(fmax((radii - 1) / (TR_WHOLE_RADII - 1), 1e-6), 1);
    const double size[2] = {cube ? 4 : 360, cube ? 3 : 180}, pixels[2] = {pane->width_px, pane->height_px};
    tr_flat flat = {.step = zoom * fmax(size[0] / pixels[0], size[1] / pixels[1])};
    const double longitude = remainder(view->longitude_deg - turned_deg(scene, view), 360);
    flat.middle[0] = longitude, flat.middle[1] = view->latitude_deg;
    if (cube)
        cross_of(direction_of(view->latitude_deg, longitude), flat.middle);
    for (int k = cube ? 0 : 1; k < 2; k++) { // a map repeats round the planet
        const double least = cube ? 0 : -90, half = fmin(0.5 * pixels[k] * flat.step, 0.5 * size[k]);
        flat.middle[k] = fmin(fmax(flat.middle[k], least + half), least + size[k] - half);
    }
    return flat;
}

void tr_flat_drag(const tr_scene *scene, const tr_view *view, const tr_pane *pane, double dx_px, double dy_px,
                  double *latitude_deg, double *longitude_deg) {
    const tr_flat flat = tr_flat_see(scene, view, pane);
    double middle[2] = {flat.middle[0] - dx_px * flat.step, flat.middle[1] + dy_px * flat.step}, longitude = 0;
    if (pane->layout == TR_VIEW_MAP) {
        *latitude_deg = fmin(fmax(middle[1], -90), 90);
        longitude = middle[0];
    } else {
        middle[0] = fmin(fmax(middle[0], 0), 4);
        middle[1] = fmin(fmax(middle[1], 0), 3);
        if (face_at(middle) < 0) // outside the cross
            middle[1] = middle[1] > 1.5 ? 2 : 1;
        ground_on_cross(middle, latitude_deg, &longitude);
    }
    *longitude_deg = remainder(longitude + turned_deg(scene, view), 360);
}

// ---- the globe ---------------------------------------------------------------------------------

// The target in a pane with the globe.
static const tr_body *place_target(const tr_scene *scene, const tr_view *view, const tr_pane *pane,
                                   tr_placement *placement) {
    const tr_view alone = tr_view_of_pane(view, pane);
    tr_placement_compute(scene, &alone, placement);
    const tr_body *body = placement->bodies;
    while (body->planet != view->target)
        body++;
    return body;
}

// The nearer intersection of the ray with the sphere.
static bool ground_on_globe(const tr_ground_pane *g, const double place[2], tr_vec *direction) {
    const tr_vec ray = tr_vec_normalize((tr_vec){(2 * place[0] / g->pane.width_px - 1) * g->tangent[0],
                                                 (1 - 2 * place[1] / g->pane.height_px) * g->tangent[1], -1});
    const double along = tr_vec_dot(ray, g->centre);
    const tr_vec nearest = tr_vec_subtract(tr_vec_scale(ray, along), g->centre); // relative to the centre
    const double depth2 = 1 - tr_vec_dot(nearest, nearest);
    if (depth2 < 0 || along <= 0)
        return false;
    const tr_vec spot = tr_vec_subtract(nearest, tr_vec_scale(ray, sqrt(depth2)));
    const tr_mat back = tr_mat_transpose(&g->view_from_map);
    *direction = tr_mat_apply(&back, spot);
    return true;
}

static bool show_on_globe(const tr_ground_pane *g, tr_vec direction, double place[2]) {
    const tr_vec spot = tr_mat_apply(&g->view_from_map, direction), at = tr_vec_add(g->centre, spot);
    if (!(at.z < 0) || !(tr_vec_dot(spot, at) < 0)) // behind the camera, or turned away from it
        return false;
    place[0] = 0.5 * g->pane.width_px * (1 - at.x / at.z / g->tangent[0]);
    place[1] = 0.5 * g->pane.height_px * (1 + at.y / at.z / g->tangent[1]);
    return true;
}

// ---- both --------------------------------------------------------------------------------------

static tr_ground_pane see_ground(const tr_scene *scene, const tr_view *view, const tr_pane *pane) {
    tr_ground_pane g = {.pane = *pane};
    if (pane->layout != TR_VIEW_GLOBE) {
        g.flat = tr_flat_see(scene, view, pane);
        return g;
    }
    tr_placement placement;
    const tr_body *body = place_target(scene, view, pane, &placement);
    g.view_from_map = tr_mat_transpose(&body->map_from_view);
    g.centre = tr_vec_scale(body->centre_km, 1 / body->radius_km);
    g.tangent[0] = placement.tangent[0], g.tangent[1] = placement.tangent[1];
    return g;
}

int tr_ground_panes(const tr_scene *scene, const tr_view *view, tr_ground_pane panes[TR_MOST_PANES]) {
    tr_pane all[TR_MOST_PANES];
    const int count = tr_view_panes(view, all);
    for (int i = 0; i < count; i++)
        panes[i] = see_ground(scene, view, &all[i]);
    return count;
}

bool tr_ground_find(const tr_ground_pane *g, double x_px, double y_px, tr_vec *direction) {
    const double place[2] = {x_px - g->pane.x_px, y_px - g->pane.y_px};
    double latitude, longitude;
    if (place[0] < 0 || place[0] > g->pane.width_px || place[1] < 0 || place[1] > g->pane.height_px)
        return false;
    if (g->pane.layout == TR_VIEW_GLOBE)
        return ground_on_globe(g, place, direction);
    const double on_plane[2] = {g->flat.middle[0] + (place[0] - 0.5 * g->pane.width_px) * g->flat.step,
                                g->flat.middle[1] - (place[1] - 0.5 * g->pane.height_px) * g->flat.step};
    latitude = on_plane[1], longitude = on_plane[0];
    if (g->pane.layout == TR_VIEW_CUBE ? !ground_on_cross(on_plane, &latitude, &longitude)
                                       : fabs(latitude) > 90 || fabs(longitude - g->flat.middle[0]) > 180)
        return false;
    *direction = direction_of(latitude, longitude);
    return true;
}

bool tr_ground_show(const tr_ground_pane *g, tr_vec direction, double *x_px, double *y_px) {
    double place[2], on_plane[2];
    if (g->pane.layout == TR_VIEW_GLOBE) {
        if (!show_on_globe(g, direction, place))
            return false;
    } else {
        ground_of(direction, &on_plane[1], &on_plane[0]);
        on_plane[0] = g->flat.middle[0] + remainder(on_plane[0] - g->flat.middle[0], 360);
        if (g->pane.layout == TR_VIEW_CUBE)
            cross_of(direction, on_plane);
        place[0] = 0.5 * g->pane.width_px + (on_plane[0] - g->flat.middle[0]) / g->flat.step;
        place[1] = 0.5 * g->pane.height_px - (on_plane[1] - g->flat.middle[1]) / g->flat.step;
    }
    *x_px = g->pane.x_px + place[0], *y_px = g->pane.y_px + place[1];
    return place[0] >= 0 && place[0] <= g->pane.width_px && place[1] >= 0 && place[1] <= g->pane.height_px;
}

bool tr_view_find_ground(const tr_scene *scene, const tr_view *view, double x_px, double y_px,
                         double *latitude_deg, double *longitude_deg) {
    tr_ground_pane panes[TR_MOST_PANES];
    tr_vec direction;
    const int count = tr_ground_panes(scene, view, panes);
    if (!tr_ground_find(&panes[count > 1 && x_px >= panes[1].pane.x_px], x_px, y_px, &direction))
        return false;
    ground_of(direction, latitude_deg, longitude_deg);
    return true;
}

double tr_view_extent(const tr_scene *scene, const tr_view *view) {
    tr_pane panes[TR_MOST_PANES];
    tr_view_panes(view, panes);
    const double radii = view->distance_km / scene->planets[view->target].recipe->radius_km;
    const double shorter = fmin(panes[0].width_px - 2 * panes[0].margin_px, panes[0].height_px);
    double arc = 2 * tan(tr_radians(TR_FIELD_OF_VIEW_DEG) / 2) * fmax(radii - 1, 0.01);
    if (panes[0].layout != TR_VIEW_GLOBE) {
        const double unit = panes[0].layout == TR_VIEW_CUBE ? TR_PI / 2 : TR_PI / 180;
        arc = tr_flat_see(scene, view, &panes[0]).step * shorter * unit;
    }
    return fmin(arc, TR_PI);
}

double tr_grid_step_deg(double pixels) {
    static const double steps[] = {0.1, 0.5, 1, 5, 10, 30};
    const double least_px = 40;
    int i = 0;
    while (i < 5 && steps[i] * pixels < least_px)
        i++;
    return steps[i];
}
