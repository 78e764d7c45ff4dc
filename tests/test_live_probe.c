// Probing a place during the background bake.
#include "live/live.h"
#include "support.h"

#include "numbers.h"
#include "worlds.h"

#include <math.h>
#include <time.h>

static const double turn = 6.283185307179586;

static void load(tr_scene *scene, const char *name, const char *const *sets, int set_count) {
    const tr_world world = {
        .name = name, .has_seed = true, .seed = 5, .sets = sets, .set_count = set_count, .field_width = 256};
    *scene = load_world(world);
}

static void load_terrain(tr_scene *scene) {
    const char *const sets[] = {"cells=96", "erosion=4"};
    load(scene, "terrain", sets, 2);
}

static void nothing(void) {}

static tr_live *begin(int planets) {
    tr_live *live;
    const tr_live_options options = {
        .planet_count = planets, .threads = 2, .isa = tr_isa_best(), .wake = nothing};
    assert_int_equal(tr_live_create(&options, &live, NULL), TR_OK);
    return live;
}

static void wait_ms(int ms) {
    const struct timespec wait = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    nanosleep(&wait, NULL);
}

// Waits for the next answer and takes maps meanwhile.
static void await(tr_live *live, tr_probe *probe) {
    for (int looks = 0; !tr_live_take_probe(live, probe); looks++) {
        tr_live_maps *maps = tr_live_take(live);
        if (maps)
            tr_live_give_back(live, maps);
        if (looks > 120000) // a limit, so that a failing test ends
            fail_msg("the probe was not answered");
        wait_ms(1);
    }
}

// The probe of a new surface of the recipe.
static void look_fresh(const tr_recipe *recipe, double latitude, double longitude, int width, tr_probe *probe) {
    tr_surface *surface;
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &surface, NULL), TR_OK);
    assert_int_equal(tr_surface_probe(surface, latitude, longitude, turn / width, NULL, probe, NULL), TR_OK);
    tr_surface_destroy(surface);
}

static void expect_same(const tr_probe *a, const tr_probe *b) {
    assert_true(a->latitude_deg == b->latitude_deg && a->longitude_deg == b->longitude_deg);
    assert_int_equal(a->width, b->width);
    assert_true(a->height_m == b->height_m); // NOLINT: the same texel
    assert_memory_equal(a->albedo, b->albedo, 3);
    assert_int_equal(a->cause_count, b->cause_count);
    for (int i = 0; i < a->cause_count; i++) {
        assert_string_equal(a->causes[i].name, b->causes[i].name);
        assert_true(a->causes[i].figure == b->causes[i].figure);
    }
}

// ---- answers -----------------------------------------------------------------------------------

// A preview has coarse solutions. The probe is answered again from the exact ones.
static void test_the_last_answer_is_that_of_the_recipe(void **state) {
    (void)state;
    tr_scene scene;
    tr_probe probe = {.exact = false}, fresh;
    load_terrain(&scene);
    tr_recipe *recipe = scene.planets[0].recipe;
    tr_live *live = begin(1);
    tr_live_probe(live, 0, 30, 40); // there are no maps yet
    wait_ms(5);
    assert_false(tr_live_take_probe(live, &probe));
    tr_live_edit(live, 0, recipe);
    int answers = 0;
    for (; !probe.exact; answers++)
        await(live, &probe);
    assert_in_range(answers, 1, 2); // 1 if the preview's answer was replaced in time
    look_fresh(recipe, 30, 40, 2048, &fresh);
    expect_same(&probe, &fresh);
    assert_false(tr_live_take_probe(live, &probe)); // answered once
    tr_live_destroy(live);
    tr_scene_clear(&scene);
}

static void test_an_answer_is_of_the_newest_recipe(void **state) {
    (void)state;
    tr_scene scene;
    tr_probe probe, fresh;
    load(&scene, "fractal", NULL, 0);
    tr_recipe *recipe = scene.planets[0].recipe;
    tr_live *live = begin(1);
    tr_live_hold(live, true); // previews, which are exact here
    tr_live_probe(live, 0, -20, 100);
    for (int edit = 0; edit < 8; edit++) {
        recipe->layers[0].amount.plus = 0.1 + 0.1 * edit;
        tr_live_edit(live, 0, recipe);
        if (edit % 3 == 2) { // other edits get no answer, or one that is not taken
            await(live, &probe);
            look_fresh(recipe, -20, 100, 2048, &fresh);
            expect_same(&probe, &fresh);
        } else if (edit % 3 == 1)
            wait_ms(20);
    }
    tr_live_destroy(live);
    tr_scene_clear(&scene);
}

static void test_the_newest_question_wins(void **state) {
    (void)state;
    tr_scene scene;
    tr_probe probe, fresh;
    load(&scene, "fractal", NULL, 0);
    tr_live *live = begin(1);
    tr_live_hold(live, true);
    tr_live_edit(live, 0, scene.planets[0].recipe);
    for (int i = 0; i < 200; i++)
        tr_live_probe(live, 0, i % 90, 2 * i);
    await(live, &probe);
    while (probe.longitude_deg < 2 * 199) // an earlier probe may be answered too
        await(live, &probe);
    look_fresh(scene.planets[0].recipe, 199 % 90, 2 * 199, 2048, &fresh);
    expect_same(&probe, &fresh);
    assert_false(tr_live_take_probe(live, &probe));
    tr_live_probe(live, 0, -45, 7);
    await(live, &probe);
    assert_true(probe.latitude_deg < -44);
    tr_live_destroy(live);
    tr_scene_clear(&scene);
}

// The bake keeps two planets ready, but probes of other planets are answered too.
static void test_every_planet_can_be_asked_about(void **state) {
    (void)state;
    tr_scene scene;
    tr_probe probe, fresh;
    enum { planets = 4 };
    load(&scene, "fractal", NULL, 0);
    tr_recipe *recipe = scene.planets[0].recipe;
    tr_live *live = begin(planets);
    for (int planet = 0; planet < planets; planet++) {
        recipe->layers[0].amount.plus = 0.1 + 0.1 * planet;
        tr_live_edit(live, planet, recipe);
    }
    static const int asked[] = {1, 3, 0, 2, 1};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        tr_live_probe(live, asked[i], 10, 20);
        await(live, &probe);
        recipe->layers[0].amount.plus = 0.1 + 0.1 * asked[i];
        look_fresh(recipe, 10, 20, asked[i] == 0 ? 2048 : 1024, &fresh);
        expect_same(&probe, &fresh);
    }
    tr_live_destroy(live);
    tr_scene_clear(&scene);
}

// ---- during a bake -----------------------------------------------------------------------------

// Probes are answered during a long bake of sharp maps. On a busy machine a bake may end before the probe is
// seen; then the test makes another edit.
static void test_a_bake_answers_on_its_way(void **state) {
    (void)state;
    enum { edits = 50 };
    tr_scene scene;
    tr_probe probe;
    load_terrain(&scene);
    tr_live *live = begin(1);
    int answers = 0; // while the bake was busy
    for (int i = 0; i < edits && answers == 0; i++) {
        tr_recipe *recipe = scene.planets[0].recipe;
        recipe->seed++; // solves and bakes everything again
        tr_live_edit(live, 0, recipe);
        tr_live_probe(live, 0, 0, 0);
        await(live, &probe);
        wait_ms(60); // after this delay the bake has begun
        tr_live_probe(live, 0, 1, i);
        for (bool answered = false; !answered && tr_live_busy(live); wait_ms(1)) {
            tr_live_maps *maps = tr_live_take(live);
            if (maps)
                tr_live_give_back(live, maps);
            answered = tr_live_take_probe(live, &probe);
            answers += answered && tr_live_busy(live);
        }
    }
    assert_true(answers > 0);
    tr_live_destroy(live);
    tr_scene_clear(&scene);
}

static void test_the_end_does_not_wait_for_questions(void **state) {
    (void)state;
    tr_scene scene;
    load_terrain(&scene);
    for (int i = 0; i < 3; i++) {
        tr_live *live = begin(2);
        tr_live_probe(live, 1, 0, 0); // of a planet that is never edited
        tr_live_edit(live, 0, scene.planets[0].recipe);
        wait_ms(15 * i);
        tr_live_probe(live, 0, 0, 0);
        tr_live_destroy(live);
    }
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_last_answer_is_that_of_the_recipe),
        cmocka_unit_test(test_an_answer_is_of_the_newest_recipe),
        cmocka_unit_test(test_the_newest_question_wins),
        cmocka_unit_test(test_every_planet_can_be_asked_about),
        cmocka_unit_test(test_a_bake_answers_on_its_way),
        cmocka_unit_test(test_the_end_does_not_wait_for_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
