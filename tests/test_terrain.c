// Continents from plate tectonics, and their climate: plates, mountains, seas, rain.
#include "noise/maths/trig.h"
#include "planet/private/plan.h"
#include "support.h"

#include "numbers.h"
#include "terrain/private/work.h"
#include "terrain/terrain.h"
#include "terrains.h"
#include "worlds.h"

#include <stdlib.h>

enum { cells = 64 };

static void solve(const terrain_numbers *numbers, tr_isa isa, int threads, terrain_cubes *out) {
    tr_pool *pool;
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    assert_int_equal(terrain_solve(numbers, isa, pool, NULL, out, NULL), TR_OK);
    tr_pool_destroy(pool);
}

static float value_at(const terrain_cubes *terrain, terrain_value value, int face, int column, int row) {
    return *tr_cube_at(&terrain->cubes[value], face, column, row);
}

// Runs the body with face, column and row at every lattice point except those on the cube's edges, which faces
// share.
#define EACH_POINT                                                                                             \
    for (int face = 0; face < TR_CUBE_FACES; face++)                                                           \
        for (int row = 1; row < cells; row++)                                                                  \
            for (int column = 1; column < cells; column++)

// ---- same bits ---------------------------------------------------------------------------------

static uint64_t hash_terrain(const terrain_cubes *terrain, int half) {
    uint64_t h = 0;
    for (int v = 0; v < TR_TERRAIN_PAINTED; v++) {
        if (v == TR_TERRAIN_RIVER || v == TR_TERRAIN_BED)
            continue; // not stored as cubes
        const int n = v == TR_TERRAIN_RAIN ? half : cells;
        assert_int_equal(terrain->cubes[v].cells, n);
        for (int face = 0; face < TR_CUBE_FACES; face++)
            for (int row = 0; row <= n; row++)
                h = hash_floats(h, tr_cube_at(&terrain->cubes[v], face, 0, row), (size_t)n + 1);
    }
    for (int face = 0; face < TR_CUBE_FACES; face++)
        for (int row = 0; row <= cells; row++)
            for (int column = 0; column <= cells; column++)
                h = hash_floats(h, tr_cube_at(&terrain->slopes, face, column, row), 3);
    for (int i = 0; i < RIVER_NET_COUNT; i++) {
        const river_net *net = &terrain->rivers.nets[i];
        const size_t groups = (size_t)net->first[TR_CUBE_FACES * net->cells * net->cells];
        h = hash_floats(h, (const float *)net->groups, groups * (sizeof *net->groups / sizeof(float)));
    }
    return h;
}

static void test_terrain_is_golden_on_every_instruction_set_and_thread_count(void **state) {
    (void)state;
    const terrain_numbers numbers = earthlike_terrain(3, cells);
    const int threads[] = {1, 2, 7};
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
        for (int t = 0; t < 3; t++)
            if (tr_isa_available(isa)) {
                terrain_cubes terrain;
                solve(&numbers, isa, threads[t], &terrain);
                assert_golden("terrain", hash_terrain(&terrain, cells / 2));
                terrain_clear(&terrain);
            }
}

// Without persistence the coast is that of the broadest octave, the same as with almost none.
static void test_no_persistence_is_none(void **state) {
    (void)state;
    terrain_cubes terrain[2];
    double most = 0;
    for (int k = 0; k < 2; k++) {
        terrain_numbers numbers = earthlike_terrain(3, cells);
        numbers.persistence = k * 1e-9, numbers.erosion = numbers.rivers = numbers.lakes = 0;
        solve(&numbers, tr_isa_best(), 2, &terrain[k]);
    }
    EACH_POINT {
        const float none = value_at(&terrain[0], TR_TERRAIN_HEIGHT, face, column, row);
        most = fmax(most, fabs((double)(none - value_at(&terrain[1], TR_TERRAIN_HEIGHT, face, column, row))));
    }
    if (!(most < 1))
        print_message("heights differ by up to %g m\n", most);
    assert_true(most < 1);
    terrain_clear(&terrain[0]);
    terrain_clear(&terrain[1]);
}

// ---- slopes ------------------------------------------------------------------------------------

// Gullies follow the slope of the land, which is 0 at sea.
static void test_slopes_rise_with_the_land_and_fade_at_the_coast(void **state) {
    (void)state;
    const terrain_numbers numbers = earthlike_terrain(3, cells);
    terrain_cubes terrain;
    solve(&numbers, tr_isa_best(), 2, &terrain);
    int sea = 0, rising = 0, falling = 0;
    for (int face = 0; face < TR_CUBE_FACES; face++)
        for (int row = 2; row < cells - 1; row++) {
            float place[3][cells + 1];
            tr_cube_row(numbers.seed, cells, face, row, place[0], place[1], place[2]);
            for (int column = 2; column < cells - 1; column++) {
                const float *slope = tr_cube_at(&terrain.slopes, face, column, row);
                bool land = false;
                for (int k = 0; k < 25; k++)
                    land = land ||
                           value_at(&terrain, TR_TERRAIN_HEIGHT, face, column + k % 5 - 2, row + k / 5 - 2) > 0;
                const float west = value_at(&terrain, TR_TERRAIN_HEIGHT, face, column - 1, row),
                            east = value_at(&terrain, TR_TERRAIN_HEIGHT, face, column + 1, row);
                float rise = 0;
                for (int k = 0; k < 3; k++)
                    rise += slope[k] * (place[k][column + 1] - place[k][column - 1]);
                if (!land) {
                    assert_true(slope[0] == 0 && slope[1] == 0 && slope[2] == 0);
                    sea++;
                } else if (west > 0 && east > 0 && (east - west > 300 || west - east > 300))
                    rising += (rise > 0) == (east > west), falling += (rise > 0) != (east > west);
            }
        }
    assert_true(sea > 1000 && rising > 200 && falling * 10 < rising);
    terrain_clear(&terrain);
}

// ---- plates ------------------------------------------------------------------------------------

// Two plates next to each other on the equator, with seeds at longitudes ±30°. Both rotate about +Y.
static void test_plates_close_where_they_run_into_each_other(void **state) {
    (void)state;
    plate_set plates = {.count = 2, .kind = {1, -1}};
    double sine, cosine;
    tr_sincos(TR_PI / 6, &sine, &cosine);
    plates.x[0] = plates.x[1] = (float)cosine;
    plates.z[0] = (float)sine, plates.z[1] = (float)-sine; // west and east
    plates.spin_y[0] = 0.5f, plates.spin_y[1] = -0.25f;    // moving east and west
    enum { count = 21 };
    float x[count], y[count], z[count], border[count], closing[count], kind[count], over[count];
    for (int i = 0; i < count; i++) { // along the equator from 20° west to 20° east
        tr_sincos((i - 10) * TR_PI / 90, &sine, &cosine);
        x[i] = (float)cosine, y[i] = 0, z[i] = (float)-sine;
    }
    const plates_found found = {border, closing, kind, over};
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available(isa))
            continue;
        TR_KERNEL_OF(isa, plates_find)(&plates, count, x, y, z, &found);
        for (int i = 0; i < count; i++) {
            const double away = (i < 10 ? 10 - i : i - 10) * TR_PI / 90;
            assert_float_equal(border[i], away, 2e-4);
            assert_float_equal(closing[i], 0.75, 1e-4);
            assert_float_equal(over[i], i <= 10 ? 1 : 0, i == 10 ? 1 : 0); // the continent is the upper plate
            if (i > 0)
                assert_true(kind[i] < kind[i - 1]);
        }
    }
    plates.spin_y[0] = -0.5f;
    TR_KERNEL_OF(TR_ISA_BASELINE, plates_find)(&plates, count, x, y, z, &found);
    for (int i = 0; i < count; i++)
        assert_float_equal(closing[i], -0.25, 1e-4);
}

static void test_plates_are_spread_and_some_of_them_carry_continents(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        plate_set plates;
        plates_spread(seed, 16, 0.5, &plates);
        int continental = 0;
        for (int i = 0; i < 16; i++) {
            const float *x = plates.x, *y = plates.y, *z = plates.z;
            assert_float_equal(x[i] * x[i] + y[i] * y[i] + z[i] * z[i], 1, 1e-5);
            continental += plates.kind[i] > 0;
            for (int j = 0; j < i; j++)
                assert_true(x[i] * x[j] + y[i] * y[j] + z[i] * z[j] < 0.999f);
        }
        assert_int_equal(continental, 8);
    }
}

// ---- mountains and seas ------------------------------------------------------------------------

static void test_land_has_its_coverage(void **state) {
    (void)state;
    static const double shares[] = {0.05, 0.3, 0.8};
    for (int i = 0; i < 3; i++) {
        terrain_numbers numbers = earthlike_terrain((uint64_t)i, cells);
        numbers.land = shares[i];
        terrain_cubes terrain;
        solve(&numbers, tr_isa_best(), 2, &terrain);
        tr_globe globe;
        assert_int_equal(tr_globe_create(numbers.seed, cells, NULL, &globe, NULL), TR_OK);
        double land = 0, area = 0;
        EACH_POINT {
            const double a = (double)globe.area[tr_globe_point(&globe, face, column, row)];
            area += a;
            land += value_at(&terrain, TR_TERRAIN_HEIGHT, face, column, row) > 0 ? a : 0;
        }
        assert_float_equal(land / area, shares[i], 0.01);
        tr_globe_clear(&globe);
        terrain_clear(&terrain);
    }
}

// Land is higher where plates converge than where they diverge, and has more relief.
static void test_mountains_rise_where_plates_close(void **state) {
    (void)state;
    double sums[2][2] = {{0}}, counts[2] = {0};
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const terrain_numbers numbers = earthlike_terrain(seed, cells);
        terrain_cubes terrain;
        solve(&numbers, tr_isa_best(), 2, &terrain);
        EACH_POINT {
            const float border = value_at(&terrain, TR_TERRAIN_BORDER, face, column, row);
            if ((border < 0.3f && border > -0.3f) ||
                value_at(&terrain, TR_TERRAIN_CRUST, face, column, row) < 0)
                continue;
            const int closing = border > 0;
            counts[closing]++;
            sums[closing][0] += (double)value_at(&terrain, TR_TERRAIN_HEIGHT, face, column, row);
            sums[closing][1] += (double)value_at(&terrain, TR_TERRAIN_RELIEF, face, column, row);
        }
        terrain_clear(&terrain);
    }
    assert_true(counts[0] > 100 && counts[1] > 100);
    for (int k = 0; k < 2; k++)
        assert_true(sums[1][k] / counts[1] > 2 * sums[0][k] / counts[0]);
}

// The heights of an ocean world have two peaks: the sea floor and the plains of the land.
static void test_heights_have_two_peaks(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const terrain_numbers numbers = earthlike_terrain(seed, cells);
        terrain_cubes terrain;
        int bins[16] = {0}; // kilometres, from -10 up
        solve(&numbers, tr_isa_best(), 2, &terrain);
        EACH_POINT {
            const int bin = (int)(value_at(&terrain, TR_TERRAIN_HEIGHT, face, column, row) / 1000 + 10);
            bins[bin < 0 ? 0 : bin > 15 ? 15 : bin]++;
        }
        int sea = 0;
        for (int k = 0; k < 9; k++)
            sea = bins[k] > bins[sea] ? k : sea;
        assert_true(sea >= 4 && sea <= 6);                              // -6 … -4 km
        assert_true(bins[10] > 2 * bins[8] && bins[10] > 2 * bins[11]); // 0 … 1 km
        assert_true(bins[sea] > 2 * bins[7]);
        terrain_clear(&terrain);
    }
}

// ---- rain --------------------------------------------------------------------------------------

// A continent in the trade winds, 60° wide, with a mountain range across its middle. The wind comes from the
// east.
static void test_behind_a_range_there_is_little_rain(void **state) {
    (void)state;
    const terrain_numbers numbers = earthlike_terrain(1, cells);
    terrain_work work = {.numbers = &numbers, .isa = TR_ISA_BASELINE};
    assert_int_equal(tr_pool_create(2, &work.pool, NULL), TR_OK);
    tr_meter meter = {0};
    work.meter = &meter;
    assert_int_equal(tr_globe_create(1, cells, NULL, &work.globe, NULL), TR_OK);
    work.scratch = malloc(2 * sizeof *work.scratch);
    work.height = malloc((size_t)work.globe.count * sizeof(float));
    work.rain = malloc((size_t)work.globe.count * sizeof(float));
    assert_true(work.scratch && work.height && work.rain);
    double rain[2][2] = {{0}}, count[2] = {0}; // with and without a range; west and east of it
    for (int with = 0; with < 2; with++) {
        for (int p = 0; p < work.globe.count; p++) {
            const double east = tr_atan2((double)-work.globe.z[p], (double)work.globe.x[p]) * 180 / TR_PI;
            const float up = work.globe.y[p];
            const bool land = fabs(east) < 30 && up < 0.35f && up > -0.35f;
            work.height[p] = !land ? -4000 : with && fabs(east) < 3 ? 4000 : 200;
        }
        assert_int_equal(terrain_make_rain(&work, NULL, NULL), TR_OK);
        for (int p = 0; p < work.globe.count; p++) {
            const double east = tr_atan2((double)-work.globe.z[p], (double)work.globe.x[p]) * 180 / TR_PI;
            if (work.height[p] != 200 || fabs(east) < 8 || fabs(east) > 22)
                continue;
            rain[with][east > 0] += (double)work.rain[p];
            count[east > 0] += 0.5;
        }
    }
    for (int side = 0; side < 2; side++)
        for (int with = 0; with < 2; with++)
            rain[with][side] /= count[side];
    assert_true(rain[1][0] < 0.7 * rain[0][0]); // the range takes the west's rain,
    assert_true(rain[1][1] > 0.9 * rain[0][1]); // not the east's,
    assert_true(rain[0][1] > rain[0][0]);       // which the wind reaches first
    tr_globe_clear(&work.globe);
    tr_pool_destroy(work.pool);
    free(work.scratch);
    free(work.height);
    free(work.rain);
}

// River plumes extend over the continental shelf. None reaches the deep sea, where it would mix within one
// step.
static void test_plumes_of_rivers_lie_on_shelves(void **state) {
    (void)state;
    terrain_cubes terrain;
    int plumes = 0;
    const terrain_numbers numbers = earthlike_terrain(5, cells);
    solve(&numbers, tr_isa_best(), 1, &terrain);
    EACH_POINT {
        const float height = value_at(&terrain, TR_TERRAIN_HEIGHT, face, column, row);
        const float flow = value_at(&terrain, TR_TERRAIN_FLOW, face, column, row);
        plumes += height < -20 && flow > 0.1F;
        assert_true(flow >= 0 && flow <= 1 && (height > -3500 || flow == 0));
    }
    print_message("%d points of the sea have river water\n", plumes);
    assert_in_range(plumes, 30, 3000);
    terrain_clear(&terrain);
}

static void test_quantiles_are_by_area(void **state) {
    (void)state;
    tr_globe globe;
    assert_int_equal(tr_globe_create(9, cells, NULL, &globe, NULL), TR_OK);
    // y is uniform on a sphere, so it gives the fraction above it
    for (int k = 1; k < 10; k++)
        assert_float_equal(terrain_quantile(&globe, globe.y, k / 10.0), 1 - k / 5.0, 2e-3);
    tr_globe_clear(&globe);
}

// ---- in a recipe -------------------------------------------------------------------------------

static void test_layers_share_a_terrain_and_edits_keep_it(void **state) {
    (void)state;
    tr_scene scene = load_world((tr_world){.name = "terrain", .has_seed = true, .seed = 5, .field_width = 256});
    tr_recipe *recipe = scene.planets[0].recipe;
    assert_int_equal(add_layer(recipe, recipe->layers[0].kind, NULL), TR_OK);
    tr_layer *rain = &recipe->layers[1];
    snprintf(rain->name, sizeof rain->name, "rain");
    snprintf(rain->into, sizeof rain->into, "rain");
    snprintf(rain->source, sizeof rain->source, "%s", recipe->layers[0].name);
    set_choice(recipe, "layers.rain.value", "rain");
    set_number(recipe, "layers.rain.land", 0.9); // has no effect
    tr_surface *before, *after;
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &before, NULL), TR_OK);
    assert_ptr_equal(before->fields[0].solution, before->fields[1].solution);
    assert_true(before->fields[0].cache_key != before->fields[1].cache_key);
    recipe->layers[0].amount.plus = 0.5;
    recipe->stops[0].srgb[0] = 200;
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, before, &after, NULL), TR_OK);
    assert_ptr_equal(before->fields[0].solution, after->fields[0].solution);
    tr_surface_destroy(before); // `after` still uses the solution
    before = after;
    for (int change = 0; change < 4; change++) {
        if (change == 0)
            set_number(recipe, "layers.terrain.land", 0.31);
        else if (change == 1)
            set_number(recipe, "layers.terrain.plates", 18);
        else if (change == 2)
            recipe->knobs[TR_KNOB_NOISINESS] *= 1.1;
        else
            recipe->seed++;
        assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, before, &after, NULL), TR_OK);
        assert_ptr_not_equal(before->fields[0].solution, after->fields[0].solution);
        assert_ptr_equal(after->fields[0].solution, after->fields[1].solution);
        tr_surface_destroy(before);
        before = after;
    }
    tr_surface_destroy(before);
    tr_scene_clear(&scene);
}

static void test_a_terrain_of_nothing_is_refused(void **state) {
    (void)state;
    tr_scene scene;
    tr_error error = {0};
    scene = load_world((tr_world){.name = "terrain", .has_seed = true, .seed = 5, .field_width = 256});
    tr_recipe *recipe = scene.planets[0].recipe;
    snprintf(recipe->layers[0].source, sizeof recipe->layers[0].source, "atlantis");
    assert_int_equal(tr_recipe_check(recipe, &error), TR_BAD_INPUT);
    assert_string_equal(error.path, "layers.terrain.terrain_from");
    assert_non_null(strstr(error.message, "'atlantis'"));
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terrain_is_golden_on_every_instruction_set_and_thread_count),
        cmocka_unit_test(test_no_persistence_is_none),
        cmocka_unit_test(test_slopes_rise_with_the_land_and_fade_at_the_coast),
        cmocka_unit_test(test_plates_close_where_they_run_into_each_other),
        cmocka_unit_test(test_plates_are_spread_and_some_of_them_carry_continents),
        cmocka_unit_test(test_land_has_its_coverage),
        cmocka_unit_test(test_mountains_rise_where_plates_close),
        cmocka_unit_test(test_heights_have_two_peaks),
        cmocka_unit_test(test_behind_a_range_there_is_little_rain),
        cmocka_unit_test(test_plumes_of_rivers_lie_on_shelves),
        cmocka_unit_test(test_quantiles_are_by_area),
        cmocka_unit_test(test_layers_share_a_terrain_and_edits_keep_it),
        cmocka_unit_test(test_a_terrain_of_nothing_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
