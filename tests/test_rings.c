// The profile of rings: the same at every width, transparent at its edges, and different for every seed and
// parameter.
#include "planet/rings.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { width = 1024 };

static tr_recipe *make_recipe(void) {
    tr_recipe *recipe;
    assert_int_equal(tr_recipe_create(&recipe, NULL), TR_OK);
    recipe->seed = 7;
    recipe->rings = (tr_rings){.inner = 1.3,
                               .outer = 2.2,
                               .opacity = 0.9,
                               .coverage = 0.8,
                               .detail = 7,
                               .gaps = 2,
                               .gradient = {.first = 1, .count = 2}};
    const tr_stop stops[] = {{0, {0}, 0}, {0, {120, 100, 90}, 0}, {1, {230, 210, 180}, 0}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(tr_recipe_add_stop(recipe, stops[i], NULL), TR_OK);
    return recipe;
}

static uint64_t hash_profile(const uint8_t *rgba, int texels) {
    uint64_t h = 1;
    for (int i = 0; i < 4 * texels; i++)
        h = tr_hash_pair(h, rgba[i]);
    return h;
}

static double mean_alpha(const uint8_t *rgba) {
    double sum = 0;
    for (int i = 0; i < width; i++)
        sum += rgba[4 * i + 3] / 255.0 / width;
    return sum;
}

static void test_profile_is_golden(void **state) {
    (void)state;
    tr_recipe *recipe = make_recipe();
    uint8_t rgba[4 * width];
    tr_rings_bake(recipe, width, rgba);
    assert_golden("rings", hash_profile(rgba, width));
    tr_recipe_destroy(recipe);
}

// Each texel of a profile with half the width is the mean of two.
static void test_narrower_profiles_are_means_of_wider_ones(void **state) {
    (void)state;
    tr_recipe *recipe = make_recipe();
    uint8_t wide[4 * width], narrow[2 * width];
    tr_rings_bake(recipe, width, wide);
    tr_rings_bake(recipe, width / 2, narrow);
    double off = 0;
    for (int i = 0; i < width / 2; i++)
        off += fabs(narrow[4 * i + 3] - (wide[8 * i + 3] + wide[8 * i + 7]) / 2.0) / (width / 2);
    assert_true(off < 1.5);
    tr_recipe_destroy(recipe);
}

static void test_rings_end_at_their_edges_and_have_gaps(void **state) {
    (void)state;
    tr_recipe *recipe = make_recipe();
    uint8_t rgba[4 * width], whole[4 * width];
    for (uint64_t seed = 0; seed < 20; seed++) {
        recipe->seed = seed;
        recipe->rings.gaps = 0;
        tr_rings_bake(recipe, width, whole);
        recipe->rings.gaps = 2;
        tr_rings_bake(recipe, width, rgba);
        assert_true(rgba[3] < 10 && rgba[4 * width - 1] < 40);
        int swept = 0;
        for (int i = 0; i < width; i++) {
            assert_true(rgba[4 * i + 3] <= whole[4 * i + 3] && rgba[4 * i + 3] <= 230); // opacity 0.9
            swept += rgba[4 * i + 3] == 0 && whole[4 * i + 3] > 20;
        }
        assert_true(swept >= 10);
        assert_true(mean_alpha(rgba) > 0.3);
    }
    tr_recipe_destroy(recipe);
}

static void test_fill_makes_sheets_or_lines(void **state) {
    (void)state;
    tr_recipe *recipe = make_recipe();
    uint8_t rgba[4 * width];
    double before = 0;
    const double fills[] = {0.1, 0.35, 0.6, 0.85};
    for (int k = 0; k < 4; k++) {
        double mean = 0;
        recipe->rings.coverage = fills[k];
        for (recipe->seed = 1; recipe->seed <= 10; recipe->seed++) {
            tr_rings_bake(recipe, width, rgba);
            mean += mean_alpha(rgba) / 10;
        }
        assert_true(mean > before + 0.05 || k == 0);
        before = mean;
    }
    assert_true(before > 0.5);
    tr_recipe_destroy(recipe);
}

static void test_colour_follows_the_gradient(void **state) {
    (void)state;
    tr_recipe *recipe = make_recipe();
    uint8_t rgba[4 * width];
    tr_rings_bake(recipe, width, rgba);
    for (int c = 0; c < 3; c++) {
        double in = 0, out = 0;
        for (int i = 0; i < 100; i++)
            in += rgba[4 * i + c] / 100.0, out += rgba[4 * (width - 1 - i) + c] / 100.0;
        assert_true(fabs(in - recipe->stops[1].srgb[c]) < 25);
        assert_true(fabs(out - recipe->stops[2].srgb[c]) < 25);
    }
    tr_recipe_destroy(recipe);
}

// The cache key changes with every parameter of the profile.
static void test_cache_key_sees_every_parameter(void **state) {
    (void)state;
    tr_recipe *recipe = make_recipe();
    const uint64_t first = tr_rings_cache_key(recipe);
    assert_true(tr_rings_cache_key(recipe) == first);
    double *const numbers[] = {&recipe->rings.inner,    &recipe->rings.outer,  &recipe->rings.opacity,
                               &recipe->rings.coverage, &recipe->rings.detail, &recipe->rings.gaps,
                               &recipe->rings.tiers};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        *numbers[i] += 1;
        assert_true(tr_rings_cache_key(recipe) != first);
        *numbers[i] -= 1;
    }
    recipe->seed++;
    assert_true(tr_rings_cache_key(recipe) != first);
    recipe->seed--;
    recipe->stops[2].srgb[1]++;
    assert_true(tr_rings_cache_key(recipe) != first);
    tr_recipe_destroy(recipe);
}

// Tiers add a faint inner part next to dense ones and never add density. Waves make neighbouring texels differ.
static void test_tiers_make_parts_translucent_and_waves_run_through_them(void **state) {
    (void)state;
    tr_recipe *recipe = make_recipe();
    recipe->rings.gaps = 0, recipe->rings.coverage = 1, recipe->rings.detail = 1;
    static uint8_t plain[4 * width], tiers[4 * width];
    double changes = 0, inner = 0, least = 1, most = 0, slow = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        recipe->seed = seed;
        recipe->rings.tiers = 0;
        tr_rings_bake(recipe, width, plain);
        recipe->rings.tiers = 1;
        tr_rings_bake(recipe, width, tiers);
        for (int i = 0; i < width; i++) {
            const double fraction = tiers[4 * i + 3] / fmax(plain[4 * i + 3], 1);
            assert_true(tiers[4 * i + 3] <= plain[4 * i + 3]);
            inner += i < width / 16 ? fraction / (width / 16) / 8 : 0;
            if (i > width / 4 && i < 0.95 * width) {
                const double before = tiers[4 * i - 1] / fmax(plain[4 * i - 1], 1);
                changes += fabs(fraction - before), slow += abs(plain[4 * i + 3] - plain[4 * i - 1]) / 255.0;
                least = fmin(least, fraction), most = fmax(most, fraction);
            }
        }
    }
    assert_true(inner < 0.35);
    assert_true(least < 0.3 && most > 0.95);
    assert_true(changes > 3 * slow);
    tr_recipe_destroy(recipe);
}

// Rings of full density are modulated too, so that hardly any part is uniform.
static void test_dense_rings_are_uneven(void **state) {
    (void)state;
    tr_recipe *recipe = make_recipe();
    recipe->rings.gaps = 0, recipe->rings.coverage = 1, recipe->rings.tiers = 1;
    static uint8_t rgba[4 * width];
    double even = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        recipe->seed = seed;
        tr_rings_bake(recipe, width, rgba);
        for (int i = width / 4, start = i; i < 0.95 * width; i++)
            if (abs(rgba[4 * i + 3] - rgba[4 * start + 3]) > 6) {
                even += i - start > width / 50 ? i - start : 0; // longer than a fiftieth of the width
                start = i;
            }
    }
    even /= 8 * 0.7 * width;
    assert_true(even < 0.07); // 0.11 without the modulation
    tr_recipe_destroy(recipe);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profile_is_golden),
        cmocka_unit_test(test_narrower_profiles_are_means_of_wider_ones),
        cmocka_unit_test(test_rings_end_at_their_edges_and_have_gaps),
        cmocka_unit_test(test_fill_makes_sheets_or_lines),
        cmocka_unit_test(test_colour_follows_the_gradient),
        cmocka_unit_test(test_tiers_make_parts_translucent_and_waves_run_through_them),
        cmocka_unit_test(test_dense_rings_are_uneven),
        cmocka_unit_test(test_cache_key_sees_every_parameter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
