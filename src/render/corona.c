#include "render/private/corona.h"
#include "base/maths.h"

// Where the ray to a place in the disc's frame passes the centre.
static void pass(tr_vec place, double distance, double to[2]) {
    const double across = tr_hypot(place.x, place.y), before = distance - place.z;
    const double scale = distance / tr_hypot(across, before);
    to[0] = place.x * scale, to[1] = place.y * scale;
}

static tr_prominence see(const tr_arch *a, double distance) {
    tr_prominence p = {.strength = 0};
    double top[2], side[2];
    pass(a->foot, distance, p.foot);
    pass(tr_vec_scale(a->foot, 1 + a->height), distance, top);
    pass(tr_vec_add(a->foot, tr_vec_scale(a->along, a->half_width)), distance, side);
    const double right[2] = {side[0] - p.foot[0], side[1] - p.foot[1]};
    const double up[2] = {top[0] - p.foot[0], top[1] - p.foot[1]};
    const double area = right[0] * up[1] - right[1] * up[0], whole = a->half_width * a->height;
    // an arch seen edge-on would be a line without width
    const double spread = tr_smooth(0.15, 0.5, fabs(area) / whole);
    p.strength = spread * tr_smooth(0.1, 0.6, (tr_hypot(top[0], top[1]) - 1) / a->height);
    if (p.strength > 0) {
        p.inverse[0] = up[1] / area, p.inverse[1] = -up[0] / area;
        p.inverse[2] = -right[1] / area, p.inverse[3] = right[0] / area;
    }
    return p;
}

void tr_corona_find(const tr_body *body, const tr_recipe *recipe, tr_prominence found[TR_PROMINENCES]) {
    const tr_mat disc = tr_body_disc(body), view_from_map = tr_mat_transpose(&body->map_from_view),
                 disc_from_map = tr_mat_multiply(&disc, &view_from_map);
    for (int i = 0; i < TR_PROMINENCES; i++)
        found[i] = (tr_prominence){.strength = 0};
    for (int i = 0; i < TR_ARCHES; i++) {
        tr_arch a = tr_arch_draw(recipe, i);
        a.foot = tr_mat_apply(&disc_from_map, a.foot);
        a.along = tr_mat_apply(&disc_from_map, a.along);
        const tr_prominence p = see(&a, body->distance_km / body->radius_km);
        int place = TR_PROMINENCES;
        for (; place > 0 && found[place - 1].strength < p.strength; place--)
            if (place < TR_PROMINENCES)
                found[place] = found[place - 1];
        if (place < TR_PROMINENCES)
            found[place] = p;
    }
}

void tr_corona_set(const tr_program *program, const tr_body *body, const tr_recipe *recipe) {
    tr_prominence found[TR_PROMINENCES];
    float axes[TR_PROMINENCES][4], feet[TR_PROMINENCES][3];
    tr_corona_find(body, recipe, found);
    for (int i = 0; i < TR_PROMINENCES; i++) {
        for (int k = 0; k < 4; k++)
            axes[i][k] = (float)found[i].inverse[k];
        feet[i][0] = (float)found[i].foot[0], feet[i][1] = (float)found[i].foot[1];
        feet[i][2] = (float)found[i].strength;
    }
    tr_program_set_vec(program->at[TR_UNIFORM_corona_place], tr_corona_place(recipe));
    glUniform4fv(program->at[TR_UNIFORM_prominence_axes], TR_PROMINENCES, axes[0]);
    glUniform3fv(program->at[TR_UNIFORM_prominence_feet], TR_PROMINENCES, feet[0]);
}
