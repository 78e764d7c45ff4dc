#include "app/private/transfer.h"

#include <math.h>

static const double transfer_s = 0.6;

// ---- turns -------------------------------------------------------------------------------------

// The axis of a rotation, with its angle in radians as length.
static void turn_of(const tr_mat *m, double turn_rad[3]) {
    const double half = fmax(-1, fmin(1, (m->row[0].x + m->row[1].y + m->row[2].z - 1) / 2)),
                 angle = acos(half);
    const tr_vec axis = {m->row[2].y - m->row[1].z, m->row[0].z - m->row[2].x, m->row[1].x - m->row[0].y};
    const double length = tr_vec_length(axis);
    const double scale = length > 1e-9 ? angle / length : 0; // a rotation by 180 degrees has no axis here and
                                                             // is ignored
    turn_rad[0] = scale * axis.x, turn_rad[1] = scale * axis.y, turn_rad[2] = scale * axis.z;
}

// ---- places ------------------------------------------------------------------------------------

static tr_vec place_in_view(const tr_placement *placement, int planet) {
    tr_vec centre = {0, 0, -1};
    for (int i = 0; i < placement->body_count; i++)
        if (placement->bodies[i].planet == planet)
            centre = placement->bodies[i].centre_km;
    return centre;
}

// The point of a planet that is below the camera of a picture, in axes that do not rotate with the planet.
static void stand_over(const tr_scene *scene, const tr_placement *placement, int planet, tr_camera *camera) {
    const tr_mat scene_from_axis = tr_scene_axes(scene, planet);
    const tr_mat axis_from_scene = tr_mat_transpose(&scene_from_axis),
                 scene_from_view = tr_mat_transpose(&placement->view_from_scene);
    const tr_vec back = tr_vec_scale(place_in_view(placement, planet), -1);
    const tr_vec in_scene = tr_mat_apply(&scene_from_view, back),
                 out = tr_mat_apply(&axis_from_scene, in_scene);
    camera->distance_km = tr_vec_length(out);
    camera->latitude_deg = asin(fmax(-1, fmin(1, out.y / camera->distance_km))) * 180 / TR_PI;
    camera->longitude_deg = atan2(-out.z, out.x) * 180 / TR_PI;
    camera->look_up_deg = camera->look_heading_deg = 0;
    camera->looked = false; // the user has not turned it
}

void tr_transfer_begin(tr_transfer *transfer, const tr_scene *scene, const tr_view *seen, int planet,
                       const tr_camera *to, double now_s) {
    tr_placement before, after;
    tr_view view = *seen;
    tr_placement_compute(scene, seen, &before);
    *transfer = (tr_transfer){.going = true, .began_s = now_s, .from = *to, .to = *to};
    stand_over(scene, &before, planet, &transfer->from);
    tr_camera_fill_view(&transfer->from, &view);
    view.target = planet;
    for (int i = 0; i < 3; i++)
        view.turn_rad[i] = 0;
    tr_placement_compute(scene, &view, &after);
    const tr_mat back = tr_mat_transpose(&after.view_from_scene),
                 turn = tr_mat_multiply(&before.view_from_scene, &back);
    turn_of(&turn, transfer->turned_rad);
}

// ---- during a transfer ---------------------------------------------------------------------------

void tr_transfer_turn(tr_transfer *transfer, double degrees) {
    if (transfer->going && transfer->on_ground)
        transfer->to.longitude_deg = remainder(transfer->to.longitude_deg + degrees, 360);
}

static double mix(double a, double b, double s) { return a + s * (b - a); }

void tr_transfer_camera(tr_transfer *transfer, double now_s, tr_camera *camera, double turn_rad[3]) {
    const tr_camera *a = &transfer->from, *b = &transfer->to;
    const double t = fmax(0, (now_s - transfer->began_s) / transfer_s);
    const double s = t * t * (3 - 2 * t);
    transfer->going = transfer->going && t < 1;
    for (int i = 0; i < 3; i++)
        turn_rad[i] = transfer->going ? (1 - s) * transfer->turned_rad[i] : 0;
    *camera = transfer->to;
    if (!transfer->going)
        return;
    camera->latitude_deg = mix(a->latitude_deg, b->latitude_deg, s);
    camera->longitude_deg = a->longitude_deg + s * remainder(b->longitude_deg - a->longitude_deg, 360);
    camera->distance_km = a->distance_km * pow(b->distance_km / a->distance_km, s); // by ratios, as in zooming
    camera->look_up_deg = mix(a->look_up_deg, b->look_up_deg, s);
}
