// The camera's transfer to another planet starts with the current picture and ends at its target.
#include "app/private/transfer.h"

#include "render/placement.h"
#include "support.h"
#include "worlds.h"

#include <math.h>

static const double take_s = 10; // longer than any transfer

static tr_view view_of(const tr_camera *camera, int target, const double turn_rad[3]) {
    tr_view view = {.width_px = 1280, .height_px = 800, .target = target};
    tr_camera_fill_view(camera, &view);
    for (int i = 0; i < 3; i++)
        view.turn_rad[i] = turn_rad[i];
    return view;
}

static tr_vec place_of(const tr_placement *placement, int planet) {
    for (int i = 0; i < placement->body_count; i++)
        if (placement->bodies[i].planet == planet)
            return placement->bodies[i].centre_km;
    fail_msg("planet %d is not placed", planet);
    return (tr_vec){0, 0, 0};
}

static const double none[3] = {0};

static void it_begins_with_the_same_picture(void **state) {
    (void)state;
    tr_scene scene = load_world((tr_world){.name = "home"});
    for (int n = 0; n < 6; n++) {
        const tr_camera before = {.latitude_deg = -50 + 20 * n,
                                  .longitude_deg = 70 * n,
                                  .distance_km = 40000,
                                  .look_up_deg = 3 * n,
                                  .look_heading_deg = 50 * n};
        const tr_view seen = view_of(&before, 0, none);
        tr_camera to, now;
        tr_transfer transfer = {0};
        tr_placement old, new;
        double turn_rad[3];
        tr_camera_reset(&to, scene.planets[1].recipe, false);
        tr_placement_compute(&scene, &seen, &old);
        tr_transfer_begin(&transfer, &scene, &seen, 1, &to, 5);
        tr_transfer_camera(&transfer, 5, &now, turn_rad);
        const tr_view view = view_of(&now, 1, turn_rad);
        tr_placement_compute(&scene, &view, &new);
        for (int planet = 0; planet < 2; planet++) {
            const tr_vec a = place_of(&old, planet), b = place_of(&new, planet);
            assert_true(tr_vec_length(tr_vec_subtract(a, b)) < 1e-4 * tr_vec_length(a));
        }
    }
    tr_scene_clear(&scene);
}

static void it_comes_nearer_and_ends(void **state) {
    (void)state;
    tr_scene scene = load_world((tr_world){.name = "home"});
    const tr_camera before = {.distance_km = 40000, .own_sun = true, .sun_azimuth_deg = 20};
    const tr_view seen = view_of(&before, 0, none);
    tr_camera to, now;
    tr_transfer transfer = {0};
    double turn_rad[3], last = INFINITY;
    tr_camera_reset(&to, scene.planets[1].recipe, true);
    tr_transfer_begin(&transfer, &scene, &seen, 1, &to, 0);
    for (int i = 0; i < 40; i++) {
        tr_transfer_camera(&transfer, i * 0.02, &now, turn_rad);
        assert_true(now.distance_km <= last && now.distance_km >= to.distance_km);
        last = now.distance_km;
    }
    assert_false(transfer.going); // within four fifths of a second
    tr_transfer_camera(&transfer, take_s, &now, turn_rad);
    assert_true(now.distance_km == to.distance_km && now.longitude_deg == to.longitude_deg);
    assert_true(turn_rad[0] == 0 && turn_rad[1] == 0 && turn_rad[2] == 0);
    tr_scene_clear(&scene);
}

// A transfer that is cut short ends at its target at once.
static void it_can_be_cut_short(void **state) {
    (void)state;
    tr_scene scene = load_world((tr_world){.name = "home"});
    const tr_camera before = {.distance_km = 40000};
    const tr_view seen = view_of(&before, 0, none);
    tr_camera to, now;
    tr_transfer transfer = {0};
    double turn_rad[3];
    tr_camera_reset(&to, scene.planets[1].recipe, false);
    tr_transfer_begin(&transfer, &scene, &seen, 1, &to, 0);
    tr_transfer_camera(&transfer, INFINITY, &now, turn_rad);
    assert_false(transfer.going);
    assert_true(now.distance_km == to.distance_km && turn_rad[0] == 0);
    tr_scene_clear(&scene);
}

// The target place on the ground rotates with the planet during the transfer.
static void it_ends_over_the_place_that_turned(void **state) {
    (void)state;
    tr_scene scene = load_world((tr_world){.name = "home"});
    const tr_camera before = {.distance_km = 40000};
    const tr_view seen = view_of(&before, 0, none);
    tr_camera to = {.distance_km = 20000, .longitude_deg = 170}, now;
    tr_transfer transfer = {0};
    double turn_rad[3];
    tr_transfer_begin(&transfer, &scene, &seen, 0, &to, 0);
    tr_transfer_turn(&transfer, 5); // the target is not on the ground yet
    transfer.on_ground = true;
    for (int i = 0; i < 10; i++) {
        tr_transfer_turn(&transfer, 2);
        tr_transfer_camera(&transfer, i * 0.02, &now, turn_rad);
        assert_true(transfer.going);
    }
    tr_transfer_camera(&transfer, INFINITY, &now, turn_rad);
    assert_true(fabs(now.longitude_deg + 170) < 1e-9);
    tr_transfer_turn(&transfer, 2); // the transfer has ended
    assert_true(fabs(transfer.to.longitude_deg + 170) < 1e-9);
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_begins_with_the_same_picture), cmocka_unit_test(it_comes_nearer_and_ends),
        cmocka_unit_test(it_can_be_cut_short), cmocka_unit_test(it_ends_over_the_place_that_turned)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
