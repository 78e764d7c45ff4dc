// Orbits and days: positions of bodies at a given time, against Kepler's laws and published figures.
#include "scene/scene.h"
#include "support.h"
#include "vectors.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

typedef struct solar {
    tr_scene scene;
    tr_scene_planet planets[4];
    tr_recipe recipes[4];
} solar;

// A planet one astronomical unit from the sun, a moon, a moon of that moon, and another planet.
static void make_solar(solar *s) {
    memset(s, 0, sizeof *s);
    s->scene = (tr_scene){.planet_count = 4, .planets = s->planets};
    s->scene.star = (tr_star){.radius_km = 696000, .mass_suns = 1, .position_km = {5e5, -2e5, 1e5}};
    const double radii_km[] = {149597870.7, 384400, 8000, 3e8};
    static const char *const names[] = {"Tellus", "Luna", "Pebble", "Far"};
    for (int i = 0; i < 4; i++) {
        snprintf(s->planets[i].name, sizeof s->planets[i].name, "%s", names[i]);
        s->planets[i].recipe = &s->recipes[i];
        s->planets[i].recipe->radius_km = i == 0 ? 6371 : 1737;
        s->planets[i].orbit.radius_km = radii_km[i];
        s->planets[i].day_h = 24;
    }
    snprintf(s->planets[1].orbit.around, sizeof s->planets[1].orbit.around, "Tellus");
    snprintf(s->planets[2].orbit.around, sizeof s->planets[2].orbit.around, "Luna");
}

// The vector from the body at the centre of the orbit to the planet.
static void offset_of(const tr_scene *scene, int planet, double offset[3]) {
    const int centre = tr_scene_centre(scene, planet);
    const double *from = centre < 0 ? scene->star.position_km : scene->planets[centre].position_km;
    for (int k = 0; k < 3; k++)
        offset[k] = scene->planets[planet].position_km[k] - from[k];
}

static double length(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static void assert_near(double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance))
        print_message("%.17g is not %.17g ± %g\n", value, wanted, tolerance);
    assert_true(fabs(value - wanted) <= tolerance);
}

static void assert_at(const tr_scene *scene, int planet, double x, double y, double z) {
    double offset[3];
    offset_of(scene, planet, offset);
    const double wanted[3] = {x, y, z};
    for (int k = 0; k < 3; k++)
        assert_near(offset[k], wanted[k], 1e-9 * scene->planets[planet].orbit.radius_km);
}

// ---- tests ---------------------------------------------------------------------------------------

static void test_what_goes_round_what(void **state) {
    (void)state;
    solar s;
    make_solar(&s);
    assert_int_equal(tr_scene_centre(&s.scene, 0), TR_AROUND_STAR);
    assert_int_equal(tr_scene_centre(&s.scene, 1), 0);
    assert_int_equal(tr_scene_centre(&s.scene, 2), 1);
    assert_int_equal(tr_scene_centre(&s.scene, 3), TR_AROUND_STAR);
}

// Years and months of the almanac: 365.256 days, and 27.45 for a moon without a given mass.
static void test_periods_follow_from_masses(void **state) {
    (void)state;
    solar s;
    make_solar(&s);
    assert_near(tr_scene_period_h(&s.scene, 0), 8766.15, 0.3);
    assert_near(tr_scene_period_h(&s.scene, 1), 27.45 * 24, 0.3);
    s.planets[0].mass_earths = 4; // T ~ 1 / sqrt(M)
    assert_near(tr_scene_period_h(&s.scene, 1), 27.45 * 12, 0.2);
    s.scene.star.mass_suns = 0.25;
    assert_near(tr_scene_period_h(&s.scene, 0), 2 * 8766.15, 0.6);
    s.planets[0].orbit.period_h = 100;
    assert_true(tr_scene_period_h(&s.scene, 0) == 100);
    s.planets[0].mass_earths = 0, s.planets[0].recipe->radius_km = 69911; // Jupiter: Ganymede takes 7.15 days
    s.planets[1].orbit.radius_km = 1070400;
    assert_near(tr_scene_period_h(&s.scene, 1), 171.7, 3);
}

static void test_circles_run_eastward(void **state) {
    (void)state;
    solar s;
    make_solar(&s);
    const double r = s.planets[0].orbit.radius_km, half = sqrt(0.5);
    s.planets[0].orbit.period_h = 400;
    tr_scene_place(&s.scene, 0);
    assert_at(&s.scene, 0, r, 0, 0);
    tr_scene_place(&s.scene, 100);
    assert_at(&s.scene, 0, 0, 0, -r);
    tr_scene_place(&s.scene, -50);
    assert_at(&s.scene, 0, half * r, 0, half * r);
    tr_scene_place(&s.scene, 400 * 1e6);
    assert_at(&s.scene, 0, r, 0, 0);
    s.planets[0].orbit.inclination_deg = 30, s.planets[0].orbit.phase_deg = 90;
    tr_scene_place(&s.scene, 0);
    assert_at(&s.scene, 0, 0, r / 2, -r * sqrt(0.75)); // ascending since the node
    s.planets[0].orbit.node_deg = 90;
    tr_scene_place(&s.scene, 0);
    assert_at(&s.scene, 0, -r * sqrt(0.75), r / 2, 0);
}

// The body is nearest at the periapsis and farthest half an orbit later. The line to the star sweeps equal
// areas.
static void test_ellipses_keep_keplers_laws(void **state) {
    (void)state;
    solar s;
    static const double eccentricities[] = {0.0167, 0.3, 0.7, 0.95};
    for (int i = 0; i < 4; i++) {
        make_solar(&s);
        tr_orbit *orbit = &s.planets[0].orbit;
        const double e = eccentricities[i], a = orbit->radius_km, step = 1e-3;
        orbit->eccentricity = e, orbit->period_h = 360, orbit->inclination_deg = 20, orbit->node_deg = 70;
        orbit->periapsis_deg = 40, orbit->phase_deg = 10; // nearest after 30 hours
        for (int t = 0; t < 360; t++) {
            double before[3], after[3], area[3];
            tr_scene_place(&s.scene, t);
            offset_of(&s.scene, 0, before);
            tr_scene_place(&s.scene, t + step);
            offset_of(&s.scene, 0, after);
            for (int k = 0; k < 3; k++)
                area[k] =
                    (before[(k + 1) % 3] * after[(k + 2) % 3] - before[(k + 2) % 3] * after[(k + 1) % 3]) / 2;
            assert_near(length(area) * 360 / step / (pi * a * a * sqrt(1 - e * e)), 1, 1e-4);
            assert_true(length(before) > 0.999999 * a * (1 - e) && length(before) < 1.000001 * a * (1 + e));
            if (t == 30)
                assert_near(length(before) / a, 1 - e, 1e-9);
            if (t == 210)
                assert_near(length(before) / a, 1 + e, 1e-9);
        }
    }
}

// Moons keep their distance from a moving planet, in the plane of its equator.
// The line of an orbit is the ellipse that the body goes along.
static void test_orbits_are_lines(void **state) {
    (void)state;
    solar s;
    make_solar(&s);
    tr_orbit *orbit = &s.planets[1].orbit;
    orbit->eccentricity = 0.4, orbit->inclination_deg = 20, orbit->node_deg = 50, orbit->periapsis_deg = 70;
    orbit->phase_deg = 130;
    for (int hours = 0; hours < 600; hours += 97) {
        tr_scene_place(&s.scene, hours);
        const double *at = s.planets[1].position_km, *centre = s.planets[0].position_km;
        double nearest_km = INFINITY;
        for (int k = 0; k < 3600; k++) {
            const double anomaly = 2 * pi * k / 3600;
            const tr_vec point = tr_scene_orbit(&s.scene, 1, anomaly);
            assert_near(tr_vec_length(tr_vec_subtract(point, tr_vec_of(centre))),
                        orbit->radius_km * (1 - 0.4 * cos(anomaly)), 1e-6 * orbit->radius_km);
            nearest_km = fmin(nearest_km, tr_vec_length(tr_vec_subtract(point, tr_vec_of(at))));
        }
        assert_true(nearest_km < orbit->radius_km * pi / 3600);
    }
}

static void test_moons_go_with_their_planets(void **state) {
    (void)state;
    solar s;
    make_solar(&s);
    s.planets[0].recipe->tilt_deg = 98;
    for (int t = 0; t < 2000; t += 37) {
        double moon[3], pebble[3];
        tr_scene_place(&s.scene, t);
        offset_of(&s.scene, 1, moon);
        offset_of(&s.scene, 2, pebble);
        const tr_mat axes = tr_scene_axes(&s.scene, 0);
        const double north[3] = {axes.row[0].y, axes.row[1].y, axes.row[2].y};
        assert_near(length(moon), 384400, 1e-3);
        assert_near(length(pebble), 8000, 1e-3);
        assert_near(dot3(moon, north) / 384400, 0, 1e-9);
        assert_near(north[1], cos(98 * pi / 180), 1e-12);
    }
}

// The direction from a locked moon to the body it orbits, in the frame of its maps: longitude 0 of the equator
// is {1, 0, 0}.
static void direction_home(const tr_scene *scene, int moon, double home[3]) {
    double away[3];
    offset_of(scene, moon, away);
    const tr_mat axes = tr_scene_axes(scene, moon), back = tr_mat_transpose(&axes);
    const tr_vec seen = tr_vec_scale(tr_mat_apply(&back, tr_vec_of(away)), -1 / length(away));
    const double turn = scene->planets[moon].rotation_rad; // eastward is from +X to -Z
    home[0] = cos(turn) * seen.x - sin(turn) * seen.z;
    home[1] = seen.y;
    home[2] = sin(turn) * seen.x + cos(turn) * seen.z;
}

static void test_locked_moons_show_one_side(void **state) {
    (void)state;
    solar s;
    make_solar(&s);
    s.planets[0].recipe->tilt_deg = 23, s.planets[1].locked = true;
    s.planets[1].orbit.phase_deg = 77, s.planets[1].orbit.node_deg = -30;
    assert_true(tr_scene_day_h(&s.scene, 1) == tr_scene_period_h(&s.scene, 1));
    for (int inclination = -180; inclination <= 180; inclination += 45)
        for (int t = -1000; t < 3000; t += 111) {
            double home[3];
            s.planets[1].orbit.inclination_deg = inclination;
            tr_scene_place(&s.scene, t);
            direction_home(&s.scene, 1, home);
            assert_near(home[0], 1, 1e-9);
            assert_near(home[1], 0, 1e-9);
            assert_near(home[2], 0, 1e-9);
        }
}

// On an elliptic orbit the rotation is uniform but the orbital motion is not: the moon librates in longitude by
// about twice the eccentricity, and in latitude by its tilt.
static void test_locked_moons_rock(void **state) {
    (void)state;
    solar s;
    make_solar(&s);
    s.planets[1].locked = true, s.planets[1].recipe->tilt_deg = 6;
    s.planets[1].orbit.eccentricity = 0.1, s.planets[1].orbit.periapsis_deg = 200;
    s.planets[1].orbit.inclination_deg = 150, s.planets[1].orbit.period_h = 400;
    double east = 0, west = 0, north = 0;
    for (int t = 0; t < 400; t++) {
        double home[3];
        tr_scene_place(&s.scene, t);
        direction_home(&s.scene, 1, home);
        east = fmax(east, asin(-home[2])), west = fmax(west, asin(home[2])), north = fmax(north, asin(home[1]));
    }
    assert_near(east, 0.2, 0.01);
    assert_near(west, 0.2, 0.01);
    assert_near(north, 6 * pi / 180, 1e-3);
}

static void test_days_and_clouds_turn(void **state) {
    (void)state;
    solar s;
    make_solar(&s);
    s.planets[3].day_h = 0;
    tr_scene_place(&s.scene, 0);
    assert_true(s.planets[0].rotation_rad == 0 && s.planets[0].cloud_turn_rad == 0);
    tr_scene_place(&s.scene, 30);
    assert_near(s.planets[0].rotation_rad, pi / 2, 1e-12);
    assert_true(s.planets[3].rotation_rad == 0);
    assert_true(s.planets[0].cloud_turn_rad > 0 && s.planets[0].cloud_turn_rad < pi / 4);
    tr_scene_place(&s.scene, -6);
    assert_near(s.planets[0].rotation_rad, 1.5 * pi, 1e-12);
    s.planets[1].day_h = s.planets[1].orbit.period_h = 1e-300;
    tr_scene_place(&s.scene, 1e12);
    for (int i = 0; i < 4; i++)
        assert_true(s.planets[i].rotation_rad >= 0 && s.planets[i].rotation_rad <= 2 * pi &&
                    isfinite(length(s.planets[i].position_km)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_goes_round_what),       cmocka_unit_test(test_periods_follow_from_masses),
        cmocka_unit_test(test_circles_run_eastward),       cmocka_unit_test(test_ellipses_keep_keplers_laws),
        cmocka_unit_test(test_orbits_are_lines),           cmocka_unit_test(test_moons_go_with_their_planets),
        cmocka_unit_test(test_locked_moons_show_one_side), cmocka_unit_test(test_locked_moons_rock),
        cmocka_unit_test(test_days_and_clouds_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
