// A sea level that moves coasts over relief that stays, and land that is turned under its climate: plates and
// own maps, the same bytes everywhere, extremes.
#include "noise/maths/turn.h"
#include "planet/surface.h"
#include "worlds.h"

#include <math.h>
#include <stdlib.h>

enum { width = 128, height = 64, texels = width * height };

static tr_pool *pool;

static tr_recipe *load(const char *type, const char *more) {
    char text[512];
    snprintf(text, sizeof text, "{\"type\": \"%s\", \"seed\": 3%s}", type, more);
    tr_recipe *recipe = load_recipe(world_of(text));
    tr_recipe_coarsen(recipe, 48); // maps as small as these need no finer terrains and winds
    return recipe;
}

// Bakes one map, 1 … 4 bytes or a float a texel.
static void *bake(const tr_recipe *recipe, tr_isa isa, tr_patch patch, int map, size_t bytes) {
    tr_surface *surface;
    tr_error error = {0};
    if (tr_surface_create(recipe, isa, pool, NULL, &surface, &error) != TR_OK)
        fail_msg("%s: %s", error.path, error.message);
    void *out = malloc((size_t)patch.width * (size_t)patch.height * bytes);
    tr_band band = {.patch = patch};
    band.texels[map] = out;
    assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
    tr_surface_destroy(surface);
    return out;
}

static float *bake_heights(const char *type, const char *more) {
    tr_recipe *recipe = load(type, more);
    float *heights = bake(recipe, tr_isa_best(), tr_whole_map(width), TR_BAND_HEIGHTS, sizeof(float));
    tr_recipe_destroy(recipe);
    return heights;
}

static double area_of(int i) { return sin(M_PI * (i / width + 0.5) / height); }

// The fraction of the planet above a height.
static double share_above(const float *heights, float level) {
    double above = 0, all = 0;
    for (int i = 0; i < texels; i++)
        above += heights[i] > level ? area_of(i) : 0, all += area_of(i);
    return above / all;
}

// ---- the sea -------------------------------------------------------------------------------------

// On each type with a sea: heights sink by the rise of the sea, but for rivers and lakes, which follow.
static void test_relief_stays(void **state) {
    static const char *const types[] = {"earthlike", "swamp", "toxic", "ecumenopolis"};
    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
        for (int rise = -400; rise <= 400; rise += 800) {
            char more[64];
            snprintf(more, sizeof more, ", \"sea_level_m\": %d", rise);
            float *before = bake_heights(types[t], ""), *after = bake_heights(types[t], more);
            double moved = 0, all = 0;
            for (int i = 0; i < texels; i++, all++)
                moved += fabsf(after[i] - (before[i] - (float)rise)) > 60;
            print_message("%s, %+d m: land %.3f, was %.3f; %.2f %% of the ground moves\n", types[t], rise,
                          share_above(after, 0), share_above(before, 0), 100 * moved / all);
            assert_true(moved < 0.06 * all);
            assert_float_equal(share_above(after, 0), share_above(before, (float)rise), 0.03);
            free(before);
            free(after);
        }
}

// The climate follows: places are colder as the sea sinks, and rivers reach the new coast.
static void test_climate_follows(void **state) {
    (void)state;
    tr_recipe *near = load("earthlike", ""), *far = load("earthlike", ", \"sea_level_m\": -1500");
    uint8_t *a = bake(near, tr_isa_best(), tr_whole_map(width), TR_MAP_ALBEDO, 3);
    uint8_t *b = bake(far, tr_isa_best(), tr_whole_map(width), TR_MAP_ALBEDO, 3);
    float *heights = bake(near, tr_isa_best(), tr_whole_map(width), TR_BAND_HEIGHTS, sizeof(float));
    double land = 0, changed = 0, snow = 0;
    for (int i = 0; i < texels; i++) {
        if (heights[i] < 100)
            continue;
        land++, changed += abs(a[3 * i] - b[3 * i]) > 12;
        snow += (b[3 * i] > 180) - (a[3 * i] > 180);
    }
    print_message("%.0f %% of the old land look otherwise, %.1f %% have snow in addition\n",
                  100 * changed / land, 100 * snow / land);
    assert_true(changed > 0.2 * land);
    assert_true(snow > 0.01 * land);
    free(a);
    free(b);
    free(heights);
    tr_recipe_destroy(near);
    tr_recipe_destroy(far);
}

// All sea, and no sea: the planet comes out, and its share of land is known.
static void test_extremes(void **state) {
    static const char *const types[] = {"earthlike", "inferno"};
    (void)state;
    for (size_t t = 0; t < 2; t++)
        for (int k = -1; k <= 1; k += 2) {
            char more[64];
            snprintf(more, sizeof more, ", \"sea_level_m\": %d", k * 20000);
            tr_recipe *recipe = load(types[t], more);
            tr_surface *surface;
            double land;
            assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, NULL), TR_OK);
            assert_int_equal(tr_surface_land(surface, NULL, &land, NULL), TR_OK);
            print_message("%s, %+d m: %g land\n", types[t], k * 20000, land);
            assert_true(land == (k < 0));
            tr_surface_destroy(surface);
            tr_recipe_destroy(recipe);
        }
}

// A dry sea floor has no lakes as large as the sea was.
static void test_bared_ground_stays_dry(void **state) {
    (void)state;
    float *before = bake_heights("earthlike", ""),
          *after = bake_heights("earthlike", ", \"sea_level_m\": -9000");
    double raised = 0, bared = 0;
    for (int i = 0; i < texels; i++)
        if (before[i] < -200)
            bared++, raised += after[i] - (before[i] + 9000) > 200;
    print_message("%.2f %% of the sea floor is filled\n", 100 * raised / bared);
    assert_true(raised < 0.06 * bared);
    free(before);
    free(after);
}

// ---- the land ------------------------------------------------------------------------------------

static double dot(const tr_turn *turn, int row, const double at[3]) {
    return turn->m[row][0] * at[0] + turn->m[row][1] * at[1] + turn->m[row][2] * at[2];
}

static void test_turns_are_those_of_their_angles(void **state) {
    static const double angles[][3] = {{0, 0, 0},   {30, 0, 10}, {-170, 60, 150},
                                       {20, 90, 0}, {5, -90, 0}, {0, 0, -30}};
    (void)state;
    for (size_t k = 0; k < sizeof angles / sizeof angles[0]; k++) {
        const tr_turn turn = tr_turn_of(angles[k]), back = tr_turn_back(&turn),
                      none = tr_turn_both(&turn, &back);
        const double origin[3] = {1, 0, 0};
        double found[3];
        assert_float_equal(asin(dot(&turn, 1, origin)) * 180 / M_PI, angles[k][1], 1e-6);
        if (fabs(angles[k][1]) < 90)
            assert_float_equal(atan2(-dot(&turn, 2, origin), dot(&turn, 0, origin)) * 180 / M_PI, angles[k][0],
                               1e-9);
        tr_turn_degrees(&turn, found);
        for (int i = 0; i < 3; i++) {
            assert_float_equal(found[i], angles[k][i], 1e-6);
            for (int j = 0; j < 3; j++)
                assert_float_equal(none.m[i][j], i == j, 1e-12);
        }
    }
    const tr_turn clockwise =
        tr_turn_of((double[]){0, 0, 30}); // what was north of the origin is now north-east
    const double north[3] = {0, 1, 0};
    assert_true(dot(&clockwise, 2, north) < -0.49);
}

// The height at a direction, from the nearest texel.
static float look_at(const float *heights, const double at[3]) {
    const double east = atan2(-at[2], at[0]) / (2 * M_PI) + 0.5,
                 south = 0.5 - asin(fmax(-1, fmin(1, at[1]))) / M_PI;
    const int x = (int)(east * width) % width, y = (int)(south * height);
    return heights[(y < height ? y : height - 1) * width + x];
}

// The fraction of the planet that is land on one map, and sea on the other, turned.
static double disagreement(const float *before, const float *after, const double angles[3]) {
    const tr_turn turn = tr_turn_of(angles), back = tr_turn_back(&turn);
    double wrong = 0, all = 0;
    for (int i = 0; i < texels; i++) {
        const double lon = 2 * M_PI * ((i % width + 0.5) / width - 0.5),
                     lat = M_PI * (0.5 - (i / width + 0.5) / height);
        const double at[3] = {cos(lat) * cos(lon), sin(lat), -cos(lat) * sin(lon)};
        const double was[3] = {dot(&back, 0, at), dot(&back, 1, at), dot(&back, 2, at)};
        wrong += (look_at(before, was) > 0) != (after[i] > 0) ? area_of(i) : 0, all += area_of(i);
    }
    return wrong / all;
}

static void test_land_turns(void **state) {
    static const char *const types[] = {"earthlike", "swamp"};
    static const double angles[][3] = {{90, 0, 0}, {30, 0, 10}, {-20, 55, -80}};
    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
        for (size_t k = 0; k < 3; k++) {
            char more[128];
            snprintf(more, sizeof more, ", \"land_turn\": [%g, %g, %g]", angles[k][0], angles[k][1],
                     angles[k][2]);
            float *before = bake_heights(types[t], ""), *after = bake_heights(types[t], more);
            const double wrong = disagreement(before, after, angles[k]),
                         still = disagreement(before, after, (double[3]){0});
            print_message("%s: %.2f %% differ, %.1f %% if it stood still\n", types[t], 100 * wrong,
                          100 * still);
            assert_true(wrong < 0.1 && wrong < 0.5 * still);
            free(before);
            free(after);
        }
}

// Ice stays at the poles: the climate does not turn.
static void test_climate_stays(void **state) {
    (void)state;
    tr_recipe *recipe = load("earthlike", ", \"land_turn\": [0, 80, 0]");
    uint8_t *albedo = bake(recipe, tr_isa_best(), tr_whole_map(width), TR_MAP_ALBEDO, 3);
    double poles = 0, equator = 0;
    for (int x = 0; x < width; x++) {
        poles += albedo[3 * x] + albedo[3 * (texels - 1 - x)];
        equator += albedo[3 * (height / 2 * width + x)] + albedo[3 * ((height / 2 - 1) * width + x)];
    }
    assert_true(poles > 2 * equator);
    free(albedo);
    tr_recipe_destroy(recipe);
}

// Tiles, instruction sets, and a turn of nothing.
static void test_same_bytes(void **state) {
    (void)state;
    tr_recipe *recipe = load("earthlike", ", \"land_turn\": [30, -40, 10], \"sea_level_m\": -150");
    const tr_patch all = tr_whole_map(width),
                   part = {.resolution = width, .x = 40, .y = 20, .width = 32, .height = 16};
    float *whole = bake(recipe, tr_isa_best(), all, TR_BAND_HEIGHTS, sizeof(float));
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available(isa))
            continue;
        float *tile = bake(recipe, isa, part, TR_BAND_HEIGHTS, sizeof(float));
        for (int y = 0; y < part.height; y++)
            assert_memory_equal(tile + y * part.width, whole + (y + part.y) * width + part.x,
                                (size_t)part.width * 4);
        free(tile);
    }
    free(whole);
    tr_recipe_destroy(recipe);
    float *none = bake_heights("earthlike", ""),
          *zero = bake_heights("earthlike", ", \"land_turn\": [0, 0, 0]");
    assert_memory_equal(none, zero, texels * sizeof *none);
    free(none);
    free(zero);
}

static int begin(void **state) {
    (void)state;
    return tr_pool_create(2, &pool, NULL);
}

static int end(void **state) {
    (void)state;
    tr_pool_destroy(pool);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_relief_stays),
                                       cmocka_unit_test(test_climate_follows),
                                       cmocka_unit_test(test_extremes),
                                       cmocka_unit_test(test_bared_ground_stays_dry),
                                       cmocka_unit_test(test_turns_are_those_of_their_angles),
                                       cmocka_unit_test(test_land_turns),
                                       cmocka_unit_test(test_climate_stays),
                                       cmocka_unit_test(test_same_bytes)};
    return cmocka_run_group_tests(tests, begin, end);
}
