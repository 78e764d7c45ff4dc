// Every knob of a type changes its planet visibly and evenly over its whole range. Pictures at 0, ½ and 1
// differ (with TR_FULL at 0, ¼, ½, ¾ and 1), and each step makes its part of the difference, in the mean of
// some seeds. Without TR_FULL a third of the knobs of each type are tested.
// ctest: LABELS looks COST 25
#include "planet/mips.h"
#include "studio.h"
#include "worlds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 96, MAP = 256, CELLS = 48, SIDES = 2, MOST_STEPS = 4 };

typedef struct fixture {
    studio studio; // first, for check_debug
    tr_pool *pool;
    tr_surface *surface; // the last one, whose solutions are reused
    tr_cache *cache;     // values that the knob does not change are reused
    char **only;         // names of types, up to NULL; all when the list is empty
} fixture;

static int start(void **state) {
    fixture *f = *state;
    assert_int_equal(tr_pool_create(0, &f->pool, NULL), TR_OK);
    assert_int_equal(tr_cache_create(tr_whole_map(MAP), (size_t)1 << 27, &f->cache, NULL), TR_OK);
    return open_studio(&f->studio, SIDE, SIDE);
}

static int end(void **state) {
    fixture *f = *state;
    const int wrong = check_debug(state);
    tr_cache_destroy(f->cache);
    tr_surface_destroy(f->surface);
    tr_pool_destroy(f->pool);
    close_studio(&f->studio);
    return wrong;
}

// Both sides of a planet with the knob at `value`, half lit.
static void take(fixture *f, const char *type, uint64_t seed, const char *knob, double value, uint8_t *rgb) {
    char set[64];
    const char *const sets[] = {set};
    tr_scene scene;
    tr_surface *surface;
    tr_planet_maps maps;
    snprintf(set, sizeof set, "%s=%g", knob, value);
    const tr_world world = {.name = type, .has_seed = true, .seed = seed, .set_count = 1, .sets = sets};
    scene = load_world(world);
    tr_recipe *recipe = scene.planets[0].recipe;
    tr_recipe_coarsen(recipe, CELLS);
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), f->pool, f->surface, &surface, NULL), TR_OK);
    tr_surface_destroy(f->surface);
    f->surface = surface;
    uint8_t *texels = malloc(tr_mips_bytes(surface, MAP, false));
    assert_non_null(texels);
    tr_cache_begin(f->cache, surface);
    assert_int_equal(tr_mips_bake(surface, f->pool, f->cache, MAP, false, NULL, texels, &maps, NULL), TR_OK);
    tr_cache_commit(f->cache);
    upload_maps(&f->studio, 0, &maps);
    free(texels);
    for (int side = 0; side < SIDES; side++) {
        const tr_view view = {.width_px = SIDE,
                              .height_px = SIDE,
                              .latitude_deg = side ? -25 : 25,
                              .longitude_deg = 180 * side,
                              .distance_km = 2.75 * recipe->radius_km,
                              .sun = {-0.55, 0.35, 0.75},
                              .clouds = true,
                              .quality = TR_QUALITY_FULL};
        take_picture(&f->studio, &scene, &view, rgb + (size_t)side * SIDE * SIDE * 3);
    }
    tr_scene_clear(&scene);
}

enum { BYTES = SIDES * SIDE * SIDE * 3 };
static const double LEAST_WHOLE = 2;

static double difference(const uint8_t *a, const uint8_t *b) {
    double sum = 0;
    for (int i = 0; i < BYTES; i++)
        sum += abs(a[i] - b[i]);
    return sum / BYTES;
}

static double sum_of(const double step[], int steps) {
    double sum = 0;
    for (int i = 0; i < steps; i++)
        sum += step[i];
    return sum;
}

// No part of the range is without effect, none is a jump.
static bool parts_are_even(const double step[], int steps) {
    const double least_fraction = 0.32 / steps, largest_fraction = steps == 4 ? 0.5 : 0.84,
                 sum = sum_of(step, steps);
    bool even = true;
    for (int i = 0; i < steps; i++)
        even = even && step[i] >= least_fraction * sum && step[i] <= largest_fraction * sum;
    return even;
}

static void print_parts(const double step[], int steps) {
    for (int i = 0; i < steps; i++)
        print_message(" %2.0f %%", 100 * step[i] / fmax(sum_of(step, steps), 1e-9));
}

// Whether the knob passes. Differences are codes of 0 … 255, averaged over the picture, sky included, and over
// seeds. A second seed is used where the first shows too little (with TR_FULL always eight).
static bool is_even(fixture *f, const char *type, const char *knob) {
    static uint8_t pictures[MOST_STEPS + 1][BYTES];
    const bool full = is_full();
    const int steps = full ? 4 : 2, seeds = full ? 8 : 2;
    double step[MOST_STEPS] = {0}, whole = 0;
    bool good = false;
    for (int seed = 1; seed <= seeds && (full || !good); seed++) {
        for (int i = 0; i <= steps; i++)
            take(f, type, (uint64_t)seed, knob, (double)i / steps, pictures[i]);
        for (int i = 0; i < steps; i++)
            step[i] += difference(pictures[i], pictures[i + 1]);
        whole += difference(pictures[0], pictures[steps]);
        const bool visible = whole / seed >= LEAST_WHOLE;
        good = visible && parts_are_even(step, steps);
        print_message("%-10s %-12s whole %5.1f, parts", type, knob, whole / seed);
        print_parts(step, steps);
        print_message("%s\n", good      ? ""
                              : visible ? ": without effect in a part, or with a jump"
                                        : ": hardly visible");
    }
    return good;
}

static bool is_wanted(const fixture *f, const char *type) {
    bool wanted = !*f->only;
    for (char *const *name = f->only; *name; name++)
        wanted = wanted || strcmp(*name, type) == 0;
    return wanted;
}

static void knobs_change_their_planets_evenly(void **state) {
    fixture *f = *state;
    char types[64][TR_NAME_BYTES];
    const int type_count = tr_type_list(types, 64);
    int knobs = 0, wrong = 0;
    for (int type = 0; type < type_count; type++) {
        const tr_world world = {.name = types[type]};
        tr_scene scene;
        if (!is_wanted(f, types[type]))
            continue;
        scene = load_world(world);
        const tr_recipe *recipe = scene.planets[0].recipe;
        assert_true(recipe->type_knob_count >= 6);
        for (int i = is_full() ? 0 : type % 3; i < recipe->type_knob_count; i += is_full() ? 1 : 3, knobs++)
            wrong += !is_even(f, types[type], recipe->type_knobs[i].name);
        tr_scene_clear(&scene);
    }
    if (knobs == 0)
        fail_msg("no type has the name %s", *f->only ? *f->only : "");
    assert_int_equal(wrong, 0);
}

// Arguments: names of types, to test only these.
int main(int argc, char **argv) {
    fixture f = {.only = argv + (argc > 0)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate_setup_teardown(knobs_change_their_planets_evenly, start, end, &f),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
