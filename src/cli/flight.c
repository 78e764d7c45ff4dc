#include "cli/flight.h"

#include "cli/commands.h"
#include "render/placement.h"

#include <math.h>

static double between(double from, double to, double share) { return from + (to - from) * share; }

void tr_flight_frame(const tr_flight *flight, int frame, tr_scene *scene, tr_view *view) {
    const tr_camera_place *from = &flight->from, *to = flight->turntable ? from : &flight->to;
    const double done = flight->frames > 1 ? frame / (flight->frames - 1.0) : 0;
    const double eased = done * done * (3 - 2 * done);
    const double height =
        (from->distance_radii - 1) * pow((to->distance_radii - 1) / (from->distance_radii - 1), eased);
    tr_scene_place(scene, flight->turntable ? flight->from_h : between(flight->from_h, flight->to_h, done));
    *view = flight->view;
    view->latitude_deg = between(from->latitude_deg, to->latitude_deg, eased);
    view->longitude_deg = between(from->longitude_deg, to->longitude_deg, eased);
    if (flight->turntable)
        view->longitude_deg -= 360.0 * frame / flight->frames;
    view->longitude_deg = fmod(view->longitude_deg, 360);
    view->distance_km = (1 + height) * scene->planets[view->target].recipe.radius_km;
}

double tr_day_longitude(const tr_scene *scene, int planet) {
    const double shoulder_deg = 40, *from = scene->planets[planet].position_km, *to = scene->star.position_km;
    double axes[3][3], sun[3];
    tr_scene_axes(scene, planet, axes);
    for (int k = 0; k < 3; k++)
        sun[k] =
            axes[0][k] * (to[0] - from[0]) + axes[1][k] * (to[1] - from[1]) + axes[2][k] * (to[2] - from[2]);
    return atan2(-sun[2], sun[0]) * (180 / TR_PI) + shoulder_deg;
}

static const tr_body *find_body(const tr_placement *placement, int planet) {
    const tr_body *body = placement->bodies;
    while (body->planet != planet)
        body++;
    return body;
}

void tr_flight_hold_sun(tr_flight *flight, tr_scene *scene) {
    tr_view first;
    tr_placement placement;
    tr_flight_frame(flight, 0, scene, &first);
    tr_placement_compute(scene, &first, &placement);
    const tr_vec sun = find_body(&placement, first.target)->sun;
    flight->view.sun[0] = sun.x, flight->view.sun[1] = sun.y, flight->view.sun[2] = sun.z;
}

int tr_flight_map_width(const tr_flight *flight, int planet, tr_scene *scene) {
    double largest_px = 0;
    if (planet == flight->view.target)
        return tr_picture_map_width(
            &flight->view, flight->turntable ? flight->from.distance_radii
                                             : fmin(flight->from.distance_radii, flight->to.distance_radii));
    for (int k = 0; k < flight->frames; k++) {
        tr_view view;
        tr_placement placement;
        tr_flight_frame(flight, k, scene, &view);
        tr_placement_compute(scene, &view, &placement);
        const tr_body *body = find_body(&placement, planet);
        if (tr_placement_in_view(&placement, body, 1))
            largest_px = fmax(largest_px, body->radius_px);
    }
    int width = 256; // enough for the colour of a point
    while (width < 8192 && width < 3 * 2 * largest_px)
        width *= 2;
    return width;
}
