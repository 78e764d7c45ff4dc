#include "app/private/camera.h"

#include <math.h>

static const double farthest_radii = 900, first_radii = 3.9, first_latitude_deg = 12;
static const double steepest_latitude_deg = 89.9;
static const double first_azimuth_deg = -50, first_elevation_deg = 22;
static const double zoom_of_click = 0.85;
static const double left_by_flight = 0.3;   // fraction of the height that remains
static const double largest_turn_deg = 0.5; // per pixel, when the planet is far away
static const double sun_turn_deg = 0.4;     // per pixel
static const double highest_look = 1.5;     // times the angle of the horizon, so that from far away the planet
                                            // stays in view

static const double first_tilt_radii = 0.3, whole_tilt_radii = 0.015; // heights
static const double below_horizon_deg = 14;                           // the view direction at the lower height

static double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

static double wrap_deg(double angle) { return remainder(angle, 360); }

void tr_camera_reset(tr_camera *camera, const tr_recipe *planet, bool own_sun) {
    const double whole = tr_view_fit(planet, 1, 1, first_latitude_deg, 1); // fits the shorter side: windows are
                                                                           // wider than high
    *camera = (tr_camera){.latitude_deg = first_latitude_deg,
                          .distance_km = fmax(first_radii, whole) * planet->radius_km,
                          .own_sun = own_sun,
                          .sun_azimuth_deg = first_azimuth_deg,
                          .sun_elevation_deg = first_elevation_deg};
}

void tr_camera_face_day(tr_camera *camera, const tr_scene *scene, int target) {
    double best = INFINITY, longitude = camera->longitude_deg;
    for (int lon = -180; lon < 180 && !camera->own_sun; lon += 5) {
        tr_view view = {.width_px = 1, .height_px = 1, .target = target};
        tr_placement placement;
        tr_camera_fill_view(camera, &view);
        view.longitude_deg = lon;
        tr_placement_compute(scene, &view, &placement);
        tr_camera_follow_sun(camera, &placement, target);
        const double off = fabs(wrap_deg(camera->sun_azimuth_deg - first_azimuth_deg));
        if (off < best)
            best = off, longitude = lon;
    }
    camera->longitude_deg = longitude;
}

void tr_camera_clamp(tr_camera *camera, double ground_km) {
    camera->distance_km = clamp(camera->distance_km, TR_NEAREST * ground_km, farthest_radii * ground_km);
    const double horizon_deg = asin(ground_km / camera->distance_km) * 180 / TR_PI;
    camera->look_up_deg = clamp(camera->look_up_deg, 0, highest_look * horizon_deg);
}

void tr_camera_orbit(tr_camera *camera, const tr_recipe *planet, double dx, double dy, double pixel_rad) {
    const double height_radii = camera->distance_km / planet->radius_km - 1;
    const double degrees = fmin(pixel_rad * height_radii * 180 / TR_PI, largest_turn_deg);
    // The picture is rolled so that the axis leans to the right.
    const double c = cos(tr_radians(planet->tilt_deg)), s = sin(tr_radians(planet->tilt_deg));
    const double east = c * dx + s * dy, north = s * dx - c * dy;
    const double parallel = fmax(cos(tr_radians(camera->latitude_deg)), 0.2); // circles of latitude are shorter
                                                                              // near the poles
                                                                              // near the poles
    camera->longitude_deg = wrap_deg(camera->longitude_deg - east * degrees / parallel);
    camera->latitude_deg =
        clamp(camera->latitude_deg - north * degrees, -steepest_latitude_deg, steepest_latitude_deg);
}

// The automatic tilt of the camera: the nearer the ground, the nearer the view is to the horizon.
static double tilt_deg(double distance_km, double ground_km) {
    const double height = distance_km / ground_km - 1;
    const double t = clamp(log(first_tilt_radii / height) / log(first_tilt_radii / whole_tilt_radii), 0, 1);
    return t * t * (3 - 2 * t) * (asin(ground_km / distance_km) * 180 / TR_PI - below_horizon_deg);
}

void tr_camera_zoom(tr_camera *camera, double ground_km, double clicks) {
    const double before = tilt_deg(camera->distance_km, ground_km);
    const double height_km = (camera->distance_km - ground_km) * pow(zoom_of_click, clicks);
    camera->distance_km = ground_km + height_km;
    tr_camera_clamp(camera, ground_km);
    if (!camera->looked)
        camera->look_up_deg += tilt_deg(camera->distance_km, ground_km) - before;
    tr_camera_clamp(camera, ground_km);
}

int tr_camera_limit(const tr_camera *camera, double ground_km) {
    const double margin = 1e-9;
    return camera->distance_km <= TR_NEAREST * ground_km * (1 + margin)       ? -1
           : camera->distance_km >= farthest_radii * ground_km * (1 - margin) ? 1
                                                                              : 0;
}

static tr_vec over(double latitude_deg, double longitude_deg) {
    const double latitude = tr_radians(latitude_deg), longitude = tr_radians(longitude_deg);
    return (tr_vec){cos(latitude) * cos(longitude), sin(latitude), cos(latitude) * sin(longitude)};
}

// Zooms about a place of the ground. Near the ground, which is almost flat, the picture scales about that
// place, so the distance between it and the point below the camera shrinks in proportion to the height.
void tr_camera_zoom_to(tr_camera *camera, double ground_km, double clicks, double latitude_deg,
                       double longitude_deg) {
    const double before = camera->distance_km - ground_km;
    tr_camera_zoom(camera, ground_km, clicks);
    const double fraction = 1 - (camera->distance_km - ground_km) / before;
    if (!(fraction > 0))
        return;
    const tr_vec from = over(camera->latitude_deg, camera->longitude_deg),
                 to = over(latitude_deg, longitude_deg);
    const tr_vec chord = tr_vec_add(tr_vec_scale(from, 1 - fraction), tr_vec_scale(to, fraction));
    camera->latitude_deg = clamp(atan2(chord.y, tr_hypot(chord.x, chord.z)) * 180 / TR_PI,
                                 -steepest_latitude_deg, steepest_latitude_deg);
    camera->longitude_deg = atan2(chord.z, chord.x) * 180 / TR_PI;
}

void tr_camera_hold(tr_camera *camera, const double found_deg[2], const double held_deg[2]) {
    const tr_vec from = over(found_deg[0], found_deg[1]), to = over(held_deg[0], held_deg[1]),
                 at = over(camera->latitude_deg, camera->longitude_deg);
    const tr_vec axis = tr_vec_cross(from, to), turned = tr_vec_cross(axis, at);
    const double c = tr_vec_dot(from, to), along = tr_vec_dot(axis, at) / (1 + c);
    if (!(c > 0))
        return;
    const tr_vec d = tr_vec_add(tr_vec_add(tr_vec_scale(at, c), turned), tr_vec_scale(axis, along));
    camera->latitude_deg =
        clamp(atan2(d.y, tr_hypot(d.x, d.z)) * 180 / TR_PI, -steepest_latitude_deg, steepest_latitude_deg);
    camera->longitude_deg = atan2(d.z, d.x) * 180 / TR_PI;
}

void tr_camera_go_over(tr_camera *camera, double ground_km, double latitude_deg, double longitude_deg) {
    camera->latitude_deg = clamp(latitude_deg, -steepest_latitude_deg, steepest_latitude_deg);
    camera->longitude_deg = wrap_deg(longitude_deg);
    camera->distance_km = ground_km + left_by_flight * (camera->distance_km - ground_km);
    camera->look_up_deg = camera->look_heading_deg = 0;
    camera->looked = false;
    tr_camera_clamp(camera, ground_km);
}

void tr_camera_look_around(tr_camera *camera, double ground_km, double dx, double dy, double pixel_rad) {
    const double degrees = pixel_rad * 180 / TR_PI;
    camera->looked = true;
    camera->look_up_deg += dy * degrees;
    camera->look_heading_deg = wrap_deg(camera->look_heading_deg - dx * degrees);
    tr_camera_clamp(camera, ground_km);
}

void tr_camera_drag_sun(tr_camera *camera, double dx, double dy) {
    camera->own_sun = true;
    camera->sun_azimuth_deg = wrap_deg(camera->sun_azimuth_deg + dx * sun_turn_deg);
    camera->sun_elevation_deg = clamp(camera->sun_elevation_deg - dy * sun_turn_deg, -90, 90);
}

void tr_camera_follow_sun(tr_camera *camera, const tr_placement *placement, int target) {
    if (camera->own_sun)
        return;
    for (int i = 0; i < placement->body_count; i++) {
        const tr_body *body = &placement->bodies[i];
        if (body->planet != target)
            continue;
        const tr_mat back = tr_mat_transpose(&placement->look);
        const tr_vec sun = tr_mat_apply(&back, body->sun);
        camera->sun_azimuth_deg = atan2(sun.x, sun.z) * 180 / TR_PI;
        camera->sun_elevation_deg = asin(clamp(sun.y, -1, 1)) * 180 / TR_PI;
    }
}

void tr_camera_fill_view(const tr_camera *camera, tr_view *view) {
    view->latitude_deg = camera->latitude_deg;
    view->longitude_deg = camera->longitude_deg;
    view->distance_km = camera->distance_km;
    view->look_up_deg = camera->look_up_deg;
    view->look_heading_deg = camera->look_heading_deg;
    const double azimuth = tr_radians(camera->sun_azimuth_deg),
                 elevation = tr_radians(camera->sun_elevation_deg);
    view->sun[0] = camera->own_sun ? cos(elevation) * sin(azimuth) : 0;
    view->sun[1] = camera->own_sun ? sin(elevation) : 0;
    view->sun[2] = camera->own_sun ? cos(elevation) * cos(azimuth) : 0;
}
