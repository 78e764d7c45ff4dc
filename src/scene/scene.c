#include "scene/scene.h"
#include "base/version.h"
#include "noise/maths/trig.h"

#include <stdio.h>
#include <string.h>

void tr_scene_clear(tr_scene *scene) {
    for (int i = 0; i < scene->planet_count; i++)
        tr_recipe_destroy(scene->planets[i].recipe);
    tr_free(scene->planets);
    *scene = (tr_scene){0};
}

// ---- frames --------------------------------------------------------------------------------------

int tr_scene_centre(const tr_scene *scene, int planet) {
    const char *around = scene->planets[planet].orbit.around;
    for (int i = 0; i < planet && around[0]; i++)
        if (strcmp(scene->planets[i].name, around) == 0)
            return i;
    return TR_AROUND_STAR;
}

// Rotates axes into the plane of an orbit that is measured in them: by its inclination about its line of nodes.
static tr_mat incline(const tr_orbit *orbit, tr_mat axes) {
    double s, c, sn, cn;
    tr_sincos(orbit->inclination_deg * TR_PI / 180, &s, &c);
    tr_sincos(orbit->node_deg * TR_PI / 180, &sn, &cn);
    const double x = cn, z = -sn, rest = 1 - c;
    const tr_mat inclined = {{{c + rest * x * x, -s * z, rest * x * z},
                              {s * z, c, -s * x},
                              {rest * x * z, s * x, c + rest * z * z}}};
    return tr_mat_multiply(&axes, &inclined);
}

// The frame in which a planet's orbit is measured.
static tr_mat orbit_axes(const tr_scene *scene, int planet) {
    const int centre = tr_scene_centre(scene, planet);
    return centre == TR_AROUND_STAR ? (tr_mat){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
                                    : tr_scene_axes(scene, centre);
}

tr_mat tr_scene_axes(const tr_scene *scene, int planet) {
    double s, c;
    tr_sincos(scene->planets[planet].recipe->tilt_deg * TR_PI / 180, &s, &c);
    const tr_mat leaning = {{{1, 0, 0}, {0, c, s}, {0, -s, c}}};
    tr_mat outer = orbit_axes(scene, planet);
    if (scene->planets[planet].locked) // else its back would face the centre in steep or retrograde orbits
        outer = incline(&scene->planets[planet].orbit, outer);
    return tr_mat_multiply(&outer, &leaning);
}

tr_vec tr_scene_star(const tr_scene *scene, int planet) {
    const tr_mat axes = tr_scene_axes(scene, planet), axis_from_scene = tr_mat_transpose(&axes);
    const tr_vec from = tr_vec_of(scene->planets[planet].position_km), to = tr_vec_of(scene->star.position_km);
    return tr_mat_apply(&axis_from_scene, tr_vec_subtract(to, from));
}

// ---- times ---------------------------------------------------------------------------------------

// The gravitational parameter GM in km^3/s^2: nominal solar value and that of the Earth (IAU 2015, B3). A
// planet without a given mass has the density of the Earth, a large one that of Jupiter.
static double gravity(const tr_scene *scene, int centre) {
    const double sun = 1.3271244e11, earth = 398600.4, earth_km = 6371, giant_km = 10000, giant_density = 0.24;
    if (centre == TR_AROUND_STAR)
        return sun * scene->star.mass_suns;
    const tr_scene_planet *planet = &scene->planets[centre];
    const double size = planet->recipe->radius_km / earth_km;
    const double density = planet->recipe->radius_km < giant_km ? 1 : giant_density;
    return earth * (planet->mass_earths > 0 ? planet->mass_earths : density * size * size * size);
}

double tr_scene_period_h(const tr_scene *scene, int planet) {
    const tr_orbit *orbit = &scene->planets[planet].orbit;
    const double a = orbit->radius_km, seconds_of_hour = 3600;
    if (orbit->period_h > 0)
        return orbit->period_h;
    return 2 * TR_PI * sqrt(a / gravity(scene, tr_scene_centre(scene, planet))) * a / seconds_of_hour;
}

double tr_scene_day_h(const tr_scene *scene, int planet) {
    const tr_scene_planet *p = &scene->planets[planet];
    return p->locked ? tr_scene_period_h(scene, planet) : p->day_h;
}

// The angle of rotation after a time, in radians 0 … 2π. A period of 0 means no rotation.
static double turn_after(double time_h, double period_h, double start_deg) {
    const double turns = (period_h > 0 ? fmod(time_h, period_h) / period_h : 0) + start_deg / 360;
    return 2 * TR_PI * (turns - floor(turns));
}

// ---- orbits --------------------------------------------------------------------------------------

// Solves Kepler's equation E - e sin E = M for the eccentric anomaly by Newton's method, from Danby's start.
static double eccentric_anomaly(double mean, double e) {
    enum { rounds = 16 }; // a circle needs none, an eccentricity of 0.95 needs eight
    double s, c;
    tr_sincos(mean, &s, &c);
    double anomaly = mean + (s < 0 ? -0.85 : 0.85) * e;
    for (int i = 0; i < rounds && e > 0; i++) {
        tr_sincos(anomaly, &s, &c);
        anomaly -= (anomaly - e * s - mean) / (1 - e * c);
    }
    return anomaly;
}

// The point of an eccentric anomaly in the scene's frame, in kilometres.
static void orbit_point(const tr_scene *scene, int planet, double anomaly_rad, double point_km[3]) {
    const tr_orbit *orbit = &scene->planets[planet].orbit;
    const double e = orbit->eccentricity, periapsis = orbit->periapsis_deg * TR_PI / 180;
    double s, c, sp, cp, si, ci, sn, cn;
    tr_sincos(anomaly_rad, &s, &c);
    tr_sincos(periapsis, &sp, &cp);
    tr_sincos(orbit->inclination_deg * TR_PI / 180, &si, &ci);
    tr_sincos(orbit->node_deg * TR_PI / 180, &sn, &cn);
    const double along = orbit->radius_km * (c - e), across = orbit->radius_km * sqrt(1 - e * e) * s;
    const double x = cp * along - sp * across, east = sp * along + cp * across; // from the node
    const double y = east * si, z = -east * ci;
    const double at[3] = {cn * x + sn * z, y, cn * z - sn * x}; // from the orbit's centre
    const int centre = tr_scene_centre(scene, planet);
    const double *from =
        centre == TR_AROUND_STAR ? scene->star.position_km : scene->planets[centre].position_km;
    const tr_mat axes = orbit_axes(scene, planet);
    for (int k = 0; k < 3; k++)
        point_km[k] = from[k] + axes.row[k].x * at[0] + axes.row[k].y * at[1] + axes.row[k].z * at[2];
}

tr_vec tr_scene_orbit(const tr_scene *scene, int planet, double anomaly_rad) {
    double point_km[3];
    orbit_point(scene, planet, anomaly_rad, point_km);
    return tr_vec_of(point_km);
}

static void place_planet(tr_scene *scene, int index, double time_h) {
    const double clouds_h = 20 * 24; // one revolution of the clouds
    tr_scene_planet *planet = &scene->planets[index];
    const tr_orbit *orbit = &planet->orbit;
    const double periapsis_rad = orbit->periapsis_deg * TR_PI / 180,
                 mean_rad = turn_after(time_h, tr_scene_period_h(scene, index), orbit->phase_deg);
    if (orbit->radius_km > 0)
        orbit_point(scene, index, eccentric_anomaly(mean_rad - periapsis_rad, orbit->eccentricity),
                    planet->position_km);
    const double facing_deg = orbit->phase_deg + orbit->node_deg + 180; // towards the centre
    planet->rotation_rad = turn_after(time_h, tr_scene_day_h(scene, index), planet->locked ? facing_deg : 0);
    planet->cloud_turn_rad = turn_after(time_h, clouds_h, 0);
}

void tr_scene_place(tr_scene *scene, double time_h) {
    scene->time_h = time_h;
    for (int i = 0; i < scene->planet_count; i++)
        place_planet(scene, i, time_h);
}

bool tr_scene_warning(const tr_scene *scene, char text[TR_WARNING_BYTES]) {
    text[0] = 0;
    if (scene->pixels == TR_PIXELS)
        return false;
    snprintf(text, TR_WARNING_BYTES,
             "this world was made for pixels %d, and terrella " TR_VERSION
             " makes pixels %d: the same recipe looks different now; CHANGELOG.md tells how, under \"Pixels "
             "changed\", and %s gives the old picture",
             scene->pixels, TR_PIXELS,
             scene->pixels < TR_PIXELS ? "an earlier terrella" : "the newer terrella that wrote it");
    return true;
}
