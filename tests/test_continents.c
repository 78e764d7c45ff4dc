// A given number of continents.
#include "support.h"

#include "base/maths.h"
#include "terrain/terrain.h"
#include "terrains.h"

#include <stdlib.h>

enum { cells = 64 };

static tr_pool *pool;

// The land masses that cover more than a fraction of the planet, and the share of the largest.
static int count_masses(const terrain_numbers *numbers, double least, double *largest) {
    terrain_cubes terrain;
    tr_globe globe;
    assert_int_equal(terrain_solve(numbers, tr_isa_best(), pool, NULL, &terrain, NULL), TR_OK);
    assert_int_equal(tr_globe_create(numbers->seed, cells, NULL, &globe, NULL), TR_OK);
    float *height = malloc((size_t)(globe.count + TR_BLOCK_SAMPLES) * sizeof *height);
    int32_t *queue = malloc((size_t)globe.count * sizeof *queue);
    int masses = 0;
    for (int p = 0; p < globe.count; p += TR_BLOCK_SAMPLES)
        TR_KERNEL_OF(TR_ISA_BASELINE, tr_cube_sample)
    (&terrain.cubes[TR_TERRAIN_HEIGHT], globe.count - p < TR_BLOCK_SAMPLES ? globe.count - p : TR_BLOCK_SAMPLES,
     globe.x + p, globe.y + p, globe.z + p, height + p);
    *largest = 0;
    for (int32_t start = 0; start < globe.count; start++) {
        double area = 0;
        int32_t count = 0;
        if (height[start] <= 0)
            continue;
        queue[count++] = start, height[start] = -1;
        for (int32_t i = 0; i < count; i++) {
            area += (double)globe.area[queue[i]] / (4 * TR_PI);
            for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++) {
                const int32_t q = globe.near[queue[i]][k];
                if (q >= 0 && height[q] > 0)
                    height[q] = -1, queue[count++] = q;
            }
        }
        masses += area > least;
        *largest = area > *largest ? area : *largest;
    }
    free(height);
    free(queue);
    tr_globe_clear(&globe);
    terrain_clear(&terrain);
    return masses;
}

static terrain_numbers numbers_with(uint64_t seed, int continents, double unequal) {
    terrain_numbers numbers = earthlike_terrain(seed, cells);
    numbers.erosion = numbers.rivers = numbers.lakes = 0;
    numbers.continents = continents, numbers.unequal = unequal;
    return numbers;
}

// On each seed the land masses above 1 % are as many as asked for, or one more or less.
static void test_number_follows(void **state) {
    enum { seeds = 5 };
    static const int asked[] = {1, 2, 3, 5, 7};
    (void)state;
    for (size_t k = 0; k < sizeof asked / sizeof asked[0]; k++) {
        int exact = 0, all = 0;
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            double largest;
            const terrain_numbers numbers = numbers_with(seed, asked[k], 0.4);
            const int found = count_masses(&numbers, 0.01, &largest);
            print_message("asked for %d: %d, the largest of %.3f\n", asked[k], found, largest);
            assert_in_range(found, asked[k] > 1 ? asked[k] - 1 : 1, asked[k] + 2);
            exact += found == asked[k], all += found;
        }
        assert_true(exact >= 2);
        assert_float_equal((double)all / seeds, asked[k], 1);
    }
}

// The largest of several continents grows as they are less alike.
static void test_sizes_follow(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        double alike, unequal;
        const terrain_numbers a = numbers_with(seed, 5, 0), b = numbers_with(seed, 5, 1);
        count_masses(&a, 0.01, &alike);
        count_masses(&b, 0.01, &unequal);
        print_message("largest: %.3f, %.3f if they differ\n", alike, unequal);
        assert_true(unequal > 1.2 * alike);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_number_follows),
                                       cmocka_unit_test(test_sizes_follow)};
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tr_pool_destroy(pool);
    return failed;
}
