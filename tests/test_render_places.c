// From a place in the picture to a place of the planet and back, in every layout, and dragging of flat layouts.
// Pure arithmetic: no OpenGL.
#include "base/vec.h"
#include "render/layout.h"
#include "render/legend.h"
#include "render/placement.h"
#include "support.h"
#include "worlds.h"

static const double close_deg = 1e-6, close_px = 1e-6;

static tr_scene home_at(double time_h) {
    tr_scene scene = load_world((tr_world){.name = "home"});
    tr_scene_place(&scene, time_h);
    return scene;
}

static int find(const tr_scene *scene, const char *name) {
    int i = 0;
    while (strcmp(scene->planets[i].name, name) != 0)
        i++;
    return i;
}

static tr_view look(const tr_scene *scene, int target, tr_view_layout layout, double latitude_deg,
                    double longitude_deg, double radii) {
    return (tr_view){.width_px = 317,
                     .height_px = 200,
                     .target = target,
                     .layout = layout,
                     .latitude_deg = latitude_deg,
                     .longitude_deg = longitude_deg,
                     .distance_km = radii * scene->planets[target].recipe->radius_km};
}

// The angle between two points of the ground. Longitudes alone mean little at the poles.
static double apart_deg(double lat, double lon, double other_lat, double other_lon) {
    const double a = tr_radians(lat), b = tr_radians(other_lat), turn = tr_radians(other_lon - lon);
    const double east = cos(b) * sin(turn), north = cos(a) * sin(b) - sin(a) * cos(b) * cos(turn);
    return atan2(hypot(east, north), sin(a) * sin(b) + cos(a) * cos(b) * cos(turn)) * 180 / TR_PI;
}

// Where a point of the target's ground is in a pane, which may be beyond its edges. False: behind the globe.
static bool find_place(const tr_scene *scene, const tr_view *view, const tr_pane *pane, double latitude_deg,
                       double longitude_deg, double *x_px, double *y_px) {
    static const int cross[6][2] = {{2, 1}, {0, 1}, {1, 2}, {1, 0}, {1, 1}, {3, 1}}; // from the lower left
    const double lat = tr_radians(latitude_deg), lon = tr_radians(longitude_deg);
    const tr_vec d = {cos(lat) * cos(lon), sin(lat), -cos(lat) * sin(lon)};
    const double half[2] = {0.5 * pane->width_px, 0.5 * pane->height_px};
    if (pane->layout == TR_VIEW_GLOBE) {
        const tr_view alone = tr_view_of_pane(view, pane);
        tr_placement placement;
        tr_placement_compute(scene, &alone, &placement);
        const tr_body *body = placement.bodies;
        while (body->planet != view->target)
            body++;
        const tr_mat view_from_map = tr_mat_transpose(&body->map_from_view);
        const tr_vec up = tr_mat_apply(&view_from_map, d);
        const tr_vec spot = tr_vec_add(body->centre_km, tr_vec_scale(up, body->radius_km));
        *x_px = pane->x_px + half[0] * (1 - spot.x / spot.z / placement.tangent[0]);
        *y_px = pane->y_px + half[1] * (1 + spot.y / spot.z / placement.tangent[1]);
        return spot.z < 0 && tr_vec_dot(up, spot) < 0;
    }
    const tr_flat flat = tr_flat_see(scene, view, pane);
    double place[2] = {flat.middle[0] + remainder(longitude_deg - flat.middle[0], 360), latitude_deg};
    double deepest = 0;
    for (int face = 0; face < 6 && pane->layout == TR_VIEW_CUBE; face++) {
        const double depth = tr_vec_dot(d, tr_vec_of(tr_faces[face].major));
        if (depth <= deepest)
            continue;
        deepest = depth;
        place[0] = cross[face][0] + 0.5 + 0.5 * tr_vec_dot(d, tr_vec_of(tr_faces[face].right)) / depth;
        place[1] = cross[face][1] + 0.5 - 0.5 * tr_vec_dot(d, tr_vec_of(tr_faces[face].down)) / depth;
    }
    *x_px = pane->x_px + half[0] + (place[0] - flat.middle[0]) / flat.step;
    *y_px = pane->y_px + half[1] - (place[1] - flat.middle[1]) / flat.step;
    return true;
}

static const double cameras[][3] = {{0, 0, 3.2},    {12, 40, 3},  {-35, 179.9, 1.4}, {89.9, 10, 2},
                                    {-90, 0, 1.02}, {5, -90, 60}, {60, 720.5, 1.1}};

// A place that a pane finds is shown where it was found.
static void must_be_shown(const tr_scene *scene, const tr_view *view, double x, double y) {
    tr_ground_pane panes[TR_MOST_PANES];
    tr_vec direction;
    double back_x, back_y;
    const int count = tr_ground_panes(scene, view, panes);
    const tr_ground_pane *pane = &panes[count > 1 && x >= panes[1].pane.x_px];
    assert_true(tr_ground_find(pane, x, y, &direction));
    assert_true(fabs(tr_vec_length(direction) - 1) < 1e-9);
    if (tr_ground_show(pane, direction, &back_x, &back_y) && hypot(back_x - x, back_y - y) <= close_px)
        return;
    assert_true(pane->pane.layout !=
                TR_VIEW_GLOBE); // at the ends of a map and on edges of a cube it has two places
    const tr_flat *flat = &pane->flat;
    const double along = flat->middle[0] + (x - pane->pane.x_px - 0.5 * pane->pane.width_px) * flat->step;
    if (pane->pane.layout == TR_VIEW_MAP && fabs(fabs(along - flat->middle[0]) - 180) > 1e-6 &&
        fabs(direction.y) < 1 - 1e-9)
        fail_msg("%g, %g is shown at %g, %g", x, y, back_x, back_y);
}

static void test_places_come_back(void **state) {
    (void)state;
    tr_scene scene = home_at(100);
    int found = 0, missed = 0;
    for (int planet = 0; planet < scene.planet_count; planet++)
        for (int layout = 0; layout < TR_VIEW_LAYOUTS; layout++)
            for (size_t c = 0; c < sizeof cameras / sizeof cameras[0]; c++) {
                tr_view view =
                    look(&scene, planet, (tr_view_layout)layout, cameras[c][0], cameras[c][1], cameras[c][2]);
                view.look_up_deg = c == 2 ? 30 : 0, view.look_heading_deg = 50;
                tr_pane panes[TR_MOST_PANES];
                const int count = tr_view_panes(&view, panes);
                for (double y = 0.5; y < view.height_px; y += 9.5)
                    for (double x = 0.5; x < view.width_px; x += 9.5) {
                        double lat, lon, back_x, back_y;
                        if (!tr_view_find_ground(&scene, &view, x, y, &lat, &lon)) {
                            missed++;
                            continue;
                        }
                        const tr_pane *pane = &panes[count > 1 && x >= panes[1].x_px];
                        assert_true(fabs(lat) <= 90 && fabs(lon) <= 180);
                        assert_true(find_place(&scene, &view, pane, lat, lon, &back_x, &back_y));
                        must_be_shown(&scene, &view, x, y);
                        if (hypot(back_x - x, back_y - y) > close_px)
                            fail_msg("%s, camera %d: %g, %g is %g, %g and back at %.9g, %.9g",
                                     tr_view_layout_names[layout], (int)c, x, y, lat, lon, back_x, back_y);
                        found++;
                    }
            }
    assert_true(found > 3000 && missed > 1000);
    tr_scene_clear(&scene);
}

// From the ground into the picture and back: poles, the antimeridian, corners and edges of the cube.
static void test_ground_comes_back(void **state) {
    (void)state;
    static const double grounds[][2] = {
        {90, 0}, {-90, 0},           {90, 123},       {0, 180}, {0, -180},  {45, 180},   {89.999, -180},
        {0, 45}, {35.264389683, 45}, {-20, 179.9999}, {45, 90}, {0.001, 0}, {-35, -135}, {12.5, 77.25}};
    tr_scene scene = home_at(31);
    for (int k = 0; k < 2 * TR_VIEW_LAYOUTS; k++) {
        const int layout = k / 2, margin_px = k % 2 * 40;
        for (size_t g = 0; g < sizeof grounds / sizeof grounds[0]; g++) {
            const double lat = grounds[g][0], lon = grounds[g][1];
            const double turned = scene.planets[0].rotation_rad * 180 / TR_PI;
            // A camera over the point, so that it is visible.
            tr_view view = look(&scene, 0, (tr_view_layout)layout, lat * 0.9, lon + turned + 7, 2.2);
            tr_pane panes[TR_MOST_PANES];
            view.width_px += margin_px, view.margin_px = margin_px, view.top_px = margin_px / 2;
            const int count = tr_view_panes(&view, panes);
            for (int i = 0; i < count; i++) {
                double x, y, back_lat, back_lon;
                assert_true(find_place(&scene, &view, &panes[i], lat, lon, &x, &y));
                if (x < panes[i].x_px || x > panes[i].x_px + panes[i].width_px || y < 0 || y > view.height_px)
                    continue; // visible in another pane
                assert_true(tr_view_find_ground(&scene, &view, x, y, &back_lat, &back_lon) || fabs(lat) > 89);
                const double off = apart_deg(lat, lon, back_lat, back_lon);
                if (fabs(lat) < 89.9999 && off > close_deg)
                    fail_msg("%s: %g, %g comes back as %.9g, %.9g", tr_view_layout_names[panes[i].layout], lat,
                             lon, back_lat, back_lon);
            }
        }
    }
    tr_scene_clear(&scene);
}

// Something covers the left side: the planet is in the middle of the rest, as large as in a picture of that
// size.
static void test_margin(void **state) {
    (void)state;
    tr_scene scene = home_at(0);
    const int planet = find(&scene, "Luna");
    const double turned = scene.planets[planet].rotation_rad * 180 / TR_PI;
    for (int layout = 0; layout < TR_VIEW_CUBE; layout++) {
        tr_view alone = look(&scene, planet, (tr_view_layout)layout, 20, turned + 30, 4), covered = alone;
        alone.width_px = 200, alone.height_px = 300;
        covered.width_px = 300 + 100, covered.height_px = 300, covered.margin_px = 100; // the window: 300 wide
        double x, y, other_x, other_y;
        tr_pane panes[TR_MOST_PANES], others[TR_MOST_PANES];
        assert_int_equal(tr_view_panes(&alone, panes), tr_view_panes(&covered, others));
        assert_true(find_place(&scene, &alone, panes, 35, 50, &x, &y));
        assert_true(find_place(&scene, &covered, others, 35, 50, &other_x, &other_y));
        assert_true(fabs(other_x - x - 100) < 1e-6 && fabs(other_y - y) < 1e-6);
    }
    tr_scene_clear(&scene);
}

// Places whose positions are known without these functions.
static void test_known_places(void **state) {
    (void)state;
    tr_scene scene = home_at(0);
    const int planet = find(&scene, "Luna");
    const double turned = scene.planets[planet].rotation_rad * 180 / TR_PI;
    double lat, lon, x, y;
    tr_pane panes[TR_MOST_PANES];

    // The camera is over the middle of the globe; outside of the globe there is no ground.
    tr_view view = look(&scene, planet, TR_VIEW_GLOBE, 20, turned + 30, 3);
    assert_true(tr_view_find_ground(&scene, &view, 158.5, 100, &lat, &lon));
    assert_true(apart_deg(lat, lon, 20, 30) < close_deg);
    assert_false(tr_view_find_ground(&scene, &view, 2, 2, &lat, &lon));
    assert_false(tr_view_find_ground(&scene, &view, -1, 100, &lat, &lon));
    tr_view_panes(&view, panes);
    assert_false(find_place(&scene, &view, panes, -20, -150, &x, &y)); // behind the globe

    // The whole map: corners, and empty bars above it.
    view = look(&scene, planet, TR_VIEW_MAP, 20, turned, 50);
    view.width_px = 360, view.height_px = 200;
    assert_true(tr_view_find_ground(&scene, &view, 0.5, 10.5, &lat, &lon));
    assert_true(fabs(lat - 89.5) < close_deg && fabs(lon + 179.5) < close_deg);
    assert_true(tr_view_find_ground(&scene, &view, 359.5, 189.5, &lat, &lon));
    assert_true(fabs(lat + 89.5) < close_deg && fabs(lon - 179.5) < close_deg);
    assert_false(tr_view_find_ground(&scene, &view, 180, 9, &lat, &lon));

    // The whole cross: the centres of its faces.
    static const double faces[6][4] = {{150, 50, 90, 0}, {50, 150, 0, 180}, {150, 150, 0, -90},
                                       {250, 150, 0, 0}, {350, 150, 0, 90}, {150, 250, -90, 0}};
    view = look(&scene, planet, TR_VIEW_CUBE, 20, turned, 50);
    view.width_px = 400, view.height_px = 300;
    for (int i = 0; i < 6; i++) {
        assert_true(tr_view_find_ground(&scene, &view, faces[i][0], faces[i][1], &lat, &lon));
        assert_true(apart_deg(lat, lon, faces[i][2], faces[i][3]) < close_deg);
    }
    assert_false(tr_view_find_ground(&scene, &view, 250, 50, &lat, &lon));
    assert_true(tr_view_find_ground(&scene, &view, 250, 101, &lat, &lon)); // north of a side face
    assert_true(lat > 40 && fabs(lon) < 1);
    tr_scene_clear(&scene);
}

// The point under the pointer stays under it, across the antimeridian too.
static void test_drag(void **state) {
    (void)state;
    tr_scene scene = home_at(7);
    for (int layout = TR_VIEW_MAP; layout <= TR_VIEW_CUBE; layout++) {
        tr_view view = look(&scene, 0, (tr_view_layout)layout, 10, 10, 1.2);
        const double turned = scene.planets[0].rotation_rad * 180 / TR_PI;
        view.longitude_deg = turned + (layout == TR_VIEW_MAP ? 179 : 10);
        tr_pane panes[TR_MOST_PANES];
        tr_view_panes(&view, panes);
        double lat, lon, x, y;
        assert_true(tr_view_find_ground(&scene, &view, 100, 80, &lat, &lon));
        tr_flat_drag(&scene, &view, panes, -25, 14, &view.latitude_deg, &view.longitude_deg);
        assert_true(find_place(&scene, &view, panes, lat, lon, &x, &y));
        assert_true(fabs(x - 75) < 1e-4 && fabs(y - 94) < 1e-4);
        for (int i = 0; i < 50; i++) { // beyond the ends
            tr_flat_drag(&scene, &view, panes, i % 3 == 0 ? 333 : 70, 450, &view.latitude_deg,
                         &view.longitude_deg);
            assert_true(fabs(view.latitude_deg) <= 90 && fabs(view.longitude_deg) <= 180);
        }
    }
    tr_scene_clear(&scene);
}

static void test_zoom(void **state) {
    (void)state;
    tr_scene scene = home_at(0);
    tr_pane panes[TR_MOST_PANES];
    double last = 0;
    for (double radii = 1.02; radii < 4; radii *= 1.2) { // nearer is larger; far away all is visible
        const tr_view view = look(&scene, 0, TR_VIEW_MAP, 80, 0, radii);
        tr_view_panes(&view, panes);
        const tr_flat flat = tr_flat_see(&scene, &view, panes);
        assert_true(flat.step > last || radii > TR_WHOLE_RADII);
        assert_true(flat.middle[1] + 0.5 * view.height_px * flat.step <= 90 + 1e-9 || radii > 2);
        last = flat.step;
    }
    assert_true(fabs(last - 360.0 / 317) < 1e-9);
    tr_scene_clear(&scene);
}

static void test_steps(void **state) {
    (void)state;
    static const double steps[][2] = {{1, 1}, {1.01, 2}, {2, 2}, {3, 5}, {5.1, 10}, {0.03, 0.05}, {700, 1000}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        assert_true(fabs(tr_nice_step(steps[i][0]) - steps[i][1]) < 1e-9);
    assert_true(tr_grid_step_deg(0.8) > 29 && tr_grid_step_deg(5) < 11 && tr_grid_step_deg(1000) < 1);
}

// Sea is blue and land is not. The coast counts as land. The ends are rounded numbers.
static void test_legend(void **state) {
    (void)state;
    const tr_legend earth = tr_legend_make(-7934, -2000, 6120, true, TR_PI);
    const tr_legend near = tr_legend_make(-7934, -2000, 6120, true, 0.01);
    uint8_t deep[3], shallow[3], coast[3], peak[3];
    assert_true(earth.low_m <= -7934 && earth.low_m > -9000 && earth.high_m >= 6120 && earth.high_m < 7200);
    assert_true(fabs(earth.contour_m - 2000) < 1 && near.contour_m < 0.1 * earth.contour_m);
    tr_legend_colour(&earth, -7000, deep);
    tr_legend_colour(&earth, -1, shallow);
    tr_legend_colour(&earth, 0, coast);
    tr_legend_colour(&earth, 9999, peak);
    assert_true(deep[2] > 2 * deep[0] && shallow[2] > 200 && coast[1] > coast[2] && peak[2] == 255);
    const tr_legend dry = tr_legend_make(-100, 800, 1000, false, TR_PI);
    int last = 0;
    for (double height = -100; height <= 1000; height += 10) { // steadily lighter
        uint8_t c[3];
        tr_legend_colour(&dry, height, c);
        const int light = 30 * c[0] + 59 * c[1] + 11 * c[2];
        assert_true(light >= last);
        last = light;
    }
    const tr_legend flat = tr_legend_make(5, 5, 5, false, 1e-9);
    assert_true(flat.high_m > flat.low_m && flat.contour_m > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places_come_back),
                                       cmocka_unit_test(test_ground_comes_back),
                                       cmocka_unit_test(test_margin),
                                       cmocka_unit_test(test_known_places),
                                       cmocka_unit_test(test_drag),
                                       cmocka_unit_test(test_zoom),
                                       cmocka_unit_test(test_steps),
                                       cmocka_unit_test(test_legend)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
