#include "render/private/corona.h"

#include "base/hash.h"

enum { ALL = 12 }; // round the star

// An arch stands on the ground over a line across its foot.
typedef struct arch {
    tr_vec foot, along; // unit
    double half_width, height;
} arch;

static double draw(uint64_t seed, int i, int k) {
    return tr_hash_unit(tr_hash_pair(seed, (uint64_t)i * 16 + (uint64_t)k));
}

// In the frame of the planet's maps. They lie along lines that lean to the equator, most of them within 60
// degrees of it.
static arch draw_arch(uint64_t seed, int i) {
    const double longitude = 2 * TR_PI * (i + draw(seed, i, 0)) / ALL, side = draw(seed, i, 1) < 0.5 ? -1 : 1;
    const double latitude = side * tr_radians(8 + 50 * draw(seed, i, 2)),
                 lean = side * (0.5 + draw(seed, i, 3));
    const tr_vec east = {-sin(longitude), 0, -cos(longitude)};
    const tr_vec foot = {cos(latitude) * cos(longitude), sin(latitude), -cos(latitude) * sin(longitude)};
    const tr_vec north = tr_vec_cross(foot, east);
    const double large = draw(seed, i, 4), size = 0.025 + 0.1 * large * large * large;
    return (arch){.foot = foot,
                  .along = tr_vec_add(tr_vec_scale(east, cos(lean)), tr_vec_scale(north, sin(lean))),
                  .half_width = size * (0.7 + 1.3 * draw(seed, i, 5)),
                  .height = size * (0.8 + 0.6 * draw(seed, i, 6))};
}

// Where the line of sight to a place, which is in the disc's frame, passes the centre.
static void pass(tr_vec place, double distance, double to[2]) {
    const double across = hypot(place.x, place.y), before = distance - place.z;
    const double scale = distance / hypot(across, before);
    to[0] = place.x * scale, to[1] = place.y * scale;
}

static double smooth(double from, double to, double x) {
    const double t = fmin(fmax((x - from) / (to - from), 0), 1);
    return t * t * (3 - 2 * t);
}

static tr_prominence see(const arch *a, double distance) {
    tr_prominence p = {.strength = 0};
    double top[2], side[2];
    pass(a->foot, distance, p.foot);
    pass(tr_vec_scale(a->foot, 1 + a->height), distance, top);
    pass(tr_vec_add(a->foot, tr_vec_scale(a->along, a->half_width)), distance, side);
    const double right[2] = {side[0] - p.foot[0], side[1] - p.foot[1]};
    const double up[2] = {top[0] - p.foot[0], top[1] - p.foot[1]};
    const double area = right[0] * up[1] - right[1] * up[0], whole = a->half_width * a->height;
    // one that is seen along its line would be a stroke of no width
    const double spread = smooth(0.15, 0.5, fabs(area) / whole);
    p.strength = spread * smooth(0.1, 0.6, (hypot(top[0], top[1]) - 1) / a->height);
    if (p.strength > 0) {
        p.inverse[0] = up[1] / area, p.inverse[1] = -up[0] / area;
        p.inverse[2] = -right[1] / area, p.inverse[3] = right[0] / area;
    }
    return p;
}

void tr_corona_find(const tr_body *body, const tr_recipe *recipe, tr_prominence found[TR_PROMINENCES]) {
    const uint64_t seed = tr_recipe_seed(recipe, "prominences");
    const tr_mat disc = tr_body_disc(body), view_from_map = tr_mat_transpose(&body->map_from_view),
                 disc_from_map = tr_mat_multiply(&disc, &view_from_map);
    for (int i = 0; i < TR_PROMINENCES; i++)
        found[i] = (tr_prominence){.strength = 0};
    for (int i = 0; i < ALL; i++) {
        arch a = draw_arch(seed, i);
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

bool tr_corona_exists(const tr_recipe *recipe) {
    return recipe->limb_darkening > 0 && recipe->air.glow > 0 && recipe->air.thickness > 0;
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
    const uint64_t seed = tr_recipe_seed(recipe, "corona");
    const tr_vec place = {32 * draw(seed, 0, 0), 32 * draw(seed, 0, 1), 32 * draw(seed, 0, 2)};
    tr_program_set_vec(program->at[TR_UNIFORM_corona_place], place);
    glUniform4fv(program->at[TR_UNIFORM_prominence_axes], TR_PROMINENCES, axes[0]);
    glUniform3fv(program->at[TR_UNIFORM_prominence_feet], TR_PROMINENCES, feet[0]);
}
