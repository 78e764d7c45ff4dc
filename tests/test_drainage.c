// Drainage on a globe, and erosion by it.
#include "noise_globe.h"
#include "support.h"
#include "terrain/drainage.h"
#include <math.h>
#include <stdlib.h>

enum { cells = 24, points = 6 * cells * cells + 2 };

typedef struct fixture {
    tr_globe globe;
    tr_drainage water;
    float height[points];
} fixture;

static fixture *make(uint64_t seed) {
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    assert_int_equal(tr_globe_create(seed, cells, NULL, &f->globe, NULL), TR_OK);
    assert_int_equal(f->globe.count, points);
    assert_int_equal(tr_drainage_create(&f->globe, NULL, &f->water, NULL), TR_OK);
    make_noise(seed, &f->globe, f->height);
    return f;
}

static void drop(fixture *f) {
    tr_drainage_clear(&f->water);
    tr_globe_clear(&f->globe);
    free(f);
}

static bool are_neighbours(const tr_globe *globe, int p, int q) {
    for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++)
        if (globe->near[p][k] == q)
            return true;
    return false;
}

// ---- flooding of pits --------------------------------------------------------------------------

static void test_all_land_drains_downhill_into_the_sea(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed < 5; seed++) {
        fixture *f = make(seed);
        tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
        const tr_drainage *d = &f->water;
        int land = 0, pits = 0;
        for (int p = 0; p < points; p++) {
            const int r = d->receiver[p];
            assert_int_equal(r < 0, f->height[p] <= 0);
            assert_true(d->filled[p] >= f->height[p]);
            if (r < 0)
                continue;
            land++, pits += d->filled[p] > f->height[p] + 10;
            assert_true(are_neighbours(&f->globe, p, r));
            assert_true(d->filled[p] > (d->receiver[r] < 0 ? 0 : d->filled[r]));
            int q = p;
            for (int steps = 0; d->receiver[q] >= 0; q = d->receiver[q])
                assert_true(++steps <= points);
        }
        assert_in_range(land, points / 5, points / 2);
        assert_in_range(pits, 10, land / 2);
        drop(f);
    }
}

// The expected water level is the lowest pass on the way to the sea, found by relaxation over all points
// until nothing changes.
static void test_pits_are_filled_to_their_rims(void **state) {
    (void)state;
    fixture *f = make(6);
    tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
    static float level[points];
    for (int p = 0; p < points; p++)
        level[p] = f->height[p] <= 0 ? 0 : 1e9f;
    for (bool changed = true; changed;) {
        changed = false;
        for (int p = 0; p < points; p++)
            for (int k = 0; k < TR_GLOBE_NEIGHBOURS && f->height[p] > 0; k++) {
                const int q = f->globe.near[p][k];
                const float through = q < 0 ? 1e9f : level[q] > f->height[p] ? level[q] : f->height[p];
                if (through < level[p])
                    level[p] = through, changed = true;
            }
    }
    for (int p = 0; p < points; p++)
        if (f->height[p] > 0)
            assert_float_equal(f->water.filled[p], level[p], 1); // slopes of lakes add up to less
    drop(f);
}

static void test_receivers_come_first(void **state) {
    (void)state;
    fixture *f = make(7);
    tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
    static int place[points];
    memset(place, 0xff, sizeof place);
    for (int s = 0; s < points; s++) {
        const int p = f->water.order[s], r = f->water.receiver[p];
        assert_int_equal(place[p], -1); // each once
        place[p] = s;
        assert_int_equal(r < 0, s < f->water.sea_count);
        if (r >= 0)
            assert_true(place[r] >= 0);
    }
    drop(f);
}

static void test_water_is_conserved(void **state) {
    (void)state;
    fixture *f = make(8);
    static float rain[points];
    double fallen = 0, arrived = 0;
    for (int p = 0; p < points; p++) {
        rain[p] = 0.5f + f->globe.x[p] * f->globe.x[p];
        fallen += f->height[p] > 0 ? (double)(rain[p] * f->globe.area[p]) : 0;
    }
    tr_drainage_solve(&f->water, &f->globe, f->height, rain);
    for (int s = 0; s < f->water.sea_count; s++)
        arrived += (double)f->water.flow[f->water.order[s]];
    assert_float_equal(arrived, fallen, 1e-5 * fallen);
    drop(f);
}

// A cone around the north pole with a groove down one side and a pit in it.
static void test_a_valley_gathers_water_and_a_pit_becomes_a_lake(void **state) {
    (void)state;
    fixture *f = make(9);
    static bool groove[points];
    for (int p = 0; p < points; p++) {
        const float up = f->globe.y[p], x = f->globe.x[p], z = f->globe.z[p];
        groove[p] = x > 0.1f && fabsf(z) < 0.3f;
        f->height[p] = 10000 * (up - 0.5f) - (groove[p] ? 6000 * (0.3f - fabsf(z)) : 0);
    }
    tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
    int most[2] = {-1, -1}; // indexed by whether the point is in the groove
    for (int p = 0; p < points; p++)
        if (f->height[p] > 500 && (most[groove[p]] < 0 || f->water.flow[p] > f->water.flow[most[groove[p]]]))
            most[groove[p]] = p;
    const int pit = most[1];
    assert_true(f->water.flow[pit] > 2 * f->water.flow[most[0]]);
    f->height[pit] = 1;
    float rim = 1e9f;
    for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++) {
        const int q = f->globe.near[pit][k];
        rim = q >= 0 && f->height[q] < rim ? f->height[q] : rim;
    }
    tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
    assert_float_equal(f->water.filled[pit], rim, 0.1);
    assert_true(rim > 30);
    drop(f);
}

static void test_a_planet_without_sea_has_one_at_its_lowest_point(void **state) {
    (void)state;
    fixture *f = make(10);
    int lowest = 0;
    for (int p = 0; p < points; p++) {
        f->height[p] += 10000;
        lowest = f->height[p] < f->height[lowest] ? p : lowest;
    }
    tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
    assert_int_equal(f->water.sea_count, 1);
    assert_int_equal(f->water.order[0], lowest);
    assert_float_equal(f->water.flow[lowest], 4 * 3.14159265, 0.15);
    drop(f);
}

// ---- erosion -----------------------------------------------------------------------------------

// Where uplift and erosion balance, a river's slope is inversely proportional to the square root of its flow:
// strength √A S = uplift, where S is the drop divided by the distance in radians.
static void test_rivers_reach_the_profile_of_a_steady_state(void **state) {
    (void)state;
    fixture *f = make(11);
    static float uplift[points];
    for (int p = 0; p < points; p++)
        uplift[p] = 25;
    for (int step = 0; step < 600; step++) {
        tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
        tr_drainage_erode(&f->water, 1, 0.1f, f->height, uplift);
    }
    tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
    int checked = 0, off = 0;
    for (int p = 0; p < points; p++) {
        const int r = f->water.receiver[p];
        if (r < 0)
            continue;
        const float *a = f->water.place + 3 * p, *b = f->water.place + 3 * r;
        const float way = sqrtf((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                                (a[2] - b[2]) * (a[2] - b[2]));
        const float base = f->height[r] > 0 ? f->height[r] : 0;
        const float cut = 0.1f * sqrtf(f->water.flow[p]) * (f->height[p] - base) / way;
        checked++, off += !(fabsf(cut - 25) < 0.5f);
    }
    print_message("steady state: %d of %d points differ\n", off, checked);
    assert_true(off < checked / 50);
    drop(f);
}

static void test_erosion_leaves_the_sea_and_lowers_the_land(void **state) {
    (void)state;
    fixture *f = make(12);
    static float before[points], uplift[points];
    memcpy(before, f->height, sizeof before);
    double sum = 0;
    for (int step = 0; step < 10; step++) {
        tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
        tr_drainage_erode(&f->water, 1, 0.035f, f->height, uplift);
    }
    for (int p = 0; p < points; p++) {
        if (before[p] <= 0)
            assert_true(f->height[p] == before[p]);
        else
            assert_true(f->height[p] > 0);
        sum += before[p] > 0 ? (double)(f->height[p] - before[p]) : 0;
    }
    assert_true(sum < 0);
    drop(f);
}

static void test_drainage_is_golden(void **state) {
    (void)state;
    fixture *f = make(13);
    static float uplift[points];
    for (int p = 0; p < points; p++)
        uplift[p] = f->height[p] > 0 ? 0.02f * f->height[p] : 0;
    for (int step = 0; step < 5; step++) {
        tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
        tr_drainage_erode(&f->water, 1, 0.035f, f->height, uplift);
    }
    tr_drainage_solve(&f->water, &f->globe, f->height, NULL);
    uint64_t h = hash_floats(1, f->height, points);
    h = hash_floats(h, f->water.filled, points);
    h = hash_floats(h, f->water.flow, points);
    h = tr_hash_words(h, (const uint32_t *)f->water.order, points);
    drop(f);
    assert_golden("drainage", h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_land_drains_downhill_into_the_sea),
        cmocka_unit_test(test_pits_are_filled_to_their_rims),
        cmocka_unit_test(test_receivers_come_first),
        cmocka_unit_test(test_water_is_conserved),
        cmocka_unit_test(test_a_valley_gathers_water_and_a_pit_becomes_a_lake),
        cmocka_unit_test(test_a_planet_without_sea_has_one_at_its_lowest_point),
        cmocka_unit_test(test_rivers_reach_the_profile_of_a_steady_state),
        cmocka_unit_test(test_erosion_leaves_the_sea_and_lowers_the_land),
        cmocka_unit_test(test_drainage_is_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
