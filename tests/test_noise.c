// The noise module: equal bits on all instruction sets, wrapping, ranges, hashes.
#include "base/hash.h"
#include "blocks.h"
#include "noise/lattice/fractal.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/trig.h"
#include "noise/sites/sites.h"
#include "noise/sphere.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { count = 2048 };

typedef struct block {
    float x[count], y[count], z[count], u[count], v[count];
} block;

// Directions over the whole sphere, in the order of a map 64 texels wide.
static void fill(block *b) {
    tr_sphere_samples(&(tr_rectangle){64, 0, 32, 0, 64}, b->x, b->y, b->z, b->u, b->v);
}

static tr_fractal_numbers numbers(tr_basis basis, tr_interpolation interpolation, tr_fractal_shape shape,
                                  bool plane) {
    return (tr_fractal_numbers){.basis = basis,
                                .interpolation = interpolation,
                                .shape = shape,
                                .plane = plane,
                                .start = 1,
                                .octaves = 6,
                                .persistence = 0.6,
                                .lacunarity = 2,
                                .scale = 1,
                                .stretch = {1, 1, 1},
                                .seed = 42};
}

static void evaluate(tr_isa isa, const tr_fractal_numbers *n, const block *b, float *out) {
    static float noise[count], weight[count];
    tr_fractal_plan plan;
    tr_fractal_prepare(n, &plan);
    tr_samples samples = {count, b->x, b->y, b->z, b->u, b->v};
    tr_fractal_evaluate(&plan, isa, 4096, &samples, out, noise, weight);
}

// ---- endless octaves ---------------------------------------------------------------------------

// Root mean square of what endless octaves add to a map `width` columns wide.
static double added(const tr_fractal_numbers *n, double endless, int width) {
    static float without[count], with[count], noise[count], weight[count];
    static block b;
    const tr_isa isa = tr_isa_best();
    tr_fractal_numbers more = *n;
    tr_fractal_plan plan, longer;
    fill(&b);
    more.endless = endless;
    tr_fractal_prepare(n, &plan);
    tr_fractal_prepare(&more, &longer);
    const tr_samples at = {count, b.x, b.y, b.z, b.u, b.v};
    tr_fractal_evaluate(&plan, isa, width, &at, without, noise, weight);
    tr_fractal_evaluate(&longer, isa, width, &at, with, noise, weight);
    double sum = 0;
    for (int i = 0; i < at.count; i++)
        sum += ((double)with[i] - (double)without[i]) * ((double)with[i] - (double)without[i]);
    return sqrt(sum / at.count);
}

// Endless octaves leave maps up to 2048 columns unchanged to the bit. Each map twice as wide shows one more
// octave, weaker by the requested factor. Shapes and planes have no endless octaves.
static void test_endless_octaves_go_on(void **state) {
    (void)state;
    tr_fractal_numbers n = numbers(TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, false);
    assert_true(added(&n, 0.5, 64) == 0 && added(&n, 0.5, 2048) == 0);
    tr_fractal_numbers endless = n;
    tr_fractal_plan plan;
    endless.endless = 0.5;
    tr_fractal_prepare(&endless, &plan);
    for (int width = 4096, last = n.octaves - 1; width <= 1 << 22; width *= 2) {
        int shown = 0;
        while (shown < plan.count && tr_fractal_entry(&plan, shown, width).fraction > 0)
            shown++;
        assert_int_equal(shown, ++last + 1);
    }
    assert_true(added(&n, 0.5, 65536) > 0.001);
    assert_true(added(&n, 0.8, 65536) > 1.5 * added(&n, 0.5, 65536));
    n.scale = 300; // already finer than the map
    assert_true(added(&n, 0.5, 2048) == 0 && added(&n, 0.5, 1 << 22) > 0);
    n.scale = 1, n.lacunarity = 1;
    assert_true(added(&n, 0.5, 1 << 22) == 0);
    n = numbers(TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_RIDGED, false);
    assert_true(added(&n, 0.5, 1 << 22) == 0);
    n = numbers(TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, true);
    assert_true(added(&n, 0.5, 1 << 22) == 0);
}

// ---- same bits ---------------------------------------------------------------------------------

static uint64_t hash_fractals(tr_isa isa, tr_basis basis, const block *b) {
    static float out[count];
    uint64_t h = 0;
    for (int f = 0; f < TR_INTERPOLATION_COUNT; f++)
        for (int shape = 0; shape < TR_FRACTAL_COUNT; shape++)
            for (int plane = 0; plane < 2; plane++) {
                tr_fractal_numbers n = numbers(basis, (tr_interpolation)f, (tr_fractal_shape)shape, plane);
                evaluate(isa, &n, b, out);
                h = tr_hash_pair(h, hash_floats(1, out, (size_t)count));
            }
    return h;
}

// One hash for each basis. They change only on purpose: CHANGELOG, "Pixels changed".
static void test_fractals_are_golden_on_every_instruction_set(void **state) {
    (void)state;
    static const char *const names[TR_BASIS_COUNT] = {"perlin", "value", "simplex"};
    static block b;
    fill(&b);
    uint64_t all[TR_BASIS_COUNT];
    bool golden = true;
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available(isa)) {
            print_message("not run: %s, which this machine lacks\n", tr_isa_name(isa));
            continue;
        }
        for (int basis = 0; basis < TR_BASIS_COUNT; basis++) {
            uint64_t h = hash_fractals(isa, (tr_basis)basis, &b);
            if (isa == 0)
                all[basis] = h;
            assert_int_equal(h, all[basis]);
        }
    }
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
        golden &= is_golden(names[basis], all[basis]);
    assert_true(golden);
}

static void spread_test_sites(int n, double randomness, tr_sites *sites) {
    tr_spread spread = {.seed = 9, .count = n, .randomness = randomness, .latitude_max = 90};
    assert_int_equal(tr_sites_create(&spread, sites, NULL), TR_OK);
    assert_int_equal(sites->count, n);
}

// The height at a distance of `radii` from the centre of a crater at the north pole: the mean of `places`
// points around it.
static double crater_height(const tr_sites *crater, double radii, int places) {
    enum { most = 256 };
    const tr_isa isa = tr_isa_best();
    float x[most], y[most], z[most], out[most];
    int32_t list[8];
    const double chord = radii * (double)crater->radius[0], up = 1 - chord * chord / 2,
                 aside = sqrt(1 - up * up);
    for (int i = 0; i < places; i++) {
        double s, c;
        tr_sincos(2 * TR_PI * i / most, &s, &c);
        x[i] = (float)(aside * c), y[i] = (float)up, z[i] = (float)(aside * s);
    }
    evaluate_kernel(TR_KERNEL_OF(isa, tr_craters), crater, 0, places, places, x, y, z, list, out);
    double sum = 0;
    for (int i = 0; i < places; i++)
        sum += (double)out[i];
    return sum / places;
}

// Counts scarps of the wall on one side: abrupt increases of the slope between 0.6 radii and the rim.
static int count_scarps(const tr_sites *crater) {
    int scarps = 0;
    double before = 1e9;
    for (double r = 0.6; r < 0.99; r += 0.005) {
        const double slope = crater_height(crater, r + 0.005, 1) - crater_height(crater, r, 1);
        scarps += slope < 0.5 * before && before < 1e9;
        before = slope;
    }
    return scarps;
}

// Small craters are simple bowls. Large ones have a central peak, terraced walls and a wide floor. Basins have
// a peak ring and a second ring beyond the rim.
static void test_craters_change_with_their_size(void **state) {
    (void)state;
    float x = 0, y = 1, z = 0, radius, fresh = 1;
    const tr_sites crater = {
        .count = 1, .x = &x, .y = &y, .z = &z, .radius = &radius, .strength = &fresh, .transition = 0.03f};
    radius = 0.005f; // a bowl
    assert_true(crater_height(&crater, 0, 256) < crater_height(&crater, 0.3, 256));
    assert_int_equal(count_scarps(&crater), 0);
    radius = 0.08f;
    const double peak = crater_height(&crater, 0, 256), floor = crater_height(&crater, 0.4, 256);
    assert_true(peak > floor && fabs(crater_height(&crater, 0.6, 256) - floor) < 1e-6);
    assert_true(count_scarps(&crater) >= 1);
    assert_true(crater_height(&crater, 1.4, 256) < crater_height(&crater, 1.2, 256));
    radius = 0.3f;
    assert_true(fabs(crater_height(&crater, 0, 256) - crater_height(&crater, 0.2, 256)) < 1e-6); // no peak
    assert_true(crater_height(&crater, 0.5, 256) > crater_height(&crater, 0.35, 256) + 0.001);
    assert_true(crater_height(&crater, 0.5, 256) > crater_height(&crater, 0.7, 256) + 0.001);
    assert_true(count_scarps(&crater) >= 2);
    assert_true(crater_height(&crater, 1.41, 256) > crater_height(&crater, 1.25, 256) + 0.001);
    assert_true(crater_height(&crater, 1.41, 256) > crater_height(&crater, 1.95, 256) + 0.001);
}

static void test_craters_rays_and_twists_are_golden_on_every_instruction_set(void **state) {
    (void)state;
    static block b, moved;
    static float out[3][count];
    fill(&b);
    tr_spread spread = {.seed = 5,
                        .count = 400,
                        .randomness = 1,
                        .radius_min = 0.02,
                        .radius_max = 0.3,
                        .slope = 2,
                        .latitude_max = 90,
                        .largest_first = true};
    tr_sites craters, storms;
    assert_int_equal(tr_sites_create(&spread, &craters, NULL), TR_OK);
    spread = (tr_spread){.seed = 6,
                         .count = 40,
                         .randomness = 0.3,
                         .radius_min = 0.1,
                         .radius_max = 0.4,
                         .slope = 1,
                         .latitude_min = 10,
                         .latitude_max = 60,
                         .apart = true};
    assert_int_equal(tr_sites_create(&spread, &storms, NULL), TR_OK);
    int32_t *list = malloc(TR_LIST_CAPACITY(&craters) * sizeof *list);
    uint64_t all = 0;
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available(isa))
            continue;
        evaluate_kernel(TR_KERNEL_OF(isa, tr_craters), &craters, 0, count, 64, b.x, b.y, b.z, list, out[0]);
        evaluate_kernel(TR_KERNEL_OF(isa, tr_rays), &(tr_ray_plan){craters, 7}, 0, count, 64, b.x, b.y, b.z,
                        list, out[1]);
        moved = b;
        const tr_block all_of = {
            .count = count, .columns = 64, .x = moved.x, .y = moved.y, .z = moved.z, .list = list};
        TR_KERNEL_OF(isa, tr_twist)(&(tr_twist_plan){storms, 3}, &all_of, moved.x, moved.y, moved.z);
        uint64_t h = tr_hash_pair(
            tr_hash_pair(hash_floats(1, out[0], (size_t)count), hash_floats(1, out[1], (size_t)count)),
            tr_hash_pair(
                tr_hash_pair(hash_floats(1, moved.x, (size_t)count), hash_floats(1, moved.y, (size_t)count)),
                hash_floats(1, moved.z, (size_t)count)));
        if (isa == 0)
            all = h;
        assert_int_equal(h, all);
    }
    // the value of a sample does not depend on the samples that are evaluated with it
    float alone;
    for (int i = 0; i < count; i += 97) {
        evaluate_kernel(TR_KERNEL_OF(TR_ISA_BASELINE, tr_craters), &craters, 0, 1, 1, b.x + i, b.y + i, b.z + i,
                        list, &alone);
        assert_memory_equal(&alone, &out[0][i], sizeof alone);
        evaluate_kernel(TR_KERNEL_OF(TR_ISA_BASELINE, tr_rays), &(tr_ray_plan){craters, 7}, 0, 1, 1, b.x + i,
                        b.y + i, b.z + i, list, &alone);
        assert_memory_equal(&alone, &out[1][i], sizeof alone);
    }
    assert_golden("craters", all);
    free(list);
    tr_sites_clear(&craters);
    tr_sites_clear(&storms);
}

// ---- noise -------------------------------------------------------------------------------------

static float plane_sample(const tr_fractal_numbers *n, float u, float v) {
    static block b;
    static float out[count];
    for (int i = 0; i < count; i++)
        b.u[i] = u, b.v[i] = v;
    evaluate(TR_ISA_BASELINE, n, &b, out);
    return out[0];
}

static void test_plane_wraps(void **state) {
    (void)state;
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
        for (int f = TR_INTERPOLATION_LINEAR; f < TR_INTERPOLATION_COUNT; f++) {
            tr_fractal_numbers n = numbers((tr_basis)basis, (tr_interpolation)f, TR_FRACTAL_PLAIN, true);
            for (float t = 0.03f; t < 1; t += 0.11f) {
                assert_float_equal(plane_sample(&n, 0, t), plane_sample(&n, 1, t), 1e-5);
                assert_float_equal(plane_sample(&n, t, 0), plane_sample(&n, t, 1), 1e-5);
                assert_float_equal(plane_sample(&n, t, 0), plane_sample(&n, t, 1e-7f), 1e-4);
            }
        }
}

// Simplex noise by its definition, in double precision: all lattice points within reach, found by a search.
static double weight_of_simplex(double radius_2, double distance_2) {
    double t = fmax(radius_2 - distance_2, 0);
    return t * t * t * t;
}

static double simplex_defined(const tr_octave *o, const double at[3]) {
    double sum = 0, p[3], across = (at[0] + at[1] + at[2]) / 3;
    for (int k = 0; k < 125; k++) {
        int c[3] = {k % 5 - 2, k / 5 % 5 - 2, k / 25 - 2}; // of the skewed lattice, around the sample
        for (int axis = 0; axis < 3; axis++)
            c[axis] += (int)floor(at[axis] + across);
        double distance_2 = 0;
        for (int axis = 0; axis < 3; axis++) {
            p[axis] = at[axis] - c[axis] + (c[0] + c[1] + c[2]) / 6.0;
            distance_2 += p[axis] * p[axis];
        }
        uint32_t h = hash(((uint32_t)c[0] * PRIME_X + o->seed[0]) ^ ((uint32_t)c[1] * PRIME_Y + o->seed[1]) ^
                          (uint32_t)c[2] * PRIME_Z);
        sum += weight_of_simplex(0.5, distance_2) *
               ((h >> 31 ? -p[0] : p[0]) + (h >> 30 & 1 ? -p[1] : p[1]) + (h >> 29 & 1 ? -p[2] : p[2]));
    }
    return 41.7 * sum;
}

static void test_simplex_equals_its_definition(void **state) {
    (void)state;
    static block b;
    static float out[count];
    const tr_isa isa = tr_isa_best();
    const tr_octave o = {.frequency = {5, 5, 60}, .offset = {0, 0.5f, 0.5f}, .seed = {77, 88}};
    fill(&b);
    TR_KERNEL_OF(isa, tr_simplex)(&o, count, b.x, b.y, b.z, out);
    for (int i = 0; i < count; i++) {
        const double d[3] = {(double)b.x[i], (double)b.y[i], (double)b.z[i]};
        double at[3];
        for (int axis = 0; axis < 3; axis++)
            at[axis] = d[axis] * 0.583 * (double)o.frequency[axis] + (double)o.offset[axis];
        assert_float_equal(out[i], simplex_defined(&o, at), 1e-4);
    }
}

// On the plane, point i of row r of C columns and R rows is at ((i + (r odd)/2) / C, r / R). Triangles have
// side 1 and height √¾.
static double simplex_plane_defined(const tr_octave *o, int columns, int rows, double u, double v) {
    double sum = 0;
    for (int r = (int)floor(v * rows) - 1; r <= (int)floor(v * rows) + 2; r++)
        for (int i = (int)floor(u * columns) - 2; i <= (int)floor(u * columns) + 2; i++) {
            double x = u * columns - i - (r & 1) * 0.5, y = (v * rows - r) * sqrt(0.75);
            uint32_t h = hash(((uint32_t)((i + 5 * columns) % columns) * PRIME_X + o->seed[0]) ^
                              ((uint32_t)((r + 5 * rows) % rows) * PRIME_Y + o->seed[1]));
            // the upper bits of the hash hold two signs and whether the gradient is steep
            double steep = h >> 29 & 1, angle = TR_PI / 8;
            double gx = steep ? sin(angle) : cos(angle), gy = steep ? cos(angle) : sin(angle);
            if (steep ? h >> 30 & 1 : h >> 31)
                gx = -gx;
            if (steep ? h >> 31 : h >> 30 & 1)
                gy = -gy;
            sum += weight_of_simplex(0.75, x * x + y * y) * (gx * x + gy * y);
        }
    return 7.13 * sum;
}

static void test_simplex_on_the_plane_equals_its_definition(void **state) {
    (void)state;
    static float u[count], v[count], out[count];
    const tr_isa isa = tr_isa_best();
    static const int sizes[][3] = {{1, 1, 2}, {2, 1, 2}, {3, 2, 2}, {5, 4, 4}, {9, 7, 8}, {129, 96, 110}};
    for (int i = 0; i < count; i++) {                                     // u in [0, 1], v in (-1, 2)
        u[i] = (float)(i % 64) / 63, v[i] = (float)(i / 64) / 11 - 0.95f; // NOLINT(bugprone-integer-division)
    }
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const tr_octave o = {.period = sizes[k][0], .seed = {77, 88}};
        TR_KERNEL_OF(isa, tr_simplex_plane)(&o, count, u, v, out);
        for (int i = 0; i < count; i++)
            assert_float_equal(
                out[i], simplex_plane_defined(&o, sizes[k][1], sizes[k][2], (double)u[i], (double)v[i]), 1e-4);
    }
}

// As in the figure of Harding 2012: octave k shows 2^k + 1 squares across when noise is not interpolated.
static void test_plane_has_the_articles_frequencies(void **state) {
    (void)state;
    for (int k = 1; k <= 5; k++) {
        tr_fractal_numbers n = numbers(TR_BASIS_VALUE, TR_INTERPOLATION_NONE, TR_FRACTAL_PLAIN, true);
        n.start = k, n.octaves = 1;
        int cells = 1;
        static block b;
        static float out[count];
        for (int i = 0; i < count; i++)
            b.u[i] = ((float)i + 0.5f) / count, b.v[i] = 0.3f;
        evaluate(TR_ISA_BASELINE, &n, &b, out);
        for (int i = 1; i < count; i++)
            cells += out[i] != out[i - 1];
        assert_int_equal(cells, (1 << k) + 1);
    }
}

static void test_noise_fills_its_range(void **state) {
    (void)state;
    static block b;
    static float out[count];
    fill(&b);
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
        for (int shape = 0; shape < TR_FRACTAL_COUNT; shape++) {
            double sum = 0, low = 9, high = -9;
            for (int seed = 0; seed < 40; seed++) {
                tr_fractal_numbers n =
                    numbers((tr_basis)basis, TR_INTERPOLATION_QUINTIC, (tr_fractal_shape)shape, false);
                n.seed = (uint64_t)seed, n.octaves = 1, n.start = 3;
                evaluate(TR_ISA_BASELINE, &n, &b, out);
                for (int i = 0; i < count; i++) {
                    sum += (double)out[i];
                    low = fmin(low, (double)out[i]), high = fmax(high, (double)out[i]);
                }
            }
            double least = shape == TR_FRACTAL_RIDGED ? 0 : -1, span = high - low;
            assert_true(low >= least && high <= 1);
            assert_true(span > (shape == TR_FRACTAL_RIDGED ? 0.9 : 1.3));
            if (shape == TR_FRACTAL_PLAIN)
                assert_true(fabs(sum / (40.0 * count)) < 0.025);
        }
}

// The variance near the pole and near the equator is the same: no pinch, no preferred axis.
static void test_poles_are_nothing_special(void **state) {
    (void)state;
    static block b;
    static float out[count];
    double variance[3] = {0, 0, 0};
    for (int seed = 0; seed < 60; seed++)
        for (int place = 0; place < 3; place++) {
            for (int i = 0; i < count; i++) {
                // caps of radius 0.5 around +Y, +X and a point that is on no axis
                uint64_t h = tr_hash_pair(77, (uint64_t)i);
                double r = 0.5 * sqrt(tr_hash_unit(h)), a = 6.283185 * tr_hash_unit(tr_hash_u64(h));
                double p = r * cos(a), q = r * sin(a), c = sqrt(1 - r * r);
                const double d[3][3] = {
                    {p, c, q},
                    {c, p, q},
                    {0.48 * p + 0.8 * q + 0.36 * c, 0.64 * p - 0.6 * q + 0.48 * c, -0.6 * p + 0.8 * c}};
                b.x[i] = (float)d[place][0], b.y[i] = (float)d[place][1], b.z[i] = (float)d[place][2];
            }
            tr_fractal_numbers n = numbers(TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, false);
            n.seed = (uint64_t)seed;
            evaluate(TR_ISA_BASELINE, &n, &b, out);
            for (int i = 0; i < count; i++)
                variance[place] += (double)(out[i] * out[i]);
        }
    assert_true(fabs(variance[0] / variance[2] - 1) < 0.15);
    assert_true(fabs(variance[1] / variance[2] - 1) < 0.15);
}

static void test_persistence_and_octaves_shape_the_sum(void **state) {
    (void)state;
    static block b;
    static float a[count], c[count];
    fill(&b);
    tr_fractal_numbers n = numbers(TR_BASIS_VALUE, TR_INTERPOLATION_COSINE, TR_FRACTAL_PLAIN, false);
    tr_fractal_plan plan;
    tr_fractal_prepare(&n, &plan);
    float sum = 0;
    for (int k = 0; k < plan.count; k++) {
        sum += plan.octaves[k].amplitude;
        assert_float_equal(plan.octaves[k].frequency[0], (float)(2 << k), 0);
        if (k > 0)
            assert_float_equal(plan.octaves[k].amplitude / plan.octaves[k - 1].amplitude, 0.6f, 1e-6);
    }
    assert_float_equal(sum, 1, 1e-6);
    n.persistence = 0;
    evaluate(TR_ISA_BASELINE, &n, &b, a);
    n.octaves = 1;
    evaluate(TR_ISA_BASELINE, &n, &b, c);
    assert_memory_equal(a, c, sizeof a); // without persistence only the first octave counts
}

// Octaves whose cells are smaller than a map can show fade out. The others do not depend on the width.
static void test_band_limit(void **state) {
    (void)state;
    tr_fractal_numbers n = numbers(TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, false);
    n.start = 0, n.octaves = 12;
    tr_fractal_plan plan;
    tr_fractal_prepare(&n, &plan);
    for (int k = 0; k < 12; k++) {
        double texels = 1024 / (2 * TR_PI * (double)(1 << k));
        float fraction = tr_fractal_entry(&plan, k, 1024).fraction;
        assert_true(texels >= 3 ? fraction == 1 : texels <= 1.3 ? fraction == 0 : fraction > 0 && fraction < 1);
    }
}

// The mean of a fractal as a map `width` columns wide shows it, over places throughout space or the plane.
static double mean_of(const tr_fractal_numbers *n, int width) {
    static block b;
    static float out[count], noise[count], weight[count];
    tr_fractal_plan plan;
    tr_fractal_prepare(n, &plan);
    const tr_isa isa = tr_isa_best();
    tr_samples samples = {count, b.x, b.y, b.z, b.u, b.v};
    const int rounds = 48;
    double sum = 0;
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < count; i++) {
            const uint64_t h = tr_hash_u64((uint64_t)(r * count + i)), g = tr_hash_u64(h);
            b.x[i] = (float)(h & 0xffffff) * 0x1p-23f - 1, b.u[i] = (float)(h & 0xffffff) * 0x1p-24f;
            b.y[i] = (float)(h >> 24 & 0xffffff) * 0x1p-23f - 1,
            b.v[i] = (float)(h >> 24 & 0xffffff) * 0x1p-24f;
            b.z[i] = (float)(g & 0xffffff) * 0x1p-23f - 1;
        }
        tr_fractal_evaluate(&plan, isa, width, &samples, out, noise, weight);
        for (int i = 0; i < count; i++)
            sum += (double)out[i];
    }
    return sum / ((double)rounds * count);
}

// An octave that is too fine for a map is replaced by its mean, and so are all octaves of a sum. The bound
// allows for hidden ridges, whose varying weights are replaced by their mean.
static void test_octaves_fade_to_their_mean(void **state) {
    (void)state;
    const int widths[] = {64, 512, 1024, 2048};
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
        for (int f = 0; f < TR_INTERPOLATION_COUNT; f++)
            for (int shape = TR_FRACTAL_BILLOW; shape < TR_FRACTAL_COUNT; shape++)
                for (int plane = 0; plane < 2; plane++) {
                    tr_fractal_numbers n =
                        numbers((tr_basis)basis, (tr_interpolation)f, (tr_fractal_shape)shape, plane);
                    n.scale = 37, n.lacunarity = 1.7;
                    for (int octaves = under_sanitizer ? 5 : 1; octaves <= 5; octaves += 4) {
                        n.octaves = octaves;
                        const double shown = mean_of(&n, 16384);
                        for (int k = 0; k < 4; k++) {
                            const double faded = mean_of(&n, widths[k]);
                            if (fabs(faded - shown) >= 0.025)
                                print_message(
                                    "basis %d, interpolation %d, shape %d, plane %d, %d octaves at %d: "
                                    "%g, not %g\n",
                                    basis, f, shape, plane, octaves, widths[k], faded, shown);
                            assert_true(fabs(faded - shown) < 0.025);
                        }
                    }
                }
}

// ---- hashes ------------------------------------------------------------------------------------

// The hash of Harding 2012 maps (x + 100, y) and (x, y + 1) to the same value. This hash must not repeat along
// any short step.
static void test_lattice_hash_has_no_repeating_steps(void **state) {
    (void)state;
    enum { side = 160 };
    static block b;
    static float row[side][count], noise[count], weight[count];
    tr_fractal_numbers n = numbers(TR_BASIS_VALUE, TR_INTERPOLATION_NONE, TR_FRACTAL_PLAIN, false);
    n.start = 10, n.octaves = 1, n.stretch[1] = n.stretch[2] = 1;
    tr_fractal_plan plan;
    tr_fractal_prepare(&n, &plan);
    const tr_isa isa = TR_ISA_BASELINE;
    for (int j = 0; j < side; j++) {
        for (int i = 0; i < count; i++)
            b.x[i] = ((float)i + 0.25f) / 1024, b.y[i] = ((float)j + 0.25f) / 1024, b.z[i] = 0.25f / 1024;
        tr_samples samples = {count, b.x, b.y, b.z, b.u, b.v};
        tr_fractal_evaluate(&plan, isa, 262144, &samples, row[j], noise, weight);
    }
    for (int dy = 0; dy < 4; dy++)
        for (int dx = dy ? -600 : 1; dx <= 600; dx++) {
            int equal = 0;
            for (int k = 0; k < 400; k++) {
                int i = 600 + k * 2 % 800, j = k % (side - 4);
                equal += row[j][i] == row[j + dy][i + dx];
            }
            assert_true(equal < 4);
        }
}

static void test_seeds_have_64_bits(void **state) {
    (void)state;
    static block b;
    static float a[count], c[count];
    fill(&b);
    tr_fractal_numbers n = numbers(TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, false);
    evaluate(TR_ISA_BASELINE, &n, &b, a);
    n.seed ^= 1ull << 62;
    evaluate(TR_ISA_BASELINE, &n, &b, c);
    int equal = 0;
    for (int i = 0; i < count; i++)
        equal += a[i] == c[i];
    assert_true(equal < count / 20);
}

// ---- sites and sphere --------------------------------------------------------------------------

static double nearest_distance(const tr_sites *s) {
    double least = 9;
    for (int i = 0; i < s->count; i++)
        for (int j = 0; j < i; j++) {
            double dx = (double)(s->x[i] - s->x[j]), dy = (double)(s->y[i] - s->y[j]),
                   dz = (double)(s->z[i] - s->z[j]);
            least = fmin(least, sqrt(dx * dx + dy * dy + dz * dz));
        }
    return least;
}

static void test_sites_keep_their_distance(void **state) {
    (void)state;
    tr_sites even, random;
    spread_test_sites(1000, 0, &even);
    spread_test_sites(1000, 1, &random);
    assert_true(nearest_distance(&even) > 0.6 * (double)even.spacing);
    assert_true(nearest_distance(&random) < 0.3 * (double)random.spacing);
    double y = 0, x = 0;
    for (int i = 0; i < 1000; i++) {
        y += (double)even.y[i], x += (double)even.x[i];
        double r = sqrt((double)(even.x[i] * even.x[i] + even.y[i] * even.y[i] + even.z[i] * even.z[i]));
        assert_true(fabs(r - 1) < 1e-6);
    }
    assert_true(fabs(x / 1000) < 0.03 && fabs(y / 1000) < 0.03);
    tr_sites_clear(&even);
    tr_sites_clear(&random);
}

static void test_radii_follow_the_power_law(void **state) {
    (void)state;
    tr_spread spread = {.seed = 3,
                        .count = 20000,
                        .randomness = 1,
                        .radius_min = 0.01,
                        .radius_max = 0.5,
                        .slope = 2,
                        .latitude_max = 90,
                        .largest_first = true};
    tr_sites sites;
    assert_int_equal(tr_sites_create(&spread, &sites, NULL), TR_OK);
    int above[2] = {0, 0};
    for (int i = 0; i < sites.count; i++) {
        above[0] += sites.radius[i] > 0.02f, above[1] += sites.radius[i] > 0.04f;
        assert_true(sites.radius[i] >= 0.00999f && sites.radius[i] <= 0.5f);
        assert_true(i == 0 || sites.radius[i] <= sites.radius[i - 1]);
    }
    assert_true(fabs((double)above[0] / above[1] - 4) < 0.5); // N(>R) ~ R^-2
    tr_sites_clear(&sites);
}

static void test_trigonometry_is_that_of_the_library(void **state) {
    (void)state;
    for (double a = -20; a < 20; a += 0.0137) {
        double s, c;
        tr_sincos(a, &s, &c);
        assert_true(fabs(s - sin(a)) < 2e-15 && fabs(c - cos(a)) < 2e-15);
        assert_true(fabs(tr_atan2(s, c) - atan2(s, c)) < 4e-15);
    }
    assert_true(tr_atan2(0, -1) == TR_PI && tr_atan2(1, 0) == TR_PI / 2);
}

static void test_samples_lie_where_the_axes_say(void **state) {
    (void)state;
    float x[8], y[8], z[8], u[8], v[8];
    tr_sphere_samples(&(tr_rectangle){4, 0, 2, 0, 4}, x, y, z, u,
                      v); // texel centres at -135, -45, 45, 135 degrees; 45 N and 45 S
    const float h = 0.5f, q = 0.70710678f;
    assert_float_equal(x[2], h, 1e-6);  // longitude +45: towards +X …
    assert_float_equal(z[2], -h, 1e-6); // … and east is -Z
    assert_float_equal(y[2], q, 1e-6);  // row 0 is north
    assert_float_equal(y[6], -q, 1e-6);
    assert_float_equal(x[0], -h, 1e-6);
    assert_float_equal(z[0], h, 1e-6);
    assert_float_equal(u[3], 0.875f, 0);
    assert_float_equal(v[4], 0.75f, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fractals_are_golden_on_every_instruction_set),
        cmocka_unit_test(test_craters_change_with_their_size),
        cmocka_unit_test(test_craters_rays_and_twists_are_golden_on_every_instruction_set),
        cmocka_unit_test(test_plane_wraps),
        cmocka_unit_test(test_simplex_equals_its_definition),
        cmocka_unit_test(test_simplex_on_the_plane_equals_its_definition),
        cmocka_unit_test(test_plane_has_the_articles_frequencies),
        cmocka_unit_test(test_noise_fills_its_range),
        cmocka_unit_test(test_poles_are_nothing_special),
        cmocka_unit_test(test_persistence_and_octaves_shape_the_sum),
        cmocka_unit_test(test_band_limit),
        cmocka_unit_test(test_octaves_fade_to_their_mean),
        cmocka_unit_test(test_lattice_hash_has_no_repeating_steps),
        cmocka_unit_test(test_seeds_have_64_bits),
        cmocka_unit_test(test_endless_octaves_go_on),
        cmocka_unit_test(test_sites_keep_their_distance),
        cmocka_unit_test(test_radii_follow_the_power_law),
        cmocka_unit_test(test_trigonometry_is_that_of_the_library),
        cmocka_unit_test(test_samples_lie_where_the_axes_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
