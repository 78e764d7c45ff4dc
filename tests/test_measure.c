// Measurements: each method finds the known properties of synthetic shapes.
#include "base/hash.h"
#include "measure/measure.h"
#include "noise/lattice/fractal.h"
#include "noise/maths/trig.h"
#include "noise/sphere.h"
#include "support.h"

#include "planets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { width = 1024, texels = width * width / 2 };

// A map of a function of the direction.
static float *map_of(double (*height)(const double d[3])) {
    float *map = malloc(sizeof *map * texels);
    for (int j = 0; j < width / 2; j++)
        for (int i = 0; i < width; i++) {
            const double lambda = 2 * M_PI * ((i + 0.5) / width - 0.5),
                         phi = M_PI * (0.5 - (j + 0.5) / (width / 2));
            const double d[3] = {cos(phi) * cos(lambda), sin(phi), -cos(phi) * sin(lambda)};
            map[j * width + i] = (float)height(d);
        }
    return map;
}

static double north(const double d[3]) { return d[1]; }
static double tilted(const double d[3]) { return 0.6 * d[0] + 0.48 * d[1] + 0.64 * d[2]; }
static double cap_on_the_seam(const double d[3]) { return -d[0] - 0.8; }
static double cap_beside_the_pole(const double d[3]) { return 0.2 * d[0] + 0.9797958971 * d[1] - 0.9; }
static double bars(const double d[3]) { return sin(9 * d[0]) * sin(9 * d[1]) * sin(9 * d[2]); }
static double two_levels(const double d[3]) { return d[1] > 0.2 ? 625 + 40 * d[0] : -4125 + 40 * d[0]; }

// ---- areas -------------------------------------------------------------------------------------

static void test_land_is_measured_by_area(void **state) {
    (void)state;
    const struct {
        double (*height)(const double d[3]);
        double land;
    } cases[] = {{north, 0.5}, {tilted, 0.5}, {cap_on_the_seam, 0.1}, {cap_beside_the_pole, 0.05}};
    for (int k = 0; k < 4; k++) {
        float *map = map_of(cases[k].height);
        assert_true(fabs(tr_measure_land(map, width) - cases[k].land) < 0.001);
        free(map);
    }
}

static void test_hypsometry_finds_two_peaks(void **state) {
    (void)state;
    float *map = map_of(two_levels);
    tr_hypsometry h;
    tr_measure_hypsometry(map, width, -9000, 9000, &h);
    double sum = 0;
    for (int k = 0; k < TR_HYPSOMETRY_BINS; k++)
        sum += h.fraction[k];
    assert_true(fabs(sum - 1) < 1e-9);
    assert_true(h.sea_peak_m == -4125 && h.land_peak_m == 625);
    assert_true(fabs(h.sea_peak - 0.6) < 0.002 && fabs(h.land_peak - 0.4) < 0.002 && h.valley == 0);
    assert_true(h.above_3km == 0);
    assert_true(h.low_m <= -9000 && h.low_m + TR_HYPSOMETRY_BINS * h.bin_m > 9000);
    assert_true(h.low_m / h.bin_m == floor(h.low_m / h.bin_m));
    free(map);
    // the continental shelf does not count for the peak of the sea, however wide it is
    map = map_of(two_levels);
    for (int k = 0; k < texels; k++)
        map[k] = k % 4 ? -100 : -4000;
    tr_measure_hypsometry(map, width, -9000, 9000, &h);
    assert_true(h.sea_peak_m == -3875 && fabs(h.sea_peak - 0.25) < 0.002);
    free(map);
    // a planet without a sea has one peak and no valley
    map = map_of(north);
    tr_measure_hypsometry(map, width, 1, 2, &h);
    assert_true(h.sea_peak == 0);
    free(map);
}

static void test_slopes_come_from_normals(void **state) {
    (void)state;
    uint8_t *normal = malloc(3 * (size_t)texels);
    // the planet rises by 20 degrees everywhere: to the northeast in the tropics, further north elsewhere
    for (int j = 0; j < width / 2; j++)
        for (int i = 0; i < width; i++) {
            const double slope = tan(20 * M_PI / 180), turn = j < width / 12 || j >= 5 * width / 12 ? 60 : 45;
            const double x = slope * cos(turn * M_PI / 180), y = slope * sin(turn * M_PI / 180);
            const double scale = 127.5 / sqrt(1 + slope * slope);
            uint8_t *n = normal + 3 * (j * width + i);
            n[0] = (uint8_t)(127.5 - x * scale + 0.5), n[1] = (uint8_t)(127.5 - y * scale + 0.5);
            n[2] = (uint8_t)(127.5 + scale + 0.5);
        }
    tr_slopes slopes;
    tr_measure_slopes(normal, width, &slopes);
    assert_true(fabs(slopes.steep_deg - 20) < 0.6);
    assert_true(fabs(slopes.east_over_north[0] - 1) < 0.05 && fabs(slopes.east_over_north[1] - 1) < 0.05);
    assert_true(fabs(slopes.east_over_north[2] - 1.0 / 3) < 0.02);
    for (int k = 0; k < texels; k++)
        normal[3 * k] = normal[3 * k + 1] = 128, normal[3 * k + 2] = 255;
    tr_measure_slopes(normal, width, &slopes);
    assert_true(slopes.steep_deg < 0.5 && slopes.east_over_north[1] == 1 && slopes.broad_deg == 0);
    free(normal);
}

// Slopes finer than the blocks are averaged away; broader ones stay.
static void test_broad_slopes_leave_out_what_is_fine(void **state) {
    (void)state;
    uint8_t *normal = malloc(3 * (size_t)texels);
    for (int fine = 0; fine < 2; fine++) {
        for (int k = 0; k < texels; k++) {
            const double slope = tan(8 * M_PI / 180) + (fine ? k % 2 ? 0.3 : -0.3 : 0);
            const double scale = 127.5 / sqrt(1 + slope * slope);
            normal[3 * k] = 128, normal[3 * k + 1] = (uint8_t)(127.5 - slope * scale + 0.5);
            normal[3 * k + 2] = (uint8_t)(127.5 + scale + 0.5);
        }
        tr_slopes slopes;
        tr_measure_slopes(normal, width, &slopes);
        assert_true(fabs(slopes.broad_deg - 8) < 0.4);
        assert_true(fine ? slopes.steep_deg > 20 : slopes.steep_deg < 9);
    }
    free(normal);
}

// ---- roughness ---------------------------------------------------------------------------------

// Noise with all its octaves, including those finer than a texel of the map.
static void fill_with_noise(const tr_fractal_plan *plan, float *map) {
    enum { finest = 1 << 16 };
    const tr_isa isa = tr_isa_best();
    float x[width], y[width], z[width], u[width], v[width], noise[width], weight[width];
    for (int j = 0; j < width / 2; j++) {
        const tr_rectangle row = {width, j, 1, 0, width};
        tr_sphere_samples(&row, x, y, z, u, v);
        const tr_samples at = {.count = width, .x = x, .y = y, .z = z};
        tr_fractal_evaluate(plan, isa, finest, &at, map + j * width, noise, weight);
    }
}

// If amplitudes fall as frequency^-H, mean squares grow as lag^2H.
static void test_power_law_noise_has_its_slope(void **state) {
    (void)state;
    const double powers[] = {0.3, 0.5, 0.7};
    float *map = malloc(sizeof *map * texels);
    for (int k = 0; k < 3; k++) {
        // octaves reach far beyond both ends of the lags
        const tr_fractal_numbers numbers = {.interpolation = TR_INTERPOLATION_QUINTIC,
                                            .octaves = 14,
                                            .persistence = pow(2, -powers[k]),
                                            .lacunarity = 2,
                                            .scale = 0.7,
                                            .stretch = {1, 1, 1},
                                            .seed = 3};
        tr_fractal_plan plan;
        tr_fractal_prepare(&numbers, &plan);
        fill_with_noise(&plan, map);
        tr_structure s, again;
        tr_measure_structure(map, width, 1, &s);
        print_message("mean squares of noise grow as lag^%.3f, expected %.1f\n", s.slope, 2 * powers[k]);
        assert_true(fabs(s.slope - 2 * powers[k]) < 0.12);
        assert_true(fabs(s.lag_rad[0] - 0.024) < 1e-9 && fabs(s.lag_rad[TR_LAGS - 1] - 0.192) < 1e-6);
        tr_measure_structure(map, width, 2, &again); // other pairs of places
        assert_true(again.slope != s.slope && fabs(again.slope - s.slope) < 0.04);
    }
    free(map);
}

// The same noise by its spectrum: power falls as waves^-(2H + 1), also along other circles.
static void test_power_law_noise_has_its_spectrum(void **state) {
    (void)state;
    const double powers[] = {0.33, 0.5, 0.8};
    float *map = malloc(sizeof *map * texels);
    for (int k = 0; k < 3; k++) {
        const tr_fractal_numbers numbers = {.interpolation = TR_INTERPOLATION_QUINTIC,
                                            .octaves = 12,
                                            .persistence = pow(2, -powers[k]),
                                            .lacunarity = 2,
                                            .scale = 0.7,
                                            .stretch = {1, 1, 1},
                                            .seed = 3};
        tr_fractal_plan plan;
        tr_fractal_prepare(&numbers, &plan);
        fill_with_noise(&plan, map);
        tr_spectrum s, again;
        assert_int_equal(tr_measure_spectrum(map, width, 1, &s, NULL), TR_OK);
        print_message("power of noise falls as waves^%.3f, expected %.2f\n", s.slope, -(2 * powers[k] + 1));
        assert_true(fabs(s.slope + 2 * powers[k] + 1) < 0.2);
        assert_true(s.bands == 6 && s.waves[0] > 20 && s.waves[s.bands - 1] < width / 5.0);
        assert_int_equal(tr_measure_spectrum(map, width, 2, &again, NULL), TR_OK);
        assert_true(again.slope != s.slope && fabs(again.slope - s.slope) < 0.12);
    }
    free(map);
}

// Waves along an axis through the seam.
static double wave(const double d[3]) { return sin(100 * d[0]); }

static void test_waves_have_their_bands(void **state) {
    (void)state;
    float *map = map_of(wave);
    tr_spectrum s;
    assert_int_equal(tr_measure_spectrum(map, width, 1, &s, NULL), TR_OK);
    // a great circle has up to 100 waves
    for (int k = 0; k < s.bands; k++)
        assert_true(s.waves[k] < 100 ? s.power[k] > 1e-4 : s.waves[k] < 110 || s.power[k] < 1e-6);
    for (int k = 0; k < texels; k++)
        map[k] = 3;
    assert_int_equal(tr_measure_spectrum(map, width, 1, &s, NULL), TR_OK);
    assert_true(s.power[0] < 1e-9 && fabs(s.slope) < 100);
    free(map);
}

// Independent values in every texel: 3/4 of the variance is finer than 2 x 2, 3/16 finer than 4 x 4. Values
// constant over 8 x 8 blocks have none at these sizes.
static void test_detail_is_what_blocks_lose(void **state) {
    (void)state;
    float *map = malloc(sizeof *map * texels);
    tr_detail_amplitudes detail;
    for (int edge = 1; edge <= 8; edge *= 2) {
        for (int j = 0; j < width / 2; j++)
            for (int i = 0; i < width; i++)
                map[j * width + i] =
                    (float)tr_hash_unit(tr_hash_pair(7, (uint64_t)(j / edge * width + i / edge)));
        tr_measure_detail(map, width, &detail);
        const double fractions[] = {15.0 / 16, 3.0 / 4, 0, 0};
        assert_true(fabs(detail.fraction - fractions[edge == 1 ? 0 : edge == 2 ? 1 : 2]) < 0.01);
        assert_true(fabs(detail.rms[0] - (edge == 1 ? sqrt(3.0 / 4 / 12) : 0)) < 0.003);
        assert_true(fabs(detail.rms[1] - (edge == 1   ? sqrt(3.0 / 16 / 12)
                                          : edge == 2 ? sqrt(3.0 / 4 / 12)
                                                      : 0)) < 0.003);
    }
    for (int k = 0; k < texels; k++)
        map[k] = 1;
    tr_measure_detail(map, width, &detail);
    assert_true(detail.fraction == 0);
    free(map);
}

static void test_a_plane_has_the_structure_of_a_plane(void **state) {
    (void)state;
    float *map = map_of(tilted);
    tr_structure s;
    tr_measure_structure(map, width, 1, &s);
    assert_true(fabs(s.slope - 2) < 0.02);
    // a unit vector's component along a random tangent has a mean square of 1/3; the distance is 2 sin(lag/2)
    for (int k = 0; k < TR_LAGS; k++)
        assert_true(fabs(s.mean_square[k] / (pow(2 * sin(s.lag_rad[k] / 2), 2) / 3) - 1) < 0.04);
    free(map);
}

// ---- coasts ------------------------------------------------------------------------------------

static void measure_map(double (*height)(const double d[3]), tr_coast *coast, tr_coast_lengths *lengths) {
    float *map = map_of(height);
    assert_int_equal(tr_coast_trace(map, width, coast, NULL), TR_OK);
    tr_measure_coast(coast, lengths);
    free(map);
}

static void test_circles_have_dimension_one(void **state) {
    (void)state;
    const struct {
        double (*height)(const double d[3]);
        double length;
    } cases[] = {{north, 2 * M_PI},
                 {tilted, 2 * M_PI},
                 {cap_on_the_seam, 2 * M_PI * 0.6},
                 {cap_beside_the_pole, 2 * M_PI * 0.43588989}};
    for (int k = 0; k < 4; k++) {
        tr_coast coast;
        tr_coast_lengths lengths;
        measure_map(cases[k].height, &coast, &lengths);
        assert_int_equal(coast.lines, 1); // across the seam and around the pole
        assert_int_equal(lengths.lines, 1);
        assert_true(fabs(lengths.dimension - 1) < 0.005);
        for (int i = 0; i < TR_OPENINGS; i++)
            assert_true(fabs(lengths.length_rad[i] / cases[k].length - 1) < 0.01);
        tr_coast_clear(&coast);
    }
}

// Every edge between land and sea is crossed once, and the points lie on the line.
static void test_lines_are_closed_and_lie_at_zero(void **state) {
    (void)state;
    float *map = map_of(bars);
    tr_coast coast;
    assert_int_equal(tr_coast_trace(map, width, &coast, NULL), TR_OK);
    int crossed = 0;
    for (int j = 0; j < width / 2; j++)
        for (int i = 0; i < width; i++) {
            const bool land = map[j * width + i] >= 0;
            crossed += land != (map[j * width + (i + 1) % width] >= 0);
            crossed += j + 1 < width / 2 && land != (map[(j + 1) * width + i] >= 0);
        }
    assert_int_equal(coast.points, crossed);
    assert_true(coast.lines > 20);
    for (int line = 0; line < coast.lines; line++)
        for (int k = coast.first[line]; k < coast.first[line + 1]; k++) {
            const int next = k + 1 < coast.first[line + 1] ? k + 1 : coast.first[line];
            const float *p = coast.point[k], *q = coast.point[next];
            const double d[3] = {p[0], p[1], p[2]};
            assert_true(fabs(bars(d)) < 0.01);
            assert_true(hypot(hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]) < 3 * M_PI / width);
        }
    tr_coast_clear(&coast);
    for (int k = 0; k < texels; k++)
        map[k] = -1;
    tr_coast_lengths lengths;
    assert_int_equal(tr_coast_trace(map, width, &coast, NULL), TR_OK); // without a coast: no error
    tr_measure_coast(&coast, &lengths);
    assert_true(coast.lines == 0 && lengths.dimension == 0);
    tr_coast_clear(&coast);
    free(map);
}

static void add_koch(double x0, double y0, double x1, double y1, int level, tr_coast *coast) {
    if (level == 0) {
        const double length = sqrt(1 + x0 * x0 + y0 * y0);
        float *p = coast->point[coast->points++];
        p[0] = (float)(x0 / length), p[1] = (float)(1 / length), p[2] = (float)(y0 / length);
        return;
    }
    const double dx = (x1 - x0) / 3, dy = (y1 - y0) / 3, h = sqrt(0.75);
    const double x[5] = {x0, x0 + dx, x0 + 1.5 * dx - h * dy, x1 - dx, x1};
    const double y[5] = {y0, y0 + dy, y0 + 1.5 * dy + h * dx, y1 - dy, y1};
    for (int k = 0; k < 4; k++)
        add_koch(x[k], y[k], x[k + 1], y[k + 1], level - 1, coast);
}

// Koch's snowflake around the pole, in gnomonic projection: the dimension is log 4 / log 3.
static void test_a_snowflake_has_its_dimension(void **state) {
    (void)state;
    enum { level = 7, points = 3 << (2 * level) };
    int first[2] = {0, points};
    tr_coast coast = {.lines = 1, .first = first, .point = malloc(sizeof(float[points][3]))};
    const double corner[4][2] = {{0.6, 0}, {-0.3, -0.52}, {-0.3, 0.52}, {0.6, 0}};
    for (int k = 0; k < 3; k++)
        add_koch(corner[k][0], corner[k][1], corner[k + 1][0], corner[k + 1][1], level, &coast);
    assert_int_equal(coast.points, points);
    tr_coast_lengths lengths;
    tr_measure_coast(&coast, &lengths);
    print_message("the snowflake has dimension %.3f\n", lengths.dimension);
    assert_true(fabs(lengths.dimension - log(4) / log(3)) < 0.03);
    free(coast.point);
}

// Shapes in sizes that differ by factors of three: circles have dimension 1, snowflakes with details of equal
// size have log 4 / log 3.
static void test_outlines_have_the_dimension_of_their_kind(void **state) {
    (void)state;
    enum { sizes = 5, each = 4, most = 3 << 14 };
    int first[sizes * each + 1] = {0};
    tr_coast lines = {.first = first, .point = malloc(sizeof(float[2 * each * most][3]))};
    tr_outlines out;
    for (int round = 0; round < 2; round++) {
        lines.lines = lines.points = 0;
        for (int size = 0; size < sizes; size++)
            for (int k = 0; k < each; k++) {
                const double r = 0.4 / pow(3, sizes - 1 - size);
                const double corner[4][2] = {{r, 0}, {-r / 2, -r * 0.8660254}, {-r / 2, r * 0.8660254}, {r, 0}};
                if (round == 0)
                    for (int i = 0; i < 720; i++) {
                        float *p = lines.point[lines.points++];
                        p[0] = (float)(r * cos(i * M_PI / 360)), p[2] = (float)(r * sin(i * M_PI / 360));
                        p[1] = (float)sqrt(1 - r * r);
                    }
                for (int side = 0; round == 1 && side < 3; side++)
                    add_koch(corner[side][0], corner[side][1], corner[side + 1][0], corner[side + 1][1],
                             size + 2, &lines);
                first[++lines.lines] = lines.points;
            }
        tr_measure_outlines(&lines, 1e-5, &out);
        print_message("outlines of %d lines have dimension %.3f\n", out.lines, out.dimension);
        assert_true(fabs(out.dimension - (round ? log(4) / log(3) : 1)) < 0.03);
        assert_int_equal(out.lines, sizes * each);
    }
    tr_measure_outlines(&lines, 0.1, &out);
    assert_true(out.dimension == 0); // all of one size
    free(lines.point);
}

// ---- colours -----------------------------------------------------------------------------------

static void fill(uint8_t *map, int first, int end, uint8_t r, uint8_t g, uint8_t b) {
    for (int k = first; k < end; k++)
        map[3 * k] = r, map[3 * k + 1] = g, map[3 * k + 2] = b;
}

static void test_colours_are_those_of_oklab(void **state) {
    (void)state;
    static const struct {
        uint8_t rgb[3];
        double lightness, chroma;
    } cases[] = {{{255, 255, 255}, 1, 0},
                 {{0, 0, 0}, 0, 0},
                 {{255, 0, 0}, 0.62796, 0.25768},
                 {{0, 0, 255}, 0.45201, 0.31321},
                 {{119, 119, 119}, 0.5693, 0}}; // by Ottosson's own code
    uint8_t *map = malloc(3 * (size_t)texels);
    tr_colours c, other;
    for (int k = 0; k < 5; k++) {
        fill(map, 0, texels, cases[k].rgb[0], cases[k].rgb[1], cases[k].rgb[2]);
        assert_int_equal(tr_measure_colours(map, width, NULL, &c, NULL), TR_OK);
        assert_true(fabs(c.lightness - cases[k].lightness) < 2e-3 && fabs(c.chroma - cases[k].chroma) < 1e-3);
        assert_true(c.contrast < 1e-5);
    }
    fill(map, 0, texels / 2, 255, 255, 255); // the northern half
    fill(map, texels / 2, texels, 0, 0, 0);
    assert_int_equal(tr_measure_colours(map, width, NULL, &c, NULL), TR_OK);
    assert_true(fabs(c.lightness - 0.5) < 1e-5 && fabs(c.contrast - 0.5) < 1e-5);
    assert_true(tr_colour_distance(&c, &c) == 0);
    fill(map, 0, texels, 0, 0, 0);
    assert_int_equal(tr_measure_colours(map, width, NULL, &other, NULL), TR_OK);
    assert_true(fabs(tr_colour_distance(&c, &other) - sqrt(1.0 / 3)) < 1e-6); // half in common
    fill(map, 0, texels, 255, 0, 0);
    assert_int_equal(tr_measure_colours(map, width, NULL, &other, NULL), TR_OK);
    assert_true(fabs(tr_colour_distance(&c, &other) - 1) < 1e-6);
    free(map);
}

static void test_glow_is_a_fraction_of_the_sphere(void **state) {
    (void)state;
    uint8_t *map = calloc(texels, 3);
    assert_true(tr_measure_glow(map, width) == 0);
    fill(map, 0, texels / 6, 255, 120, 20); // within 30 degrees of the pole
    assert_true(fabs(tr_measure_glow(map, width) - (1 - sqrt(0.75)) / 2) < 0.003);
    free(map);
}

static void test_hues_are_counted(void **state) {
    (void)state;
    uint8_t *map = malloc(3 * (size_t)texels);
    tr_hues hues;
    fill(map, 0, texels, 128, 128, 128);
    assert_int_equal(tr_measure_hues(map, width, NULL, &hues, NULL), TR_OK);
    assert_true(hues.count == 0 && hues.spread == 0);
    fill(map, 0, texels / 2, 200, 60, 40); // one half of the sphere; black has no hue
    assert_int_equal(tr_measure_hues(map, width, NULL, &hues, NULL), TR_OK);
    assert_true(hues.count == 1 && hues.spread < 1e-6);
    fill(map, texels / 2, 3 * texels / 4, 40, 200, 60);
    assert_int_equal(tr_measure_hues(map, width, NULL, &hues, NULL), TR_OK);
    assert_true(hues.count == 2 && hues.spread > 0.1);
    fill(map, 3 * texels / 4, texels, 40, 60, 200);
    assert_int_equal(tr_measure_hues(map, width, NULL, &hues, NULL), TR_OK);
    assert_int_equal(hues.count, 3);
    fill(map, texels / 2, texels, 200, 70, 40); // a shade of the first hue
    assert_int_equal(tr_measure_hues(map, width, NULL, &hues, NULL), TR_OK);
    assert_true(hues.count == 1 && hues.spread < 0.01);
    fill(map, 0, texels / 50, 40, 60, 200); // too small an area
    assert_int_equal(tr_measure_hues(map, width, NULL, &hues, NULL), TR_OK);
    assert_int_equal(hues.count, 1);
    free(map);
}

// The northern half is half a radius higher: radii are 0.8 and 1.2 of the mean.
static void test_shapes_are_fractions_of_radii(void **state) {
    (void)state;
    enum { columns = 64 };
    static float half[columns * columns / 2], ball[columns * columns / 2];
    for (int k = 0; k < columns * columns / 4; k++)
        half[k] = 50;
    double a[TR_SHAPE_BINS], b[TR_SHAPE_BINS];
    tr_measure_shape(half, columns, 100, a);
    assert_float_equal(a[6], 0.5, 1e-9);
    assert_float_equal(a[9], 0.5, 1e-9);
    tr_measure_shape(ball, columns, 100.5, b);
    assert_float_equal(tr_shape_distance(a, a), 0, 1e-12);
    assert_float_equal(tr_shape_distance(a, b), 1, 1e-9);
}

// Radii drawn from a power law are measured with its slope.
static void test_sizes_have_their_power_law(void **state) {
    (void)state;
    enum { drawn = 20000 };
    static float radii[drawn];
    for (double slope = 1.5; slope <= 2.5; slope += 0.5) {
        for (int i = 0; i < drawn; i++)
            radii[i] = (float)(0.01 * pow((i + 0.5) / drawn, -1 / slope));
        tr_sizes s;
        tr_measure_sizes(radii, drawn, 0.01, &s);
        assert_float_equal(s.slope, -slope, 0.01);
        assert_float_equal(s.error, slope / sqrt(drawn), 1e-3);
        tr_measure_sizes(radii, TR_SIZES_LEAST - 1, 0.01, &s);
        assert_true(s.slope == 0 && s.error == 0);
    }
}

static int compare_floats(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// The sizes of craters shown by a map 2048 texels wide, each crater counted once. Destroys the surface.
static tr_sizes sizes_of(tr_surface *surface) {
    const double least = 8 * M_PI / 2048;
    int all, again, twice = 0;
    assert_int_equal(tr_surface_craters(surface, least, 0, NULL, &all, NULL, NULL), TR_OK);
    float *radii = malloc(sizeof *radii * (size_t)(all + 1));
    assert_int_equal(tr_surface_craters(surface, least, all, radii, &again, NULL, NULL), TR_OK);
    assert_int_equal(again, all);
    qsort(radii, (size_t)all, sizeof *radii, compare_floats);
    for (int i = 1; i < all; i++)
        twice += radii[i] <= radii[i - 1];
    // a few are equal by chance; if layers with the same craters were counted twice, all would be
    assert_true(twice <= all / 4);
    tr_sizes sizes;
    tr_measure_sizes(radii, all, least, &sizes);
    print_message("%d craters, N(>D) ~ D^%.2f +- %.2f\n", all, sizes.slope, sizes.error);
    free(radii);
    tr_surface_destroy(surface);
    return sizes;
}

// Cratered worlds have size distributions like real ones. Another slope in the recipe changes the result.
static void test_craters_have_the_slope_of_their_recipe(void **state) {
    (void)state;
    const char *const usual[] = {NULL}, *const flat[] = {"layers.craters.slope=1.4", NULL};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        const tr_sizes s = sizes_of(make_ready("barren", 0, seed, usual));
        assert_true(s.count > 1000 && s.slope > -2.2 && s.slope < -1.8);
        assert_true(sizes_of(make_ready("barren", 0, seed, flat)).slope > -1.8);
    }
    const char *const steep[] = {"slope=2.6", "cover=0.05", NULL}, *const even[] = {"slope=2", "cover=0.05",
                                                                                    NULL};
    assert_float_equal(sizes_of(make_ready("impacts", 2048, 1, steep)).slope, -2.6, 0.25);
    assert_float_equal(sizes_of(make_ready("impacts", 2048, 1, even)).slope, -2, 0.2);
    const char *const large[] = {"largest=0.3", "cover=0.3", NULL};
    const double largest = sizes_of(make_ready("impacts", 2048, 1, large)).largest;
    assert_true(largest > 0.15 && largest <= 0.3); // craters of the first octave are present
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_land_is_measured_by_area),
        cmocka_unit_test(test_hypsometry_finds_two_peaks),
        cmocka_unit_test(test_slopes_come_from_normals),
        cmocka_unit_test(test_broad_slopes_leave_out_what_is_fine),
        cmocka_unit_test(test_power_law_noise_has_its_slope),
        cmocka_unit_test(test_a_plane_has_the_structure_of_a_plane),
        cmocka_unit_test(test_power_law_noise_has_its_spectrum),
        cmocka_unit_test(test_waves_have_their_bands),
        cmocka_unit_test(test_detail_is_what_blocks_lose),
        cmocka_unit_test(test_outlines_have_the_dimension_of_their_kind),
        cmocka_unit_test(test_hues_are_counted),
        cmocka_unit_test(test_circles_have_dimension_one),
        cmocka_unit_test(test_lines_are_closed_and_lie_at_zero),
        cmocka_unit_test(test_a_snowflake_has_its_dimension),
        cmocka_unit_test(test_colours_are_those_of_oklab),
        cmocka_unit_test(test_glow_is_a_fraction_of_the_sphere),
        cmocka_unit_test(test_shapes_are_fractions_of_radii),
        cmocka_unit_test(test_sizes_have_their_power_law),
        cmocka_unit_test(test_craters_have_the_slope_of_their_recipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
