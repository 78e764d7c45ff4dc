#include "render/flight.h"

#include "render/near.h"
#include "render/placement.h"

#include <math.h>

// Exact at both ends, so that the last picture equals one taken separately.
static double between(double from, double to, double fraction) {
    return fraction >= 1 ? to : from + (to - from) * fraction;
}

// Interpolates along the great circle between two directions; opposite directions use an arbitrary one.
static void turn_sun(const double from[3], const double to[3], double fraction, double sun[3]) {
    for (int k = 0; k < 3; k++)
        sun[k] = fraction < 1 ? from[k] : to[k];
    if (fraction <= 0 || fraction >= 1)
        return;
    const tr_vec a = tr_vec_normalize(tr_vec_of(from)), b = tr_vec_normalize(tr_vec_of(to));
    const tr_vec aside = fabs(a.y) < 0.9 ? (tr_vec){0, 1, 0} : (tr_vec){1, 0, 0};
    tr_vec across = tr_vec_subtract(b, tr_vec_scale(a, tr_vec_dot(a, b)));
    if (tr_vec_length(across) < 1e-9)
        across = tr_vec_cross(a, aside);
    const double angle = fraction * acos(fmax(-1, fmin(1, tr_vec_dot(a, b))));
    const tr_vec at =
        tr_vec_add(tr_vec_scale(a, cos(angle)), tr_vec_scale(tr_vec_normalize(across), sin(angle)));
    sun[0] = at.x, sun[1] = at.y, sun[2] = at.z;
}

void tr_flight_frame(const tr_flight *flight, int frame, tr_scene *scene, tr_view *view) {
    const tr_camera_place *from = &flight->from, *to = flight->turntable ? from : &flight->to;
    const double done = flight->frames > 1 ? frame / (flight->frames - 1.0) : 0;
    const double eased = done * done * (3 - 2 * done);
    const double low = from->distance_radii - 1, high = to->distance_radii - 1;
    const double height = eased < 1 ? low * pow(high / low, eased) : high;
    tr_scene_place(scene, flight->turntable ? flight->from_h : between(flight->from_h, flight->to_h, done));
    *view = flight->view;
    view->latitude_deg = between(from->latitude_deg, to->latitude_deg, eased);
    view->longitude_deg = between(from->longitude_deg, to->longitude_deg, eased);
    view->look_up_deg = between(from->up_deg, to->up_deg, eased);
    view->look_heading_deg = between(from->heading_deg, to->heading_deg, eased);
    if (flight->sun_moves)
        turn_sun(flight->view.sun, flight->sun_to, eased, view->sun);
    const double turned = (double)frame / flight->frames;
    if (flight->turntable && flight->spins)
        scene->planets[view->target].rotation_rad += 2 * TR_PI * turned;
    else if (flight->turntable)
        view->longitude_deg -= 360 * turned;
    view->longitude_deg = fmod(view->longitude_deg, 360);
    view->distance_km = (1 + height) * scene->planets[view->target].recipe->radius_km;
}

double tr_day_longitude(const tr_scene *scene, int planet) {
    const double shoulder_deg = 40;
    const tr_vec sun = tr_scene_star(scene, planet);
    return atan2(-sun.z, sun.x) * (180 / TR_PI) + shoulder_deg;
}

static const tr_body *find_body(const tr_placement *placement, int planet) {
    const tr_body *body = placement->bodies;
    while (body->planet != planet)
        body++;
    return body;
}

double tr_flight_sun(const tr_flight *flight, tr_scene *scene) {
    tr_view first;
    tr_placement placement;
    tr_flight_frame(flight, 0, scene, &first);
    tr_placement_compute(scene, &first, &placement);
    const tr_body *body = find_body(&placement, first.target);
    return -tr_vec_dot(body->sun, body->centre_km) / body->distance_km;
}

void tr_flight_hold_sun(tr_flight *flight, tr_scene *scene) {
    tr_view first;
    tr_placement placement;
    tr_flight_frame(flight, 0, scene, &first);
    tr_placement_compute(scene, &first, &placement);
    const tr_mat back = tr_mat_transpose(&placement.look);
    const tr_vec sun = tr_mat_apply(&back, find_body(&placement, first.target)->sun);
    flight->view.sun[0] = sun.x, flight->view.sun[1] = sun.y, flight->view.sun[2] = sun.z;
}

// The largest extent of a planet in its radii, as long as its maps are unknown.
static double most_reach(const tr_recipe *recipe) {
    const double high_m = fmax(recipe->height_max_m, recipe->height_max_m - recipe->height_min_m);
    const double ground = 1 + fmax(high_m, 0) / (1000 * recipe->radius_km);
    return fmax(fmax(ground, 1 + recipe->air.thickness), tr_recipe_has_rings(recipe) ? recipe->rings.outer : 0);
}

// The width of a planet's maps for a disc of that radius. A point only needs a colour.
static int width_of(double radius_px) {
    enum { least_of_disc = 128, most = 8192 };
    int width = radius_px < 1 ? TR_MIN_WIDTH : least_of_disc;
    while (width < most && width < 3 * 2 * radius_px)
        width *= 2;
    return width;
}

void tr_flight_map_widths(const tr_flight *flight, bool near, tr_scene *scene, int widths[TR_MAX_PLANETS]) {
    const tr_camera_place *from = &flight->from, *to = flight->turntable ? from : &flight->to;
    for (int i = 0; i < scene->planet_count; i++)
        widths[i] = 0;
    for (int k = 0; k < flight->frames && scene->planet_count > 1; k++) {
        tr_view view;
        tr_placement placement;
        tr_flight_frame(flight, k, scene, &view);
        tr_placement_compute(scene, &view, &placement);
        for (int i = 0; i < placement.body_count; i++) {
            const tr_body *body = &placement.bodies[i];
            if (body->planet < 0 ||
                !tr_placement_in_view(&placement, body, most_reach(scene->planets[body->planet].recipe)))
                continue;
            const int width = width_of(body->radius_px);
            widths[body->planet] = width > widths[body->planet] ? width : widths[body->planet];
        }
    }
    const int target = flight->view.target;
    const double nearest = fmin(from->distance_radii, to->distance_radii);
    const double farthest = fmax(from->distance_radii, to->distance_radii);
    const tr_recipe *recipe = scene->planets[target].recipe;
    widths[target] = tr_view_map_width(&flight->view, nearest);
    if (!near)
        return;
    // Tiles show the near ground, so the maps are limited. Pictures from farther away have no tiles, and get
    // maps as wide as they need.
    if (tr_near_shows(&flight->view, recipe, farthest))
        widths[target] = widths[target] < TR_NEAR_MAP_WIDTH ? widths[target] : TR_NEAR_MAP_WIDTH;
    else if (tr_near_shows(&flight->view, recipe, nearest))
        widths[target] = tr_view_map_width(&flight->view, TR_NEAR_RADII);
}
