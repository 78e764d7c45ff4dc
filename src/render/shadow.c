#include "render/private/shadow.h"

// Shadows that remove a smaller fraction of the light are not painted.
static const double least_fraction = 0.004;

// Whether an occluder may cover a part of the star for any point within `bounding_radius` of the body's centre.
static bool may_shade(const tr_body *body, const tr_occluder *occluder, double bounding_radius) {
    const double along = tr_vec_dot(occluder->centre, body->sun);
    const double away = tr_vec_length(tr_vec_subtract(occluder->centre, tr_vec_scale(body->sun, along)));
    return along + bounding_radius > 0 && occluder->most > least_fraction &&
           away < occluder->radius + bounding_radius + body->sun_angle_rad * (along + bounding_radius);
}

static void insert(tr_shadow *shadow, const tr_occluder *found) {
    int place = shadow->count;
    while (place > 0 && shadow->occluders[place - 1].most < found->most)
        place--;
    if (place >= TR_MOST_OCCLUDERS - 1)
        return;
    if (shadow->count < TR_MOST_OCCLUDERS - 1)
        shadow->count++;
    for (int i = shadow->count - 1; i > place; i--)
        shadow->occluders[i] = shadow->occluders[i - 1];
    shadow->occluders[place] = *found;
}

void tr_shadow_find(const tr_placement *placement, const tr_body *body, double bounding_radius,
                    tr_shadow *shadow) {
    *shadow = (tr_shadow){.count = 0};
    for (int i = 0; i < placement->body_count; i++) {
        const tr_body *other = &placement->bodies[i];
        if (other->planet == body->planet || other->planet == TR_STAR_BODY)
            continue;
        tr_occluder found = {
            .centre = tr_vec_scale(tr_vec_subtract(other->centre_km, body->centre_km), 1 / body->radius_km),
            .radius = other->radius_km / body->radius_km};
        const double nearest = fmax(tr_vec_length(found.centre) - bounding_radius, 1e-6);
        const double ratio = fmin(found.radius / fmax(body->sun_angle_rad * nearest, 1e-9), 1);
        found.most = ratio * ratio;
        if (may_shade(body, &found, bounding_radius))
            insert(shadow, &found);
    }
}

double tr_shadow_left(const tr_shadow *shadow, const tr_body *body) {
    double left = 1;
    for (int i = 0; i < shadow->count; i++) {
        const tr_occluder *o = &shadow->occluders[i];
        const double along = tr_vec_dot(o->centre, body->sun), wide = fmax(body->sun_angle_rad * along, 1e-5);
        const double away = tr_vec_length(tr_vec_subtract(o->centre, tr_vec_scale(body->sun, along)));
        const double less = fmin(wide, o->radius), ratio = less / fmax(wide, o->radius);
        const double x = fmax(0, fmin(1, (wide + o->radius - away) / (2 * less))), step = x * x * (3 - 2 * x);
        const double fraction = step + ratio * (x * (1 + x) / 2 - step), most = fmin(o->radius / wide, 1);
        left *= along > 0 ? 1 - fraction * most * most : 1;
    }
    return left;
}

enum { FEW_OCCLUDERS = 2 }; // shaders/shadow.frag

const char *tr_shadow_defines(const tr_shadow *shadow, bool ringed) {
    static const char *const defines[3][2] = {
        {"", "#define RINGED\n"},
        {"#define ECLIPSE\n", "#define ECLIPSE\n#define RINGED\n"},
        {"#define ECLIPSE\n#define MANY\n", "#define ECLIPSE\n#define MANY\n#define RINGED\n"}};
    return defines[shadow->count == 0 ? 0 : shadow->count <= FEW_OCCLUDERS ? 1 : 2][ringed];
}

static void set_rings(const tr_program *program, const tr_shadow *shadow, const tr_body *body,
                      const tr_recipe *recipe, const tr_mat *frame_from_view) {
    const tr_mat rings = tr_body_rings(body), view_from_frame = tr_mat_transpose(frame_from_view);
    const tr_mat rings_from_frame = tr_mat_multiply(&rings, &view_from_frame);
    tr_program_set_matrix(program->at[TR_UNIFORM_rings_from_disc], &rings_from_frame);
    tr_program_set_vec(program->at[TR_UNIFORM_sun_on_rings], tr_mat_apply(&rings, body->sun));
    glUniform2f(program->at[TR_UNIFORM_ring_edges], (float)recipe->rings.inner, (float)recipe->rings.outer);
    tr_gl_bind(TR_UNIT_RING, GL_TEXTURE_2D, shadow->rings);
}

void tr_shadow_set(const tr_program *program, const tr_shadow *shadow, const tr_body *body,
                   const tr_recipe *recipe, const tr_mat *frame_from_view) {
    const int count = shadow->count <= FEW_OCCLUDERS ? FEW_OCCLUDERS : TR_MOST_OCCLUDERS;
    float balls[TR_MOST_OCCLUDERS][4];
    for (int i = 0; i < count; i++) {
        const tr_occluder away = {.centre = tr_vec_scale(body->sun, -1e4), .radius = 1};
        const tr_occluder *ball = i < shadow->count ? &shadow->occluders[i] : &away;
        const tr_vec centre = tr_mat_apply(frame_from_view, ball->centre);
        balls[i][0] = (float)centre.x, balls[i][1] = (float)centre.y, balls[i][2] = (float)centre.z;
        balls[i][3] = (float)ball->radius;
    }
    const tr_vec sun = tr_mat_apply(frame_from_view, body->sun);
    tr_program_set_vec(program->at[TR_UNIFORM_sun], sun);
    tr_program_set_vec(program->at[TR_UNIFORM_shadow_sun], sun);
    glUniform1f(program->at[TR_UNIFORM_sun_angle], (float)body->sun_angle_rad);
    glUniform1f(program->at[TR_UNIFORM_shadow_sun_angle], (float)body->sun_angle_rad);
    glUniform4fv(program->at[TR_UNIFORM_occluders], count, balls[0]);
    if (shadow->rings)
        set_rings(program, shadow, body, recipe, frame_from_view);
}

tr_mat tr_body_rings(const tr_body *body) {
    const tr_mat *map = &body->map_from_view;
    return (tr_mat){{map->row[0], tr_vec_scale(map->row[2], -1), map->row[1]}};
}
