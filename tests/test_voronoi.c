// Voronoi fields equal a search of all sites bit for bit, for every value, metric and domain, any shape of tile
// and any distribution of sites.
// ctest: COST 20
#include "base/hash.h"
#include "base/memory.h"
#include "base/pool.h"
#include "blocks.h"
#include "noise/sites/sites.h"
#include "noise/sites/voronoi.h"
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most = TR_BLOCK_SAMPLES };

typedef struct block {
    int count, columns;
    float x[most], y[most], z[most];
} block;

static const char *const value_names[TR_VORONOI_COUNT] = {"distance", "f1",    "f2",    "f2-f1",    "cell",
                                                          "f3",       "f3-f1", "f3-f2", "f3-f2+f1", "edge"};

// ---- a search of all sites ---------------------------------------------------------------------

static tr_sites make_sites(int count) {
    tr_sites s = {.count = count, .spacing = 0.125f};
    s.x = tr_calloc(5 * (size_t)count, sizeof(float)); // one block, as tr_sites_clear frees it
    s.y = s.x + count, s.z = s.y + count, s.radius = s.z + count, s.strength = s.radius + count;
    return s;
}

// All copies of sites on the plane within two squares of the unit square (one is enough for many sites).
static tr_sites repeat(const tr_sites *sites) {
    const int reach = sites->count > 1000 ? 1 : 2, side = 2 * reach + 1;
    tr_sites all = make_sites(sites->count * side * side);
    all.spacing = sites->spacing;
    for (int i = 0, n = 0; i < side * side; i++)
        for (int j = 0; j < sites->count; j++, n++)
            all.x[n] = sites->x[j] + (float)(i % side - reach),
            all.y[n] = sites->y[j] + (float)(i / side - reach);
    return all;
}

static float measure(tr_metric metric, float x, float y, float z) {
    if (metric == TR_METRIC_EUCLID)
        return x * x + y * y + z * z;
    x = fabsf(x), y = fabsf(y), z = fabsf(z);
    return metric == TR_METRIC_MANHATTAN ? x + y + z : fmaxf(fmaxf(x, y), z);
}

// The least distance to the plane midway between the nearest site and another one.
static float find_edge(const tr_sites *s, int nearest, float x, float y, float z) {
    float least = 2;
    for (int j = 0; j < s->count; j++) {
        float ax = s->x[nearest], ay = s->y[nearest], az = s->z[nearest];
        float nx = ax - s->x[j], ny = ay - s->y[j], nz = az - s->z[j], apart = nx * nx + ny * ny + nz * nz;
        float more =
            nx * ((x - ax) + (x - s->x[j])) + ny * ((y - ay) + (y - s->y[j])) + nz * ((z - az) + (z - s->z[j]));
        if (apart > 0)
            least = fminf(least, more / (2 * sqrtf(apart)));
    }
    return fmaxf(least, 0);
}

static float number_of_cell(uint32_t seed, int cell) {
    uint32_t h = ((uint32_t)cell ^ seed) * 0x9e3779b1u;
    h = (h ^ (h >> 15)) * 0x85ebca77u;
    return (float)(int32_t)(h ^ (h >> 13)) * 0x1p-31f;
}

// The expected values at one sample. `sites` is the number of distinct sites.
static void search_all(const tr_sites *s, int sites, tr_metric metric, uint32_t seed, float x, float y, float z,
                       float out[TR_VORONOI_COUNT]) {
    float f[3] = {FLT_MAX, FLT_MAX, FLT_MAX};
    int nearest = 0;
    for (int j = 0; j < s->count; j++) {
        float d = measure(metric, x - s->x[j], y - s->y[j], z - s->z[j]);
        if (d < f[0])
            f[2] = f[1], f[1] = f[0], f[0] = d, nearest = j;
        else if (d < f[1])
            f[2] = f[1], f[1] = d;
        else if (d < f[2])
            f[2] = d;
        if (d == f[0] && j % sites < nearest % sites)
            nearest = j;
    }
    for (int k = 0; k < 3; k++)
        f[k] = metric == TR_METRIC_EUCLID ? sqrtf(f[k]) : f[k];
    const float scale = 1 / s->spacing;
    out[TR_VORONOI_DISTANCE] = f[0] / (0.5f * (f[0] + f[1]) + 1e-30f);
    out[TR_VORONOI_F1] = f[0] * scale;
    out[TR_VORONOI_F2] = f[1] * scale;
    out[TR_VORONOI_F2_MINUS_F1] = (f[1] - f[0]) * scale;
    out[TR_VORONOI_CELL] = number_of_cell(seed, nearest % sites);
    out[TR_VORONOI_F3] = f[2] * scale;
    out[TR_VORONOI_F3_MINUS_F1] = (f[2] - f[0]) * scale;
    out[TR_VORONOI_F3_MINUS_F2] = (f[2] - f[1]) * scale;
    out[TR_VORONOI_F3_MINUS_F2_PLUS_F1] = (f[2] - f[1] + f[0]) * scale;
    out[TR_VORONOI_EDGE] = metric == TR_METRIC_EUCLID ? find_edge(s, nearest, x, y, z) * scale : 0;
}

static bool has_meaning(int value, int metric, int sites) {
    return sites >= tr_voronoi_least_sites((tr_voronoi_value)value) &&
           (value != TR_VORONOI_EDGE || metric == TR_METRIC_EUCLID);
}

// Compares every value in every metric on every instruction set, at the samples of a block and, if `where` is
// not NULL, over a rectangle of the map with the same samples.
static void compare_all(const tr_sites *sites, bool plane, const block *b, const tr_rectangle *where) {
    static float want[TR_METRIC_COUNT][most][TR_VORONOI_COUNT];
    static float have[most];
    const uint64_t seed = 0x123456789abcdefu;
    tr_sites all = plane ? repeat(sites) : *sites;
    for (int metric = 0; metric < TR_METRIC_COUNT; metric++) {
        for (int i = 0; i < b->count; i++)
            search_all(&all, sites->count, (tr_metric)metric, (uint32_t)seed, b->x[i], b->y[i], b->z[i],
                       want[metric][i]);
        for (int value = 0; value < TR_VORONOI_COUNT; value++) {
            if (!has_meaning(value, metric, sites->count))
                continue;
            tr_voronoi_plan plan;
            assert_int_equal(tr_voronoi_prepare((tr_voronoi_value)value, (tr_metric)metric, plane, seed, sites,
                                                NULL, &plan, NULL),
                             TR_OK);
            for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
                for (int map = 0; map < (where ? 2 : 1) && tr_isa_available(isa); map++) {
                    if (map)
                        tr_voronoi_evaluate_map(&plan, isa, where, have, NULL);
                    else
                        evaluate_kernel(TR_KERNEL_OF(isa, tr_voronoi_evaluate), &plan, 0, b->count, b->columns,
                                        b->x, b->y, b->z, NULL, have);
                    for (int i = 0; i < b->count; i++)
                        if (memcmp(&have[i], &want[metric][i][value], sizeof(float)) != 0)
                            fail_msg(
                                "%s, metric %d, plane %d, %d sites, %s, map %d: %.9g at sample %d, not %.9g",
                                value_names[value], metric, plane, sites->count, tr_isa_name(isa), map,
                                (double)have[i], i, (double)want[metric][i][value]);
                }
            tr_voronoi_clear(&plan);
        }
    }
    if (plane)
        tr_sites_clear(&all);
}

// ---- samples -----------------------------------------------------------------------------------

// The texels of a rectangle of the map: directions, or positions on the plane.
static void fill_rectangle(const tr_rectangle *where, bool plane, block *b) {
    static float u[most], v[most];
    b->count = where->rows * where->columns, b->columns = where->columns;
    tr_sphere_samples(where, b->x, b->y, b->z, u, v);
    if (plane) {
        memcpy(b->x, u, sizeof u), memcpy(b->y, v, sizeof v);
        memset(b->z, 0, sizeof b->z);
    }
}

// Unrelated samples anywhere; with the sphere, also off its surface.
static void fill_randomly(int count, int columns, bool plane, block *b) {
    b->count = count, b->columns = columns;
    for (int i = 0; i < count; i++) {
        uint64_t h = tr_hash_pair(99, (uint64_t)i);
        b->x[i] = (float)(tr_hash_unit(h) * (plane ? 1 : 3)) - (plane ? 0 : 1.5f);
        b->y[i] = (float)(tr_hash_unit(tr_hash_u64(h)) * (plane ? 1.125 : 3)) - (plane ? 0.0625f : 1.5f);
        b->z[i] = plane ? 0 : (float)(tr_hash_unit(tr_hash_u64(h ^ 5)) * 3 - 1.5);
    }
}

// Neighbouring samples, displaced as warps do.
static void fill_warped(block *b) {
    fill_rectangle(&(tr_rectangle){512, 100, 34, 300, 64}, false, b);
    for (int i = 0; i < b->count; i++) {
        float x = b->x[i], y = b->y[i], z = b->z[i];
        b->x[i] = x + 0.1f * sinf(9 * y), b->y[i] = y + 0.1f * sinf(9 * z), b->z[i] = z + 0.1f * sinf(9 * x);
    }
}

static tr_sites spread(int count, double randomness, bool plane) {
    tr_sites sites;
    tr_spread how = {.seed = 9, .count = count, .randomness = randomness, .latitude_max = 90, .plane = plane};
    assert_int_equal(tr_sites_create(&how, &sites, NULL), TR_OK);
    assert_int_equal(sites.count, count);
    return sites;
}

// ---- equal to a search of all sites ------------------------------------------------------------

static void test_fields_equal_a_search_of_all_sites(void **state) {
    (void)state;
    static block b;
    const int sizes[] = {1, 2, 3, 4, 17, 300, 5000};
    for (int plane = 0; plane < 2; plane++)
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            const bool many = sizes[k] > 1000; // a search of this many takes long
            tr_sites sites = spread(sizes[k], k % 2 ? 0.5 : 1, plane);
            const tr_rectangle map = many ? (tr_rectangle){512, 90, under_sanitizer ? 3 : 12, 200, 80}
                                          : (tr_rectangle){64, 0, 32, 0, 64};
            fill_rectangle(&map, plane, &b);
            compare_all(&sites, plane, &b, &map);
            fill_randomly(many ? (under_sanitizer ? 90 : 300) : 1000, many ? 30 : 50, plane, &b);
            compare_all(&sites, plane, &b, NULL);
            tr_sites_clear(&sites);
        }
}

// Rectangles of any shape, across the poles and the last column.
static void test_the_shape_of_a_tile_does_not_show(void **state) {
    (void)state;
    static block b;
    const tr_rectangle shapes[] = {{256, -1, 34, 0, 64}, {256, 95, 34, 192, 64}, {256, 60, 1, 250, 100},
                                   {256, 30, 67, 17, 1}, {256, 30, 65, 3, 33},   {256, 50, 17, 40, 31}};
    for (int plane = 0; plane < 2; plane++) {
        tr_sites sites = spread(120, 0.8, plane);
        for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
            if (plane && shapes[k].column + shapes[k].columns > shapes[k].width)
                continue; // samples of the plane are within the unit square
            fill_rectangle(&shapes[k], plane, &b);
            compare_all(&sites, plane, &b, &shapes[k]);
        }
        tr_sites_clear(&sites);
    }
}

static void test_warped_samples_find_the_same_sites(void **state) {
    (void)state;
    static block b;
    fill_warped(&b);
    const int sizes[] = {40, 1500};
    for (int k = 0; k < 2; k++) {
        tr_sites sites = spread(sizes[k], 1, false);
        compare_all(&sites, false, &b, NULL);
        tr_sites_clear(&sites);
    }
}

// Coincident sites, sites on a line or on the corners of a cube, and samples at equal distances from several
// sites.
static void test_ties_and_twins(void **state) {
    (void)state;
    static block b;
    const tr_rectangle map = {64, 0, 32, 0, 64};
    for (int plane = 0; plane < 2; plane++)
        for (int kind = 0; kind < 4; kind++) {
            tr_sites sites = make_sites(40);
            for (int j = 0; j < sites.count; j++) {
                const float t = (float)(j / 2 % 8) / 8;
                float at[4][3] = {{0.25f, 0.5f, 0}, // all coincide
                                  {t, 0.5f, 0},     // on a line, in pairs
                                  {(float)(j & 1), (float)(j >> 1 & 1), (float)(j >> 2 & 1)}, // on a cube
                                  {0.5f + 1e-7f * (float)j, 0.5f, 0}};                        // almost coincide
                sites.x[j] = at[kind][0], sites.y[j] = at[kind][1], sites.z[j] = plane ? 0 : at[kind][2];
            }
            fill_rectangle(&map, plane, &b);
            compare_all(&sites, plane, &b, &map);
            tr_sites_clear(&sites);
        }
}

// Every site twice, and samples around one of them that are close together compared with their cells. A
// coincident site must not count as the neighbour that an edge needs.
static void test_twins_have_no_edge_between_them(void **state) {
    (void)state;
    static block b;
    tr_sites sites = make_sites(300), half = spread(150, 0.5, false);
    for (int j = 0; j < sites.count; j++)
        sites.x[j] = half.x[j / 2], sites.y[j] = half.y[j / 2], sites.z[j] = half.z[j / 2];
    b.count = 512, b.columns = 32;
    for (int site = 0; site < 300; site += 50) {
        for (int i = 0; i < b.count; i++) {
            b.x[i] = sites.x[site] + 1e-4f * (float)(i % 32 - 16);
            b.y[i] = sites.y[site] + 1e-4f * (float)(i / 32 - 8);
            b.z[i] = sites.z[site];
        }
        compare_all(&sites, false, &b, NULL);
    }
    tr_sites_clear(&sites);
    tr_sites_clear(&half);
}

// Three sites in each of 4 * 4 squares of the plane: few enough that copies beyond the unit square matter deep
// inside it, many enough that not all copies are used.
static void test_uneven_sites_on_the_plane(void **state) {
    (void)state;
    static block b;
    const tr_rectangle map = {64, 0, 32, 0, 64};
    for (uint64_t seed = 0; seed < 4; seed++) {
        tr_sites sites = make_sites(48);
        for (int j = 0; j < sites.count; j++) {
            const uint64_t h = tr_hash_pair(seed, (uint64_t)j);
            sites.x[j] = 0.25f * ((float)(j / 3 % 4) + (float)tr_hash_unit(h));
            sites.y[j] = 0.25f * ((float)(j / 12) + (float)tr_hash_unit(tr_hash_u64(h)));
        }
        fill_rectangle(&map, true, &b);
        compare_all(&sites, true, &b, &map);
        tr_sites_clear(&sites);
    }
}

// More coincident sites than a list can hold: tiles are halved down to single samples.
static void test_crowds_of_sites(void **state) {
    (void)state;
    static block b;
    tr_sites sites = make_sites(6000);
    for (int j = 0; j < sites.count; j++) {
        const bool crowd = j % 2 == 0; // half of them coincide, half are in a small region
        sites.x[j] = crowd ? 0.6f : 0.6f + 1e-3f * (float)tr_hash_unit(tr_hash_u64((uint64_t)j));
        sites.y[j] = crowd ? 0 : 1e-3f * (float)tr_hash_unit(tr_hash_u64((uint64_t)j + 1000000));
        sites.z[j] = -0.8f;
    }
    const tr_rectangle map = {64, 10, 6, 40, 9};
    fill_rectangle(&map, false, &b);
    compare_all(&sites, false, &b, &map);
    tr_sites_clear(&sites);
}

// ---- the values --------------------------------------------------------------------------------

// Two sites at right angles: the edge is the great circle midway between them, and the distance is the sine of
// the angle to it.
static void test_the_edge_is_where_it_should_be(void **state) {
    (void)state;
    tr_sites sites = make_sites(2);
    sites.x[0] = 1, sites.y[1] = 1;
    tr_voronoi_plan plan;
    assert_int_equal(tr_voronoi_prepare(TR_VORONOI_EDGE, TR_METRIC_EUCLID, false, 0, &sites, NULL, &plan, NULL),
                     TR_OK);
    const tr_isa isa = TR_ISA_BASELINE;
    for (double a = 0; a < 1.57; a += 0.1) {
        const float x = (float)cos(a), y = (float)sin(a), z = 0;
        float out;
        evaluate_kernel(TR_KERNEL_OF(isa, tr_voronoi_evaluate), &plan, 0, 1, 1, &x, &y, &z, NULL, &out);
        assert_true(fabs((double)out * 0.125 - sin(fabs(a - 0.785398163397448))) < 1e-6);
    }
    tr_voronoi_clear(&plan);
    tr_sites_clear(&sites);
}

// The plane wraps: values beyond the lower edge equal those above the upper one, and a single site makes a
// square.
static void test_the_plane_wraps(void **state) {
    (void)state;
    const tr_isa isa = TR_ISA_BASELINE;
    for (int value = 0; value < TR_VORONOI_COUNT; value++) {
        tr_sites sites = spread(50, 0.7, true);
        tr_voronoi_plan plan;
        assert_int_equal(
            tr_voronoi_prepare((tr_voronoi_value)value, TR_METRIC_EUCLID, true, 1, &sites, NULL, &plan, NULL),
            TR_OK);
        for (int i = 0; i < 64; i++) {
            const float t = ((float)i + 0.5f) / 64, zero = 0, one = 1, z = 0;
            float low, high;
            evaluate_kernel(TR_KERNEL_OF(isa, tr_voronoi_evaluate), &plan, 0, 1, 1, &zero, &t, &z, NULL, &low);
            evaluate_kernel(TR_KERNEL_OF(isa, tr_voronoi_evaluate), &plan, 0, 1, 1, &one, &t, &z, NULL, &high);
            assert_float_equal(low, high, 1e-5);
            evaluate_kernel(TR_KERNEL_OF(isa, tr_voronoi_evaluate), &plan, 0, 1, 1, &t, &zero, &z, NULL, &low);
            evaluate_kernel(TR_KERNEL_OF(isa, tr_voronoi_evaluate), &plan, 0, 1, 1, &t, &one, &z, NULL, &high);
            assert_float_equal(low, high, 1e-5);
        }
        tr_voronoi_clear(&plan);
        tr_sites_clear(&sites);
    }
    tr_sites one = make_sites(2);
    one.x[0] = one.x[1] = 0.5f, one.y[0] = one.y[1] = 0.5f; // coincident, because an edge needs two
    tr_voronoi_plan plan;
    assert_int_equal(tr_voronoi_prepare(TR_VORONOI_EDGE, TR_METRIC_EUCLID, true, 1, &one, NULL, &plan, NULL),
                     TR_OK);
    const float x = 0.25f, y = 0.4f, z = 0;
    float out;
    evaluate_kernel(TR_KERNEL_OF(isa, tr_voronoi_evaluate), &plan, 0, 1, 1, &x, &y, &z, NULL, &out);
    assert_float_equal(out * 0.125f, 0.25f, 1e-6);
    tr_voronoi_clear(&plan);
    tr_sites_clear(&one);
}

static void test_sites_on_the_plane_keep_their_distance(void **state) {
    (void)state;
    tr_sites even = spread(500, 0, true), random = spread(500, 1, true);
    const tr_sites *const both[] = {&even, &random};
    double least[2] = {9, 9}, mean = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 500; i++) {
            assert_true(both[k]->x[i] >= 0 && both[k]->x[i] <= 1 && both[k]->y[i] >= 0 && both[k]->y[i] <= 1);
            assert_true(both[k]->z[i] == 0);
            mean += (double)both[k]->x[i] / 1000;
            for (int j = 0; j < i; j++) {
                double dx = fabs((double)(both[k]->x[i] - both[k]->x[j])),
                       dy = fabs((double)(both[k]->y[i] - both[k]->y[j]));
                dx = fmin(dx, 1 - dx), dy = fmin(dy, 1 - dy); // across the edges of the square too
                least[k] = fmin(least[k], sqrt(dx * dx + dy * dy));
            }
        }
    assert_true(least[0] > 0.6 * (double)even.spacing);
    assert_true(least[1] < 0.3 * (double)random.spacing);
    assert_true(fabs(mean - 0.5) < 0.03);
    tr_sites_clear(&even);
    tr_sites_clear(&random);
}

// ---- same bits ---------------------------------------------------------------------------------

typedef struct map_job {
    const tr_voronoi_plan *plan;
    tr_isa isa;
    int width, rows;
    float *out;
} map_job;

static void fill_rows(void *context, int index, int worker) {
    (void)worker;
    const map_job *job = context;
    const int row = index * job->rows, left = job->width / 2 - row;
    const tr_rectangle where = {job->width, row, left < job->rows ? left : job->rows, 0, job->width};
    tr_voronoi_evaluate_map(job->plan, job->isa, &where, job->out + (size_t)row * (size_t)job->width, NULL);
}

// One hash for each value, over both domains and all metrics. They change only on purpose: CHANGELOG, "Pixels
// changed". The numbers of threads and rows vary with the instruction set.
static void test_fields_are_golden_on_every_instruction_set(void **state) {
    (void)state;
    enum { width = 320 };
    float *out = malloc(sizeof(float) * width * width / 2);
    bool golden = true;
    for (int value = 0; value < TR_VORONOI_COUNT; value++) {
        uint64_t all[TR_ISA_COUNT] = {0};
        for (int metric = 0; metric < TR_METRIC_COUNT; metric++)
            for (int plane = 0; plane < 2 && has_meaning(value, metric, 300); plane++) {
                tr_sites sites = spread(300, 0.8, plane);
                tr_voronoi_plan plan;
                assert_int_equal(tr_voronoi_prepare((tr_voronoi_value)value, (tr_metric)metric, plane, 7,
                                                    &sites, NULL, &plan, NULL),
                                 TR_OK);
                for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
                    if (!tr_isa_available(isa))
                        continue;
                    tr_pool *pool;
                    assert_int_equal(tr_pool_create(isa + 1, &pool, NULL), TR_OK);
                    map_job job = {&plan, isa, width, 160 - 61 * isa, out};
                    tr_pool_run(pool, (width / 2 + job.rows - 1) / job.rows, fill_rows, &job);
                    tr_pool_destroy(pool);
                    uint32_t words[width];
                    for (int j = 0; j < width / 2; j++) {
                        memcpy(words, out + (size_t)j * width, sizeof words);
                        all[isa] = tr_hash_words(all[isa], words, width);
                    }
                }
                tr_voronoi_clear(&plan);
                tr_sites_clear(&sites);
            }
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
            assert_true(!tr_isa_available(isa) || all[isa] == all[0]);
        char name[40];
        snprintf(name, sizeof name, "voronoi_%s", value_names[value]);
        golden = is_golden(name, all[0]) && golden;
    }
    assert_true(golden);
    free(out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields_equal_a_search_of_all_sites),
        cmocka_unit_test(test_the_shape_of_a_tile_does_not_show),
        cmocka_unit_test(test_warped_samples_find_the_same_sites),
        cmocka_unit_test(test_ties_and_twins),
        cmocka_unit_test(test_twins_have_no_edge_between_them),
        cmocka_unit_test(test_uneven_sites_on_the_plane),
        cmocka_unit_test(test_crowds_of_sites),
        cmocka_unit_test(test_the_edge_is_where_it_should_be),
        cmocka_unit_test(test_the_plane_wraps),
        cmocka_unit_test(test_sites_on_the_plane_keep_their_distance),
        cmocka_unit_test(test_fields_are_golden_on_every_instruction_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
