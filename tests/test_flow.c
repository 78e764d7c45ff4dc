// The winds of a gas giant and where they carry the air from.
#include "noise/grids/flow.h"
#include "noise/kernels.h"
#include "noise/maths/trig.h"
#include "support.h"
#include "vectors.h"
#include <math.h>
#include <stdlib.h>

enum { cells = 128, places = 4000 };

static tr_fractal_plan eddies;

static tr_flow_numbers usual(uint64_t seed) {
    const tr_fractal_numbers numbers = {.basis = TR_BASIS_PERLIN,
                                        .interpolation = TR_INTERPOLATION_QUINTIC,
                                        .octaves = 3,
                                        .persistence = 0.25,
                                        .lacunarity = 2,
                                        .scale = 4.5,
                                        .stretch = {1, 2.2, 1},
                                        .seed = seed};
    tr_fractal_prepare(&numbers, &eddies);
    return (tr_flow_numbers){.seed = seed,
                             .cells = cells,
                             .time = 0.35,
                             .jets = 10,
                             .jet_width = 0.5,
                             .equator = 1,
                             .equator_width_rad = 0.12,
                             .turbulence = 0.2,
                             .eddies = &eddies,
                             .eddy_scale = 4.5,
                             .turns = 0.7,
                             .storms = 1,
                             .storm_radius = 0.16,
                             .storm_latitude_deg = -25,
                             .pearls = 3,
                             .pearl_radius = 0.07,
                             .pearl_latitude_deg = 35,
                             .vortices = 10,
                             .radius_min = 0.05,
                             .radius_max = 0.08};
}

static tr_flow make(const tr_flow_numbers *numbers, tr_isa isa, int threads) {
    tr_pool *pool;
    tr_flow flow;
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    assert_int_equal(tr_flow_create(numbers, isa, pool, NULL, &flow, NULL), TR_OK);
    tr_pool_destroy(pool);
    return flow;
}

static void depart(const tr_flow *flow, int count, float *x, float *y, float *z) {
    const tr_isa isa = TR_ISA_BASELINE;
    float *spare = malloc((size_t)count * 3 * sizeof *spare);
    tr_flow_depart(flow, TR_FLOW_PARTS, isa, count, x, y, z, spare, spare + count, spare + 2 * count);
    free(spare);
}

static void depart_one(const tr_flow *flow, const double from[3], double to[3]) {
    float d[3] = {(float)from[0], (float)from[1], (float)from[2]};
    depart(flow, 1, &d[0], &d[1], &d[2]);
    for (int k = 0; k < 3; k++)
        to[k] = (double)d[k];
}

static double distance(const double a[3], const double b[3]) {
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(dot3(d, d));
}

static void random_direction(uint64_t seed, double d[3]) {
    const double y = 2 * tr_hash_unit(tr_hash_pair(seed, 1)) - 1, around = sqrt(1 - y * y);
    double s, c;
    tr_sincos(2 * TR_PI * tr_hash_unit(tr_hash_pair(seed, 2)), &s, &c);
    d[0] = around * c, d[1] = y, d[2] = around * s;
}

// p moved by `east` and `north` along the tangents at p.
static void beside(const double p[3], double east, double north, double out[3]) {
    const double around = sqrt(p[0] * p[0] + p[2] * p[2]);
    const double e[3] = {p[2] / around, 0, -p[0] / around};
    const double n[3] = {-p[1] * p[0] / around, around, -p[1] * p[2] / around};
    double length = 0;
    for (int k = 0; k < 3; k++)
        out[k] = p[k] + east * e[k] + north * n[k], length += out[k] * out[k];
    for (int k = 0; k < 3; k++)
        out[k] /= sqrt(length);
}

// ---- same bits ---------------------------------------------------------------------------------

static uint64_t hash_of(const tr_flow *flow, tr_isa isa, int threads) {
    enum { count = 1000 };
    static float d[9][count];
    for (int i = 0; i < count; i++) {
        double p[3];
        random_direction((uint64_t)i, p);
        for (int k = 0; k < 3; k++)
            d[k][i] = d[k + 6][i] = (float)p[k];
    }
    tr_pool *pool;
    tr_cube cubes[2];
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    assert_int_equal(
        tr_flow_vortices(flow, 1u << TR_VORTEX_STORM | 1u << TR_VORTEX_SMALL, pool, NULL, &cubes[0], NULL),
        TR_OK);
    assert_int_equal(tr_flow_stretch(flow, isa, pool, NULL, &cubes[1], NULL), TR_OK);
    uint64_t h = 0;
    for (int k = 0; k < 2; k++) {
        TR_KERNEL_OF(isa, tr_cube_sample)(&cubes[k], count, d[6], d[7], d[8], d[3]);
        h = hash_floats(h, d[3], count);
        tr_cube_clear(&cubes[k]);
    }
    tr_flow_depart(flow, TR_FLOW_PARTS, isa, count, d[0], d[1], d[2], d[3], d[4], d[5]);
    tr_pool_destroy(pool);
    return hash_floats(h, d[0], 3 * count);
}

static void test_every_instruction_set_and_thread_count_gives_the_same_bits(void **state) {
    (void)state;
    tr_flow_numbers numbers = usual(1);
    numbers.cells = 48;
    uint64_t first = 0;
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
        for (int threads = 1; threads <= 3 && tr_isa_available(isa); threads += 2) {
            tr_flow flow = make(&numbers, isa, threads);
            const uint64_t h = hash_of(&flow, isa, threads);
            first = first ? first : h;
            assert_true(h == first);
            tr_flow_clear(&flow);
        }
    assert_golden("flow", first);
}

// ---- departure points --------------------------------------------------------------------------

static void test_departures_lie_on_the_sphere_and_nothing_moves_in_no_time(void **state) {
    (void)state;
    tr_flow_numbers numbers = usual(2);
    for (int still = 0; still < 2; still++) {
        numbers.time = still ? 0 : 0.35;
        tr_flow flow = make(&numbers, TR_ISA_BASELINE, 1);
        double most = 0;
        for (uint64_t i = 0; i < places; i++) {
            double p[3], q[3];
            random_direction(i, p);
            depart_one(&flow, p, q);
            assert_float_equal(dot3(q, q), 1, 1e-6);
            most = fmax(most, distance(p, q));
        }
        assert_true(still ? most < 1e-6 : most > 0.3);
        tr_flow_clear(&flow);
    }
}

// Half of the time and half of the turns, applied twice, give the whole.
static void test_the_time_adds_up(void **state) {
    (void)state;
    tr_flow_numbers numbers = usual(3);
    tr_flow whole = make(&numbers, TR_ISA_BASELINE, 1);
    numbers.time /= 2, numbers.turns /= 2;
    tr_flow half = make(&numbers, TR_ISA_BASELINE, 1);
    double sum = 0;
    for (uint64_t i = 0; i < places; i++) {
        double p[3], a[3], b[3];
        random_direction(i, p);
        depart_one(&whole, p, a);
        depart_one(&half, p, b);
        depart_one(&half, b, b);
        sum += distance(a, b);
    }
    assert_true(sum / places < 0.1 * (TR_PI / 2 / cells)); // a tenth of a cell
    tr_flow_clear(&whole);
    tr_flow_clear(&half);
}

// Over a short time the displacement equals wind times time.
static void test_the_wind_is_what_carries_air(void **state) {
    (void)state;
    const tr_isa isa = TR_ISA_BASELINE;
    tr_flow_numbers numbers = usual(3);
    numbers.time /= 64, numbers.turns /= 64;
    tr_flow flow = make(&numbers, TR_ISA_BASELINE, 1);
    tr_cube_vectors wind;
    tr_pool *pool;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    assert_int_equal(tr_flow_wind(&numbers, isa, pool, NULL, &wind, NULL), TR_OK);
    tr_pool_destroy(pool);
    double sum = 0, speeds = 0;
    for (uint64_t i = 0; i < places; i++) {
        double p[3], from[3];
        random_direction(i, p);
        depart_one(&flow, p, from);
        float v[3] = {(float)p[0], (float)p[1], (float)p[2]};
        TR_KERNEL_OF(isa, tr_cube_vectors_sample)(&wind, 1, &v[0], &v[1], &v[2], &v[0], &v[1], &v[2]);
        const double blown[3] = {(double)v[0], (double)v[1], (double)v[2]},
                     moved[3] = {(p[0] - from[0]) / numbers.time, (p[1] - from[1]) / numbers.time,
                                 (p[2] - from[2]) / numbers.time};
        assert_true(fabs(dot3(blown, p)) < 1e-3); // tangential
        sum += distance(blown, moved), speeds += sqrt(dot3(blown, blown));
    }
    assert_true(speeds / places > 0.2);
    assert_true(sum < 0.02 * speeds);
    tr_cube_clear(&wind);
    tr_flow_clear(&flow);
}

// A small square keeps its area: the flow does not compress.
static void test_areas_stay_as_they_are(void **state) {
    (void)state;
    const tr_flow_numbers numbers = usual(4);
    tr_flow flow = make(&numbers, TR_ISA_BASELINE, 1);
    const double step = 1e-3;
    double sum = 0;
    int wrong = 0;
    for (uint64_t i = 0; i < places; i++) {
        double p[3], near[2][3], q[3], to[2][3];
        random_direction(i, p);
        beside(p, step, 0, near[0]), beside(p, 0, step, near[1]);
        depart_one(&flow, p, q), depart_one(&flow, near[0], to[0]), depart_one(&flow, near[1], to[1]);
        double a[3], b[3];
        for (int k = 0; k < 3; k++)
            a[k] = to[0][k] - q[k], b[k] = to[1][k] - q[k];
        const double across[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                  a[0] * b[1] - a[1] * b[0]};
        const double area = dot3(across, q) / (step * step);
        sum += area;
        wrong += fabs(area - 1) > 0.25;
    }
    assert_float_equal(sum / places, 1, 0.02);
    assert_true(wrong < places / 20);
    tr_flow_clear(&flow);
}

// A finer lattice gives nearly the same result, near edges and corners of the cube and near the poles as
// elsewhere.
static void test_edges_and_poles_are_nothing_special(void **state) {
    (void)state;
    tr_flow_numbers numbers = usual(5);
    tr_flow coarse = make(&numbers, TR_ISA_BASELINE, 1);
    numbers.cells = 2 * cells;
    tr_flow fine = make(&numbers, TR_ISA_BASELINE, 1);
    double sum[3] = {0};
    int count[3] = {0};
    for (uint64_t i = 0; i < places; i++)
        for (int where = 0; where < 3; where++) { // anywhere, on edges of the cube, at the poles
            double p[3], a[3], b[3];
            random_direction(i, p);
            if (where == 1) {
                float row[3][cells + 1];
                tr_cube_row(numbers.seed, cells, (int)(i % 6), (int)(i / 16 % cells), row[0], row[1], row[2]);
                for (int k = 0; k < 3; k++)
                    p[k] = (double)row[k][i & 8 ? 0 : cells];
                beside(p, 1e-3 * (double)(i % 7), 1e-3 * (double)(i % 5), p);
            } else if (where == 2) {
                const double pole[3] = {0.02 * p[0], p[1] < 0 ? -1 : 1, 0.02 * p[2]};
                memcpy(p, pole, sizeof p);
                beside(p, 0, 0, p);
            }
            depart_one(&coarse, p, a);
            depart_one(&fine, p, b);
            sum[where] += distance(a, b), count[where]++;
        }
    const double usually = sum[0] / count[0];
    assert_true(usually < 0.4 * (TR_PI / 2 / cells));
    assert_true(sum[1] / count[1] < 1.6 * usually);
    assert_true(sum[2] / count[2] < 1.6 * usually);
    tr_flow_clear(&coarse);
    tr_flow_clear(&fine);
}

// ---- properties of the wind --------------------------------------------------------------------

static void test_the_jet_of_the_equator_goes_its_way(void **state) {
    (void)state;
    tr_flow_numbers numbers = usual(6);
    numbers.turbulence = 0, numbers.storms = numbers.pearls = numbers.vortices = 0;
    for (int west = 0; west < 2; west++) {
        numbers.equator = west ? -2 : 2;
        tr_flow flow = make(&numbers, TR_ISA_BASELINE, 1);
        const double p[3] = {1, 0, 0}; // east is -z
        double q[3];
        depart_one(&flow, p, q);
        assert_true(west ? q[2] < -0.3 : q[2] > 0.3);
        assert_true(fabs(q[1]) < 1e-3);
        tr_flow_clear(&flow);
    }
}

// Storms rotate clockwise in the north and counterclockwise in the south, and stay in place.
static void test_storms_turn_the_right_way(void **state) {
    (void)state;
    for (int south = 0; south < 2; south++) {
        tr_flow_numbers numbers = usual(7);
        numbers.storm_latitude_deg = south ? -30 : 30;
        numbers.pearls = numbers.vortices = 0;
        numbers.turns = 0.25;
        tr_flow flow = make(&numbers, TR_ISA_BASELINE, 1);
        assert_int_equal(flow.vortex_count, 1);
        const double *c = flow.vortices[0].centre;
        double east[3], p[3], q[3];
        assert_true(south ? c[1] < -0.4 : c[1] > 0.4);
        depart_one(&flow, c, q);
        assert_true(distance(c, q) < 0.1 * numbers.storm_radius);
        // What is east of the centre after a quarter turn clockwise was north of it.
        beside(c, 0.3 * numbers.storm_radius, 0, p);
        depart_one(&flow, p, q);
        beside(c, 0, 1, east); // the direction to the north
        const double north = (dot3(q, east) - dot3(c, east)) / numbers.storm_radius;
        assert_true(south ? north < -0.1 : north > 0.1);
        tr_flow_clear(&flow);
    }
}

static void test_vortices_are_found_where_they_are(void **state) {
    (void)state;
    const tr_isa isa = TR_ISA_BASELINE;
    const tr_flow_numbers numbers = usual(8);
    tr_flow flow = make(&numbers, TR_ISA_BASELINE, 1);
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    for (unsigned kind = 0; kind < TR_VORTEX_KINDS; kind++) {
        tr_cube cube;
        assert_int_equal(tr_flow_vortices(&flow, 1u << kind, pool, NULL, &cube, NULL), TR_OK);
        int seen = 0;
        for (int j = 0; j < flow.vortex_count; j++) {
            const tr_vortex *v = &flow.vortices[j];
            for (int where = 0; where < 3; where++) { // at the centre, on the northern and on the eastern rim
                double p[3];
                beside(v->centre, where == 2 ? 1.55 * v->radius : 0, where == 1 ? v->radius : 0, p);
                const float d[3] = {(float)p[0], (float)p[1], (float)p[2]};
                float out;
                TR_KERNEL_OF(isa, tr_cube_sample)(&cube, 1, &d[0], &d[1], &d[2], &out);
                if (v->kind == kind && where)
                    assert_float_equal(out, 1, 0.1);
                else if (v->kind == kind)
                    assert_true(out < 0.25f);
                else if (!where)
                    assert_true(out > 1);
            }
            seen += v->kind == kind;
        }
        assert_true(seen > 0);
        tr_cube_clear(&cube);
    }
    tr_pool_destroy(pool);
    tr_flow_clear(&flow);
}

static void test_stretch_is_one_where_nothing_flows_and_more_where_it_shears(void **state) {
    (void)state;
    const tr_isa isa = TR_ISA_BASELINE;
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    for (int still = 0; still < 2; still++) {
        tr_flow_numbers numbers = usual(9);
        numbers.time = still ? 0 : 0.35;
        tr_flow flow = make(&numbers, TR_ISA_BASELINE, 1);
        tr_cube cube;
        assert_int_equal(tr_flow_stretch(&flow, isa, pool, NULL, &cube, NULL), TR_OK);
        double least = 1e9, sum = 0;
        const int side = cube.cells + 1;
        for (int i = 0; i < TR_CUBE_FACES * side * side; i++) {
            const double out = (double)*tr_cube_at(&cube, i / side / side, i % side, i / side % side);
            least = fmin(least, out), sum += out / (TR_CUBE_FACES * side * side);
        }
        assert_true(least >= 1);
        assert_true(still ? fabs(sum - 1) < 0.01 : sum > 1.5);
        tr_cube_clear(&cube);
        tr_flow_clear(&flow);
    }
    tr_pool_destroy(pool);
}

// ---- unequal bands, wakes, poles, parts of the time ---------------------------------------------

// The root mean square displacement north or south along a latitude.
static double wandering(const tr_flow *flow, double y) {
    enum { around = 200 };
    double sum = 0;
    for (int i = 0; i < around; i++) {
        double s, c, to[3];
        tr_sincos(2 * TR_PI * i / around, &s, &c);
        const double from[3] = {sqrt(1 - y * y) * c, y, -sqrt(1 - y * y) * s};
        depart_one(flow, from, to);
        sum += (to[1] - y) * (to[1] - y) / around;
    }
    return sqrt(sum);
}

static void test_some_bands_boil_and_others_are_calm_if_they_are_uneven(void **state) {
    (void)state;
    double unlike[2] = {0, 0};
    for (int seed = 1; seed <= 4; seed++)
        for (int uneven = 0; uneven < 2; uneven++) {
            tr_flow_numbers numbers = usual((uint64_t)seed);
            numbers.storms = numbers.pearls = numbers.vortices = 0;
            numbers.time = 0.1, numbers.turbulence = 0.05, numbers.unevenness = uneven;
            tr_flow flow = make(&numbers, tr_isa_best(), 1);
            double sum = 0, squares = 0;
            for (int i = 0; i < 20; i++) {
                const double w = wandering(&flow, 0.08 * i - 0.76);
                sum += w / 20, squares += w * w / 20;
            }
            unlike[uneven] += sqrt(squares - sum * sum) / sum;
            tr_flow_clear(&flow);
        }
    assert_true(unlike[1] > 1.4 * unlike[0]);
}

static void test_wakes_lie_west_of_storms_and_nowhere_else(void **state) {
    (void)state;
    tr_flow_numbers numbers = usual(3);
    numbers.pearls = numbers.vortices = 0, numbers.time = 0.1;
    tr_flow flows[2];
    flows[0] = make(&numbers, tr_isa_best(), 1);
    numbers.wakes = 2;
    flows[1] = make(&numbers, tr_isa_best(), 1);
    double west = 0, elsewhere = 0;
    for (int i = 0; i < 400; i++) { // along 20 degrees south and far to the north
        for (int north = 0; north < 2; north++) {
            const double longitude = 2 * TR_PI * i / 400, y = north ? 0.45 : -0.34;
            double s, c, to[2][3];
            tr_sincos(longitude, &s, &c);
            const double from[3] = {sqrt(1 - y * y) * c, y, -sqrt(1 - y * y) * s};
            for (int k = 0; k < 2; k++)
                depart_one(&flows[k], from, to[k]);
            const bool behind = !north && s < -0.3 && c > -0.2; // west of the storm at longitude 0
            double *most = behind ? &west : &elsewhere;
            if (behind || north || c < -0.5 || s > 0.6)
                *most = fmax(*most, distance(to[0], to[1]));
        }
    }
    assert_true(west > 0.01);
    assert_true(elsewhere < 1e-6);
    tr_flow_clear(&flows[0]);
    tr_flow_clear(&flows[1]);
}

static void test_cyclones_crowd_round_the_poles(void **state) {
    (void)state;
    tr_flow_numbers numbers = usual(5);
    numbers.storms = numbers.pearls = numbers.vortices = 0, numbers.polar = 30;
    tr_flow flow = make(&numbers, tr_isa_best(), 1);
    assert_true(flow.vortex_count > 8);
    for (int i = 0; i < flow.vortex_count; i++) {
        const tr_vortex *v = &flow.vortices[i];
        assert_true(fabs(v->centre[1]) > 0.86);
        assert_true(v->hill * v->centre[1] < 0); // counterclockwise in the north
    }
    tr_flow_clear(&flow);
}

static void test_parts_of_the_time_add_up_to_the_whole(void **state) {
    (void)state;
    const tr_isa isa = TR_ISA_BASELINE;
    const tr_flow_numbers numbers = usual(6);
    tr_flow flow = make(&numbers, TR_ISA_BASELINE, 1);
    for (int i = 0; i < 100; i++) {
        double p[3], whole[3];
        float spare[3];
        random_direction((uint64_t)i, p);
        float d[3] = {(float)p[0], (float)p[1], (float)p[2]};
        for (int part = 1; part <= 3; part += 2) // one quarter, then three
            tr_flow_depart(&flow, part, isa, 1, &d[0], &d[1], &d[2], &spare[0], &spare[1], &spare[2]);
        depart_one(&flow, p, whole);
        for (int k = 0; k < 3; k++)
            assert_float_equal((double)d[k], whole[k], 0);
    }
    tr_flow_clear(&flow);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_instruction_set_and_thread_count_gives_the_same_bits),
        cmocka_unit_test(test_departures_lie_on_the_sphere_and_nothing_moves_in_no_time),
        cmocka_unit_test(test_the_time_adds_up),
        cmocka_unit_test(test_the_wind_is_what_carries_air),
        cmocka_unit_test(test_areas_stay_as_they_are),
        cmocka_unit_test(test_edges_and_poles_are_nothing_special),
        cmocka_unit_test(test_the_jet_of_the_equator_goes_its_way),
        cmocka_unit_test(test_storms_turn_the_right_way),
        cmocka_unit_test(test_vortices_are_found_where_they_are),
        cmocka_unit_test(test_stretch_is_one_where_nothing_flows_and_more_where_it_shears),
        cmocka_unit_test(test_some_bands_boil_and_others_are_calm_if_they_are_uneven),
        cmocka_unit_test(test_wakes_lie_west_of_storms_and_nowhere_else),
        cmocka_unit_test(test_cyclones_crowd_round_the_poles),
        cmocka_unit_test(test_parts_of_the_time_add_up_to_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
