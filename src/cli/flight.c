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
    view->look_up_deg = between(from->up_deg, to->up_deg, eased);
    view->look_heading_deg = between(from->heading_deg, to->heading_deg, eased);
    if (flight->turntable)
        view->longitude_deg -= 360.0 * frame / flight->frames;
    view->longitude_deg = fmod(view->longitude_deg, 360);
    view->distance_km = (1 + height) * scene->planets[view->target].recipe->radius_km;
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
    const tr_mat back = tr_mat_transpose(&placement.look);
    const tr_vec sun = tr_mat_apply(&back, find_body(&placement, first.target)->sun);
    flight->view.sun[0] = sun.x, flight->view.sun[1] = sun.y, flight->view.sun[2] = sun.z;
}

void tr_flight_map_widths(const tr_flight *flight, tr_scene *scene, int widths[TR_MAX_PLANETS]) {
    enum { least = 256 /* enough for the colour of a point */, most = 8192 };
    const tr_camera_place *from = &flight->from, *to = flight->turntable ? from : &flight->to;
    double largest_px[TR_MAX_PLANETS] = {0};
    for (int k = 0; k < flight->frames && scene->planet_count > 1; k++) {
        tr_view view;
        tr_placement placement;
        tr_flight_frame(flight, k, scene, &view);
        tr_placement_compute(scene, &view, &placement);
        for (int i = 0; i < placement.body_count; i++) {
            const tr_body *body = &placement.bodies[i];
            if (body->planet >= 0 && tr_placement_in_view(&placement, body, 1))
                largest_px[body->planet] = fmax(largest_px[body->planet], body->radius_px);
        }
    }
    for (int i = 0; i < scene->planet_count; i++)
        for (widths[i] = least; widths[i] < most && widths[i] < 3 * 2 * largest_px[i];)
            widths[i] *= 2;
    widths[flight->view.target] =
        tr_view_map_width(&flight->view, fmin(from->distance_radii, to->distance_radii));
}
