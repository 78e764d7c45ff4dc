#include "app/private/overlay.h"

#include <math.h>

static const double far_radii = 9; // from this distance outwards orbits are of more interest than the ground

typedef struct screen {
    const tr_view *view;
    const tr_placement *placement;
    double units, width; // window units in a pixel; of the picture, in window units
} screen;

// Projects a point of view space to window units. Returns whether the picture shows that place.
static bool project(const screen *s, tr_vec at, double *x, double *y) {
    const double w = s->view->width_px, h = s->view->height_px;
    *x = 0.5 * w * (1 - at.x / at.z / s->placement->tangent[0]) * s->units;
    *y = 0.5 * h * (1 + at.y / at.z / s->placement->tangent[1]) * s->units;
    return s->view->layout == TR_VIEW_GLOBE && at.z < 0 && *x > 0 && *x<s->width && * y> 0 && *y < h * s->units;
}

static void note_bodies(tr_app *app, const screen *s) {
    const tr_panel_body *target = &app->drawn.bodies[app->document.target];
    double nearest_km = 0;
    for (int i = s->placement->body_count - 1; i >= 0; i--) { // from near to far
        const tr_body *from = &s->placement->bodies[i];
        if (from->planet == TR_STAR_BODY)
            continue;
        tr_panel_body *body = &app->drawn.bodies[from->planet];
        body->seen = project(s, from->centre_km, &body->x, &body->y);
        body->radius = from->radius_px * s->units;
        if (body == target)
            nearest_km = from->distance_km;
        else if (nearest_km > 0 && tr_hypot(body->x - target->x, body->y - target->y) < target->radius)
            body->seen = false; // behind the target
    }
}

// ---- orbits --------------------------------------------------------------------------------------

// Whether a body covers a point of the picture.
static bool covers(const screen *s, const tr_body *body, tr_vec at, double x, double y) {
    double middle[2];
    project(s, body->centre_km, &middle[0], &middle[1]);
    return tr_vec_length(at) > body->distance_km &&
           tr_hypot(x - middle[0], y - middle[1]) < body->radius_px * s->units;
}

static const tr_body *find_centre(const tr_scene *scene, const tr_placement *placement, int planet) {
    const int centre = tr_scene_centre(scene, planet);
    for (int i = 0; i < placement->body_count; i++)
        if (placement->bodies[i].planet == (centre == TR_AROUND_STAR ? TR_STAR_BODY : centre))
            return &placement->bodies[i];
    return NULL;
}

static void note_orbit(const tr_scene *scene, const screen *s, int planet, tr_panel_orbit *orbit) {
    const tr_vec target = tr_vec_of(scene->planets[s->view->target].position_km),
                 middle = tr_mat_apply(&s->placement->look, (tr_vec){0, 0, -s->view->distance_km});
    const tr_body *centre = find_centre(scene, s->placement, planet);
    orbit->seen = centre && scene->planets[planet].orbit.radius_km > 0;
    for (int k = 0; k < TR_ORBIT_POINTS && orbit->seen; k++) {
        const tr_vec point = tr_scene_orbit(scene, planet, 2 * TR_PI * k / TR_ORBIT_POINTS),
                     turned = tr_mat_apply(&s->placement->view_from_scene, tr_vec_subtract(point, target)),
                     at = tr_vec_add(turned, middle);
        double x, y;
        project(s, at, &x, &y);
        orbit->hidden[k] = !(at.z < 0) || covers(s, centre, at, x, y);
        orbit->points[k][0] = (float)x, orbit->points[k][1] = (float)y;
    }
}

void tr_overlay_note(tr_app *app, const tr_view *view, int width_px, const tr_placement *placement) {
    const double units = 1 / app->drawn.pixels_per_unit;
    const screen s = {view, placement, units, width_px * units};
    const tr_scene *scene = app->document.scene;
    note_bodies(app, &s);
    const bool from_afar = view->layout == TR_VIEW_GLOBE &&
                           view->distance_km > far_radii * scene->planets[view->target].recipe->radius_km;
    for (int i = 0; i < scene->planet_count; i++) {
        app->drawn.orbits[i].seen = false;
        if (from_afar)
            note_orbit(scene, &s, i, &app->drawn.orbits[i]);
    }
}
