#include "render/placement.h"

#include "render/layout.h"

#include <assert.h>
#include <stdlib.h>

// From the frame of a planet's maps to the frame of its axis: a rotation to the east, which is from +X to -Z.
static tr_mat axis_from_map(double rotation_rad) {
    const double c = cos(rotation_rad), s = sin(rotation_rad);
    return (tr_mat){{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}};
}

// From the frame of the target's axis to view space: above the point of that latitude and longitude, north up
// and east to the right, then rolled so that the axis leans to the right by the tilt.
static tr_mat view_from_axis(const tr_view *view, double tilt_deg) {
    const double lat = tr_radians(view->latitude_deg), lon = tr_radians(view->longitude_deg);
    const double c = cos(tr_radians(tilt_deg)), s = sin(tr_radians(tilt_deg));
    const tr_vec out = {cos(lat) * cos(lon), sin(lat), -cos(lat) * sin(lon)};
    const tr_vec east = {-sin(lon), 0, -cos(lon)};
    const tr_vec north = tr_vec_cross(out, east);
    return (tr_mat){{tr_vec_add(tr_vec_scale(east, c), tr_vec_scale(north, s)),
                     tr_vec_add(tr_vec_scale(east, -s), tr_vec_scale(north, c)), out}};
}

// The star's centre in view space: its place in the scene, or in the direction that the view requests.
static tr_vec star_centre(const tr_scene *scene, const tr_view *view, const tr_mat *view_from_scene) {
    const tr_vec target = {0, 0, -view->distance_km};
    const tr_scene_planet *planet = &scene->planets[view->target];
    const tr_vec offset = tr_vec_subtract(tr_vec_of(scene->star.position_km), tr_vec_of(planet->position_km));
    const double astronomical_unit_km = 149597870.7;
    double distance = tr_vec_length(offset);
    tr_vec direction = tr_vec_of(view->sun);
    const double length = tr_vec_length(direction);
    const bool placed = distance > planet->recipe->radius_km; // otherwise the scene has no place for the star
    if (length > 0)
        direction = tr_vec_scale(direction, 1 / length);
    else if (placed)
        direction = tr_mat_apply(view_from_scene, tr_vec_scale(offset, 1 / distance));
    else
        direction = tr_vec_normalize((tr_vec){-0.55, 0.35, 0.75});
    if (!placed)
        distance = astronomical_unit_km;
    return tr_vec_add(target, tr_vec_scale(direction, distance));
}

static void place_body(const tr_placement *placement, tr_vec centre, double radius_km, tr_body *body) {
    body->centre_km = centre;
    body->distance_km = tr_vec_length(centre);
    body->radius_km = radius_km;
    const double d = body->distance_km, r = radius_km;
    body->radius_px = d > r ? r / sqrt((d - r) * (d + r)) / placement->pixel_rad : INFINITY;
}

static void place_planet(const tr_scene *scene, const tr_view *view, int index, const tr_placement *placement,
                         tr_vec star, tr_body *body) {
    const tr_scene_planet *planet = &scene->planets[index], *target = &scene->planets[view->target];
    const tr_vec offset = tr_vec_subtract(tr_vec_of(planet->position_km), tr_vec_of(target->position_km));
    const tr_vec from_target = tr_mat_apply(&placement->view_from_scene, offset);
    const tr_vec centre = tr_vec_add(from_target, (tr_vec){0, 0, -view->distance_km});
    place_body(placement, centre, planet->recipe->radius_km, body);
    body->planet = index;
    const tr_vec towards = tr_vec_subtract(star, centre);
    const double distance = tr_vec_length(towards);
    body->sun = distance > 0 ? tr_vec_scale(towards, 1 / distance) : (tr_vec){0, 0, 1};
    body->sun_angle_rad = distance > 0 ? atan(scene->star.radius_km / distance) : 0;
    const tr_mat tilted = tr_scene_axes(scene, index), turned = axis_from_map(planet->rotation_rad);
    const tr_mat scene_from_map = tr_mat_multiply(&tilted, &turned);
    const tr_mat view_from_map = tr_mat_multiply(&placement->view_from_scene, &scene_from_map);
    body->map_from_view = tr_mat_transpose(&view_from_map);
    body->cloud_turn_rad = planet->cloud_turn_rad;
}

// From far to near; at equal distances by index, so that pictures do not depend on qsort.
static int compare_bodies(const void *left, const void *right) {
    const tr_body *a = left, *b = right;
    if (a->distance_km != b->distance_km)
        return a->distance_km > b->distance_km ? -1 : 1;
    return (a->planet > b->planet) - (a->planet < b->planet);
}

static tr_mat look_of(const tr_view *view) {
    const double up = tr_radians(view->look_up_deg), heading = tr_radians(view->look_heading_deg);
    const tr_vec top = {sin(heading), cos(heading), 0}, back = {0, 0, 1};
    return (tr_mat){{{cos(heading), -sin(heading), 0},
                     tr_vec_add(tr_vec_scale(top, cos(up)), tr_vec_scale(back, sin(up))),
                     tr_vec_subtract(tr_vec_scale(back, cos(up)), tr_vec_scale(top, sin(up)))}};
}

// A rotation of the view round an axis through the camera (Rodrigues' formula).
static tr_mat turn_of(tr_vec axis, double angle) {
    const double c = cos(angle), s = sin(angle), rest = 1 - c, x = axis.x, y = axis.y, z = axis.z;
    return (tr_mat){{{c + rest * x * x, rest * x * y - s * z, rest * x * z + s * y},
                     {rest * x * y + s * z, c + rest * y * y, rest * y * z - s * x},
                     {rest * x * z - s * y, rest * y * z + s * x, c + rest * z * z}}};
}

// Tilts the camera up from the target's centre.
static void look_up(const tr_view *view, tr_placement *placement) {
    const tr_vec axis = tr_vec_of(view->turn_rad);
    const double angle = tr_vec_length(axis);
    placement->look = look_of(view);
    if (angle > 0) {
        const tr_mat turn = turn_of(tr_vec_scale(axis, 1 / angle), angle);
        placement->look = tr_mat_multiply(&turn, &placement->look);
    }
    const tr_mat back = tr_mat_transpose(&placement->look);
    placement->view_from_scene = tr_mat_multiply(&placement->look, &placement->view_from_scene);
    for (int i = 0; i < placement->body_count; i++) {
        tr_body *body = &placement->bodies[i];
        body->centre_km = tr_mat_apply(&placement->look, body->centre_km);
        body->sun = tr_mat_apply(&placement->look, body->sun);
        body->map_from_view = tr_mat_multiply(&body->map_from_view, &back);
    }
}

static void place_part(const tr_view *view, tr_placement *placement) {
    const bool whole = view->part.width_px <= 0;
    const tr_view_part all = {0, 0, view->width_px, view->height_px}, *part = whole ? &all : &view->part;
    const double size[2] = {view->width_px, view->height_px}, cut[2] = {part->width_px, part->height_px};
    const double low[2] = {part->x_px, size[1] - part->y_px - cut[1]};
    for (int k = 0; k < 2; k++) {
        placement->part_grow[k] = size[k] / cut[k];
        placement->part_shift[k] = (size[k] - 2 * low[k] - cut[k]) / cut[k];
    }
    placement->part_px[0] = part->width_px, placement->part_px[1] = part->height_px;
}

void tr_placement_compute(const tr_scene *scene, const tr_view *view, tr_placement *placement) {
    assert(scene->planet_count >= 1 && scene->planet_count <= TR_MAX_PLANETS);
    assert(view->target >= 0 && view->target < scene->planet_count);
    assert(view->width_px > 0 && view->height_px > 0);
    const double w = view->width_px, h = view->height_px, shorter = fmax(fmin(w - 2 * view->margin_px, h), 1);
    const double tangent = tan(tr_radians(TR_FIELD_OF_VIEW_DEG) / 2);
    placement->tangent[0] = tangent * w / shorter;
    placement->tangent[1] = tangent * h / shorter;
    placement->pixel_rad = 2 * tangent / shorter;
    place_part(view, placement);

    const tr_mat tilted = tr_scene_axes(scene, view->target), untilted = tr_mat_transpose(&tilted);
    const tr_mat camera = view_from_axis(view, scene->planets[view->target].recipe->tilt_deg);
    placement->view_from_scene = tr_mat_multiply(&camera, &untilted);

    const tr_vec star = star_centre(scene, view, &placement->view_from_scene);
    placement->body_count = scene->planet_count + 1;
    place_body(placement, star, scene->star.radius_km, &placement->bodies[0]);
    placement->bodies[0].planet = TR_STAR_BODY;
    for (int i = 0; i < scene->planet_count; i++)
        place_planet(scene, view, i, placement, star, &placement->bodies[i + 1]);
    look_up(view, placement);
    qsort(placement->bodies, (size_t)placement->body_count, sizeof placement->bodies[0], compare_bodies);
}

// Angles from the middle of the picture to the body's centre and to the picture's corners.
void tr_placement_angles(const tr_placement *placement, const tr_body *body, double *away, double *corner) {
    *corner = atan(tr_hypot(placement->tangent[0], placement->tangent[1])) + 4 * placement->pixel_rad;
    *away = acos(fmax(-1, fmin(1, -body->centre_km.z / body->distance_km)));
}

bool tr_placement_in_view(const tr_placement *placement, const tr_body *body, double radii) {
    const double bounding_radius = radii * body->radius_km;
    if (body->distance_km <= bounding_radius)
        return true;
    double away, corner;
    tr_placement_angles(placement, body, &away, &corner);
    return away - asin(bounding_radius / body->distance_km) < corner;
}

double tr_body_footprint(const tr_placement *placement, const tr_body *body) {
    const double distance = body->distance_km / body->radius_km;
    const double nearest = fmax(distance - 1, 1e-3), horizon = sqrt(nearest * (distance + 1));
    const double aslant = 1.2; // foreshortening of the ground at 45 degrees
    return aslant * placement->pixel_rad * sqrt(nearest * horizon);
}

tr_mat tr_body_disc(const tr_body *body) {
    const tr_vec z = tr_vec_scale(body->centre_km, -1 / body->distance_km);
    const tr_vec aside = fabs(z.y) < 0.9 ? (tr_vec){0, 1, 0} : (tr_vec){1, 0, 0};
    const tr_vec x = tr_vec_normalize(tr_vec_cross(aside, z));
    return (tr_mat){{x, tr_vec_cross(z, x), z}};
}

double tr_plane_radius(double q, double distance) {
    return q * distance / sqrt((distance - q) * (distance + q));
}

double tr_view_fit(const tr_recipe *recipe, int width_px, int height_px, double latitude_deg, double fraction) {
    const double shorter = fmin(width_px, height_px), tangent = tan(tr_radians(TR_FIELD_OF_VIEW_DEG) / 2);
    const double air = 1 + recipe->air.thickness; // must be completely visible
    double distance = fmax(sqrt(1 + 1 / pow(tangent * fraction, 2)), air * sqrt(1 + 1 / pow(tangent, 2)));
    const double capacity[2] = {0.95 * tangent * width_px / shorter, 0.9 * tangent * height_px / shorter};
    const double tilt = tr_radians(recipe->tilt_deg), lat = tr_radians(latitude_deg);
    for (int i = 0; i < 64 && tr_recipe_has_rings(recipe);
         i++) { // points of the outer edge, as in view_from_axis
        const double angle = 2 * TR_PI * i / 64, outer = recipe->rings.outer;
        const double east = outer * sin(angle), north = -outer * cos(angle) * sin(lat);
        const double x = east * cos(tilt) + north * sin(tilt), y = north * cos(tilt) - east * sin(tilt);
        const double nearer = outer * cos(angle) * cos(lat);
        distance = fmax(distance, fmax(fabs(x) / capacity[0], fabs(y) / capacity[1]) + nearer);
    }
    return distance;
}

// Texels round the planet for a map or a cube, at one per pixel.
static double flat_texels(const tr_view *view, double distance_radii) {
    const double zoom = fmin((distance_radii - 1) / (TR_WHOLE_RADII - 1), 1);
    const double width_px = view->width_px - 2 * view->margin_px, height_px = view->height_px - view->top_px;
    const double across = view->layout == TR_VIEW_SPLIT ? 0.5 * width_px : width_px;
    return fmin(across, height_px * (view->layout == TR_VIEW_CUBE ? 4.0 / 3 : 2)) / zoom;
}

int tr_view_map_width(const tr_view *view, double distance_radii) {
    const double one_a_pixel = 8 * view->height_px / (distance_radii - 1); // in the middle of the disc
    // the resolution of the HDR framebuffer, where that is cheap
    double texels = view->sharp ? fmax(one_a_pixel, fmin(2 * one_a_pixel, 4096)) : one_a_pixel;
    if (view->layout == TR_VIEW_MAP || view->layout == TR_VIEW_CUBE)
        texels = flat_texels(view, distance_radii);
    else if (view->layout == TR_VIEW_SPLIT)
        texels = fmax(texels, flat_texels(view, distance_radii));
    int width = 512;
    while (width < 8192 && width < texels)
        width *= 2;
    return width;
}
