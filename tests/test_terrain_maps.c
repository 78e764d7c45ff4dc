// Terrains that follow maps: coasts, heights, rivers, lakes and rain of a synthetic globe.
#include "noise/maths/trig.h"
#include "support.h"

#include "failing.h"
#include "terrain/private/shaping.h"
#include "terrain/terrain.h"
#include "terrains.h"

#include <stdlib.h>

enum { cells = 96, fine_cells = 192 };

// A globe with a continent from 60° W to 0°, from 50° S to 55° N, and one from 60° E to 150° E, from 5° N to
// 60° N. The western one has a range from 20° W to 14° W and a plain that falls from there to its east coast,
// through which a valley runs along 8° N.
typedef struct globe_map {
    bool range, pits;
    bool peak;           // one mountain at the east coast of the western continent
    bool fine;           // solved on a finer globe
    float inlet, length; // half the width and the length in degrees of a bay into the plain along 8° N
    float east;          // of the edge of what is given, degrees
} globe_map;

static float height_at(const globe_map *map, float lat, float lon) {
    const bool west = lon > -60 && lon < 0 && lat > -50 && lat < 55;
    const bool east = lon > 60 && lon < 150 && lat > 5 && lat < 60;
    if (!west && !east)
        return 0;
    if (west && lon > -map->length && fabsf(lat - 8) < map->inlet)
        return 0;
    float height = 300;
    if (west && lon > -14)
        height = 60 - 40 * lon - 300 * shape_bell(lat - 8, 3) * tr_smoothf(0, -3, lon);
    else if (west && map->range && lon > -20)
        height = 3500;
    if (map->peak && lon > -3 && lon < -1.5f && lat > -13 && lat < -11.5f)
        height = 3500;
    if (map->pits) // closed basins everywhere
        height +=
            250 * (shape_bell(fmodf(lat + 90, 10) - 5, 2) * shape_bell(fmodf(lon + 180, 10) - 5, 2)) - 240;
    return height > 20 ? height : 20;
}

static void sample(const void *context, terrain_map which, double texel, int count, const float *x,
                   const float *y, const float *z, float *value, float *weight) {
    const globe_map *map = context;
    (void)texel;
    for (int i = 0; i < count; i++) {
        const double around = sqrt((double)(x[i] * x[i] + z[i] * z[i]));
        const float lat = (float)(tr_atan2((double)y[i], around) * 180 / TR_PI);
        const float lon = (float)(tr_atan2((double)-z[i], (double)x[i]) * 180 / TR_PI);
        const float height = height_at(map, lat, lon);
        value[i] = which == TR_TERRAIN_MAP_HEIGHT   ? height
                   : which == TR_TERRAIN_MAP_LAND   ? height > 0
                   : which == TR_TERRAIN_MAP_UPLIFT ? lon > -40 && lon < -30
                                                    : 0.5f;
        weight[i] = lon < map->east;
    }
}

typedef struct world {
    terrain_cubes terrain;
    tr_globe globe;
    float *lat, *lon; // of its points, degrees
} world;

static terrain_numbers numbers_with(const terrain_input *input) {
    const globe_map *map = input->context;
    terrain_numbers numbers = earthlike_terrain(4, map->fine ? fine_cells : cells);
    numbers.input = input;
    return numbers;
}

static terrain_input input_of(const globe_map *map, terrain_map which) {
    terrain_input input = {.sample = sample, .context = map, .flat_sea = true};
    input.strength[which] = 1;
    return input;
}

static world make(const terrain_input *input) {
    world w;
    const terrain_numbers numbers = numbers_with(input);
    tr_pool *pool;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    assert_int_equal(terrain_solve(&numbers, tr_isa_best(), pool, NULL, &w.terrain, NULL), TR_OK);
    assert_int_equal(tr_globe_create(numbers.seed, numbers.cells, NULL, &w.globe, NULL), TR_OK);
    tr_pool_destroy(pool);
    w.lat = malloc((size_t)w.globe.count * sizeof *w.lat);
    w.lon = malloc((size_t)w.globe.count * sizeof *w.lon);
    assert_true(w.lat && w.lon);
    for (int p = 0; p < w.globe.count; p++) {
        const double x = (double)w.globe.x[p], z = (double)w.globe.z[p];
        w.lat[p] = (float)(tr_atan2((double)w.globe.y[p], sqrt(x * x + z * z)) * 180 / TR_PI);
        w.lon[p] = (float)(tr_atan2(-z, x) * 180 / TR_PI);
    }
    return w;
}

static void drop(world *w) {
    terrain_clear(&w->terrain);
    tr_globe_clear(&w->globe);
    free(w->lat);
    free(w->lon);
}

// The value at a point of the globe, from the cube that has the same points.
static float value_at(const world *w, terrain_value value, int p) {
    float out;
    TR_KERNEL_OF(TR_ISA_BASELINE, tr_cube_sample)
    (&w->terrain.cubes[value], 1, w->globe.x + p, w->globe.y + p, w->globe.z + p, &out);
    return out;
}

// The mean over points of a part of the globe.
static double mean_of(const world *w, terrain_value value, float south, float north, float west, float east) {
    double sum = 0;
    int count = 0;
    for (int p = 0; p < w->globe.count; p++)
        if (w->lat[p] > south && w->lat[p] < north && w->lon[p] > west && w->lon[p] < east)
            sum += (double)value_at(w, value, p), count++;
    assert_true(count > 20);
    return sum / count;
}

static void check_coast(const world *w, const globe_map *map) {
    int land = 0;
    for (int p = 0; p < w->globe.count; p++) {
        const bool is_land = height_at(map, w->lat[p], w->lon[p]) > 0;
        const float crust = value_at(w, TR_TERRAIN_CRUST, p), height = value_at(w, TR_TERRAIN_HEIGHT, p);
        assert_true((height > 0) == is_land);
        assert_true(is_land ? crust > -1e-3f : crust < 1e-3f);
        land += is_land;
    }
    assert_true(land > w->globe.count / 8);
}

// ---- heights -----------------------------------------------------------------------------------

static void test_coasts_and_heights_are_those_of_the_map(void **state) {
    (void)state;
    const globe_map map = {.range = true, .east = 200};
    const terrain_input input = input_of(&map, TR_TERRAIN_MAP_HEIGHT);
    world w = make(&input);
    check_coast(&w, &map);
    for (int p = 0; p < w.globe.count; p++) {
        const float expected = height_at(&map, w.lat[p], w.lon[p]), height = value_at(&w, TR_TERRAIN_HEIGHT, p);
        if (expected > 20)
            assert_float_equal(height, expected, 0.02 * (double)expected + 5); // sampling rounds places
        assert_true(value_at(&w, TR_TERRAIN_BORDER, p) < 0.01f && value_at(&w, TR_TERRAIN_UPLIFT, p) == 0);
    }
    // a shelf, and the deep sea
    assert_true(mean_of(&w, TR_TERRAIN_HEIGHT, -20, 20, 0.5f, 1.2f) > -200);
    assert_true(mean_of(&w, TR_TERRAIN_HEIGHT, -30, 0, 80, 140) < -3000);
    drop(&w);
}

// What the map leaves out is ours: plates, land and mountains.
static void test_a_map_of_a_part_leaves_the_rest_to_us(void **state) {
    (void)state;
    const globe_map map = {.range = true, .east = 30};
    const terrain_input input = input_of(&map, TR_TERRAIN_MAP_HEIGHT);
    world w = make(&input);
    int differs = 0, land = 0;
    float highest = 0;
    for (int p = 0; p < w.globe.count; p++) {
        const float expected = height_at(&map, w.lat[p], w.lon[p]), height = value_at(&w, TR_TERRAIN_HEIGHT, p);
        if (w.lon[p] < 30)
            assert_true((height > 0) == (expected > 0));
        else {
            differs += (height > 0) != (expected > 0), land += height > 0;
            highest = height > highest ? height : highest;
        }
    }
    assert_true(differs > 1000 && land > 500 && highest > 1000);
    drop(&w);
}

// ---- land and uplift ---------------------------------------------------------------------------

static void test_land_keeps_its_coast_and_gets_mountains_of_ours(void **state) {
    (void)state;
    const globe_map map = {.east = 200};
    terrain_input input = input_of(&map, TR_TERRAIN_MAP_LAND);
    world w = make(&input);
    check_coast(&w, &map);
    float highest = 0;
    for (int p = 0; p < w.globe.count; p++) {
        const float height = value_at(&w, TR_TERRAIN_HEIGHT, p);
        highest = height > highest ? height : highest;
    }
    assert_true(highest > 1500);
    drop(&w);
    input.strength[TR_TERRAIN_MAP_UPLIFT] = 1; // from 40° W to 30° W
    w = make(&input);
    check_coast(&w, &map);
    assert_true(mean_of(&w, TR_TERRAIN_HEIGHT, -30, 30, -38, -32) >
                3 * mean_of(&w, TR_TERRAIN_HEIGHT, -30, 30, -25, -5));
    drop(&w);
}

// ---- rivers and lakes --------------------------------------------------------------------------

static void test_a_river_reaches_the_sea_through_the_valley(void **state) {
    (void)state;
    const globe_map map = {.range = true, .east = 200};
    const terrain_input input = input_of(&map, TR_TERRAIN_MAP_HEIGHT);
    world w = make(&input);
    float most = 0, lat = 0;
    for (int p = 0; p < w.globe.count; p++) {
        const float flow = value_at(&w, TR_TERRAIN_FLOW, p);
        if (w.lon[p] > -2 && w.lon[p] < 0 && w.lat[p] > -5 && w.lat[p] < 20 && flow > most)
            most = flow, lat = w.lat[p];
    }
    assert_float_equal(lat, 8, 2.5);
    assert_true(most > 0.3f);
    drop(&w);
}

static void test_a_narrow_inlet_of_a_flat_sea_is_a_river(void **state) {
    (void)state;
    const globe_map map = {.range = true, .inlet = 0.4f, .length = 9, .east = 200};
    const terrain_input input = input_of(&map, TR_TERRAIN_MAP_HEIGHT);
    world w = make(&input);
    float mouth = 0, inside = 0;
    int sea = 0;
    for (int p = 0; p < w.globe.count; p++) {
        const float flow = value_at(&w, TR_TERRAIN_FLOW, p);
        if (fabsf(w.lat[p] - 8) > 1.5f || w.lon[p] < -8 || w.lon[p] > -1)
            continue;
        sea += height_at(&map, w.lat[p], w.lon[p]) == 0;
        assert_true(value_at(&w, TR_TERRAIN_HEIGHT, p) > 0);
        if (w.lon[p] > -2)
            mouth = flow > mouth ? flow : mouth;
        else if (w.lon[p] < -6)
            inside = flow > inside ? flow : inside;
    }
    assert_true(sea > 3);
    assert_true(mouth > inside && inside > 0.2f);
    drop(&w);
}

// The fraction of the points of a bay that the terrain has as land.
static double filled(const globe_map *map) {
    const terrain_input input = input_of(map, TR_TERRAIN_MAP_HEIGHT);
    world w = make(&input);
    int sea = 0, land = 0;
    for (int p = 0; p < w.globe.count; p++)
        if (fabsf(w.lat[p] - 8) < map->inlet && w.lon[p] > -map->length && w.lon[p] < -0.5f)
            sea++, land += value_at(&w, TR_TERRAIN_HEIGHT, p) > 0;
    drop(&w);
    print_message("a bay of %.1f x %.1f degrees: %d of %d points are land\n", (double)(2 * map->inlet),
                  (double)map->length, land, sea);
    assert_true(sea > 3);
    return (double)land / sea;
}

// A bay that is small for the river in it is the river's delta; a gulf stays sea.
static void test_rivers_fill_their_bays(void **state) {
    (void)state;
    const globe_map bay = {.range = true, .inlet = 1.2f, .length = 2.5f, .east = 200};
    const globe_map gulf = {.range = true, .inlet = 1.2f, .length = 16, .east = 200};
    const globe_map wide = {.range = true, .inlet = 4, .length = 2.5f, .east = 200};
    assert_true(filled(&bay) > 0.75);
    assert_true(filled(&gulf) < 0.1);
    assert_true(filled(&wide) < 0.1);
}

static void test_closed_basins_do_not_become_seas(void **state) {
    (void)state;
    const globe_map map = {.pits = true, .east = 200};
    const terrain_input input = input_of(&map, TR_TERRAIN_MAP_HEIGHT);
    world w = make(&input);
    int lakes = 0, land = 0;
    for (int p = 0; p < w.globe.count; p++) {
        const bool is_land = value_at(&w, TR_TERRAIN_HEIGHT, p) > 0;
        land += is_land, lakes += is_land && value_at(&w, TR_TERRAIN_LAKE, p) > 0;
    }
    print_message("%d of %d points of the land are lakes\n", lakes, land);
    assert_true(lakes * 50 < land);
    drop(&w);
}

// ---- rain --------------------------------------------------------------------------------------

static void test_ranges_and_coasts_shape_the_rain(void **state) {
    (void)state;
    globe_map map = {.east = 200};
    terrain_input input = input_of(&map, TR_TERRAIN_MAP_HEIGHT);
    double behind[2], before[2];
    for (int range = 0; range < 2; range++) {
        map.range = range;
        world w = make(&input);
        behind[range] = mean_of(&w, TR_TERRAIN_RAIN, -18, -8, -40, -22); // trade winds come from the east
        before[range] = mean_of(&w, TR_TERRAIN_RAIN, -18, -8, -13, -1);
        if (range == 0) { // the west of the subtropics is dry, the east wet
            const double west = mean_of(&w, TR_TERRAIN_RAIN, 20, 32, 62, 80);
            const double east = mean_of(&w, TR_TERRAIN_RAIN, 20, 32, 132, 148);
            print_message("rain in the subtropics: %.2f in the west, %.2f in the east\n", west, east);
            assert_true(west < 0.2 && east > 2 * west);
        }
        drop(&w);
    }
    print_message("rain behind the range: %.2f, without it %.2f\n", behind[1], behind[0]);
    assert_true(behind[1] < 0.7 * behind[0]);
    assert_true(before[1] > 0.9 * before[0]);
}

// Air flows round it.
static void test_one_mountain_does_not_dry_the_land_behind_it(void **state) {
    (void)state;
    globe_map map = {.east = 200, .fine = true};
    terrain_input input = input_of(&map, TR_TERRAIN_MAP_HEIGHT);
    double behind[2];
    for (int peak = 0; peak < 2; peak++) {
        map.peak = peak;
        world w = make(&input);
        behind[peak] = mean_of(&w, TR_TERRAIN_RAIN, -13.5f, -11, -12, -4);
        drop(&w);
    }
    print_message("rain behind the mountain: %.2f, without it %.2f\n", behind[1], behind[0]);
    assert_true(behind[1] > 0.93 * behind[0]);
}

static void test_maps_of_rain_replace_ours(void **state) {
    (void)state;
    const globe_map map = {.east = 30};
    terrain_input input = input_of(&map, TR_TERRAIN_MAP_RAIN);
    world w = make(&input);
    assert_float_equal(mean_of(&w, TR_TERRAIN_RAIN, -60, 60, -150, 20), 0.5, 1e-3);
    assert_true(fabs(mean_of(&w, TR_TERRAIN_RAIN, 20, 30, 40, 170) - 0.5) > 0.05);
    drop(&w);
}

// ---- same bits, stops, memory ------------------------------------------------------------------

static uint64_t hash_of(const terrain_cubes *terrain) {
    uint64_t h = 0;
    for (int v = 0; v < TR_TERRAIN_PAINTED; v++) {
        const tr_cube *cube = &terrain->cubes[v];
        for (int face = 0; face < TR_CUBE_FACES && v != TR_TERRAIN_RIVER && v != TR_TERRAIN_BED; face++)
            for (int row = 0; row <= cube->cells; row++)
                h = hash_floats(h, tr_cube_at(cube, face, 0, row), (size_t)cube->cells + 1);
    }
    return h;
}

static void test_bits_are_the_same_for_all_threads_and_instruction_sets(void **state) {
    (void)state;
    const globe_map map = {.range = true, .pits = true, .east = 30};
    terrain_input input = input_of(&map, TR_TERRAIN_MAP_HEIGHT);
    input.strength[TR_TERRAIN_MAP_UPLIFT] = 0.5f;
    const terrain_numbers numbers = numbers_with(&input);
    uint64_t first = 0;
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
        for (int threads = 1; threads <= 4 && tr_isa_available(isa); threads += 3) {
            tr_pool *pool;
            terrain_cubes terrain;
            assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
            assert_int_equal(terrain_solve(&numbers, isa, pool, NULL, &terrain, NULL), TR_OK);
            const uint64_t hash = hash_of(&terrain);
            first = first ? first : hash;
            assert_true(hash == first);
            terrain_clear(&terrain);
            tr_pool_destroy(pool);
        }
}

// Stops at the poll that `context` counts down to.
static bool stops(void *context) { return --*(int *)context <= 0; }

static void test_it_stops_on_request(void **state) {
    (void)state;
    const globe_map map = {.pits = true, .east = 200};
    const terrain_input input = input_of(&map, TR_TERRAIN_MAP_HEIGHT);
    const terrain_numbers numbers = numbers_with(&input);
    tr_status status = TR_STOPPED;
    for (int polls = 1; status != TR_OK; polls += polls / (is_quick() ? 1 : 8) + 1) {
        int left = polls;
        const tr_watch watch = {.stopped = stops, .context = &left};
        tr_meter meter = {.watch = &watch};
        tr_pool *pool;
        terrain_cubes terrain;
        assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
        status = terrain_solve(&numbers, tr_isa_best(), pool, &meter, &terrain, NULL);
        assert_true(status == TR_OK || status == TR_STOPPED);
        assert_true(left >= (status == TR_OK ? 1 : -100)); // only the tasks of one run still ask
        assert_true(status == TR_OK || !terrain.cubes[TR_TERRAIN_RAIN].cells);
        terrain_clear(&terrain);
        tr_pool_destroy(pool);
    }
}

static void test_every_allocation_may_fail(void **state) {
    (void)state;
    const globe_map map = {.pits = true, .east = 200};
    const terrain_input input = input_of(&map, TR_TERRAIN_MAP_HEIGHT);
    terrain_numbers numbers = numbers_with(&input);
    numbers.cells = 32;
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    tr_status status = TR_NO_MEMORY;
    for (long n = 1; status != TR_OK; n += 1 + (is_quick() ? n / 8 : 0)) {
        tr_pool *pool;
        terrain_cubes terrain;
        memory.left = 0, memory.failed = false, memory.blocks = 0;
        assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
        const long before = memory.blocks;
        memory.left = n;
        status = terrain_solve(&numbers, tr_isa_best(), pool, NULL, &terrain, NULL);
        assert_int_equal(status, memory.failed ? TR_NO_MEMORY : TR_OK);
        terrain_clear(&terrain);
        assert_int_equal(memory.blocks, before);
        memory.left = 0;
        tr_pool_destroy(pool);
    }
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coasts_and_heights_are_those_of_the_map),
        cmocka_unit_test(test_a_map_of_a_part_leaves_the_rest_to_us),
        cmocka_unit_test(test_land_keeps_its_coast_and_gets_mountains_of_ours),
        cmocka_unit_test(test_a_river_reaches_the_sea_through_the_valley),
        cmocka_unit_test(test_a_narrow_inlet_of_a_flat_sea_is_a_river),
        cmocka_unit_test(test_rivers_fill_their_bays),
        cmocka_unit_test(test_closed_basins_do_not_become_seas),
        cmocka_unit_test(test_ranges_and_coasts_shape_the_rain),
        cmocka_unit_test(test_one_mountain_does_not_dry_the_land_behind_it),
        cmocka_unit_test(test_maps_of_rain_replace_ours),
        cmocka_unit_test(test_bits_are_the_same_for_all_threads_and_instruction_sets),
        cmocka_unit_test(test_it_stops_on_request),
        cmocka_unit_test(test_every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
